//! Forms and answers for tests of what people say together.

use serde_json::Value;

use super::entry::{Entry, EntryId, Op, Sight, Subject};
use super::form::{Answer, Choice, Form, On, Question, Rule, Shows};
use super::ledger::Ledger;

/// A form with questions about cases: id, type, options (for a scale its two ends).
pub(crate) fn form(questions: &[(&str, Answer, &[Value])]) -> Form {
    Form {
        id: "evidence".to_owned(),
        questions: questions
            .iter()
            .map(|(id, answer, given)| question(id, *answer, given))
            .collect(),
        ..Form::default()
    }
}

fn question(id: &str, answer: Answer, given: &[Value]) -> Question {
    let ends: Vec<i64> = given.iter().filter_map(Value::as_i64).collect();
    Question {
        id: id.to_owned(),
        label: id.to_uppercase(),
        answer,
        on: vec![On::Case],
        required: true,
        help: String::new(),
        guide: String::new(),
        examples: Vec::new(),
        options: given
            .iter()
            .filter(|_| answer != Answer::Scale)
            .map(|v| Choice {
                value: v.clone(),
                label: String::new(),
                help: String::new(),
                key: String::new(),
                former: Vec::new(),
            })
            .collect(),
        range: (ends.first().copied().unwrap_or(0), ends.last().copied().unwrap_or(0)),
        ends: [String::new(), String::new()],
        when: None,
        reason: false,
        shows: Shows::Gold,
        former: Vec::new(),
        rollup: None,
        rule: Rule::Unanimous,
    }
}

/// Notes that `by` answered a question about a case, replacing nothing.
pub(crate) fn said(ledger: &mut Ledger, by: &str, seq: u64, case: &str, question: &str, value: Value, form: &str) {
    let subject = Subject::Case { case: case.to_owned() };
    says(ledger, by, seq, subject, question, value, form, None);
}

/// As [`said`], about anything; `over` is the number of the entry that it replaces.
#[expect(clippy::too_many_arguments, reason = "an entry has many fields")]
pub(crate) fn says(
    ledger: &mut Ledger,
    by: &str,
    seq: u64,
    subject: Subject,
    question: &str,
    value: Value,
    form: &str,
    over: Option<u64>,
) {
    let writer = format!("{by}.1");
    ledger.take(Entry {
        v: 1,
        seq,
        prev: String::new(),
        writer: writer.clone(),
        at: "2026-01-01T00:00:00Z".to_owned(),
        by: by.to_owned(),
        subject,
        question: question.to_owned(),
        op: Op::Set,
        value,
        supersedes: over.map(|seq| EntryId { writer, seq }).into_iter().collect(),
        about: None,
        form_hash: form.to_owned(),
        sight: Sight::Open,
        took_ms: 0,
        saw: String::new(),
        imported: None,
    });
}
