//! `casefile agree`.

use crate::base::error::{Problem, Result};
use crate::domain::agree::{Agreement, FEW, Undefined};
use crate::domain::form::plain;
use crate::domain::panel::Panel;
use crate::domain::show::three;
use crate::store::workspace::Workspace;
use crate::text::clean;
use crate::work::agree::{Plan, Report, Row, agree};
use crate::work::forms;

use super::args::Agree;
use super::grid::Grid;
use super::list::{LISTED, counted};
use super::progress;

mod explain;
mod json;
mod verdicts;

/// Tells agreement or verdicts; exit code 1 when the measure of a question is below the least that is asked for, or
/// undefined.
///
/// # Errors
/// A blind round that is open; see [`agree`].
pub fn run(args: &Agree) -> Result<u8> {
    let ws = Workspace::open(&args.workspace)?;
    if !args.reveal {
        forms::refuse_secret(&ws)?;
    }
    if args.min.is_some_and(f64::is_nan) {
        return Err(Problem::input("--min takes a number, as --min 0.67"));
    }
    let plan = Plan {
        form: args.form.clone(),
        question: args.question.clone(),
        dataset: args.with_dataset,
        gate: args.gate,
        verdicts: args.verdicts,
    };
    let report = progress::show(args.json, |meter| agree(&ws, &plan, meter))?;
    super::warn_all(&report.problems);
    super::print(&if args.verdicts {
        if args.json {
            super::safe_json(&json::verdicts(&report))
        } else {
            verdicts::text(&report)
        }
    } else if args.json {
        super::safe_json(&json::rows(&report, args.question.is_some()))
    } else {
        text(&report, args)
    })?;
    let below = |row: &Row| {
        let value = row.agreement.as_ref().map(|a| chosen(a, &args.measure));
        value.is_some_and(|v| v.map_or(true, |v| args.min.is_some_and(|least| v < least)))
    };
    let none = report.rows.is_empty();
    Ok(u8::from(args.min.is_some() && (none || report.rows.iter().any(below))))
}

/// The measure that `--min` looks at.
fn chosen(a: &Agreement, measure: &str) -> std::result::Result<f64, Undefined> {
    let [kappa, ..] = a.cohen;
    match measure {
        "kappa" => kappa.map(|k| k.value),
        "ac1" => a.ac1,
        "percent" => a.percent,
        _ => a.own_alpha(),
    }
}

/// Name of a row: the question, and what it is about.
fn name(panel: &Panel) -> String {
    let on = panel.subjects.first().map_or("case", |s| s.kind());
    format!("{} ({on})", panel.question.id)
}

/// A coefficient with three decimals; a sign for one that is undefined, which the lines below explain.
fn number(value: std::result::Result<f64, Undefined>) -> String {
    match value {
        Ok(x) => three(x),
        Err(Undefined::NoOrder) => String::new(),
        Err(_) => "undefined".to_owned(),
    }
}

fn text(report: &Report, args: &Agree) -> String {
    let mut out = format!(
        "{} by {}{}\n",
        counted(report.entries, "entry").replace("entrys", "entries"),
        counted(report.people.len(), "annotator"),
        if report.people.is_empty() {
            String::new()
        } else {
            format!(": {}", clean::line(&report.people.join(", ")))
        }
    );
    if report.rows.is_empty() {
        out.push_str("no answers to the questions of these forms\n");
        return out;
    }
    out.push_str(&table(report));
    out.push_str(&notes(report));
    for row in &report.rows {
        if args.question.is_some() {
            out.push_str(&explain::text(row));
        }
        out.push_str(&differences(&row.panel, args.list));
    }
    out
}

