//! Cases that casefile exported, as they were: JSON Lines, CSV or Parquet, recognised by the column `casefile`.

use std::path::Path;

use serde_json::Value;

use crate::base::error::{Problem, Result};
use crate::domain::case::{self, Case, StoredImage};
use crate::domain::exchange::case::{OWN, from_row};
use crate::read::dataset::is_id;
use crate::read::input::Input;
use crate::read::reader::{Head, ImageFrom, ImageLink, Item, Reader, Sink, each};

/// Reads rows of `casefile export --what cases`; images that lie beside them come along.
#[derive(Debug)]
pub struct Cases;

impl Reader for Cases {
    fn name(&self) -> &'static str {
        "casefile-cases"
    }

    fn about(&self) -> &'static str {
        "cases that casefile exported: JSONL, CSV, Parquet"
    }

    fn knows(&self, head: &Head<'_>) -> bool {
        head.has(&["instance_id", OWN])
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        let dir = input.path().parent().unwrap_or_else(|| Path::new(""));
        let mut absent = 0;
        each(input, sink, &mut |record, sink| {
            let Value::Object(row) = record.value else {
                return Err(Problem::input("expected an object with the fields of a case"));
            };
            let case = from_row(row).map_err(Problem::input)?;
            sound(&case)?;
            let held = case
                .exhibits
                .iter()
                .filter_map(|e| Some((&e.source, e.image.as_ref()?)));
            let links: Vec<(String, std::path::PathBuf)> = held
                .map(|(source, image)| (source.clone(), dir.join(image.file())))
                .collect();
            let id = case.id.clone();
            sink.take(Item::Case(Box::new(case)), input.path(), record.line)?;
            for (source, file) in links {
                if !file.is_file() {
                    absent += 1;
                    continue;
                }
                let link = ImageLink {
                    case: id.clone(),
                    source,
                    from: ImageFrom::File(file),
                };
                sink.take(Item::Image(link), input.path(), record.line)?;
            }
            Ok(())
        })?;
        if absent > 0 {
            let what = format!("{absent} images do not lie beside the file, in exhibits/");
            let mend = "copy exhibits/ of the first workspace into this one, or export with --images";
            sink.note(Problem::input(what).in_file(input.path()).mend(mend));
        }
        Ok(())
    }
}

/// Knows tables that casefile exported and that follow from the rest: nothing in them is data.
#[derive(Debug)]
pub struct Results;

impl Reader for Results {
    fn name(&self) -> &'static str {
        "casefile-results"
    }

    fn about(&self) -> &'static str {
        "agreement and scores that casefile exported: known, and left alone"
    }

    fn knows(&self, head: &Head<'_>) -> bool {
        head.has(&["form", "question", "pairable", "prevalence"])
            || head.has(&["run", "case", "level", "listed", "ranks"])
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        let what = "these numbers follow from answers and runs; nothing was taken";
        sink.note(Problem::input(what).in_file(input.path()));
        Ok(())
    }
}

/// Refuses what could not stand in a workspace: names of files follow from ids and hashes.
fn sound(case: &Case) -> Result<()> {
    if case.v > case::VERSION {
        let what = format!("a case of version {}; this casefile knows {}", case.v, case::VERSION);
        return Err(Problem::input(what)
            .at_field("v")
            .mend("use the newer casefile that wrote it"));
    }
    if !is_id(&case.id) {
        return Err(
            Problem::input("expected 1 to 200 characters without '/' or control characters").at_field("instance_id"),
        );
    }
    let images = case.exhibits.iter().filter_map(|e| e.image.as_ref());
    match images.into_iter().find(|i| !is_stored(i)) {
        Some(_) => Err(Problem::input("an exhibit names an image that no import stored").at_field(OWN)),
        None => Ok(()),
    }
}

fn is_stored(image: &StoredImage) -> bool {
    let hex = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
    image.sha256.len() == 64
        && image.sha256.bytes().all(hex)
        && (1..=8).contains(&image.format.len())
        && image.format.bytes().all(|b| b.is_ascii_lowercase())
}
