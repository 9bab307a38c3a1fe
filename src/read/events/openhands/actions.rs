//! Actions and observations of OpenHands up to 0.6x.

use serde_json::Value;

use crate::domain::trajectory::{Evidence, Kind};
use crate::read::events::calls;
use crate::read::events::json::{content, range, text};
use crate::read::events::shell::{Deed, python};
use crate::read::events::tape::{Act, Tape};
use crate::read::events::tools::{self, brief};

/// Functions that a notebook cell may call, and the names of their arguments.
const SKILLS: &[(&str, &[&str])] = &[
    ("open_file", &["path", "line", "context_lines"]),
    ("goto_line", &["line"]),
    ("scroll_down", &[]),
    ("scroll_up", &[]),
    ("create_file", &["path"]),
    ("edit_file_by_replace", &["path"]),
    ("edit_file_by_line", &["path"]),
    ("insert_content_at_line", &["path"]),
    ("append_file", &["path"]),
    ("search_dir", &["query", "path"]),
    ("search_file", &["query", "path"]),
    ("find_file", &["name", "path"]),
];

/// Arguments stand in `args`, in the oldest data beside `action`.
fn args(event: &Value) -> &Value {
    event.get("args").filter(|a| a.is_object()).unwrap_or(event)
}

/// The answer of a `finish`.
pub(super) fn final_text(event: &Value) -> &str {
    let args = args(event);
    let outputs = args.get("outputs");
    let given = outputs.and_then(|o| o.as_str().or_else(|| text(o, &["content", "answer", "message"])));
    let texts = [text(args, &["final_thought"]), given, text(args, &["thought"])];
    texts.into_iter().flatten().find(|t| !t.is_empty()).unwrap_or("")
}

/// Puts an action on the tape.
pub(super) fn done(tape: &mut Tape, action: &str, event: &Value) -> Act {
    let args = args(event);
    let path = || text(args, &["path"]).map(str::to_owned);
    let deed = |kind: Kind| Deed {
        kind,
        path: path(),
        ..Deed::default()
    };
    match action {
        "run" => tape.shell(text(args, &["command"]).unwrap_or(""), text(args, &["cwd"])),
        "run_ipython" => cell(tape, text(args, &["code"]).unwrap_or("")),
        "read" => {
            let deed = Deed {
                range: range(args.get("view_range")),
                ..deed(Kind::View)
            };
            tape.deed(deed, Evidence::Explicit, &brief("read", args))
        }
        "edit" | "write" => {
            let view = text(args, &["command"]) == Some("view");
            let kind = if view { Kind::View } else { Kind::Edit };
            let deed = Deed {
                range: range(args.get("view_range")).filter(|_| view),
                ..deed(kind)
            };
            tape.deed(deed, Evidence::Explicit, &brief(action, args))
        }
        "browse" | "browse_interactive" => {
            let deed = Deed {
                kind: Kind::Web,
                query: text(args, &["url", "browser_actions"]).map(str::to_owned),
                ..Deed::default()
            };
            tape.deed(deed, Evidence::Explicit, &brief(action, args))
        }
        "mcp" | "call_tool_mcp" => {
            let name = text(args, &["name"]).unwrap_or("mcp");
            let inner = args.get("arguments").unwrap_or(args);
            tools::call(tape, name, inner, None)
        }
        _ => match super::kind_of_talk(action) {
            Some(Kind::Answer) => tape.say(Kind::Answer, final_text(event)),
            Some(kind) => tape.say(kind, text(args, &["thought", "content"]).unwrap_or("")),
            None => tape.say(Kind::Run, &brief(action, args)),
        },
    }
}

/// A cell of a notebook: skills that view and edit, else Python that may write files.
fn cell(tape: &mut Tape, code: &str) -> Act {
    if let Some(script) = code.trim_start().strip_prefix("%%bash") {
        return tape.shell(script, None);
    }
    let mut acts: Vec<Act> = Vec::new();
    for (name, args) in calls::in_text(code, SKILLS) {
        acts.push(match name {
            "open_file" | "goto_line" | "scroll_down" | "scroll_up" => {
                let deed = Deed {
                    kind: Kind::View,
                    path: text(&args, &["path"]).map(str::to_owned),
                    ..Deed::default()
                };
                let evidence = if deed.path.is_some() {
                    Evidence::Explicit
                } else {
                    Evidence::State
                };
                tape.deed(deed, evidence, code)
            }
            _ => tools::call(tape, name, &args, None),
        });
    }
    if acts.is_empty() {
        for path in python::writes(code) {
            let deed = Deed {
                kind: Kind::Edit,
                path: Some(path),
                ..Deed::default()
            };
            acts.push(tape.deed(deed, Evidence::Explicit, code));
        }
    }
    let mut acts = acts.into_iter();
    match acts.next() {
        Some(first) => acts.fold(first, |a, b| Tape::joined(&a, &b)),
        None => tape.say(Kind::Run, code),
    }
}

/// Puts an observation on the tape.
pub(super) fn observed(tape: &mut Tape, event: &Value, act: &Act) {
    let kind = text(event, &["observation"]).unwrap_or("");
    let output = content(event.get("content"));
    let extras = event.get("extras").unwrap_or(event);
    let code = extras
        .pointer("/metadata/exit_code")
        .or_else(|| extras.get("exit_code"))
        .and_then(Value::as_i64)
        .filter(|c| *c >= 0);
    let ok = match kind {
        "error" => Some(false),
        "run" => code.map(|c| c == 0),
        _ => None,
    };
    tape.outcome(act, ok, &output);
    if kind == "run_ipython" {
        tape.window(act, &output);
    }
    let folder = extras.pointer("/metadata/working_dir").and_then(Value::as_str);
    if let Some(folder) = folder.filter(|f| f.starts_with('/')) {
        folder.clone_into(&mut tape.cwd);
    }
}
