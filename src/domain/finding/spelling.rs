//! Gold that is there in another spelling: which normaliser would bring it within K.

use crate::domain::ladder::{NameStep, Step};

use super::code::Code;
use super::decide::Verdict;
use super::table::{Doubles, slots};
use super::{Board, Input};

/// Best match of a missed item within K under the ladders.
#[derive(Clone, Copy)]
struct Match {
    name: NameStep,
    path: Step,
    slot: u32,
    entry: usize,
}

/// Best match of a missed item within K when paths and names are normalised.
fn repaired(board: &Board<'_>, slots: &[Option<u32>], target: usize) -> Option<Match> {
    let each = board.entries.iter().zip(slots).enumerate();
    let matches = each.filter_map(|(entry, (e, slot))| {
        let (path, name) = e.steps(target)?;
        let slot = (*slot)?;
        Some(Match {
            name,
            path,
            slot,
            entry,
        })
    });
    matches
        .filter(|m| m.slot <= board.k)
        .min_by_key(|m| (m.name, m.path, m.slot))
}

fn code(name: NameStep) -> Code {
    match name {
        NameStep::Exact => Code::PathFormat,
        NameStep::Format => Code::NameFormat,
        _ => Code::Qualifier,
    }
}

/// F: normalising alone brings all missed items within K; in part, some item is listed in another spelling.
pub(super) fn spelling(input: &Input<'_>, board: &Board<'_>, out: &mut Verdict) -> Vec<(Code, bool)> {
    let doubles = if input.dedupes { Doubles::Settled } else { Doubles::Keep };
    let normal = slots(&board.entries, doubles, |_| true);
    let missed: Vec<usize> = board.missed().map(|(n, _)| n).collect();
    let each: Option<Vec<Match>> = missed.iter().map(|n| repaired(board, &normal, *n)).collect();
    let mut codes: Vec<(Code, bool)> = Vec::new();
    if let Some(all) = each {
        let worst = all.iter().zip(&missed).max_by_key(|(m, _)| code(m.name));
        if let Some((m, target)) = worst {
            out.shown = Some((m.entry, *target));
            codes.push((code(m.name), true));
        }
        for (m, target) in all.iter().zip(&missed) {
            repairs(board, *m, *target, &mut out.repairs);
        }
        // Gold as written moves up when two spellings ahead of it turn out to be one suspect.
        if out.repairs.is_empty() && !all.is_empty() {
            out.repairs.push("spellings_of_one".to_owned());
        }
    }
    for target in missed {
        // A spelling as written, however low, needs no normaliser.
        let other = board.strict.get(target).copied().flatten().is_none();
        let best = board
            .entries
            .iter()
            .filter_map(|e| e.steps(target))
            .map(|(path, name)| (name, path))
            .min();
        codes.extend(best.filter(|_| other).map(|(name, _)| (code(name), false)));
    }
    // Whole codes first: each stands for itself, whatever else holds in part.
    codes.sort_by_key(|(code, whole)| (*code, !*whole));
    codes
}

/// Words for what a match needs.
fn repairs(board: &Board<'_>, m: Match, target: usize, out: &mut Vec<String>) {
    let mut add = |word: String| {
        if !out.contains(&word) {
            out.push(word);
        }
    };
    let path = match m.path {
        Step::Exact => None,
        Step::Prefix => {
            let gold = board.targets.get(target).map_or("", |t| t.path);
            let prefix = board
                .entries
                .get(m.entry)
                .and_then(|e| e.path.prefix(gold))
                .unwrap_or("");
            Some(format!("prefix:{prefix}"))
        }
        step => Some(repair_word(step).to_owned()),
    };
    path.into_iter().for_each(&mut add);
    let name = match m.name {
        NameStep::Exact => None,
        NameStep::Format => Some("name_format"),
        NameStep::Qualifier => Some("qualifier"),
        NameStep::Constructor => Some("constructor"),
        _ => Some("qualifier_case"),
    };
    name.map(str::to_owned).into_iter().for_each(add);
}

fn repair_word(step: Step) -> &'static str {
    match step {
        Step::Exact => "",
        Step::Trim => "trim",
        Step::Backslash => "backslash",
        Step::Line => "line_suffix",
        Step::Percent => "percent",
        Step::Nfc => "nfc",
        Step::Slashes => "double_slash",
        Step::DotSlash => "dot_slash",
        Step::Leading => "leading_slash",
        Step::Trailing => "trailing_slash",
        Step::Prefix => "prefix",
        Step::Case => "case",
        Step::Missing => "suffix_missing_dirs",
        Step::Extra => "suffix_extra_dirs",
    }
}
