//! What was said about the subject under the cursor, without names.

use crate::app::model::Model;
use crate::app::update::agree::keys;
use crate::base::area::Area;
use crate::domain::form::plain;
use crate::text::clean;
use crate::text::doc::{Look, Piece};
use crate::text::wrap::wrap;
use crate::ui::paint::Pen;
use crate::ui::theme::Role;

/// Characters of a text that are shown.
const MOST: usize = 2000;

pub(super) fn draw(m: &Model, pen: &mut Pen<'_>, area: Area) {
    let (head, body) = area.top(1);
    pen.row(head, 0, Role::Heading);
    let mut page = Page { pen, body, y: 0 };
    if let Some((asked, item)) = m.agree.item() {
        let subject = &item.subject;
        page.pen.role(
            head,
            1,
            0,
            &format!("{} {}", subject.kind(), subject.name()),
            Role::Heading,
        );
        let row = m.list.index.get(subject.case()).and_then(|r| m.list.row(*r));
        if let Some(row) = row {
            page.text(1, &row.title, Role::Dim);
        }
        for v in &item.voices {
            page.text(1, &format!("{}  {}", v.alias, v.value), Role::Accent);
            page.text(4, &v.why, Role::Text);
            if !v.note.is_empty() {
                page.text(4, &format!("note: {}", v.note), Role::Dim);
            }
        }
        let (state, role) = super::list::of_item(&item.state);
        page.text(1, &state, role);
        let keys = keys(&asked.row.panel.question);
        let keys: Vec<String> = keys.iter().map(|(key, v)| format!("{} [{key}]", plain(v))).collect();
        page.text(1, &format!("settle: {}", keys.join("  ")), Role::Dim);
    } else if let Some(v) = m.agree.verdict() {
        let subject = &v.subject;
        page.pen.role(
            head,
            1,
            0,
            &format!("{} {}", subject.kind(), subject.name()),
            Role::Heading,
        );
        let row = m.list.index.get(subject.case()).and_then(|r| m.list.row(*r));
        if let Some(row) = row {
            page.text(1, &row.title, Role::Dim);
        }
        if !v.rule.is_empty() {
            page.text(1, &format!("rule: {}", v.rule), Role::Text);
        }
        let (state, role) = super::list::of_verdict(&v.state);
        page.text(1, &state, role);
    }
}

/// An area that is filled from above.
struct Page<'p, 'a> {
    pen: &'p mut Pen<'a>,
    body: Area,
    y: u16,
}

impl Page<'_, '_> {
    /// Adds a text, broken into lines; nothing for an empty one.
    fn text(&mut self, x: u16, text: &str, role: Role) {
        if text.trim().is_empty() || self.y >= self.body.h {
            return;
        }
        let cols = usize::from(self.body.w.saturating_sub(x + 1));
        let short: String = text.chars().take(MOST).collect();
        let pieces = [Piece::new(clean::line(&short.replace('\n', " ")), Look::default())];
        for line in wrap(&pieces, cols) {
            let joined: String = line.iter().map(|p| p.text.as_str()).collect();
            self.pen.role(self.body, x, self.y, &joined, role);
            self.y = self.y.saturating_add(1);
        }
    }
}
