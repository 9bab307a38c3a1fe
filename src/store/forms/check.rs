//! From TOML to a form: what the types cannot see, each with its place.

use std::ops::Range;

use serde_json::Value;
use toml::Spanned;

use crate::base::near;
use crate::domain::cond::{Cond, Mention};
use crate::domain::form::{
    Answer, Check, Choice, Combine, Example, Form, Question, Reading, Retention, Rule, of_why, plain,
};

use super::raw;

pub(super) type Fault = (Range<usize>, String);
type Out<T> = Result<T, Fault>;

/// Questions that a form can ask beside its own; a form cannot give them another meaning.
const KEYS: &str = "one letter, digit or sign";

fn fault<T>(at: &Spanned<T>, what: impl Into<String>) -> Fault {
    (at.span(), what.into())
}

/// The checked form; its hash is left to the caller.
pub(super) fn form(raw: raw::Form, text: &str) -> Out<Form> {
    if raw.id.get_ref().is_empty()
        || !raw
            .id
            .get_ref()
            .chars()
            .all(|c| c.is_alphanumeric() || "-_".contains(c))
    {
        return Err(fault(&raw.id, "a form's id has letters, digits, '-' and '_' alone"));
    }
    if raw.questions.is_empty() {
        return Err((0..0, "a form asks at least one question: [[question]]".to_owned()));
    }
    let mut out = Form {
        id: raw.id.into_inner(),
        title: raw.title,
        guide: raw.guide,
        blind: raw.blind,
        ..Form::default()
    };
    let mut whens: Vec<(usize, Spanned<String>)> = Vec::new();
    for (n, q) in raw.questions.into_iter().enumerate() {
        let id = &q.id;
        let taken = |name: &str| {
            out.questions
                .iter()
                .any(|p| p.id == name || p.former.iter().any(|f| f == name))
        };
        if taken(id.get_ref()) {
            return Err(fault(id, "is asked twice; give each question its own id"));
        }
        if let Some(f) = q.former.iter().find(|f| taken(f.get_ref())) {
            return Err(fault(f, "another question has this id or had it"));
        }
        if let Some(when) = &q.when {
            whens.push((n, when.clone()));
        }
        out.questions.push(question(q)?);
    }
    for (n, when) in whens {
        let cond = condition(&when, text, &out)?;
        let names = cond.questions();
        let late = names
            .iter()
            .find(|name| !out.questions.iter().take(n).any(|q| q.id == **name))
            .map(|s| (*s).to_owned());
        if let Some(late) = late {
            return Err(fault(
                &when,
                format!("depends on '{late}', which is not asked before this question"),
            ));
        }
        if let Some(q) = out.questions.get_mut(n) {
            q.when = Some(cond);
        }
    }
    for c in raw.checks {
        let when = condition(&c.when, text, &out)?;
        out.checks.push(Check {
            when,
            says: c.says,
            block: c.block,
        });
    }
    for r in raw.retention {
        let rule = retention(r, text, &out)?;
        out.retention.push(rule);
    }
    keys(&out, text)?;
    Ok(out)
}

