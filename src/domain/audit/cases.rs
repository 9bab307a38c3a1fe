//! Rules for one case, and the counts over all of them.

use std::collections::{BTreeMap, HashSet};

use crate::base::path::RepoPath;
use crate::domain::case::{CATEGORIES, Case, Exhibit, Labels, Origin, Place as Spot, difficulty};
use crate::domain::diff::{self, Change};
use crate::domain::filekind::{self, FileKind};
use crate::domain::matching::split_function;

use super::gold::{function_fault, path_fault};
use super::{Finding, Kind, Place, Severity};

/// Least side of an image that shows something, and largest ratio of its sides.
const SIDE: u32 = 8;
const RATIO: u32 = 20;

/// What one case alone shows. Repository and image files are looked at elsewhere.
pub fn check(case: &Case, place: &Place, out: &mut Vec<Finding>) {
    gold(case, place, out);
    patch(case, place, out);
    labels(&case.labels, place, "", out);
    let files = case.gold.files.len();
    let stated = case.labels.difficulty.as_deref();
    if let (Some(stated), Some(counted)) = (stated, difficulty(files))
        && stated != counted
        && ["easy", "medium", "hard"].contains(&stated)
    {
        let what = format!("{stated}, but {files} gold files make it {counted}");
        out.push(Finding::note(Kind::Label, place.clone(), what).mend("easy is 1 file, medium 2 or 3, hard 4 or more"));
    }
    for exhibit in &case.exhibits {
        exhibit_alone(exhibit, place, out);
    }
}

fn gold(case: &Case, place: &Place, out: &mut Vec<Finding>) {
    let mut add = |kind, severity, what: String, mend: &str| {
        out.push(Finding {
            kind,
            severity,
            place: place.clone(),
            what,
            mend: mend.to_owned(),
        });
    };
    let files = &case.gold.files;
    if files.is_empty() {
        add(
            Kind::GoldNone,
            Severity::Note,
            "no gold files".to_owned(),
            "casefile gold takes them from the patch",
        );
    }
    for file in files {
        if let Some(why) = path_fault(file.as_str()) {
            add(
                Kind::GoldPath,
                Severity::Error,
                format!("'{file}': {why}"),
                "write it relative to the repository, with '/'",
            );
        }
        let (kind, pattern) = filekind::kind_of(file.as_str(), &[]);
        if kind != FileKind::Source {
            let mend = "prompts ask for source before tests, documents and settings";
            add(
                Kind::GoldKind,
                Severity::Note,
                format!("{file}: {kind} by the pattern {pattern}"),
                mend,
            );
        }
    }
    let functions = case.gold.functions.as_deref().unwrap_or_default();
    for twice in twice(files.iter().map(RepoPath::as_str)).chain(twice(functions.iter().map(String::as_str))) {
        add(
            Kind::GoldTwice,
            Severity::Error,
            format!("'{twice}' is there twice"),
            "keep one of them",
        );
    }
    let known: HashSet<&str> = files.iter().map(RepoPath::as_str).collect();
    for id in functions {
        // Names that casefile computes are those of the outline.
        if case.gold.origin == Origin::Dataset
            && let Some(why) = function_fault(id)
        {
            add(
                Kind::GoldGrammar,
                Severity::Error,
                format!("'{id}': {why}"),
                "write it as path:Class.method",
            );
        }
        let (path, _) = split_function(id);
        if !files.is_empty() && !known.contains(path) {
            add(
                Kind::GoldFile,
                Severity::Error,
                format!("{id}: {path} is no gold file"),
                "add the file, or drop the function",
            );
        }
    }
}

fn twice<'a>(all: impl Iterator<Item = &'a str>) -> impl Iterator<Item = &'a str> {
    let mut seen = HashSet::new();
    let mut told = HashSet::new();
    all.filter(move |x| !seen.insert(*x) && told.insert(*x))
}

/// Gold against the patch.
fn patch(case: &Case, place: &Place, out: &mut Vec<Finding>) {
    let Some(text) = case.patch.as_deref() else { return };
    let diff = diff::read(text);
    if diff.is_empty() {
        return;
    }
    for file in &case.gold.files {
        let touches = diff
            .iter()
            .find(|d| d.old.as_ref() == Some(file) || d.new.as_ref() == Some(file));
        match touches {
            None => out.push(
                Finding::error(
                    Kind::GoldNotInPatch,
                    place.clone(),
                    format!("{file} is gold, but not in the patch"),
                )
                .mend("the patch may be cut off, or the path be that of another commit"),
            ),
            Some(d) if d.change == Change::New || d.old.as_ref().is_some_and(|old| old != file) => {
                let what = format!("{file} does not exist before the fix, which adds or renames it");
                out.push(
                    Finding::note(Kind::GoldNew, place.clone(), what).mend("leave it out of gold, or score without it"),
                );
            }
            Some(_) => {}
        }
    }
}

