//! What a ranking came to: per case where gold stands, per run how often it is among the first.

use crate::base::path::RepoPath;
use crate::domain::matching;
use crate::work::import::Count;

use super::shelf::Pool;
use super::{Mode, Problems};

/// K of Acc@K.
pub const KS: [u32; 4] = [1, 3, 5, 10];

/// A gold file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gold {
    /// Its path.
    pub path: RepoPath,
    /// Whether the base commit has it; a fix may add it.
    pub in_base: bool,
    /// Whether it is ranked: source code, no test, not generated.
    pub in_pool: bool,
}

impl Gold {
    pub(super) fn new(path: &RepoPath, there: Option<bool>, pool: &Pool) -> Self {
        Self {
            path: path.clone(),
            in_base: there.unwrap_or(true),
            in_pool: pool.files.file(path).is_some(),
        }
    }
}

/// One case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseRow {
    /// Its id.
    pub case: String,
    /// Its gold files.
    pub gold: Vec<Gold>,
    /// Ranks of the gold files, by run.
    pub ranks: Vec<Vec<Option<u32>>>,
    /// Ranks of the gold functions, by run; none where the case has no function gold.
    pub function_ranks: Vec<Vec<Option<u32>>>,
    /// It has evidence and a run used it.
    pub evidence: bool,
}

impl CaseRow {
    pub(super) fn new(case: &str) -> Self {
        Self {
            case: case.to_owned(),
            gold: Vec::new(),
            ranks: Vec::new(),
            function_ranks: Vec::new(),
            evidence: false,
        }
    }
}

/// Measures over cases with gold.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Measures {
    /// Cases with gold of this level.
    pub n: usize,
    /// Cases with all gold within the first K, by [`KS`].
    pub acc: [usize; KS.len()],
    /// Mean of 1 / rank of the first gold item, 0 where there is none; `None` without cases.
    pub mrr: Option<f64>,
}

impl Measures {
    /// Strict Acc@K and MRR (MM-IssueLoc, section 4) of these cases' gold ranks.
    pub fn of<'a>(ranks: impl Iterator<Item = &'a Vec<Option<u32>>>) -> Self {
        let mut out = Self::default();
        let mut sum = 0.0;
        for ranks in ranks.filter(|r| !r.is_empty()) {
            out.n += 1;
            let complete = matching::complete_rank(ranks);
            for (hits, k) in out.acc.iter_mut().zip(KS) {
                *hits += usize::from(complete.is_some_and(|rank| rank <= k));
            }
            sum += ranks.iter().flatten().min().map_or(0.0, |best| 1.0 / f64::from(*best));
        }
        out.mrr = (out.n > 0).then(|| sum / out.n as f64);
        out
    }
}

/// One run.
#[derive(Debug, Clone, PartialEq)]
pub struct RunReport {
    /// Its input.
    pub mode: Mode,
    /// Its name.
    pub name: String,
    /// Rows that were written.
    pub rows: Count,
    /// Over files.
    pub files: Measures,
    /// Over functions, of the cases with function gold.
    pub functions: Measures,
}

impl RunReport {
    pub(super) fn new(mode: Mode, name: &str) -> Self {
        Self {
            mode,
            name: name.to_owned(),
            rows: Count::default(),
            files: Measures::default(),
            functions: Measures::default(),
        }
    }
}

/// What came out.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// Cases that were ranked, in their order.
    pub cases: Vec<CaseRow>,
    /// Cases that could not be, by reason.
    pub problems: Problems,
    /// Files of each pool.
    pub pools: Vec<usize>,
    /// Functions of each pool.
    pub function_pools: Vec<usize>,
    /// The runs.
    pub runs: Vec<RunReport>,
}

impl Report {
    pub(super) fn score(&mut self) {
        for (n, run) in self.runs.iter_mut().enumerate() {
            run.files = Measures::of(self.cases.iter().filter_map(|c| c.ranks.get(n)));
            run.functions = Measures::of(self.cases.iter().filter_map(|c| c.function_ranks.get(n)));
        }
    }

    /// Cases with a gold file that the base commit does not have: strict accuracy is 0 there, whatever ranks.
    pub fn absent(&self) -> Vec<&str> {
        self.ids(|g| !g.in_base)
    }

    /// Cases with a gold file of the base commit that is not in the pool.
    pub fn outside(&self) -> Vec<&str> {
        self.ids(|g| g.in_base && !g.in_pool)
    }

    fn ids(&self, which: impl Fn(&Gold) -> bool) -> Vec<&str> {
        let some = self.cases.iter().filter(|c| c.gold.iter().any(&which));
        some.map(|c| c.case.as_str()).collect()
    }
}

/// Least, median and most.
pub fn spread(sizes: &[usize]) -> Option<(usize, usize, usize)> {
    let mut all = sizes.to_vec();
    all.sort_unstable();
    Some((*all.first()?, *all.get(all.len() / 2)?, *all.last()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_by_hand() {
        // Complete ranks 1, 4, none; first ranks 1, 2, 8; the case without gold does not count.
        let rows = [vec![Some(1)], vec![Some(4), Some(2)], vec![None, Some(8)], vec![]];
        let got = Measures::of(rows.iter());
        assert_eq!((got.n, got.acc), (3, [1, 1, 2, 2]));
        assert!((got.mrr.unwrap() - (1.0 + 0.5 + 0.125) / 3.0).abs() < 1e-12);
        assert_eq!(Measures::of([vec![]].iter()).mrr, None);
        assert_eq!(spread(&[5, 1, 9]), Some((1, 5, 9)));
        assert_eq!(spread(&[]), None);
    }
}
