//! Scored files: BM25 of SWE-bench (`hits` with `docid`) and retrieval results with `top_files`.

use serde_json::Value;

use crate::base::error::{Problem, Result};
use crate::read::input::{Head, Input};
use crate::read::reader::{Reader, Sink, each};

use super::row::{self, Runs};
use super::swerank::ranked;

/// Reads `{"instance_id", "hits": [{"docid", "score"}]}` and `{"instance_id", "top_files": [{"file", "score"}]}`.
#[derive(Debug)]
pub struct Bm25;

impl Reader for Bm25 {
    fn name(&self) -> &'static str {
        "bm25"
    }

    fn about(&self) -> &'static str {
        "scored files: SWE-bench BM25 (hits with docid), retrieval results (top_files)"
    }

    fn knows(&self, head: &Head<'_>) -> bool {
        let first = |list: &str, key: &str| match head.get(list) {
            Some(Value::Array(l)) => l.first().is_none_or(|e| e.get(key).is_some()),
            _ => false,
        };
        head.has(&["instance_id"]) && (first("hits", "docid") || first("top_files", "file"))
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        let mut runs = Runs::new(input.run(), "BM25", "scored files");
        each(input, sink, &mut |record, sink| {
            let line = record.line;
            let source = record.source(input);
            let Value::Object(row) = record.value else {
                return Err(Problem::input("expected an object with instance_id and hits"));
            };
            let case = row::case(&row).ok_or_else(|| Problem::input("no case is named").at_field("instance_id"))?;
            let list = row.get("hits").or_else(|| row.get("top_files"));
            let list = list
                .filter(|l| l.is_array())
                .ok_or_else(|| Problem::input("expected a list of scored files").at_field("hits"))?;
            let suspects = ranked(list, &case, source, (input, line), sink);
            let run = runs.of(&row, (input, line), sink)?;
            row::send(run, suspects, (input, line), sink)
        })
    }
}
