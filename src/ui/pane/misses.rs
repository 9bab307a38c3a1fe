//! Why a run missed: classes by facet as a heat table, and below the cases of the cell under the cursor.

use ratatui::buffer::Buffer;

use crate::app::layout;
use crate::app::model::Model;
use crate::app::model::bench::{Facet, Part, classes};
use crate::app::update::in_column;
use crate::base::area::Area;
use crate::base::num;
use crate::domain::answers;
use crate::domain::board::Board;
use crate::domain::finding::Code;
use crate::domain::modes::{self, Grid};
use crate::domain::tag;
use crate::keys::action::Action;
use crate::text::width;
use crate::ui::paint::Pen;
use crate::ui::stage::Stage;
use crate::ui::theme::Role;
use crate::work::inquiry::{Inquiry, Named, SEARCHES, Told, search_word};

pub(in crate::ui) fn draw(m: &Model, stage: &mut Stage, buf: &mut Buffer) {
    let places = layout::misses(m.area());
    let mut pen = Pen {
        buf,
        theme: &stage.theme,
    };
    pen.clear(places.title, Role::Title);
    let run = m.run_name();
    let found = m.bench.inquiry(&run);
    let counts = found.map_or_else(String::new, |f| {
        let (solved, none) = f.counts(m.desk.level, m.desk.k);
        let missed = f.at(m.desk.level, m.desk.k).len();
        let none = if none > 0 {
            format!(", {none} without gold")
        } else {
            String::new()
        };
        format!(" · {missed} missed, {solved} solved{none}")
    });
    let text = format!(
        " misses of {run}   {} level · K {}{counts}",
        m.desk.level.word(),
        m.desk.k
    );
    pen.role(places.title, 0, 0, &text, Role::Title);
    match (found, m.bench.misses.progress, &m.bench.misses.fault) {
        (Some(found), ..) => {
            table(m, found, &mut pen, places.classes);
            cases(m, found, &mut pen, places.cases);
        }
        (None, Some((done, all)), _) => {
            let text = if all == 0 {
                "asking why …".to_owned()
            } else {
                format!("asking why: {done} of {all} cases …  (q stops it)")
            };
            pen.role(places.classes, 2, 1, &text, Role::Dim);
        }
        (None, None, Some(fault)) => {
            pen.role(places.classes, 2, 1, fault, Role::Error);
        }
        (None, None, None) => {
            pen.role(places.classes, 2, 1, "no run chosen", Role::Dim);
        }
    }
    super::status::draw(
        m,
        &mut pen,
        places.status,
        &[
            (Action::Help, "keys"),
            (Action::Open, "into"),
            (Action::NextPane, "columns"),
            (Action::KMore, "K"),
            (Action::Level, "level"),
            (Action::NextRun, "run"),
            (Action::Tag, "my class"),
            (Action::Back, "back"),
        ],
    );
}

fn heads(facet: Facet) -> Vec<&'static str> {
    let columns: Vec<&str> = match facet {
        Facet::Evidence => Named::ALL.map(Named::word).to_vec(),
        Facet::Search => SEARCHES.map(search_word).to_vec(),
    };
    std::iter::once("all").chain(columns).collect()
}

/// Five shades for a count among the largest.
fn shade(n: usize, most: usize) -> char {
    match n * 4 / most.max(1) {
        _ if n == 0 => '·',
        0 => '░',
        1 => '▒',
        2 => '▓',
        _ => '█',
    }
}

