//! Answers: from a key to an entry on its way, and back from the journal. See "a label" in ARCHITECTURE.md.

use serde_json::Value;

use crate::app::cmd::Cmd;
use crate::app::edit::Edit;
use crate::app::model::desk::Target;
use crate::app::model::popup::{Ask, Popup};
use crate::app::model::review::Draft;
use crate::app::model::{Model, Screen};
use crate::app::msg::Now;
use crate::domain::adjudicate::Decision;
use crate::domain::entry::{Op, REVEAL, Subject};
use crate::domain::form::{On, plain};
use crate::domain::queue::{NOTE, STATUS};
use crate::domain::seen::field::{self, Say};
use crate::keys::action::Action;

mod post;

pub(super) use post::news;
pub(super) use post::submit;

/// The case an action is about: the one on the desk, or under the cursor of the list.
fn case(m: &Model) -> Option<Subject> {
    match m.screen {
        Screen::Sheet => m.sheet.subject.as_ref().map(|s| Subject::Case {
            case: s.case().to_owned(),
        }),
        Screen::List => {
            let row = m.list.row(m.list.current()?)?;
            Some(Subject::Case {
                case: row.id.to_string(),
            })
        }
        _ => m.desk.case_subject(),
    }
}

/// Answers `question` with the allowed answer `word`.
pub(super) fn answer(m: &mut Model, question: &str, word: &str, of_case: bool, now: Now, out: &mut Vec<Cmd>) {
    let subject = if of_case {
        m.desk.case_subject()
    } else {
        m.desk.subject()
    };
    let Some(subject) = subject else {
        return m.fail("no case is open yet");
    };
    let Some((_, q)) = m.settings.asks(question, subject.on()) else {
        let forms: Vec<&str> = m.settings.forms.iter().map(|f| f.id.as_str()).collect();
        return m.fail(format!(
            "no form in use ({}) asks '{question}' about the {}",
            forms.join(", "),
            subject.kind()
        ));
    };
    let value = match q.parse(word) {
        Ok(value) => value,
        Err(why) => return m.fail(why),
    };
    let was_done = m.desk.target == Target::Exhibit && exhibit_done(m, m.desk.exhibit);
    submit(
        m,
        Draft {
            subject,
            question: question.to_owned(),
            op: Op::Set,
            value,
            about: None,
            took_ms: m.desk.subject_ms,
        },
        now,
        out,
    );
    if !was_done && !of_case && !m.settings.stay {
        advance(m);
    }
}

/// After the last answer to an exhibit: on to the next open one, then to the case.
fn advance(m: &mut Model) {
    let Some(file) = m.desk.file.clone() else { return };
    let count = file.case.exhibits.len();
    if m.desk.target != Target::Exhibit || count == 0 || !exhibit_done(m, m.desk.exhibit) {
        return;
    }
    let next = (1..count)
        .map(|n| (m.desk.exhibit + n) % count)
        .find(|n| !exhibit_done(m, *n));
    match next {
        Some(n) => {
            super::desk::choose_exhibit(m, n);
            m.say(format!("exhibit {} of {count} is next", n + 1));
        }
        None => {
            m.desk.target = Target::Case;
            m.desk.subject_ms = 0;
            m.say("all exhibits have their answers; now the case");
        }
    }
}

/// Whether all required questions of exhibit `n` have an answer, saved or on its way.
pub(super) fn exhibit_done(m: &Model, n: usize) -> bool {
    let Some(file) = &m.desk.file else { return false };
    let Some(exhibit) = file.case.exhibits.get(n) else {
        return false;
    };
    let subject = Subject::Exhibit {
        case: file.case.id.clone(),
        exhibit: exhibit.id.clone(),
    };
    let given = m.review.given_about(&m.settings.me, &subject, &m.settings.form);
    m.settings
        .form
        .required(On::Exhibit, &given)
        .all(|id| given.contains_key(&id))
}

/// Takes the answer to `question` about the target away.
pub(super) fn clear(m: &mut Model, question: &str, now: Now, out: &mut Vec<Cmd>) {
    let Some(subject) = m.desk.subject() else { return };
    if m.review.answer(&m.settings.me, &subject, question).0.is_none() {
        return m.say(format!("there is no answer to '{question}'"));
    }
    let draft = Draft {
        subject,
        question: question.to_owned(),
        op: Op::Set,
        value: Value::Null,
        about: None,
        took_ms: m.desk.subject_ms,
    };
    submit(m, draft, now, out);
}

/// Gives the case an answer, or takes it away when it has just that one.
pub(super) fn toggle(m: &mut Model, question: &str, word: &str, now: Now, out: &mut Vec<Cmd>) {
    let Some(subject) = case(m) else {
        return m.say("no case here");
    };
    let Some((_, q)) = m.settings.asks(question, subject.on()) else {
        return m.fail(format!("no form in use asks '{question}'"));
    };
    let Ok(value) = q.parse(word) else { return };
    let has = m.review.answer(&m.settings.me, &subject, question).0 == Some(value.clone());
    let value = if has { Value::Null } else { value };
    let name = subject.case().to_owned();
    let took_ms = if m.screen == Screen::List { 0 } else { m.desk.subject_ms };
    submit(
        m,
        Draft {
            subject,
            question: question.to_owned(),
            op: Op::Set,
            value,
            about: None,
            took_ms,
        },
        now,
        out,
    );
    if m.message.is_none() {
        let word = match (question, word) {
            (STATUS, "skip") => "skipped",
            (STATUS, _) => "deferred",
            _ => "flagged",
        };
        m.say(if has {
            format!("{name}: no longer {word}")
        } else {
            format!("{name}: {word}")
        });
    }
}

