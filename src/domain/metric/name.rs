//! Metrics by name.

use crate::base::near;

/// A metric by name, with its K where it has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Metric {
    /// All gold in the top K.
    Acc(u32),
    /// As many hits as gold, or K.
    AccCapped(u32),
    /// Gold is no more than K: what `Acc` can be at best.
    Possible(u32),
    /// Any gold in the top K.
    Hit(u32),
    /// Share of gold in the top K.
    Recall(u32),
    /// Hits over what K allows.
    RecallCapped(u32),
    /// Hits over K.
    Precision(u32),
    /// Hits over the predictions that were listed, K at most.
    PrecisionList(u32),
    /// Reciprocal rank, 0 beyond K.
    Rr(u32),
    /// Average precision over all gold, cut at K.
    Ap(u32),
    /// Average precision over what K allows.
    ApMin(u32),
    /// Normalised discounted gain, cut at K.
    Ndcg(u32),
    /// Reciprocal rank of the first gold item.
    Mrr,
    /// Mean over gold of the reciprocal rank.
    MrrAll,
    /// Average precision of the whole ranking.
    MeanAp,
    /// Share of gold in the top |G|.
    RPrecision,
    /// Normalised discounted gain of the whole ranking.
    NdcgAll,
}

/// A metric at K.
type AtK = fn(u32) -> Metric;

/// Names of metrics with a K, the first of each kind being its own; then what else is understood.
const WITH_K: [(&str, AtK); 15] = [
    ("Acc", Metric::Acc),
    ("AccCapped", Metric::AccCapped),
    ("possible", Metric::Possible),
    ("Hit", Metric::Hit),
    ("Recall", Metric::Recall),
    ("RecallCapped", Metric::RecallCapped),
    ("P", Metric::Precision),
    ("PList", Metric::PrecisionList),
    ("RR", Metric::Rr),
    ("AP", Metric::Ap),
    ("APmin", Metric::ApMin),
    ("nDCG", Metric::Ndcg),
    ("Precision", Metric::Precision),
    ("MRR", Metric::Rr),
    ("MAP", Metric::Ap),
];

/// Names of metrics without a K, in the same way.
const WHOLE: [(&str, Metric); 9] = [
    ("MRR", Metric::Mrr),
    ("MRR_all", Metric::MrrAll),
    ("MAP", Metric::MeanAp),
    ("Rprec", Metric::RPrecision),
    ("nDCG", Metric::NdcgAll),
    ("RR", Metric::Mrr),
    ("AP", Metric::MeanAp),
    ("R-precision", Metric::RPrecision),
    ("RPrecision", Metric::RPrecision),
];

impl Metric {
    /// Its name: `Acc@5`, `MRR`, `nDCG@10`.
    pub fn name(self) -> String {
        match self.k() {
            Some(k) => {
                let word = WITH_K.iter().find(|(_, make)| make(k) == self);
                format!("{}@{k}", word.map_or("", |(word, _)| word))
            }
            None => {
                let word = WHOLE.iter().find(|(_, metric)| *metric == self);
                word.map_or("", |(word, _)| word).to_owned()
            }
        }
    }

