//! The verdict of one stage out of an answer, and how answers are read.

use serde_json::Value;

use super::{Limits, Stage, Verdict, signed};
use crate::domain::case::CATEGORIES;

/// What earlier stages settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Before<'a> {
    pub(super) relevance: Option<i8>,
    pub(super) category: Option<&'static str>,
    /// Models that answered A and B.
    pub(super) models: [&'a str; 2],
}

/// A verdict with its reason and what it settled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) verdict: Verdict,
    pub(super) reason: String,
    pub(super) relevance: Option<i8>,
    pub(super) category: Option<&'static str>,
}

impl Call {
    fn new(verdict: Verdict, reason: String) -> Self {
        Self {
            verdict,
            reason,
            relevance: None,
            category: None,
        }
    }
}

/// The verdict of a stage out of an answer of `model`, after what earlier stages settled.
pub(super) fn decide(stage: Stage, output: &Value, model: &str, limits: &Limits, before: Before<'_>) -> Call {
    let made = match stage {
        Stage::A => a(output, limits),
        Stage::B => b(output, limits),
        Stage::C => c(output),
        Stage::D => d(output, model, limits, before),
    };
    made.unwrap_or_else(|why| Call::new(Verdict::Error, why))
}

fn verdict(pass: bool) -> Verdict {
    if pass { Verdict::Pass } else { Verdict::Fail }
}

fn a(output: &Value, limits: &Limits) -> Result<Call, String> {
    let relevance = relevance(output)?;
    let pass = relevance >= limits.relevance;
    let reason = format!("relevance {}", signed(relevance));
    Ok(Call {
        relevance: Some(relevance),
        ..Call::new(verdict(pass), reason)
    })
}

fn b(output: &Value, limits: &Limits) -> Result<Call, String> {
    let said = said(output)?;
    let Some(category) = category(&said) else {
        return Ok(Call::new(
            Verdict::Fail,
            format!("'{said}' is none of the seven categories"),
        ));
    };
    let confidence = confidence(output)?;
    let pass = confidence >= limits.confidence;
    let sign = if pass { "≥" } else { "<" };
    let mut shown = format!("{confidence:.2}");
    if !pass && shown.parse().is_ok_and(|x: f64| x >= limits.confidence) {
        // Two digits would say that it passes.
        shown = confidence.to_string();
    }
    let reason = format!("{category}, confidence {shown} {sign} {:.2}", limits.confidence);
    Ok(Call {
        category: Some(category),
        ..Call::new(verdict(pass), reason)
    })
}

fn c(output: &Value) -> Result<Call, String> {
    let answer = output.get("plausible").filter(|v| !v.is_null());
    let (pass, word) = match answer.ok_or("the answer has no 'plausible'")? {
        Value::Bool(yes) => (*yes, if *yes { "yes" } else { "no" }.to_owned()),
        Value::String(s) => match plain(s).as_str() {
            "yes" | "true" | "plausible" => (true, "yes".to_owned()),
            "" => return Err("'plausible' is empty".to_owned()),
            other => (false, other.to_owned()),
        },
        other => return Err(format!("'plausible' is neither yes nor no: {other}")),
    };
    Ok(Call::new(verdict(pass), format!("plausible: {word}")))
}

fn d(output: &Value, model: &str, limits: &Limits, before: Before<'_>) -> Result<Call, String> {
    let (Some(first), Some(kind)) = (before.relevance, before.category) else {
        return Err("there is no relevance and category of A and B to compare with".to_owned());
    };
    if limits.second && before.models.contains(&model) {
        return Err(format!("'{model}' answered A or B too: D asks for a second model"));
    }
    let second = relevance(output)?;
    let said = said(output)?;
    let apart = first.abs_diff(second);
    let same = category(&said) == Some(kind);
    let mut why = Vec::new();
    if apart > limits.apart {
        why.push(format!("relevance {} against {}", signed(second), signed(first)));
    }
    if !same {
        why.push(format!("'{said}' against {kind}"));
    }
    let pass = why.is_empty();
    if pass {
        why.push(format!(
            "relevance {} against {}, {kind}",
            signed(second),
            signed(first)
        ));
    }
    Ok(Call {
        relevance: Some(second),
        ..Call::new(verdict(pass), why.join("; "))
    })
}

/// `relevance` of an answer: −1 to 2, as a number or text, with or without a sign.
pub(super) fn relevance(output: &Value) -> Result<i8, String> {
    let value = output.get("relevance").filter(|v| !v.is_null());
    let value = value.ok_or("the answer has no 'relevance'")?;
    let number = match value {
        Value::String(s) => s.trim().replace('−', "-").parse::<f64>().ok(),
        other => other.as_f64(),
    };
    let known = [-1_i8, 0, 1, 2].into_iter().find(|r| number == Some(f64::from(*r)));
    known.ok_or_else(|| format!("relevance {value} is none of -1, 0, 1, 2"))
}

/// `category` of an answer as it says it.
pub(super) fn said(output: &Value) -> Result<String, String> {
    match output.get("category") {
        Some(Value::String(s)) if !s.trim().is_empty() => Ok(s.trim().to_owned()),
        Some(Value::Null) | None => Err("the answer has no 'category'".to_owned()),
        Some(other) => Err(format!("category {other} is no word")),
    }
}

/// `confidence` of an answer, 0 to 1, as a number or text.
pub(super) fn confidence(output: &Value) -> Result<f64, String> {
    let value = output.get("confidence").filter(|v| !v.is_null());
    let value = value.ok_or("the answer has no 'confidence'")?;
    let number = match value {
        Value::String(s) => s.trim().parse::<f64>().ok(),
        other => other.as_f64(),
    };
    let known = number.filter(|n| (0.0..=1.0).contains(n));
    known.ok_or_else(|| format!("confidence {value} is not within 0 and 1"))
}

/// One of the seven in any spelling: `UI Screenshot`, `ui-screenshot`.
pub(super) fn category(said: &str) -> Option<&'static str> {
    CATEGORIES.into_iter().find(|c| letters(c).eq(letters(said)))
}

/// Letters of a word in small ones.
pub(super) fn plain(text: &str) -> String {
    letters(text).collect()
}

fn letters(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
}
