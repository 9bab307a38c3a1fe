//! The screen of agreement: asking for it, walking through it, from a difference to its case, settling one.

use std::sync::Arc;

use serde_json::Value;

use crate::app::cmd::Cmd;
use crate::app::edit::Edit;
use crate::app::layout;
use crate::app::model::agree::{Line, Part};
use crate::app::model::bench::Cursor;
use crate::app::model::popup::{Ask, Entry, Pick, Popup, Settle};
use crate::app::model::review::Draft;
use crate::app::model::{Model, Screen};
use crate::app::msg::Now;
use crate::base::error::Problem;
use crate::domain::adjudicate::{self, Decision};
use crate::domain::entry::{Op, Subject};
use crate::domain::form::{self, On, Question, plain};
use crate::domain::retention;
use crate::keys::action::Action;
use crate::keys::stroke::Stroke;
use crate::work::agree::whole::Whole;
use crate::work::job::Job;

use super::{judge, nav, sheet};

/// Opens the screen.
pub(super) fn open(m: &mut Model) {
    if m.screen == Screen::Agree {
        return;
    }
    nav::remember(m);
    let came_from_here = match m.screen {
        Screen::Desk => m.desk.from == Screen::Agree,
        Screen::Sheet => m.sheet.from == Some(Screen::Agree),
        _ => false,
    };
    if !came_from_here {
        m.agree.from = m.screen;
    }
    // Others may have written since.
    m.agree.dirty = true;
    m.screen = Screen::Agree;
}

/// Asks when the screen is on and what it shows is out of date; never while others' answers are secret.
pub(super) fn want(m: &mut Model, out: &mut Vec<Cmd>) {
    if m.screen != Screen::Agree || m.settings.secret {
        return;
    }
    settle_cursors(m);
    if std::mem::take(&mut m.agree.dirty) {
        let ticket = m.tickets.issue();
        (m.agree.ticket, m.agree.loading) = (ticket, true);
        // The lane drops what it has not finished.
        m.gate.dirty |= m.gate.loading;
        let dataset = m.agree.dataset;
        out.push(Cmd::Run(ticket, Job::Agree { dataset }));
    }
}

/// Takes what was worked out.
pub(super) fn take(m: &mut Model, found: Result<Arc<Whole>, Problem>, out: &mut Vec<Cmd>) {
    m.agree.loading = false;
    match found {
        Ok(whole) => {
            let candidates = whole.asked.iter().any(|a| a.row.panel.on == On::Candidate);
            m.agree.fault = None;
            m.agree.whole = Some(whole);
            list(m);
            if candidates && m.candidates.all.is_none() {
                sheet::queue::ask(m, out);
            }
        }
        Err(p) => {
            m.agree.whole = None;
            m.agree.shown.clear();
            m.agree.fault = Some(crate::text::clean::line(&p.to_string().replace('\n', "; ")));
        }
    }
}

/// Whether the state of a verdict asks for somebody's work.
fn is_open(state: &retention::State) -> bool {
    !matches!(
        state,
        retention::State::Retained { .. } | retention::State::Rejected { .. }
    )
}

/// Lists the subjects of the line under the cursor.
fn list(m: &mut Model) {
    let at = m.agree.row.at.min(m.agree.lines().saturating_sub(1));
    m.agree.row.at = at;
    let show = m.agree.show;
    let which = |open: Vec<bool>| -> Vec<usize> {
        let taken = open.into_iter().enumerate().filter(|(_, open)| show.takes(*open));
        taken.map(|(n, _)| n).collect()
    };
    m.agree.shown = match m.agree.current() {
        Some(Line::Asked(a)) => which(a.items.iter().map(|i| i.state.is_open()).collect()),
        Some(Line::Verdicts(ruled)) => which(ruled.all.iter().map(|v| is_open(&v.state)).collect()),
        None => Vec::new(),
    };
    settle_cursors(m);
}

/// Rows of the table and of the list.
fn pages(m: &Model) -> (usize, usize) {
    let places = layout::agree(m.area(), m.agree.part);
    let rows = |h: u16| usize::from(h.saturating_sub(1)).max(1);
    (rows(places.questions.h.max(places.explain.h)), rows(places.list.h))
}

fn settle_cursors(m: &mut Model) {
    let (table, rows) = pages(m);
    let (lines, shown) = (m.agree.lines(), m.agree.shown.len());
    m.agree.row.settle(lines, table);
    m.agree.cursor.settle(shown, rows);
}

