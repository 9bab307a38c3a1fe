//! The counts: how many images stand where, A against D, B's confidence.

use crate::app::model::Model;
use crate::base::area::Area;
use crate::base::num;
use crate::domain::gate::table::{BINS, RELEVANCES, two};
use crate::domain::gate::{Stage, signed};
use crate::text::width;
use crate::ui::paint::Pen;
use crate::ui::theme::Role;

/// Cells of the longest bar.
const BAR: u16 = 24;

/// Cells of the name of a stage.
const NAME: usize = 25;

/// Cells of a count.
const COUNT: usize = 7;

/// Per stage: asked, passed, failed, without a usable answer (none), open, and a bar of all.
pub(super) fn draw(m: &Model, pen: &mut Pen<'_>, area: Area) {
    let (head, body) = area.top(1);
    pen.row(head, 0, Role::Heading);
    let names = ["asked", "pass", "fail", "none", "open"];
    let columns: String = names.iter().map(|n| width::pad_left(n, COUNT)).collect();
    pen.role(
        head,
        1,
        0,
        &format!("{}{columns}", width::pad("the funnel", NAME)),
        Role::Heading,
    );
    let f = &m.gate.all.funnel;
    for (y, (stage, counts)) in Stage::ALL.into_iter().zip(f.stages).enumerate() {
        let y = num::cells(y);
        let [pass, fail, error, _, open] = counts;
        let here = if stage == m.gate.stage {
            Role::Accent
        } else {
            Role::Text
        };
        pen.role(body, 1, y, &format!("{stage} {}", stage.words()), here);
        let mut x = num::cells(NAME) + 1;
        let all = [
            (pass + fail + error, Role::Text),
            (pass, Role::Hit),
            (fail, Role::Miss),
            (error, Role::Error),
            (open, Role::Near),
        ];
        for (n, role) in all {
            let role = if n == 0 { Role::Dim } else { role };
            x = pen.role(body, x, y, &width::pad_left(&n.to_string(), COUNT), role);
        }
        let room = body.w.saturating_sub(x + 2).min(BAR);
        let parts = [
            (pass, "█", Role::Hit),
            (fail, "▓", Role::Miss),
            (error, "▒", Role::Error),
            (open, "░", Role::Near),
        ];
        bar(pen, (body, x + 1, y), room, f.all, parts);
    }
    let mut text = format!("accepted {} of {}", f.accepted, f.all);
    if f.flagged > 0 {
        text.push_str(&format!(" · {} flagged ⚑", f.flagged));
    }
    if f.overridden > 0 {
        text.push_str(&format!(" · {} decided by people", f.overridden));
    }
    text.push_str("    p pass f fail e no answer – not asked ? open");
    pen.role(body, 1, 4, &text, Role::Accent);
}

/// A bar of `room` cells for `all`, cut into parts.
fn bar(pen: &mut Pen<'_>, (body, from, y): (Area, u16, u16), room: u16, all: usize, parts: [(usize, &str, Role); 4]) {
    let cells = |n: usize| n.saturating_mul(usize::from(room)).checked_div(all).unwrap_or(0);
    let (mut upto, mut x) = (0, from);
    for (n, sign, role) in parts {
        let begin = cells(upto);
        upto += n;
        // What is there at all is seen.
        let len = (cells(upto) - begin).max(usize::from(n > 0));
        let left = usize::from((from + room).saturating_sub(x));
        x = pen.role(body, x, y, &sign.repeat(len.min(left)), role);
    }
}

/// Relevance of A, down, against that of D.
pub(super) fn cross(m: &Model, pen: &mut Pen<'_>, area: Area) {
    if area.is_empty() {
        return;
    }
    let (head, body) = area.top(1);
    pen.row(head, 0, Role::Heading);
    pen.role(head, 1, 0, "relevance: A down, D across", Role::Heading);
    let names: String = RELEVANCES.iter().map(|r| width::pad_left(&signed(*r), 6)).collect();
    pen.role(body, 4, 0, &names, Role::Dim);
    let limits = m.gate.limits();
    for (y, (a, counts)) in RELEVANCES.iter().zip(m.gate.all.cross).enumerate() {
        let y = num::cells(y) + 1;
        pen.role(body, 1, y, &signed(*a), Role::Dim);
        let mut x = 4;
        for (d, n) in RELEVANCES.iter().zip(counts) {
            let role = match (n, a.abs_diff(*d)) {
                (0, _) => Role::Dim,
                (_, 0) => Role::Hit,
                (_, apart) if apart <= limits.apart => Role::Near,
                _ => Role::Miss,
            };
            x = pen.role(body, x, y, &width::pad_left(&n.to_string(), 6), role);
        }
    }
}

/// B's confidence in bins of .05, with the limit marked.
pub(super) fn histogram(m: &Model, pen: &mut Pen<'_>, area: Area) {
    const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
    if area.is_empty() {
        return;
    }
    let (head, body) = area.top(1);
    let limit = f64::from(m.gate.confidence) / 100.0;
    pen.row(head, 0, Role::Heading);
    pen.role(
        head,
        1,
        0,
        &format!("B's confidence, limit {}", two(limit)),
        Role::Heading,
    );
    let cols: u16 = if body.w >= 44 { 2 } else { 1 };
    let rows = usize::from(body.h.saturating_sub(1));
    let most = m.gate.all.histogram.iter().copied().max().unwrap_or(0).max(1);
    let first = usize::from(m.gate.confidence / 5);
    for (n, count) in m.gate.all.histogram.into_iter().enumerate() {
        let x = 1 + num::cells(n) * cols;
        let role = if n < first { Role::Miss } else { Role::Hit };
        // What is there at all is seen.
        let eighths = (count * rows * 8 / most).max(usize::from(count > 0));
        for y in 0..rows {
            let below = (rows - 1 - y) * 8;
            let sign = EIGHTHS
                .get(eighths.saturating_sub(below).min(8))
                .copied()
                .unwrap_or(" ");
            pen.role(body, x, num::cells(y), &sign.repeat(usize::from(cols)), role);
        }
    }
    let y = body.h.saturating_sub(1);
    let end = 1 + num::cells(BINS) * cols;
    pen.role(body, 1, y, "0", Role::Dim);
    pen.role(body, end, y, "1", Role::Dim);
    pen.role(body, 1 + num::cells(first) * cols, y, "▲", Role::Accent);
}
