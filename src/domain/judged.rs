//! Judgements made elsewhere: what a file says about an answer, and what it means under a form of ours.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::entry::Entry;
use super::form::{Answer, Form, On, Question, Reading, of_why, plain, why};

/// One answer as a file gives it. Names are as written there; the importer finds what they mean.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Judged {
    /// The annotator.
    pub by: String,
    /// Case id, or an id of a case and an exhibit with `#` between.
    pub case: String,
    /// Exhibit by id, address, file name or place (from 1); nothing when the case is meant.
    pub exhibit: Option<String>,
    /// Candidate by id.
    pub candidate: Option<String>,
    /// Run and suspect.
    pub suspect: Option<(String, String)>,
    /// The question, by its name in the form.
    pub question: String,
    /// The answer.
    pub value: Value,
    /// Another reading of the same cell, for formats that do not tell a label from its mark.
    pub other: Option<Value>,
    /// When it was given, as written.
    pub at: Option<String>,
    /// Milliseconds it took.
    pub took_ms: Option<u64>,
    /// Name of the form, where the file gives one.
    pub form: Option<String>,
    /// The entry itself, when casefile wrote the file: it is taken as it stands.
    pub entry: Option<Box<Entry>>,
}

/// The question of `form` that `id` asks or asked about `on`, by its present id. A reasoning sentence is a question too.
///
/// # Errors
/// Says that there is none, or that it is not asked about this.
pub fn question<'a>(form: &'a Form, id: &str, on: On) -> Result<(&'a Question, String), String> {
    let (asked, reason) = match of_why(id) {
        Some(of) if form.question_ever(id).is_none() => (of, true),
        _ => (id, false),
    };
    let Some(q) = form.question_ever(asked).filter(|q| q.reason || !reason) else {
        let all: Vec<&str> = form.questions.iter().map(|q| q.id.as_str()).collect();
        return Err(format!(
            "the form '{}' asks no '{id}'; expected one of {}",
            form.id,
            all.join(", ")
        ));
    };
    if !q.on.contains(&on) {
        let on = match on {
            On::Case => "a case",
            On::Exhibit => "an exhibit",
            On::Candidate => "a candidate",
            On::Suspect => "a suspect",
        };
        return Err(format!("'{}' is not asked about {on}", q.id));
    }
    let id = if reason { why(&q.id) } else { q.id.clone() };
    Ok((q, id))
}

/// The allowed answer that a value of a file means: as it is, by a former name, by its label, or written as text.
///
/// # Errors
/// Says what was expected. A question with one answer that was given several is refused: nobody knows which was meant.
pub fn answer(q: &Question, value: &Value) -> Result<Value, String> {
    if let Value::Array(all) = value {
        return match all.as_slice() {
            [only] => answer(q, only),
            _ => Err(format!(
                "{} answers to '{}', which takes one; which was meant cannot be told",
                all.len(),
                q.id
            )),
        };
    }
    match q.reading(value) {
        Reading::Current(fits) | Reading::Renamed(fits) => return Ok(fits.clone()),
        Reading::Gone => {}
    }
    let word = match value {
        Value::Number(n) => match n.as_f64() {
            Some(whole) if whole.fract() == 0.0 => format!("{whole:.0}"),
            _ => n.to_string(),
        },
        other => plain(other),
    };
    let word = word.trim();
    if q.answer == Answer::Text {
        return Ok(word.into());
    }
    let lower = word.to_lowercase();
    let bare = word.strip_prefix('+').unwrap_or(word);
    let by_label = || {
        q.options
            .iter()
            .find(|c| c.label.to_lowercase() == lower || plain(&c.value).to_lowercase() == lower)
    };
    let by_former = || q.options.iter().find(|c| c.former.iter().any(|f| plain(f) == word));
    let yes_no = match (q.answer, lower.as_str()) {
        (Answer::YesNo, "y" | "1") => Some(Value::Bool(true)),
        (Answer::YesNo, "n" | "0") => Some(Value::Bool(false)),
        _ => None,
    };
    let written = || q.parse(bare).or_else(|_| q.parse(&lower)).ok();
    let found = written().or(yes_no);
    let found = found.or_else(|| by_former().or_else(by_label).map(|c| c.value.clone()));
    found.ok_or_else(|| q.parse(word).err().unwrap_or_default())
}

/// Whether a cell gives no answer at all.
pub fn is_blank(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(all) => all.is_empty(),
        _ => false,
    }
}

