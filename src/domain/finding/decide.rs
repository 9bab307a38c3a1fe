//! The one code of a case: rules in their order, the first that holds.

use crate::domain::filekind::FileKind;
use crate::domain::ladder::Found;
use crate::domain::level::Level;
use crate::domain::run::{Status, Suspects};

use super::code::{Code, Detail};
use super::steps::Search;
use super::table::{self, Doubles, Entry, Target, slots};
use super::{Board, Input, Item, Near, near, spelling};

/// What the rules say.
pub(super) struct Verdict {
    pub(super) code: Code,
    pub(super) detail: Option<Detail>,
    pub(super) repairs: Vec<String>,
    pub(super) also: Vec<Code>,
    /// For codes of spelling and of lists: the entry that stands for the gold item, by their numbers.
    pub(super) shown: Option<(usize, usize)>,
    /// How the file of a missed function came to be within K.
    pub(super) right_file: Option<RightFile>,
}

/// A missed function whose file is within K.
#[derive(Clone)]
pub(super) struct RightFile {
    pub(super) target: usize,
    pub(super) relation: Detail,
    pub(super) suspect: String,
}

/// Words in the exit status of a run that was ended.
const ENDED: [&str; 9] = [
    "limit", "timeout", "timed", "cost", "context", "exceed", "error", "crash", "early",
];

/// Why there is no list to score; `None` when there is one.
fn submission(level: Level, suspects: Option<&Suspects>) -> Option<Code> {
    let Some(s) = suspects else { return Some(Code::NotRun) };
    let list = match level {
        Level::File => &s.files,
        Level::Function => &s.functions,
    };
    if !list.is_empty() {
        return None;
    }
    if !s.files.is_empty() || !s.functions.is_empty() {
        return Some(Code::EmptyLevel);
    }
    let some = |text: &Option<String>| text.as_ref().is_some_and(|t| !t.trim().is_empty());
    let ended = || {
        let status = s.exit_status.as_deref().unwrap_or("").to_lowercase();
        ENDED.iter().any(|w| status.contains(w))
    };
    Some(match s.status {
        Status::Missing => Code::NotRun,
        Status::InvalidJson => Code::Unparseable,
        Status::Truncated if some(&s.raw_text) => Code::Unparseable,
        Status::NoSubmission | Status::Crashed | Status::Truncated => Code::NoSubmission,
        Status::Ok | Status::Empty if ended() => Code::NoSubmission,
        Status::Ok | Status::Empty => Code::EmptyLevel,
    })
}

/// Whether a filter would drop an entry: no source, or no file of the base.
fn noise(input: &Input<'_>, e: &Entry<'_>) -> bool {
    e.kind != FileKind::Source || (input.ground.tree.is_some() && !e.path.real())
}

/// The rules.
pub(super) fn decide(input: &Input<'_>, board: &Board<'_>) -> Verdict {
    let mut out = Verdict {
        code: Code::Ok,
        detail: None,
        repairs: Vec::new(),
        also: Vec::new(),
        shown: None,
        right_file: None,
    };
    if board.targets.is_empty() {
        out.code = Code::NaNoGold;
        return out;
    }
    if board.hits() == board.targets.len() {
        return out;
    }
    let all = holding(input, board, &mut out);
    out.code = all
        .iter()
        .find(|(_, whole)| *whole)
        .map_or(Code::Elsewhere, |(code, _)| *code);
    out.also = all
        .into_iter()
        .map(|(code, _)| code)
        .filter(|c| *c != out.code)
        .collect();
    out.also.sort_unstable();
    out.also.dedup();
    if !matches!(out.code, Code::PathFormat | Code::NameFormat | Code::Qualifier) {
        out.repairs.clear();
    }
    out.detail = match out.code {
        Code::Partial => partial(board),
        Code::RightFile => out.right_file.as_ref().map(|r| r.relation),
        _ => None,
    };
    out
}

