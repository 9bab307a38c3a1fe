//! How far people agree: questions with their numbers, how these come about, and the subjects on which people differ.

use ratatui::buffer::Buffer;

use crate::app::layout;
use crate::app::model::Model;
use crate::app::model::agree::{Line, Part};
use crate::base::area::Area;
use crate::base::num;
use crate::domain::agree::{Agreement, FEW, Undefined};
use crate::domain::show::three;
use crate::keys::action::Action;
use crate::text::width;
use crate::ui::paint::Pen;
use crate::ui::stage::Stage;
use crate::ui::theme::Role;
use crate::work::agree::whole::Asked;

mod detail;
mod explain;
mod list;

pub(in crate::ui) fn draw(m: &Model, stage: &mut Stage, buf: &mut Buffer) {
    let places = layout::agree(m.area(), m.agree.part);
    let mut pen = Pen {
        buf,
        theme: &stage.theme,
    };
    pen.clear(places.title, Role::Title);
    pen.role(places.title, 0, 0, &title(m), Role::Title);
    let body = if places.questions.is_empty() {
        places.explain
    } else {
        places.questions
    };
    match words(m) {
        Some((text, role)) => {
            for (y, line) in text.iter().enumerate() {
                pen.role(body, 2, num::cells(y) + 1, line, role);
            }
        }
        None => {
            table(m, &mut pen, places.questions);
            explain::draw(m, &mut pen, places.explain);
            list::draw(m, &mut pen, places.list);
            detail::draw(m, &mut pen, places.detail);
        }
    }
    super::status::draw(
        m,
        &mut pen,
        places.status,
        &[
            (Action::Help, "keys"),
            (Action::NextPane, "next part"),
            (Action::Open, "into"),
            (Action::Settle, "settle"),
            (Action::NextShow, "open/all/settled"),
            (Action::WithDataset, "dataset's labels"),
            (Action::Undo, "undo"),
            (Action::Back, "back"),
        ],
    );
}

fn title(m: &Model) -> String {
    let mut out = " agreement".to_owned();
    if let Some(whole) = &m.agree.whole {
        out.push_str(&format!("   {} entries by {}", whole.entries, whole.people));
        if !whole.problems.is_empty() {
            out.push_str(&format!(
                " · {} lines could not be read: see casefile doctor",
                whole.problems.len()
            ));
        }
    }
    if m.agree.dataset {
        out.push_str(" · with the dataset's labels");
    }
    if m.agree.loading && m.agree.whole.is_some() {
        out.push_str(" · working out …");
    }
    out
}

/// What is said in the place of the tables.
fn words(m: &Model) -> Option<(Vec<String>, Role)> {
    let one = |text: &str, role| Some((vec![text.to_owned()], role));
    if m.settings.secret {
        let text = vec![
            format!("The round '{}' is blind and not closed:", m.settings.round.name),
            "others' answers are not read until it is,".to_owned(),
            "with closed = true under [round] in casefile.toml.".to_owned(),
        ];
        return Some((text, Role::Near));
    }
    match (&m.agree.fault, &m.agree.whole) {
        (Some(fault), _) => one(fault, Role::Error),
        (None, None) => one("working out …", Role::Dim),
        (None, Some(whole)) if whole.asked.is_empty() && whole.verdicts.is_empty() => {
            one("no answers to the questions of the forms in use yet", Role::Dim)
        }
        _ => None,
    }
}

fn number(value: Result<f64, Undefined>) -> (String, bool) {
    value.map_or_else(|_| ("undefined".to_owned(), false), |x| (three(x), true))
}

/// Columns: heading and width.
const COLUMNS: [(&str, usize); 11] = [
    ("question", 26),
    ("items", 6),
    ("pairs", 6),
    ("by", 3),
    ("agree", 9),
    ("  most given", 20),
    ("α", 10),
    ("α 95 %", 16),
    ("κ", 14),
    ("Fleiss", 10),
    ("AC1", 10),
];

fn table(m: &Model, pen: &mut Pen<'_>, area: Area) {
    let (head, body) = area.top(1);
    let role = if m.agree.part == Part::Questions {
        Role::Focus
    } else {
        Role::Heading
    };
    pen.row(head, 0, role);
    let mut x = 1;
    for (n, (name, cols)) in COLUMNS.iter().enumerate() {
        let text = if n == 0 || n == 5 {
            width::pad(name, *cols)
        } else {
            width::pad_left(name, *cols)
        };
        x = pen.role(head, x, 0, &text, role);
    }
    let top = m.agree.row.top;
    for y in 0..body.h {
        let n = top + usize::from(y);
        let Some(line) = m.agree.line(n) else { break };
        let here = n == m.agree.row.at;
        if here {
            pen.row(body, y, Role::Selected);
        }
        match line {
            Line::Asked(asked) => question(pen, body, y, asked, here),
            Line::Verdicts(ruled) => {
                let each: Vec<String> = ruled.counts.iter().map(|(word, n)| format!("{n} {word}")).collect();
                let text = format!("{} verdicts: {}", ruled.form, each.join(" · "));
                pen.role(body, 1, y, &text, if here { Role::Selected } else { Role::Accent });
            }
        }
    }
    pen.scroll_bar(body, top, m.agree.lines());
}

