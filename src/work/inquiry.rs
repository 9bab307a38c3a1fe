//! Why a run missed: a finding for every case, level and K, in one pass over the cases.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::base::error::{Problem, Result};
use crate::base::num;
use crate::base::path::RepoPath;
use crate::domain::case::{Case, Gold};
use crate::domain::evidence::Evidence;
use crate::domain::finding::{self, Code, Facet, Finding, Input, Search};
use crate::domain::ladder::Ground;
use crate::domain::level::Level;
use crate::domain::run::{Status, Suspect, Suspects};
use crate::domain::trajectory::Trajectory;

use super::casefile::CaseFile;
use super::office::Office;
use super::{ground, merge};

/// Ks for which findings are worked out.
pub const KS: [u32; 4] = [1, 3, 5, 10];

/// How the issue or its evidence names the gold item that is hardest to find among the missed ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Named {
    /// The text names it by path, file name, symbol or stem.
    Text,
    /// Only the evidence of the images does.
    Image,
    /// Parts of its name occur.
    Weak,
    /// Nothing of it occurs.
    Nowhere,
}

impl Named {
    /// All, from the easiest to the hardest.
    pub const ALL: [Self; 4] = [Self::Text, Self::Image, Self::Weak, Self::Nowhere];

    /// Heading of its column.
    pub fn word(self) -> &'static str {
        match self {
            Self::Text => "in text",
            Self::Image => "image only",
            Self::Weak => "weak",
            Self::Nowhere => "nowhere",
        }
    }

    fn of(finding: &Finding) -> Self {
        let one = |facet: Facet| match facet {
            Facet::Text(_) => Self::Text,
            Facet::VceOnly(_) => Self::Image,
            Facet::Weak => Self::Weak,
            Facet::None => Self::Nowhere,
        };
        let all = finding.evidence.iter().map(|e| one(e.facet));
        all.max().unwrap_or(Self::Nowhere)
    }
}

/// One miss.
#[derive(Debug, Clone, PartialEq)]
pub struct Told {
    /// Place of the case in `cases.jsonl`, from 0.
    pub case: u32,
    /// Its id.
    pub id: Arc<str>,
    /// The class.
    pub code: Code,
    /// Classes that hold besides.
    pub also: Vec<Code>,
    /// The finding in full.
    pub finding: Finding,
    /// How the missed gold is named.
    pub named: Named,
    /// What the harness said, where there was no answer.
    pub exit: Option<String>,
}

/// All misses of a run at every level and K, and how many cases were no miss.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Inquiry {
    /// The run.
    pub run: Arc<str>,
    misses: HashMap<(Level, u32), Vec<Told>>,
    counts: HashMap<(Level, u32), (u32, u32)>,
    /// Cases with gold whose repository is not linked: steps that need its tree are guesses there.
    pub without_tree: u32,
    /// Lines that could not be read; what they say counts nowhere.
    pub problems: Vec<Problem>,
}

impl Inquiry {
    /// The misses at a level and one of [`KS`], in the order of the cases.
    pub fn at(&self, level: Level, k: u32) -> &[Told] {
        self.misses.get(&(level, k)).map_or(&[], Vec::as_slice)
    }

    /// Solved cases, and cases without gold.
    pub fn counts(&self, level: Level, k: u32) -> (u32, u32) {
        self.counts.get(&(level, k)).copied().unwrap_or_default()
    }

    fn note(&mut self, level: Level, k: u32, told: Told) {
        let counts = self.counts.entry((level, k)).or_default();
        match told.code {
            Code::Ok => counts.0 += 1,
            Code::NaNoGold => counts.1 += 1,
            _ => self.misses.entry((level, k)).or_default().push(told),
        }
    }
}

/// What a finding needs of one case.
#[derive(Debug)]
pub struct Material<'a> {
    /// The case.
    pub case: &'a Case,
    /// Its evidence.
    pub evidence: &'a [Evidence],
    /// What the run says; `None` without a row.
    pub suspects: Option<&'a Suspects>,
    /// What the agent did.
    pub trajectory: Option<&'a Trajectory>,
    /// The repository.
    pub ground: &'a Ground,
}

