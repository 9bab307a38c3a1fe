//! One trait for everything that can be imported: a reader recognises a file by its content and hands out items.
//!
//! A new format is a new file with a reader in it and a line in [`all`].

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::base::error::{Kind, Problem, Result};
use crate::base::path::RepoPath;
use crate::domain::candidate::Candidate;
use crate::domain::case::Case;
use crate::domain::evidence::Evidence;
use crate::domain::judged::Judged;
use crate::domain::run::{RunInfo, Suspects};
use crate::domain::trajectory::Trajectory;

use super::input::{Form, Input};
pub use super::input::{Head, Record};

/// Something read from a file.
#[derive(Debug)]
pub enum Item {
    /// A case.
    Case(Box<Case>),
    /// Where an image of a case is.
    Image(ImageLink),
    /// What a run is; comes before its suspects. Several of one run complete each other.
    Run {
        /// Name of the run, a folder name.
        run: String,
        /// Where it came from.
        info: RunInfo,
    },
    /// A run's suspects for one case.
    Suspects {
        /// Name of the run.
        run: String,
        /// The record.
        suspects: Box<Suspects>,
    },
    /// What an agent did on the way to its answer for one case.
    Trajectory {
        /// Name of the run.
        run: String,
        /// The record.
        trajectory: Box<Trajectory>,
    },
    /// Evidence read out of one exhibit. A reader does not know the exhibits of a case, so `exhibit` holds what the
    /// file says: an id (12 hex digits) as it is, else `url:` and the address in the issue, `file:` and a file name
    /// or path as written, or `index:` and the place among the images of the case, from 1; nothing when it names
    /// none. The importer resolves it.
    Evidence(Box<Evidence>),
    /// A harmful-image candidate. `replaces` holds what the file says, as with evidence; the importer resolves it.
    Candidate {
        /// The record.
        candidate: Box<Candidate>,
        /// Where its image is, when a file holds it.
        image: Option<ImageFrom>,
    },
    /// Gold that stands in a file of its own, for a case that is known from elsewhere.
    Gold(GoldRow),
    /// An answer that a person gave elsewhere, or an entry of a journal that casefile exported.
    Judgement(Box<Judged>),
}

/// Where an image of a case is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageLink {
    /// Case id.
    pub case: String,
    /// Address by which the case names it.
    pub source: String,
    /// What holds it.
    pub from: ImageFrom,
}

/// What holds an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImageFrom {
    /// A file.
    File(PathBuf),
    /// The bytes themselves (a Parquet column).
    Bytes(Vec<u8>),
}

/// Published gold of one case.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GoldRow {
    /// Case id.
    pub case: String,
    /// Edited files; `None` when the source names only functions.
    pub files: Option<Vec<RepoPath>>,
    /// Edited functions as `path:Class.method`, spelt as published behind the path.
    pub functions: Option<Vec<String>>,
}

/// How the columns of a dataset were understood.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Mapping {
    /// What was read: file name and format.
    pub what: String,
    /// Our field and the column it came from.
    pub mapped: Vec<(String, String)>,
    /// Columns kept in `extra`.
    pub extra: Vec<String>,
    /// Fields of ours that no column fills.
    pub missing: Vec<String>,
}

/// Takes what a reader finds.
pub trait Sink {
    /// Takes one item, read at `line` of `file`.
    ///
    /// # Errors
    /// Ends the import.
    fn take(&mut self, item: Item, file: &Path, line: usize) -> Result<()>;

    /// Takes the reason why a record was refused; the others go on.
    ///
    /// # Errors
    /// Ends the import (with `--strict`).
    fn refuse(&mut self, problem: Problem) -> Result<()>;

    /// Hears that a record at `line` of `file` was mended before it was taken, and how: `fence`, `trailing comma`,
    /// `hunk counts`.
    fn mended(&mut self, how: &str, file: &Path, line: usize);

    /// Hears what should be known about a file that was taken.
    fn note(&mut self, problem: Problem);

    /// Hears how the columns of a dataset were understood.
    fn mapped(&mut self, mapping: Mapping);
}

