//! Tools that agents call by name, whatever the system: shells, editors, searches, the web. A name that nobody
//! knows is [`Kind::Run`].

use serde_json::Value;

use crate::domain::trajectory::{Evidence, Kind};

use super::json::{line, range, text};
use super::shell::{Deed, patched};
use super::tape::{Act, Tape};

const PATHS: &[&str] = &[
    "path",
    "file_path",
    "filename",
    "file_name",
    "file",
    "target_file",
    "absolute_path",
    "filepath",
    "file_path_or_pattern",
];
const QUERIES: &[&str] = &[
    "pattern",
    "query",
    "regex",
    "q",
    "search_term",
    "search_query",
    "term",
    "keyword",
    "text",
    "url",
    "link",
    "uri",
];

/// Puts a call of the tool `name` on the tape. `cwd` as in [`Tape::shell`].
pub(super) fn call(tape: &mut Tape, name: &str, args: &Value, cwd: Option<&str>) -> Act {
    let plain = name.rsplit(['.', '/']).next().unwrap_or(name);
    let plain = plain.to_lowercase().replace('-', "_");
    let raw = brief(name, args);
    match plain.as_str() {
        "execute_bash" | "bash" | "terminal" | "shell" | "shell_command" | "exec_command" | "local_shell"
        | "run_command" | "run_shell_command" | "execute_command" | "run_terminal_cmd" | "bash_command" | "run"
        | "exec" => command(tape, args, cwd).unwrap_or_else(|| tape.say(Kind::Run, &raw)),
        "apply_patch" => patch(tape, args, &raw),
        "think" | "task_tracker" | "update_plan" | "plan" | "todo_write" | "write_todos" => tape.say(Kind::Think, &raw),
        "finish" | "submit" | "complete" | "attempt_completion" | "localization_finish" | "task_complete" => {
            tape.say(Kind::Answer, &raw)
        }
        plain => match file_tool(plain, args).or_else(|| search_tool(plain, args)) {
            Some(deed) => tape.deed(deed, Evidence::Explicit, &raw),
            None => tape.say(Kind::Run, &raw),
        },
    }
}

fn patch(tape: &mut Tape, args: &Value, raw: &str) -> Act {
    let edit = |path: Option<String>| Deed {
        kind: Kind::Edit,
        path,
        ..Deed::default()
    };
    let text = args
        .as_str()
        .or_else(|| text(args, &["input", "patch", "diff"]))
        .unwrap_or("");
    let mut files = patched(text).into_iter();
    let mut act = tape.deed(edit(files.next()), Evidence::Explicit, raw);
    for file in files {
        let next = tape.deed(edit(Some(file)), Evidence::Explicit, raw);
        act = Tape::joined(&act, &next);
    }
    act
}

/// Tools that show or change one file.
fn file_tool(name: &str, args: &Value) -> Option<Deed> {
    let deed = |kind: Kind, range: Option<(u32, u32)>| Deed {
        kind,
        path: text(args, PATHS).map(str::to_owned),
        range,
        ..Deed::default()
    };
    match name {
        "str_replace_editor" | "str_replace_based_edit_tool" | "file_editor" | "str_replace_editor_tool" | "editor" => {
            Some(if text(args, &["command"]) == Some("view") {
                deed(Kind::View, range(args.get("view_range")))
            } else {
                deed(Kind::Edit, None)
            })
        }
        "read_file" | "view_file" | "open_file" | "view" | "cat" | "read" | "view_code" | "view_image" | "open" => {
            Some(deed(Kind::View, lines(args)))
        }
        "write_file"
        | "create_file"
        | "edit"
        | "edit_file"
        | "replace"
        | "write"
        | "insert"
        | "str_replace"
        | "create"
        | "multi_edit"
        | "multiedit"
        | "replace_in_file"
        | "edit_file_by_replace"
        | "append_file"
        | "insert_content_at_line"
        | "edit_file_by_line" => Some(deed(Kind::Edit, None)),
        _ => None,
    }
}

