//! Two runs: the numbers, the slices, and the cases that flip.

use ratatui::buffer::Buffer;

use crate::app::layout;
use crate::app::model::Model;
use crate::base::area::Area;
use crate::base::num;
use crate::domain::board::{Board, BoardRun};
use crate::domain::pairs::{Flip, Pair};
use crate::domain::show;
use crate::keys::action::Action;
use crate::text::width;
use crate::ui::paint::Pen;
use crate::ui::stage::Stage;
use crate::ui::theme::Role;

pub(in crate::ui) fn draw(m: &Model, stage: &mut Stage, buf: &mut Buffer) {
    let places = layout::versus(m.area());
    let mut pen = Pen {
        buf,
        theme: &stage.theme,
    };
    pen.clear(places.title, Role::Title);
    let a = m.bench.versus.a.clone().unwrap_or_default();
    let b = m.run_name();
    let text = format!(
        " A {a}  against  B {b}   {} level · K {}",
        m.desk.level.word(),
        m.desk.k
    );
    pen.role(places.title, 0, 0, &text, Role::Title);
    match (&m.bench.board, &m.bench.versus.pair) {
        (None, _) => {
            pen.role(places.numbers, 2, 1, "reading cases and runs …", Role::Dim);
        }
        (Some(_), None) => {
            pen.role(
                places.numbers,
                2,
                1,
                "two runs are needed to compare; here is one",
                Role::Dim,
            );
        }
        (Some(board), Some(pair)) => {
            let of = |name: &str| board.run(name).and_then(|n| board.runs.get(n));
            numbers(pair, &mut pen, places.numbers);
            if let (Some(x), Some(y)) = (of(&a), of(&b)) {
                slices(m, &mut pen, places.slices);
                cases(m, board, pair, (x, y), &mut pen, places.cases);
            }
        }
    }
    super::status::draw(
        m,
        &mut pen,
        places.status,
        &[
            (Action::Help, "keys"),
            (Action::Open, "case"),
            (Action::NextFlip, "other flips"),
            (Action::PickRival, "run A"),
            (Action::NextRun, "run B"),
            (Action::SwapRuns, "swap"),
            (Action::KMore, "K"),
            (Action::SliceBy, "slice by"),
        ],
    );
}

fn share(hits: u32, n: u32) -> Option<f64> {
    (n > 0).then(|| f64::from(hits) / f64::from(n))
}

fn numbers(p: &Pair, pen: &mut Pen<'_>, area: Area) {
    let n = p.n();
    let mut y = 0;
    let mut line = |pen: &mut Pen<'_>, text: String, role| {
        pen.role(area, 1, y, &text, role);
        y += 1;
    };
    line(pen, format!("{n} cases with gold that both runs have"), Role::Text);
    let lacks = |k: u32| {
        if k > 0 {
            format!("   lacks {k} that the other has")
        } else {
            String::new()
        }
    };
    for (name, hits, missing) in [("A", p.hits_a(), p.only_b), ("B", p.hits_b(), p.only_a)] {
        let text = format!(
            "{name}  {:>6}  ({hits}/{n}){}",
            show::percent(share(hits, n)),
            lacks(missing)
        );
        line(pen, text, Role::Accent);
    }
    if p.uneven() {
        line(
            pen,
            "the runs cover different cases; only common ones count".to_owned(),
            Role::Near,
        );
    }
    if n == 0 {
        return;
    }
    if let Some(boot) = &p.bootstrap {
        let (d, lo, hi) = (
            show::points(Some(boot.delta)),
            show::points(Some(boot.lo)),
            show::points(Some(boot.hi)),
        );
        line(pen, format!("B − A {d} points, 95 % {lo} to {hi}"), Role::Text);
    }
    let p_text = format!(
        "McNemar exact {}, mid-{}",
        show::p_words(p.mcnemar.exact),
        show::p_words(p.mcnemar.mid)
    );
    line(pen, p_text, Role::Text);
    let flips = p.count(Flip::Gained) + p.count(Flip::Lost);
    if let Some(net) = p.needed {
        let here = p.count(Flip::Gained).abs_diff(p.count(Flip::Lost));
        line(
            pen,
            format!("{flips} flips: a net of {net} would be needed for p < .05; here {here}"),
            Role::Dim,
        );
    }
    line(pen, String::new(), Role::Text);
    // Bars of the four outcomes, to scale.
    let most = f64::from(Flip::ALL.into_iter().map(|f| p.count(f)).max().unwrap_or(1).max(1));
    for flip in [Flip::Gained, Flip::Lost, Flip::Both, Flip::Neither] {
        let count = p.count(flip);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a share of twenty cells"
        )]
        let cells = (f64::from(count) / most * 20.0).ceil() as usize;
        let role = match flip {
            Flip::Gained => Role::Hit,
            Flip::Lost => Role::Miss,
            Flip::Both | Flip::Neither => Role::Dim,
        };
        line(
            pen,
            format!("{:<16}{count:>5}  {}", flip.words(), "█".repeat(cells)),
            role,
        );
    }
}

