//! Evidence of two producers side by side, with the picture, what differs, what is doubtful and what people say.

use ratatui::buffer::Buffer;

use crate::app::layout;
use crate::app::model::Model;
use crate::app::model::seen::{Ink, Line};
use crate::app::update::seen::places;
use crate::base::area::Area;
use crate::base::num;
use crate::domain::seen::doubt::{Doubt, Why};
use crate::keys::action::Action;
use crate::ui::paint::Pen;
use crate::ui::stage::Stage;
use crate::ui::theme::Role;

/// Keys worth knowing over the table.
const JUDGING: [(Action, &str); 12] = [
    (Action::Help, "keys"),
    (Action::Accept, "accept"),
    (Action::Reject, "reject"),
    (Action::Correct, "correct"),
    (Action::AcceptAll, "accept all"),
    (Action::WriteEvidence, "my own"),
    (Action::NextPane, "column"),
    (Action::AsModel, "+VCE text"),
    (Action::NextProducer, "producer"),
    (Action::NextExhibit, "exhibit"),
    (Action::Undo, "undo"),
    (Action::Back, "back"),
];

/// Keys worth knowing over the text for a model.
const READING: [(Action, &str); 5] = [
    (Action::Help, "keys"),
    (Action::AsModel, "the table"),
    (Action::NextPane, "other producer"),
    (Action::NextCase, "next case"),
    (Action::Back, "back"),
];

pub(in crate::ui) fn draw(m: &Model, stage: &mut Stage, buf: &mut Buffer) {
    let places = places(m);
    {
        let mut pen = Pen {
            buf,
            theme: &stage.theme,
        };
        title(m, &mut pen, places.title);
        pen.row(Area { h: 1, ..places.picture }, 0, Role::Heading);
        pen.role(places.picture, 0, 0, " exhibit", Role::Heading);
        heads(m, &mut pen, &places);
        bars(&mut pen, &places);
        table(m, &mut pen, &places);
        let hints: &[(Action, &str)] = if m.seen.block { &READING } else { &JUDGING };
        super::status::draw(m, &mut pen, places.status, hints);
    }
    if !places.picture.is_empty() {
        super::exhibit::draw(m, stage, buf, places.picture);
    }
}

fn title(m: &Model, pen: &mut Pen<'_>, area: Area) {
    pen.clear(area, Role::Title);
    let (at, of) = m.place();
    let Some(file) = &m.desk.file else {
        return;
    };
    let case = &file.case;
    let exhibit = format!("  exhibit {}/{} ", m.desk.exhibit + 1, case.exhibits.len());
    let from = pen.right(area, 0, &exhibit, Role::Title);
    let text = format!(" {at}/{of} {}  {}", case.id, case.title);
    pen.role(Area { w: from, ..area }, 0, 0, &text, Role::Title);
}