fn table(report: &Report) -> String {
    let head = [
        "question", "items", "pairable", "raters", "agree %", "κ", "κ lin", "κ quad", "Fleiss", "α", "α 95 %", "AC1",
    ];
    let mut grid = Grid::new(1, head);
    for row in &report.rows {
        let Some(a) = &row.agreement else { continue };
        let mark = if a.few() { " *" } else { "" };
        let [plain, linear, quadratic] = a.cohen.map(|k| number(k.map(|k| k.value)));
        grid.row(vec![
            format!("{}{mark}", name(&row.panel)),
            a.units.to_string(),
            a.pairable.to_string(),
            a.raters.to_string(),
            a.percent
                .map_or_else(|_| "undefined".to_owned(), |p| format!("{:.1}", 100.0 * p)),
            plain,
            linear,
            quadratic,
            number(a.fleiss),
            number(a.own_alpha()),
            a.intervals
                .alpha
                .map_or_else(|_| String::new(), |i| format!("{} to {}", three(i.lo), three(i.hi))),
            number(a.ac1),
        ]);
    }
    grid.text("")
}

/// What stands beside the table: why numbers are undefined, what is odd, which labels were used how often.
fn notes(report: &Report) -> String {
    let mut out = String::new();
    let measured = || report.rows.iter().filter_map(|r| Some((r, r.agreement.as_ref()?)));
    if measured().any(|(_, a)| a.few()) {
        out.push_str(&format!("* fewer than {FEW} pairable items: says little\n"));
    }
    for (row, a) in measured() {
        for (why, what) in undefined(a) {
            out.push_str(&format!(
                "{}: {} undefined ({})\n",
                clean::line(&name(&row.panel)),
                what.join(", "),
                why.words()
            ));
        }
    }
    out.push_str("\nanswers given\n");
    let mut grid = Grid::new(2, ["question", "answer: share of all"]);
    for (row, a) in measured() {
        let used = a.prevalence.iter().filter(|p| p.count > 0);
        let shares: Vec<String> = used.map(|p| format!("{} {:.1} %", p.label, 100.0 * p.share)).collect();
        grid.row(vec![name(&row.panel), shares.join(", ")]);
    }
    out.push_str(&grid.text("  "));
    for row in &report.rows {
        let odd = row.panel.odd;
        let what = [
            (odd.gone, "no longer allowed, left out"),
            (odd.conflicts, "of one person contradicting themself, left out"),
            (odd.versions, "given under another version of the form"),
        ];
        for (n, what) in what.into_iter().filter(|(n, _)| *n > 0) {
            out.push_str(&format!(
                "{}: {} {what}\n",
                clean::line(&name(&row.panel)),
                counted(n, "answer")
            ));
        }
    }
    out
}

/// What is undefined, by reason. That labels without an order have no weighted kappa goes without saying.
fn undefined(a: &Agreement) -> Vec<(Undefined, Vec<&'static str>)> {
    let [kappa, linear, quadratic] = a.cohen.map(|k| k.map(|k| k.value));
    let mut out: Vec<(Undefined, Vec<&'static str>)> = Vec::new();
    for (what, value) in [
        ("agreement", a.percent),
        ("κ", kappa),
        ("κ lin", linear),
        ("κ quad", quadratic),
        ("Fleiss", a.fleiss),
        ("α", a.own_alpha()),
        ("AC1", a.ac1),
    ] {
        let Err(why) = value else { continue };
        if why == Undefined::NoOrder {
            continue;
        }
        match out.iter_mut().find(|(w, _)| *w == why) {
            Some((_, list)) => list.push(what),
            None => out.push((why, vec![what])),
        }
    }
    out
}

/// Items on which raters differ: how many, and with `list` which.
fn differences(panel: &Panel, list: bool) -> String {
    if panel.ratings.is_none() {
        return String::new();
    }
    let n = panel.differences().count();
    if !list || n == 0 {
        return String::new();
    }
    let mut out = format!(
        "\n{}: {} with different answers\n",
        clean::line(&name(panel)),
        counted(n, "item")
    );
    for d in panel.differences() {
        let said: Vec<String> = d.said.iter().map(|(by, v)| format!("{by} {}", plain(v))).collect();
        out.push_str(&format!(
            "  {}  {}\n",
            clean::line(&d.subject.name()),
            clean::line(&said.join(", "))
        ));
    }
    out
}

/// Pairs of raters whose tables are shown.
const PAIRS: usize = LISTED / 2;