/// A format.
pub trait Reader: Sync {
    /// Name for `--as` and messages.
    fn name(&self) -> &'static str;

    /// One line about what it reads.
    fn about(&self) -> &'static str;

    /// Whether the file looks like it.
    fn knows(&self, head: &Head<'_>) -> bool;

    /// Reads the file.
    ///
    /// # Errors
    /// The file cannot be read at all, or the sink ends the import.
    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()>;
}

/// All formats, the most specific first.
pub fn all() -> Vec<&'static dyn Reader> {
    let mut out: Vec<&'static dyn Reader> = vec![
        // What casefile exported.
        &super::exchange::Results,
        &super::exchange::Cases,
        &super::judgements::own::Own,
        // Judgements.
        &super::judgements::label_studio::LabelStudio,
        &super::judgements::potato::Potato,
        // Trajectories.
        &super::events::swe_agent::SweAgent,
        &super::events::mini::MiniSweAgent,
        &super::events::codex::Codex,
        &super::events::openhands_sdk::OpenHandsSdk,
        &super::events::openhands::OpenHands,
        &super::events::aweagent::AweAgent,
        &super::events::locagent::LocAgentTrajs,
        &super::events::moatless::Moatless,
        // Runs.
        &super::runs::locagent::LocAgent,
        &super::runs::agentless::Agentless,
        &super::runs::orcaloca::OrcaLoca,
        &super::preds::Preds,
        &super::runs::swerank::SweRank,
        &super::runs::bm25::Bm25,
        &super::runs::trec::Trec,
        // Candidates, evidence and gold.
        &super::candidates::Candidates,
        &super::evidence::Vce,
        &super::runs::published::ChangesGold,
        &super::runs::published::ListGold,
        &super::runs::qrels::Qrels,
        &super::judgements::table::Table,
        // The least specific of runs come last.
        &super::runs::retriever::Retriever,
        &super::runs::mm_issueloc::MmIssueLoc,
        // Datasets.
        &super::dataset::task::Task,
        &super::dataset::images::Images,
    ];
    out.extend(super::dataset::readers());
    out
}

/// The reader named `name`.
///
/// # Errors
/// Names all readers.
pub fn named(name: &str) -> Result<&'static dyn Reader> {
    all()
        .into_iter()
        .find(|r| r.name() == name)
        .ok_or_else(|| Problem::input(format!("no format '{name}'")).mend(format!("use one of: {}", names())))
}

fn names() -> String {
    all().into_iter().map(Reader::name).collect::<Vec<_>>().join(", ")
}

/// The reader that knows the file.
///
/// # Errors
/// Shows the first keys when none does.
pub fn sniff(input: &Input) -> Result<&'static dyn Reader> {
    let head = input.head()?;
    let own = [
        &["v", "id", "title", "exhibits", "gold"][..],
        &["v", "case", "status", "files", "functions"],
    ];
    if own.iter().any(|keys| head.has(keys)) {
        return Err(Problem::input("these are records of a workspace, not data to import")
            .in_file(input.path())
            .mend("import the files that the workspace was made from"));
    }
    if let Some(reader) = all().into_iter().find(|r| r.knows(&head)) {
        return Ok(reader);
    }
    // Who names the column of the ids says that the records are rows.
    let wish = input
        .wishes()
        .map
        .iter()
        .find(|(field, _)| field.eq_ignore_ascii_case("id"));
    if let (Some((_, column)), Some(Value::Object(row))) = (wish, &head.record)
        && super::dataset::has_column(row, column)
    {
        return named("dataset");
    }
    let table = matches!(head.form, Form::Csv | Form::Parquet);
    let keys = |v: &Value| match v {
        Value::Object(o) if o.is_empty() => "it is an empty object".to_owned(),
        Value::Object(o) => {
            let keys: Vec<String> = o.keys().take(8).map(|k| crate::text::clean::line(k)).collect();
            let what = if table { "columns" } else { "keys" };
            format!("its first {what} are {}", keys.join(", "))
        }
        Value::Array(_) => "it is a JSON list".to_owned(),
        _ => "it is a bare JSON value".to_owned(),
    };
    let why = match (head.form, head.document.as_ref().or(head.record.as_ref())) {
        (Form::Empty, _) => return Err(Problem::input("the file is empty").in_file(input.path())),
        (Form::List, _) => format!(
            "it is a JSON list; {}",
            head.record.as_ref().map_or_else(|| "it is empty".to_owned(), keys)
        ),
        (_, Some(value)) => keys(value),
        (_, None) => "it is not JSON, and no table with a heading that is known".to_owned(),
    };
    Err(Problem::input(format!("no reader knows this file: {why}"))
        .in_file(input.path())
        .mend(format!(
            "name the column of the ids with --map id=COLUMN if these are rows of a dataset, or the format with --as: {}",
            names()
        )))
}

