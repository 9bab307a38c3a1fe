//! `casefile keys`: bindings and actions, from the one table.

use crate::base::error::Result;
use crate::keys::action::{Context, TABLE};
use crate::keys::keymap::Keymap;

use super::args::{Keys, Shared};
use super::env::Env;
use super::session;

/// Prints the keys.
///
/// # Errors
/// A keymap with a mistake.
pub fn run(args: &Keys, shared: &Shared, env: &Env) -> Result<u8> {
    let user = session::user(env)?;
    let name = args
        .keymap
        .as_deref()
        .or(shared.keymap.as_deref())
        .or(user.keymap.as_deref());
    let map = session::keymap(name)?;
    let text = if args.markdown {
        markdown(&map)
    } else if args.json {
        json(&map)
    } else {
        plain(&map)
    };
    super::print(&text)?;
    Ok(0)
}

fn plain(map: &Keymap) -> String {
    let mut out = String::new();
    for context in Context::ALL {
        out.push_str(&format!("[{}]\n", context.name()));
        for (keys, action, doc) in map.rows(context) {
            out.push_str(&format!("  {keys:<24} {action:<34} {doc}\n"));
        }
        out.push('\n');
    }
    out.push_str("actions without a key:\n");
    for spec in TABLE {
        let bound = spec.plain.as_ref().is_none_or(|a| {
            Context::ALL
                .iter()
                .any(|c| map.rows(*c).iter().any(|(_, name, _)| *name == a.to_string()))
        });
        if !bound {
            out.push_str(&format!("  {:<24} {}\n", spec.name, spec.doc));
        }
    }
    out
}

fn json(map: &Keymap) -> String {
    let all: serde_json::Map<String, serde_json::Value> = Context::ALL
        .iter()
        .map(|c| {
            let rows: Vec<serde_json::Value> = map
                .rows(*c)
                .into_iter()
                .map(|(keys, action, doc)| {
                    let keys: Vec<&str> = keys.split("  ").collect();
                    serde_json::json!({"keys": keys, "action": action, "doc": doc})
                })
                .collect();
            (c.name().to_owned(), rows.into())
        })
        .collect();
    format!("{:#}\n", serde_json::Value::Object(all))
}

/// The table of the README.
pub fn markdown(map: &Keymap) -> String {
    let mut out = String::new();
    for context in Context::ALL {
        let place = match context {
            Context::Global => "Everywhere",
            Context::List => "List",
            Context::Desk => "Desk",
            Context::Source => "Source",
            Context::Zoom => "Zoom",
            Context::Runs => "Runs",
            Context::Compare => "Compare",
            Context::Misses => "Misses",
            Context::Terms => "Terms",
            Context::Steps => "Steps",
            Context::Sheet => "Sheet",
            Context::Candidates => "Candidates",
            Context::Agree => "Agreement",
            Context::Gate => "Gate",
            Context::Evidence => "Evidence",
        };
        out.push_str(&format!("\n**{place}**\n\n| keys | |\n|---|---|\n"));
        for (keys, _, doc) in map.rows(context) {
            let keys: Vec<String> = keys
                .split("  ")
                .map(|k| format!("`{}`", k.replace('|', "\\|")))
                .collect();
            out.push_str(&format!("| {} | {doc} |\n", keys.join(" ")));
        }
    }
    out
}