/// Tools that search, list, or fetch.
fn search_tool(name: &str, args: &Value) -> Option<Deed> {
    let folder = || {
        text(
            args,
            &["path", "dir", "directory", "dir_path", "relative_workspace_path"],
        )
    };
    let owned = |t: Option<&str>| t.map(str::to_owned);
    match name {
        "grep"
        | "grep_search"
        | "search_file_content"
        | "search_code"
        | "ripgrep"
        | "codebase_search"
        | "search_dir"
        | "search_file"
        | "semantic_search"
        | "search_files"
        | "find_class"
        | "find_function"
        | "find_code_snippet" => {
            let place = folder().or_else(|| text(args, &["file", "file_path", "file_name"]));
            let glob = text(args, &["include", "include_pattern", "glob", "file_pattern"]);
            Some(Deed {
                kind: Kind::Search,
                query: owned(text(args, QUERIES)),
                path: owned(place),
                scope: owned(place.or(glob)),
                ..Deed::default()
            })
        }
        "glob" | "find_files" | "find_file" | "list_dir" | "list_files" | "list_directory" | "ls" | "file_search" => {
            Some(Deed {
                kind: Kind::List,
                path: owned(folder()),
                query: owned(text(
                    args,
                    &["pattern", "glob", "query", "file_name", "name", "include"],
                )),
                ..Deed::default()
            })
        }
        name => {
            let words = [
                "web", "browse", "search", "google", "fetch", "link", "visit", "internet", "url", "crawl",
            ];
            let keys = [
                "url",
                "link",
                "uri",
                "query",
                "q",
                "search_query",
                "browser_actions",
                "goal",
            ];
            words.iter().any(|w| name.contains(w)).then(|| Deed {
                kind: Kind::Web,
                query: owned(text(args, &keys)),
                ..Deed::default()
            })
        }
    }
}

fn command(tape: &mut Tape, args: &Value, cwd: Option<&str>) -> Option<Act> {
    let keys = ["command", "cmd", "code", "script", "input"];
    let value = keys.iter().find_map(|k| args.get(*k)).unwrap_or(args);
    let cwd = text(args, &["workdir", "cwd", "working_directory"]).or(cwd);
    match value {
        Value::String(s) => Some(tape.shell(s, cwd)),
        Value::Array(words) => {
            let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
            Some(tape.shell_words(&words, cwd))
        }
        _ => None,
    }
}

/// Lines in any of the spellings: a range, first and last, offset (from 0) and limit.
fn lines(args: &Value) -> Option<(u32, u32)> {
    if let Some(range) = range(args.get("view_range")) {
        return Some(range);
    }
    let first = line(args, &["start_line", "start", "line_start", "start_line_one_indexed"]);
    let last = line(args, &["end_line", "end", "line_end", "end_line_one_indexed_inclusive"]);
    if let (Some(first), Some(last)) = (first, last) {
        return (first <= last).then_some((first, last));
    }
    let limit = line(args, &["limit"]).filter(|n| *n > 0)?;
    let first = line(args, &["offset"]).unwrap_or(0).saturating_add(1);
    Some((first, first.saturating_add(limit - 1)))
}

/// The call as written, cut: `name(key: value, …)`.
pub(super) fn brief(name: &str, args: &Value) -> String {
    let mut out = format!("{name}(");
    let mut left = 500usize;
    let mut add = |text: &str, left: &mut usize| {
        for c in text.chars().take(*left) {
            out.push(c);
            *left -= 1;
        }
    };
    match args {
        Value::Object(map) => {
            for (n, (key, value)) in map.iter().filter(|(_, v)| !v.is_null()).take(30).enumerate() {
                add(if n > 0 { ", " } else { "" }, &mut left);
                add(key, &mut left);
                add(": ", &mut left);
                match value {
                    Value::String(s) => add(s, &mut left),
                    Value::Array(list) if list.len() > 20 => add("[…]", &mut left),
                    Value::Object(_) => add("{…}", &mut left),
                    other => add(&other.to_string(), &mut left),
                }
            }
        }
        Value::String(s) => add(s, &mut left),
        _ => {}
    }
    out.push(')');
    out
}
