//! Why gold stands where it stands: ranks under each setting and wrong files on the left, terms on the right.

use ratatui::buffer::Buffer;

use crate::app::layout::{self, WIDE};
use crate::app::model::Model;
use crate::app::model::terms::Side;
use crate::base::area::Area;
use crate::base::num;
use crate::domain::bm25::explain::Versus;
use crate::keys::action::Action;
use crate::text::width;
use crate::ui::paint::Pen;
use crate::ui::stage::Stage;
use crate::ui::theme::Role;
use crate::work::rank::bench::{Bench, Weighed};

/// Cells of a bar to each side.
const BAR: usize = 6;

pub(in crate::ui) fn draw(m: &Model, stage: &mut Stage, buf: &mut Buffer) {
    let places = layout::plain(m.area());
    let mut pen = Pen {
        buf,
        theme: &stage.theme,
    };
    pen.clear(places.title, Role::Title);
    let id = m.terms.file.as_ref().map_or("", |f| f.case.id.as_str());
    let off = match m.terms.off.len() {
        0 => String::new(),
        n => format!("{n} off · "),
    };
    let weight = format!("{off}evidence x{:.1} ", m.terms.weight);
    pen.role(
        places.title,
        0,
        0,
        &format!(" {id}  terms: a BM25 proxy, no model's reasons"),
        Role::Title,
    );
    pen.right(places.title, 0, &weight, Role::Title);
    status(m, &mut pen, places.status);
    if m.hidden() {
        pen.role(places.body, 1, 1, "hidden in this blind round", Role::Dim);
        return;
    }
    if let Some(why) = &m.terms.fault {
        pen.role(places.body, 1, 1, why, Role::Near);
        return;
    }
    let (Some(bench), Some(w)) = (&m.terms.bench, &m.terms.weighed) else {
        let text = match m.terms.reading {
            Some((done, total)) => format!("reading {done} of {total} files"),
            None => "reading the base commit".to_owned(),
        };
        pen.role(places.body, 1, 1, &text, Role::Dim);
        return;
    };
    head(&mut pen, places.head, bench, w);
    let (left, right) = if m.size.0 >= WIDE {
        let (left, right) = places.body.left(places.body.w * 2 / 5);
        (left, right.left(2).1)
    } else {
        places.body.top(places.body.h / 2)
    };
    let below = standings(&mut pen, left, bench, w);
    wrong(m, &mut pen, left.top(below).1, w);
    terms(m, &mut pen, right, w);
}

fn head(pen: &mut Pen<'_>, area: Area, bench: &Bench, w: &Weighed) {
    let text = match &w.gold {
        Some((path, rank)) => format!("gold {path}  {}", said(*rank)),
        None => "no gold file is in the pool: not in the base, no source code, or a test".to_owned(),
    };
    let more = format!("{} files in the pool ", bench.pool());
    let room = usize::from(area.w).saturating_sub(width::of(&more) + 2);
    pen.role(area, 1, 0, &width::fit(&text, room), Role::Gold);
    pen.right(area, 0, &more, Role::Dim);
}

fn said(rank: Option<u32>) -> String {
    rank.map_or_else(|| "shares no term".to_owned(), |r| format!("rank {r}"))
}

/// Ranks of gold; rows used.
fn standings(pen: &mut Pen<'_>, area: Area, bench: &Bench, w: &Weighed) -> u16 {
    pen.role(area, 1, 0, "rank of gold", Role::Heading);
    let mut y = 1;
    // Where room is short the wrong files come before single fields.
    let most = usize::from(area.h).saturating_sub(9).max(3);
    for s in w.standings.iter().take(most) {
        let ranks: Vec<String> = s
            .ranks
            .iter()
            .map(|r| r.map_or_else(|| "-".to_owned(), |r| r.to_string()))
            .collect();
        let role = match s.best() {
            Some(1..=10) => Role::Hit,
            Some(_) => Role::Near,
            None => Role::Miss,
        };
        pen.role(area, 1, y, &s.name, Role::Text);
        pen.role(area, 26, y, &ranks.join("  "), role);
        y += 1;
    }
    if !bench.has_evidence() {
        pen.role(area, 1, y, "nothing was read out of the images", Role::Dim);
        y += 1;
    }
    if let Some(swap) = &w.swap {
        let percentile = swap.percentile().map_or_else(|| "-".to_owned(), |p| format!("{p:.0}"));
        let text = format!("true images among {} others'", swap.donors.len());
        pen.role(area, 1, y, &text, Role::Text);
        let x = num::cells(width::of(&text)) + 2;
        pen.role(area, x.max(26), y, &format!("percentile {percentile}"), Role::Accent);
        let near = format!("{} of the same repository; 50 is no information", bench.near_donors);
        pen.role(area, 3, y + 1, &near, Role::Dim);
        y += 2;
    }
    y + 1
}