/// All codes that hold, in order: as a whole, so that they may be the primary one, or in part.
fn holding(input: &Input<'_>, board: &Board<'_>, out: &mut Verdict) -> Vec<(Code, bool)> {
    let mut all: Vec<(Code, bool)> = Vec::new();
    let k = input.k;
    if board.targets.len() > crate::base::num::size(u64::from(k)) {
        all.push((Code::ImpossibleK, true));
    }
    let missed = || board.missed().map(|(_, t)| t);
    let reachable = || missed().filter(|t| t.unreachable.is_none());
    if reachable().count() < missed().count() {
        all.push((Code::GoldUnreachable, reachable().next().is_none()));
    }
    if let Some(code) = submission(input.level, input.suspects) {
        all.push((code, true));
    }
    if !board.entries.is_empty() {
        all.extend(spelling::spelling(input, board, out));
        all.extend(ranking(input, board, out));
    }
    let odd = |t: &Target<'_>| t.kind != FileKind::Source;
    if missed().any(odd) {
        let mut lost = board
            .lost()
            .map(|(_, t)| t)
            .filter(|t| t.unreachable.is_none())
            .peekable();
        all.push((Code::NonsourceGold, lost.peek().is_some() && lost.all(odd)));
    }
    let found = board.hits() > 0 || board.top().any(|e| !e.wrong());
    if found {
        all.push((Code::Partial, true));
    }
    if input.level == Level::Function && !board.entries.is_empty() {
        out.right_file = right_file(input, board);
        all.extend(out.right_file.as_ref().map(|_| (Code::RightFile, true)));
    }
    let mut top = board.top().peekable();
    if top.peek().is_some() && top.all(|e| e.path.invented()) {
        all.push((Code::AllInvented, true));
    }
    let mut near: Vec<Detail> = board
        .lost()
        .filter(|(_, t)| t.unreachable.is_none())
        .filter_map(|(_, t)| nearest(board, t).map(|(_, relation)| relation))
        .collect();
    near.sort_unstable();
    // A function of the right file is told by the rule before.
    all.extend(near.into_iter().map(|r| (r.code(), r.code() != Code::RightFile)));
    all
}

/// R: removing doubles, filtering, or reranking alone brings all gold within K; in part, more of it.
fn ranking(input: &Input<'_>, board: &Board<'_>, out: &mut Verdict) -> Vec<(Code, bool)> {
    let mut codes = Vec::new();
    let within = |strict: &[Option<u32>]| strict.iter().flatten().filter(|s| **s <= board.k).count();
    let mut gain = |code, slots: &[Option<u32>]| {
        let some = within(&board.strict_in(slots));
        if some > board.hits() {
            codes.push((code, some == board.targets.len()));
        }
    };
    if !input.dedupes {
        gain(Code::Duplicates, &slots(&board.entries, Doubles::Written, |_| true));
    }
    let doubles = if input.dedupes { Doubles::Written } else { Doubles::Keep };
    gain(Code::NoiseAhead, &slots(&board.entries, doubles, |e| !noise(input, e)));
    // What needs another spelling and a better rank stands here: two repairs.
    let first = |target: usize| {
        let own = board.entries.iter().zip(&board.slots).enumerate();
        let found = own.filter_map(|(n, (e, slot))| e.steps(target).and(*slot).map(|s| (s, n)));
        found.min().filter(|_| !board.hit(target))
    };
    let missed: Vec<(usize, Option<(u32, usize)>)> = board.missed().map(|(n, _)| (n, first(n))).collect();
    let beyond = |f: &Option<(u32, usize)>| f.is_some_and(|(slot, _)| slot > board.k);
    if missed.iter().any(|(_, f)| beyond(f)) {
        codes.push((Code::BeyondK, missed.iter().all(|(_, f)| f.is_some())));
    }
    if out.shown.is_none() {
        let last = missed
            .iter()
            .filter_map(|(n, f)| f.map(|(slot, entry)| (slot, entry, *n)))
            .max();
        out.shown = last.map(|(_, entry, n)| (entry, n));
    }
    codes
}

