//! Scores under the rules of published systems: they need the lists as written, doubles included.

use crate::base::error::Result;
use crate::domain::level::Level;
use crate::domain::metric::rules::{self, Rule};
use crate::store::workspace::Workspace;

use super::board::{self, Lists};

/// Solved cases and denominator of a rule at one K.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Share {
    /// Solved cases.
    pub hits: u32,
    /// Cases that the rule counts.
    pub n: u32,
}

/// One run under one rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruled {
    /// The run.
    pub run: String,
    /// The rule.
    pub rule: Rule,
    /// By K, in the order asked.
    pub shares: Vec<Share>,
}

/// Scores runs under rules at one level.
///
/// # Errors
/// A file that cannot be read.
pub fn score(
    ws: &Workspace,
    runs: &[String],
    rules: &[Rule],
    level: Level,
    ks: &[u32],
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<Ruled>> {
    let gold = board::golds(ws, stop)?;
    let mut out = Vec::new();
    for run in runs {
        let lists = board::lists(ws, run, &gold, stop)?;
        for rule in rules {
            let shares = ks.iter().map(|k| share(&gold, &lists, *rule, level, *k)).collect();
            out.push(Ruled {
                run: run.clone(),
                rule: *rule,
                shares,
            });
        }
    }
    Ok(out)
}

fn share(gold: &board::Golds, lists: &[Option<Lists>], rule: Rule, level: Level, k: u32) -> Share {
    let mut out = Share::default();
    let none = Lists::default();
    for (n, gold) in gold.all.iter().enumerate() {
        let lists = lists.get(n).and_then(Option::as_ref);
        if lists.is_none() && rule == Rule::OrcaLoca {
            // Its denominator is what the run answered.
            continue;
        }
        let lists = lists.unwrap_or(&none);
        let (want, have) = match level {
            Level::File => (&gold.files, &lists.files),
            Level::Function => match &gold.functions {
                Some(functions) => (functions, &lists.functions),
                None => continue,
            },
        };
        if let Some(hit) = rules::acc(rule, level, want, have, k) {
            out.n += 1;
            out.hits += u32::from(hit);
        }
    }
    out
}