fn wrong(m: &Model, pen: &mut Pen<'_>, area: Area, w: &Weighed) {
    let focus = m.terms.side == Side::Wrong;
    pen.role(
        area,
        1,
        0,
        "wrong files",
        if focus { Role::Focus } else { Role::Heading },
    );
    let body = area.top(1).1;
    let first = (w.at + 1).saturating_sub(usize::from(body.h).max(1));
    for (y, (n, (path, rank, score))) in w
        .wrong
        .iter()
        .enumerate()
        .skip(first)
        .take(usize::from(body.h))
        .enumerate()
    {
        let y = num::cells(y);
        let role = if n == w.at { Role::Selected } else { Role::Text };
        if n == w.at {
            pen.row(body, y, Role::Selected);
        }
        let points = format!("{score:.1} ");
        let room = usize::from(body.w).saturating_sub(width::of(&points) + 7);
        let x = pen.role(
            body,
            1,
            y,
            &format!("{:>4} ", rank.map_or_else(|| "-".to_owned(), |r| r.to_string())),
            role,
        );
        pen.role(body, x, y, &width::fit_end(path.as_str(), room), role);
        pen.right(body, y, &points, role);
    }
}

fn terms(m: &Model, pen: &mut Pen<'_>, area: Area, w: &Weighed) {
    let focus = m.terms.side == Side::Terms;
    let role = if focus { Role::Focus } else { Role::Heading };
    let numbers = 8 + 8 + 2 * BAR + 2 + 8;
    let room = usize::from(area.w).saturating_sub(numbers + 12 + 6);
    let head = format!(
        "{:<room$} {:<10} {:>5} {:>7} {:>7} {:^bar$} {:>7}",
        "term",
        "from",
        "files",
        "gold",
        "wrong",
        "difference",
        "",
        bar = 2 * BAR + 1
    );
    pen.role(area, 0, 0, &head, role);
    let body = area.top(1).1;
    let rows = usize::from(body.h);
    let first = (m.terms.term + 1).saturating_sub(rows.max(1));
    let most = w.terms.iter().map(|v| v.difference().abs()).fold(0.0, f64::max);
    for (y, (n, v)) in w.terms.iter().enumerate().skip(first).take(rows).enumerate() {
        let y = num::cells(y);
        let chosen = n == m.terms.term;
        if chosen {
            pen.row(body, y, Role::Selected);
        }
        let of = |role| if chosen { Role::Selected } else { role };
        let source = match v.seen {
            [true, true] => Role::Near,
            [false, true] => Role::Accent,
            _ => Role::Text,
        };
        let plain = if v.off { Role::Dim } else { Role::Text };
        let mark = if v.off { "× " } else { "" };
        let name = width::fit(&format!("{mark}{}", v.term), room);
        let pad = room.saturating_sub(width::of(&name));
        let x = pen.role(body, 0, y, &format!("{name}{} ", " ".repeat(pad)), of(plain));
        let x = pen.role(
            body,
            x,
            y,
            &format!("{:<10} ", v.source()),
            of(if v.off { Role::Dim } else { source }),
        );
        let sum = |parts: &[f64; 2]| parts.iter().sum::<f64>();
        let cells = format!("{:>5} {:>7.2} {:>7.2} ", v.df, sum(&v.gold), sum(&v.wrong));
        let x = pen.role(body, x, y, &cells, of(plain));
        let good = if v.difference() > 0.0 { Role::Hit } else { Role::Miss };
        let x = pen.role(body, x, y, &bar(v, most), of(if v.off { Role::Dim } else { good }));
        pen.role(body, x, y, &format!(" {:>+7.2}", v.difference()), of(plain));
    }
    pen.scroll_bar(body, first, w.terms.len());
    if w.terms.is_empty() {
        pen.role(body, 0, 0, "no term stands in either of the two", Role::Dim);
    }
}

/// `  ███│      ` speaks for the wrong file, `      │██    ` for gold.
fn bar(v: &Versus, most: f64) -> String {
    let share = if most > 0.0 { v.difference().abs() / most } else { 0.0 };
    let full = (1..=BAR).filter(|n| share * BAR as f64 + 0.5 >= *n as f64).count();
    let (left, right) = if v.difference() < 0.0 { (full, 0) } else { (0, full) };
    format!(
        "{}{}│{}{}",
        " ".repeat(BAR - left),
        "█".repeat(left),
        "█".repeat(right),
        " ".repeat(BAR - right)
    )
}

fn status(m: &Model, pen: &mut Pen<'_>, area: Area) {
    super::status::draw(
        m,
        pen,
        area,
        &[
            (Action::Help, "keys"),
            (Action::NextPane, "files or terms"),
            (Action::ToggleTerm, "term off"),
            (Action::EvidenceMore, "images more"),
            (Action::EvidenceLess, "less"),
            (Action::Open, "source"),
            (Action::Back, "back"),
        ],
    );
}
