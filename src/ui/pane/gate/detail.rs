//! What was said about the image under the cursor, stage by stage; the chosen stage stands first.

use serde_json::Value;

use crate::app::model::Model;
use crate::app::model::gate::Part;
use crate::app::model::review::Saved;
use crate::app::update::gate::words_of;
use crate::base::area::Area;
use crate::base::num;
use crate::domain::gate::table::Row;
use crate::domain::gate::{Record, Stage, Verdict, signed};
use crate::text::clean;
use crate::text::doc::{Look, Piece};
use crate::text::wrap::wrap;
use crate::ui::paint::Pen;
use crate::ui::theme::Role;

/// Characters of a text that are shown.
const MOST: usize = 2000;

/// A paragraph: how far in, how it looks.
type Par = (u16, Role, String);

pub(super) fn draw(m: &Model, pen: &mut Pen<'_>, area: Area) {
    if area.is_empty() {
        return;
    }
    let (head, body) = area.top(1);
    let role = if m.gate.part == Part::Detail {
        Role::Focus
    } else {
        Role::Heading
    };
    pen.row(head, 0, role);
    let Some(row) = m.gate.current() else { return };
    let place = m.gate.place(row);
    let name = match place {
        Some(p) => format!("{}, image {} of {}", row.item.case, p.at, p.of),
        None => format!("{}, image {}", row.item.case, row.item.exhibit),
    };
    pen.role(head, 1, 0, &name, role);
    let mut pars: Vec<Par> = Vec::new();
    let (state, look) = super::images::state(row);
    pars.push((1, look, state));
    let title = m.list.index.get(row.item.case.as_str()).and_then(|r| m.list.row(*r));
    pars.extend(title.map(|r| (1, Role::Dim, r.title.to_string())));
    pars.push(match place {
        Some(p) => (1, Role::Dim, p.source.clone()),
        None => (1, Role::Near, "the workspace has no such exhibit".to_owned()),
    });
    let first = m.gate.stage;
    of_stage(m, row, first, &mut pars);
    for stage in Stage::ALL.into_iter().filter(|s| *s != first) {
        of_stage(m, row, stage, &mut pars);
    }
    let mut lines: Vec<Par> = Vec::new();
    for (x, role, text) in pars {
        let short: String = text.chars().take(MOST).collect();
        let pieces = [Piece::new(clean::line(&short.replace('\n', " ")), Look::default())];
        for line in wrap(&pieces, usize::from(body.w.saturating_sub(x + 2)).max(8)) {
            lines.push((x, role, line.iter().map(|p| p.text.as_str()).collect()));
        }
    }
    let top = m.gate.top.min(lines.len().saturating_sub(usize::from(body.h)));
    for (y, (x, role, text)) in lines.iter().skip(top).take(usize::from(body.h)).enumerate() {
        pen.role(body, *x, num::cells(y), text, *role);
    }
    pen.scroll_bar(body, top, lines.len());
}

fn of_stage(m: &Model, row: &Row, stage: Stage, out: &mut Vec<Par>) {
    let Some(step) = row.item.steps.get(stage as usize) else {
        return;
    };
    let (_, look) = super::sign(step.verdict);
    let verdict = step.verdict.map_or("open", Verdict::word);
    let here = if stage == m.gate.stage { "▶ " } else { "" };
    out.push((1, look, format!("{here}{stage} {}: {verdict}", stage.words())));
    let mut put = |role, text: String| {
        if !text.trim().is_empty() {
            out.push((3, role, text));
        }
    };
    put(Role::Text, step.reason.clone());
    let record = m.gate.record(row, stage);
    if let Some(own) = record.and_then(reason) {
        put(Role::Text, format!("the model: {own}"));
    }
    let people = m
        .gate
        .people
        .iter()
        .filter(|o| o.stage == stage && o.case == row.item.case && o.exhibit == row.item.exhibit);
    for over in people {
        let mut text = format!("{}: {}", over.by, if over.pass { "pass" } else { "fail" });
        text.extend(over.relevance.map(|r| format!(", relevance {}", signed(r))));
        text.extend(over.category.map(|c| format!(", {c}")));
        put(Role::Accent, text);
    }
    if let Some(subject) = m.gate.subject() {
        let (value, state) = m.review.answer(&m.settings.me, &subject, stage.question());
        let value = value.map(|v| words_of(&v)).unwrap_or_default();
        match state {
            Saved::Yes | Saved::None => {}
            Saved::Pending => put(Role::Pending, format!("mine: {value} …")),
            Saved::Failed => put(Role::Error, "mine: ✗ NOT SAVED".to_owned()),
            Saved::Conflict => put(Role::Error, "mine: two answers of mine in conflict".to_owned()),
        }
    }
    if let Some(record) = record {
        put(Role::Dim, facts(record));
        if !record.mends.is_empty() {
            put(Role::Near, format!("mended: {}", record.mends.join(", ")));
        }
        if step.verdict == Some(Verdict::Skipped) {
            put(Role::Dim, "it was asked, and does not count now".to_owned());
        }
    }
}

/// The model's own words.
fn reason(record: &Record) -> Option<&str> {
    let own = record.output.get("reason").and_then(Value::as_str);
    own.filter(|t| !t.trim().is_empty())
}

/// Model, hashes, cost, time.
fn facts(r: &Record) -> String {
    let short = |sha: &str| sha.chars().take(8).collect::<String>();
    let mut out = vec![r.model.clone()];
    for (name, sha) in [("prompt", &r.prompt_sha), ("input", &r.input_sha)] {
        if !sha.is_empty() {
            out.push(format!("{name} {}", short(sha)));
        }
    }
    out.extend(
        r.usage
            .map(|u| format!("{} + {} tokens", u.prompt_tokens, u.completion_tokens)),
    );
    out.push(r.at.clone());
    out.retain(|t| !t.is_empty());
    out.join(" · ")
}
