//! What stands beside the strict scores: published rules, and the scores after repair.

use crate::cli::grid::Grid;
use crate::cli::list::counted;
use crate::domain::level::Level;
use crate::domain::metric::rules::Rule;
use crate::domain::show;
use crate::work::{repair, rules};

fn share(s: rules::Share) -> String {
    show::percent((s.n > 0).then(|| f64::from(s.hits) / f64::from(s.n)))
}

pub(super) fn ruled_text(all: &[rules::Ruled], level: Level, ks: &[u32]) -> String {
    let mut out = format!(
        "{} level, by the rules of published systems (never to be mixed)\n",
        level.word()
    );
    let head = ["run", "rule", "n"].into_iter().map(str::to_owned);
    let mut grid = Grid::of(2, head.chain(ks.iter().map(|k| format!("@{k}"))).collect());
    for r in all {
        let n = r.shares.first().map_or(0, |s| s.n);
        let mut row = vec![r.run.clone(), r.rule.name().to_owned(), n.to_string()];
        row.extend(r.shares.iter().map(|s| format!("{} ({})", share(*s), s.hits)));
        grid.row(row);
    }
    out.push_str(&grid.text("  "));
    let mut told: Vec<Rule> = all.iter().map(|r| r.rule).collect();
    told.dedup();
    told.sort_unstable_by_key(|r| r.name());
    told.dedup();
    for rule in told {
        out.push_str(&format!("  {}: {}\n", rule.name(), rule.doc()));
    }
    out.push('\n');
    out
}

pub(super) fn repaired_text(all: &[repair::Repaired], level: Level, ks: &[u32]) -> String {
    let mut out = format!(
        "{} level, strict Acc@K as written → after format repair → after qualifier repair\n",
        level.word()
    );
    let head = ["run", "n"].into_iter().map(str::to_owned);
    let mut grid = Grid::of(1, head.chain(ks.iter().map(|k| format!("Acc@{k}"))).collect());
    let mut blind = 0;
    for r in all {
        let at = r.at(level);
        let mut row = vec![r.run.clone(), at.n.to_string()];
        for k in ks {
            let steps = at.steps(*k);
            row.push(
                steps
                    .map(|hits| show::percent((at.n > 0).then(|| f64::from(hits) / f64::from(at.n))))
                    .join(" → "),
            );
        }
        grid.row(row);
        blind = blind.max(at.without_tree);
    }
    out.push_str(&grid.text("  "));
    if blind > 0 {
        out.push_str(&format!(
            "  {} without a linked repository: repairs that need its tree are guesses there\n",
            counted(blind as usize, "case")
        ));
    }
    out.push('\n');
    out
}
