//! Runs, events and evidence against the cases.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::Deserialize;

use crate::base::path::RepoPath;
use crate::domain::audit::{Finding, Kind, Place};
use crate::domain::run::{Status, Suspect, Suspects};

use super::facts::Facts;
use super::repos::Shelf;
use super::{bad_line, examples};

/// Cases that have something in common, and how many things they are in all.
#[derive(Debug, Default)]
struct Group {
    cases: Vec<String>,
    n: usize,
    things: usize,
}

impl Group {
    fn add(&mut self, case: &str, things: usize) {
        self.n += 1;
        self.things += things;
        if self.cases.len() < 3 {
            self.cases.push(case.to_owned());
        }
    }

    fn words(&self) -> String {
        examples(&self.cases, self.n)
    }
}

/// One run as it is read.
pub(super) struct Run {
    name: String,
    file: String,
    seen: HashMap<Box<str>, usize>,
    unknown: Group,
    doubles: Group,
    twice: Group,
    absent: Group,
    looked: usize,
    statuses: BTreeMap<&'static str, Group>,
}

impl Run {
    pub(super) fn new(name: &str, file: String) -> Self {
        Self {
            name: name.to_owned(),
            file,
            seen: HashMap::new(),
            unknown: Group::default(),
            doubles: Group::default(),
            twice: Group::default(),
            absent: Group::default(),
            looked: 0,
            statuses: BTreeMap::new(),
        }
    }

    pub(super) fn row(&mut self, facts: &Facts, repos: &mut Shelf, number: usize, line: &[u8], out: &mut Vec<Finding>) {
        let row: Suspects = match serde_json::from_slice(line) {
            Ok(row) => row,
            Err(e) => return out.push(bad_line(&self.file, number, "row of a run", &e)),
        };
        if self.seen.insert(row.case.as_str().into(), number).is_some() {
            self.doubles.add(&row.case, 1);
        }
        if row.status != Status::Ok {
            self.statuses.entry(row.status.word()).or_default().add(&row.case, 1);
        }
        let again = repeated(&row.files) + repeated(&row.functions);
        if again > 0 {
            self.twice.add(&row.case, again);
        }
        let Some(fact) = facts.case(&row.case) else {
            self.unknown.add(&row.case, 1);
            return;
        };
        let mut paths: Vec<RepoPath> = row.files.iter().chain(&row.functions).map(|s| s.path.clone()).collect();
        paths.sort();
        paths.dedup();
        if let Some(there) = repos.present(&fact.repo, &fact.base, &paths) {
            self.looked += paths.len();
            let gone = there.iter().filter(|t| !**t).count();
            if gone > 0 {
                self.absent.add(&row.case, gone);
            }
        }
    }

    /// Tells what the rows showed together.
    pub(super) fn tell(&self, facts: &Facts, out: &mut Vec<Finding>) {
        let place = || Place {
            row: self.name.clone(),
            ..Place::file(&self.file)
        };
        let rows = self.seen.len();
        if self.unknown.n > 0 {
            let what = format!(
                "{} rows about cases that are not there: {}",
                self.unknown.n,
                self.unknown.words()
            );
            out.push(Finding::error(Kind::RunCase, place(), what).mend("import the cases, or remove the rows"));
        }
        if self.doubles.n > 0 {
            let what = format!(
                "{} rows about a case that has one: {}",
                self.doubles.n,
                self.doubles.words()
            );
            out.push(Finding::error(Kind::RunCase, place(), what).mend("the last row counts; remove the others"));
        }
        let known: HashSet<usize> = self.seen.keys().filter_map(|id| facts.index(id)).collect();
        let mut without = Group::default();
        let missing = facts
            .all
            .iter()
            .filter(|f| facts.index(&f.id).is_some_and(|n| !known.contains(&n)));
        missing.for_each(|f| without.add(&f.id, 1));
        if without.n > 0 {
            let what = format!(
                "{} of {} cases have no row: {}",
                without.n,
                facts.all.len(),
                without.words()
            );
            out.push(
                Finding::note(Kind::RunMissing, place(), what).mend("count them as misses, or say which n is meant"),
            );
        }
        for (status, group) in &self.statuses {
            let what = format!("{status}: {} of {rows} rows: {}", group.n, group.words());
            out.push(Finding::note(Kind::RunStatus, place(), what));
        }
        if self.twice.n > 0 {
            let what = format!(
                "{} repeated entries in {} rankings: {}",
                self.twice.things,
                self.twice.n,
                self.twice.words()
            );
            out.push(Finding::note(Kind::RunTwice, place(), what).mend("each takes a place in the top K from another"));
        }
        if self.absent.n > 0 {
            let what = format!(
                "{} of {} paths are not in the base, in {} rows: {}",
                self.absent.things,
                self.looked,
                self.absent.n,
                self.absent.words()
            );
            out.push(Finding::note(Kind::RunPath, place(), what).mend("invented, misspelt, or added by the answer"));
        }
    }
}

/// Entries that name what an earlier one named.
fn repeated(all: &[Suspect]) -> usize {
    let mut seen = HashSet::new();
    // Entries that name lines or nothing below the file may be several places of it.
    let named = all.iter().filter(|s| s.lines.is_none());
    named.filter(|s| !seen.insert((&s.path, &s.name, s.what))).count()
}

#[derive(Deserialize)]
struct Looked {
    case: String,
    #[serde(default)]
    system: String,
    #[serde(default)]
    own_fix: Vec<u32>,
}

/// A trajectory that looked up the fix.
pub(super) fn events(file: &str, number: usize, line: &[u8], out: &mut Vec<Finding>) {
    let row: Looked = match serde_json::from_slice(line) {
        Ok(row) => row,
        Err(e) => return out.push(bad_line(file, number, "trajectory", &e)),
    };
    if !row.own_fix.is_empty() {
        let steps: Vec<String> = row.own_fix.iter().map(u32::to_string).collect();
        let what = format!("{} looked up the fix itself at step {}", row.system, steps.join(", "));
        let finding = Finding::error(
            Kind::OwnFix,
            Place::line(file, number, &row.case),
            what.trim().to_owned(),
        );
        out.push(finding.mend("leave the case out of this run's score"));
    }
}

#[derive(Deserialize)]
struct Seen {
    case: String,
    #[serde(default)]
    exhibit: String,
    #[serde(default)]
    confidence: Option<f64>,
}

/// A record of evidence.
pub(super) fn evidence(facts: &Facts, file: &str, number: usize, line: &[u8], out: &mut Vec<Finding>) {
    let row: Seen = match serde_json::from_slice(line) {
        Ok(row) => row,
        Err(e) => return out.push(bad_line(file, number, "evidence record", &e)),
    };
    let place = || Place::line(file, number, &row.case);
    let mut tell = |what: String, mend: &str| out.push(Finding::error(Kind::Evidence, place(), what).mend(mend));
    match facts.case(&row.case) {
        None => tell(
            "about a case that is not there".to_owned(),
            "import the case, or remove the record",
        ),
        Some(fact) if !fact.has(&row.exhibit) => {
            tell(
                format!("the case has no exhibit '{}'", row.exhibit),
                "import the evidence again",
            );
        }
        Some(_) => {}
    }
    if let Some(c) = row.confidence.filter(|c| !(0.0..=1.0).contains(c)) {
        tell(format!("confidence {c}"), "it goes from 0 to 1");
    }
}