/// The closest relation between a missed source item that can be named and a found one.
fn partial(board: &Board<'_>) -> Option<Detail> {
    let found: Vec<&Target<'_>> = (0..)
        .zip(&board.targets)
        .filter(|(n, _)| board.listed(*n))
        .map(|(_, t)| t)
        .collect();
    let source = |t: &Target<'_>| t.unreachable.is_none() && t.kind == FileKind::Source;
    let missing = board.lost().map(|(_, t)| t).filter(|t| source(t));
    let each = missing.flat_map(|t| found.iter().map(|f| near::relation(t.path, f.path)));
    each.min()
}

/// The closest wrong entry within K, and how it lies to a gold item.
fn nearest<'b>(board: &'b Board<'_>, target: &Target<'_>) -> Option<(&'b Entry<'b>, Detail)> {
    let wrong = board.top().filter(|e| e.wrong());
    let related = wrong.map(|e| {
        let relation = match near::relation(target.path, e.path.settled()) {
            Detail::SameFile => near::function_relation(target.name, e.suspect.name.as_deref()),
            other => other,
        };
        (e, relation)
    });
    related.min_by_key(|(_, relation)| *relation)
}

/// The closest function of a missed function's file within K, else the file in the list of files.
fn right_file(input: &Input<'_>, board: &Board<'_>) -> Option<RightFile> {
    let missed: Vec<(usize, &Target<'_>)> = board.missed().filter(|(_, t)| t.unreachable.is_none()).collect();
    let functions = missed.iter().filter_map(|(n, t)| {
        let same = board.top().filter(|e| e.path.step(t.path).is_some());
        let each = same.map(|e| RightFile {
            target: *n,
            relation: near::function_relation(t.name, e.suspect.name.as_deref()),
            suspect: e.suspect.raw.clone(),
        });
        each.min_by_key(|r| r.relation)
    });
    if let Some(found) = functions.min_by_key(|r| r.relation) {
        return Some(found);
    }
    let files = input.suspects.map_or(&[][..], |s| &s.files);
    let entries = table::entries(Level::File, files, &[], input.ground, &[]);
    let doubles = if input.dedupes { Doubles::Written } else { Doubles::Keep };
    let slots = slots(&entries, doubles, |_| true);
    let top = || {
        entries
            .iter()
            .zip(&slots)
            .filter(|(_, s)| s.is_some_and(|s| s <= board.k))
    };
    missed.iter().find_map(|(n, t)| {
        let (e, _) = top().find(|(e, _)| e.path.step(t.path).is_some())?;
        Some(RightFile {
            target: *n,
            relation: Detail::FileListOnly,
            suspect: e.suspect.raw.clone(),
        })
    })
}

/// What is known of one gold item.
pub(super) fn item(input: &Input<'_>, board: &Board<'_>, n: usize, target: &Target<'_>, search: Search) -> Item {
    let hit = board.hit(n);
    let each = board.entries.iter().zip(&board.slots);
    let found = each.filter_map(|(e, slot)| e.steps(n).zip(*slot).map(|(steps, slot)| (e, steps, slot)));
    let best = found.min_by_key(|(e, steps, slot)| (*slot > board.k, !e.strict(n), *slot, steps.1, steps.0));
    let names = input.ground.names.contains_key(target.path);
    let near = nearest(board, target)
        .filter(|_| !board.listed(n))
        .map(|(e, relation)| Near {
            suspect: e.suspect.raw.clone(),
            relation,
            rank: e.suspect.rank,
        });
    Item {
        id: target.id.to_owned(),
        hit,
        found: best.map(|(e, (path, name), _)| Found {
            rank: e.suspect.rank,
            path,
            name,
            unverified: (path.guess() && input.ground.tree.is_none()) || (name.guess() && !names),
        }),
        slot: best.map(|(_, _, slot)| slot),
        kind: target.kind,
        pattern: target.pattern.to_owned(),
        unreachable: target.unreachable,
        near,
        search,
    }
}