fn question(q: raw::Question) -> Out<Question> {
    let id = q.id.get_ref().as_str();
    let plain_id = id.chars().next().is_some_and(char::is_alphabetic)
        && id.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    if !plain_id || matches!(id, "and" | "or" | "not" | "in" | "answered" | "names_gold") {
        return Err(fault(
            &q.id,
            "a question's id starts with a letter and has letters, digits, '-' and '_' alone",
        ));
    }
    if q.on.get_ref().is_empty() {
        return Err(fault(
            &q.on,
            "is asked about nothing; name case, exhibit, candidate or suspect",
        ));
    }
    let kind = *q.answer.get_ref();
    let closed = matches!(kind, Answer::Choice | Answer::Ordinal);
    if closed && q.options.len() < 2 {
        return Err(fault(&q.answer, "needs at least two options: [[question.option]]"));
    }
    if let Some(o) = q.options.first().filter(|_| !closed) {
        return Err(fault(
            &o.value,
            "takes no options; only choice and ordinal questions do",
        ));
    }
    let range = range(&q)?;
    let ends = match &q.ends {
        None => [String::new(), String::new()],
        Some(e) => match e.get_ref().as_slice() {
            [low, high] if kind == Answer::Scale => [low.clone(), high.clone()],
            [_, _] => return Err(fault(e, "only a scale has ends")),
            _ => {
                return Err(fault(
                    e,
                    "expected two texts: what the least and the greatest answer mean",
                ));
            }
        },
    };
    let mut options: Vec<Choice> = Vec::new();
    for o in q.options {
        let value = o.value.get_ref();
        if !(value.is_string() || value.is_i64()) {
            return Err(fault(&o.value, "an option is text or a whole number"));
        }
        if options.iter().any(|c| plain(&c.value) == plain(value)) {
            return Err(fault(&o.value, "this option stands twice"));
        }
        if let Some(key) = o.key.as_ref().filter(|k| k.get_ref().chars().count() != 1) {
            return Err(fault(key, format!("a key is {KEYS}")));
        }
        options.push(Choice {
            label: o.label.unwrap_or_else(|| plain(value)),
            value: o.value.into_inner(),
            help: o.help,
            key: o.key.map(Spanned::into_inner).unwrap_or_default(),
            former: o.former,
        });
    }
    let ordered = matches!(kind, Answer::Ordinal | Answer::Scale);
    let rule = match &q.agree {
        None => Rule::default(),
        Some(word) => rule(word, ordered)?,
    };
    if let Some(r) = q.rollup.as_ref().filter(|_| kind == Answer::Text) {
        return Err(fault(r, "texts cannot be rolled up"));
    }
    let out = Question {
        id: q.id.into_inner(),
        label: q.label,
        answer: kind,
        on: q.on.into_inner(),
        required: q.required,
        help: q.help,
        guide: q.guide,
        examples: Vec::new(),
        options,
        range,
        ends,
        when: None,
        reason: q.reason,
        shows: q.shows,
        former: q.former.into_iter().map(Spanned::into_inner).collect(),
        rollup: q.rollup.map(Spanned::into_inner),
        rule,
    };
    let mut examples = Vec::new();
    for e in q.examples {
        if let Some(v) = e.value.as_ref().filter(|v| allowed(&out, v.get_ref()).is_none()) {
            return Err(fault(v, expected(&out)));
        }
        examples.push(Example {
            image: e.image,
            value: e.value.map(Spanned::into_inner),
            says: e.says,
        });
    }
    Ok(Question { examples, ..out })
}

fn range(q: &raw::Question) -> Out<(i64, i64)> {
    let scale = *q.answer.get_ref() == Answer::Scale;
    match (&q.min, &q.max) {
        (Some(min), Some(max)) if scale => {
            let (low, high) = (*min.get_ref(), *max.get_ref());
            if high <= low {
                return Err(fault(max, format!("must be greater than min = {low}")));
            }
            if high.saturating_sub(low) > 100 {
                return Err(fault(max, "a scale has at most 101 steps"));
            }
            Ok((low, high))
        }
        (None, None) if !scale => Ok((0, 0)),
        (Some(x), _) | (None, Some(x)) if !scale => Err(fault(x, "only a scale has min and max")),
        _ => Err(fault(
            &q.answer,
            "a scale needs both min and max: the question's own range",
        )),
    }
}

fn rule(word: &Spanned<String>, ordered: bool) -> Out<Rule> {
    let text = word.get_ref().as_str();
    match text.strip_prefix("within ").map(|n| n.trim().parse::<u32>()) {
        Some(Ok(n)) if ordered => Ok(Rule::Within(n)),
        Some(_) if !ordered => Err(fault(
            word,
            "only ordinal and scale questions can agree within a distance",
        )),
        _ => match text {
            "unanimous" => Ok(Rule::Unanimous),
            "majority" => Ok(Rule::Majority),
            _ => Err(fault(word, "expected \"unanimous\", \"majority\" or \"within N\"")),
        },
    }
}

/// The value as the question has it, when it is an allowed answer.
fn allowed(q: &Question, value: &Value) -> Option<Value> {
    if let Reading::Current(v) = q.reading(value) {
        return Some(v.clone());
    }
    q.domain().into_iter().find(|v| crate::domain::cond::same(v, value))
}

fn expected(q: &Question) -> String {
    let all: Vec<String> = match q.answer {
        Answer::Scale => return format!("expected a whole number from {} to {}", q.range.0, q.range.1),
        Answer::Text => return "expected a text".to_owned(),
        _ => q.domain().iter().map(plain).collect(),
    };
    format!("expected an answer to '{}': {}", q.id, all.join(", "))
}

