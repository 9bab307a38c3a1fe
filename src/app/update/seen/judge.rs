//! Judging parts of records, and writing a record of one's own. Each answer goes the way of every other.

use crate::app::cmd::Cmd;
use crate::app::edit::Edit;
use crate::app::model::Model;
use crate::app::model::popup::{Amend, Ask, Popup};
use crate::app::model::review::Draft;
use crate::app::model::seen::Judged;
use crate::app::msg::Now;
use crate::app::update::judge::submit;
use crate::domain::entry::{Op, Subject};
use crate::domain::seen::field::{Part, Say, question};
use crate::keys::action::Action;
use crate::text::clean;

/// Bytes of a text that a field takes; longer ones are for an editor.
const FIELD: usize = 20_000;

/// Whether an action judges, or writes.
pub(super) fn is_judgement(action: &Action) -> bool {
    matches!(
        action,
        Action::Accept
            | Action::Reject
            | Action::Correct
            | Action::CorrectEditor
            | Action::AcceptAll
            | Action::WriteEvidence
            | Action::Open
    )
}

pub(super) fn act(m: &mut Model, action: &Action, now: Now, out: &mut Vec<Cmd>) {
    match action {
        Action::Accept => judge(m, &Say::Accept, now, out),
        Action::Reject => judge(m, &Say::Reject, now, out),
        Action::AcceptAll => accept_all(m, now, out),
        Action::Correct | Action::Open => write(m, false),
        Action::WriteEvidence => write(m, true),
        Action::CorrectEditor => edit(m, out),
        _ => {}
    }
}

/// A part of a record of an exhibit.
struct Target {
    subject: Subject,
    producer: String,
    part: Part,
}

/// The part under the cursor, or another, of the record in the column with the keys.
struct Here {
    target: Target,
    /// As the producer has it.
    value: Vec<String>,
    judged: Judged,
    /// A person wrote the record here.
    written: bool,
}

fn here(m: &Model, row: usize) -> Option<Here> {
    let records = m.records();
    let listed = records.get(super::chosen(m))?;
    let part = *Part::ALL.get(row)?;
    let target = Target {
        subject: subject(m)?,
        producer: listed.record.producer.clone(),
        part,
    };
    Some(Here {
        target,
        value: part.get(listed.record),
        judged: m.judged(listed.record, part),
        written: listed.written,
    })
}

/// The chosen exhibit.
fn subject(m: &Model) -> Option<Subject> {
    Some(Subject::Exhibit {
        case: m.desk.id()?.to_owned(),
        exhibit: m.desk.exhibit()?.id.clone(),
    })
}

fn send(m: &mut Model, to: &Target, say: Option<&Say>, now: Now, out: &mut Vec<Cmd>) {
    let draft = Draft {
        subject: to.subject.clone(),
        question: question(&to.producer, to.part),
        op: Op::Set,
        value: say.map_or(serde_json::Value::Null, |s| s.value(to.part)),
        about: None,
        took_ms: m.desk.subject_ms,
    };
    submit(m, draft, now, out);
}

/// Whether the record is mine, written here.
fn is_own(m: &Model, here: &Here) -> bool {
    here.written && here.target.producer == m.settings.me
}

fn judge(m: &mut Model, say: &Say, now: Now, out: &mut Vec<Cmd>) {
    let Some(here) = here(m, m.seen.row) else {
        return nothing(m);
    };
    if is_own(m, &here) {
        if *say == Say::Reject && !here.value.is_empty() {
            send(m, &here.target, None, now, out);
            return m.say(format!("{} is no longer in my record", here.target.part.name()));
        }
        let key = m.settings.keymap.hint(m.context(), &Action::WriteEvidence);
        return m.say(format!("this is my own record; {key} writes its parts"));
    }
    let again = here.judged.mine.as_ref() == Some(say);
    if here.value.is_empty() && !again {
        let key = m.settings.keymap.hint(m.context(), &Action::Correct);
        let (who, what) = (here.target.producer, here.target.part.name());
        return m.say(format!("{who} has no {what}; {key} writes what is missing"));
    }
    let word = say.word();
    send(m, &here.target, (!again).then_some(say), now, out);
    if again {
        if m.message.is_none() {
            let (who, what) = (here.target.producer, here.target.part.name());
            m.say(format!("{what} of {who}: no longer {word}"));
        }
    } else {
        advance(m);
    }
}

fn nothing(m: &mut Model) {
    let key = m.settings.keymap.hint(m.context(), &Action::WriteEvidence);
    m.say(format!("there is no evidence to judge; {key} writes some"));
}

/// On to the next part that has a value.
fn advance(m: &mut Model) {
    if m.settings.stay {
        return;
    }
    let records = m.records();
    let Some(listed) = records.get(super::chosen(m)) else {
        return;
    };
    let mut rest = Part::ALL.iter().enumerate().skip(m.seen.row + 1);
    if let Some((row, _)) = rest.find(|(_, p)| !p.get(listed.record).is_empty()) {
        m.seen.row = row;
    }
}

