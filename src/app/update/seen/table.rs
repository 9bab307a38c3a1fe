//! The table as lines: for each part its name with what is said about it, then the values of both producers.

use std::collections::HashSet;

use crate::app::model::Model;
use crate::app::model::review::Saved;
use crate::app::model::seen::{Bit, For, Ink, Judged, Line, Listed, sign};
use crate::domain::evidence::Evidence;
use crate::domain::seen::doubt::{self, Sides};
use crate::domain::seen::field::{Part, Say};
use crate::text::clean;
use crate::text::doc::{Look, Piece};
use crate::text::wrap::wrap;

/// Most lines of a value and bytes of a line that are laid out, and lines of a part that is not under the cursor.
const MOST: (usize, usize, usize) = (200, 2000, 4);

/// Lines of a reply that could not be read.
const REPLY: usize = 12;

/// What the table is to be laid out for.
pub(super) fn wanted(m: &Model) -> For {
    let r = &m.review;
    For {
        exhibit: m.desk.exhibit,
        shown: (m.seen.shown, m.seen.side, m.seen.row),
        block: m.seen.block,
        cols: super::places(m).columns.map(|c| c.w),
        counts: [r.ledger.len(), r.pending.len(), r.drafts.len(), r.failed.len(), r.given],
        others: m.others_seen(),
    }
}

/// One record in its column.
struct Column<'a> {
    listed: Listed<'a>,
    /// What is said about each part.
    judged: Vec<Judged>,
    /// The record with my corrections.
    shown: Evidence,
    cols: usize,
}

impl<'a> Column<'a> {
    fn new(m: &Model, listed: Listed<'a>, cols: u16) -> Self {
        let judged: Vec<Judged> = Part::ALL.iter().map(|p| m.judged(listed.record, *p)).collect();
        let mut shown = listed.record.clone();
        for (part, judged) in Part::ALL.into_iter().zip(&judged) {
            if let Some(Say::Correct(lines)) = &judged.mine {
                part.set(&mut shown, lines.clone());
            }
        }
        Self {
            listed,
            judged,
            shown,
            cols: usize::from(cols).saturating_sub(4),
        }
    }
}

/// All lines.
pub(super) fn lines(m: &Model) -> Vec<Line> {
    let widths = super::places(m).columns.map(|c| c.w);
    let records = m.records();
    let column = |n: usize| {
        let cols = widths.get(n).copied().filter(|w| *w > 0)?;
        let listed = records.get(m.seen.shown.get(n).copied()?)?;
        Some(Column::new(m, *listed, cols))
    };
    let columns = [column(0), column(1)];
    let mut out = Vec::new();
    let above = columns.each_ref().map(|c| c.as_ref().map(fault).unwrap_or_default());
    put(&mut out, None, above);
    let differences = match (records.get(m.seen.shown[0]), records.get(m.seen.shown[1])) {
        (Some(a), Some(b)) if records.len() > 1 => {
            let whole = |l: &Listed<'_>| Column::new(m, *l, 0).shown;
            doubt::differ(&whole(a), &whole(b))
        }
        _ => Vec::new(),
    };
    for (row, part) in Part::ALL.into_iter().enumerate() {
        let found = differences.iter().find(|d| d.field == part.name());
        let apart = found.is_some_and(|d| !matches!(d.sides, Sides::Same | Sides::Neither));
        let mut named = false;
        let cells = [0, 1].map(|n| {
            let only = found.map(|d| if n == 0 { &d.first } else { &d.second });
            let Some(column) = columns.get(n).and_then(Option::as_ref) else {
                return Vec::new();
            };
            let mut head = Vec::new();
            if !std::mem::replace(&mut named, true) {
                head.push(Bit::new(if apart { "≠ " } else { "  " }, Ink::Only));
                head.push(Bit::new(format!("{}  ", part.name()), Ink::Name));
            }
            let mut lines = vec![head];
            let mut marks = column.judged.get(row).map(marks).unwrap_or_default();
            if let Some(head) = lines.first_mut() {
                head.append(&mut marks);
            }
            lines.extend(value(column, row, part, only, row == m.seen.row));
            lines
        });
        put(&mut out, Some(row), joined(cells, part));
    }
    out
}

/// What neither column has takes one line.
fn joined(mut cells: [Vec<Vec<Bit>>; 2], part: Part) -> [Vec<Vec<Bit>>; 2] {
    let none = |cell: &Vec<Vec<Bit>>| cell.get(1..).is_none_or(|rest| rest == [absent()]);
    if cells.iter().all(Vec::is_empty) {
        let name = vec![Bit::new("  ", Ink::Dim), Bit::new(part.name(), Ink::Name)];
        return [vec![name], Vec::new()];
    }
    if cells.iter().all(none) {
        for cell in &mut cells {
            cell.truncate(1);
            if let Some(head) = cell.first_mut() {
                // A name has its blanks behind it.
                let lead = if head.is_empty() { "  " } else { "" };
                head.push(Bit::new(format!("{lead}—"), Ink::Dim));
            }
        }
    }
    cells
}

/// Stands where there is no value.
fn absent() -> Vec<Bit> {
    vec![Bit::new("  —", Ink::Dim)]
}

/// Adds two columns of lines beside each other.
fn put(out: &mut Vec<Line>, row: Option<usize>, [a, b]: [Vec<Vec<Bit>>; 2]) {
    let (mut a, mut b) = (a.into_iter(), b.into_iter());
    let mut first = true;
    loop {
        let (left, right) = (a.next(), b.next());
        if left.is_none() && right.is_none() {
            break;
        }
        out.push(Line {
            row,
            first: std::mem::take(&mut first),
            cells: [left.unwrap_or_default(), right.unwrap_or_default()],
        });
    }
}

