//! AweAgent (SearchSWE, BeyondSWE): `trajectories.jsonl`, and `results.jsonl`, which tells only how runs ended.
//! Harbor's `agent/trajectory.json` has the same parts under other names.

use serde_json::Value;

use crate::base::error::{Problem, Result};
use crate::domain::run::Suspects;
use crate::domain::trajectory::Kind;
use crate::read::input::{Input, Record};
use crate::read::reader::{Head, Reader, Sink, each};

use super::answer::{Ending, Teller, verdict};
use super::json::{content, images, opened, text};
use super::tape::{Act, Tape};
use super::tools;

/// Reads rows with `trajectory[].action`, results of them, and the steps of Harbor.
#[derive(Debug)]
pub struct AweAgent;

impl Reader for AweAgent {
    fn name(&self) -> &'static str {
        "aweagent"
    }

    fn about(&self) -> &'static str {
        "AweAgent (BeyondSWE) trajectories.jsonl and results.jsonl; Harbor agent/trajectory.json"
    }

    fn knows(&self, head: &Head<'_>) -> bool {
        let steps = head.get("trajectory").and_then(Value::as_array);
        let step = steps.and_then(|s| s.first()).and_then(|s| s.pointer("/action/type"));
        let results = head.has(&["instance_id", "finish_reason", "success"]) && steps.is_none();
        (step.is_some() && head.has(&["instance_id"])) || results || is_harbor(head)
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        if is_harbor(&input.head()?) {
            return harbor(input, sink);
        }
        let mut teller = Teller::new(input, input.run(), "AweAgent");
        let mut bare = false;
        each(input, sink, &mut |record, sink| {
            bare |= record.value.get("trajectory").is_none();
            row(&record, &mut teller, sink)
        })?;
        if bare {
            sink.note(
                Problem::input("rows without a trajectory tell only how the run ended")
                    .in_file(input.path())
                    .mend("import trajectories.jsonl for what was answered"),
            );
        }
        Ok(())
    }
}

fn is_harbor(head: &Head<'_>) -> bool {
    let steps = head.get("steps").and_then(Value::as_array).and_then(|s| s.first());
    head.has(&["agent", "steps"]) && steps.is_some_and(|s| s.get("step_id").is_some() && s.get("source").is_some())
}

fn row(record: &Record, teller: &mut Teller<'_>, sink: &mut dyn Sink) -> Result<()> {
    let row = &record.value;
    let Some(case) = text(row, &["instance_id"]) else {
        return Err(Problem::input("expected the id of the case").at_field("instance_id"));
    };
    let source = Some(record.source(teller.input));
    let reason = text(row, &["finish_reason"]).map(str::to_owned);
    let error = text(row, &["error"]).filter(|e| !e.is_empty());
    let exit = error.map(str::to_owned).or(reason);
    let Some(steps) = row.get("trajectory").and_then(Value::as_array) else {
        // Only what went wrong is known; an answer would be elsewhere.
        let bad = exit.as_deref().and_then(verdict);
        let suspects = bad.map(|status| Suspects {
            status,
            exit_status: exit,
            source,
            ..Suspects::missing(case)
        });
        return teller.tell(sink, record.line, None, suspects);
    };
    let mut tape = Tape::new("AweAgent", case).of(teller.input);
    tape.tells_images();
    let mut said = None;
    for entry in steps {
        tape.turn();
        let action = entry.get("action").unwrap_or(entry);
        let calls = action.get("tool_calls").and_then(Value::as_array);
        let words = content(action.get("content"));
        let mut acts = Vec::new();
        for call in calls.into_iter().flatten() {
            acts.push(self::call(&mut tape, call, &mut said));
        }
        if acts.is_empty() {
            let finish = text(action, &["type"]) == Some("finish");
            tape.say(if finish { Kind::Answer } else { Kind::Think }, &words);
            if finish {
                said = Some(words.into_owned());
            }
        }
        let outputs = entry.get("observations").and_then(Value::as_array);
        for (act, output) in acts.iter().zip(outputs.into_iter().flatten()) {
            tape.images(images(Some(output)));
            tape.outcome(act, None, &content(Some(output)));
        }
    }
    let patch = text(row, &["patch"]).map(str::to_owned);
    let end = Ending {
        finished: said.is_some() || patch.as_deref().is_some_and(|p| !p.trim().is_empty()),
        patch,
        text: said.filter(|t| !t.is_empty()),
        exit,
        mended: Vec::new(),
    };
    let trajectory = tape.finish(end.exit.clone(), source.clone());
    teller.tell(sink, record.line, Some(trajectory), Some(end.suspects(case, source)))
}

/// One call in the form of OpenAI; keeps the text of a finish.
fn call(tape: &mut Tape, call: &Value, said: &mut Option<String>) -> Act {
    let function = call.get("function").unwrap_or(call);
    let name = text(function, &["name", "function_name"]).unwrap_or("");
    let args = opened(function.get("arguments"));
    let null = Value::Null;
    let args = args.as_deref().unwrap_or(&null);
    if name == "finish" {
        *said = Some(
            text(args, &["message", "answer", "result", "output"])
                .unwrap_or("")
                .to_owned(),
        );
    }
    tools::call(tape, name, args, None)
}

/// A run of Harbor: steps of the agent with their calls and results.
fn harbor(input: &Input, sink: &mut dyn Sink) -> Result<()> {
    let run = input.document()?;
    let case = input.instance();
    let system = run.pointer("/agent/name").and_then(Value::as_str).unwrap_or("Harbor");
    let mut tape = Tape::new(system, &case).of(input);
    tape.tells_images();
    let mut said = None;
    for entry in run.get("steps").and_then(Value::as_array).into_iter().flatten() {
        tape.images(images(entry.get("message")));
        if text(entry, &["source"]) != Some("agent") {
            continue;
        }
        tape.turn();
        let calls = entry.get("tool_calls").and_then(Value::as_array);
        let mut acts: Vec<(&str, Act)> = Vec::new();
        for call in calls.into_iter().flatten() {
            let act = self::call(&mut tape, call, &mut said);
            acts.push((text(call, &["tool_call_id"]).unwrap_or(""), act));
        }
        if acts.is_empty() {
            let words = content(entry.get("message"));
            tape.say(Kind::Think, &words);
            said = Some(words.into_owned());
        }
        let results = entry.pointer("/observation/results").and_then(Value::as_array);
        for (n, result) in results.into_iter().flatten().enumerate() {
            let id = text(result, &["source_call_id"]);
            let act = acts.iter().find(|(i, _)| Some(*i) == id).or_else(|| acts.get(n));
            if let Some((_, act)) = act {
                tape.outcome(act, None, &content(result.get("content")));
            }
        }
    }
    let source = Some(serde_json::json!({"file": input.name(), "line": 1}));
    let mut teller = Teller::new(input, input.run_of_folder("harbor"), system);
    let model = run.pointer("/agent/model_name").and_then(Value::as_str);
    model.unwrap_or("").clone_into(&mut teller.info.model);
    let end = Ending {
        finished: said.is_some(),
        text: said.filter(|t| !t.is_empty()),
        ..Ending::default()
    };
    let trajectory = tape.finish(None, source.clone());
    teller.tell(sink, 1, Some(trajectory), Some(end.suspects(&case, source)))
}