/// Accepts what has a value and no judgement of mine, one answer each.
fn accept_all(m: &mut Model, now: Now, out: &mut Vec<Cmd>) {
    let Some(first) = here(m, 0) else {
        return nothing(m);
    };
    if is_own(m, &first) {
        return m.say("this is my own record; others judge it");
    }
    let all = (0..Part::ALL.len()).filter_map(|row| here(m, row));
    let open: Vec<Here> = all.filter(|h| !h.value.is_empty() && h.judged.mine.is_none()).collect();
    let n = open.len();
    for here in open {
        send(m, &here.target, Some(&Say::Accept), now, out);
    }
    if m.message.is_none() {
        m.say(match n {
            0 => format!("every part of {} is judged", first.target.producer),
            1 => format!("1 part of {} accepted", first.target.producer),
            _ => format!("{n} parts of {} accepted", first.target.producer),
        });
    }
}

/// Whether a file has evidence about the case by a producer of my name: what I write would pass for a judgement of that.
fn reads_as_me(m: &Model) -> bool {
    let file = m.desk.file.as_ref();
    file.is_some_and(|f| f.evidence.iter().any(|e| e.producer == m.settings.me))
}

/// What is about to be written, and the text that the field begins with.
fn amend(m: &mut Model, own: bool) -> Option<(Amend, String)> {
    let found = here(m, m.seen.row);
    let own = own || found.as_ref().is_none_or(|h| is_own(m, h));
    let (Some(subject), Some(part)) = (subject(m), Part::ALL.get(m.seen.row).copied()) else {
        return None;
    };
    if own && reads_as_me(m) {
        m.say(format!(
            "a file here has evidence by '{}' already: to write some of your own, start with another name, --as NAME",
            m.settings.me
        ));
        return None;
    }
    let (producer, before) = if own {
        let me = m.settings.me.clone();
        let (value, _) = m.review.answer(&me, &subject, &question(&me, part));
        let mine = value.as_ref().and_then(Say::read);
        let mine = match mine {
            Some(Say::Correct(lines)) => Some(lines),
            _ => None,
        };
        (me, mine)
    } else {
        let found = found?;
        let shown = match found.judged.mine {
            Some(Say::Correct(lines)) => lines,
            _ => found.value,
        };
        (found.target.producer, Some(shown))
    };
    let field = |lines: &Vec<String>| clean::text(&lines.join("\n"));
    // One's own record begins with one's own words: those of a model would lead.
    let text = before.as_ref().map(field).unwrap_or_default();
    let amend = Amend {
        subject,
        producer,
        part,
        before: before.as_ref().map(field),
        own,
    };
    Some((amend, text))
}

/// Opens a field for the part: of one line where that is enough.
fn write(m: &mut Model, own: bool) {
    let Some((mut amend, text)) = amend(m, own) else { return };
    if text.len() > FIELD {
        let key = m.settings.keymap.hint(m.context(), &Action::CorrectEditor);
        return m.say(format!("this text is too long for a field; {key} opens it in $EDITOR"));
    }
    let many = amend.part.is_list() || amend.part == Part::Text || text.contains('\n');
    let edit = if many { Edit::lines(&text) } else { Edit::line(&text) };
    // What the field made of the text is no change of it.
    amend.before = amend.before.map(|_| edit.text());
    m.popup = Some(Popup::Input {
        ask: Ask::Amend(Box::new(amend)),
        edit: Box::new(edit),
        fault: None,
    });
}

fn edit(m: &mut Model, out: &mut Vec<Cmd>) {
    if let Some((amend, text)) = amend(m, false) {
        m.seen.editing = Some(amend);
        out.push(Cmd::Edit(text));
    }
}

/// Takes a text as written; says what is wrong with it.
pub(in crate::app::update) fn written(
    m: &mut Model,
    amend: &Amend,
    text: &str,
    now: Now,
    out: &mut Vec<Cmd>,
) -> Result<(), String> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let text = text.trim_end();
    let before = amend.before.as_deref().map(str::trim_end);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if amend.part.is_list() {
        lines.retain(|l| !l.trim().is_empty());
    }
    let empty = lines.iter().all(|l| l.trim().is_empty());
    if before == Some(text) || empty && before.is_none() {
        m.say("nothing changed");
        return Ok(());
    }
    let target = Target {
        subject: amend.subject.clone(),
        producer: amend.producer.clone(),
        part: amend.part,
    };
    if empty && !amend.own {
        let key = m.settings.keymap.hint(m.context(), &Action::Reject);
        return Err(format!(
            "nothing would stand in its place; ctrl-c leaves, {key} on the screen rejects the part"
        ));
    }
    let say = (!empty).then_some(Say::Correct(lines));
    send(m, &target, say.as_ref(), now, out);
    if !amend.own {
        advance(m);
    }
    Ok(())
}
