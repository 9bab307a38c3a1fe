//! OpenHands SDK (from 1.0): `output.jsonl` of its benchmarks, attempts of a critic, exported events, and a
//! conversation on disk, which `base_state.json` stands for. A turn is one response of the model.

use std::collections::HashMap;

use serde_json::Value;

use crate::base::error::{Problem, Result};
use crate::domain::trajectory::{Kind, Trajectory};
use crate::read::input::Input;
use crate::read::reader::{Head, Reader, Sink, each};

use super::answer::{Ending, Teller};
use super::json::{content, images, opened, text};
use super::openhands::folder;
use super::tape::{Act, Tape};
use super::tools;

const SYSTEM: &str = "OpenHands SDK";

/// Reads events with `kind` and `source`.
#[derive(Debug)]
pub struct OpenHandsSdk;

impl Reader for OpenHandsSdk {
    fn name(&self) -> &'static str {
        "openhands-sdk"
    }

    fn about(&self) -> &'static str {
        "OpenHands SDK: output.jsonl, attempts of a critic, events.jsonl, base_state.json with its events"
    }

    fn knows(&self, head: &Head<'_>) -> bool {
        let history = head.get("history").and_then(Value::as_array);
        let row = history.and_then(|h| h.first()).is_some_and(|e| e.get("kind").is_some());
        let event = head.has(&["kind", "source", "timestamp"]);
        row || event || is_state(head)
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        let head = input.head()?;
        if is_state(&head) {
            return conversation(input, sink);
        }
        if head.has(&["history"]) {
            return rows(input, sink);
        }
        // One event of a conversation, which is read as a whole from its state.
        let whole = input
            .path()
            .parent()
            .and_then(|p| p.parent())
            .map(|p| p.join("base_state.json"));
        if input.name().starts_with("event-") && whole.is_some_and(|p| p.exists()) {
            return Ok(());
        }
        let case = input.instance();
        let mut story = Story::new(&case, input);
        each(input, sink, &mut |record, _| {
            story.event(&record.value);
            Ok(())
        })?;
        let source = Some(serde_json::json!({"file": input.name(), "line": 1}));
        let mut teller = Teller::new(input, input.run(), SYSTEM);
        let (trajectory, end) = story.end(source.clone());
        teller.tell(sink, 1, Some(trajectory), Some(end.suspects(&case, source)))
    }
}

fn is_state(head: &Head<'_>) -> bool {
    head.has(&["agent", "workspace"]) && (head.has(&["execution_status"]) || head.has(&["persistence_dir"]))
}

/// Rows of `output.jsonl`.
fn rows(input: &Input, sink: &mut dyn Sink) -> Result<()> {
    let stem = input.stem();
    let attempt = stem.split_once("critic_attempt_").map(|(_, n)| n);
    let run = match attempt {
        Some(n) => crate::read::input::run_name(&format!("{}-attempt-{n}", input.run_of_folder("openhands-sdk"))),
        None => input.run(),
    };
    let mut teller = Teller::new(input, run, SYSTEM);
    each(input, sink, &mut |record, sink| {
        let row = &record.value;
        let Some(case) = text(row, &["instance_id"]) else {
            return Err(Problem::input("expected the id of the case").at_field("instance_id"));
        };
        let Some(history) = row.get("history").and_then(Value::as_array) else {
            return Err(Problem::input("expected a list of events").at_field("history"));
        };
        if teller.info.model.is_empty() {
            let model = row.pointer("/metadata/llm/model").and_then(Value::as_str);
            model.unwrap_or("").clone_into(&mut teller.info.model);
        }
        let mut story = Story::new(case, input);
        story
            .tape
            .root(folder(text(row, &["instruction"]).unwrap_or("")).unwrap_or(""));
        for event in history {
            story.event(event);
        }
        let source = Some(record.source(input));
        let (trajectory, mut end) = story.end(source.clone());
        end.patch = row
            .pointer("/test_result/git_patch")
            .and_then(Value::as_str)
            .map(str::to_owned);
        if let Some(error) = text(row, &["error"]).filter(|e| !e.is_empty()) {
            end.exit = Some(error.to_owned());
        }
        let suspects = end.suspects(case, source);
        teller.tell(sink, record.line, Some(trajectory), Some(suspects))
    })
}

/// A conversation on disk: the files of `events/` in the order of their names.
fn conversation(input: &Input, sink: &mut dyn Sink) -> Result<()> {
    let state = input.document()?;
    let events = input.path().parent().map(|p| p.join("events")).unwrap_or_default();
    if !events.is_dir() {
        return Err(
            Problem::input("no events/ folder beside it: the conversation is not here")
                .in_file(input.path())
                .mend("copy the whole folder of the conversation, events/ with it"),
        );
    }
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&events).map_err(|e| Problem::io("list", &events, &e))? {
        let path = entry.map_err(|e| Problem::io("list", &events, &e))?.path();
        let name = path
            .file_name()
            .map(|n| n.to_string_lossy().into_owned())
            .unwrap_or_default();
        let json = path.extension().is_some_and(|e| e == "json");
        if name.starts_with("event-") && json {
            files.push(path);
        }
    }
    files.sort();
    let stem = input.instance();
    let folder = input
        .path()
        .parent()
        .and_then(|p| p.file_name())
        .map(|n| n.to_string_lossy().into_owned());
    let case = if stem == input.stem() {
        folder.unwrap_or(stem)
    } else {
        stem
    };
    let mut story = Story::new(&case, input);
    let root = state.pointer("/workspace/working_dir").and_then(Value::as_str);
    story.tape.root(root.unwrap_or(""));
    for path in files {
        let file = input.beside(&path);
        match file.document() {
            Ok(event) => story.event(&event),
            Err(p) => sink.refuse(p)?,
        }
    }
    let source = Some(serde_json::json!({"file": input.name(), "line": 1}));
    let mut teller = Teller::new(input, input.run_of_folder("openhands-sdk"), SYSTEM);
    let model = state.pointer("/agent/llm/model").and_then(Value::as_str);
    model.unwrap_or("").clone_into(&mut teller.info.model);
    let (trajectory, end) = story.end(source.clone());
    teller.tell(sink, 1, Some(trajectory), Some(end.suspects(&case, source)))
}