fn labels(labels: &Labels, place: &Place, whose: &str, out: &mut Vec<Finding>) {
    let mut add = |what: String, mend: String| {
        out.push(Finding::error(Kind::Label, place.clone(), format!("{whose}{what}")).mend(mend));
    };
    if let Some(r) = labels.relevance.filter(|r| !(-1..=2).contains(r)) {
        add(
            format!("relevance {r}"),
            "-1 harmful, 0 neutral, 1 helpful, 2 vital".to_owned(),
        );
    }
    if let Some(c) = labels.category.as_deref().filter(|c| !CATEGORIES.contains(c)) {
        add(format!("category '{c}'"), CATEGORIES.join(", "));
    }
    if let Some(d) = labels
        .difficulty
        .as_deref()
        .filter(|d| !["easy", "medium", "hard"].contains(d))
    {
        add(format!("difficulty '{d}'"), "easy, medium, hard".to_owned());
    }
    if let Some(a) = labels.annotation_by.as_deref().filter(|a| !["human", "ai"].contains(a)) {
        add(format!("annotation_by '{a}'"), "human, ai".to_owned());
    }
}

fn exhibit_alone(exhibit: &Exhibit, place: &Place, out: &mut Vec<Finding>) {
    labels(&exhibit.labels, place, &format!("exhibit {}: ", exhibit.id), out);
    let named = &exhibit.source;
    if exhibit.place == Spot::Attached {
        let what = format!("{named} is listed, but the text does not show it");
        out.push(Finding::note(Kind::Unreferenced, place.clone(), what));
    }
    match (&exhibit.image, &exhibit.fault) {
        (None, why) => {
            let why = why.as_deref().unwrap_or("none was found");
            let what = format!("no image for {named}: {why}");
            out.push(Finding::note(Kind::Image, place.clone(), what).mend("import a folder that holds it"));
        }
        (Some(_), Some(fault)) => {
            out.push(Finding::error(
                Kind::Image,
                place.clone(),
                format!("{named} cannot be shown: {fault}"),
            ));
        }
        (Some(image), None) => {
            let (least, most) = (image.width.min(image.height), image.width.max(image.height));
            if image.width > 0 && (least < SIDE || most / least.max(1) >= RATIO) {
                let what = format!("{named} is {}×{} pixels", image.width, image.height);
                out.push(
                    Finding::note(Kind::Image, place.clone(), what).mend("look whether it is a badge or a spacer"),
                );
            }
        }
    }
}

/// Counts over all cases.
#[derive(Debug, Default)]
pub struct Tally {
    cases: usize,
    /// Number of gold items of the cases that have some, by level.
    sizes: BTreeMap<&'static str, Vec<usize>>,
    /// Label, then value, then cases; no value is the empty text.
    labels: BTreeMap<&'static str, BTreeMap<String, usize>>,
}

impl Tally {
    /// Counts a case.
    pub fn note(&mut self, case: &Case) {
        self.cases += 1;
        let functions = case.gold.functions.as_ref().map_or(0, Vec::len);
        for (level, n) in [("file", case.gold.files.len()), ("function", functions)] {
            if n > 0 {
                self.sizes.entry(level).or_default().push(n);
            }
        }
        let l = &case.labels;
        let relevance = l.relevance.map(|r| r.to_string());
        for (name, value) in [
            ("category", l.category.clone()),
            ("relevance", relevance),
            ("difficulty", case.difficulty().map(str::to_owned)),
            ("annotation_by", l.annotation_by.clone()),
            ("language", Some(case.language.clone())),
        ] {
            let all = self.labels.entry(name).or_default();
            *all.entry(value.unwrap_or_default()).or_default() += 1;
        }
    }

    /// What the counts say: ceilings and marginals, all of them notes.
    pub fn findings(&self, file: &str) -> Vec<Finding> {
        let mut out = Vec::new();
        for (level, sizes) in &self.sizes {
            for k in [1, 3, 5, 10] {
                let over = sizes.iter().filter(|n| **n > k).count();
                if over > 0 {
                    let n = sizes.len();
                    let top = (n - over) as f64 * 100.0 / n as f64;
                    let what = format!(
                        "{over} of {n} cases have more than {k} gold {level}s: {level} Acc@{k} is at most {top:.2}"
                    );
                    out.push(Finding::note(Kind::GoldSize, Place::file(file), what));
                }
            }
        }
        for (name, values) in &self.labels {
            let without = values.get("").copied().unwrap_or(0);
            if without == self.cases {
                continue;
            }
            let mut all: Vec<String> = values
                .iter()
                .filter(|(v, _)| !v.is_empty())
                .map(|(v, n)| format!("{v} {n}"))
                .collect();
            if without > 0 {
                all.push(format!("without {without}"));
            }
            out.push(Finding::note(
                Kind::Marginal,
                Place::file(file),
                format!("{name}: {}", all.join(", ")),
            ));
        }
        out
    }
}