/// A moment as RFC 3339 in UTC: with an offset, without one (taken as UTC), or as seconds or milliseconds since 1970.
pub fn moment(raw: &str) -> Option<String> {
    let raw = raw.trim();
    if let Ok(at) = raw.parse::<jiff::Timestamp>() {
        return Some(at.to_string());
    }
    if let Ok(number) = raw.parse::<f64>() {
        // Seconds reach this number in the year 5138, milliseconds passed it in 1973.
        let ms = if number.abs() < 1e11 { number * 1000.0 } else { number };
        // A year or a count is no moment: this is September 2001.
        if !(1e12..1e14).contains(&ms) {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, reason = "checked against its range above")]
        let at = jiff::Timestamp::from_millisecond(ms.round() as i64);
        return Some(at.ok()?.to_string());
    }
    let utc = format!("{}Z", raw.replacen(' ', "T", 1));
    Some(utc.parse::<jiff::Timestamp>().ok()?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::form::{Choice, Rule, Shows};
    use serde_json::json;

    fn option(value: Value, label: &str, former: &[Value]) -> Choice {
        Choice {
            value,
            label: label.to_owned(),
            help: String::new(),
            key: String::new(),
            former: former.to_vec(),
        }
    }

    fn asked(id: &str, answer: Answer, options: Vec<Choice>) -> Question {
        Question {
            id: id.to_owned(),
            label: id.to_owned(),
            answer,
            on: vec![On::Case],
            required: true,
            help: String::new(),
            guide: String::new(),
            examples: Vec::new(),
            options,
            range: (1, 5),
            ends: [String::new(), String::new()],
            when: None,
            reason: id == "scale",
            shows: Shows::Gold,
            former: vec![format!("old_{id}")],
            rollup: None,
            rule: Rule::Unanimous,
        }
    }

    fn form() -> Form {
        Form {
            id: "f".to_owned(),
            questions: vec![
                asked(
                    "relevance",
                    Answer::Ordinal,
                    vec![
                        option(json!(-1), "harmful", &[]),
                        option(json!(2), "vital", &[json!("key"), json!(9)]),
                    ],
                ),
                asked("scale", Answer::Scale, Vec::new()),
                asked("flag", Answer::YesNo, Vec::new()),
                asked("note", Answer::Text, Vec::new()),
            ],
            ..Form::default()
        }
    }

    #[test]
    fn answers_in_the_spellings_of_other_tools() {
        let form = form();
        let given = |q: &str, v: Value| answer(form.question(q).unwrap(), &v);
        for (q, value, want) in [
            ("relevance", json!(2), json!(2)),
            ("relevance", json!("+2"), json!(2)),
            ("relevance", json!(2.0), json!(2)),
            ("relevance", json!("2.0"), Value::Null),
            ("relevance", json!(["Vital"]), json!(2)),
            ("relevance", json!("key"), json!(2)),
            ("relevance", json!("9"), json!(2)),
            ("relevance", json!(1), Value::Null),
            ("scale", json!("5"), json!(5)),
            ("scale", json!(0), Value::Null),
            ("scale", json!(2.5), Value::Null),
            ("flag", json!("Yes"), json!(true)),
            ("flag", json!("FALSE"), json!(false)),
            ("flag", json!(1), json!(true)),
            ("note", json!(7), json!("7")),
        ] {
            assert_eq!(given(q, value.clone()).unwrap_or_default(), want, "{q} {value}");
        }
        let told = given("relevance", json!([-1, 2])).unwrap_err();
        assert!(told.starts_with("2 answers to 'relevance'"), "{told}");
        let told = given("relevance", json!("much")).unwrap_err();
        assert!(told.ends_with("expected one of -1, 2"), "{told}");
    }

    #[test]
    fn questions_by_former_names_and_reasons() {
        let form = form();
        let found = |id: &str| question(&form, id, On::Case).map(|(_, id)| id);
        assert_eq!(found("old_scale").unwrap(), "scale");
        assert_eq!(found("scale.why").unwrap(), "scale.why");
        assert_eq!(found("old_scale.why").unwrap(), "scale.why");
        assert!(found("relevance.why").is_err());
        assert!(
            found("q9")
                .unwrap_err()
                .contains("expected one of relevance, scale, flag, note")
        );
        assert!(question(&form, "flag", On::Exhibit).unwrap_err().contains("an exhibit"));
    }

    #[test]
    fn moments() {
        for (raw, want) in [
            ("2024-05-01T10:00:00+02:00", Some("2024-05-01T08:00:00Z")),
            ("2024-05-01 10:00:00", Some("2024-05-01T10:00:00Z")),
            ("2024-05-01T10:00:00.5Z", Some("2024-05-01T10:00:00.5Z")),
            ("1714557600", Some("2024-05-01T10:00:00Z")),
            ("1714557600000", Some("2024-05-01T10:00:00Z")),
            ("2024", None),
            ("yesterday", None),
        ] {
            assert_eq!(moment(raw).as_deref(), want, "{raw}");
        }
    }
}
