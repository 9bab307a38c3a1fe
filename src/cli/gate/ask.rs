//! Asking models: from arguments to a plan, and what came of it.

use serde_json::{Value, json};

use crate::base::error::{Problem, Result};
use crate::domain::gate::{Limits, Stage};
use crate::text::clean;
use crate::work::chat::Line;
use crate::work::gate::run::{Asked, Plan, Ran};

use super::super::args::Gate;
use super::super::list::{LISTED, counted, more};
use super::super::wire;

/// The plan, where there is somebody to ask.
///
/// # Errors
/// An address or key that is none; the same model twice.
pub(super) fn plan(args: &Gate, limits: Limits) -> Result<Option<Plan>> {
    let (Some(base), Some(model)) = (&args.endpoint, &args.model) else {
        return Ok(None);
    };
    if args.second_model.as_ref() == Some(model) {
        return Err(Problem::input("D asks for a second model, and this one answers A to C")
            .at_field("--second-model")
            .mend("name another model, or leave it out: D stays open then"));
    }
    let wire = &args.wire;
    let line = |base: &str, key: Option<&str>, model: &str| -> Result<Line> {
        Ok(Line {
            workers: usize::from(args.workers),
            ..wire::line(wire, base, model, key, args.timeout)?
        })
    };
    let second = match (&args.second_model, &args.second_endpoint) {
        (None, _) => None,
        (Some(model), None) => Some(line(base, Some(&wire.key_env), model)?),
        (Some(model), Some(base)) => Some(line(base, args.second_key_env.as_deref(), model)?),
    };
    Ok(Some(Plan {
        cases: args.cases.clone(),
        limits,
        first: line(base, Some(&wire.key_env), model)?,
        second,
        retry: args.retry_failed,
        again: args.again,
        calls: wire.max_calls,
        dry: args.dry_run,
    }))
}

/// What came of it, for people.
pub(super) fn text(ran: &Ran) -> String {
    let mut out: String = ran.stages.iter().map(stage).collect();
    if ran.stages.iter().any(|s| s.estimate.is_some()) {
        let calls: usize = ran.stages.iter().filter_map(|s| Some(s.estimate?.calls)).sum();
        out.push_str(&format!(
            "at most {} in all; nobody was asked\n",
            counted(calls, "request")
        ));
    }
    if !ran.unasked.is_empty() {
        let n: usize = ran.unasked.values().map(Vec::len).sum();
        out.push_str(&format!("could not be asked about: {n}\n"));
        for (why, cases) in ran.unasked.iter().take(LISTED) {
            let first = cases.first().map(String::as_str).unwrap_or_default();
            out.push_str(&format!(
                "  {:>5} × {} (first: {})\n",
                cases.len(),
                clean::line(why),
                clean::line(first)
            ));
        }
        out.push_str(&more("  ", ran.unasked.len(), LISTED));
    }
    if ran.stopped {
        out.push_str("stopped; what came is kept, and the same command goes on from there\n");
    }
    out.push('\n');
    out
}

fn stage(asked: &Asked) -> String {
    let t = asked.totals;
    let head = format!("{} {}: ", asked.stage, asked.stage.words());
    if let Some(e) = asked.estimate {
        let most = e
            .most_completion_tokens
            .map_or_else(String::new, |n| format!(", at most {n} out"));
        return format!(
            "{head}at most {} to {}, about {} tokens in{most}; {} known already\n",
            counted(e.calls, "request"),
            clean::line(&asked.model),
            e.prompt_tokens,
            e.cached
        );
    }
    if asked.model.is_empty() {
        if asked.images == 0 {
            return String::new();
        }
        let s = if asked.images == 1 { " waits" } else { "s wait" };
        return format!("{head}{} image{s} for --second-model\n", asked.images);
    }
    let mut out = format!(
        "{head}{} about {} to {}: answered {}, known already {}, without a reply {}",
        counted(t.calls, "request"),
        counted(asked.images, "image"),
        clean::line(&asked.model),
        t.replies,
        t.cached,
        t.failed + t.failed_before
    );
    for (n, what) in [
        (t.vain, "in vain, perhaps paid for"),
        (t.left, "left for the next time"),
    ] {
        if n > 0 {
            out.push_str(&format!(", {n} {what}"));
        }
    }
    out.push_str(&format!(
        "; {} tokens in, {} out\n",
        t.prompt_tokens, t.completion_tokens
    ));
    out
}

/// The same as JSON.
pub(super) fn json(ran: &Ran) -> Value {
    let stages: Vec<Value> = ran
        .stages
        .iter()
        .map(|s| {
            let t = s.totals;
            let mut out = json!({
                "stage": s.stage,
                "model": if s.stage == Stage::D && s.model.is_empty() { Value::Null } else { s.model.as_str().into() },
                "images": s.images,
                "calls": t.calls,
                "replies": t.replies,
                "known": t.cached,
                "failed": t.failed,
                "failed_before": t.failed_before,
                "left": t.left,
                "vain": t.vain,
                "retried": t.retried,
                "prompt_tokens": t.prompt_tokens,
                "completion_tokens": t.completion_tokens,
            });
            if let (Some(e), Some(all)) = (s.estimate, out.as_object_mut()) {
                let told = json!({"calls": e.calls, "known": e.cached, "failed_before": e.failed_before, "left": e.left,
                    "prompt_tokens": e.prompt_tokens, "most_completion_tokens": e.most_completion_tokens});
                all.insert("estimate".to_owned(), told);
            }
            out
        })
        .collect();
    json!({"stages": stages, "new": ran.new, "unasked": ran.unasked, "stopped": ran.stopped})
}
