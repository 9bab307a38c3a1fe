//! The search tree of 2025: a turn is a node on the way from the root to the finished leaf with the best reward.

use serde_json::Value;

use crate::domain::trajectory::{Evidence, Kind};
use crate::read::events::json::{content, line, text};
use crate::read::events::shell::Deed;
use crate::read::events::tape::{Act, Tape};
use crate::read::events::tools::{self, brief};

use super::{Found, add_span, context};

/// Most nodes that are looked at.
const MOST: usize = 100_000;

pub(super) fn walk(tape: &mut Tape, run: &Value) -> Found {
    let mut found = Found {
        note: "files in the order in which they came into the context",
        ..Found::default()
    };
    let models = [
        "/agent/completion/model",
        "/agent/completion_model/model",
        "/completion_model/model",
    ];
    let model = models.iter().find_map(|p| run.pointer(p)?.as_str());
    model.unwrap_or("").clone_into(&mut found.model);
    let Some(root) = run.get("root") else { return found };
    let (path, finished) = chosen(root);
    found.finished = finished;
    for node in path.iter().skip(1) {
        tape.turn();
        let steps = node.get("action_steps").and_then(Value::as_array);
        match steps.filter(|s| !s.is_empty()) {
            Some(steps) => steps.iter().for_each(|s| step(tape, s)),
            None => step(tape, node),
        }
    }
    if let Some(leaf) = path.last() {
        let files = leaf.get("file_context");
        for (file, spans) in context(files) {
            if spans.is_empty() {
                add_span(&mut found.sample, file, "");
            }
            for span in spans {
                add_span(&mut found.sample, file, span);
            }
        }
        let patches = files.and_then(|c| c.get("files")).and_then(Value::as_array);
        let patches = patches.into_iter().flatten().filter_map(|f| text(f, &["patch"]));
        let patch: String = patches.filter(|p| !p.trim().is_empty()).collect::<Vec<_>>().join("\n");
        found.patch = (!patch.is_empty()).then_some(patch);
        let error = text(leaf, &["error"]).filter(|e| !e.is_empty());
        found.exit = error.map(str::to_owned);
    }
    found
}

/// Nodes from the root to the chosen leaf, and whether that one is finished.
fn chosen(root: &Value) -> (Vec<&Value>, bool) {
    // Each with the place of its parent in this list.
    let mut nodes: Vec<(&Value, usize)> = vec![(root, 0)];
    let mut at = 0;
    while let Some((node, _)) = nodes.get(at).copied() {
        let children = node.get("children").and_then(Value::as_array);
        for child in children.into_iter().flatten() {
            if nodes.len() < MOST {
                nodes.push((child, at));
            }
        }
        at += 1;
    }
    let mut best: Option<(f64, usize)> = None;
    for (n, (node, _)) in nodes.iter().enumerate() {
        let reward = reward(node);
        if finishes(node) && best.is_none_or(|(b, _)| reward > b) {
            best = Some((reward, n));
        }
    }
    // Without a finished one: the node that was made last.
    let number = |n: &Value| n.get("node_id").and_then(Value::as_u64).unwrap_or(0);
    let last = || {
        nodes
            .iter()
            .enumerate()
            .max_by_key(|(_, (n, _))| number(n))
            .map_or(0, |(at, _)| at)
    };
    let mut at = best.map_or_else(last, |(_, n)| n);
    let mut path = Vec::new();
    while let Some((node, parent)) = nodes.get(at).copied() {
        path.push(node);
        if at == 0 {
            break;
        }
        at = parent;
    }
    path.reverse();
    (path, best.is_some())
}

fn reward(node: &Value) -> f64 {
    let reward = node.get("reward");
    let value = reward.and_then(|r| r.as_f64().or_else(|| r.get("value")?.as_f64()));
    value.unwrap_or(f64::MIN)
}

fn finishes(node: &Value) -> bool {
    let steps = node.get("action_steps").and_then(Value::as_array);
    let mut actions = steps
        .into_iter()
        .flatten()
        .filter_map(|s| s.get("action"))
        .chain(node.get("action"));
    actions.any(|a| name(a).contains("Finish"))
}

/// `moatless.actions.find_class.FindClassArgs` → `FindClass`.
fn name(action: &Value) -> &str {
    let class = text(action, &["action_args_class", "action_class", "action_name", "name"]).unwrap_or("");
    let last = class.rsplit('.').next().unwrap_or(class);
    last.strip_suffix("Args").unwrap_or(last)
}

fn step(tape: &mut Tape, step: &Value) {
    let Some(action) = step.get("action").filter(|a| a.is_object()) else {
        return;
    };
    let name = name(action);
    let args = action.get("args").filter(|a| a.is_object()).unwrap_or(action);
    let act = self::action(tape, name, args);
    let observation = step.get("observation");
    let output = match observation {
        Some(Value::Object(o)) => content(o.get("message")),
        other => content(other),
    };
    let failed = observation
        .and_then(|o| o.pointer("/properties/fail_reason"))
        .is_some_and(|f| !f.is_null());
    tape.outcome(&act, failed.then_some(false), &output);
}

fn action(tape: &mut Tape, name: &str, args: &Value) -> Act {
    let raw = brief(name, args);
    let deed = |kind: Kind| Deed {
        kind,
        path: text(args, &["file_path", "path"]).map(str::to_owned),
        ..Deed::default()
    };
    match name {
        "ViewCode" | "RequestMoreContext" | "ReadFiles" => {
            let files = args.get("files").and_then(Value::as_array);
            let mut act: Option<Act> = None;
            for file in files.into_iter().flatten().take(100) {
                let range = line(file, &["start_line"]).zip(line(file, &["end_line"]));
                let view = Deed {
                    kind: Kind::View,
                    path: text(file, &["file_path", "path"]).map(str::to_owned),
                    range: range.filter(|(a, b)| a <= b),
                    ..Deed::default()
                };
                let next = tape.deed(view, Evidence::Explicit, &raw);
                act = Some(match act {
                    Some(first) => Tape::joined(&first, &next),
                    None => next,
                });
            }
            act.unwrap_or_else(|| tape.deed(deed(Kind::View), Evidence::Explicit, &raw))
        }
        "FindClass" | "FindFunction" | "FindCodeSnippet" | "SemanticSearch" | "GrepTool" => {
            let keys = ["query", "code_snippet", "pattern", "function_name", "class_name"];
            let search = Deed {
                query: text(args, &keys).map(str::to_owned),
                scope: text(args, &["file_pattern", "include", "class_name"]).map(str::to_owned),
                ..deed(Kind::Search)
            };
            tape.deed(search, Evidence::Explicit, &raw)
        }
        "ListFiles" | "GlobTool" => {
            let list = Deed {
                path: text(args, &["directory", "path"]).map(str::to_owned),
                query: text(args, &["pattern"]).map(str::to_owned),
                ..deed(Kind::List)
            };
            tape.deed(list, Evidence::Explicit, &raw)
        }
        "ReadFile" => tools::call(tape, "read_file", args, None),
        "StringReplace" | "CreateFile" | "AppendString" | "InsertLine" | "RequestCodeChange" | "InsertLines"
        | "ReplaceLines" | "CreatePythonFile" | "ApplyCodeChange" => {
            tape.deed(deed(Kind::Edit), Evidence::Explicit, &raw)
        }
        "Finish" | "VerifiedFinish" | "Reject" => tape.say(Kind::Answer, &raw),
        "Think" | "CreateTasks" | "Respond" => tape.say(Kind::Think, &raw),
        _ => tape.say(Kind::Run, &raw),
    }
}
