//! Scores as JSON: sums, denominators, states and intervals, so that any number can be worked out again.

use serde_json::{Map, Value, json};

use crate::domain::board::{BoardRun, State, Tally};
use crate::domain::level::Level;
use crate::domain::metric::Metric;
use crate::domain::metric::rules::Rule;
use crate::domain::slice::slices;
use crate::work::{repair, rules};

use super::Ask;

fn tally_json(metric: Metric, t: &Tally) -> Value {
    let interval = t.interval(metric).map(|i| json!([i.lo, i.hi]));
    let mut out = json!({"value": t.value(), "sum": t.sum, "among_valid": t.among_valid()});
    if let (Some(map), Some(i)) = (out.as_object_mut(), interval) {
        map.insert("wilson_95".to_owned(), i);
    }
    if let (Some(map), Metric::Acc(_)) = (out.as_object_mut(), metric) {
        map.insert("impossible".to_owned(), json!(t.impossible));
    }
    out
}

fn scores_json(ask: &Ask, run: &BoardRun, level: Level, cases: &[u32]) -> Value {
    let mut metrics = Map::new();
    let mut first = Tally::default();
    for m in &ask.metrics {
        let t = ask.board.tally(run, level, *m, cases);
        metrics.insert(m.name(), tally_json(*m, &t));
        first = t;
    }
    let states: Map<String, Value> = [
        State::NotRun,
        State::NoSubmission,
        State::Unparseable,
        State::Empty,
        State::Answered,
    ]
    .into_iter()
    .map(|s| (s.word().replace(' ', "_"), json!(first.state(s))))
    .collect();
    json!({"n": first.n, "no_gold": first.no_gold, "valid": first.valid(), "states": states, "metrics": metrics})
}

pub(super) fn level_json(ask: &Ask, level: Level) -> Value {
    let all = ask.board.all();
    let runs: Vec<Value> = ask
        .runs
        .iter()
        .filter_map(|r| ask.board.runs.get(*r))
        .map(|run| {
            let mut out = json!({
                "run": &*run.name, "system": run.info.system, "model": run.info.model, "input": run.info.input,
                "strange_rows": run.strange, "all": scores_json(ask, run, level, &all),
            });
            let fields: Vec<Value> = ask
                .by
                .iter()
                .map(|(by, mine)| {
                    let parts: Vec<Value> = slices(&ask.board, &all, by, mine)
                        .into_iter()
                        .map(|s| json!({"value": &*s.value, "scores": scores_json(ask, run, level, &s.cases)}))
                        .collect();
                    json!({"field": by.name(), "slices": parts})
                })
                .collect();
            if let (false, Some(map)) = (fields.is_empty(), out.as_object_mut()) {
                map.insert("by".to_owned(), json!(fields));
            }
            out
        })
        .collect();
    json!({"level": level.word(), "rule": Rule::Strict.name(), "runs": runs})
}

pub(super) fn ruled_json(all: &[rules::Ruled], level: Level, ks: &[u32]) -> Value {
    let rows: Vec<Value> = all
        .iter()
        .map(|r| {
            let at: Map<String, Value> = ks
                .iter()
                .zip(&r.shares)
                .map(|(k, s)| (k.to_string(), json!({"hits": s.hits, "n": s.n})))
                .collect();
            json!({"run": r.run, "rule": r.rule.name(), "at": at})
        })
        .collect();
    json!({"level": level.word(), "rules": rows})
}

pub(super) fn repaired_json(all: &[repair::Repaired], level: Level, ks: &[u32]) -> Value {
    let rows: Vec<Value> = all
        .iter()
        .map(|r| {
            let at = r.at(level);
            let acc: Map<String, Value> = ks
                .iter()
                .map(|k| {
                    let [written, format, qualifier] = at.steps(*k);
                    (
                        k.to_string(),
                        json!({"as_written": written, "format": format, "qualifier": qualifier}),
                    )
                })
                .collect();
            json!({"run": r.run, "n": at.n, "without_tree": at.without_tree, "hits": acc})
        })
        .collect();
    json!({"level": level.word(), "repaired": rows})
}
