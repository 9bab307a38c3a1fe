//! An image mapping, `images.jsonl`: which file holds the image behind which address of which case.

use serde_json::Value;

use crate::base::error::{Problem, Result};
use crate::read::input::Input;
use crate::read::reader::{Head, ImageLink, Item, Reader, Sink};

/// Reads `{"instance_id", "url", "file"}` records; files are relative to the mapping.
#[derive(Debug)]
pub struct Images;

impl Reader for Images {
    fn name(&self) -> &'static str {
        "images"
    }

    fn about(&self) -> &'static str {
        "image mapping: instance_id, url, file (relative to the mapping)"
    }

    fn knows(&self, head: &Head<'_>) -> bool {
        head.has(&["instance_id", "url", "file"])
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        let dir = input.path().parent().map(std::path::Path::to_owned).unwrap_or_default();
        let mut refused: Vec<Problem> = Vec::new();
        input.records(
            &mut |record| {
                let get = |key: &str| record.value.get(key).and_then(Value::as_str).filter(|s| !s.is_empty());
                match (get("instance_id"), get("url"), get("file")) {
                    (Some(case), Some(source), Some(file)) => {
                        let link = ImageLink {
                            case: case.to_owned(),
                            source: source.to_owned(),
                            file: dir.join(file),
                        };
                        sink.take(Item::Image(link), input.path(), record.line)
                    }
                    (case, url, _) => {
                        let field = if case.is_none() {
                            "instance_id"
                        } else if url.is_none() {
                            "url"
                        } else {
                            "file"
                        };
                        sink.refuse(
                            Problem::input("expected text")
                                .in_file(input.path())
                                .at_line(record.line)
                                .at_field(field)
                                .mend("a record needs instance_id, url and file"),
                        )
                    }
                }
            },
            &mut |p| {
                refused.push(p);
                Ok(())
            },
        )?;
        refused.into_iter().try_for_each(|p| sink.refuse(p))
    }
}
