//! Hits of published runs against published gold, as their own authors and FORMATS count them.

use std::collections::{BTreeMap, BTreeSet};

use casefile::domain::level::Level;
use casefile::domain::metric::rules::{Rule, acc};
use casefile::domain::run::{Suspect, Suspects, What};
use casefile::read::reader::GoldRow;

use super::{Bag, predictions};

/// Gold and suspects of a case; a case without a row has none.
type Pairs<'b> = Vec<(&'b GoldRow, Option<&'b Suspects>)>;

fn pairs<'b>(gold: &'b Bag, run: &'b Bag) -> Pairs<'b> {
    let rows: BTreeMap<&str, &Suspects> = run.suspects().into_iter().map(|s| (s.case.as_str(), s)).collect();
    gold.gold()
        .into_iter()
        .map(|g| (g, rows.get(g.case.as_str()).copied()))
        .collect()
}

/// Entries `function:` and `class:` in order, one a line, as `path:name`.
fn places(functions: &[Suspect]) -> Vec<(&str, String)> {
    let mut out = Vec::new();
    let mut rank = 0;
    for f in functions {
        let line = f.flags.iter().any(|f| f == "method_line");
        if matches!(f.what, What::Function | What::Class) && !line && f.rank != rank {
            rank = f.rank;
            let name = f.name.as_deref().unwrap();
            out.push((f.path.as_str(), format!("{}:{name}", f.path)));
        }
    }
    out
}

fn top(places: &[(&str, String)], k: usize) -> Vec<String> {
    places.iter().take(k).map(|(_, id)| id.clone()).collect()
}

/// All gold among the first K.
fn strict(gold: &[String], top: &[String]) -> bool {
    gold.iter().all(|g| top.contains(g))
}

/// LocAgent's rule: as many hits as gold, or K; a function named twice counts twice.
fn capped(gold: &[String], top: &[String], k: usize) -> bool {
    top.iter().filter(|p| gold.contains(p)).count() == gold.len().min(k)
}

fn any(gold: &[String], top: &[String]) -> bool {
    top.iter().any(|p| gold.contains(p))
}

/// Without their files.
fn names(ids: &[String]) -> Vec<String> {
    ids.iter().map(|id| id.split_once(':').unwrap().1.to_owned()).collect()
}

fn functions(pairs: &Pairs<'_>, hit: impl Fn(&[String], &[(&str, String)], &Suspects) -> bool) -> (usize, usize) {
    let with: Vec<_> = pairs
        .iter()
        .filter(|(g, _)| g.functions.as_ref().is_some_and(|f| !f.is_empty()))
        .collect();
    let hits = with
        .iter()
        .filter(|(g, s)| s.is_some_and(|s| hit(g.functions.as_ref().unwrap(), &places(&s.functions), s)));
    (hits.count(), with.len())
}

fn files(pairs: &Pairs<'_>, k: usize) -> (usize, usize) {
    let hit = |g: &GoldRow, s: &Suspects| {
        let top: BTreeSet<&str> = s.files.iter().take(k).map(|f| f.path.as_str()).collect();
        g.files.as_ref().unwrap().iter().all(|f| top.contains(f.as_str()))
    };
    let hits = pairs.iter().filter(|(g, s)| s.is_some_and(|s| hit(g, s)));
    (hits.count(), pairs.len())
}

#[test]
fn cosil_lite() {
    let (Some(gold), Some(run)) = (
        predictions("cosil/gt.lite.json"),
        predictions("cosil/loc_qwen_coder_32b_func.lite.jsonl"),
    ) else {
        return;
    };
    let all = pairs(&gold, &run);
    assert_eq!(functions(&all, |g, p, _| strict(g, &top(p, 5))), (153, 293));
    assert_eq!(
        functions(&all, |g, p, _| any(&names(g), &names(&top(p, 5)))),
        (174, 293)
    );
    assert_eq!(files(&all, 5), (251, 300));
}

#[test]
fn locagent_in_agentless_form_ranks_by_the_order_of_keys() {
    let (Some(gold), Some(run)) = (
        predictions("cosil/gt.lite.json"),
        predictions("locagent/found_related_locs.qwen_coder_32b.lite.jsonl"),
    ) else {
        return;
    };
    let all = pairs(&gold, &run);
    assert_eq!(all.iter().filter(|(_, s)| s.is_none()).count(), 2);
    assert_eq!(functions(&all, |g, p, _| strict(g, &top(p, 5))), (117, 293));
    let sorted = functions(&all, |g, p, _| {
        let mut p = p.to_vec();
        p.sort_by_key(|(path, _)| *path);
        strict(g, &top(&p, 5))
    });
    assert_eq!(sorted, (90, 293), "keys sorted");
    let by_files = functions(&all, |g, p, s| {
        let mut p = p.to_vec();
        p.sort_by_key(|(path, _)| {
            let at = s.files.iter().position(|f| f.path.as_str() == *path);
            at.unwrap_or(usize::MAX)
        });
        strict(g, &top(&p, 5))
    });
    assert_eq!(by_files, (131, 293), "ordered by found_files");
    assert_eq!(
        functions(&all, |g, p, _| any(&names(g), &names(&top(p, 5)))),
        (133, 293)
    );
    assert_eq!(files(&all, 5), (225, 300));
}