fn table(m: &Model, found: &Inquiry, pen: &mut Pen<'_>, area: Area) {
    let (head, body) = area.top(1);
    let misses = &m.bench.misses;
    let (level, k) = (m.desk.level, m.desk.k);
    let all = found.at(level, k);
    let rows = classes(found, level, k);
    let heads = heads(misses.facet);
    let (label, cell) = (22u16, 12u16);
    pen.row(head, 0, Role::Heading);
    pen.role(head, 1, 0, "class", Role::Heading);
    for (c, name) in heads.iter().enumerate() {
        let role = if c == misses.column { Role::Focus } else { Role::Heading };
        pen.role(
            head,
            label + num::cells(c) * cell,
            0,
            &width::pad_left(name, usize::from(cell)),
            role,
        );
    }
    let words = label + num::cells(heads.len()) * cell;
    pen.role(head, words + 1, 0, " any  what it is", Role::Heading);
    let count = |code: Option<Code>, c: usize| {
        all.iter()
            .filter(|t| code.is_none_or(|x| t.code == x) && in_column(t, misses.facet, c))
            .count()
    };
    let most = rows
        .iter()
        .map(|(c, ..)| (1..heads.len()).map(|n| count(Some(*c), n)).max().unwrap_or(0))
        .max()
        .unwrap_or(1);
    let lines = std::iter::once(None).chain(rows.iter().map(|r| Some(*r)));
    for (y, (n, row)) in lines
        .enumerate()
        .skip(misses.row.top)
        .take(usize::from(body.h))
        .enumerate()
    {
        let y = num::cells(y);
        let chosen = n == misses.row.at;
        let focus = chosen && misses.part == Part::Classes;
        if focus {
            pen.row(body, y, Role::Selected);
        }
        let of = |role| if focus { Role::Selected } else { role };
        let code = row.map(|(c, ..)| c);
        let name = code.map_or("all misses", Code::code);
        pen.role(
            Area { w: label, ..body },
            1,
            y,
            name,
            if chosen { of(Role::Accent) } else { Role::Text },
        );
        for c in 0..heads.len() {
            let n = count(code, c);
            let sign = if c == 0 || code.is_none() { ' ' } else { shade(n, most) };
            let text = width::pad_left(&format!("{sign} {n}"), usize::from(cell));
            let role = match (chosen && c == misses.column, n) {
                (true, _) => Role::Focus,
                (false, 0) => of(Role::Dim),
                (false, _) => of(Role::Text),
            };
            pen.role(body, label + num::cells(c) * cell, y, &text, role);
        }
        if let Some((code, _, any)) = row {
            pen.role(
                body,
                words + 1,
                y,
                &format!("{any:>4}  {}", code.words()),
                of(Role::Dim),
            );
        }
    }
    if all.is_empty() {
        pen.role(body, 2, 2, "nothing was missed here", Role::Dim);
    }
    pen.scroll_bar(body, misses.row.top, rows.len() + 1);
}

fn cases(m: &Model, found: &Inquiry, pen: &mut Pen<'_>, area: Area) {
    let (head, body) = area.top(1);
    let misses = &m.bench.misses;
    let all = found.at(m.desk.level, m.desk.k);
    pen.row(head, 0, Role::Heading);
    let focus = misses.part == Part::Cases;
    let role = if focus { Role::Focus } else { Role::Heading };
    pen.role(
        head,
        1,
        0,
        &format!(
            " {} {} ",
            misses.shown.len(),
            if misses.shown.len() == 1 { "case" } else { "cases" }
        ),
        role,
    );
    if found.without_tree > 0 {
        let text = format!(
            "{} without a linked repository: paths cannot be checked there ",
            found.without_tree
        );
        pen.right(head, 0, &text, Role::Heading);
    }
    let question = tag::question(&m.run_name(), m.desk.level, m.desk.k);
    let mine = answers::of(&m.review.ledger, &question, Some(&m.settings.me));
    let board = m.bench.board.as_deref();
    let paired = board.and_then(|b| Some((b, modes::grids(b), b.run(&m.run_name())?)));
    let fit = (usize::from(body.h) / 2).max(1);
    for (y, (n, at)) in misses
        .shown
        .iter()
        .enumerate()
        .skip(misses.cursor.top)
        .take(fit)
        .enumerate()
    {
        let y = num::cells(y * 2);
        let Some(told) = all.get(*at) else { continue };
        let chosen = focus && n == misses.cursor.at;
        if chosen {
            pen.row(body, y, Role::Selected);
        }
        let of = |role| if chosen { Role::Selected } else { role };
        let title = m
            .list
            .index
            .get(&*told.id)
            .and_then(|r| m.list.row(*r))
            .map(|r| r.title.to_string());
        let x = pen.role(body, 1, y, &width::fit(&told.id, 30), of(Role::Text));
        let mut end = side(m, told, paired.as_ref());
        if let Some(own) = mine.get(&told.id) {
            end = format!("I say {own}   {end}");
        }
        let from = pen.right(body, y, &format!("{end} "), of(Role::Dim));
        let room = Area {
            w: from.saturating_sub(1),
            ..body
        };
        pen.role(room, x.max(31) + 1, y, &title.unwrap_or_default(), of(Role::Dim));
        pen.role(body, 3, y + 1, &told.finding.why, Role::Near);
    }
    pen.scroll_bar(body, misses.cursor.top * 2, misses.shown.len() * 2);
}

/// Facets of a miss in short.
fn side(m: &Model, told: &Told, paired: Option<&(&Board, Vec<Grid>, usize)>) -> String {
    let mut parts = vec![format!("named {}", told.named.word())];
    if let Some((board, grids, run)) = paired {
        let found = modes::effects(board, grids, *run, m.desk.level, m.desk.k, told.case);
        parts.extend(found.into_iter().map(|e| e.as_str().to_owned()));
    }
    if told.finding.search != crate::domain::finding::Search::Unknown {
        parts.push(format!("gold {}", search_word(told.finding.search)));
    }
    parts.extend(told.finding.signals.iter().take(2).map(ToString::to_string));
    parts.join(" · ")
}
