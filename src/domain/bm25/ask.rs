//! The query of a case: terms of its title, its body and the evidence of its images, kept apart so that each can be
//! weighed and switched off without reading anything again.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::domain::evidence::Evidence;

use super::words::{self, Words};
use super::{Recipe, clean};

/// Number of the fields of evidence that hold words.
pub const FIELDS: usize = 7;

/// Their names in the record; `confidence` holds none.
pub const FIELD_NAMES: [&str; FIELDS] = [
    "ocr_text",
    "error_signal",
    "ui_elements",
    "user_action",
    "code_hint",
    "visual_saliency",
    "notes",
];

/// Weight of evidence beside the text, unless told otherwise.
pub const WEIGHT: f64 = 0.5;

/// Where a term of a query comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// The title of the issue.
    Title,
    /// Its body.
    Body,
    /// A field of the evidence, by its place in [`FIELD_NAMES`].
    Evidence(usize),
}

impl Source {
    /// `title`, `body`, or the name of the field.
    pub fn word(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Body => "body",
            Self::Evidence(n) => FIELD_NAMES.get(n).copied().unwrap_or("evidence"),
        }
    }

    /// Whether an image said it.
    pub fn image(self) -> bool {
        matches!(self, Self::Evidence(_))
    }
}

/// A term of a query with how often each source has it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Term {
    /// The term.
    pub text: Box<str>,
    /// Its number, where the repository has it.
    pub id: Option<u32>,
    /// Occurrences in the title.
    pub title: u32,
    /// Occurrences in the body.
    pub body: u32,
    /// Occurrences in each field of the evidence.
    pub fields: [u32; FIELDS],
}

impl Term {
    /// Sources that have it.
    pub fn sources(&self) -> impl Iterator<Item = (Source, u32)> + '_ {
        let text = [(Source::Title, self.title), (Source::Body, self.body)];
        let image = self
            .fields
            .iter()
            .enumerate()
            .map(|(n, count)| (Source::Evidence(n), *count));
        text.into_iter().chain(image).filter(|(_, count)| *count > 0)
    }
}

/// How much each source counts, and what is switched off.
#[derive(Debug, Clone, PartialEq)]
pub struct Dials {
    /// Weight of an occurrence in the title.
    pub title: f64,
    /// Weight of an occurrence in the evidence; 0 is the text alone.
    pub evidence: f64,
    /// Fields of the evidence that count.
    pub fields: [bool; FIELDS],
    /// Terms that do not count.
    pub off: BTreeSet<Box<str>>,
}

impl Dials {
    /// All sources, evidence at `weight`.
    pub fn new(recipe: Recipe, weight: f64) -> Self {
        Self {
            title: recipe.title(),
            evidence: weight,
            fields: [true; FIELDS],
            off: BTreeSet::new(),
        }
    }

    /// How much one occurrence in `source` counts.
    pub fn of(&self, source: Source) -> f64 {
        match source {
            Source::Title => self.title,
            Source::Body => 1.0,
            Source::Evidence(n) if self.fields.get(n) == Some(&true) => self.evidence,
            Source::Evidence(_) => 0.0,
        }
    }

    /// The weight of a term in the query.
    pub fn weight(&self, term: &Term) -> f64 {
        self.text(term) + self.images(term)
    }

    /// The part of it that the text gives.
    pub fn text(&self, term: &Term) -> f64 {
        self.part(term, false)
    }

    /// The part of it that the images give.
    pub fn images(&self, term: &Term) -> f64 {
        self.part(term, true)
    }

    fn part(&self, term: &Term, image: bool) -> f64 {
        if self.off.contains(&term.text) {
            return 0.0;
        }
        let sources = term.sources().filter(|(source, _)| source.image() == image);
        sources.map(|(source, count)| self.of(source) * f64::from(count)).sum()
    }
}

/// A query.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ask {
    /// Its terms, sorted, so that sums come out the same every time.
    pub terms: Vec<Term>,
}

impl Ask {
    /// The query of an issue. Its terms have numbers only in `words`.
    pub fn new(words: &Words, title: &str, body: &str, evidence: &[Evidence]) -> Self {
        let mut terms: BTreeMap<Box<str>, Term> = BTreeMap::new();
        let recipe = words.recipe();
        let mut add = |text: &str, to: &dyn Fn(&mut Term)| {
            let cleaned = match recipe {
                Recipe::Code => clean::issue(text),
                Recipe::Lucene => text.to_owned(),
            };
            words::each(recipe, &cleaned, &mut |term| match terms.get_mut(term) {
                Some(known) => to(known),
                None => to(terms.entry(term.into()).or_default()),
            });
        };
        add(title, &|t| t.title += 1);
        add(body, &|t| t.body += 1);
        for ((field, term), count) in seen(recipe, evidence) {
            let entry = terms.entry(term).or_default();
            if let Some(n) = entry.fields.get_mut(field) {
                *n = count;
            }
        }
        let terms = terms.into_iter().map(|(text, term)| Term {
            id: words.id(&text),
            text,
            ..term
        });
        Self { terms: terms.collect() }
    }

