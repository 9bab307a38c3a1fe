//! Parts of a report that hold runs against each other, and the classes of their misses.

use std::sync::Arc;

use crate::domain::board::BoardRun;
use crate::domain::finding::Code;
use crate::domain::level::Level;
use crate::domain::metric::Metric;
use crate::domain::pairs::{Flip, pair};
use crate::domain::{modes, show};
use crate::work::inquiry::Inquiry;

use super::block::{Block, Section};
use super::{Ask, sentence};

impl Ask<'_> {
    pub(super) fn modes(&self, level: Level) -> Option<Section> {
        let (b, all, k) = (self.board, self.board.all(), self.k);
        let grids = modes::grids(b);
        let mut rows = Vec::new();
        for g in &grids {
            let mut row = vec![format!("{} {}", g.system, g.model)];
            row.extend(g.runs.map(|r| {
                let t = r
                    .and_then(|n| b.runs.get(n))
                    .map(|r| b.tally(r, level, Metric::Acc(k), &all));
                show::percent(t.and_then(|t| t.value()))
            }));
            for d in [g.image(b, level, k, &all), g.pixels(b, level, k, &all)] {
                row.push(show::points(d.as_ref().map(|d| d.value)));
                row.push(d.map_or_else(String::new, |d| {
                    let uneven = if d.pair.uneven() { ", uneven" } else { "" };
                    format!("p {}, n {}{uneven}", show::p_value(d.pair.mcnemar.exact), d.pair.n())
                }));
            }
            rows.push(row);
        }
        let [a, i, v, vi] = modes::MODES;
        (!rows.is_empty()).then(|| Section {
            title: format!("{} level: input modes", sentence(level)),
            command: self.command(&format!("compare --level {} --k {k}", level.word())),
            blocks: vec![
                Block::table(1, &["system", a, i, v, vi, "Δimg", "", "ρpix", ""], rows),
                Block::Note(
                    "Δimg = text-only − with-image: negative where the image helps. ρpix = VCE+image − VCE: positive where \
                     pixels help beside the evidence. Both on the cases that the two runs share."
                        .to_owned(),
                ),
            ],
        })
    }

    /// Every run against the one that solved most.
    pub(super) fn pairs(&self, level: Level) -> Option<Section> {
        let (b, all, k) = (self.board, self.board.all(), self.k);
        let solved = |r: &&BoardRun| b.tally(r, level, Metric::Acc(k), &all).hits();
        let best = self.runs().max_by_key(solved)?;
        let mut rows = Vec::new();
        for run in self.runs().filter(|r| r.name != best.name) {
            let p = pair(best, run, level, k, &all);
            let boot = p.bootstrap.as_ref();
            rows.push(vec![
                run.name.to_string(),
                p.n().to_string(),
                p.count(Flip::Gained).to_string(),
                p.count(Flip::Lost).to_string(),
                show::points(boot.map(|b| b.delta)),
                boot.map_or_else(String::new, |b| {
                    format!("{} to {}", show::points(Some(b.lo)), show::points(Some(b.hi)))
                }),
                show::p_value(p.mcnemar.exact),
            ]);
        }
        (!rows.is_empty()).then(|| Section {
            title: format!("{} level: each run against {}", sentence(level), best.name),
            command: self.each(&format!(
                "compare {} \"$RUN\" --level {} --k {k}",
                best.name,
                level.word()
            )),
            blocks: vec![Block::table(
                1,
                &[
                    "run",
                    "common cases",
                    "gained",
                    "lost",
                    "difference",
                    "95 % interval",
                    "McNemar exact p",
                ],
                rows,
            )],
        })
    }

    pub(super) fn misses(&self, level: Level) -> Option<Section> {
        let k = self.k;
        let found: Vec<&Inquiry> = self.found.iter().collect();
        let codes: Vec<Code> = Code::ALL
            .iter()
            .copied()
            .filter(|c| c.is_miss() && found.iter().any(|f| f.at(level, k).iter().any(|t| t.code == *c)))
            .collect();
        let names: Vec<Arc<str>> = found.iter().map(|f| f.run.clone()).collect();
        let head: Vec<&str> = ["class"]
            .into_iter()
            .chain(names.iter().map(|n| &**n))
            .chain(["what it is"])
            .collect();
        let rows: Vec<Vec<String>> = codes
            .iter()
            .map(|code| {
                let mut row = vec![code.code().to_owned()];
                row.extend(
                    found
                        .iter()
                        .map(|f| f.at(level, k).iter().filter(|t| t.code == *code).count().to_string()),
                );
                row.push(code.words().to_owned());
                row
            })
            .collect();
        (!rows.is_empty()).then(|| Section {
            title: format!("{} level: why, at K = {k}", sentence(level)),
            command: self.each(&format!("why \"$RUN\" --level {} --k {k}", level.word())),
            blocks: vec![Block::table(1, &head, rows)],
        })
    }
}
