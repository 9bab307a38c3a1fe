//! What an agent saw of the gold on its way: opened, only listed, never; when first; whether it went in circles.

use std::collections::HashMap;
use std::fmt;

use crate::domain::snapshot::Snapshot;
use crate::domain::steps::LOOP;
use crate::domain::trajectory::{Event, Evidence, Kind, Trajectory};

/// How far a search came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Search {
    /// The file was printed or edited.
    Opened,
    /// The file stood in what a search or a listing printed, no more.
    Listed,
    /// Neither.
    Never,
    /// Several files, not alike.
    Mixed,
    /// There is no trajectory.
    #[default]
    Unknown,
    /// There is no gold to look for.
    NotApplicable,
}

impl Search {
    /// The word in records.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Opened => "OPENED",
            Self::Listed => "LISTED",
            Self::Never => "NEVER",
            Self::Mixed => "MIXED",
            Self::Unknown => "UNKNOWN",
            Self::NotApplicable => "NA",
        }
    }

    /// One word for several files.
    pub(super) fn all(each: impl IntoIterator<Item = Self>) -> Self {
        let mut out = None;
        for one in each {
            match out {
                None => out = Some(one),
                Some(before) if before != one => return Self::Mixed,
                Some(_) => {}
            }
        }
        out.unwrap_or_default()
    }
}

impl fmt::Display for Search {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.as_str())
    }
}

/// Whether the path of an event is `gold`. A path outside of the repository counts by its ending: by the longest one
/// that the tree has, where there is a tree.
fn is(path: &str, gold: &str, tree: Option<&Snapshot>) -> bool {
    let mut plain = path;
    while let Some(rest) = plain.strip_prefix("./") {
        plain = rest;
    }
    if plain == gold {
        return true;
    }
    let outside = plain.starts_with(['/', '~']) || plain.as_bytes().get(1) == Some(&b':');
    let ends = plain.strip_suffix(gold).is_some_and(|head| head.ends_with(['/', '\\']));
    outside && ends && tree.is_none_or(|t| t.longest_suffix_of(plain) == Some(gold))
}

/// What an event says about the file it names.
fn tells(event: &Event) -> Option<Search> {
    if event.evidence == Evidence::OutputMention {
        return Some(Search::Listed);
    }
    match event.kind {
        Kind::View | Kind::Edit if event.ok != Some(false) => Some(Search::Opened),
        Kind::Search | Kind::List if event.ok != Some(false) => Some(Search::Listed),
        _ => None,
    }
}

/// How far the search for one file came.
pub(super) fn search(t: &Trajectory, gold: &str, tree: Option<&Snapshot>) -> Search {
    let about = |e: &&Event| e.path.as_deref().is_some_and(|p| is(p, gold, tree));
    t.events
        .iter()
        .filter(about)
        .filter_map(tells)
        .min()
        .unwrap_or(Search::Never)
}

/// Whether the same action was taken in three or more steps.
pub fn looped(t: &Trajectory) -> bool {
    let mut last: HashMap<_, (u32, usize)> = HashMap::new();
    for e in &t.events {
        let told = matches!(e.evidence, Evidence::OutputMention | Evidence::State);
        if told || matches!(e.kind, Kind::Think | Kind::Answer) {
            continue;
        }
        let key = (e.kind, &e.path, e.range, &e.query, &e.scope, &e.raw);
        let (step, times) = last.entry(key).or_insert((e.step, 0));
        if *times == 0 || *step != e.step {
            (*step, *times) = (e.step, *times + 1);
        }
        if *times >= LOOP as usize {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(step: u32, kind: Kind, path: &str) -> Event {
        Event {
            step,
            kind,
            path: Some(path.to_owned()),
            raw: format!("{kind:?} {path}"),
            ..Event::default()
        }
    }

    fn of(events: Vec<Event>) -> Trajectory {
        Trajectory {
            events,
            ..Trajectory::default()
        }
    }

    #[test]
    fn opened_listed_never() {
        let mention = Event {
            evidence: Evidence::OutputMention,
            ..event(2, Kind::Run, "src/a.ts")
        };
        let failed = Event {
            ok: Some(false),
            ..event(3, Kind::View, "src/a.ts")
        };
        let t = of(vec![event(1, Kind::View, "src/b.ts"), mention, failed]);
        assert_eq!(
            search(&t, "src/a.ts", None),
            Search::Listed,
            "what failed showed nothing"
        );
        assert_eq!(search(&t, "src/b.ts", None), Search::Opened);
        assert_eq!(
            search(&t, "b.ts", None),
            Search::Never,
            "src/b.ts is inside the repository"
        );
        assert_eq!(Search::all([Search::Opened, Search::Listed]), Search::Mixed);
        assert_eq!(Search::all([Search::Never; 2]), Search::Never);
        assert_eq!(Search::all([]), Search::Unknown);
    }

    #[test]
    fn paths_outside_count_by_their_ending() {
        let t = of(vec![event(1, Kind::View, "/testbed/lib/src/a.ts")]);
        assert_eq!(search(&t, "src/a.ts", None), Search::Opened);
        let tree = Snapshot::new(vec!["src/a.ts".into(), "lib/src/a.ts".into()]);
        assert_eq!(search(&t, "src/a.ts", Some(&tree)), Search::Never);
        assert_eq!(search(&t, "lib/src/a.ts", Some(&tree)), Search::Opened);
    }

    #[test]
    fn three_times_the_same_is_a_loop() {
        let same = |step| event(step, Kind::View, "a");
        assert!(looped(&of(vec![same(1), same(2), event(3, Kind::View, "b"), same(9)])));
        assert!(!looped(&of(vec![same(1), same(2), event(3, Kind::View, "b")])));
        assert!(!looped(&of(vec![same(1), same(1), same(1)])), "one turn");
        let ranged = |step| Event {
            range: Some((step, step)),
            ..same(step)
        };
        assert!(
            !looped(&of(vec![ranged(1), ranged(2), ranged(3)])),
            "scrolling is no loop"
        );
    }
}
