//! The status line: what just happened on the left, who and how far on the right.

use crate::app::model::review::Journal;
use crate::app::model::{Model, Screen, Tone};
use crate::base::area::Area;
use crate::base::num;
use crate::keys::action::Action;
use crate::ui::paint::Pen;
use crate::ui::theme::Role;

/// Draws the line; `hints` are the keys worth knowing here.
pub(super) fn draw(m: &Model, pen: &mut Pen<'_>, area: Area, hints: &[(Action, &str)]) {
    pen.clear(area, Role::Status);
    let right = who(m);
    let from = pen.right(area, 0, &format!("{right} "), Role::Status);
    let room = Area::new(area.x, area.y, from.saturating_sub(1), area.h);
    if let Some(message) = &m.message {
        let role = if message.tone == Tone::Error {
            Role::Error
        } else {
            Role::Accent
        };
        pen.role(room, 1, 0, &message.text, role);
        return;
    }
    if !m.typed.is_empty() {
        pen.role(
            room,
            1,
            0,
            &format!("{} …", crate::keys::stroke::print(&m.typed)),
            Role::Accent,
        );
        return;
    }
    let mut x = 1;
    for (action, word) in hints {
        let key = m.settings.keymap.hint(m.context(), action);
        if key.is_empty() {
            continue;
        }
        let need = num::cells(crate::text::width::of(&key) + crate::text::width::of(word) + 3);
        if x + need > room.w {
            break;
        }
        x = pen.role(room, x, 0, &key, Role::Key);
        x = pen.role(room, x + 1, 0, word, Role::Status) + 2;
    }
}

/// Who I am, what is not saved yet, how far, how fast.
fn who(m: &Model) -> String {
    let mut parts = vec![m.settings.me.clone()];
    if m.settings.blind {
        parts.push(if m.hidden() {
            "blind".to_owned()
        } else {
            "revealed".to_owned()
        });
    }
    let unsaved = m.review.unsaved();
    match &m.review.journal {
        Journal::Closed(_) => parts.push("NOT SAVING".to_owned()),
        Journal::Opening => parts.push("opening journal".to_owned()),
        Journal::Open { .. } if unsaved > 0 => parts.push(format!("{unsaved} pending")),
        Journal::Open { .. } if m.review.given > 0 => parts.push("saved".to_owned()),
        Journal::Open { .. } => {}
    }
    let of_candidates = m.screen == Screen::Candidates || m.screen == Screen::Sheet && m.sheet.candidate.is_some();
    if of_candidates {
        let (done, all) = crate::app::update::sheet::queue::decided(m);
        parts.push(format!("{done}/{all} candidates decided"));
        return parts.join(" · ");
    }
    let (done, all) = (m.list.decided(), m.list.order.len());
    parts.push(format!("{done}/{all} decided"));
    if let (Some(ms), Some(left)) = (
        m.review.pace.per_item(),
        m.review.pace.minutes_left(all.saturating_sub(done)),
    ) {
        let left = if left >= 90 {
            format!("{} h", (left + 30) / 60)
        } else {
            format!("{left} min")
        };
        let pace = if ms < 1000 {
            "<1".to_owned()
        } else {
            (ms / 1000).to_string()
        };
        parts.push(format!("{pace} s/case, {left} left"));
    }
    parts.join(" · ")
}
