//! mini-swe-agent: version 2, version 1 (commands only in a fence), and the bare list of messages. A turn is a
//! message of the assistant; every command runs in a shell of its own.

use serde_json::Value;

use crate::base::error::{Problem, Result};
use crate::domain::trajectory::Kind;
use crate::read::input::{Form, Input};
use crate::read::reader::{Head, Reader, Sink};

use super::answer::{Ending, Teller};
use super::json::{content, images, opened, text};
use super::tape::{Act, Tape};

const MARKERS: [&str; 2] = ["COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT", "MINI_SWE_AGENT_FINAL_OUTPUT"];

/// Reads one `<id>.traj.json`.
#[derive(Debug)]
pub struct MiniSweAgent;

impl Reader for MiniSweAgent {
    fn name(&self) -> &'static str {
        "mini-swe-agent"
    }

    fn about(&self) -> &'static str {
        "mini-swe-agent trajectories (.traj.json), with or without their wrapper"
    }

    fn knows(&self, head: &Head<'_>) -> bool {
        let document = head.document.as_ref();
        let of = |key: &str| document.and_then(|d| d.get(key));
        let format = of("trajectory_format")
            .and_then(Value::as_str)
            .is_some_and(|f| f.starts_with("mini-swe-agent"));
        let info = of("info").is_some_and(|i| i.get("exit_status").is_some() || i.get("mini_version").is_some());
        format
            || (info && of("messages").is_some_and(Value::is_array))
            || (head.form == Form::List && head.has(&["role", "content"]))
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        let run = input.document()?;
        let Some(messages) = run.as_array().or_else(|| run.get("messages")?.as_array()) else {
            return Err(Problem::input("expected a list of messages")
                .in_file(input.path())
                .at_field("messages"));
        };
        let case = text(&run, &["instance_id"]).map_or_else(|| input.instance(), str::to_owned);
        let mut tape = Tape::new("mini-swe-agent", &case).of(input);
        let folder = run.pointer("/info/config/environment/cwd").and_then(Value::as_str);
        tape.root(folder.unwrap_or(""));
        tape.tells_images();
        let seen = walk(&mut tape, messages);
        let info = |key: &str| {
            run.get("info")
                .and_then(|i| i.get(key))
                .and_then(Value::as_str)
                .map(str::to_owned)
        };
        let end = ending(seen, info("exit_status"), info("submission"));
        let source = Some(serde_json::json!({"file": input.name(), "line": 1}));
        let mut teller = Teller::new(input, input.run_of_folder("mini-swe-agent"), "mini-swe-agent");
        let model = run.pointer("/info/config/model/model_name").and_then(Value::as_str);
        model.unwrap_or("").clone_into(&mut teller.info.model);
        let trajectory = tape.finish(end.exit.clone(), source.clone());
        teller.tell(sink, 1, Some(trajectory), Some(end.suspects(&case, source)))
    }
}

/// What the messages say about the end.
#[derive(Default)]
struct Seen {
    exit: Option<String>,
    submission: Option<String>,
    /// What stood after the marker in a bare list.
    after_marker: Option<String>,
    /// The marker was printed by a command that failed.
    marker_failed: bool,
}

fn ending(seen: Seen, exit: Option<String>, submission: Option<String>) -> Ending {
    let exit = exit.filter(|e| !e.is_empty()).or(seen.exit);
    let submission = submission.filter(|s| !s.is_empty()).or(seen.submission);
    let handed_in = exit.as_deref().map(|e| e.eq_ignore_ascii_case("submitted"));
    let mut end = Ending {
        finished: handed_in.unwrap_or_else(|| seen.after_marker.is_some()),
        exit,
        ..Ending::default()
    };
    let text = submission.or(seen.after_marker);
    if let Some(text) = text.filter(|t| end.finished || !t.trim().is_empty()) {
        end.submitted(text);
    }
    if seen.marker_failed && !end.finished {
        end.mended.push("marker printed, file missing".to_owned());
    }
    end
}

fn walk(tape: &mut Tape, messages: &[Value]) -> Seen {
    let mut seen = Seen::default();
    let mut open: Vec<(Option<String>, Act, bool)> = Vec::new();
    for message in messages {
        match text(message, &["role"]).unwrap_or("") {
            "assistant" => {
                tape.turn();
                open = turn(tape, message);
                open.reverse();
            }
            "system" => {}
            "exit" => {
                let of = |key: &str| {
                    message
                        .pointer(&format!("/extra/{key}"))
                        .and_then(Value::as_str)
                        .map(str::to_owned)
                };
                seen.exit = of("exit_status");
                seen.submission = of("submission").or_else(|| Some(content(message.get("content")).into_owned()));
            }
            _ => {
                tape.images(images(message.get("content")));
                let id = text(message, &["tool_call_id"]);
                let at = id.and_then(|id| open.iter().position(|(i, ..)| i.as_deref() == Some(id)));
                let found = match at {
                    Some(at) => Some(open.remove(at)),
                    None => open.pop(),
                };
                if let Some((_, act, marked)) = found {
                    answer(tape, message, &act, marked, &mut seen);
                }
            }
        }
    }
    seen
}

