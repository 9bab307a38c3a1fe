//! The cases as rows for systems outside, in the four input modes: a file a mode, all written in one pass.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::Path;

use serde::Deserialize;

use super::{As, Out, Plan, Report, Sheet, Task, What, Written, damaged, folder, lines};
use crate::base::error::{Problem, Result};
use crate::domain::case::Case;
use crate::domain::evidence::Evidence;
use crate::domain::exchange::Row;
use crate::domain::ledger::Ledger;
use crate::domain::seen::block::{self, Limits};
use crate::domain::seen::field::{Say, Sayings, Settled};
use crate::domain::seen::modes::{Mode, row};
use crate::store::replay::{Whose, replay};
use crate::store::workspace::Workspace;
use crate::work::catalog::Catalog;
use crate::work::merge::{no_case, old_lines};

/// Folder of the files in that of the export.
pub(super) const FOLDER: &str = "modes";

/// Whether the plan can be carried out: these rows are for programs, and stand in JSON Lines alone.
pub(super) fn check(plan: &Plan) -> Result<()> {
    if plan.what.contains(&What::Modes) {
        return match plan.form {
            As::Jsonl => Ok(()),
            As::Csv | As::Parquet => Err(Problem::input(format!(
                "input modes cannot be exported as {}: their rows hold prompts of many lines and lists of images",
                plan.form.ending()
            ))
            .mend("leave --as away for them: JSON Lines")),
        };
    }
    if plan.modes.is_empty() && plan.producers.is_empty() {
        return Ok(());
    }
    Err(Problem::input("--mode and --producer say something about input modes only").mend("add --what modes"))
}

/// Whether evidence goes into the rows, and with it what people corrected in it.
pub(super) fn reads(plan: &Plan) -> bool {
    wanted(plan).into_iter().any(Mode::evidence)
}

/// The modes to write.
fn wanted(plan: &Plan) -> Vec<Mode> {
    let some = |m: &Mode| plan.modes.is_empty() || plan.modes.contains(m);
    Mode::ALL.into_iter().filter(some).collect()
}

/// Writes the files of all modes below `aside`, which will be `dir`.
pub(super) fn files(task: Task<'_>, aside: &Path, dir: &Path) -> Result<Vec<Written>> {
    let modes = wanted(task.plan);
    let below = aside.join(FOLDER);
    fs::create_dir_all(&below).map_err(|e| Problem::io("make the folder", &below, &e))?;
    let mut outs: Vec<(Mode, Out<'_>)> = Vec::new();
    for mode in &modes {
        let path = below.join(name(*mode));
        let file = File::create(&path).map_err(|e| Problem::io("write", &path, &e))?;
        outs.push((*mode, Box::new(BufWriter::with_capacity(1 << 17, file))));
    }
    let rows = write(task, outs)?;
    let mut all = Vec::new();
    for (mode, rows) in modes.into_iter().zip(rows) {
        let bytes = folder::sync(&below.join(name(mode)))?;
        all.push(Written {
            what: What::Modes,
            file: dir.join(FOLDER).join(name(mode)),
            rows,
            bytes,
        });
    }
    Ok(all)
}

fn name(mode: Mode) -> String {
    format!("{}.jsonl", mode.slug())
}

/// Writes the rows of one mode to a stream.
pub(super) fn stream(task: Task<'_>, out: Out<'_>) -> Result<usize> {
    let &[mode] = wanted(task.plan).as_slice() else {
        return Err(Problem::input("standard output takes one input mode").mend("name it, as in: --mode vce"));
    };
    let rows = write(task, vec![(mode, out)])?;
    Ok(rows.into_iter().sum())
}

/// Writes every case to each of the streams; the number of rows of each comes back.
fn write(task: Task<'_>, outs: Vec<(Mode, Out<'_>)>) -> Result<Vec<usize>> {
    let Task {
        ws,
        plan,
        meter,
        report,
        ..
    } = task;
    let path = ws.cases();
    meter.phase("exporting input modes", lines(&path));
    let reads = outs.iter().any(|(mode, _)| mode.evidence());
    let pixels = outs.iter().any(|(mode, _)| mode.pixels());
    let source = if reads {
        Some(Source::open(ws, plan, report)?)
    } else {
        None
    };
    let mut sheets = Vec::new();
    for (mode, out) in outs {
        sheets.push((mode, Sheet::new(As::Jsonl, out, Vec::new())?));
    }
    let (mut tally, mut there) = (Tally::default(), Stored::default());
    old_lines(&path, &mut |number, line| {
        meter.check()?;
        meter.add(1);
        let mut case: Case = serde_json::from_slice(line).map_err(|e| no_case(&path, number, &e))?;
        // A row that names an image whose file is gone would send a system to nothing.
        for x in &mut case.exhibits {
            x.image = x.image.take().filter(|i| there.has(ws, &i.file()));
        }
        tally.images += case.exhibits.len();
        tally.missing += case.exhibits.iter().filter(|x| x.image.is_none()).count();
        let found = match &source {
            Some(source) => source.of(&case, &mut tally)?,
            None => Vec::new(),
        };
        let evidence: Vec<&Evidence> = found.iter().collect();
        for (mode, sheet) in &mut sheets {
            let value = row(&case, &evidence, *mode, Limits::default());
            let cells: Row = value.as_object().cloned().unwrap_or_default();
            sheet.row(cells)?;
        }
        Ok(())
    })?;
    if pixels && tally.missing > 0 {
        let note = format!(
            "{} of {} images are not in the workspace: rows name them under 'missing'",
            tally.missing, tally.images
        );
        let note = Problem::input(note).mend("bring them with: casefile fetch");
        report.notes.push(note);
    }
    report.notes.extend(source.map(|s| tally.told(&s)));
    sheets.into_iter().map(|(_, sheet)| sheet.end()).collect()
}

