//! Evidence of the chosen exhibit: all eight fields, by producer, with the words marked that gold or suspects share, what
//! is doubtful, and what I say about it.

use crate::app::model::Model;
use crate::app::model::seen::{Listed, sign};
use crate::base::area::Area;
use crate::domain::marks::{Mark, Words};
use crate::domain::seen::doubt::Doubt;
use crate::domain::seen::field::Part;
use crate::text::clean;
use crate::text::doc::{Look, Piece};
use crate::text::wrap::wrap;
use crate::ui::paint::Pen;
use crate::ui::theme::Role;

/// Most lines of a field, and bytes of a line, that are shown.
const MOST: (usize, usize) = (200, 4000);

pub(super) fn draw(m: &Model, pen: &mut Pen<'_>, area: Area) {
    if area.is_empty() || m.desk.file.is_none() {
        return;
    }
    let body = area.top(1).1;
    let all = m.records();
    let Some(listed) = all.get(m.desk.producer) else {
        let text = if m.desk.exhibit().is_some() {
            "no evidence for this exhibit"
        } else {
            "no exhibit, no evidence"
        };
        pen.role(body, 1, 1, text, Role::Dim);
        return;
    };
    let evidence = listed.record;
    let doubtful = super::seen::words(listed.doubts.iter()).map(|w| format!("doubtful: {w}"));
    let (head, rest) = body.top(1 + u16::from(doubtful.is_some()));
    let sure = evidence
        .confidence
        .map(|c| format!("  confidence {c:.2}"))
        .unwrap_or_default();
    pen.role(
        head,
        1,
        0,
        &format!("{}/{} {}{sure}", m.desk.producer + 1, all.len(), evidence.producer),
        Role::Accent,
    );
    if let Some(text) = doubtful {
        pen.role(head, 1, 1, &text, Role::Dim);
    }
    let lines = lines(m, listed, usize::from(rest.w.saturating_sub(3)).max(4));
    let top = m.desk.evidence_top.min(lines.len().saturating_sub(usize::from(rest.h)));
    for (y, line) in lines.iter().skip(top).take(usize::from(rest.h)).enumerate() {
        pen.pieces(rest, 1, crate::base::num::cells(y), line);
    }
    pen.scroll_bar(rest, top, lines.len());
}

fn lines(m: &Model, listed: &Listed<'_>, cols: usize) -> Vec<Vec<Piece>> {
    let evidence = listed.record;
    let words = words(m);
    let name = Look {
        key: true,
        ..Look::default()
    };
    let dim = Look {
        dim: true,
        ..Look::default()
    };
    let mut out = Vec::new();
    if let Some(why) = &evidence.fault {
        let text = clean::line(&format!("no evidence: {}", head(why)));
        out.extend(wrap(&[Piece::new(text, Look::default())], cols));
    }
    for field in evidence.fields() {
        if field.name == "confidence" {
            continue;
        }
        let mut first = vec![Piece::new(field.name, name)];
        let signs = signs(m, listed, field.name);
        if !signs.is_empty() {
            first.push(Piece::new(format!("  {signs}"), dim));
        }
        let doubts: Vec<&Doubt> = listed
            .doubts
            .iter()
            .filter(|d| d.field.starts_with(field.name))
            .collect();
        if field.lines.is_empty() {
            first.push(Piece::new("  —", dim));
            out.push(first);
            continue;
        }
        out.push(first);
        for (n, line) in field.lines.iter().enumerate() {
            // Laid out for every frame: what nobody reads in a pane is not worth a late key.
            if n >= MOST.0 {
                out.push(vec![Piece::new(
                    format!("  … {} more lines", field.lines.len() - n),
                    dim,
                )]);
                break;
            }
            let clean = clean::line(head(line));
            let mut lead = if is_doubtful(field.name, line, &doubts) {
                "? "
            } else {
                "  "
            };
            for wrapped in wrap(&marked(&clean, &words), cols.saturating_sub(2).max(2)) {
                let mut all = vec![Piece::new(std::mem::replace(&mut lead, "  "), name)];
                all.extend(wrapped);
                out.push(all);
            }
        }
    }
    out
}

/// As much of a line as is shown.
fn head(line: &str) -> &str {
    line.get(..line.floor_char_boundary(MOST.1)).unwrap_or(line)
}

/// Signs of what I say about the parts of a field, with a mark where people differ.
fn signs(m: &Model, listed: &Listed<'_>, field: &str) -> String {
    let parts = Part::ALL
        .into_iter()
        .filter(|p| p.name().split('.').next() == Some(field));
    let mut out = String::new();
    for judged in parts.map(|p| m.judged(listed.record, p)) {
        out.push_str(if judged.disputed { "!" } else { "" });
        let mine = judged.mine.filter(|_| !listed.written);
        out.push_str(mine.as_ref().map_or("", sign));
    }
    out
}

/// Whether a line of a field holds a doubtful value: text in the picture is doubted line by line, lists stand in one line.
fn is_doubtful(field: &str, line: &str, doubts: &[&Doubt]) -> bool {
    if field == "ocr_text" {
        doubts.iter().any(|d| d.value == line.trim())
    } else {
        doubts.iter().any(|d| line.contains(d.value.as_str()))
    }
}

/// Words of gold and of the chosen run's suspects; none while they are hidden.
fn words(m: &Model) -> Words {
    if m.hidden() {
        return Words::default();
    }
    let Some(file) = &m.desk.file else {
        return Words::default();
    };
    let gold = &file.case.gold;
    let functions = gold.functions.as_deref().unwrap_or(&[]);
    let run = m.run_name();
    let suspects = m.desk.suspects(&run);
    let ids: Vec<String> = suspects
        .map(|s| {
            let top = |list: &[crate::domain::run::Suspect]| {
                list.iter()
                    .take(10)
                    .map(|s| {
                        s.name
                            .as_ref()
                            .map_or_else(|| s.path.to_string(), |n| format!("{}:{n}", s.path))
                    })
                    .collect::<Vec<_>>()
            };
            [top(&s.files), top(&s.functions)].concat()
        })
        .unwrap_or_default();
    Words::new(
        gold.files
            .iter()
            .map(crate::base::path::RepoPath::as_str)
            .chain(functions.iter().map(String::as_str)),
        ids.iter().map(String::as_str),
    )
}

fn marked(text: &str, words: &Words) -> Vec<Piece> {
    let mut out = Vec::new();
    let mut at = 0;
    for (range, mark) in words.find(text) {
        let plain = text.get(at..range.start).unwrap_or("");
        if !plain.is_empty() {
            out.push(Piece::new(plain, Look::default()));
        }
        let look = Look {
            mark: if mark == Mark::Gold { 1 } else { 2 },
            ..Look::default()
        };
        out.push(Piece::new(text.get(range.clone()).unwrap_or(""), look));
        at = range.end;
    }
    out.push(Piece::new(text.get(at..).unwrap_or(""), Look::default()));
    out
}
