//! What published systems call accuracy. Each under its own name, never mixed with the strict one.
//!
//! The same predictions give LocAgent 50.8 by its own rule and 42.4 by the strict one at K = 1: the difference between
//! rules is often larger than that between systems. Read from the scorers' source.

use std::borrow::Cow;
use std::collections::HashSet;

use super::{Metric, Ranked, locagent};
use crate::base::near;
use crate::base::num::size;
use crate::domain::level::Level;
use crate::domain::matching::split_function;

/// A rule that decides whether a case counts as found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Rule {
    /// MM-IssueLoc: all gold in the first K distinct predictions.
    #[default]
    Strict,
    /// LocAgent: as many hits as gold, or K; constructors folded into their class.
    LocAgent,
    /// SweRank: LocAgent's rule on names as they are.
    SweRank,
    /// CoSIL: any hit; functions by name alone.
    Cosil,
    /// OrcaLoca: all gold anywhere in the answer.
    OrcaLoca,
}

impl Rule {
    /// All rules, the strict one first.
    pub const ALL: [Self; 5] = [Self::Strict, Self::LocAgent, Self::SweRank, Self::Cosil, Self::OrcaLoca];

    /// Its name on the command line and in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::LocAgent => "locagent",
            Self::SweRank => "swerank",
            Self::Cosil => "cosil",
            Self::OrcaLoca => "orcaloca",
        }
    }

    /// What it asks, what is in its denominator, and where it stands.
    pub fn doc(self) -> &'static str {
        match self {
            Self::Strict => {
                "all gold in the first K distinct predictions; cases without gold are left out (MM-IssueLoc, section 4)"
            }
            Self::LocAgent => {
                "hits in the first K entries = min(K, |gold|); entries that repeat count twice; Class.__init__ is Class; \
                 cases without gold are left out (LocAgent, evaluation/eval_metric.py)"
            }
            Self::SweRank => {
                "hits in the first K entries = min(K, |gold|); entries that repeat count twice; cases without gold are \
                 left out (SweRank, acc_at_k)"
            }
            Self::Cosil => {
                "any hit in the first K entries; functions by name with the file ignored; over all cases, one without \
                 gold is a miss (CoSIL, evaluation/FLEvalNew.py)"
            }
            Self::OrcaLoca => {
                "all gold among all predictions, without K; a method stands for its class too; over all cases it \
                 answered, one without gold is a hit (OrcaLoca, artifact/parse_output.py as CoSIL runs it, orcaEval.py)"
            }
        }
    }

    /// Reads a name in any case.
    ///
    /// # Errors
    /// A sentence with the nearest name.
    pub fn parse(text: &str) -> Result<Self, String> {
        let raw = text.trim();
        let found = Self::ALL.into_iter().find(|r| r.name().eq_ignore_ascii_case(raw));
        found.ok_or_else(|| {
            let near = near::nearest(Self::ALL.map(Self::name), raw).unwrap_or("strict");
            format!(
                "no rule '{text}'; did you mean '{near}'? Rules: {}",
                Self::ALL.map(Self::name).join(", ")
            )
        })
    }
}

/// Whether one case counts as found under a rule at K; `None` when it is not in that rule's denominator.
///
/// `gold` and `ranking` are ids as written, functions as `path:Class.method`; a missing row is an empty ranking. OrcaLoca
/// has no K, and cannot tell an empty answer from none: a case without gold and without predictions is a miss.
pub fn acc(rule: Rule, level: Level, gold: &[String], ranking: &[String], k: u32) -> Option<bool> {
    match rule {
        Rule::Strict => Ranked::new(gold, ranking).map(|r| r.value(Metric::Acc(k)) > 0.0),
        Rule::LocAgent if level == Level::Function => capped(&folded(gold), &folded(ranking), k),
        Rule::LocAgent | Rule::SweRank => capped(gold, ranking, k),
        Rule::Cosil => Some(cosil(level, gold, ranking, k)),
        Rule::OrcaLoca => Some(!ranking.is_empty() && orca_loca(level, gold, ranking)),
    }
}

fn capped<S: AsRef<str>>(gold: &[S], ranking: &[S], k: u32) -> Option<bool> {
    if gold.is_empty() {
        return None;
    }
    Some(locagent::values(gold, ranking, k).is_some_and(|v| v.acc))
}

/// Ids with `Class.__init__` as `Class`. Where that happens, ids that became equal are one; otherwise a list stays as it
/// is, repeated ids and all.
fn folded(ids: &[String]) -> Vec<&str> {
    const INIT: &str = ".__init__";
    if !ids.iter().any(|id| id.ends_with(INIT)) {
        return ids.iter().map(String::as_str).collect();
    }
    let mut seen = HashSet::new();
    let folded = ids.iter().map(|id| id.strip_suffix(INIT).unwrap_or(id));
    folded.filter(|id| seen.insert(*id)).collect()
}

fn cosil(level: Level, gold: &[String], ranking: &[String], k: u32) -> bool {
    // Entries without a name never were in its list of functions.
    let key = |id: &'_ String| match level {
        Level::File => Some(id.clone()),
        Level::Function => Some(split_function(id).1.to_owned()).filter(|n| !n.is_empty()),
    };
    let gold: HashSet<String> = gold.iter().filter_map(key).collect();
    let mut top = ranking.iter().filter_map(key).take(size(u64::from(k)));
    top.any(|name| gold.contains(&name))
}

fn orca_loca(level: Level, gold: &[String], ranking: &[String]) -> bool {
    let mut named: HashSet<Cow<'_, str>> = HashSet::new();
    for id in ranking {
        match level {
            Level::File => {
                named.insert(id.strip_prefix('/').unwrap_or(id).into());
            }
            Level::Function => {
                named.insert(id.as_str().into());
                let (path, name) = split_function(id);
                if let Some((class, _)) = name.rsplit_once('.') {
                    named.insert(format!("{path}:{class}").into());
                }
            }
        }
    }
    gold.iter().all(|g| named.contains(g.as_str()))
}
