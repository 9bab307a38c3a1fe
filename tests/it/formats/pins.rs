//! Hits of published runs against published gold, as their own authors and FORMATS count them.

use std::collections::{BTreeMap, BTreeSet};

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
