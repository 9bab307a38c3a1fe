//! Ranked lists of any retriever, one row a case: `{"instance_id", "results": ["a.py", {"docid", "score"} …]}`.

use serde_json::Value;

use crate::base::error::{Problem, Result};
use crate::domain::run::Suspects;
use crate::read::input::{Head, Input};
use crate::read::reader::{Reader, Sink, each};

use super::docs::{Documents, ranked};
use super::row::{self, Runs};
use super::swerank::nameless;

/// Reads rows with a ranked list under any usual name. The order of the list is the ranking.
#[derive(Debug)]
pub struct Retriever;

impl Reader for Retriever {
    fn name(&self) -> &'static str {
        "retriever"
    }

    fn about(&self) -> &'static str {
        "ranked lists of any retriever: results, ranked, retrieved, top_k, candidates … of paths, ids or scored ids"
    }

    fn knows(&self, head: &Head<'_>) -> bool {
        let row = head.record.as_ref().and_then(Value::as_object);
        row.is_some_and(|row| row::case(row).is_some() && ranked(row).is_some() && !row.contains_key("patch"))
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        let mut runs = Runs::new(input.run(), "", "ranked list of a retriever").by_mode(input.run_of_modes());
        let mut unsorted = 0;
        each(input, sink, &mut |record, sink| {
            let line = record.line;
            let source = record.source(input);
            let Value::Object(row) = record.value else {
                return Err(Problem::input("expected an object with a case and its ranked list"));
            };
            let case = row::case(&row).or(record.key);
            let case = case.ok_or_else(|| Problem::input("no case is named").at_field("instance_id"))?;
            let (_, list) = ranked(&row).ok_or_else(|| {
                Problem::input("no ranked list of paths")
                    .at_field("results")
                    .mend("expected a list of paths, or of objects with docid and score")
            })?;
            let mut found = Documents::default();
            let bad = found.list(list, &case);
            if bad > 0 {
                sink.note(nameless(bad, input, line));
            }
            unsorted += usize::from(found.unsorted);
            let suspects = Suspects {
                source: Some(source),
                ..Suspects::answer(&case, found.done())
            };
            let run = runs.of(&row, (input, line), sink)?;
            row::send(run, suspects, (input, line), sink)
        })?;
        if unsorted > 0 {
            let what = format!("{unsorted} lists are not in the order of their scores; the order of the list counts");
            sink.note(Problem::input(what).in_file(input.path()));
        }
        Ok(())
    }
}