/// Back to the table; false when the keys were there already.
pub(super) fn up(m: &mut Model) -> bool {
    let inside = m.screen == Screen::Agree && m.agree.part != Part::Questions;
    if inside {
        m.agree.part = Part::Questions;
    }
    inside
}

pub(super) fn act(m: &mut Model, action: &Action, out: &mut Vec<Cmd>) {
    if m.settings.secret {
        return;
    }
    let (table, rows) = pages(m);
    let page = if m.agree.part == Part::Differences { rows } else { table };
    let far = isize::try_from(page).unwrap_or(isize::MAX);
    let by = match action {
        Action::Down => 1,
        Action::Up => -1,
        Action::PageDown => far,
        Action::PageUp => -far,
        Action::First => isize::MIN / 2,
        Action::Last => isize::MAX / 2,
        Action::NextPane | Action::Right => return part(m, 1),
        Action::PrevPane | Action::Left => return part(m, -1),
        Action::Open => return enter(m, out),
        Action::Settle => return offer(m),
        Action::NextShow => {
            m.agree.show = m.agree.show.next();
            m.agree.cursor = Cursor::default();
            return list(m);
        }
        Action::WithDataset => {
            m.agree.dataset = !m.agree.dataset;
            m.agree.dirty = true;
            return;
        }
        _ => return,
    };
    step(m, by);
}

fn step(m: &mut Model, by: isize) {
    let (table, rows) = pages(m);
    match m.agree.part {
        Part::Questions => {
            let before = m.agree.row.at;
            let lines = m.agree.lines();
            m.agree.row.step(by, lines, table);
            if m.agree.row.at != before {
                m.agree.cursor = Cursor::default();
                m.agree.explain_top = 0;
                list(m);
            }
        }
        Part::Explain => m.agree.explain_top = m.agree.explain_top.saturating_add_signed(by).min(999),
        Part::Differences => {
            let shown = m.agree.shown.len();
            m.agree.cursor.step(by, shown, rows);
        }
    }
}

fn part(m: &mut Model, by: isize) {
    let at = Part::ALL.iter().position(|p| *p == m.agree.part).unwrap_or(0);
    let next = (at + Part::ALL.len()).saturating_add_signed(by) % Part::ALL.len();
    m.agree.part = Part::ALL.get(next).copied().unwrap_or_default();
}

/// The wheel moves; a click chooses a line of the table or of the list.
pub(super) fn mouse(m: &mut Model, wheel: Option<isize>, x: u16, y: u16) {
    if let Some(by) = wheel {
        return step(m, by.signum());
    }
    let places = layout::agree(m.area(), m.agree.part);
    for (area, part) in [(places.questions, Part::Questions), (places.list, Part::Differences)] {
        let body = area.top(1).1;
        if body.holds(x, y) {
            let at = usize::from(y - body.y);
            m.agree.part = part;
            let (from, to) = match part {
                Part::Differences => (m.agree.cursor.at, m.agree.cursor.top + at),
                _ => (m.agree.row.at, m.agree.row.top + at),
            };
            return step(m, to.cast_signed() - from.cast_signed());
        }
    }
}

/// From the table to the subjects, from a subject to its case or candidate.
fn enter(m: &mut Model, out: &mut Vec<Cmd>) {
    if m.agree.part != Part::Differences {
        if m.agree.shown.is_empty() {
            let key = m.settings.keymap.hint(m.context(), &Action::NextShow);
            return m.say(format!("nothing is listed below; {key} lists others"));
        }
        m.agree.part = Part::Differences;
        return;
    }
    let item = m.agree.item().map(|(_, item)| item.subject.clone());
    let Some(subject) = item.or_else(|| m.agree.verdict().map(|v| v.subject.clone())) else {
        return;
    };
    if let Subject::Candidate { candidate, .. } = &subject {
        return open_candidate(m, candidate, out);
    }
    let Some(row) = m.list.index.get(subject.case()).copied() else {
        return m.say("the list has no such case; ctrl-r reads the workspace again");
    };
    nav::open_case(m, row, out);
    m.desk.from = Screen::Agree;
    m.desk.wish = subject.exhibit().map(str::to_owned);
    nav::first_open(m);
}