struct Story {
    tape: Tape,
    response: Option<String>,
    open: HashMap<String, Act>,
    answer: Option<String>,
    message: Option<String>,
    exit: Option<String>,
}

impl Story {
    fn new(case: &str, input: &Input) -> Self {
        let mut tape = Tape::new(SYSTEM, case).of(input);
        tape.tells_images();
        Self {
            tape,
            response: None,
            open: HashMap::new(),
            answer: None,
            message: None,
            exit: None,
        }
    }

    fn turn(&mut self, event: &Value) {
        let response = text(event, &["llm_response_id"]);
        if response.is_none() || response != self.response.as_deref() {
            self.tape.turn();
        }
        self.response = response.map(str::to_owned);
    }

    fn event(&mut self, event: &Value) {
        match text(event, &["kind"]).unwrap_or("") {
            "ActionEvent" => self.action(event),
            "ObservationEvent" | "AgentErrorEvent" | "UserRejectObservation" => self.observation(event),
            "MessageEvent" => {
                let message = event.get("llm_message");
                let parts = message.and_then(|m| m.get("content"));
                self.tape.images(images(parts));
                if text(event, &["source"]) == Some("agent") {
                    self.turn(event);
                    let said = content(parts).into_owned();
                    self.tape.say(Kind::Think, &said);
                    self.message = Some(said);
                }
            }
            "Condensation" => self.tape.condensed(),
            "ConversationErrorEvent" => self.exit = text(event, &["code", "detail"]).map(str::to_owned),
            "ConversationStateUpdateEvent" if text(event, &["key"]) == Some("execution_status") => {
                let bad = text(event, &["value"]).filter(|v| matches!(*v, "error" | "stuck"));
                self.exit = bad.map(str::to_owned).or_else(|| self.exit.take());
            }
            _ => {}
        }
    }

    fn action(&mut self, event: &Value) {
        self.turn(event);
        let action = event.get("action").filter(|a| a.is_object());
        let given = opened(event.pointer("/tool_call/arguments"));
        let args = action
            .map(|a| a.get("data").filter(|d| d.is_object()).unwrap_or(a))
            .or(given.as_deref());
        let kind = action.and_then(|a| text(a, &["kind"])).unwrap_or("");
        let named = text(event, &["tool_name"]).or_else(|| event.pointer("/tool_call/name")?.as_str());
        let name = named
            .filter(|n| !n.is_empty())
            .map_or_else(|| plain(kind), str::to_owned);
        let empty = Value::Null;
        let act = tools::call(&mut self.tape, &name, args.unwrap_or(&empty), None);
        if kind == "FinishAction" || name == "finish" {
            let message = args.and_then(|a| text(a, &["message"])).unwrap_or("");
            self.answer = Some(message.to_owned());
        }
        if action.is_none() {
            // It could not be run.
            self.tape.outcome(&act, Some(false), "");
        }
        for key in ["id", "tool_call_id"] {
            if let Some(id) = text(event, &[key]) {
                self.open.insert(id.to_owned(), act.clone());
            }
        }
    }

    fn observation(&mut self, event: &Value) {
        let ids = ["action_id", "tool_call_id"];
        let Some(act) = ids.iter().find_map(|k| self.open.remove(text(event, &[k])?)) else {
            return;
        };
        let observation = event.get("observation").unwrap_or(event);
        let parts = observation.get("content").or_else(|| observation.get("error"));
        self.tape.images(images(parts));
        let output = content(parts);
        let code = observation.get("exit_code").and_then(Value::as_i64);
        let code = code
            .or_else(|| observation.pointer("/metadata/exit_code")?.as_i64())
            .filter(|c| *c >= 0);
        let error = observation.get("is_error").and_then(Value::as_bool) == Some(true)
            || text(event, &["kind"]) != Some("ObservationEvent");
        let ok = if error { Some(false) } else { code.map(|c| c == 0) };
        self.tape.outcome(&act, ok, &output);
        let folder = observation.pointer("/metadata/working_dir").and_then(Value::as_str);
        if let Some(folder) = folder.filter(|f| f.starts_with('/')) {
            folder.clone_into(&mut self.tape.cwd);
        }
    }

    fn end(self, source: Option<Value>) -> (Trajectory, Ending) {
        let end = Ending {
            finished: self.answer.is_some() || self.message.is_some(),
            text: self.answer.or(self.message).filter(|t| !t.is_empty()),
            exit: self.exit,
            ..Ending::default()
        };
        (self.tape.finish(end.exit.clone(), source), end)
    }
}

/// `FileEditorAction` → `file_editor`.
fn plain(kind: &str) -> String {
    let mut out = String::new();
    for c in kind.strip_suffix("Action").unwrap_or(kind).chars() {
        if c.is_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}
