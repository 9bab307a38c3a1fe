//! Trajectories within rows of Agentless (one stage is a step), CoSIL and RepoSearcher (messages with plain text
//! calls). Only rows that still carry their prompts have one.

use serde_json::{Map, Value};

use crate::domain::trajectory::{Evidence, Kind, Trajectory};

use super::chat;
use super::json::{content, text};
use super::shell::Deed;
use super::tape::Tape;

/// The trajectory in a row of `loc_outputs.jsonl`; `None` when its prompts were stripped.
pub fn of_row(row: &Map<String, Value>) -> Option<Trajectory> {
    let case = row.get("instance_id")?.as_str()?;
    messages(row, case).or_else(|| stages(row, case))
}

/// CoSIL and RepoSearcher: the prompt is a list of messages.
fn messages(row: &Map<String, Value>, case: &str) -> Option<Trajectory> {
    let keys = ["file_traj", "file_loc_trajs", "func_traj"];
    let lists: Vec<&Vec<Value>> = keys.iter().filter_map(|k| chat_of(row.get(*k)?)).collect();
    if lists.is_empty() {
        return None;
    }
    let mut tape = Tape::new("CoSIL", case);
    for list in lists {
        chat::walk(&mut tape, list);
    }
    Some(tape.finish(None, None))
}

fn chat_of(traj: &Value) -> Option<&Vec<Value>> {
    let list = match traj {
        Value::Array(list) if list.iter().any(|m| m.get("role").is_some()) => Some(list),
        Value::Array(list) => list.last().and_then(|t| t.get("prompt")).and_then(Value::as_array),
        other => other
            .get("prompt")
            .or_else(|| other.get("messages"))
            .and_then(Value::as_array),
    };
    list.filter(|l| l.iter().any(|m| m.get("role").is_some()))
}

/// Agentless: files, then elements seen as skeletons, then lines seen as windows.
fn stages(row: &Map<String, Value>, case: &str) -> Option<Trajectory> {
    let mut tape = Tape::new("Agentless", case);
    let mut any = false;
    for key in ["file_traj", "related_loc_traj", "edit_loc_traj"] {
        // A stage that is asked again keeps all its tries; the last one counts.
        let stage = match row.get(key) {
            Some(Value::Array(tries)) => tries.last(),
            other => other,
        };
        let Some(stage) = stage.filter(|s| s.as_object().is_some_and(|o| !o.is_empty())) else {
            continue;
        };
        any = true;
        tape.turn();
        let prompt = text(stage, &["prompt"]).unwrap_or("");
        if key == "file_traj" {
            let deed = Deed {
                kind: Kind::List,
                path: Some(".".to_owned()),
                ..Deed::default()
            };
            tape.deed(deed, Evidence::Explicit, "files of the repository");
        }
        for path in headings(prompt) {
            let deed = Deed {
                kind: Kind::View,
                path: Some(path.to_owned()),
                ..Deed::default()
            };
            let act = tape.deed(deed, Evidence::Explicit, key);
            tape.outcome(&act, Some(true), "");
        }
        tape.say(Kind::Answer, &content(stage.get("response")));
    }
    any.then(|| tape.finish(None, None))
}

/// Files whose text a prompt shows: `### File: path ###`, `### path`.
fn headings(prompt: &str) -> Vec<&str> {
    let mut out: Vec<&str> = Vec::new();
    for line in prompt.lines() {
        let Some(rest) = line.strip_prefix("### ") else {
            continue;
        };
        let path = rest.trim_end_matches(['#', ' ']).trim_start_matches("File: ").trim();
        let file = path.contains('.') && !path.contains(char::is_whitespace) && !path.starts_with("full_path");
        if file && out.len() < 500 && !out.contains(&path) {
            out.push(path);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn of(row: &Value) -> Option<Trajectory> {
        of_row(row.as_object().unwrap())
    }

    #[test]
    fn stages_are_steps() {
        let row = json!({"instance_id": "a__b-1", "found_files": ["x.py"],
            "file_traj": {"prompt": "tree", "response": "x.py"},
            "related_loc_traj": [{"prompt": "### Skeleton\n### File: x.py ###\n### y/z.py\n### Examples:\n", "response": "function: f"}],
            "edit_loc_traj": {}});
        let got = of(&row).unwrap();
        assert_eq!(got.turns, 2);
        let seen: Vec<(u32, &str)> = got
            .events
            .iter()
            .filter(|e| e.kind == Kind::View)
            .map(|e| (e.step, e.path.as_deref().unwrap()))
            .collect();
        assert_eq!(seen, [(2, "x.py"), (2, "y/z.py")]);
        assert!(of(&json!({"instance_id": "a__b-1", "found_files": []})).is_none());
        assert!(of(&json!({"instance_id": "a", "file_traj": {}, "related_loc_traj": []})).is_none());
    }

    #[test]
    fn plain_text_calls() {
        let row = json!({"instance_id": "a__b-1", "func_traj": {"prompt": [
            {"role": "user", "content": "find it"},
            {"role": "assistant", "content": "get_code_of_class('pkg/m.py', 'A')"},
            {"role": "user", "content": "class A: pass"},
            {"role": "assistant", "content": "get_code_of_file_function('pkg/n.py', 'f')"},
            {"role": "user", "content": "f does not exist"},
            {"role": "assistant", "content": "function: A.g"}]}});
        let got = of(&row).unwrap();
        let seen: Vec<_> = got
            .events
            .iter()
            .map(|e| (e.step, e.kind, e.path.as_deref(), e.scope.as_deref(), e.ok))
            .collect();
        assert_eq!(got.turns, 3);
        assert_eq!(seen[0], (1, Kind::View, Some("pkg/m.py"), Some("A"), Some(true)));
        assert_eq!(seen[1], (2, Kind::View, Some("pkg/n.py"), Some("f"), Some(false)));
        assert_eq!(seen[2].1, Kind::Think);
    }
}
