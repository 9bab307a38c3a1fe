//! The gate as a table: a row an image, with what each stage said in a word, and the counts beside the funnel.

use std::collections::HashMap;

use super::stage::{category, confidence, relevance, said};
use super::{Item, Limits, Over, Record, Stage, items, signed};

/// Relevances in the order of [`Cross`]: −1 to +2.
pub const RELEVANCES: [i8; 4] = [-1, 0, 1, 2];

/// How often A (down) and D (across) gave which relevance, in the order of [`RELEVANCES`].
pub type Cross = [[usize; 4]; 4];

/// Bins of B's confidence.
pub const BINS: usize = 20;

/// One image with what the stages said about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Where it stands.
    pub item: Item,
    /// What was said.
    pub said: Said,
    /// Whether people judged a stage, in order of the stages.
    pub people: [Voices; 4],
}

/// What people say about a stage, whether or not it counts now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Voices {
    /// Nobody said anything.
    #[default]
    None,
    /// All who did say the same.
    Agree,
    /// They differ, so that the log counts.
    Differ,
}

impl Voices {
    fn of(people: &[&Over], stage: Stage) -> Self {
        let mut own = people.iter().filter(|o| o.stage == stage);
        let same = |a: &Over, b: &Over| (a.pass, a.relevance, a.category) == (b.pass, b.relevance, b.category);
        match own.next() {
            None => Self::None,
            Some(first) if own.all(|o| same(o, first)) => Self::Agree,
            Some(_) => Self::Differ,
        }
    }
}

/// What stages said about an image, whether or not it counts now. What people agree on stands in the place of the log's.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Said {
    /// A's relevance.
    pub first: Option<i8>,
    /// B's category, in the spelling of the seven where it is one of them.
    pub category: Option<String>,
    /// B's confidence, 0 to 1.
    pub confidence: Option<f64>,
    /// C's answer in a word.
    pub plausible: Option<String>,
    /// D's relevance.
    pub second: Option<i8>,
    /// D's category, where it is another one than B's.
    pub other: Option<String>,
}

impl Said {
    fn of(item: &Item, log: &[Record], people: &[&Over]) -> Self {
        let output = |stage: Stage| {
            let step = item.steps.get(stage as usize)?;
            Some(&log.get(step.record?)?.output)
        };
        let person = |stage: Stage| {
            let agree = Voices::of(people, stage) == Voices::Agree;
            people.iter().find(|o| agree && o.stage == stage).copied()
        };
        let number = |stage| {
            let own = person(stage).and_then(|o| o.relevance);
            own.or_else(|| relevance(output(stage)?).ok())
        };
        let kind = person(Stage::B).and_then(|o| o.category).map(str::to_owned);
        let kind = kind.or_else(|| {
            let word = said(output(Stage::B)?).ok()?;
            Some(category(&word).map_or(word, str::to_owned))
        });
        let other = output(Stage::D).and_then(|o| said(o).ok());
        let other = other.map(|word| category(&word).map_or(word, str::to_owned));
        let other = other.filter(|o| kind.as_ref().is_some_and(|k| k != o));
        let fix = person(Stage::C).map(|o| if o.pass { "yes" } else { "no" }.to_owned());
        let fix = fix.or_else(|| match output(Stage::C)?.get("plausible")? {
            serde_json::Value::Bool(yes) => Some(if *yes { "yes" } else { "no" }.to_owned()),
            serde_json::Value::String(word) => Some(word.trim().to_lowercase()),
            _ => None,
        });
        Self {
            first: number(Stage::A),
            category: kind,
            confidence: output(Stage::B).and_then(|o| confidence(o).ok()),
            plausible: fix,
            second: number(Stage::D),
            other,
        }
    }

    /// What a stage said, short: `+2`, `ui .83`, `yes`, `+1 log`; empty when it said nothing.
    pub fn short(&self, stage: Stage) -> String {
        let number = |n: Option<i8>| n.map(signed).unwrap_or_default();
        match stage {
            Stage::A => number(self.first),
            Stage::B => {
                let kind = self.category.as_deref().map(brief).unwrap_or_default();
                let sure = self.confidence.map(two).unwrap_or_default();
                format!("{kind} {sure}").trim().to_owned()
            }
            Stage::C => self.plausible.clone().unwrap_or_default(),
            Stage::D => {
                let kind = self.other.as_deref().map(brief).unwrap_or_default();
                format!("{} {kind}", number(self.second)).trim().to_owned()
            }
        }
    }
}