    /// Reads a name in any case. `MRR@K` and `MAP@K` are the means of RR@K and AP@K.
    ///
    /// # Errors
    /// A sentence with the nearest name, or with what is wrong about K.
    pub fn parse(text: &str) -> Result<Self, String> {
        let raw = text.trim();
        let (word, k) = raw
            .split_once('@')
            .map_or((raw, None), |(w, k)| (w.trim(), Some(k.trim())));
        let same = |name: &str| name.eq_ignore_ascii_case(word);
        let with_k = WITH_K.iter().find(|(name, _)| same(name));
        let whole = WHOLE.iter().find(|(name, _)| same(name));
        match (k, with_k, whole) {
            (Some(k), Some((_, make)), _) => match k.parse() {
                Ok(k) if k > 0 => Ok(make(k)),
                _ => Err(format!("'{text}': K is a whole number from 1, as in {word}@5")),
            },
            (None, _, Some((_, metric))) => Ok(*metric),
            (None, Some((name, _)), None) => Err(format!("'{text}' needs a K, as in {name}@5")),
            (Some(_), None, Some((name, _))) => Err(format!("'{text}': {name} has no K")),
            _ => {
                let k = k.unwrap_or("5");
                let names: Vec<String> = WITH_K.iter().map(|(name, _)| format!("{name}@{k}")).collect();
                let all = names
                    .iter()
                    .map(String::as_str)
                    .chain(WHOLE.iter().map(|(name, _)| *name));
                let near = near::nearest(all, raw).unwrap_or("Acc@5");
                Err(format!("no metric '{text}'; did you mean '{near}'?"))
            }
        }
    }

    /// Its K, where it has one.
    pub fn k(self) -> Option<u32> {
        match self {
            Self::Acc(k)
            | Self::AccCapped(k)
            | Self::Possible(k)
            | Self::Hit(k)
            | Self::Recall(k)
            | Self::RecallCapped(k)
            | Self::Precision(k)
            | Self::PrecisionList(k)
            | Self::Rr(k)
            | Self::Ap(k)
            | Self::ApMin(k)
            | Self::Ndcg(k) => Some(k),
            Self::Mrr | Self::MrrAll | Self::MeanAp | Self::RPrecision | Self::NdcgAll => None,
        }
    }

    /// Whether it is 0 or 1 for a case, so that tests of counts apply.
    pub fn binary(self) -> bool {
        matches!(
            self,
            Self::Acc(_) | Self::AccCapped(_) | Self::Possible(_) | Self::Hit(_)
        )
    }

    /// Its formula, with its source. G is the gold, `top_K` the first K distinct predictions.
    pub fn doc(self) -> &'static str {
        match self {
            Self::Acc(_) => "1 if all of G is in top_K, else 0; 0 when |G| > K (MM-IssueLoc, section 4)",
            Self::AccCapped(_) => {
                "1 if |G ∩ top_K| = min(K, |G|), else 0 (LocAgent's acc_at_k, here on distinct predictions)"
            }
            Self::Possible(_) => "1 if |G| <= K, else 0; its mean is the ceiling of Acc@K",
            Self::Hit(_) => "1 if any of G is in top_K, else 0 (CoSIL calls it top-N accuracy)",
            Self::Recall(_) => "|G ∩ top_K| / |G| (trec_eval)",
            Self::RecallCapped(_) => "|G ∩ top_K| / min(K, |G|) (BEIR's capped recall)",
            Self::Precision(_) => "|G ∩ top_K| / K, also for shorter lists (trec_eval)",
            Self::PrecisionList(_) => "|G ∩ top_K| / min(K, predictions listed) (torchmetrics, adaptive_k)",
            Self::Rr(_) => "1 / rank of the first gold item if it is at most K, else 0 (trec_eval)",
            Self::Ap(_) => "sum of precision at the rank of each gold item in top_K / |G| (trec_eval, ranx)",
            Self::ApMin(_) => "sum of precision at the rank of each gold item in top_K / min(K, |G|)",
            Self::Ndcg(_) => {
                "sum of 1/log2(rank+1) over gold in top_K / the same of an ideal list cut at K (Järvelin and Kekäläinen)"
            }
            Self::Mrr => "1 / rank of the first gold item, 0 if none is listed (trec_eval)",
            Self::MrrAll => "mean over G of 1 / rank, 0 for what is not listed",
            Self::MeanAp => "sum of precision at the rank of each gold item / |G|, whole list (trec_eval)",
            Self::RPrecision => "|G ∩ top_|G|| / |G| (trec_eval)",
            Self::NdcgAll => "nDCG of the whole list (trec_eval)",
        }
    }
}
