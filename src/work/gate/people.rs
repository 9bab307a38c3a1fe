//! The gate's own verdicts beside those of people, stage by stage.

use std::collections::BTreeMap;

use crate::domain::agree::{Ratings, Scale, Undefined, measure};
use crate::domain::gate::{Item, Over, Stage, Verdict};

/// One person against the log at one stage.
#[derive(Debug, Clone, PartialEq)]
pub struct Against {
    /// The stage.
    pub stage: Stage,
    /// Who.
    pub by: String,
    /// Images of which both have a verdict, pass or fail.
    pub both: usize,
    /// Those on which they agree.
    pub agreed: usize,
    /// Cohen's kappa.
    pub kappa: Result<f64, Undefined>,
}

/// Each person against what the log alone says (`automatic` are its images without people), in order of stage and name.
/// Where the log has no verdict of its own, as after an earlier stage failed, there is nothing to compare.
pub(super) fn against(automatic: &[Item], people: &[Over]) -> Vec<Against> {
    let mut pairs: BTreeMap<(Stage, &str), Vec<(bool, bool)>> = BTreeMap::new();
    for over in people {
        let found = automatic
            .binary_search_by(|i| (i.case.as_str(), i.exhibit.as_str()).cmp(&(&over.case, &over.exhibit)))
            .ok();
        let item = found.and_then(|at| automatic.get(at));
        let log = item.and_then(|i| i.steps.get(over.stage as usize)?.verdict);
        let log = match log {
            Some(Verdict::Pass) => true,
            Some(Verdict::Fail) => false,
            _ => continue,
        };
        pairs.entry((over.stage, &over.by)).or_default().push((log, over.pass));
    }
    let all = pairs.into_iter().map(|((stage, by), pairs)| Against {
        stage,
        by: by.to_owned(),
        both: pairs.len(),
        agreed: pairs.iter().filter(|(log, person)| log == person).count(),
        kappa: kappa(&pairs),
    });
    all.collect()
}

fn kappa(pairs: &[(bool, bool)]) -> Result<f64, Undefined> {
    let label = |pass: bool| Some(u16::from(!pass));
    let ratings = Ratings {
        domain: vec!["pass".to_owned(), "fail".to_owned()],
        scale: Scale::Nominal,
        units: pairs
            .iter()
            .map(|(log, person)| vec![label(*log), label(*person)])
            .collect(),
    };
    let [kappa, ..] = measure(&ratings).cohen;
    kappa.map(|k| k.value)
}