fn question(pen: &mut Pen<'_>, body: Area, y: u16, asked: &Asked, here: bool) {
    let Some(a) = &asked.row.agreement else { return };
    let of = |role| if here { Role::Selected } else { role };
    let plain = of(if a.few() { Role::Dim } else { Role::Text });
    let panel = &asked.row.panel;
    let on = panel.subjects.first().map_or("case", |s| s.kind());
    let mark = if a.few() { " *" } else { "" };
    let most = a.prevalence.iter().max_by_key(|p| p.count);
    let most = most.map_or_else(String::new, |p| {
        let label = width::fit(&crate::text::clean::line(&p.label), 11);
        format!("  {label} {:.0} %", 100.0 * p.share)
    });
    let none = |why: Undefined| (format!("undefined ({})", why.words()), false);
    let [kappa, _, quadratic] = a.cohen.map(|k| k.map(|k| k.value));
    let kappa = match (kappa, quadratic) {
        (Ok(k), Ok(q)) => (format!("{}/{}", three(k), three(q)), true),
        (k, _) => number(k),
    };
    let percent = a.percent.map_or_else(none, |p| (format!("{:.1} %", 100.0 * p), true));
    let left = [
        format!("{} ({on}){mark}", panel.question.id),
        a.units.to_string(),
        a.pairable.to_string(),
        a.raters.to_string(),
    ];
    let mut x = 1;
    for (n, text) in left.iter().enumerate() {
        x = cell(pen, body, x, y, n, text, plain);
    }
    if percent.1 {
        x = cell(pen, body, x, y, 4, &percent.0, plain);
        x = cell(pen, body, x, y, 5, &most, of(Role::Dim));
    } else {
        // Nothing is pairable: one reason for everything.
        pen.role(body, x + 1, y, &percent.0, of(Role::Dim));
        return;
    }
    x = coefficients(pen, body, (x, y), a, &kappa, (plain, of(Role::Dim)));
    let (text, known) = number(a.ac1);
    cell(pen, body, x, y, 10, &text, if known { plain } else { of(Role::Dim) });
}

/// The coefficients but AC1; where all are undefined for one reason it stands once, in words.
fn coefficients(
    pen: &mut Pen<'_>,
    body: Area,
    (mut x, y): (u16, u16),
    a: &Agreement,
    kappa: &(String, bool),
    (plain, dim): (Role, Role),
) -> u16 {
    let [one, ..] = a.cohen;
    if let (Err(why), Err(_), Err(_)) = (a.own_alpha(), one, a.fleiss) {
        let cols: usize = COLUMNS.iter().skip(6).take(4).map(|(_, w)| w).sum();
        let text = format!(" undefined ({})", why.words());
        return pen.role(body, x, y, &width::pad(&text, cols), dim);
    }
    let interval = a.intervals.alpha;
    let interval = interval.map_or_else(
        |_| (String::new(), false),
        |i| (format!("{} to {}", three(i.lo), three(i.hi)), true),
    );
    let cells = [number(a.own_alpha()), interval, kappa.clone(), number(a.fleiss)];
    for (n, (text, known)) in cells.iter().enumerate() {
        x = cell(pen, body, x, y, 6 + n, text, if *known { plain } else { dim });
    }
    x
}

/// Writes column `n`; names stand left, numbers right. Returns where the next one begins.
fn cell(pen: &mut Pen<'_>, body: Area, x: u16, y: u16, n: usize, text: &str, role: Role) -> u16 {
    let cols = COLUMNS.get(n).map_or(8, |(_, cols)| *cols);
    let text = crate::text::clean::line(text);
    let shown = if n == 0 || n == 5 {
        width::pad(&width::fit(&text, cols.saturating_sub(1)), cols)
    } else {
        width::pad_left(&width::fit(&text, cols), cols)
    };
    pen.role(body, x, y, &shown, role);
    x + num::cells(cols)
}

/// What `*` means.
fn few() -> String {
    format!("* fewer than {FEW} pairable items: says little")
}