fn answer(tape: &mut Tape, message: &Value, act: &Act, marked: bool, seen: &mut Seen) {
    let whole = content(message.get("content"));
    let code = message.pointer("/extra/returncode").and_then(Value::as_i64);
    let (inner_code, inner) = unwrapped(&whole);
    let code = code.or(inner_code);
    let output = message
        .pointer("/extra/raw_output")
        .and_then(Value::as_str)
        .unwrap_or(inner);
    let ok = if output.contains("action was not executed") {
        Some(false)
    } else {
        code.map(|c| c == 0)
    };
    if marked {
        let first = output.trim_start().lines().next().unwrap_or("");
        if code.is_some_and(|c| c != 0) {
            seen.marker_failed = true;
        } else if code.is_none() {
            let rest = if MARKERS.contains(&first.trim()) {
                output.trim_start().split_once('\n').map_or("", |p| p.1)
            } else {
                output
            };
            seen.after_marker = Some(rest.to_owned());
            return;
        }
    }
    tape.outcome(act, ok, output);
}

/// `<returncode>0</returncode>\n<output>…</output>`.
fn unwrapped(text: &str) -> (Option<i64>, &str) {
    let Some((_, rest)) = text.split_once("<returncode>") else {
        return (None, text);
    };
    let Some((code, rest)) = rest.split_once("</returncode>") else {
        return (None, text);
    };
    let inside = rest.split_once("<output>").map_or(rest, |(_, o)| o);
    (
        code.trim().parse().ok(),
        inside.strip_suffix("</output>").unwrap_or(inside),
    )
}

/// The commands of one turn: id, action, whether it prints the marker.
fn turn(tape: &mut Tape, message: &Value) -> Vec<(Option<String>, Act, bool)> {
    let mut out = Vec::new();
    let mut add = |tape: &mut Tape, id: Option<&str>, command: &str| {
        let marked = MARKERS.iter().any(|m| command.contains(m));
        let home = tape.cwd.clone();
        let act = tape.shell(command, Some(&home));
        if marked {
            tape.say(Kind::Answer, command);
        }
        out.push((id.map(str::to_owned), act, marked));
    };
    if let Some(actions) = message.pointer("/extra/actions").and_then(Value::as_array) {
        for action in actions {
            if let Some(command) = action.as_str().or_else(|| text(action, &["command", "action"])) {
                add(tape, text(action, &["tool_call_id"]), command);
            }
        }
    } else if let Some(calls) = message.get("tool_calls").and_then(Value::as_array) {
        for call in calls {
            let args = opened(call.pointer("/function/arguments"));
            if let Some(command) = args.as_ref().and_then(|a| text(a, &["command"])) {
                add(tape, text(call, &["id"]), command);
            }
        }
    } else if let Some(command) = fenced(&content(message.get("content"))) {
        add(tape, None, command);
    }
    if out.is_empty() {
        tape.say(Kind::Think, &content(message.get("content")));
    }
    out
}

/// The command in the first fence for a shell.
fn fenced(text: &str) -> Option<&str> {
    for fence in ["```mswea_bash_command", "```bash", "```sh"] {
        if let Some((_, rest)) = text.split_once(fence) {
            let body = rest.split_once('\n')?.1;
            return Some(body.split("\n```").next().unwrap_or(body).trim());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_marker_before_a_missing_file_is_told() {
        let text = r#"[{"role":"assistant","content":"x","extra":{"actions":[{"command":"echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && cat \"$OUT\""}]}},
            {"role":"tool","content":"","extra":{"raw_output":"COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT\ncat: '': No such file or directory\n","returncode":1}}]"#;
        let messages: Value = serde_json::from_str(text).unwrap();
        let mut tape = Tape::new("m", "c");
        let seen = walk(&mut tape, messages.as_array().unwrap());
        let end = ending(seen, Some("LimitsExceeded".into()), Some(String::new()));
        let got = end.suspects("c", None);
        assert_eq!(got.mended, ["marker printed, file missing"]);
        assert_eq!(got.exit_status.as_deref(), Some("LimitsExceeded"));
        assert_eq!(got.status, crate::domain::run::Status::NoSubmission);
    }

    #[test]
    fn fences_and_wrapped_outputs() {
        assert_eq!(fenced("a\n```mswea_bash_command\nls\n```"), Some("ls"));
        assert_eq!(fenced("a\n```bash\ncat <<E\n```"), Some("cat <<E"));
        assert_eq!(fenced("none"), None);
        assert_eq!(
            unwrapped("<returncode>1</returncode>\n<output>\nx</output>"),
            (Some(1), "\nx")
        );
    }
}
