//! Popups: help, menus, text fields. Text fields take plain keys before any keymap sees them.

use crate::app::cmd::Cmd;
use crate::app::model::popup::{Ask, Entry, Pick, Popup};
use crate::app::model::{Model, Screen};
use crate::app::msg::Now;
use crate::base::num;
use crate::base::path::RepoPath;
use crate::keys::stroke::{Key, Stroke};

use super::{agree, bench, desk, gate, judge, list, nav, source};

/// Offers the runs.
pub(super) fn runs(m: &mut Model) {
    let entries: Vec<Entry> = m
        .runs
        .iter()
        .enumerate()
        .map(|(n, r)| Entry {
            label: r.name.to_string(),
            hint: [r.info.system.as_str(), &r.info.model, &r.info.input]
                .into_iter()
                .filter(|s| !s.is_empty())
                .collect::<Vec<_>>()
                .join(" · "),
            pick: Pick::Run(n),
        })
        .collect();
    if entries.is_empty() {
        return m.say("no runs here; import some with: casefile import PREDICTIONS -w WORKSPACE");
    }
    m.popup = Some(Popup::Menu {
        title: "runs".to_owned(),
        entries,
        at: m.run,
    });
}

pub(super) fn paste(m: &mut Model, text: &str, out: &mut Vec<Cmd>) {
    if let Some(Popup::Input { edit, .. }) = &mut m.popup {
        edit.paste(text);
        typed(m, out);
    }
}

pub(super) fn key(m: &mut Model, stroke: Stroke, now: Now, out: &mut Vec<Cmd>) {
    match &mut m.popup {
        Some(Popup::Help(top) | Popup::Faults(top)) => match stroke.key {
            Key::Down | Key::Char('j') => *top += 1,
            Key::Up | Key::Char('k') => *top = top.saturating_sub(1),
            Key::PageDown | Key::Char(' ') => *top += 20,
            Key::PageUp => *top = top.saturating_sub(20),
            Key::Home | Key::Char('g') => *top = 0,
            Key::End | Key::Char('G') => *top = usize::MAX / 2,
            _ => m.popup = None,
        },
        Some(Popup::Menu { entries, at, .. }) => match stroke.key {
            Key::Down | Key::Char('j') => *at = num::step(*at, 1, entries.len()),
            Key::Up | Key::Char('k') => *at = num::step(*at, -1, entries.len()),
            Key::PageDown | Key::Char(' ') => *at = num::step(*at, 10, entries.len()),
            Key::PageUp => *at = num::step(*at, -10, entries.len()),
            Key::Home => *at = 0,
            Key::End => *at = entries.len().saturating_sub(1),
            Key::Char(c @ '1'..='9') => {
                let n = c.to_digit(10).unwrap_or(1) as usize - 1;
                if n < entries.len() {
                    *at = n;
                    pick(m, now, out);
                }
            }
            Key::Enter => pick(m, now, out),
            Key::Esc | Key::Char('q') => m.popup = None,
            _ => {}
        },
        Some(Popup::Input { .. }) => input(m, stroke, now, out),
        None => {}
    }
}

/// Does what the entry under the cursor says.
pub(super) fn pick(m: &mut Model, now: Now, out: &mut Vec<Cmd>) {
    let Some(Popup::Menu { entries, at, .. }) = m.popup.take() else {
        return;
    };
    match entries.into_iter().nth(at).map(|e| e.pick) {
        Some(Pick::Run(n)) => nav::choose_run(m, n, out),
        Some(Pick::Source(place, name)) => source::open(m, place, name, out),
        Some(Pick::Field(by)) => bench::choose_field(m, by, out),
        Some(Pick::Rival(name)) => bench::versus::choose_rival(m, name, out),
        Some(Pick::Tag(subject, question, word)) => judge::set(m, subject, question, word, now, out),
        Some(Pick::Settle(what)) => agree::reason(m, *what),
        Some(Pick::Verdict(subject, stage, value)) => gate::say(m, subject, stage, value, now, out),
        Some(Pick::Line(n)) => {
            m.source.moved = true;
            source::go(m, n);
        }
        None => {}
    }
}

