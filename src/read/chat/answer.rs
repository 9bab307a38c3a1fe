//! What an OpenAI-compatible server answered, taken apart. Pure; servers differ, so little is asked of the shape.

use serde_json::Value;

use crate::domain::evidence::Usage;
use crate::read::web::{Fault, Posted};
use crate::text::clean;

use super::{Said, Trouble};

/// Most tokens of a request or a reply that are believed.
const MOST_TOKENS: u64 = 1 << 32;

/// Most characters of foreign words.
const WORDS: usize = 200;

/// The reply in an answer. `scrub` strikes the key out of whatever is kept.
pub(super) fn read(posted: &Posted, scrub: &dyn Fn(&str) -> String) -> Result<Said, Trouble> {
    let words = || {
        let text = String::from_utf8_lossy(&posted.body);
        let of_error = serde_json::from_str::<Value>(&text).ok().and_then(|v| message(&v));
        short(&scrub(&of_error.unwrap_or_else(|| text.into_owned())))
    };
    match posted.status {
        200..=299 => {}
        300..=399 => {
            let to = posted.location.as_deref().unwrap_or("to nowhere");
            return Err(Trouble::Moved(short(&scrub(to))));
        }
        status => return Err(refused(status, posted, words())),
    }
    let value: Value = match serde_json::from_slice(&posted.body) {
        Ok(value) => value,
        Err(e) if e.is_eof() && !posted.marked && !posted.body.is_empty() => {
            return Err(Trouble::Fault(Fault::Short(posted.body.len() as u64, None)));
        }
        Err(_) => return Err(Trouble::NotJson(words())),
    };
    let choice = value.get("choices").and_then(|c| c.get(0));
    let Some(choice) = choice.filter(|c| c.get("message").is_some_and(Value::is_object)) else {
        // Some gateways tell the error of the server behind them with status 200.
        let error = value.get("error").filter(|e| !e.is_null());
        let code = error.and_then(|e| e.get("code")).and_then(Value::as_u64);
        let status = code
            .and_then(|c| u16::try_from(c).ok())
            .filter(|c| (400..600).contains(c));
        return Err(match (error, status) {
            (Some(_), Some(status)) => refused(status, posted, words()),
            (Some(_), None) => Trouble::Refused(posted.status, words()),
            (None, _) => Trouble::NoChoice(words()),
        });
    };
    let text = |v: Option<&Value>| v.and_then(Value::as_str).map(scrub);
    let message = choice.get("message");
    let said = Said {
        content: scrub(&content(message.and_then(|m| m.get("content")))),
        finish: text(choice.get("finish_reason")),
        model: text(value.get("model")).unwrap_or_default(),
        usage: usage(value.get("usage")),
        bytes: posted.body.len() as u64,
    };
    let refusal = text(message.and_then(|m| m.get("refusal"))).filter(|r| !r.trim().is_empty());
    let blank = said.content.trim().is_empty();
    Err(match (said.finish.as_deref(), refusal) {
        (Some("length" | "max_tokens" | "MAX_TOKENS"), _) => Trouble::Length(Box::new(said)),
        (Some("content_filter" | "SAFETY"), _) => Trouble::Filtered(Box::new(said)),
        (_, Some(words)) => Trouble::Declined(Box::new(said), short(&words)),
        _ if blank => Trouble::Empty(Box::new(said)),
        _ => return Ok(said),
    })
}

fn refused(status: u16, posted: &Posted, words: String) -> Trouble {
    match status {
        // No waiting brings money.
        429 if String::from_utf8_lossy(&posted.body).contains("insufficient_quota") => Trouble::Refused(429, words),
        429 | 503 | 529 => Trouble::Busy(status, posted.after.clone()),
        500.. => Trouble::Server(status, words),
        _ => Trouble::Refused(status, words),
    }
}

/// The words of an error: `{"error": {"message": …}}`, `{"error": …}`, `{"message": …}`, `{"detail": …}`.
fn message(value: &Value) -> Option<String> {
    let error = value.get("error").filter(|e| !e.is_null()).unwrap_or(value);
    let words = [Some(error), error.get("message"), error.get("detail")];
    let words = words.into_iter().flatten().find_map(Value::as_str);
    words.filter(|w| !w.trim().is_empty()).map(str::to_owned)
}

/// Text, or the texts of a list of parts.
fn content(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(parts)) => {
            let text = |p: &Value| p.get("text").or(Some(p)).and_then(Value::as_str).map(str::to_owned);
            parts.iter().filter_map(text).collect()
        }
        _ => String::new(),
    }
}

fn usage(value: Option<&Value>) -> Option<Usage> {
    // A number beyond what any model takes is none.
    let number = |name: &str| value?.get(name)?.as_u64().filter(|n| *n <= MOST_TOKENS);
    let (prompt, completion) = (number("prompt_tokens"), number("completion_tokens"));
    (prompt.is_some() || completion.is_some()).then(|| Usage {
        prompt_tokens: prompt.unwrap_or(0),
        completion_tokens: completion.unwrap_or(0),
    })
}

