//! Codex CLI: rollout files, and the stream of `codex exec --json`. A turn begins with what the model says or
//! calls after the outputs of the turn before.

mod exec;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use serde_json::Value;

use crate::base::error::Result;
use crate::domain::run::RunInfo;
use crate::domain::trajectory::{Evidence, Kind};
use crate::read::input::Input;
use crate::read::reader::{Head, Reader, Sink, each};

use super::answer::{Ending, Teller};
use super::json::{content, images, opened, text};
use super::shell::Deed;
use super::tape::{Act, Tape};
use super::tools;

/// Reads a rollout, or what `codex exec --json` prints.
#[derive(Debug)]
pub struct Codex;

impl Reader for Codex {
    fn name(&self) -> &'static str {
        "codex"
    }

    fn about(&self) -> &'static str {
        "Codex CLI: rollout-*.jsonl, and the output of codex exec --json"
    }

    fn knows(&self, head: &Head<'_>) -> bool {
        let kind = head.get("type").and_then(Value::as_str).unwrap_or("");
        let rollout = ["session_meta", "response_item", "turn_context", "event_msg"].contains(&kind);
        rollout && head.has(&["payload"]) || is_exec(kind)
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        let case = input.instance();
        let mut story = Story::new(&case, input);
        each(input, sink, &mut |record, _| {
            let kind = text(&record.value, &["type"]).unwrap_or("");
            if is_exec(kind) {
                exec::event(&mut story, kind, &record.value);
            } else {
                story.record(kind, &record.value);
            }
            Ok(())
        })?;
        let source = Some(serde_json::json!({"file": input.name(), "line": 1}));
        let mut teller = Teller::new(input, input.run_of_folder("codex"), "Codex CLI");
        teller.info = RunInfo {
            model: std::mem::take(&mut story.model),
            ..teller.info
        };
        if let Some(act) = &story.message_act {
            story.tape.answered(act);
        }
        let end = Ending {
            finished: story.message_act.is_some(),
            text: story.message,
            exit: story.exit,
            ..Ending::default()
        };
        let trajectory = story.tape.finish(end.exit.clone(), source.clone());
        teller.tell(sink, 1, Some(trajectory), Some(end.suspects(&case, source)))
    }
}

fn is_exec(kind: &str) -> bool {
    let after = kind.strip_prefix("thread.").or_else(|| kind.strip_prefix("turn."));
    let after = after.or_else(|| kind.strip_prefix("item."));
    after.is_some_and(|a| matches!(a, "started" | "completed" | "failed" | "updated"))
}

struct Story {
    tape: Tape,
    /// What the model says next begins a turn.
    fresh: bool,
    open: HashMap<String, Act>,
    model: String,
    /// Last message of the agent.
    message: Option<String>,
    /// Its event, when nothing came after it.
    message_act: Option<Act>,
    exit: Option<String>,
    /// Commands of `codex exec` that have begun.
    begun: HashSet<String>,
}

impl Story {
    fn new(case: &str, input: &Input) -> Self {
        let mut tape = Tape::new("Codex CLI", case).of(input);
        tape.tells_images();
        Self {
            tape,
            fresh: true,
            open: HashMap::new(),
            model: String::new(),
            message: None,
            message_act: None,
            exit: None,
            begun: HashSet::new(),
        }
    }

    /// The model says or calls something.
    fn speaks(&mut self) {
        if self.fresh {
            self.tape.turn();
            self.fresh = false;
        }
        self.message_act = None;
    }

    fn says(&mut self, said: &str) {
        self.speaks();
        self.message_act = Some(self.tape.say(Kind::Think, said));
        self.message = Some(said.to_owned());
    }

    fn record(&mut self, kind: &str, record: &Value) {
        let Some(payload) = record.get("payload") else { return };
        match kind {
            "session_meta" | "turn_context" => {
                self.fresh = true;
                let known = !self.tape.roots.first().is_empty();
                if let Some(cwd) = text(payload, &["cwd"]).filter(|_| !known) {
                    self.tape.root(cwd);
                }
                if let Some(model) = text(payload, &["model"]) {
                    model.clone_into(&mut self.model);
                }
            }
            "compacted" => self.tape.condensed(),
            "event_msg" if text(payload, &["type"]) == Some("turn_aborted") => {
                self.exit = Some(
                    format!("turn_aborted {}", text(payload, &["reason"]).unwrap_or(""))
                        .trim()
                        .to_owned(),
                );
            }
            "response_item" => self.item(payload),
            _ => {}
        }
    }