/// Who is in which column, how sure they are, and what is doubtful about the whole.
fn heads(m: &Model, pen: &mut Pen<'_>, places: &layout::Evidence) {
    let records = m.records();
    if m.seen.block {
        let at = m.seen.shown.get(m.seen.side).and_then(|n| records.get(*n));
        let who = at.map_or_else(|| "nobody".to_owned(), |l| l.record.producer.clone());
        pen.row(places.heads[0], 0, Role::Focus);
        let text = format!(" +VCE text of the case by {who}, as a model gets it");
        pen.role(places.heads[0], 0, 0, &text, Role::Focus);
        return;
    }
    if records.is_empty() {
        let (head, more) = places.heads[0].top(1);
        pen.row(head, 0, Role::Heading);
        let text = match m.desk.exhibit() {
            Some(_) => " no evidence for this exhibit",
            None if m.desk.file.is_some() => " this case has no exhibits",
            None => " opening …",
        };
        pen.role(head, 0, 0, text, Role::Heading);
        if m.desk.exhibit().is_some() {
            let key = |a| m.settings.keymap.hint(m.context(), &a);
            let (write, correct) = (key(Action::WriteEvidence), key(Action::Correct));
            let text = format!("{write} or {correct} writes it, part by part");
            pen.role(more, 1, 0, &text, Role::Dim);
        }
        return;
    }
    for (n, head) in places.heads.into_iter().enumerate() {
        let shown = m.seen.shown.get(n).and_then(|at| records.get(*at));
        let Some(listed) = shown.filter(|_| !head.is_empty()) else {
            continue;
        };
        let role = if n == m.seen.side { Role::Focus } else { Role::Heading };
        let (head, more) = head.top(1);
        pen.row(head, 0, role);
        let letter = if records.len() > 1 {
            ["A ", "B "].get(n).copied().unwrap_or("")
        } else {
            ""
        };
        let unsure = listed.doubts.iter().any(|d| matches!(d.why, Why::Unsure(_)));
        let mark = if unsure { "? " } else { "" };
        let confidence = listed.record.confidence.map(|c| format!(" {mark}confidence {c:.2} "));
        let from = pen.right(head, 0, &confidence.unwrap_or_default(), role);
        let name = Area { w: from, ..head };
        let who = if listed.written { " (written here)" } else { "" };
        pen.role(name, 0, 0, &format!(" {letter}{}{who}", listed.record.producer), role);
        let doubts = listed.doubts.iter().filter(|d| !matches!(d.why, Why::Unsure(_)));
        if let Some(text) = words(doubts) {
            pen.role(more, 1, 0, &format!("? {text}"), Role::Near);
        }
    }
}

/// What is doubtful about a record, in a few words; `None` when nothing is.
pub(super) fn words<'a>(doubts: impl Iterator<Item = &'a Doubt>) -> Option<String> {
    let (parts, whole): (Vec<&Doubt>, Vec<&Doubt>) = doubts.partition(|d| d.why == Why::Unread);
    let mut out: Vec<String> = whole.into_iter().map(Doubt::words).collect();
    match parts.len() {
        0 => {}
        1 => out.push("1 value in no other reading".to_owned()),
        n => out.push(format!("{n} values in no other reading")),
    }
    (!out.is_empty()).then(|| out.join(" · "))
}

/// Lines between picture and table, and between the columns.
fn bars(pen: &mut Pen<'_>, places: &layout::Evidence) {
    let mut bar = |x: u16, y: u16, h: u16| {
        for y in y..y.saturating_add(h) {
            pen.role(Area::new(x, y, 1, 1), 0, 0, "│", Role::Border);
        }
    };
    if places.table.x > 0 {
        bar(places.table.x - 1, places.picture.y, places.picture.h);
    }
    let [a, b] = places.columns;
    if !a.is_empty() && !b.is_empty() {
        bar(b.x - 1, places.heads[1].y, places.heads[1].h + b.h);
    }
}

fn table(m: &Model, pen: &mut Pen<'_>, places: &layout::Evidence) {
    let lines = &m.seen.laid.lines;
    let rows = usize::from(places.table.h);
    for (y, line) in lines.iter().skip(m.seen.top).take(rows).enumerate() {
        let y = num::cells(y);
        for (n, column) in places.columns.into_iter().enumerate() {
            if let Some(cell) = line.cells.get(n).filter(|_| !column.is_empty()) {
                let focus = line.first && line.row == Some(m.seen.row) && !m.seen.block;
                if focus {
                    pen.row(column, y, Role::Selected);
                }
                let mut x = 0;
                for bit in cell {
                    let role = if focus { Role::Selected } else { role(line, bit.ink) };
                    x = pen.role(column, x, y, &bit.text, role);
                }
            }
        }
    }
    pen.scroll_bar(places.table, m.seen.top, lines.len());
}

fn role(line: &Line, ink: Ink) -> Role {
    match ink {
        Ink::Plain => Role::Text,
        Ink::Only if line.first => Role::Near,
        Ink::Only => Role::Strong,
        Ink::Doubt => Role::Near,
        Ink::Dim => Role::Dim,
        Ink::Name => Role::Key,
        Ink::Saved => Role::Saved,
        Ink::Pending => Role::Pending,
        Ink::Error => Role::Error,
    }
}
