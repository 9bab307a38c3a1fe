//! The vision model of `casefile see`: from the command line to an engine, and what it cost.

use serde_json::{Value, json};

use crate::base::error::Result;
use crate::cli::args::See;
use crate::cli::list::counted;
use crate::cli::wire;
use crate::domain::seen::prompt::{BODY, Template};
use crate::work::chat::{Estimate, Line, Totals};
use crate::work::see::{Engine, Model, Report};

/// Requests at a time, unless told otherwise.
const WORKERS: usize = 4;

/// The engine, if an endpoint is named.
pub(super) fn engine(args: &See) -> Result<Option<Engine>> {
    let options = &args.vision;
    let (Some(base), Some(model)) = (&options.endpoint, &options.model) else {
        return Ok(None);
    };
    let plain = wire::line(&options.wire, base, model, Some(&options.wire.key_env), args.timeout)?;
    let line = Line {
        workers: args.workers.map_or(WORKERS, usize::from),
        again: args.again || args.retry_failed,
        ..plain
    };
    Ok(Some(Engine::Model(Box::new(Model {
        line,
        template: Template::default(),
        body: BODY,
    }))))
}

/// What it cost, or would.
pub(super) fn json(report: &Report) -> (Value, Value) {
    let totals = report.totals.map(|t: Totals| {
        json!({"requests": t.calls, "vain": t.vain, "retried": t.retried,
            "prompt_tokens": t.prompt_tokens, "completion_tokens": t.completion_tokens})
    });
    let estimate = report.estimate.map(|e: Estimate| {
        json!({"requests": e.calls, "remembered": e.cached, "failed_before": e.failed_before, "left": e.left,
            "prompt_tokens": e.prompt_tokens, "most_completion_tokens": e.most_completion_tokens})
    });
    (totals.unwrap_or_default(), estimate.unwrap_or_default())
}

/// The same in words.
pub(super) fn table(report: &Report) -> String {
    let mut out = String::new();
    if let Some(e) = &report.estimate {
        out.push_str(&format!(
            "  {} would be made, {} answered from memory, {} failed before, {} beyond --max-calls\n",
            counted(e.calls, "request"),
            e.cached,
            e.failed_before,
            e.left
        ));
        let most = e
            .most_completion_tokens
            .map_or_else(String::new, |n| format!(", and {n} at most for the replies"));
        out.push_str(&format!(
            "  about {} tokens of requests{most} (a rule of thumb; models differ by a factor of two and more)\n",
            e.prompt_tokens
        ));
    }
    if let Some(t) = &report.totals {
        out.push_str(&format!(
            "  {}, {} of them in vain; {} tokens of requests, {} of replies\n",
            counted(t.calls, "request"),
            t.vain,
            t.prompt_tokens,
            t.completion_tokens
        ));
    }
    out
}