/// Where the text of a string begins in the file: after its quote.
fn inside(at: &Spanned<String>, text: &str) -> usize {
    let raw = text.get(at.span()).unwrap_or("");
    let quote = if raw.starts_with("\"\"\"") || raw.starts_with("'''") {
        3
    } else {
        1
    };
    at.span().start + quote
}

fn condition(at: &Spanned<String>, text: &str, form: &Form) -> Out<Cond> {
    // Where the string has escapes its bytes are not those of the file: then the whole string is pointed at.
    let plain = text
        .get(at.span())
        .is_some_and(|raw| raw.len() == at.get_ref().len() + 2);
    let base = inside(at, text);
    let place = |span: &Range<usize>| {
        if plain {
            base + span.start..base + span.end
        } else {
            at.span()
        }
    };
    let (cond, mentions) = Cond::parse(at.get_ref()).map_err(|(span, what)| (place(&span), what))?;
    for mention in &mentions {
        known(mention, form).map_err(|what| (place(&mention.2), what))?;
    }
    Ok(cond)
}

fn known((id, values, _): &Mention, form: &Form) -> Result<(), String> {
    if of_why(id).is_some_and(|q| form.question(q).is_some_and(|q| q.reason)) {
        return Ok(());
    }
    let Some(q) = form.question(id) else {
        let near = near::nearest(form.questions.iter().map(|q| q.id.as_str()), id);
        let near = near.map(|n| format!("; did you mean '{n}'?")).unwrap_or_default();
        return Err(format!("no question '{id}' in this form{near}"));
    };
    match values.iter().find(|v| allowed(q, v).is_none()) {
        Some(v) => Err(format!("'{}' is no answer: {}", plain(v), expected(q))),
        None => Ok(()),
    }
}

fn retention(r: raw::Retention, text: &str, form: &Form) -> Out<Retention> {
    let cond = |c: &Spanned<String>| condition(c, text, form);
    let combine = match r.combine.get_ref().as_str() {
        "all" => Combine::All,
        "majority" => Combine::Majority,
        word => match word.strip_prefix("at least ").map(str::parse) {
            Some(Ok(k)) if k >= 1 && k <= *r.reviewers.get_ref() => Combine::Of(k),
            _ => {
                return Err(fault(
                    &r.combine,
                    "expected \"all\", \"majority\" or \"at least K\" with K up to the number of reviewers",
                ));
            }
        },
    };
    if *r.reviewers.get_ref() == 0 {
        return Err(fault(&r.reviewers, "at least one reviewer"));
    }
    if let Some(q) = r.reason.as_ref().filter(|q| form.question(q.get_ref()).is_none()) {
        return Err(fault(q, "no such question in this form"));
    }
    let mut within = Vec::new();
    for (id, most) in r.within {
        match form.question(id.get_ref()).map(|q| q.answer) {
            Some(Answer::Ordinal | Answer::Scale) => within.push((id.into_inner(), most)),
            Some(_) => return Err(fault(&id, "only ordinal and scale questions have a distance")),
            None => return Err(fault(&id, "no such question in this form")),
        }
    }
    Ok(Retention {
        when: r.when.as_ref().map(cond).transpose()?,
        pass: cond(&r.pass)?,
        unsure: r.unsure.as_ref().map(cond).transpose()?,
        veto: r.veto.as_ref().map(cond).transpose()?,
        audit: r.audit.as_ref().map(cond).transpose()?,
        name: r.name.into_inner(),
        reviewers: r.reviewers.into_inner(),
        reason: r.reason.map(Spanned::into_inner),
        combine,
        within,
    })
}

/// No key gives two answers to one subject.
fn keys(form: &Form, text: &str) -> Out<()> {
    let mut seen: Vec<(&str, &Question)> = Vec::new();
    for q in &form.questions {
        for o in q.options.iter().filter(|o| !o.key.is_empty()) {
            let other = seen
                .iter()
                .find(|(key, p)| *key == o.key && (p.id == q.id || p.on.iter().any(|on| q.on.contains(on))));
            if let Some((key, p)) = other {
                let needle = format!("key = \"{key}\"");
                let at = text.match_indices(&needle).nth(1).map_or(0..0, |(n, s)| n..n + s.len());
                return Err((at, format!("the key '{key}' answers both '{}' and '{}'", p.id, q.id)));
            }
            seen.push((&o.key, q));
        }
    }
    Ok(())
}
