//! From options to a line to an endpoint.

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::base::error::{Problem, Result};
use crate::read::chat::{Endpoint, Secret};
use crate::text::clean;
use crate::work::chat::Line;

use super::args::Wire;
use super::env;

/// A line to `model` behind `base`, with the key in the variable `key`, if any. `timeout` is for one request, in seconds.
///
/// # Errors
/// No model; an address, key or parameter that is none.
#[expect(clippy::disallowed_methods, reason = "the clock belongs to this floor")]
pub(super) fn line(options: &Wire, base: &str, model: &str, key: Option<&str>, timeout: u64) -> Result<Line> {
    if model.trim().is_empty() {
        return Err(Problem::input("no model is named").at_field("--model"));
    }
    let value = key.and_then(|name| Some((name, env::key(name)?)));
    let secret = value.map(|(name, v)| Secret::new(&v, name)).transpose()?;
    let now = jiff::Timestamp::now().to_string();
    let mut line = Line {
        tries: options.tries,
        time: Duration::from_secs(timeout),
        patience: Duration::from_secs(options.patience),
        side: options.side,
        calls: options.max_calls,
        ..Line::new(Endpoint::new(base, secret)?, model, Instant::now, now)
    };
    if let Some(name) = key {
        name.clone_into(&mut line.key_name);
    }
    for param in &options.param {
        let (name, value) = parameter(param)?;
        match value {
            Value::Null => line.parameters.shift_remove(&name),
            value => line.parameters.insert(name, value),
        };
    }
    Ok(line)
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

#[cfg(test)]
mod tests {
    use serde_json::json;

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
