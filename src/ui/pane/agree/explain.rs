//! How the numbers of the chosen question come about.

use crate::app::model::Model;
use crate::app::model::agree::{Line, Part};
use crate::base::area::Area;
use crate::base::num;
use crate::domain::agree::{Agreement, Undefined};
use crate::domain::show::three;
use crate::text::width;
use crate::ui::paint::Pen;
use crate::ui::theme::Role;
use crate::work::agree::whole::Asked;

/// Cells of the longest bar.
const BAR: f64 = 16.0;

pub(super) fn draw(m: &Model, pen: &mut Pen<'_>, area: Area) {
    if area.is_empty() {
        return;
    }
    let (head, body) = area.top(1);
    let role = if m.agree.part == Part::Explain {
        Role::Focus
    } else {
        Role::Heading
    };
    pen.row(head, 0, role);
    let lines = match m.agree.current() {
        Some(Line::Asked(asked)) => {
            let q = &asked.row.panel.question;
            pen.role(head, 1, 0, &format!("{}: how the numbers come about", q.id), role);
            asked.row.agreement.as_ref().map(|a| of(asked, a)).unwrap_or_default()
        }
        Some(Line::Verdicts(ruled)) => {
            pen.role(head, 1, 0, &ruled.form, role);
            vec![
                (Role::Text, "what the verdicts of the reviewers make of each".to_owned()),
                (Role::Text, "subject by the rules of the form".to_owned()),
                (
                    Role::Dim,
                    "unsure and unfinished never accept; one veto rejects".to_owned(),
                ),
            ]
        }
        None => Vec::new(),
    };
    let top = m.agree.explain_top.min(lines.len().saturating_sub(usize::from(body.h)));
    for (y, (role, text)) in lines.iter().skip(top).take(usize::from(body.h)).enumerate() {
        pen.role(body, 1, num::cells(y), text, *role);
    }
    pen.scroll_bar(body, top, lines.len());
}

fn of(asked: &Asked, a: &Agreement) -> Vec<(Role, String)> {
    let mut out = Vec::new();
    if a.few() {
        out.push((Role::Dim, super::few()));
    }
    for p in &a.prevalence {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a share of sixteen cells"
        )]
        let cells = (p.share * BAR).ceil() as usize;
        let name = width::pad(&width::fit(&crate::text::clean::line(&p.label), 18), 19);
        let text = format!("{name}{:>5} {:>5.1} % {}", p.count, 100.0 * p.share, "█".repeat(cells));
        out.push((if p.count == 0 { Role::Dim } else { Role::Text }, text));
    }
    let share = |v: Result<f64, Undefined>| v.map_or_else(said, |x| format!("{:.1} %", 100.0 * x));
    out.push((
        Role::Text,
        format!("exact {} of the items{}", share(a.unanimity), within(a)),
    ));
    match a.disagreement {
        Ok(d) => out.push((
            Role::Text,
            format!(
                "D_o {:.4}, D_e {:.4}: α = 1 − D_o/D_e = {} ({})",
                d.observed,
                d.expected,
                three(1.0 - d.observed / d.expected),
                a.scale.word()
            ),
        )),
        Err(why) => out.push((Role::Dim, format!("D_o, D_e and α {}", said(why)))),
    }
    let odd = asked.row.panel.odd;
    for (n, what) in [
        (odd.gone, "no longer allowed, left out"),
        (odd.conflicts, "of a person contradicting themself, left out"),
        (odd.versions, "given under another version of the form"),
    ] {
        if n > 0 {
            out.push((Role::Near, format!("{n} answers {what}")));
        }
    }
    out.extend(table(asked, a));
    out
}

fn within(a: &Agreement) -> String {
    match a.within_one {
        Ok(x) => format!(", within 1 {:.1} %", 100.0 * x),
        Err(_) => String::new(),
    }
}

fn said(why: Undefined) -> String {
    format!("undefined ({})", why.words())
}

/// The coincidences of the labels that were used.
fn table(asked: &Asked, a: &Agreement) -> Vec<(Role, String)> {
    let used: Vec<usize> = (0..a.prevalence.len())
        .filter(|n| a.prevalence.get(*n).is_some_and(|p| p.count > 0))
        .collect();
    let label = |n: usize| a.prevalence.get(n).map_or("", |p| p.label.as_str());
    let short = |n: usize, cols: usize| width::fit(&crate::text::clean::line(label(n)), cols);
    let mut out = vec![(Role::Dim, "how often answers meet (coincidences)".to_owned())];
    let head: String = used.iter().map(|n| width::pad_left(&short(*n, 8), 9)).collect();
    out.push((Role::Dim, format!("{:<14}{head}", "")));
    for r in &used {
        let cells = used.iter().map(|c| {
            let x = asked
                .table
                .get(*r)
                .and_then(|row| row.get(*c))
                .copied()
                .unwrap_or_default();
            let text = format!("{x:.1}");
            width::pad_left(text.strip_suffix(".0").unwrap_or(&text), 9)
        });
        let text = format!("{}{}", width::pad(&short(*r, 13), 14), cells.collect::<String>());
        out.push((Role::Text, text));
    }
    out
}
