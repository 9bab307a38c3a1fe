//! The four input modes of one system side by side: what the image adds, and what pixels add beside the evidence.

use super::board::{Board, BoardRun};
use super::level::Level;
use super::pairs::{Pair, pair};

/// Input modes in the order of the paper.
pub const MODES: [&str; 4] = ["text-only", "with-image", "VCE", "VCE+image"];

/// Runs of one system and model, by mode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    /// System.
    pub system: String,
    /// Model.
    pub model: String,
    /// Index of the run in each of [`MODES`]; the first by name where there are more.
    pub runs: [Option<usize>; 4],
    /// Further runs of the same system, model and mode.
    pub more: Vec<usize>,
}

/// Systems with runs in at least two modes, in the order of their first run.
pub fn grids(board: &Board) -> Vec<Grid> {
    let mut out: Vec<Grid> = Vec::new();
    for (n, run) in board.runs.iter().enumerate() {
        let Some(mode) = MODES.iter().position(|m| *m == run.info.input) else {
            continue;
        };
        let (system, model) = (&run.info.system, &run.info.model);
        let at = out.iter().position(|g| g.system == *system && g.model == *model);
        let at = at.unwrap_or_else(|| {
            out.push(Grid {
                system: system.clone(),
                model: model.clone(),
                runs: [None; 4],
                more: Vec::new(),
            });
            out.len() - 1
        });
        if let Some(grid) = out.get_mut(at) {
            match grid.runs.get_mut(mode) {
                Some(slot @ None) => *slot = Some(n),
                _ => grid.more.push(n),
            }
        }
    }
    out.retain(|g| g.runs.iter().flatten().count() > 1);
    out
}

/// A difference between two modes, with the pair that it comes from.
#[derive(Debug, Clone, PartialEq)]
pub struct Delta {
    /// In share of the common cases: Δimg is text-only − with-image, ρpix is VCE+image − VCE.
    pub value: f64,
    /// The pair; A is what is subtracted from, so its gains are the other mode's.
    pub pair: Pair,
}

fn delta(board: &Board, minuend: Option<usize>, subtrahend: Option<usize>, at: (Level, u32, &[u32])) -> Option<Delta> {
    let run = |n: Option<usize>| -> Option<&BoardRun> { board.runs.get(n?) };
    let (level, k, cases) = at;
    // B − A is the difference, so A is the subtrahend.
    let pair = pair(run(subtrahend)?, run(minuend)?, level, k, cases);
    let n = pair.n();
    (n > 0).then(|| Delta {
        value: (f64::from(pair.hits_b()) - f64::from(pair.hits_a())) / f64::from(n),
        pair,
    })
}

impl Grid {
    /// Δimg = text-only − with-image (MM-IssueLoc): positive when the plain image hurts.
    pub fn image(&self, board: &Board, level: Level, k: u32, cases: &[u32]) -> Option<Delta> {
        let [text, image, _, _] = self.runs;
        delta(board, text, image, (level, k, cases))
    }

    /// ρpix = VCE+image − VCE (MM-IssueLoc): positive when pixels still help beside the evidence.
    pub fn pixels(&self, board: &Board, level: Level, k: u32, cases: &[u32]) -> Option<Delta> {
        let [_, _, vce, both] = self.runs;
        delta(board, both, vce, (level, k, cases))
    }
}