/// One clean line, not too long.
fn short(text: &str) -> String {
    // Only the start is cleaned: a page of megabytes gives no longer line.
    let start: String = text.trim().chars().take(4 * WORDS).collect();
    let flat = clean::line(&start);
    let mut out: String = flat.chars().take(WORDS).collect();
    if flat.chars().nth(WORDS).is_some() {
        out.push('…');
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::read::web::RetryAfter;

    fn posted(status: u16, body: &str) -> Posted {
        Posted {
            status,
            after: Some(RetryAfter::Seconds(7)),
            location: Some("http://169.254.169.254/KEY".to_owned()),
            body: body.as_bytes().to_vec(),
            marked: true,
        }
    }

    fn of(status: u16, body: &str) -> Result<Said, Trouble> {
        read(&posted(status, body), &|t| t.replace("KEY", "…"))
    }

    fn choice(message: &Value, finish: &str) -> String {
        json!({"model": "m-1", "choices": [{"message": message, "finish_reason": finish}],
            "usage": {"prompt_tokens": 12, "completion_tokens": 3}})
        .to_string()
    }

    #[test]
    fn replies_of_different_servers() {
        let said = of(
            200,
            &choice(
                &json!({"content": "{\"a\": \"KEY\"}", "reasoning_content": "hm"}),
                "stop",
            ),
        )
        .unwrap();
        assert_eq!((said.content.as_str(), said.model.as_str()), ("{\"a\": \"…\"}", "m-1"));
        assert_eq!(said.usage.unwrap().prompt_tokens, 12);
        let parts = json!({"content": [{"type": "text", "text": "{\"a\""}, {"type": "text", "text": ": 1}"}]});
        assert_eq!(of(200, &choice(&parts, "stop")).unwrap().content, "{\"a\": 1}");
        let bare = of(201, r#"{"choices":[{"message":{"content":"x"}}]}"#).unwrap();
        assert_eq!((bare.usage, bare.finish, bare.model.as_str()), (None, None, ""));
    }

    #[test]
    fn every_answer_that_is_none_has_its_reason() {
        let text = |words: &str| json!({"content": words});
        let error = |message: &str| json!({"error": {"message": message, "code": "x"}}).to_string();
        for (status, body, reason, whole) in [
            (429, error("slow down"), "status 429", "status 429 (in 7 s)"),
            (503, String::new(), "status 503", "status 503 (in 7 s)"),
            (529, String::new(), "status 529", "status 529 (in 7 s)"),
            (
                429,
                r#"{"error":{"code":"insufficient_quota","message":"no money, KEY"}}"#.to_owned(),
                "status 429",
                "status 429 (no money, …)",
            ),
            (500, error("KEY broke"), "status 500", "status 500 (… broke)"),
            (
                502,
                "<html>\u{1b}[31mBad</html>".to_owned(),
                "status 502",
                "status 502 (<html>␛[31mBad</html>)",
            ),
            (400, r#"{"detail":"no"}"#.to_owned(), "status 400", "status 400 (no)"),
            (
                404,
                r#"{"error":"model 'm' not found"}"#.to_owned(),
                "status 404",
                "status 404 (model 'm' not found)",
            ),
            (
                302,
                String::new(),
                "a redirect, which is not followed",
                "a redirect, which is not followed (http://169.254.169.254/…)",
            ),
            (
                200,
                "<!DOCTYPE html>".to_owned(),
                "the answer is not JSON",
                "the answer is not JSON (<!DOCTYPE html>)",
            ),
            (200, String::new(), "the answer is not JSON", "the answer is not JSON"),
            (
                200,
                "{\"x\":1}".to_owned(),
                "the answer holds no reply",
                "the answer holds no reply ({\"x\":1})",
            ),
            (
                200,
                "{\"choices\":[]}".to_owned(),
                "the answer holds no reply",
                "the answer holds no reply ({\"choices\":[]})",
            ),
            (
                200,
                r#"{"error":{"code":502,"message":"upstream"}}"#.to_owned(),
                "status 502",
                "status 502 (upstream)",
            ),
            (
                200,
                choice(&text("{\"a\":"), "length"),
                "the reply was cut off at the limit of tokens",
                "the reply was cut off at the limit of tokens",
            ),
            (
                200,
                choice(&text(""), "content_filter"),
                "the reply was held back by a filter",
                "the reply was held back by a filter",
            ),
            (
                200,
                choice(&json!({"content": null, "refusal": "I can't."}), "stop"),
                "the model declined",
                "the model declined (I can't.)",
            ),
            (
                200,
                choice(&text(" \n"), "stop"),
                "the reply is empty",
                "the reply is empty",
            ),
        ] {
            let trouble = of(status, &body).unwrap_err();
            assert_eq!(
                (trouble.reason().as_str(), trouble.to_string().as_str()),
                (reason, whole),
                "{body}"
            );
        }
        let cut = of(200, &choice(&text("{\"a\":"), "length")).unwrap_err();
        assert_eq!(
            (cut.raw(), cut.said().unwrap().usage.unwrap().completion_tokens),
            (Some("{\"a\":"), 3)
        );
    }

    #[test]
    fn an_unmarked_end_in_the_middle_is_a_broken_connection() {
        let whole = choice(&json!({"content": "x"}), "stop");
        let mut half = posted(200, whole.split_at(30).0);
        let read = |p: &Posted| read(p, &str::to_owned).unwrap_err();
        assert_eq!(read(&half).reason(), "the answer is not JSON");
        half.marked = false;
        assert_eq!(read(&half), Trouble::Fault(Fault::Short(30, None)));
        assert!(read(&half).passes());
    }
}