/// The text about a subject that holds or is on its way; empty when there is none.
fn said(m: &Model, subject: &Subject, question: &str) -> String {
    let (value, _) = m.review.answer(&m.settings.me, subject, question);
    value.map(|v| plain(&v)).unwrap_or_default()
}

/// Opens the note of the target.
pub(super) fn note(m: &mut Model) {
    let Some(subject) = m.desk.subject() else { return };
    let old = said(m, &subject, NOTE);
    m.popup = Some(Popup::Input {
        edit: Box::new(Edit::lines(&old)),
        ask: Ask::Note(subject),
        fault: None,
    });
}

/// Opens the note of the target in the user's editor.
pub(super) fn note_editor(m: &mut Model, out: &mut Vec<Cmd>) {
    let Some(subject) = m.desk.subject() else { return };
    let old = said(m, &subject, NOTE);
    out.push(Cmd::Edit(old));
}

/// Takes what the editor left.
pub(super) fn edited(m: &mut Model, text: &str, now: Now, out: &mut Vec<Cmd>) {
    if let Some(amend) = m.seen.editing.take() {
        if let Err(why) = super::seen::judge::written(m, &amend, text, now, out) {
            m.fail(why);
        }
        return;
    }
    if let Some(subject) = m.desk.subject() {
        set_note(m, subject, text, now, out);
    }
}

/// Saves a note when it differs from the one that holds.
pub(super) fn set_note(m: &mut Model, subject: Subject, text: &str, now: Now, out: &mut Vec<Cmd>) {
    set_text(m, subject, NOTE, text, now, out);
}

/// Saves a text when it differs from the one that holds.
pub(super) fn set_text(m: &mut Model, subject: Subject, question: &str, text: &str, now: Now, out: &mut Vec<Cmd>) {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let text = text.trim_end();
    let old = said(m, &subject, question);
    if text == old {
        return;
    }
    let value = if text.is_empty() {
        Value::Null
    } else {
        Value::String(text.to_owned())
    };
    let took_ms = m.desk.subject_ms;
    submit(
        m,
        Draft {
            subject,
            question: question.to_owned(),
            op: Op::Set,
            value,
            about: None,
            took_ms,
        },
        now,
        out,
    );
}

/// Gives a subject an answer to a question that no form asks, or takes it away.
pub(super) fn set(
    m: &mut Model,
    subject: Subject,
    question: String,
    word: Option<String>,
    now: Now,
    out: &mut Vec<Cmd>,
) {
    let told = format!("{}: {}", subject.case(), word.as_deref().unwrap_or("no opinion"));
    let draft = Draft {
        subject,
        question,
        op: Op::Set,
        value: word.map_or(Value::Null, Value::String),
        about: None,
        took_ms: 0,
    };
    submit(m, draft, now, out);
    if m.message.is_none() {
        m.say(told);
    }
}

/// Uncovers gold and suspects of a blind round; recorded before anything is shown.
pub(super) fn reveal(m: &mut Model, now: Now, out: &mut Vec<Cmd>) {
    if !m.settings.blind {
        return m.say("nothing is hidden here");
    }
    let Some(subject) = m.desk.case_subject() else { return };
    if m.review.revealed(&m.settings.me, subject.case()) {
        return m.say("this case is uncovered already");
    }
    let draft = Draft {
        subject,
        question: REVEAL.to_owned(),
        op: Op::Reveal,
        value: Value::Bool(true),
        about: None,
        took_ms: m.desk.subject_ms,
    };
    submit(m, draft, now, out);
}

/// Takes the last own answer back, or brings it back. Waits while something is on its way.
pub(super) fn undo(m: &mut Model, op: Op, now: Now, out: &mut Vec<Cmd>) {
    if m.review.unsaved() > 0 {
        m.review
            .waiting
            .push(if op == Op::Undo { Action::Undo } else { Action::Redo });
        return;
    }
    let me = m.settings.me.clone();
    let step = match op {
        Op::Undo => m.review.ledger.last_done(&me),
        _ => m.review.ledger.last_undone(&me),
    };
    let Some(step) = step.cloned() else {
        return m.say(if op == Op::Undo {
            "nothing to undo"
        } else {
            "nothing to redo"
        });
    };
    let value = if op == Op::Undo { step.before } else { step.value };
    let what = if value.is_null() {
        "no answer".to_owned()
    } else {
        Decision::of(&value).map_or_else(|| plain(&value), |d| plain(&d.value))
    };
    let word = if op == Op::Undo { "undone" } else { "redone" };
    let told = match field::about(&step.question) {
        Some((producer, part)) => {
            let what = Say::read(&value).map_or("no answer", |s| s.word());
            format!("{word}: {} by {producer}: {what}", part.name())
        }
        None => format!(
            "{word}: {} of {} {}: {what}",
            step.question,
            step.subject.kind(),
            step.subject.case()
        ),
    };
    let draft = Draft {
        subject: step.subject,
        question: step.question,
        op,
        value,
        about: Some(step.id),
        took_ms: 0,
    };
    submit(m, draft, now, out);
    if m.message.is_none() {
        m.say(told);
    }
}
