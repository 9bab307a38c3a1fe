//! An image mapping, `images.jsonl`: which file holds the image behind which address of which case.

use serde_json::Value;

use crate::base::error::{Problem, Result};
use crate::read::input::Input;
use crate::read::reader::{Head, ImageFrom, ImageLink, Item, Reader, Sink, each};

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
        each(input, sink, &mut |record, sink| {
            let get = |key: &str| record.value.get(key).and_then(Value::as_str).filter(|s| !s.is_empty());
            let wanted = ["instance_id", "url", "file"];
            let [Some(case), Some(source), Some(file)] = wanted.map(get) else {
                let field = wanted.into_iter().find(|k| get(k).is_none()).unwrap_or_default();
                return Err(Problem::input("expected text")
                    .at_field(field)
                    .mend("a record needs instance_id, url and file"));
            };
            let link = ImageLink {
                case: case.to_owned(),
                source: source.to_owned(),
                from: ImageFrom::File(dir.join(file)),
            };
            sink.take(Item::Image(link), input.path(), record.line)
        })
    }
}