    /// The same text with other evidence.
    #[must_use]
    pub fn with(&self, words: &Words, evidence: &[Evidence]) -> Self {
        let text = self.terms.iter().filter(|t| t.title + t.body > 0).map(|t| {
            let bare = Term {
                fields: [0; FIELDS],
                ..t.clone()
            };
            (t.text.clone(), bare)
        });
        let mut terms: BTreeMap<Box<str>, Term> = text.collect();
        for ((field, text), count) in seen(words.recipe(), evidence) {
            let id = words.id(&text);
            let entry = terms.entry(text.clone()).or_insert_with(|| Term {
                text,
                id,
                ..Term::default()
            });
            if let Some(n) = entry.fields.get_mut(field) {
                *n = count;
            }
        }
        Self {
            terms: terms.into_values().collect(),
        }
    }

    /// Fields of the evidence that have a term.
    pub fn fields(&self) -> [bool; FIELDS] {
        let mut out = [false; FIELDS];
        for term in &self.terms {
            for (any, count) in out.iter_mut().zip(term.fields) {
                *any |= count > 0;
            }
        }
        out
    }
}

/// Terms by field over all exhibits. Where several producers read one exhibit, the one that has a term most often
/// counts, so that a second reading of the same pixels adds no weight to what both saw.
fn seen(recipe: Recipe, evidence: &[Evidence]) -> BTreeMap<(usize, Box<str>), u32> {
    let mut most: HashMap<(&str, usize, Box<str>), u32> = HashMap::new();
    for record in evidence {
        for (field, text) in texts(record).iter().enumerate() {
            let mut counts: HashMap<Box<str>, u32> = HashMap::new();
            words::each(recipe, &clean::issue(text), &mut |term| {
                *counts.entry(term.into()).or_default() += 1;
            });
            for (term, count) in counts {
                let best = most.entry((record.exhibit.as_str(), field, term)).or_default();
                *best = count.max(*best);
            }
        }
    }
    let mut out = BTreeMap::new();
    for ((_, field, term), count) in most {
        *out.entry((field, term)).or_insert(0) += count;
    }
    out
}

/// What each field says, without our own labels.
fn texts(e: &Evidence) -> [String; FIELDS] {
    let one = |text: &Option<String>| text.clone().unwrap_or_default();
    let mut error = Vec::new();
    if let Some(signal) = &e.error_signal {
        let heads = [&signal.kind, &signal.type_name, &signal.message];
        error.extend(heads.into_iter().flatten().map(String::as_str));
        error.extend(signal.stack_hint.iter().map(String::as_str));
    }
    let mut hint = Vec::new();
    if let Some(code) = &e.code_hint {
        for list in [&code.function_names, &code.file_patterns, &code.frameworks] {
            hint.extend(list.iter().map(String::as_str));
        }
    }
    [
        one(&e.ocr_text),
        error.join("\n"),
        e.ui_elements.join("\n"),
        one(&e.user_action),
        hint.join("\n"),
        one(&e.visual_saliency),
        one(&e.notes),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(exhibit: &str, producer: &str, text: &str) -> Evidence {
        Evidence {
            exhibit: exhibit.to_owned(),
            producer: producer.to_owned(),
            ocr_text: Some(text.to_owned()),
            ui_elements: vec!["Legend".to_owned()],
            ..Evidence::default()
        }
    }

    #[test]
    fn sources_stay_apart_and_a_second_reading_adds_nothing() {
        let mut words = Words::new(Recipe::Code);
        let _known = words.bag("legend axis");
        let evidence = [
            read("e1", "a", "axis axis tick"),
            read("e1", "b", "axis grid"),
            read("e2", "a", "axis"),
        ];
        let ask = Ask::new(&words, "Legend axis", "axis ![axis](u)", &evidence);
        let told: Vec<(&str, bool, u32, u32, u32, u32)> = ask
            .terms
            .iter()
            .map(|t| (&*t.text, t.id.is_some(), t.title, t.body, t.fields[0], t.fields[2]))
            .collect();
        assert_eq!(
            told,
            [
                ("axis", true, 1, 1, 3, 0),
                ("grid", false, 0, 0, 1, 0),
                ("legend", true, 1, 0, 0, 2),
                ("tick", false, 0, 0, 1, 0)
            ]
        );
        assert_eq!(ask.fields(), [true, false, true, false, false, false, false]);
        // 3 for the title, 1 for the body, 3 times 0.5 for the images.
        let mut dials = Dials::new(Recipe::Code, 0.5);
        let near = |got: f64, want: f64| assert!((got - want).abs() < 1e-12, "{got} {want}");
        near(dials.weight(&ask.terms[0]), 5.5);
        dials.fields[0] = false;
        near(dials.weight(&ask.terms[0]), 4.0);
        dials.off.insert("axis".into());
        near(dials.weight(&ask.terms[0]), 0.0);
        assert_eq!(
            ask.with(&words, &[]),
            Ask::new(&words, "Legend axis", "axis ![axis](u)", &[])
        );
        assert_eq!(
            Ask::new(&words, "Legend axis", "axis", &[]).with(&words, &evidence),
            ask
        );
    }
}