fn open_candidate(m: &mut Model, id: &str, out: &mut Vec<Cmd>) {
    let Some(all) = m.candidates.all.clone() else {
        sheet::queue::ask(m, out);
        return m.say("reading the candidates; once more, please");
    };
    let Some(at) = all.iter().position(|c| c.id == id) else {
        return m.say("there is no such candidate any more");
    };
    m.candidates.at = at;
    if let Some(c) = all.get(at) {
        nav::remember(m);
        sheet::open_candidate(m, c, Screen::Agree, out);
    }
}

/// Whether I may settle; says why not.
fn may(m: &mut Model) -> bool {
    let auditors = &m.settings.round.auditors;
    if auditors.is_empty() || auditors.contains(&m.settings.me) {
        return true;
    }
    let who = auditors.join(", ");
    m.fail(format!("in this round only {who} may settle differences"));
    false
}

/// The answers that may be chosen, with what choosing them does and who said them.
fn choices(m: &Model) -> Vec<(Settle, String)> {
    let Some((asked, item)) = m.agree.item() else {
        return Vec::new();
    };
    let question = &asked.row.panel.question;
    let one = |value: Value| {
        let word = plain(&value);
        let said = item.voices.iter().filter(|v| v.value == word);
        let said: Vec<&str> = said.map(|v| v.alias.as_str()).collect();
        let settle = Settle {
            subject: item.subject.clone(),
            question: question.id.clone(),
            value,
            heads: item.heads.clone(),
        };
        (settle, said.join(", "))
    };
    question.domain().into_iter().map(one).collect()
}

/// Offers the allowed answers.
fn offer(m: &mut Model) {
    if m.agree.part != Part::Differences || m.agree.item().is_none() {
        return m.say("choose a difference below first");
    }
    if !may(m) {
        return;
    }
    let entries: Vec<Entry> = choices(m)
        .into_iter()
        .map(|(settle, said)| Entry {
            label: format!("{} = {}", settle.question, plain(&settle.value)),
            hint: said,
            pick: Pick::Settle(Box::new(settle)),
        })
        .collect();
    let title = m
        .agree
        .item()
        .map(|(a, i)| format!("{} of {}", a.row.panel.question.id, i.subject.name()));
    m.popup = Some(Popup::Menu {
        title: title.unwrap_or_default(),
        entries,
        at: 0,
    });
}

/// A key that answers the question on the sheet settles at once; false when it is no such key. Letters that a form
/// names are left to the keymap.
pub(super) fn key(m: &mut Model, typed: &[Stroke]) -> bool {
    let [Some(c)] = typed.iter().map(Stroke::letter).collect::<Vec<_>>()[..] else {
        return false;
    };
    if m.settings.secret || m.agree.part != Part::Differences {
        return false;
    }
    m.message = None;
    let word = c.to_string();
    let Some((asked, _)) = m.agree.item() else { return false };
    let mut all = keys(&asked.row.panel.question).into_iter();
    let Some((_, value)) = all.find(|(key, _)| *key == word) else {
        return false;
    };
    let chosen = choices(m).into_iter().find(|(s, _)| s.value == value);
    if let Some((settle, _)) = chosen
        && may(m)
    {
        reason(m, settle);
    }
    true
}

/// Keys that settle, with their answers: those of the sheet that no keymap can take.
pub fn keys(question: &Question) -> Vec<(String, Value)> {
    let mut out = form::keys::keys(question);
    out.retain(|(key, _)| form::keys::RESERVED.contains(&key.as_str()));
    out
}

/// Asks why.
pub(super) fn reason(m: &mut Model, what: Settle) {
    m.popup = Some(Popup::Input {
        ask: Ask::Settle(Box::new(what)),
        edit: Box::new(Edit::line("")),
        fault: None,
    });
}

/// Sends the decision on its way.
pub(super) fn settled(m: &mut Model, what: Settle, reason: &str, now: Now, out: &mut Vec<Cmd>) {
    let told = format!(
        "{} {}: settled as {}",
        what.subject.name(),
        what.question,
        plain(&what.value)
    );
    let decision = Decision {
        value: what.value,
        reason: reason.to_owned(),
        heads: what.heads,
    };
    let draft = Draft {
        subject: what.subject,
        question: adjudicate::question(&what.question),
        op: Op::Set,
        value: decision.to_value(),
        about: None,
        took_ms: 0,
    };
    m.message = None;
    judge::submit(m, draft, now, out);
    if m.message.is_none() {
        m.say(told);
    }
}
