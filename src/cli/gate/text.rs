//! The gate's report for people.

use crate::domain::gate::{Item, Limits, Stage, Step, Verdict, signed};
use crate::domain::show::three;
use crate::text::clean;
use crate::work::gate::pick::Pick;
use crate::work::gate::replies::Taken;
use crate::work::gate::{Board, word};

use super::super::grid::Grid;
use super::super::list::counted;

/// What became of recorded replies.
pub(super) fn taken(t: &Taken) -> String {
    let mut out = format!(
        "{} read: {} new ({} without a usable answer), {} known already, {} refused\n",
        counted(t.rows, "row"),
        t.new,
        t.errors,
        t.same,
        t.refused.len()
    );
    let mended: Vec<String> = t.mended.iter().map(|(how, n)| format!("{how} {n}")).collect();
    if !mended.is_empty() {
        out.push_str(&format!("mended: {}\n", clean::line(&mended.join(", "))));
    }
    out.push('\n');
    out
}

/// One line an image: where it stands, and each stage with verdict, reason and model.
pub(super) fn list(board: &Board, pick: &Pick) -> String {
    let mut out = String::new();
    let mut n = 0;
    for item in board.items.iter().filter(|i| pick.holds(i, &board.log)) {
        n += 1;
        out.push_str(&line(item, board));
    }
    out.push_str(&format!("{} listed\n\n", counted(n, "image")));
    out
}

fn line(item: &Item, board: &Board) -> String {
    let key = (item.case.clone(), item.exhibit.clone());
    let place = match board.places.get(&key) {
        Some((n, all)) => format!("image {n} of {all}"),
        None => "in no case".to_owned(),
    };
    let (state, stage) = word(item.state);
    let steps: Vec<String> = item.steps.iter().filter_map(step).collect();
    let flag = if item.flagged { ", flagged" } else { "" };
    let text = format!(
        "{} {} ({place}) {state} {stage}{flag}: {}",
        item.case,
        item.exhibit,
        steps.join("; ")
    );
    format!("{}\n", clean::line(&text.replace(" :", ":").replace(" ,", ",")))
}

/// A stage in words; nothing for one whose turn did not come.
fn step(step: &Step) -> Option<String> {
    let verdict = match step.verdict {
        Some(Verdict::Skipped) => return None,
        Some(v) => v.word(),
        None if step.reason.is_empty() => return Some(format!("{} open", step.stage)),
        None => "open",
    };
    let model = if step.model.is_empty() {
        String::new()
    } else {
        format!(" [{}]", step.model)
    };
    let disputed = if step.disputed { ", disputed" } else { "" };
    Some(format!("{} {verdict}{disputed}, {}{model}", step.stage, step.reason))
}

/// The funnel and what should be known beside it.
pub(super) fn report(board: &Board, limits: &Limits) -> String {
    let f = &board.funnel;
    let mut out = String::new();
    let mut line = |text: String| {
        out.push_str(&clean::line(&text));
        out.push('\n');
    };
    line(format!(
        "{} in the gate, {} never asked about; limits: relevance {}, confidence {:.2}, {} apart",
        counted(f.all, "image"),
        board.never,
        signed(limits.relevance),
        limits.confidence,
        limits.apart
    ));
    if f.all == 0 {
        line(
            "bring answers in with: casefile gate --replies FILE, or ask models with --endpoint URL --model NAME"
                .to_owned(),
        );
    }
    let mut grid = Grid::new(2, ["stage", "", "asked", "passed", "failed", "error", "open"]);
    for (stage, [passed, failed, error, _, open]) in Stage::ALL.into_iter().zip(f.stages) {
        let counts = [passed + failed + error, passed, failed, error, open];
        let head = [stage.letter().to_owned(), stage.words().to_owned()];
        grid.row(head.into_iter().chain(counts.map(|n| n.to_string())).collect());
    }
    out.push_str(&grid.text(""));
    let mut line = |text: String| {
        out.push_str(&clean::line(&text));
        out.push('\n');
    };
    line(format!("accepted: {}", f.accepted));
    if f.flagged > 0 {
        line(format!(
            "flagged: {} (D says less than A's limit and still agrees within it: look at them with --state flagged)",
            f.flagged
        ));
    }
    if board.secret {
        line("what people said is not read: the round is blind and not closed".to_owned());
    } else if f.overridden > 0 {
        line(format!("decided by people: {}", counted(f.overridden, "image")));
    }
    for p in &board.people {
        let kappa = match p.kappa {
            Ok(k) => format!("κ {}", three(k)),
            Err(why) => format!("κ undefined ({})", why.words()),
        };
        line(format!(
            "{} by the log and by {}: agreed {} of {}, {kappa}",
            p.stage, p.by, p.agreed, p.both
        ));
    }
    for (model, s) in &board.models {
        let tokens = match s.told {
            0 => "tokens not told".to_owned(),
            n => {
                let t = s.tokens;
                let of = if n < s.records {
                    format!(", {n} say so")
                } else {
                    String::new()
                };
                format!("{} tokens in, {} out{of}", t.prompt_tokens, t.completion_tokens)
            }
        };
        line(format!("{model}: {}, {tokens}", counted(s.records, "record")));
    }
    if board.older > 0 {
        line(format!(
            "{} older questions (text, image, fix or prompt changed since); --again asks anew",
            if board.older == 1 {
                "1 record answers".to_owned()
            } else {
                format!("{} records answer", board.older)
            }
        ));
    }
    if board.untold > 0 {
        line(format!(
            "{} without a hash of what was asked",
            counted(board.untold, "record")
        ));
    }
    if board.strange > 0 {
        line(format!(
            "{} of the log in no case of the workspace",
            counted(board.strange, "image")
        ));
    }
    out
}
