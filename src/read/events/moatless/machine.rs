//! The state machine of 2024: a turn is a transition after the first, `Pending`.

use serde_json::Value;

use crate::domain::run::Sample;
use crate::domain::trajectory::{Evidence, Kind};
use crate::read::events::json::{line, text};
use crate::read::events::shell::Deed;
use crate::read::events::tape::Tape;
use crate::read::events::tools::brief;

use super::{Found, add_span, context};

pub(super) fn walk(tape: &mut Tape, run: &Value) -> Found {
    let mut found = Found {
        note: "spans as the search ranked them",
        ..Found::default()
    };
    let mut ranked: Vec<(u64, String, String)> = Vec::new();
    let mut known: Vec<String> = Vec::new();
    let mut last = "";
    let mut shown = Sample::default();
    for transition in path(run) {
        let name = text(transition, &["name"]).unwrap_or("");
        last = name;
        if name == "Pending" {
            continue;
        }
        tape.turn();
        if found.model.is_empty() {
            let model = transition.pointer("/properties/model").and_then(Value::as_str);
            model.unwrap_or("").clone_into(&mut found.model);
        }
        for (file, spans) in context(transition.pointer("/snapshot/file_context")) {
            for span in spans {
                add_span(&mut shown, file, span);
            }
            if !known.iter().any(|k| k == file) {
                known.push(file.to_owned());
                let deed = Deed {
                    kind: Kind::View,
                    path: Some(file.to_owned()),
                    ..Deed::default()
                };
                let act = tape.deed(deed, Evidence::State, name);
                tape.outcome(&act, Some(true), "");
            }
        }
        let spans = transition.pointer("/properties/ranked_spans").and_then(Value::as_array);
        if let Some(spans) = spans.filter(|s| !s.is_empty()) {
            ranked = spans.iter().filter_map(span).collect();
        }
        let actions = transition.get("actions").and_then(Value::as_array);
        for action in actions.into_iter().flatten() {
            self::action(tape, name, transition, action);
        }
    }
    // Equal ranks keep their order.
    ranked.sort_by_key(|(rank, ..)| *rank);
    for (_, file, span) in &ranked {
        add_span(&mut found.sample, file, span);
    }
    if ranked.is_empty() {
        found.sample = shown;
        found.note = "files in the order in which they came into the context";
    }
    let info = |key: &str| {
        run.pointer(&format!("/info/{key}"))
            .and_then(Value::as_str)
            .filter(|s| !s.is_empty())
    };
    found.patch = info("submission").map(str::to_owned);
    found.exit = info("status").or_else(|| info("error")).map(str::to_owned);
    found.finished = last == "Finished" || found.patch.is_some() || info("status") == Some("finished");
    found
}

fn span(value: &Value) -> Option<(u64, String, String)> {
    let rank = value.get("rank").and_then(Value::as_u64).unwrap_or(u64::MAX);
    Some((
        rank,
        text(value, &["file_path"])?.to_owned(),
        text(value, &["span_id"])?.to_owned(),
    ))
}

/// Transitions from the first to the current one; all of them when the chain is not told.
fn path(run: &Value) -> Vec<&Value> {
    let all: Vec<&Value> = run
        .get("transitions")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .collect();
    let id = |t: &Value| t.get("id").and_then(Value::as_u64);
    let by_id: std::collections::HashMap<u64, &Value> = all.iter().filter_map(|t| Some((id(t)?, *t))).collect();
    let mut at = run.get("current_transition_id").and_then(Value::as_u64);
    let mut out = Vec::new();
    while let Some(transition) = at.and_then(|n| by_id.get(&n)) {
        out.push(*transition);
        if out.len() > all.len() {
            return all;
        }
        at = transition.get("previous_state_id").and_then(Value::as_u64);
    }
    out.reverse();
    if out.is_empty() { all } else { out }
}

fn action(tape: &mut Tape, name: &str, transition: &Value, action: &Value) {
    let Some(request) = action.get("request").filter(|r| r.is_object()) else {
        return;
    };
    let thought = text(request, &["scratch_pad", "instructions", "content"]).unwrap_or("");
    match name {
        "SearchCode" => {
            let searches = request.get("search_requests").and_then(Value::as_array);
            for search in searches.into_iter().flatten() {
                let names = ["class_names", "function_names"]
                    .iter()
                    .filter_map(|k| search.get(*k)?.as_array());
                let names: Vec<&str> = names.flatten().filter_map(Value::as_str).take(20).collect();
                let query = text(search, &["query", "code_snippet"]).map_or_else(|| names.join(" "), str::to_owned);
                let deed = Deed {
                    kind: Kind::Search,
                    query: Some(query),
                    scope: text(search, &["file_pattern"]).map(str::to_owned),
                    ..Deed::default()
                };
                let act = tape.deed(deed, Evidence::Explicit, &brief(name, search));
                let spans = action
                    .pointer("/response/output/ranked_spans")
                    .and_then(Value::as_array);
                let files: Vec<&str> = spans
                    .into_iter()
                    .flatten()
                    .filter_map(|s| text(s, &["file_path"]))
                    .collect();
                tape.outcome(&act, Some(true), &files.join("\n"));
            }
        }
        "EditCode" => {
            let properties = transition.get("properties").unwrap_or(transition);
            let range = line(properties, &["start_line"]).zip(line(properties, &["end_line"]));
            let deed = Deed {
                kind: Kind::Edit,
                path: text(properties, &["file_path"]).map(str::to_owned),
                range: range.filter(|(a, b)| a <= b),
                ..Deed::default()
            };
            let act = tape.deed(deed, Evidence::Explicit, thought);
            let done = action.pointer("/response/trigger").and_then(Value::as_str);
            tape.outcome(&act, Some(done == Some("finish")), "");
        }
        "PlanToCode" if text(request, &["action"]) == Some("finish") => {
            tape.say(Kind::Answer, thought);
        }
        _ => {
            tape.say(Kind::Think, thought);
        }
    }
}
