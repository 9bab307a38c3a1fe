//! Chats whose tools are named in the messages: LocAgent (`loc_trajs.jsonl`, and the variant of MM-IssueLoc with
//! one JSON object a turn), CoSIL and RepoSearcher (plain text calls). A turn is a message of the assistant.

use serde_json::Value;

use crate::domain::trajectory::{Evidence, Kind};

use super::calls;
use super::json::{content, images, line, opened, text};
use super::shell::Deed;
use super::tape::{Act, Tape};
use super::tools;

/// Tools that read and search, with the names of their arguments.
const TOOLS: &[(&str, &[&str])] = &[
    ("get_entity_contents", &["entity_names"]),
    (
        "search_code_snippets",
        &["search_terms", "line_nums", "file_path_or_pattern"],
    ),
    ("explore_tree_structure", &["start_entities"]),
    ("explore_graph_structure", &["start_entities"]),
    ("get_code_of_class_function", &["file_name", "class_name", "func_name"]),
    ("get_code_of_file_function", &["file_name", "func_name"]),
    ("get_code_of_class", &["file_name", "class_name"]),
    ("get_functions_of_class", &["file_name", "class_name"]),
    ("get_classes_of_file", &["file_name"]),
    ("get_functions_of_file", &["file_name"]),
    ("get_imports_of_file", &["file_name"]),
];

/// Puts all messages on the tape; the text of the last one of the assistant.
pub(super) fn walk(tape: &mut Tape, messages: &[Value]) -> Option<String> {
    tape.tells_images();
    let mut last = None;
    let mut open: Vec<(String, Act)> = Vec::new();
    for message in messages {
        let said = content(message.get("content"));
        match text(message, &["role"]).unwrap_or("") {
            "assistant" => {
                tape.turn();
                open = turn(tape, message, &said);
                open.reverse();
                last = Some(said.into_owned());
            }
            "system" => {}
            _ => {
                tape.images(images(message.get("content")));
                let id = text(message, &["tool_call_id"]);
                let at = open.iter().position(|(i, _)| Some(i.as_str()) == id);
                let act = at.map(|at| open.remove(at)).or_else(|| open.pop());
                if let Some((_, act)) = act {
                    tape.outcome(&act, None, &said);
                }
            }
        }
    }
    last
}

fn turn(tape: &mut Tape, message: &Value, said: &str) -> Vec<(String, Act)> {
    let mut out = Vec::new();
    let calls = message.get("tool_calls").and_then(Value::as_array);
    for call in calls.into_iter().flatten() {
        let name = call.pointer("/function/name").and_then(Value::as_str).unwrap_or("");
        let args = opened(call.pointer("/function/arguments"));
        let act = self::call(tape, name, args.as_deref().unwrap_or(&Value::Null));
        out.push((text(call, &["id"]).unwrap_or("").to_owned(), act));
    }
    if out.is_empty() {
        for (name, args) in calls::in_tags(said) {
            out.push((String::new(), self::call(tape, &name, &args)));
        }
    }
    if out.is_empty()
        && let Some(object) = object(said)
        && let Some(name) = text(&object, &["tool"])
    {
        let act = self::call(tape, name, &object);
        out.push((String::new(), act));
    }
    if out.is_empty() {
        for (name, args) in calls::in_text(said, TOOLS) {
            out.push((String::new(), self::call(tape, name, &args)));
        }
    }
    if out.is_empty() {
        tape.say(Kind::Think, said);
    }
    // One observation answers all calls that stand in one text.
    if out.len() > 1 && out.iter().all(|(id, _)| id.is_empty()) {
        let mut acts = out.drain(..).map(|(_, act)| act);
        if let Some(first) = acts.next() {
            let all = acts.fold(first, |a, b| Tape::joined(&a, &b));
            return vec![(String::new(), all)];
        }
    }
    out
}

/// The JSON object that a text consists of, in a fence or bare.
fn object(said: &str) -> Option<Value> {
    let from = said.find('{')?;
    let to = said.rfind('}')?;
    serde_json::from_str(said.get(from..=to)?).ok()
}

fn call(tape: &mut Tape, name: &str, args: &Value) -> Act {
    let raw = tools::brief(name, args);
    let list = |key: &str| -> Vec<String> {
        match args.get(key) {
            Some(Value::String(one)) => vec![one.clone()],
            Some(Value::Array(many)) => many
                .iter()
                .filter_map(Value::as_str)
                .take(50)
                .map(str::to_owned)
                .collect(),
            _ => Vec::new(),
        }
    };
    let deeds: Vec<Deed> = match name {
        "get_entity_contents" => list("entity_names").iter().map(|e| entity(e)).collect(),
        "explore_tree_structure" | "explore_graph_structure" => {
            let of = |e: &String| Deed {
                kind: Kind::List,
                range: None,
                ..entity(e)
            };
            list("start_entities").iter().map(of).collect()
        }
        "search_code_snippets" => snippets(args, &list("search_terms")),
        n if n.starts_with("get_") && TOOLS.iter().any(|(t, _)| *t == n) => {
            let names = ["class_name", "func_name"].iter().filter_map(|k| text(args, &[k]));
            let names: Vec<&str> = names.collect();
            let terse = n.starts_with("get_functions") || n.starts_with("get_classes") || n.starts_with("get_imports");
            vec![Deed {
                kind: if terse && !n.ends_with("_of_class") {
                    Kind::List
                } else {
                    Kind::View
                },
                path: text(args, &["file_name", "file_path", "file"]).map(str::to_owned),
                scope: (!names.is_empty()).then(|| names.join(".")),
                ..Deed::default()
            }]
        }
        _ => return tools::call(tape, name, args, None),
    };
    let mut act: Option<Act> = None;
    for deed in deeds {
        let next = tape.deed(deed, Evidence::Explicit, &raw);
        act = Some(match act {
            Some(first) => Tape::joined(&first, &next),
            None => next,
        });
    }
    act.unwrap_or_else(|| tape.say(Kind::Run, &raw))
}

/// `path`, `path:Class.method`.
fn entity(raw: &str) -> Deed {
    let (path, name) = crate::domain::matching::split_function(raw);
    Deed {
        kind: Kind::View,
        path: Some(path.to_owned()),
        scope: (!name.is_empty()).then(|| name.to_owned()),
        ..Deed::default()
    }
}

/// A search for terms, or the lines of one file.
fn snippets(args: &Value, terms: &[String]) -> Vec<Deed> {
    let place = text(args, &["file_path_or_pattern"]).filter(|p| *p != "**/*.py");
    let mut out: Vec<Deed> = Vec::new();
    let lines: Vec<u32> = match args.get("line_nums") {
        Some(Value::Array(many)) => many
            .iter()
            .filter_map(Value::as_u64)
            .filter_map(|n| u32::try_from(n).ok())
            .collect(),
        Some(_) => line(args, &["line_nums"]).into_iter().collect(),
        None => Vec::new(),
    };
    if let (Some(first), Some(last), Some(file)) = (lines.iter().min(), lines.iter().max(), place) {
        out.push(Deed {
            kind: Kind::View,
            path: Some(file.to_owned()),
            range: Some((*first, *last)),
            ..Deed::default()
        });
    }
    if !terms.is_empty() {
        out.push(Deed {
            kind: Kind::Search,
            query: Some(terms.join(" ")),
            scope: place.map(str::to_owned),
            ..Deed::default()
        });
    }
    out
}