/// A share with two digits and without the zero before the point: `.83`, `1.00`.
pub fn two(share: f64) -> String {
    let text = format!("{share:.2}");
    text.strip_prefix('0').unwrap_or(&text).to_owned()
}

/// A category in few letters; another word in its first six.
fn brief(kind: &str) -> String {
    let known = match kind {
        "ui_screenshot" => "ui",
        "behavior_demo" => "demo",
        "error_message" => "error",
        "rendering_result" => "render",
        "code_screenshot" => "code",
        "data_visualization" => "data",
        "log_output" => "log",
        other => return other.chars().take(6).collect(),
    };
    known.to_owned()
}

/// All images of the log and of what people said, sorted by case and exhibit; see [`items`].
pub fn rows(log: &[Record], people: &[Over], limits: &Limits) -> Vec<Row> {
    let mut about: HashMap<(&str, &str), Vec<&Over>> = HashMap::new();
    for over in people {
        about.entry((&over.case, &over.exhibit)).or_default().push(over);
    }
    let all = items(log, people, limits).into_iter().map(|item| {
        let own = about.get(&(item.case.as_str(), item.exhibit.as_str()));
        let own = own.map_or(&[][..], Vec::as_slice);
        Row {
            said: Said::of(&item, log, own),
            people: Stage::ALL.map(|s| Voices::of(own, s)),
            item,
        }
    });
    all.collect()
}

/// Works one image out again after people changed what they say about it; `rows` are those of all images. Much less work
/// than all of them.
pub fn again(rows: &mut Vec<Row>, log: &[Record], people: &[Over], limits: &Limits, image: (&str, &str)) {
    let (case, exhibit) = image;
    let numbered = log.iter().enumerate();
    let own = numbered.filter(|(_, r)| r.exhibit == exhibit && r.case == case);
    let (places, records): (Vec<usize>, Vec<Record>) = own.map(|(n, r)| (n, r.clone())).unzip();
    let said = people.iter().filter(|o| o.exhibit == exhibit && o.case == case);
    let said: Vec<Over> = said.cloned().collect();
    let mut new = self::rows(&records, &said, limits).pop();
    // Its records stand elsewhere in the whole log.
    for step in new.iter_mut().flat_map(|row| &mut row.item.steps) {
        step.record = step.record.and_then(|n| places.get(n).copied());
    }
    let at = rows.binary_search_by(|r| (r.item.case.as_str(), r.item.exhibit.as_str()).cmp(&image));
    match (at, new) {
        (Ok(n), Some(row)) => {
            if let Some(slot) = rows.get_mut(n) {
                *slot = row;
            }
        }
        (Ok(n), None) => drop(rows.remove(n)),
        (Err(n), Some(row)) => rows.insert(n, row),
        (Err(_), None) => {}
    }
}

/// How often A and D gave which relevance, over the images to which both gave one.
pub fn cross<'a>(rows: impl Iterator<Item = &'a Row>) -> Cross {
    let mut out = Cross::default();
    let place = |n: Option<i8>| RELEVANCES.iter().position(|r| Some(*r) == n);
    for row in rows {
        let (Some(a), Some(d)) = (place(row.said.first), place(row.said.second)) else {
            continue;
        };
        if let Some(count) = out.get_mut(a).and_then(|r| r.get_mut(d)) {
            *count += 1;
        }
    }
    out
}

/// How often B gave which confidence, in bins of .05; the last one holds 1 too.
pub fn histogram<'a>(rows: impl Iterator<Item = &'a Row>) -> [usize; BINS] {
    let mut out = [0; BINS];
    for sure in rows.filter_map(|r| r.said.confidence) {
        // A little more, so that .15 is in the bin that begins with it.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 20")]
        let bin = (sure * 20.0 + 1e-9) as usize;
        if let Some(count) = out.get_mut(bin.min(BINS - 1)) {
            *count += 1;
        }
    }
    out
}
