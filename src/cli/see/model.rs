//! The vision model of `casefile see`: from the command line to an engine, and what it cost.

use std::time::Duration;

use serde_json::{Value, json};

use crate::base::error::{Problem, Result};
use crate::cli::args::See;
use crate::cli::env;
use crate::cli::list::counted;
use crate::domain::seen::prompt::{BODY, Template};
use crate::read::chat::{Endpoint, Secret};
use crate::text::clean;
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
    if model.trim().is_empty() {
        return Err(Problem::input("no model is named").at_field("--model"));
    }
    let name = &options.key_env;
    let key = env::key(name).map(|value| Secret::new(&value, name)).transpose()?;
    let endpoint = Endpoint::new(base, key)?;
    let plain = Line::new(endpoint, model, super::clock, super::now());
    let mut line = Line {
        key_name: name.clone(),
        workers: args.workers.map_or(WORKERS, usize::from),
        tries: options.tries,
        time: Duration::from_secs(args.timeout),
        patience: Duration::from_secs(options.patience),
        side: options.side,
        calls: options.max_calls,
        again: args.again || args.retry_failed,
        ..plain
    };
    for param in &options.param {
        let (name, value) = parameter(param)?;
        match value {
            Value::Null => line.parameters.shift_remove(&name),
            value => line.parameters.insert(name, value),
        };
    }
    Ok(Some(Engine::Model(Box::new(Model {
        line,
        template: Template::default(),
        body: BODY,
    }))))
}

/// `NAME=VALUE`; what is no JSON is a word.
fn parameter(text: &str) -> Result<(String, Value)> {
    let wrong = |what: String| {
        Problem::input(what)
            .at_field("--param")
            .mend("for example --param max_tokens=4096")
    };
    let (name, value) = text
        .split_once('=')
        .filter(|(name, _)| !name.is_empty())
        .ok_or_else(|| wrong(format!("'{}' is not NAME=VALUE", clean::line(text))))?;
    if ["model", "messages", "response_format", "stream", "n"].contains(&name) {
        return Err(wrong(format!("'{name}' is set by casefile")));
    }
    let value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
    Ok((name.to_owned(), value))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_json_or_words() {
        let of = |text: &str| parameter(text).unwrap();
        assert_eq!(of("max_tokens=4096"), ("max_tokens".to_owned(), json!(4096)));
        assert_eq!(of("reasoning_effort=low").1, json!("low"));
        assert_eq!(of("extra={\"a\": [1]}").1, json!({"a": [1]}));
        assert_eq!(of("max_tokens=null").1, Value::Null);
        for bad in ["x", "=1", "model=y", "response_format=x"] {
            assert!(parameter(bad).is_err(), "{bad}");
        }
    }
}
