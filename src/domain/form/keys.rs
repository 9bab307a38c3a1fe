//! Keys of the answers on the sheet: the form's own, else digits by value or place, `y` and `n`, `-` for −1.

use serde_json::Value;

use super::{Answer, Question};

/// Key and answer of every allowed answer that has one, in declared order.
pub fn keys(q: &Question) -> Vec<(String, Value)> {
    match q.answer {
        Answer::Text => Vec::new(),
        Answer::YesNo => vec![
            ("y".to_owned(), Value::Bool(true)),
            ("n".to_owned(), Value::Bool(false)),
        ],
        Answer::Scale => (q.range.0..=q.range.1)
            .filter_map(|n| Some((digit(n)?, Value::from(n))))
            .collect(),
        Answer::Choice | Answer::Ordinal => {
            let numbers = q.options.iter().all(|o| o.value.as_i64().and_then(digit).is_some());
            let mut out = Vec::new();
            for (n, o) in q.options.iter().enumerate() {
                let key = match (o.key.as_str(), o.value.as_i64()) {
                    ("", Some(value)) if numbers => digit(value),
                    ("", _) => i64::try_from(n + 1).ok().filter(|n| *n < 10).and_then(digit),
                    (key, _) => Some(key.to_owned()),
                };
                out.extend(key.map(|k| (k, o.value.clone())));
            }
            out
        }
    }
}

/// The key for a number: its digit, `-` for −1.
fn digit(n: i64) -> Option<String> {
    match n {
        -1 => Some("-".to_owned()),
        0..=9 => Some(n.to_string()),
        _ => None,
    }
}

/// Keys that answer some question on any sheet, so that no keymap may give them another meaning there.
pub const RESERVED: [&str; 13] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "-", "y", "n"];
