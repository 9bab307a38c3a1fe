//! What holds beside the code: facts about a case that may go with any of them.

use std::collections::HashSet;
use std::fmt;

use crate::domain::filekind::FileKind;
use crate::domain::level::Level;

use super::facet::Strength;
use super::lexical::Text;
use super::table::{Entry, Target};
use super::{Board, Input, steps, trace};

/// Kinds of signals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SignalKind {
    /// A wrong suspect is named in the text, more strongly than every missed item. A correlation, no cause.
    IssueTextPointsElsewhere,
    /// The file name of a wrong suspect stands on a line of a stack trace.
    StackTracePointsElsewhere,
    /// A wrong suspect is named in the evidence, more strongly than every missed item, and not in the text.
    ImagePointsElsewhere,
    /// The case is labelled as harmful.
    HarmfulLabel,
    /// Suspects within K whose file the base does not have.
    HallucinatedPath,
    /// Suspects within K whose file does not define them.
    HallucinatedFunction,
    /// An id stands more than once in the ranking.
    DuplicatesInRanking,
    /// A suspect within K is no source.
    NonsourceInTopk,
    /// A gold item is no source.
    GoldHasNonsource,
    /// A gold item cannot be named.
    GoldUnreachableItem,
    /// The agent did the same in three steps.
    Looped,
    /// The agent looked up the fix itself.
    OwnFix,
}

impl SignalKind {
    /// The word in records.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::IssueTextPointsElsewhere => "issue_text_points_elsewhere",
            Self::StackTracePointsElsewhere => "stack_trace_points_elsewhere",
            Self::ImagePointsElsewhere => "image_points_elsewhere",
            Self::HarmfulLabel => "harmful_label",
            Self::HallucinatedPath => "hallucinated_path",
            Self::HallucinatedFunction => "hallucinated_function",
            Self::DuplicatesInRanking => "duplicates_in_ranking",
            Self::NonsourceInTopk => "nonsource_in_topk",
            Self::GoldHasNonsource => "gold_has_nonsource",
            Self::GoldUnreachableItem => "gold_unreachable_item",
            Self::Looped => "looped",
            Self::OwnFix => "own_fix",
        }
    }
}

/// One signal of a finding.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signal {
    /// What holds.
    pub kind: SignalKind,
    /// How many of how many suspects within K, where it is a count.
    pub count: Option<(u32, u32)>,
    /// The suspect that raised it, and how strongly it is named; empty where there is no more to say.
    pub about: String,
}

impl fmt::Display for Signal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count {
            Some((some, all)) => out.pad(&format!("{}:{some}/{all}", self.kind.as_str())),
            None => out.pad(self.kind.as_str()),
        }
    }
}

/// All signals of a case, in the order of their kinds.
pub(super) fn signals(input: &Input<'_>, board: &Board<'_>, text: &Text, vce: &Text) -> Vec<Signal> {
    use SignalKind as S;
    let top: Vec<&Entry<'_>> = board.top().collect();
    let wrong: Vec<&Entry<'_>> = top.iter().copied().filter(|e| e.wrong()).collect();
    let missed: Vec<&Target<'_>> = board.missed().map(|(_, t)| t).collect();
    let mut out = Vec::new();
    let mut yes = |kind, holds: bool, about: String| {
        if holds {
            out.push(Signal {
                kind,
                count: None,
                about,
            });
        }
    };
    let found = elsewhere(&wrong, &missed, text, |_, _| true);
    yes(S::IssueTextPointsElsewhere, found.is_some(), found.unwrap_or_default());
    let found = on_trace(input.text, &wrong).filter(|_| !missed.is_empty());
    yes(S::StackTracePointsElsewhere, found.is_some(), found.unwrap_or_default());
    let found = elsewhere(&wrong, &missed, vce, |path, name| {
        text.names(path, name) < Strength::Stem
    });
    yes(S::ImagePointsElsewhere, found.is_some(), found.unwrap_or_default());
    yes(S::HarmfulLabel, input.relevance == Some(-1), String::new());
    yes(S::DuplicatesInRanking, board.doubles, String::new());
    let odd = |kind: FileKind| kind != FileKind::Source;
    let first = top.iter().find(|e| odd(e.kind)).map(|e| e.suspect.path.to_string());
    yes(S::NonsourceInTopk, first.is_some(), first.unwrap_or_default());
    yes(
        S::GoldHasNonsource,
        board.targets.iter().any(|t| odd(t.kind)),
        String::new(),
    );
    yes(
        S::GoldUnreachableItem,
        board.targets.iter().any(|t| t.unreachable.is_some()),
        String::new(),
    );
    yes(S::Looped, input.trajectory.is_some_and(steps::looped), String::new());
    yes(
        S::OwnFix,
        input.trajectory.is_some_and(|t| !t.own_fix.is_empty()),
        String::new(),
    );
    let mut count = |kind, some: usize| {
        let small = crate::base::num::small;
        if some > 0 {
            out.push(Signal {
                kind,
                count: Some((small(some), small(top.len()))),
                about: String::new(),
            });
        }
    };
    if input.ground.tree.is_some() {
        count(S::HallucinatedPath, top.iter().filter(|e| !e.path.real()).count());
    }
    if input.level == Level::Function {
        count(
            S::HallucinatedFunction,
            top.iter().filter(|e| undefined(input, e)).count(),
        );
    }
    out.sort();
    out
}

/// Whether the names of the suspect's file are known, and its name is none of them.
fn undefined(input: &Input<'_>, e: &Entry<'_>) -> bool {
    let names = input.ground.names.get(e.path.settled());
    let name = e.suspect.name.as_ref();
    name.zip(names).is_some_and(|(name, names)| !names.contains(name))
}

/// The first wrong suspect that a text names by stem at least, and more strongly than every missed item.
fn elsewhere(
    wrong: &[&Entry<'_>],
    missed: &[&Target<'_>],
    text: &Text,
    also: impl Fn(&str, &str) -> bool,
) -> Option<String> {
    let gold = missed.iter().map(|t| text.names(t.path, t.name)).max()?;
    wrong.iter().find_map(|e| {
        let (path, name) = (e.path.settled(), e.suspect.name.as_deref().unwrap_or(""));
        let how = text.names(path, name);
        let points = how >= Strength::Stem && how > gold && also(path, name);
        points.then(|| format!("{path} by {}", how.word().to_lowercase()))
    })
}

/// The first wrong suspect whose file name stands on a line of a stack trace.
fn on_trace(text: &str, wrong: &[&Entry<'_>]) -> Option<String> {
    if wrong.is_empty() {
        return None;
    }
    let base = |p: &str| p.rsplit(['/', '\\']).next().unwrap_or("").to_owned();
    let seen: HashSet<String> = trace::frames(text).map(|f| base(f.file)).collect();
    let found = wrong.iter().find(|e| seen.contains(&base(e.path.settled())));
    found.map(|e| e.path.settled().to_owned())
}
