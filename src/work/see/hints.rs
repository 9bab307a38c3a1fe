//! What evidence points at: words of an exhibit that occur in the paths and functions of gold, and of the first suspects.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use crate::base::error::{Problem, Result};
use crate::base::path::RepoPath;
use crate::domain::case::Case;
use crate::domain::evidence::Evidence;
use crate::domain::marks::Words;
use crate::domain::run::Suspect;
use crate::read::meter::Meter;
use crate::work::catalog::Catalog;
use crate::work::office::Office;
use crate::work::rank::rare::{self, Rare};
use crate::work::rank::{Problems, check_producer, each_of};

/// Suspects of a run and level that count.
pub const TOP: usize = 10;

/// What is asked.
#[derive(Debug, Clone, Default)]
pub struct Ask {
    /// Case ids; none for all.
    pub cases: Vec<String>,
    /// Whose evidence counts; `None` for all.
    pub producer: Option<String>,
    /// Also rare words, for which repositories are read.
    pub rare: bool,
}

/// What one exhibit points at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// Its case.
    pub case: String,
    /// Its id.
    pub exhibit: String,
    /// Who read it.
    pub producers: Vec<String>,
    /// Words in gold paths and functions, as they stand in the evidence.
    pub gold: Vec<String>,
    /// Words in suspects of the runs that gold does not have.
    pub suspects: Vec<String>,
    /// Rare words of the repository that the issue does not have.
    pub rare: Vec<Rare>,
}

/// All exhibits with evidence.
#[derive(Debug, Clone, Default)]
pub struct Hints {
    /// In the order of the cases.
    pub all: Vec<Hint>,
    /// Runs whose suspects count.
    pub runs: Vec<String>,
    /// Cases that no rare words could be looked for in, by reason.
    pub problems: Problems,
}

impl Hints {
    /// Exhibits that name gold; that name a suspect which gold does not have; that do either.
    pub fn counts(&self) -> (usize, usize, usize) {
        let of = |is: &dyn Fn(&Hint) -> bool| self.all.iter().filter(|h| is(h)).count();
        (
            of(&|h| !h.gold.is_empty()),
            of(&|h| !h.suspects.is_empty()),
            of(&|h| !h.gold.is_empty() || !h.suspects.is_empty()),
        )
    }

    /// Exhibits with a rare word, and with one that a gold file has.
    pub fn rare(&self) -> (usize, usize) {
        let of = |is: &dyn Fn(&Rare) -> bool| self.all.iter().filter(|h| h.rare.iter().any(is)).count();
        (of(&|_| true), of(&|r| r.gold))
    }
}

/// Goes through all evidence. Runs that the reference ranker made from it do not count: they rank by these very words.
///
/// # Errors
/// A damaged `cases.jsonl`, a producer without evidence, evidence or runs that cannot be read, a stop.
pub fn hints(office: &Office, ask: &Ask, meter: &Arc<Meter>) -> Result<Hints> {
    let catalog = office.catalog();
    if let Some(name) = &ask.producer {
        check_producer(&office.ws, name)?;
    }
    let mut out = Hints::default();
    let own = |system: &str| crate::domain::bm25::Recipe::named(system).is_some();
    let runs: Vec<_> = catalog.runs.iter().filter(|r| !own(&r.info.system)).collect();
    out.runs = runs.iter().map(|r| r.name.clone()).collect();
    let known: HashSet<&str> = catalog.with_evidence().into_iter().collect();
    let mut cases: Vec<Case> = Vec::new();
    let mut missing: Vec<&String> = ask.cases.iter().collect();
    each_of(&office.ws, &mut |case| {
        missing.retain(|id| **id != case.id);
        if known.contains(case.id.as_str()) && (ask.cases.is_empty() || ask.cases.contains(&case.id)) {
            cases.push(case);
        }
    })?;
    if let Some(id) = missing.first() {
        let id = crate::text::clean::line(id);
        return Err(Problem::input(format!("no case '{id}' in the workspace")).mend("`casefile show` lists the ids"));
    }
    meter.phase("reading evidence", cases.len() as u64);
    for case in &cases {
        meter.check()?;
        meter.add(1);
        let mut suspects = Vec::new();
        for run in &runs {
            let found = catalog.suspects(run, &case.id)?;
            for list in [&found.files, &found.functions] {
                suspects.extend(list.iter().take(TOP).map(id));
            }
        }
        out.all.extend(of_case(&catalog, case, &suspects, ask)?);
    }
    if ask.rare {
        let (mut found, problems) = rare::rare(office, &cases, ask.producer.as_deref(), meter)?;
        for hint in &mut out.all {
            let key = (hint.case.clone(), hint.exhibit.clone());
            hint.rare = found.remove(&key).unwrap_or_default();
        }
        out.problems = problems;
    }
    Ok(out)
}

/// `path` or `path:name`.
fn id(suspect: &Suspect) -> String {
    match &suspect.name {
        Some(name) => format!("{}:{name}", suspect.path),
        None => suspect.path.to_string(),
    }
}

fn of_case(catalog: &Catalog, case: &Case, suspects: &[String], ask: &Ask) -> Result<Vec<Hint>> {
    let evidence = catalog.evidence_of(&case.id, ask.producer.as_deref())?;
    let files = case.gold.files.iter().map(RepoPath::as_str);
    let functions = case.gold.functions.iter().flatten().map(String::as_str);
    let gold = Words::new(files.chain(functions), std::iter::empty());
    let wrong = Words::new(std::iter::empty(), suspects.iter().map(String::as_str));
    let mut out = Vec::new();
    for exhibit in &case.exhibits {
        let own: Vec<&Evidence> = evidence.iter().filter(|e| e.exhibit == exhibit.id).collect();
        if own.is_empty() {
            continue;
        }
        let text = said(&own);
        let named = find(&gold, &text);
        let low: HashSet<String> = named.iter().map(|w| w.to_lowercase()).collect();
        let mut other = find(&wrong, &text);
        other.retain(|w| !low.contains(&w.to_lowercase()));
        out.push(Hint {
            case: case.id.clone(),
            exhibit: exhibit.id.clone(),
            producers: own.iter().map(|e| e.producer.clone()).collect(),
            gold: named,
            suspects: other,
            rare: Vec::new(),
        });
    }
    Ok(out)
}

/// All that records say in words.
fn said(own: &[&Evidence]) -> String {
    let fields = own.iter().flat_map(|e| e.fields());
    let lines = fields.filter(|f| f.name != "confidence").flat_map(|f| f.lines);
    lines.collect::<Vec<_>>().join("\n")
}

/// The words that are found, each once whatever its case, in order of the text.
fn find(words: &Words, text: &str) -> Vec<String> {
    let mut met = BTreeSet::new();
    let found = words.find(text).into_iter().filter_map(|(range, _)| text.get(range));
    found
        .filter(|w| met.insert(w.to_lowercase()))
        .map(str::to_owned)
        .collect()
}