fn input(m: &mut Model, stroke: Stroke, now: Now, out: &mut Vec<Cmd>) {
    let Some(Popup::Input { ask, edit, fault }) = &mut m.popup else {
        return;
    };
    let many = edit.is_many();
    // What a person wrote is not lost on a key that leaves.
    let keeps = many || matches!(ask, Ask::Amend(_));
    let cancel = stroke.ctrl && matches!(stroke.key, Key::Char('c' | 'x')) || stroke.key == Key::Esc && !keeps;
    let accept = stroke.key == Key::Enter && !many || stroke.key == Key::Esc && keeps;
    let changed = match ask {
        Ask::Amend(a) => a.before.as_deref().unwrap_or_default() != edit.text(),
        _ => !edit.text().trim().is_empty(),
    };
    if cancel && keeps && fault.is_none() && changed {
        *fault = Some("ctrl-c again throws these changes away; esc keeps them".to_owned());
    } else if cancel {
        let back = match ask {
            Ask::Filter(before) => Some((false, before.clone())),
            Ask::Gate(before) => Some((true, before.clone())),
            _ => None,
        };
        m.popup = None;
        match back {
            // What was in force is understood.
            Some((false, before)) => drop(list::filter(m, &before, out)),
            Some((true, before)) => drop(gate::filter(m, &before)),
            None => {}
        }
    } else if accept {
        done(m, now, out);
    } else if edit.key(stroke) {
        typed(m, out);
    }
}

/// Keeps the note that is being written when the session ends from outside.
pub(super) fn keep_note(m: &mut Model, now: Now, out: &mut Vec<Cmd>) {
    if matches!(
        &m.popup,
        Some(Popup::Input {
            ask: Ask::Note(_) | Ask::Answer { .. } | Ask::Amend(_),
            ..
        })
    ) {
        done(m, now, out);
    }
}

/// The text of a field changed: filters apply at once.
fn typed(m: &mut Model, out: &mut Vec<Cmd>) {
    let Some(Popup::Input { ask, edit, fault }) = &mut m.popup else {
        return;
    };
    let text = edit.text();
    let why = match ask {
        Ask::Filter(_) => list::filter(m, &text, out).err(),
        Ask::Gate(_) => gate::filter(m, &text).err(),
        _ => {
            *fault = None;
            return;
        }
    };
    if let Some(Popup::Input { fault, .. }) = &mut m.popup {
        *fault = why;
    }
}

/// Takes the text of a field.
fn done(m: &mut Model, now: Now, out: &mut Vec<Cmd>) {
    let Some(Popup::Input { ask, edit, .. }) = m.popup.take() else {
        return;
    };
    let text = edit.text();
    let keep = |m: &mut Model, ask: Ask, why: String| {
        m.popup = Some(Popup::Input {
            ask,
            edit: edit.clone(),
            fault: Some(why),
        });
    };
    match ask {
        Ask::Filter(before) => {
            if let Err(why) = list::filter(m, &text, out) {
                keep(m, Ask::Filter(before), why);
            }
        }
        Ask::Gate(before) => {
            if let Err(why) = gate::filter(m, &text) {
                keep(m, Ask::Gate(before), why);
            }
        }
        Ask::Search if m.screen == Screen::Source => {
            source::search(m, &text);
            if !text.is_empty() {
                source::hit(m, true);
            }
        }
        Ask::Search if m.screen == Screen::Steps => {
            super::steps::search(m, &text);
            if !text.is_empty() {
                super::steps::hit(m, true);
            }
        }
        Ask::Search => {
            m.desk.search = text;
            if !m.desk.search.is_empty() {
                desk::search(m, true);
            }
        }
        Ask::Line => match text.trim().parse::<usize>() {
            Ok(n) if n > 0 => {
                m.source.moved = true;
                source::go(m, n - 1);
            }
            _ => keep(m, Ask::Line, "expected a line number, from 1".to_owned()),
        },
        Ask::Path => {
            let path = text.trim();
            let (path, goal) = path
                .split_once(':')
                .map_or((path, None), |(p, g)| (p, Some(g.to_owned())));
            if path.is_empty() {
                return;
            }
            match super::open::location(m, RepoPath::new(path)) {
                Some(place) => source::open(m, place, goal, out),
                None => m.fail("open a case first: the path is looked up in its repository"),
            }
        }
        Ask::Settle(what) if text.trim().is_empty() => {
            keep(m, Ask::Settle(what), "a decision needs its reason".to_owned());
        }
        Ask::Settle(what) => agree::settled(m, *what, text.trim(), now, out),
        Ask::Note(subject) => judge::set_note(m, subject, &text, now, out),
        Ask::Amend(amend) => {
            if let Err(why) = super::seen::judge::written(m, &amend, &text, now, out) {
                keep(m, Ask::Amend(amend), why);
            }
        }
        Ask::Answer { subject, id, .. } => {
            judge::set_text(m, subject.clone(), &id, &text, now, out);
            super::sheet::written(m, &subject, &id);
        }
    }
}
