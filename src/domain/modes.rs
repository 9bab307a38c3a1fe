//! The four input modes of one system side by side: what the image adds, and what pixels add beside the evidence.

use super::board::{Board, BoardRun, State};
use super::finding::{Effect, image_effect, vce_effect};
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

/// What image and evidence did to a case, seen from one run: its mode against each other mode of the same system that
/// differs from it in that one thing. Single flips happen by chance as well; the pairs tell how many there are.
pub fn effects(board: &Board, grids: &[Grid], run: usize, level: Level, k: u32, case: u32) -> Vec<Effect> {
    let Some(grid) = grids.iter().find(|g| g.runs.contains(&Some(run))) else {
        return Vec::new();
    };
    let solved = |n: Option<usize>| {
        let cell = board.runs.get(n?)?.cell(case)?;
        (cell.state != State::NotRun).then(|| cell.solved(level, k)).flatten()
    };
    let [text, image, vce, both] = grid.runs;
    let one = |without: Option<usize>, with: Option<usize>, effect: fn(bool, bool) -> Option<Effect>| {
        let mine = without == Some(run) || with == Some(run);
        let pair = solved(without).zip(solved(with)).filter(|_| mine);
        pair.and_then(|(without, with)| effect(without, with))
    };
    let mut out: Vec<Effect> = [
        one(text, image, image_effect),
        one(vce, both, image_effect),
        one(text, vce, vce_effect),
        one(image, both, vce_effect),
    ]
    .into_iter()
    .flatten()
    .collect();
    out.sort_unstable();
    out.dedup();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::board::{Cell, Facts};
    use crate::domain::metric::Ranked;
    use crate::domain::run::RunInfo;

    /// Three cases with one gold file; `ranks` are its ranks, 0 for a miss, -1 for no row.
    fn run(name: &str, input: &str, ranks: [i32; 3]) -> BoardRun {
        let cell = |rank: i32| Cell {
            state: if rank < 0 { State::NotRun } else { State::Answered },
            file: Some(Ranked {
                ranks: vec![u32::try_from(rank).ok().filter(|r| *r > 0)],
                listed: 9,
            }),
            function: None,
        };
        BoardRun {
            name: name.into(),
            info: RunInfo {
                system: "s".into(),
                model: "m".into(),
                input: input.into(),
                ..RunInfo::default()
            },
            cells: ranks.map(cell).to_vec(),
            strange: 0,
        }
    }

    fn board() -> Board {
        Board {
            cases: vec![
                Facts {
                    files: 1,
                    ..Facts::default()
                };
                3
            ],
            runs: vec![
                run("t", "text-only", [1, 0, 1]),
                run("i", "with-image", [0, 2, -1]),
                run("v", "VCE", [1, 1, 1]),
                run("other", "", [1, 1, 1]),
            ],
        }
    }

    #[test]
    fn differences_are_worked_out_on_common_cases() {
        let b = board();
        let grids = grids(&b);
        assert_eq!(grids.len(), 1);
        assert_eq!(grids[0].runs, [Some(0), Some(1), Some(2), None]);
        let image = grids[0].image(&b, Level::File, 5, &b.all()).unwrap();
        // Common: cases 0 and 1. text-only solves 0, with-image solves 1: no difference, one flip each way.
        assert_eq!((image.pair.n(), image.pair.only_a + image.pair.only_b), (2, 1));
        assert!(image.value.abs() < 1e-12 && image.pair.uneven());
        assert_eq!(
            grids[0].pixels(&b, Level::File, 5, &b.all()),
            None,
            "there is no VCE+image"
        );
    }

    #[test]
    fn effects_are_told_from_the_side_of_the_run() {
        let b = board();
        let grids = grids(&b);
        let of = |run, case| effects(&b, &grids, run, Level::File, 5, case);
        assert_eq!(of(0, 0), [Effect::ImageHurt]);
        assert_eq!(of(0, 1), [Effect::ImageHelped, Effect::VceHelped]);
        assert_eq!(of(1, 1), [Effect::ImageHelped]);
        assert_eq!(of(0, 2), [], "with-image has no row for it");
        assert_eq!(of(3, 0), [], "its mode is not known");
    }
}
