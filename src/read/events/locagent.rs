//! LocAgent: `loc_trajs.jsonl`. Of several samples for a case the first is taken.

use serde_json::Value;

use crate::base::error::{Problem, Result};
use crate::read::input::Input;
use crate::read::reader::{Head, Reader, Sink, each};

use super::answer::{Ending, Teller, answers};
use super::chat;
use super::json::text;
use super::tape::Tape;

/// Reads rows with `loc_trajs.trajs[].messages`.
#[derive(Debug)]
pub struct LocAgentTrajs;

impl Reader for LocAgentTrajs {
    fn name(&self) -> &'static str {
        "locagent-trajs"
    }

    fn about(&self) -> &'static str {
        "LocAgent loc_trajs.jsonl: what was read and searched on the way"
    }

    fn knows(&self, head: &Head<'_>) -> bool {
        head.has(&["loc_trajs", "instance_id"]) || head.has(&["trajs", "instance_id"])
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        let mut teller = Teller::new(input, input.run(), "LocAgent");
        let mut left = 0;
        each(input, sink, &mut |record, sink| {
            let row = &record.value;
            let Some(case) = text(row, &["instance_id"]) else {
                return Err(Problem::input("expected the id of the case").at_field("instance_id"));
            };
            let trajs = row.pointer("/loc_trajs/trajs").or_else(|| row.get("trajs"));
            let trajs = trajs.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
            left += trajs.len().saturating_sub(1);
            let messages = trajs.first().and_then(|t| t.get("messages")).and_then(Value::as_array);
            let Some(messages) = messages else {
                return Err(Problem::input("expected messages of at least one sample").at_field("loc_trajs"));
            };
            let mut tape = Tape::new("LocAgent", case).of(input);
            let last = chat::walk(&mut tape, messages);
            let source = Some(record.source(input));
            // Its own answers stand in loc_outputs; only the submit tool of MM-IssueLoc answers here.
            let suspects = last.filter(|t| answers(t)).map(|text| {
                let end = Ending {
                    text: Some(text),
                    finished: true,
                    ..Ending::default()
                };
                end.suspects(case, source.clone())
            });
            let trajectory = tape.finish(None, source);
            teller.tell(sink, record.line, Some(trajectory), suspects)
        })?;
        if left > 0 {
            sink.note(
                Problem::input(format!(
                    "of several samples for a case the first was taken; {left} were left out"
                ))
                .in_file(input.path()),
            );
        }
        Ok(())
    }
}