/// Hands suspects on to the sink and tells what was mended in them.
///
/// # Errors
/// The sink ends the import.
pub(super) fn hand_on(sink: &mut dyn Sink, run: String, suspects: Suspects, at: (&Path, usize)) -> Result<()> {
    for how in &suspects.mended {
        sink.mended(how, at.0, at.1);
    }
    let suspects = Box::new(suspects);
    sink.take(Item::Suspects { run, suspects }, at.0, at.1)
}

/// Reads all records of `input`: `row` turns each into items; what it refuses, and what is no record, is told.
///
/// # Errors
/// The file cannot be read, or the sink ends the import.
pub fn each(
    input: &Input,
    sink: &mut dyn Sink,
    row: &mut dyn FnMut(Record, &mut dyn Sink) -> Result<()>,
) -> Result<()> {
    // Both closures tell the sink, never at the same time.
    let sink = std::cell::RefCell::new(sink);
    input.records(
        &mut |record| {
            let line = record.line;
            let mut sink = sink.borrow_mut();
            match row(record, &mut **sink) {
                Ok(()) => Ok(()),
                Err(p) if p.kind == Kind::Environment => Err(p),
                Err(p) => sink.refuse(p.in_file(input.path()).at_line(line)),
            }
        },
        &mut |p| sink.borrow_mut().refuse(p),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::input::Wishes;
    use crate::read::testing::{read_text, read_with};

    #[test]
    fn a_file_with_the_named_column_of_ids_is_a_dataset() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x");
        let read = |text: &str, column: &str| {
            std::fs::write(&path, text).unwrap();
            let map = [("id", column), ("title", "what")].map(|(f, c)| (f.to_owned(), c.to_owned()));
            let map = map.into_iter().collect();
            read_with(&path, Wishes { run: None, map })
        };
        for text in [
            "{\"key\":\"a-1\",\"what\":\"T\"}\n{\"key\":\"a-2\",\"what\":\"T\"}\n",
            "[{\"key\":\"a-1\",\"what\":\"T\"},{\"key\":\"a-2\",\"what\":\"T\"}]",
            "key,what\na-1,T\na-2,T\n",
        ] {
            let bag = read(text, "Key");
            assert_eq!(
                (bag.reader.as_str(), bag.items.len()),
                ("dataset", 2),
                "{:?}",
                bag.refused
            );
            assert_eq!(read(text, "other").items.len(), 0);
        }
    }

    #[test]
    fn a_file_that_nobody_knows_is_described() {
        let why = |name: &str, text: &str| read_text(name, text).refused[0].what.clone();
        assert!(why("x.json", "{}").ends_with("it is an empty object"));
        assert!(why("x.csv", "a,b\n1,2\n").ends_with("its first columns are a, b"));
        assert!(why("x.txt", "prose").contains("no table"));
    }

    #[test]
    fn every_name_is_of_one_reader() {
        let mut names: Vec<&str> = all().into_iter().map(Reader::name).collect();
        names.sort_unstable();
        let twice: Vec<_> = names.windows(2).filter(|w| w[0] == w[1]).collect();
        assert!(twice.is_empty(), "{twice:?}");
        assert!(names.contains(&"mm-issueloc") && names.contains(&"mm-issueloc-bench"));
    }
}