fn slices(m: &Model, pen: &mut Pen<'_>, area: Area) {
    if area.is_empty() {
        return;
    }
    let by = m.bench.table.by.name();
    let label = 24u16.min(area.w.saturating_sub(6 * 8)).max(8);
    let head = ["n", "A", "B", "B − A", "p", "p Holm"];
    pen.role(Area { w: label, ..area }, 0, 0, &format!("by {by}"), Role::Heading);
    for (c, name) in head.iter().enumerate() {
        pen.role(
            area,
            label + num::cells(c) * 8,
            0,
            &width::pad_left(name, 8),
            Role::Heading,
        );
    }
    let all = &m.bench.versus.sliced;
    let room = usize::from(area.h).saturating_sub(1);
    let fit = if all.len() > room {
        room.saturating_sub(1)
    } else {
        all.len()
    };
    for (y, s) in all.iter().take(fit).enumerate() {
        let y = num::cells(y) + 1;
        let p = &s.pair;
        let n = p.n();
        let few = if n < 30 { "*" } else { "" };
        let role = if n < 30 { Role::Dim } else { Role::Text };
        pen.role(
            Area { w: label, ..area },
            0,
            y,
            &width::fit(&s.slice.value, usize::from(label) - 1),
            role,
        );
        let delta = share(p.hits_b(), n).zip(share(p.hits_a(), n)).map(|(y, x)| y - x);
        let cells = [
            format!("{n}{few}"),
            show::percent(share(p.hits_a(), n)),
            show::percent(share(p.hits_b(), n)),
            show::points(delta),
            if n == 0 {
                "–".to_owned()
            } else {
                show::p_value(p.mcnemar.exact)
            },
            s.holm.map_or_else(|| "–".to_owned(), show::p_value),
        ];
        for (c, text) in cells.iter().enumerate() {
            pen.role(area, label + num::cells(c) * 8, y, &width::pad_left(text, 8), role);
        }
    }
    if fit < all.len() {
        let text = format!("… and {} more: casefile compare --by {by}", all.len() - fit);
        pen.role(area, 0, num::cells(fit) + 1, &text, Role::Dim);
    }
}

fn rank(run: &BoardRun, case: u32, m: &Model) -> String {
    let Some(ranked) = run.cell(case).and_then(|c| c.ranked(m.desk.level)) else {
        return "–".to_owned();
    };
    match (ranked.complete_rank(), ranked.first_rank()) {
        (Some(r), _) => r.to_string(),
        (None, Some(first)) => format!("({first})"),
        (None, None) => match run.cell(case).map(|c| c.state) {
            Some(s) if !s.valid() => s.word().to_owned(),
            _ => "miss".to_owned(),
        },
    }
}

fn cases(m: &Model, board: &Board, pair: &Pair, (a, b): (&BoardRun, &BoardRun), pen: &mut Pen<'_>, area: Area) {
    let versus = &m.bench.versus;
    let (head, body) = area.top(1);
    pen.row(head, 0, Role::Heading);
    let mut x = 1;
    for flip in Flip::ALL.into_iter().map(Some).chain([None]) {
        let (words, n) = flip.map_or_else(|| ("all", pair.n()), |f| (f.words(), pair.count(f)));
        let role = if flip == versus.flip {
            Role::Focus
        } else {
            Role::Heading
        };
        x = pen.role(head, x, 0, &format!(" {words} {n} "), role) + 1;
    }
    pen.right(head, 0, "rank in A          in B gold ", Role::Heading);
    if versus.shown.is_empty() {
        pen.role(body, 2, 1, "no such case", Role::Dim);
    }
    for (y, (n, case)) in versus
        .shown
        .iter()
        .enumerate()
        .skip(versus.cursor.top)
        .take(usize::from(body.h))
        .enumerate()
    {
        let y = num::cells(y);
        let Some(facts) = board.cases.get(*case as usize) else {
            continue;
        };
        let chosen = n == versus.cursor.at;
        if chosen {
            pen.row(body, y, Role::Selected);
        }
        let of = |role| if chosen { Role::Selected } else { role };
        let title = m
            .list
            .index
            .get(&*facts.id)
            .and_then(|r| m.list.row(*r))
            .map(|r| r.title.to_string());
        let ranks = format!(
            "{:>13} {:>13} {:>4} ",
            rank(a, *case, m),
            rank(b, *case, m),
            facts.gold(m.desk.level)
        );
        let from = pen.right(body, y, &ranks, of(Role::Accent));
        let room = Area {
            w: from.saturating_sub(1),
            ..body
        };
        let x = pen.role(room, 1, y, &width::fit(&facts.id, 30), of(Role::Text));
        pen.role(room, x.max(31) + 1, y, &title.unwrap_or_default(), of(Role::Dim));
    }
    pen.scroll_bar(body, versus.cursor.top, versus.shown.len());
}
