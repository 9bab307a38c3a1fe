//! The answer to a stage out of what a model wrote: mended, with what was mended, or refused with the reason.

use serde_json::{Map, Value};

use crate::domain::gate::Stage;
use crate::domain::gate::ask::keys;
use crate::domain::seen::cut;
use crate::read::mend::{mend, plain};

/// Characters of a reply that its refusal quotes.
const QUOTED: usize = 80;

/// Objects and lists around an answer that are looked through.
const DEEP: usize = 3;

/// What a reply comes to.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Answer {
    /// The object that answers; null when there is none.
    pub(super) output: Value,
    /// What had to be mended.
    pub(super) mends: Vec<String>,
    /// Why there is no answer.
    pub(super) fault: Option<String>,
}

impl Answer {
    fn refused(why: impl Into<String>) -> Self {
        Self {
            fault: Some(why.into()),
            ..Self::default()
        }
    }
}

/// The answer in a reply, a text or an object, of a model that stopped for the reason `finish`. A reply that was cut off is
/// refused before anything is mended.
pub(super) fn read(stage: Stage, reply: &Value, finish: Option<&str>) -> Answer {
    match finish {
        Some("length") => return Answer::refused("the reply was cut off at its limit of tokens"),
        Some("content_filter") => return Answer::refused("the reply was withheld by a filter of the endpoint"),
        _ => {}
    }
    let mut out = Answer::default();
    let value = match reply {
        Value::String(text) => {
            if text.trim().is_empty() {
                return Answer::refused("the reply is empty");
            }
            let Some(found) = mend(text, keys(stage)) else {
                return Answer::refused(format!("no JSON in the reply: '{}'", quoted(text)));
            };
            if found.truncated() {
                return Answer::refused(format!("the reply ends inside its JSON: '{}'", quoted(text)));
            }
            out.mends = found.how.into_iter().map(str::to_owned).collect();
            found.value
        }
        Value::Null => return Answer::refused("the reply is empty"),
        other => other.clone(),
    };
    let plain_object = value.is_object();
    match inside(value.clone(), stage, DEEP).or_else(|| plain_object.then(|| (value.clone(), 0))) {
        Some((Value::Object(found), levels)) => {
            if levels > 0 {
                out.mends.push("wrapped".to_owned());
            }
            let (found, renamed) = spelled(found, stage);
            if renamed {
                out.mends.push("key spelling".to_owned());
            }
            out.output = Value::Object(found);
        }
        _ => return Answer::refused(format!("the answer is no object: '{}'", quoted(&value.to_string()))),
    }
    out
}

/// The object that holds a key of the stage, and how many others are around it.
fn inside(value: Value, stage: Stage, levels: usize) -> Option<(Value, usize)> {
    let below = levels.checked_sub(1);
    match value {
        Value::Object(o) => {
            if o.keys().any(|k| keys(stage).contains(&plain(k).as_str())) {
                return Some((Value::Object(o), 0));
            }
            let mut found = o.into_iter().filter_map(|(_, v)| inside(v, stage, below?));
            found.next().map(|(v, n)| (v, n + 1))
        }
        Value::Array(list) if list.len() == 1 => {
            let (v, n) = inside(list.into_iter().next()?, stage, below?)?;
            Some((v, n + 1))
        }
        _ => None,
    }
}

/// The object with the stage's keys as they are called, and whether one was called otherwise.
fn spelled(found: Map<String, Value>, stage: Stage) -> (Map<String, Value>, bool) {
    let (mut out, mut renamed) = (Map::new(), false);
    let exact: Vec<String> = found.keys().cloned().collect();
    for (key, value) in found {
        let name = plain(&key);
        let known = keys(stage).iter().any(|k| *k == name);
        if known && name != key && !exact.contains(&name) {
            renamed = true;
            out.insert(name, value);
        } else {
            out.insert(key, value);
        }
    }
    (out, renamed)
}

fn quoted(text: &str) -> String {
    let (head, more) = cut::chars(text.trim(), QUOTED);
    if more > 0 {
        format!("{head}…")
    } else {
        head.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(stage: Stage, reply: impl Into<Value>) -> (Value, String) {
        let got = read(stage, &reply.into(), Some("stop"));
        let told = got.fault.unwrap_or_else(|| got.mends.join(", "));
        (got.output, told)
    }

    #[test]
    fn replies_are_mended_and_it_is_said_how() {
        let plain = json!({"relevance": 1, "reason": "r"});
        let text = plain.to_string();
        assert_eq!(of(Stage::A, plain.clone()), (plain.clone(), String::new()));
        assert_eq!(of(Stage::A, text.clone()), (plain.clone(), String::new()));
        let fenced = format!("```json\n{text}\n```");
        assert_eq!(of(Stage::A, fenced), (plain.clone(), "fence".to_owned()));
        let said = format!("I looked. {text}");
        assert_eq!(of(Stage::A, said), (plain.clone(), "prose".to_owned()));
        assert_eq!(of(Stage::A, json!([{"answer": plain}])), (plain, "wrapped".to_owned()));
        let shouted = json!({"Category": "x", "CONFIDENCE": 1});
        let want = json!({"category": "x", "confidence": 1});
        assert_eq!(of(Stage::B, shouted), (want, "key spelling".to_owned()));
    }

    #[test]
    fn what_is_no_answer_is_refused_with_the_reason() {
        let none = |stage, reply: Value, finish: Option<&str>| {
            let got = read(stage, &reply, finish);
            assert_eq!(got.output, Value::Null);
            got.fault.unwrap()
        };
        let whole = json!("{\"relevance\": 1}");
        assert!(none(Stage::A, whole.clone(), Some("length")).contains("cut off"));
        assert!(none(Stage::A, whole, Some("content_filter")).contains("filter"));
        assert!(none(Stage::A, json!("It is helpful."), None).starts_with("no JSON in the reply: 'It is"));
        assert!(none(Stage::A, json!("{\"relevance\": 1, \"reason\": \"the"), None).contains("ends inside"));
        assert_eq!(none(Stage::A, json!("  "), None), "the reply is empty");
        assert_eq!(none(Stage::A, Value::Null, None), "the reply is empty");
        assert!(none(Stage::A, json!([{"relevance": 1}, {"relevance": 0}]), None).contains("no object"));
        assert!(none(Stage::C, json!(true), None).contains("no object"));
        // An object without the key is an answer of another shape: the verdict says what it lacks.
        assert_eq!(of(Stage::C, json!({"relevance": 1})).0, json!({"relevance": 1}));
    }
}
