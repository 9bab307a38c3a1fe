//! Judgements that casefile exported: every entry as it was.

use serde_json::Value;

use crate::base::error::{Problem, Result};
use crate::domain::entry;
use crate::domain::exchange::entry::{from_row, is_row};
use crate::domain::judged::Judged;
use crate::read::input::Input;
use crate::read::reader::{Head, Item, Reader, Sink, each};

/// Reads rows of `casefile export --what judgements`.
#[derive(Debug)]
pub struct Own;

impl Reader for Own {
    fn name(&self) -> &'static str {
        "casefile-judgements"
    }

    fn about(&self) -> &'static str {
        "judgements that casefile exported: JSONL, CSV, Parquet"
    }

    fn knows(&self, head: &Head<'_>) -> bool {
        is_row(&|name| head.get(name).is_some())
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        each(input, sink, &mut |record, sink| {
            let Value::Object(row) = &record.value else {
                return Err(Problem::input("expected an object with the fields of a judgement"));
            };
            let entry = from_row(row).map_err(Problem::input)?;
            if entry.v > entry::VERSION {
                let what = format!(
                    "a judgement of version {}; this casefile knows {}",
                    entry.v,
                    entry::VERSION
                );
                return Err(Problem::input(what)
                    .at_field("v")
                    .mend("use the newer casefile that wrote it"));
            }
            let judged = Judged {
                by: entry.by.clone(),
                case: entry.subject.case().to_owned(),
                question: entry.question.clone(),
                entry: Some(Box::new(entry)),
                ..Judged::default()
            };
            sink.take(Item::Judgement(Box::new(judged)), input.path(), record.line)
        })
    }
}
