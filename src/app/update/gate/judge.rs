//! A person's verdict about a stage of the gate.

use serde_json::{Value, json};

use crate::app::cmd::Cmd;
use crate::app::model::Model;
use crate::app::model::popup::{Entry, Pick, Popup};
use crate::app::model::review::Draft;
use crate::app::msg::Now;
use crate::app::update::judge::submit;
use crate::domain::case::CATEGORIES;
use crate::domain::entry::{Op, Subject};
use crate::domain::gate::table::RELEVANCES;
use crate::domain::gate::{Stage, signed};

/// My verdict about a stage that holds or is on its way.
fn mine(m: &Model, subject: &Subject, stage: Stage) -> Option<Value> {
    m.review.answer(&m.settings.me, subject, stage.question()).0
}

/// A verdict in words: `pass`, `pass, relevance +1`.
pub fn words(value: &Value) -> String {
    let verdict = value.get("verdict").unwrap_or(value).as_str().unwrap_or("?");
    let mut out = verdict.to_owned();
    let relevance = value.get("relevance").and_then(Value::as_i64);
    if let Some(n) = relevance.and_then(|n| i8::try_from(n).ok()) {
        out.push_str(&format!(", relevance {}", signed(n)));
    }
    if let Some(kind) = value.get("category").and_then(Value::as_str) {
        out.push_str(&format!(", {kind}"));
    }
    crate::text::clean::line(&out)
}

/// Lets the stage under the cursor pass or fail, or takes that back.
pub(super) fn toggle(m: &mut Model, pass: bool, now: Now, out: &mut Vec<Cmd>) {
    let Some(subject) = m.gate.subject() else {
        return m.say("no image is chosen");
    };
    let stage = m.gate.stage;
    let word = if pass { "pass" } else { "fail" };
    let old = mine(m, &subject, stage);
    let has = old.is_some_and(|v| v.get("verdict").unwrap_or(&v).as_str() == Some(word));
    if has {
        return say(m, subject, stage, Value::Null, now, out);
    }
    if pass && lacks(m, stage) {
        offer(m);
        return m.say("the gate gives none that could stand; choose what it is");
    }
    say(m, subject, stage, word.into(), now, out);
}

/// Whether a later stage would find nothing to compare with if this one passed as it is.
fn lacks(m: &Model, stage: Stage) -> bool {
    let Some(said) = m.gate.current().map(|r| &r.said) else {
        return false;
    };
    match stage {
        Stage::A => said.first.is_none(),
        Stage::B => said.category.as_deref().is_none_or(|c| !CATEGORIES.contains(&c)),
        Stage::C | Stage::D => false,
    }
}

/// Saves a verdict about a stage; null takes mine back.
pub(in crate::app::update) fn say(
    m: &mut Model,
    subject: Subject,
    stage: Stage,
    value: Value,
    now: Now,
    out: &mut Vec<Cmd>,
) {
    if value.is_null() && mine(m, &subject, stage).is_none() {
        return m.say("there is no verdict of mine here");
    }
    let what = if value.is_null() {
        "no verdict of mine any more".to_owned()
    } else {
        words(&value)
    };
    let told = format!("{}, stage {stage}: {what}", subject.name());
    let draft = Draft {
        subject,
        question: stage.question().to_owned(),
        op: Op::Set,
        value,
        about: None,
        took_ms: 0,
    };
    m.message = None;
    submit(m, draft, now, out);
    if m.message.is_none() {
        m.say(told);
    }
}

/// Offers what the stage can say, each with the verdict that follows from it.
pub(super) fn offer(m: &mut Model) {
    let (Some(subject), stage) = (m.gate.subject(), m.gate.stage) else {
        return m.say("no image is chosen");
    };
    let limits = m.gate.limits();
    let first = m.gate.current().and_then(|r| r.said.first);
    let verdict = |pass: bool| if pass { "pass" } else { "fail" };
    let mut all: Vec<(String, &str, Value)> = match stage {
        Stage::A | Stage::D => RELEVANCES
            .iter()
            .rev()
            .map(|r| {
                let pass = match stage {
                    Stage::A => *r >= limits.relevance,
                    _ => first.is_none_or(|f| f.abs_diff(*r) <= limits.apart),
                };
                let value = json!({"verdict": verdict(pass), "relevance": r});
                (format!("relevance {}", signed(*r)), verdict(pass), value)
            })
            .collect(),
        Stage::B => {
            let of = |c: &&str| ((*c).to_owned(), "pass", json!({"verdict": "pass", "category": c}));
            let mut all: Vec<_> = CATEGORIES.iter().map(of).collect();
            all.push(("none of the seven".to_owned(), "fail", "fail".into()));
            all
        }
        Stage::C => vec![
            (
                "the fix addresses what the image shows".to_owned(),
                "pass",
                "pass".into(),
            ),
            ("it does not".to_owned(), "fail", "fail".into()),
        ],
    };
    let own = mine(m, &subject, stage);
    let at = own.as_ref().and_then(|v| all.iter().position(|(_, _, o)| o == v));
    if own.is_some() {
        all.push(("no verdict of mine".to_owned(), "", Value::Null));
    }
    let entries = all.into_iter().map(|(label, hint, value)| Entry {
        label,
        hint: hint.to_owned(),
        pick: Pick::Verdict(subject.clone(), stage, value),
    });
    m.popup = Some(Popup::Menu {
        title: format!("stage {stage}, {}, of {}", stage.words(), subject.name()),
        entries: entries.collect(),
        at: at.unwrap_or(0),
    });
}