/// Text in which names are looked for, in bytes; what stands behind is no issue any more but a log.
const MOST: usize = 256 << 10;

fn head(mut text: String) -> String {
    text.truncate(text.floor_char_boundary(MOST));
    text
}

/// Title, body and comments, of a long text the first 256 KiB: what a model that sees no image can read.
pub fn text_of(case: &Case) -> String {
    let mut out = format!("{}\n{}", case.title, case.body);
    for comment in &case.comments {
        out.push('\n');
        out.push_str(&comment.body);
    }
    head(out)
}

/// All evidence of a case as one text; `None` when there is none.
pub fn vce_of(evidence: &[Evidence]) -> Option<String> {
    let lines: Vec<String> = evidence
        .iter()
        .flat_map(Evidence::fields)
        .flat_map(|f| f.lines)
        .collect();
    (!lines.is_empty()).then(|| head(lines.join("\n")))
}

/// Longest id that a finding looks at in whole, in bytes; no file system has longer paths.
const LONGEST: usize = 4 << 10;

fn cut(text: &mut String) {
    text.truncate(text.floor_char_boundary(LONGEST));
}

/// Suspects without ids that no repository could have: their heads stand for them.
fn shortened(suspects: &Suspects) -> Cow<'_, Suspects> {
    let long = |s: &Suspect| {
        s.raw.len().max(s.path.as_str().len()) > LONGEST || s.name.as_ref().is_some_and(|n| n.len() > LONGEST)
    };
    if !suspects.files.iter().chain(&suspects.functions).any(long) {
        return Cow::Borrowed(suspects);
    }
    let mut out = suspects.clone();
    for s in out.files.iter_mut().chain(&mut out.functions) {
        let mut path = s.path.to_string();
        cut(&mut path);
        s.path = RepoPath::new(path);
        cut(&mut s.raw);
        s.name.iter_mut().for_each(cut);
    }
    Cow::Owned(out)
}

/// Gold as [`shortened`].
fn shortened_gold(gold: &Gold) -> Cow<'_, Gold> {
    let functions = gold.functions.as_deref().unwrap_or_default();
    let long = gold.files.iter().any(|f| f.as_str().len() > LONGEST) || functions.iter().any(|f| f.len() > LONGEST);
    if !long {
        return Cow::Borrowed(gold);
    }
    let mut out = gold.clone();
    for file in &mut out.files {
        let mut path = file.to_string();
        cut(&mut path);
        *file = RepoPath::new(path);
    }
    out.functions.iter_mut().flatten().for_each(cut);
    Cow::Owned(out)
}

/// The finding of one case.
pub fn find(m: &Material<'_>, level: Level, k: u32, text: &str, vce: Option<&str>) -> Finding {
    let gold = shortened_gold(&m.case.gold);
    let suspects = m.suspects.map(shortened);
    finding::finding(&Input {
        level,
        k,
        dedupes: true,
        gold_files: &gold.files,
        gold_functions: gold.functions.as_deref(),
        text,
        vce,
        ground: m.ground,
        suspects: suspects.as_deref().filter(|s| s.status != Status::Missing),
        trajectory: m.trajectory,
        relevance: m.case.labels.relevance,
    })
}

/// Findings of one case, by run, level and K.
pub type CaseFindings = HashMap<(Arc<str>, Level, u32), Finding>;

/// The findings of a case for every run that has suspects at hand.
pub fn of_case(office: &Office, file: &CaseFile, ground: &Ground, stop: &dyn Fn() -> bool) -> CaseFindings {
    let known = office.catalog();
    let (text, vce) = (text_of(&file.case), vce_of(&file.evidence));
    let mut out = CaseFindings::new();
    for (run, suspects) in &file.suspects {
        if stop() {
            break;
        }
        let trajectory = known
            .run(run)
            .and_then(|r| known.trajectory(r, &file.case.id).ok().flatten());
        let material = Material {
            case: &file.case,
            evidence: &file.evidence,
            suspects: Some(suspects),
            trajectory: trajectory.as_ref(),
            ground,
        };
        for level in Level::ALL {
            for k in KS {
                out.insert(
                    (run.clone(), level, k),
                    find(&material, level, k, &text, vce.as_deref()),
                );
            }
        }
    }
    out
}

