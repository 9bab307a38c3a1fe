//! Why a document stands where it stands: shares of a score by term and source, and the ranks that would be with other
//! evidence. All of it is about this ranker: a proxy for what words in an image could tell, no model's reasons.

use super::ask::{Ask, Dials, FIELDS, Source};
use super::index::Index;

/// Part of the score of one document.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// Place of the term in the query.
    pub term: usize,
    /// Where the query has it from.
    pub source: Source,
    /// What it adds to the score.
    pub amount: f64,
}

/// All parts of the score of `doc`: they sum up to it. In order of terms, then sources.
pub fn shares(index: &Index, ask: &Ask, dials: &Dials, doc: u32) -> Vec<Share> {
    let mut out = Vec::new();
    for (n, term) in ask.terms.iter().enumerate() {
        if dials.off.contains(&term.text) {
            continue;
        }
        let gain = index.gain(term, doc);
        if gain <= 0.0 {
            continue;
        }
        let parts = term.sources().map(|(source, count)| Share {
            term: n,
            source,
            amount: gain * dials.of(source) * f64::from(count),
        });
        out.extend(parts.filter(|s| s.amount > 0.0));
    }
    out
}

/// One term between a gold document and a wrong one, as if it were on.
#[derive(Debug, Clone, PartialEq)]
pub struct Versus {
    /// The term.
    pub term: Box<str>,
    /// What it adds to gold: by the text, by the images.
    pub gold: [f64; 2],
    /// What it adds to the wrong one, likewise.
    pub wrong: [f64; 2],
    /// The text has it; the images have it, whether or not they count now.
    pub seen: [bool; 2],
    /// In how many documents it stands.
    pub df: usize,
    /// It is switched off.
    pub off: bool,
}

impl Versus {
    /// To gold minus to the wrong one; above 0 it speaks for gold.
    pub fn difference(&self) -> f64 {
        self.gold.iter().sum::<f64>() - self.wrong.iter().sum::<f64>()
    }

    /// `text`, `image`, `text+image`.
    pub fn source(&self) -> &'static str {
        match self.seen {
            [true, true] => "text+image",
            [false, true] => "image",
            _ => "text",
        }
    }
}

/// Every term that adds to one of the two, or would if it were on; those that tell them apart most come first, so that
/// switching one off does not move it.
pub fn versus(index: &Index, ask: &Ask, dials: &Dials, gold: Option<u32>, wrong: Option<u32>) -> Vec<Versus> {
    let mut out = Vec::new();
    for term in &ask.terms {
        let (Some(id), gain) = (term.id, |doc: Option<u32>| doc.map_or(0.0, |d| index.gain(term, d))) else {
            continue;
        };
        let (to_gold, to_wrong) = (gain(gold), gain(wrong));
        if to_gold <= 0.0 && to_wrong <= 0.0 {
            continue;
        }
        let off = dials.off.contains(&term.text);
        let mut weight = [0.0; 2];
        let mut seen = [false; 2];
        for (source, count) in term.sources() {
            let at = usize::from(source.image());
            if let (Some(w), Some(s)) = (weight.get_mut(at), seen.get_mut(at)) {
                *w += dials.of(source) * f64::from(count);
                *s = true;
            }
        }
        out.push(Versus {
            term: term.text.clone(),
            gold: weight.map(|w| w * to_gold),
            wrong: weight.map(|w| w * to_wrong),
            seen,
            df: index.df(id),
            off,
        });
    }
    out.sort_by(|a, b| {
        b.difference()
            .abs()
            .total_cmp(&a.difference().abs())
            .then_with(|| a.term.cmp(&b.term))
    });
    out
}

/// Ranks of gold under one setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// `text`, `+OCR`, `+VCE`, `without ocr_text`.
    pub name: String,
    /// Rank of each gold item; `None` where it is not in the pool or shares no term.
    pub ranks: Vec<Option<u32>>,
}

impl Standing {
    /// The best rank of gold.
    pub fn best(&self) -> Option<u32> {
        self.ranks.iter().flatten().min().copied()
    }
}

/// Ranks of gold: text alone, with what the images say, with all evidence, and with each field switched off.
pub fn standings(index: &Index, ask: &Ask, dials: &Dials, gold: &[Option<u32>]) -> Vec<Standing> {
    let text = index.by_text(ask, dials);
    let stand = |name: String, dials: &Dials| {
        let mut scores = text.clone();
        index.add_images(&mut scores, ask, dials);
        Standing {
            name,
            ranks: gold.iter().map(|doc| doc.and_then(|d| scores.rank_of(d))).collect(),
        }
    };
    let with = |evidence: f64, fields: [bool; FIELDS]| Dials {
        evidence,
        fields,
        ..dials.clone()
    };
    let all = [true; FIELDS];
    let mut out = vec![stand("text".to_owned(), &with(0.0, all))];
    let held = ask.fields();
    if !held.contains(&true) {
        return out;
    }
    let mut ocr = [false; FIELDS];
    if let Some(first) = ocr.first_mut() {
        *first = true;
    }
    out.push(stand("+OCR".to_owned(), &with(dials.evidence, ocr)));
    out.push(stand("+VCE".to_owned(), &with(dials.evidence, all)));
    for (n, name) in super::ask::FIELD_NAMES.iter().enumerate() {
        if held.get(n) != Some(&true) {
            continue;
        }
        let mut fields = all;
        if let Some(one) = fields.get_mut(n) {
            *one = false;
        }
        out.push(stand(format!("without {name}"), &with(dials.evidence, fields)));
    }
    out
}

/// Where the true image stands among donors.
#[derive(Debug, Clone, PartialEq)]
pub struct Swap {
    /// Best rank of gold with the true evidence.
    pub own: Option<u32>,
    /// The same with each donor's evidence in its place.
    pub donors: Vec<Option<u32>>,
}

impl Swap {
    /// Share of donors that rank gold worse than the true image does, in per cent; equal ones count half. 50 is what
    /// an image without any information has on average.
    pub fn percentile(&self) -> Option<f64> {
        if self.donors.is_empty() {
            return None;
        }
        let place = |rank: &Option<u32>| rank.unwrap_or(u32::MAX);
        let own = place(&self.own);
        let points: f64 = self
            .donors
            .iter()
            .map(|d| match own.cmp(&place(d)) {
                std::cmp::Ordering::Less => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 0.0,
            })
            .sum();
        Some(100.0 * points / self.donors.len() as f64)
    }
}

/// Ranks gold with the true evidence and with that of each donor (queries made by [`Ask::with`]).
pub fn swap(index: &Index, ask: &Ask, donors: &[Ask], dials: &Dials, gold: &[Option<u32>]) -> Swap {
    let text = index.by_text(ask, dials);
    let best = |ask: &Ask| {
        let mut scores = text.clone();
        index.add_images(&mut scores, ask, dials);
        gold.iter().flatten().filter_map(|d| scores.rank_of(*d)).min()
    };
    Swap {
        own: best(ask),
        donors: donors.iter().map(best).collect(),
    }
}
