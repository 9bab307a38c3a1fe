//! OpenHands up to 0.6x: `output.jsonl` and rows of its resolver, in three generations of `history` (pairs, flat,
//! `args` and `extras`). A turn is an action of the agent.

mod actions;

use std::collections::HashMap;

use serde_json::Value;

use crate::base::error::{Problem, Result};
use crate::domain::run::Suspects;
use crate::domain::trajectory::{Kind, Trajectory};
use crate::read::input::{Input, Record};
use crate::read::reader::{Head, Reader, Sink, each};

use super::answer::{Ending, Teller};
use super::json::{images, text};
use super::tape::{Act, Tape};

/// Reads rows with `history` of actions and observations.
#[derive(Debug)]
pub struct OpenHands;

impl Reader for OpenHands {
    fn name(&self) -> &'static str {
        "openhands"
    }

    fn about(&self) -> &'static str {
        "OpenHands output.jsonl up to version 0.6x, and rows of its resolver"
    }

    fn knows(&self, head: &Head<'_>) -> bool {
        let history = head.get("history").and_then(Value::as_array);
        let new = history.and_then(|h| h.first()).is_some_and(|e| e.get("kind").is_some());
        let row = head.has(&["test_result"]) || head.has(&["issue", "git_patch"]);
        row && history.is_some() && !new
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        let mut teller = Teller::new(input, input.run(), "OpenHands");
        each(input, sink, &mut |record, sink| {
            let line = record.line;
            if teller.info.model.is_empty() {
                let model = record
                    .value
                    .pointer("/metadata/llm_config/model")
                    .and_then(Value::as_str);
                model.unwrap_or("").clone_into(&mut teller.info.model);
            }
            let (trajectory, suspects) = row(&record, input)?;
            teller.tell(sink, line, Some(trajectory), Some(suspects))
        })
    }
}

/// Id of the row's case; a row of the resolver has an issue instead.
fn case_of(row: &Value) -> Option<String> {
    if let Some(id) = text(row, &["instance_id"]).filter(|id| !id.is_empty()) {
        return Some(id.to_owned());
    }
    let issue = row.get("issue")?;
    let number = issue.get("number")?.as_u64()?;
    Some(format!(
        "{}__{}-{number}",
        text(issue, &["owner"])?,
        text(issue, &["repo"])?
    ))
}

fn row(record: &Record, input: &Input) -> Result<(Trajectory, Suspects)> {
    let row = &record.value;
    let Some(case) = case_of(row) else {
        return Err(
            Problem::input("expected the id of the case, or an issue with owner, repo and number")
                .at_field("instance_id"),
        );
    };
    let Some(history) = row.get("history").and_then(Value::as_array) else {
        return Err(Problem::input("expected a list of actions and observations").at_field("history"));
    };
    let mut tape = Tape::new("OpenHands", &case).of(input);
    if let Some(folder) = folder(text(row, &["instruction"]).unwrap_or("")) {
        tape.root(folder);
    }
    tape.tells_images();
    let answer = walk(&mut tape, history);
    let patch = text(row, &["git_patch"]).or_else(|| row.pointer("/test_result/git_patch")?.as_str());
    let error = text(row, &["error"]).filter(|e| !e.is_empty());
    let end = Ending {
        patch: patch.map(str::to_owned),
        finished: answer.is_some(),
        text: answer.filter(|t| !t.is_empty()),
        exit: error.map(str::to_owned),
        mended: Vec::new(),
    };
    let source = Some(record.source(input));
    let trajectory = tape.finish(end.exit.clone(), source.clone());
    Ok((trajectory, end.suspects(&case, source)))
}

/// The folder that the instruction names.
pub(super) fn folder(instruction: &str) -> Option<&str> {
    let listed = instruction
        .split_once("<uploaded_files>")
        .and_then(|(_, r)| r.split_once("</uploaded_files>"));
    if let Some((folder, _)) = listed {
        return folder.trim().lines().next();
    }
    let (_, rest) = instruction.split_once("repository in ")?;
    rest.split(|c: char| c.is_whitespace() || c == '.' || c == ',')
        .next()
        .filter(|f| f.starts_with('/'))
}

/// Goes through a history; the text of the last answer, when one was given.
fn walk(tape: &mut Tape, history: &[Value]) -> Option<String> {
    let mut answer = None;
    let mut by_id: HashMap<i64, Act> = HashMap::new();
    let mut open: Option<Act> = None;
    let mut response = None;
    // A pair is an action and its observation.
    let events = history.iter().flat_map(|e| match e {
        Value::Array(pair) => pair.iter().collect::<Vec<_>>(),
        one => vec![one],
    });
    for event in events {
        tape.images(image_urls(event));
        let Some(action) = text(event, &["action"]) else {
            let cause = event.get("cause").and_then(Value::as_i64);
            let act = match cause {
                Some(cause) => by_id.remove(&cause),
                None => None,
            };
            if let Some(act) = act.or_else(|| open.take()) {
                actions::observed(tape, event, &act);
                open = None;
            }
            continue;
        };
        if action == "condensation" {
            tape.condensed();
        }
        let agent = text(event, &["source"]).is_none_or(|s| s == "agent");
        let idle = [
            "system",
            "message",
            "recall",
            "condensation",
            "condensation_request",
            "change_agent_state",
            "null",
        ];
        if !agent || idle.contains(&action) {
            continue;
        }
        let calls = event
            .pointer("/tool_call_metadata/total_calls_in_response")
            .and_then(Value::as_u64);
        let id = event
            .pointer("/tool_call_metadata/model_response/id")
            .and_then(Value::as_str);
        let same = calls.is_some_and(|n| n > 1) && id.is_some() && id == response;
        response = id;
        if !same {
            tape.turn();
        }
        let act = actions::done(tape, action, event);
        if matches!(action, "finish" | "reject") {
            answer = Some(actions::final_text(event).to_owned());
        }
        if let Some(id) = event.get("id").and_then(Value::as_i64) {
            by_id.insert(id, act.clone());
        }
        open = Some(act);
    }
    answer
}

fn image_urls(event: &Value) -> u32 {
    let args = event.get("args").or_else(|| event.get("extras")).unwrap_or(event);
    let lists = ["image_urls", "images_urls"]
        .iter()
        .filter_map(|k| args.get(*k)?.as_array());
    let urls: usize = lists.map(Vec::len).sum();
    crate::base::num::small(urls).saturating_add(images(event.get("content")))
}

/// A thought or an answer needs no text to be one.
pub(super) fn kind_of_talk(action: &str) -> Option<Kind> {
    match action {
        "think" | "task_tracking" => Some(Kind::Think),
        "finish" | "reject" => Some(Kind::Answer),
        _ => None,
    }
}