/// Why there is no evidence, and how the reply began.
fn fault(column: &Column<'_>) -> Vec<Vec<Bit>> {
    let record = column.listed.record;
    let Some(why) = &record.fault else {
        return Vec::new();
    };
    let bit = |ink: Ink| move |text: String| vec![Bit::new(format!("  {text}"), ink)];
    let why = folded(&format!("no evidence: {why}"), column.cols);
    let mut out: Vec<Vec<Bit>> = why.into_iter().map(bit(Ink::Error)).collect();
    if let Some(raw) = &record.raw {
        let text = raw.as_str().map_or_else(|| raw.to_string(), str::to_owned);
        out.push(vec![Bit::new("  its reply", Ink::Name)]);
        let lines = text.lines().filter(|l| !l.trim().is_empty()).take(REPLY);
        let mut lines: Vec<String> = lines.flat_map(|l| folded(l, column.cols)).collect();
        if lines.len() > REPLY {
            lines.truncate(REPLY);
            lines.push("…".to_owned());
        }
        out.extend(lines.into_iter().map(bit(Ink::Dim)));
    }
    out
}

/// What is said about a part, as signs.
pub(super) fn marks(judged: &Judged) -> Vec<Bit> {
    let mut out = Vec::new();
    if judged.disputed {
        out.push(Bit::new("! ", Ink::Doubt));
    }
    let mine = judged.mine.as_ref().map(sign).unwrap_or_default();
    match judged.saved {
        Saved::Yes if judged.mine.is_some() => out.push(Bit::new(format!("{mine} "), Ink::Saved)),
        Saved::Pending => out.push(Bit::new(format!("{mine} … "), Ink::Pending)),
        Saved::Failed => out.push(Bit::new("✗ NOT SAVED ", Ink::Error)),
        Saved::Conflict => out.push(Bit::new("! two answers of mine ", Ink::Error)),
        Saved::Yes | Saved::None => {}
    }
    let others = judged.counts().into_iter().filter(|(_, n)| *n > 0);
    let others: Vec<String> = others.map(|(sign, n)| format!("{sign}{n}")).collect();
    if !others.is_empty() {
        let differ = if judged.apart { "differ " } else { "" };
        out.push(Bit::new(format!("others {differ}{} ", others.join(" ")), Ink::Dim));
    }
    out
}

/// The value of a part, wrapped; with what it was and what others would have it be when the cursor is on it.
fn value(column: &Column<'_>, row: usize, part: Part, only: Option<&Vec<String>>, here: bool) -> Vec<Vec<Bit>> {
    let record = column.listed.record;
    let judged = column.judged.get(row);
    let mine = judged.and_then(|j| j.mine.as_ref());
    let corrected = matches!(mine, Some(Say::Correct(_))) && !column.listed.written;
    let lines = part.get(&column.shown);
    if lines.is_empty() && !corrected {
        return vec![absent()];
    }
    let only: HashSet<&str> = only.into_iter().flatten().map(String::as_str).collect();
    let doubts = column.listed.doubts.iter().filter(|d| d.field == part.name());
    let doubts: HashSet<&str> = doubts.filter(|_| !corrected).map(|d| d.value.as_str()).collect();
    let mut out = Vec::new();
    for line in lines.iter().take(MOST.0) {
        let alone = only.contains(line.trim());
        let doubtful = doubts.contains(line.as_str()) || doubts.contains(line.trim());
        let ink = match mine {
            Some(Say::Reject) => Ink::Dim,
            _ if doubtful => Ink::Doubt,
            _ if alone => Ink::Only,
            _ => Ink::Plain,
        };
        let lead = format!("{}{} ", if alone { '+' } else { ' ' }, if doubtful { '?' } else { ' ' });
        let lead_ink = if doubtful { Ink::Doubt } else { Ink::Only };
        for (n, text) in folded(line, column.cols).into_iter().enumerate() {
            let lead = if n == 0 { lead.as_str() } else { "   " };
            out.push(vec![Bit::new(lead, lead_ink), Bit::new(text, ink)]);
        }
        if !here && out.len() > MOST.2 {
            break;
        }
    }
    if !here && out.len() > MOST.2 {
        out.truncate(MOST.2 - 1);
        out.push(vec![Bit::new("   …", Ink::Dim)]);
    } else if lines.len() > MOST.0 {
        out.push(vec![Bit::new(
            format!("   … {} more lines", lines.len() - MOST.0),
            Ink::Dim,
        )]);
    }
    if here {
        let dim = |lead: &str, lines: &[String], out: &mut Vec<Vec<Bit>>| {
            let text = if lines.is_empty() {
                "—".to_owned()
            } else {
                lines.join(" · ")
            };
            let text = folded(&format!("{lead}{text}"), column.cols);
            out.extend(text.into_iter().map(|t| vec![Bit::new(format!("   {t}"), Ink::Dim)]));
        };
        if corrected {
            dim("was: ", &part.get(record), &mut out);
        }
        for say in judged.map(|j| j.others.as_slice()).unwrap_or_default() {
            if let Say::Correct(lines) = say {
                dim("another has: ", lines, &mut out);
            }
        }
    }
    out
}

/// A text as lines of at most `cols` cells.
pub(super) fn folded(text: &str, cols: usize) -> Vec<String> {
    let head = text.get(..text.floor_char_boundary(MOST.1)).unwrap_or(text);
    let mut clean = clean::line(&head.replace('\n', " "));
    if head.len() < text.len() {
        clean.push_str(" …");
    }
    wrap(&[Piece::new(clean, Look::default())], cols.max(4))
        .into_iter()
        .map(|line| line.into_iter().map(|p| p.text).collect())
        .collect()
}