#[test]
fn orcaloca_lite() {
    let (Some(gold), Some(run)) = (
        predictions("cosil/gt.lite.json"),
        predictions("orcaloca/orca_qwen_coder_32b_func.lite.jsonl"),
    ) else {
        return;
    };
    let all = pairs(&gold, &run);
    assert_eq!(functions(&all, |g, p, _| strict(g, &top(p, 5))), (117, 293));
    assert_eq!(
        functions(&all, |g, p, _| any(&names(g), &names(&top(p, 5)))),
        (132, 293)
    );
    assert_eq!(files(&all, 5), (192, 300));
}

#[test]
fn locagent_claude_by_three_rules() {
    let Some(bag) = predictions("locagent/loc_outputs.claude_3-5.slim.jsonl") else {
        return;
    };
    let all = pairs(&bag, &bag);
    for (k, rule, all_gold, any_gold) in [(1, 74, 60, 74), (5, 115, 115, 126), (10, 120, 120, 129)] {
        let count = |hit: &dyn Fn(&[String], &[String]) -> bool| functions(&all, |g, p, _| hit(g, &top(p, k)));
        assert_eq!(count(&|g, t| capped(g, t, k)), (rule, 149), "LocAgent's rule, K={k}");
        assert_eq!(count(&strict), (all_gold, 149), "strict, K={k}");
        assert_eq!(count(&any), (any_gold, 149), "any, K={k}");
    }
}

/// Hits and denominator of one of casefile's rules; a missing row is an empty ranking.
fn by_rule(pairs: &Pairs<'_>, rule: Rule, level: Level, k: u32) -> (usize, usize) {
    let answers: Vec<bool> = pairs
        .iter()
        .filter_map(|(gold, row)| {
            let (gold, ranking) = match level {
                Level::File => (
                    gold.files.iter().flatten().map(ToString::to_string).collect(),
                    row.map_or(vec![], |s| s.files.iter().map(|f| f.path.to_string()).collect()),
                ),
                Level::Function => (
                    gold.functions.clone().unwrap_or_default(),
                    row.map_or(vec![], |s| top(&places(&s.functions), usize::MAX)),
                ),
            };
            acc(rule, level, &gold, &ranking, k)
        })
        .collect();
    (answers.iter().filter(|a| **a).count(), answers.len())
}

/// Counts under the published rules. Those that FORMATS does not pin were counted by a restatement of each scorer in
/// Python over the same files (sets, slices and `min`, without code of casefile).
#[test]
fn published_rules_on_real_predictions() {
    let Some(gold) = predictions("cosil/gt.lite.json") else {
        return;
    };
    let runs = [
        "cosil/loc_qwen_coder_32b_func.lite.jsonl",
        "locagent/found_related_locs.qwen_coder_32b.lite.jsonl",
        "orcaloca/orca_qwen_coder_32b_func.lite.jsonl",
    ];
    // Functions at K = 1 and 5: strict, LocAgent, SweRank, CoSIL; OrcaLoca has no K.
    let functions = [
        [(107, 153), (128, 153), (128, 153), (130, 174), (170, 170)],
        [(23, 117), (31, 117), (31, 117), (31, 133), (147, 147)],
        [(55, 117), (66, 119), (63, 117), (65, 132), (127, 127)],
    ];
    // Files at K = 1 and 5. Files listed twice cost CoSIL three rows where they count twice.
    let files = [
        [(184, 251), (184, 248), (184, 248), (184, 251), (251, 251)],
        [(194, 225), (194, 225), (194, 225), (194, 225), (227, 227)],
        [(177, 192), (177, 192), (177, 192), (177, 192), (192, 192)],
    ];
    for ((file, functions), files) in runs.into_iter().zip(functions).zip(files) {
        let run = predictions(file).unwrap();
        let all = pairs(&gold, &run);
        for (rule, (at_1, at_5)) in Rule::ALL.into_iter().zip(functions) {
            // Seven cases have no gold function: CoSIL and OrcaLoca keep them.
            let n = if matches!(rule, Rule::Cosil | Rule::OrcaLoca) {
                300
            } else {
                293
            };
            let count = |k| by_rule(&all, rule, Level::Function, k);
            assert_eq!(
                (count(1), count(5)),
                ((at_1, n), (at_5, n)),
                "{file}: functions, {rule:?}"
            );
        }
        for (rule, (at_1, at_5)) in Rule::ALL.into_iter().zip(files) {
            let count = |k| by_rule(&all, rule, Level::File, k);
            assert_eq!(
                (count(1), count(5)),
                ((at_1, 300), (at_5, 300)),
                "{file}: files, {rule:?}"
            );
        }
    }
}

#[test]
fn published_rules_on_locagent_with_its_own_gold() {
    let Some(bag) = predictions("locagent/loc_outputs.claude_3-5.slim.jsonl") else {
        return;
    };
    let all = pairs(&bag, &bag);
    for (k, capped, all_gold) in [(1, 74, 60), (5, 115, 115), (10, 120, 120)] {
        let count = |rule| by_rule(&all, rule, Level::Function, k);
        assert_eq!(count(Rule::LocAgent), (capped, 149), "K={k}");
        assert_eq!(count(Rule::SweRank), (capped, 149), "K={k}");
        assert_eq!(count(Rule::Strict), (all_gold, 149), "K={k}");
    }
}