    fn item(&mut self, item: &Value) {
        match text(item, &["type"]).unwrap_or("") {
            "message" => {
                let parts = item.get("content");
                self.tape.images(images(parts));
                if text(item, &["role"]) == Some("assistant") {
                    self.says(&content(parts));
                }
            }
            "reasoning" => {
                self.speaks();
                let summary = content(item.get("summary")).into_owned();
                if !summary.is_empty() {
                    self.tape.say(Kind::Think, &summary);
                }
            }
            "compaction" => self.tape.condensed(),
            "web_search_call" => {
                self.speaks();
                let action = item.get("action").unwrap_or(item);
                let deed = Deed {
                    kind: Kind::Web,
                    query: text(action, &["query", "url"]).map(str::to_owned),
                    ..Deed::default()
                };
                self.tape
                    .deed(deed, Evidence::Explicit, &tools::brief("web_search", action));
            }
            "function_call" | "custom_tool_call" => {
                self.speaks();
                let name = text(item, &["name"]).unwrap_or("");
                let given = item.get("arguments").or_else(|| item.get("input"));
                let args = opened(given)
                    .filter(|a| a.is_object())
                    .or_else(|| given.map(Cow::Borrowed));
                let cwd = self.tape.cwd.clone();
                let act = tools::call(
                    &mut self.tape,
                    name,
                    args.as_deref().unwrap_or(&Value::Null),
                    Some(&cwd),
                );
                self.keep(item, act);
            }
            "local_shell_call" => {
                self.speaks();
                let action = item.get("action").unwrap_or(item);
                let cwd = text(action, &["working_directory"]).map_or_else(|| self.tape.cwd.clone(), str::to_owned);
                let act = tools::call(&mut self.tape, "local_shell", action, Some(&cwd));
                self.keep(item, act);
            }
            "function_call_output" | "custom_tool_call_output" | "local_shell_call_output" => {
                self.fresh = true;
                self.tape.images(images(item.get("output")));
                let act = text(item, &["call_id"]).and_then(|id| self.open.remove(id));
                if let Some(act) = act {
                    let (code, output) = output(item.get("output"));
                    self.tape.outcome(&act, code.map(|c| c == 0), &output);
                }
            }
            _ => {}
        }
    }

    fn keep(&mut self, item: &Value, act: Act) {
        if let Some(id) = text(item, &["call_id", "id"]) {
            self.open.insert(id.to_owned(), act);
        }
    }
}

/// Exit code and text of an output in any of its forms.
fn output(value: Option<&Value>) -> (Option<i64>, Cow<'_, str>) {
    let plain = content(value);
    let Some(Value::String(raw)) = value else {
        return (None, plain);
    };
    if raw.starts_with('{')
        && let Ok(Value::Object(mut inner)) = serde_json::from_str::<Value>(raw)
    {
        let code = inner
            .get("metadata")
            .and_then(|m| m.get("exit_code"))
            .and_then(Value::as_i64);
        if let Some(Value::String(text)) = inner.remove("output") {
            return (code, Cow::Owned(text));
        }
    }
    let number = |after: &str| -> Option<i64> {
        let digits = after
            .trim_start()
            .split(|c: char| !c.is_ascii_digit() && c != '-')
            .next()?;
        digits.parse().ok()
    };
    let cut = raw
        .rfind("\"exit_code\":")
        .and_then(|at| raw.get(at + 12..))
        .filter(|_| raw.starts_with('{'));
    let start = raw.get(..raw.floor_char_boundary(400)).unwrap_or("");
    let said = ["Exit code:", "exited with code", "exit code:"]
        .iter()
        .find_map(|m| start.split_once(m));
    (cut.or_else(|| said.map(|(_, after)| after)).and_then(number), plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_in_all_forms() {
        let of = |v: Value| {
            let (code, text) = output(Some(&v));
            (code, text.into_owned())
        };
        assert_eq!(
            of("{\"output\":\"x\",\"metadata\":{\"exit_code\":2}}".into()),
            (Some(2), "x".into())
        );
        assert_eq!(
            of("{\"output\":\"x\",\"metadata\":{\"exit_code\":1,\"dur…".into()).0,
            Some(1)
        );
        assert_eq!(of("Exit code: 0\nWall time: 1\nOutput:\nx".into()).0, Some(0));
        assert_eq!(of("Process exited with code 127\n".into()).0, Some(127));
        assert_eq!(
            of(serde_json::json!([{"type": "input_text", "text": "x"}])),
            (None, "x".into())
        );
    }
}