/// Which stored images are really there; many cases share one folder.
#[derive(Default)]
struct Stored(BTreeMap<String, bool>);

impl Stored {
    fn has(&mut self, ws: &Workspace, file: &str) -> bool {
        if let Some(known) = self.0.get(file) {
            return *known;
        }
        let is = ws.root.join(file).is_file();
        self.0.insert(file.to_owned(), is);
        is
    }
}

/// Counts for what is told at the end.
#[derive(Default)]
struct Tally {
    images: usize,
    missing: usize,
    /// Of how many images a producer's record was taken.
    used: BTreeMap<String, usize>,
    /// Parts that are as people say, and not as they were read.
    settled: usize,
    /// Parts about which people differ.
    disputed: usize,
}

impl Tally {
    fn told(&self, source: &Source) -> Problem {
        let used: usize = self.used.values().sum();
        let mut text = format!("evidence of {used} of {} images", self.images);
        let by = source
            .order
            .iter()
            .map(|name| format!("{name} {}", self.used.get(name).copied().unwrap_or(0)));
        let by: Vec<String> = by.collect();
        if !by.is_empty() {
            text.push_str(&format!(": {}", by.join(", ")));
        }
        if self.settled > 0 {
            text.push_str(&format!("; {} fields as people say", self.settled));
        }
        if self.disputed > 0 {
            text.push_str(&format!("; {} fields about which people differ", self.disputed));
        }
        let note = Problem::input(text);
        if source.chosen || by.len() < 2 {
            return note;
        }
        note.mend("the first that read an image counts; say whose with --producer NAME")
    }
}

/// Where evidence comes from.
struct Source {
    catalog: Catalog,
    sayings: Sayings,
    /// Producers in the order in which they count.
    order: Vec<String>,
    /// The order was given.
    chosen: bool,
}

/// As much of a record as tells whose it is.
#[derive(Deserialize)]
struct By {
    producer: String,
}

impl Source {
    fn open(ws: &Workspace, plan: &Plan, report: &mut Report) -> Result<Self> {
        let catalog = Catalog::of_evidence(ws);
        if let Some(p) = catalog.problems.first() {
            return Err(p.clone());
        }
        let mut known: BTreeSet<String> = BTreeSet::new();
        for path in ws.evidence() {
            old_lines(&path, &mut |number, line| {
                let by: By = serde_json::from_slice(line).map_err(|e| no_record(&path, number, &e))?;
                known.insert(by.producer);
                Ok(())
            })?;
        }
        let mut sayings = Sayings::default();
        if !plan.raw {
            let mut ledger = Ledger::default();
            let found = replay(&ws.root, &Whose::All, false, &mut |entry| ledger.take(entry));
            damaged(plan, found.damage, report)?;
            sayings = Sayings::of(&ledger);
        }
        let wrote = sayings.all().filter(|(_, _, producer, _, said)| {
            let own = said.people.iter().find(|(by, _)| by == producer);
            own.is_some_and(|(_, say)| matches!(say, Say::Correct(_)))
        });
        let writers: BTreeSet<String> = wrote.map(|(_, _, producer, ..)| producer.to_owned()).collect();
        for name in &plan.producers {
            if !known.contains(name) && !writers.contains(name) {
                return Err(nobody(name, known.union(&writers), plan));
            }
        }
        let chosen = !plan.producers.is_empty();
        Ok(Self {
            catalog,
            sayings,
            order: if chosen {
                plan.producers.clone()
            } else {
                known.into_iter().collect()
            },
            chosen,
        })
    }

    /// One record an image: of the first producer that read anything in it, as people settled it.
    fn of(&self, case: &Case, tally: &mut Tally) -> Result<Vec<Evidence>> {
        let records = self.catalog.evidence(&case.id)?;
        let mut out = Vec::new();
        for exhibit in &case.exhibits {
            let of = |name: &String| {
                let is = |e: &&Evidence| e.exhibit == exhibit.id && e.producer == *name && e.fault.is_none();
                let found = records.iter().rev().find(is).map(|e| self.sayings.settle(e));
                let own = || {
                    let record = self.sayings.own(&case.id, &exhibit.id, name)?;
                    Some(Settled {
                        record,
                        ..Settled::default()
                    })
                };
                let found = found.or_else(own);
                found.filter(|s| !block::lines(&s.record, Limits::default()).is_empty())
            };
            let first = self.order.iter().find_map(|name| Some((name, of(name)?)));
            if let Some((name, settled)) = first {
                *tally.used.entry(name.clone()).or_default() += 1;
                tally.settled += settled.changed;
                tally.disputed += settled.disputed;
                out.push(settled.record);
            }
        }
        Ok(out)
    }
}

fn no_record(path: &Path, line: usize, e: &serde_json::Error) -> Problem {
    Problem::input(format!("not a record of evidence: {e}"))
        .in_file(path)
        .at_line(line)
        .mend("restore the line from git, or remove it")
}

/// A producer that read nothing.
fn nobody<'a>(name: &str, known: impl Iterator<Item = &'a String>, plan: &Plan) -> Problem {
    let all: Vec<&str> = known.map(String::as_str).collect();
    let mut mend = if all.is_empty() {
        "there is no evidence here yet".to_owned()
    } else {
        format!("there is evidence of: {}", all.join(", "))
    };
    if plan.raw {
        mend.push_str("; with --raw nothing that people wrote is taken");
    }
    Problem::input(format!("there is no evidence of '{name}'")).mend(mend)
}