/// Asks why a run missed; `on` hears how many cases of how many are done. Only `cases` when there are some.
///
/// # Errors
/// No such run, an id that is no case, a damaged file; stopped.
pub fn inquire(
    office: &Office,
    run: &str,
    cases: &[String],
    stop: &dyn Fn() -> bool,
    on: &mut dyn FnMut(usize, usize),
) -> Result<Inquiry> {
    let known = office.catalog();
    let Some(found) = known.runs.iter().find(|r| r.name == run) else {
        let names: Vec<&str> = known.runs.iter().map(|r| r.name.as_str()).collect();
        return Err(Problem::input(format!("no run '{run}' here")).mend(format!("there is: {}", names.join(", "))));
    };
    let mut out = Inquiry {
        run: Arc::from(run),
        problems: known.problems.clone(),
        ..Inquiry::default()
    };
    let mut seen = HashSet::new();
    let path = office.ws.cases();
    let mut total = 0usize;
    merge::old_lines(&path, &mut |_, _| {
        total += 1;
        Ok(())
    })?;
    let mut left: HashSet<&str> = cases.iter().map(String::as_str).collect();
    let all = left.is_empty();
    let mut place = 0usize;
    merge::old_lines(&path, &mut |number, line| {
        if stop() {
            return Err(Problem::environment("stopped; nothing in the workspace was changed"));
        }
        on(place, total);
        let case: Case = match serde_json::from_slice(line) {
            Ok(case) => case,
            Err(e) => {
                out.problems.push(merge::unreadable(&path, number, &e));
                return Ok(());
            }
        };
        let at = num::small(place);
        place += 1;
        if !left.remove(case.id.as_str()) && !all {
            return Ok(());
        }
        let mut read = |p: Problem| out.problems.push(p);
        // Of two cases with one id the first has the row, as in the scores.
        let fresh = seen.insert(case.id.clone());
        let suspects = known
            .suspects(found, &case.id)
            .map_err(&mut read)
            .ok()
            .filter(|_| fresh);
        let suspects = suspects.unwrap_or_else(|| Suspects::missing(&case.id));
        let trajectory = known.trajectory(found, &case.id).map_err(&mut read).unwrap_or_default();
        let evidence = known.evidence_of(&case.id, None).map_err(&mut read).unwrap_or_default();
        let files: Vec<&str> = suspects.functions.iter().take(10).map(|s| s.path.as_str()).collect();
        let ground = ground::of(office, &case, &files, stop);
        out.without_tree += u32::from(ground.tree.is_none() && !case.gold.files.is_empty());
        let material = Material {
            case: &case,
            evidence: &evidence,
            suspects: Some(&suspects),
            trajectory: trajectory.as_ref(),
            ground: &ground,
        };
        let (text, vce) = (text_of(&case), vce_of(&evidence));
        let id: Arc<str> = Arc::from(case.id.as_str());
        for level in Level::ALL {
            for k in KS {
                let finding = find(&material, level, k, &text, vce.as_deref());
                out.note(
                    level,
                    k,
                    Told {
                        case: at,
                        id: id.clone(),
                        code: finding.code,
                        also: finding.also.clone(),
                        named: Named::of(&finding),
                        exit: suspects.exit_status.clone(),
                        finding,
                    },
                );
            }
        }
        Ok(())
    })?;
    if let Some(id) = left.into_iter().next() {
        return Err(Problem::input(format!("no case '{id}'"))
            .in_file(path)
            .mend("list the ids with: casefile show -w WORKSPACE"));
    }
    on(total, total);
    Ok(out)
}

/// What the agent did with the missed gold, for a column.
pub fn search_word(search: Search) -> &'static str {
    match search {
        Search::Opened => "opened",
        Search::Listed => "listed",
        Search::Never => "never seen",
        Search::Mixed => "mixed",
        Search::Unknown | Search::NotApplicable => "no steps",
    }
}

/// The columns of [`search_word`].
pub const SEARCHES: [Search; 5] = [
    Search::Opened,
    Search::Listed,
    Search::Never,
    Search::Mixed,
    Search::Unknown,
];
