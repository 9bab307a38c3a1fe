//! The one line that says why a code holds: rule, gold item, suspect, rank, normaliser, pattern.

use crate::domain::filekind::FileKind;
use crate::domain::ladder::{NameStep, Step};
use crate::text::clean;

use super::code::Code;
use super::decide::Verdict;
use super::table::{Entry, Target};
use super::{Board, Input, Item};

/// Longest line, in characters; what goes beyond is cut.
const LONGEST: usize = 400;

/// The line, clean of control characters.
pub(super) fn why(input: &Input<'_>, board: &Board<'_>, verdict: &Verdict, items: &[Item]) -> String {
    let what = match verdict.code {
        Code::Ok => format!("all {} within K = {}", gold(board.targets.len()), input.k),
        Code::NaNoGold => format!("no {} gold", input.level.word()),
        Code::ImpossibleK => {
            let full = board.hits() >= crate::base::num::size(u64::from(input.k)) && input.k > 0;
            let note = if full {
                ", and all suspects within K are gold"
            } else {
                ""
            };
            format!("{}, K is {}{note}", gold(board.targets.len()), input.k)
        }
        Code::GoldUnreachable => {
            let first = board.missed().find_map(|(_, t)| t.unreachable.map(|u| (t.id, u)));
            first.map_or_else(String::new, |(id, why)| format!("gold {id} cannot be named: {why}"))
        }
        Code::NotRun => "the run has no row for the case".to_owned(),
        Code::NoSubmission => ended(input, "no answer"),
        Code::Unparseable => ended(input, "the answer could not be parsed"),
        Code::EmptyLevel => ended(input, &format!("the answer names no {}", input.level.word())),
        Code::PathFormat | Code::NameFormat | Code::Qualifier => spelt(input, board, verdict),
        Code::Duplicates | Code::NoiseAhead | Code::BeyondK => ranked(input, board, verdict),
        Code::NonsourceGold => {
            let first = items.iter().find(|i| !i.hit && i.unreachable.is_none());
            first.map_or_else(String::new, |i| {
                format!("gold {} is {} by the pattern {}", i.id, i.kind, i.pattern)
            })
        }
        Code::Partial => partial(input, board, verdict),
        Code::RightFile => right_file(board, verdict),
        Code::AllInvented => {
            let first = board.top().next().map_or("", |e| e.suspect.raw.as_str());
            format!(
                "none of the {} paths within K exists, such as '{first}'",
                board.top().count()
            )
        }
        Code::SameName | Code::Counterpart | Code::SameDir | Code::SameSubtree | Code::Elsewhere => {
            let near = items
                .iter()
                .filter(|i| !i.hit && i.unreachable.is_none())
                .filter_map(|i| i.near.as_ref().map(|n| (i, n)))
                .min_by_key(|(_, n)| n.relation);
            near.map_or_else(String::new, |(i, n)| {
                format!(
                    "suspect {} '{}' is nearest to gold {}: {}",
                    n.rank,
                    n.suspect,
                    i.id,
                    n.relation.words()
                )
            })
        }
    };
    let line = clean::line(&format!("{}: {what}", verdict.code));
    match line.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", line.get(..at).unwrap_or("")),
        None => line,
    }
}

fn gold(n: usize) -> String {
    format!("{n} gold {}", if n == 1 { "item" } else { "items" })
}

/// With what the harness said, word for word.
fn ended(input: &Input<'_>, what: &str) -> String {
    let said = input
        .suspects
        .and_then(|s| s.exit_status.as_deref())
        .filter(|s| !s.trim().is_empty());
    let status = input.suspects.map_or("", |s| s.status.word());
    match said {
        Some(exit) => format!("{what}; status {status}, exit status '{exit}'"),
        None => format!("{what}; status {status}"),
    }
}

fn shown<'b>(board: &'b Board<'_>, verdict: &Verdict) -> Option<(&'b Entry<'b>, &'b Target<'b>, usize)> {
    let (entry, target) = verdict.shown?;
    Some((board.entries.get(entry)?, board.targets.get(target)?, target))
}

fn spelt(input: &Input<'_>, board: &Board<'_>, verdict: &Verdict) -> String {
    let Some((e, t, n)) = shown(board, verdict) else {
        return String::new();
    };
    let (path, name) = e.steps(n).unwrap_or((Step::Exact, NameStep::Exact));
    let mut how: Vec<String> = Vec::new();
    if let (Step::Prefix, Some(prefix)) = (path, e.path.prefix(t.path)) {
        how.push(format!(" without the prefix {prefix}"));
    } else if path > Step::Exact {
        how.push(format!(", path via {}", path.word()));
    }
    if name > NameStep::Exact {
        how.push(format!(", name via {}", name.word()));
    }
    let names = input.ground.names.contains_key(t.path);
    if (path.guess() && input.ground.tree.is_none()) || (name.guess() && !names) {
        how.push(", unverified".to_owned());
    }
    let more = match board.missed().count() {
        0 | 1 => String::new(),
        n => format!(" (one of {n})"),
    };
    format!(
        "suspect {} '{}' is gold {}{}{more}",
        e.suspect.rank,
        e.suspect.raw,
        t.id,
        how.concat()
    )
}

fn ranked(input: &Input<'_>, board: &Board<'_>, verdict: &Verdict) -> String {
    let Some((e, t, n)) = shown(board, verdict) else {
        return String::new();
    };
    let at = board.entries.iter().position(|x| std::ptr::eq(x, e));
    let slot = at
        .and_then(|n| board.slots.get(n).copied().flatten())
        .unwrap_or(e.suspect.rank);
    let written = if slot == e.suspect.rank {
        String::new()
    } else {
        format!(" (written at {})", e.suspect.rank)
    };
    let repair = match verdict.code {
        Code::Duplicates => ", within K once doubles are removed",
        Code::NoiseAhead => ", within K without suspects that are no source or do not exist",
        _ if e.strict(n) => "",
        _ => ", in another spelling",
    };
    format!("gold {} stands at rank {slot}{written}, K is {}{repair}", t.id, input.k)
}

fn partial(input: &Input<'_>, board: &Board<'_>, verdict: &Verdict) -> String {
    // A source file says more than a change log that is missing too.
    let reachable = |(_, t): &(usize, &Target<'_>)| t.unreachable.is_none();
    let missing = board
        .lost()
        .find(|l| reachable(l) && l.1.kind == FileKind::Source)
        .or_else(|| board.lost().find(reachable))
        .or_else(|| board.lost().next());
    let missing = missing.map_or(String::new(), |(_, t)| match t.unreachable {
        Some(why) => format!("; gold {} is missing: {why}", t.id),
        None => format!("; gold {} is missing", t.id),
    });
    let how = verdict
        .detail
        .map_or(String::new(), |d| format!(", nearest to what was found: {}", d.words()));
    let hits = board.hits();
    let spelt = if hits == 0 { ", some in another spelling" } else { "" };
    let all = gold(board.targets.len());
    format!("{hits} of {all} within K = {}{spelt}{missing}{how}", input.k)
}

fn right_file(board: &Board<'_>, verdict: &Verdict) -> String {
    let Some(right) = &verdict.right_file else {
        return String::new();
    };
    let id = board.targets.get(right.target).map_or("", |t| t.id);
    format!(
        "suspect '{}' names the file of gold {id}: {}",
        right.suspect,
        right.relation.words()
    )
}
