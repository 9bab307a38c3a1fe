//! Events of `codex exec --json`.

use serde_json::Value;

use crate::domain::trajectory::{Evidence, Kind};
use crate::read::events::json::text;
use crate::read::events::shell::Deed;
use crate::read::events::tools;

use super::Story;

pub(super) fn event(story: &mut Story, kind: &str, event: &Value) {
    match kind {
        "turn.failed" => {
            let why = event.pointer("/error/message").and_then(Value::as_str);
            story.exit = Some(format!("error: {}", why.unwrap_or("turn failed")));
        }
        "item.started" | "item.completed" => {
            if let Some(item) = event.get("item") {
                self::item(story, kind == "item.completed", item);
            }
        }
        _ => {}
    }
}

fn item(story: &mut Story, done: bool, item: &Value) {
    let kind = text(item, &["type", "item_type"]).unwrap_or("");
    let acts = matches!(
        kind,
        "command_execution" | "file_change" | "web_search" | "mcp_tool_call"
    );
    let id = text(item, &["id"]).unwrap_or("");
    if acts && !story.begun.contains(id) {
        story.speaks();
        story.begun.insert(id.to_owned());
    }
    if !done {
        return;
    }
    story.begun.remove(id);
    match kind {
        "agent_message" | "assistant_message" => return story.says(text(item, &["text"]).unwrap_or("")),
        "reasoning" => {
            story.speaks();
            story.tape.say(Kind::Think, text(item, &["text"]).unwrap_or(""));
            return;
        }
        "command_execution" => {
            let home = story.tape.cwd.clone();
            let act = story.tape.shell(text(item, &["command"]).unwrap_or(""), Some(&home));
            let code = item.get("exit_code").and_then(Value::as_i64);
            let failed = text(item, &["status"]) == Some("failed");
            let ok = code.map(|c| c == 0).or_else(|| failed.then_some(false));
            let output = text(item, &["aggregated_output"]).unwrap_or("");
            story.tape.outcome(&act, ok, output);
        }
        "file_change" => {
            let changes = item.get("changes").and_then(Value::as_array);
            let ok = text(item, &["status"]).is_none_or(|s| s == "completed");
            for change in changes.into_iter().flatten() {
                let deed = Deed {
                    kind: Kind::Edit,
                    path: text(change, &["path"]).map(str::to_owned),
                    ..Deed::default()
                };
                let act = story
                    .tape
                    .deed(deed, Evidence::Explicit, &tools::brief("file_change", change));
                story.tape.outcome(&act, Some(ok), "");
            }
        }
        "web_search" => {
            let deed = Deed {
                kind: Kind::Web,
                query: text(item, &["query"]).map(str::to_owned),
                ..Deed::default()
            };
            story
                .tape
                .deed(deed, Evidence::Explicit, &tools::brief("web_search", item));
        }
        "mcp_tool_call" => {
            let args = item.get("arguments").unwrap_or(&Value::Null);
            tools::call(&mut story.tape, text(item, &["tool"]).unwrap_or("mcp"), args, None);
        }
        _ => return,
    }
    story.fresh = true;
}
