//! Agreement and verdicts as JSON. What is undefined is `{"undefined": REASON}`.

use serde::Serialize;
use serde_json::{Value, json};

use crate::domain::agree::{Undefined, Weights, cohen, confusion};
use crate::work::agree::{Report, Row};

fn number<T: Serialize>(value: Result<T, Undefined>) -> Value {
    match value {
        Ok(x) => json!(x),
        Err(u) => json!({"undefined": u.words()}),
    }
}

/// All questions; with `tables`, a table for each pair of raters.
pub(super) fn rows(report: &Report, tables: bool) -> String {
    let all: Vec<Value> = report.rows.iter().map(|r| row(r, tables)).collect();
    let damage = report.problems.len();
    let out = json!({"entries": report.entries, "annotators": report.people, "unreadable": damage, "questions": all});
    format!("{out:#}\n")
}

fn row(row: &Row, tables: bool) -> Value {
    let panel = &row.panel;
    let mut out = json!({
        "form": panel.form,
        "question": panel.question.id,
        "on": panel.on,
        "raters": panel.raters,
        "odd": {
            "no_longer_allowed": panel.odd.gone,
            "conflicts": panel.odd.conflicts,
            "other_version": panel.odd.versions,
        },
    });
    let (Some(a), Some(ratings), Some(map)) = (&row.agreement, &panel.ratings, out.as_object_mut()) else {
        return out;
    };
    let differ: Vec<Value> = panel
        .differences()
        .map(|d| {
            let said: serde_json::Map<String, Value> =
                d.said.iter().map(|(by, v)| ((*by).to_owned(), (*v).clone())).collect();
            json!({"subject": d.subject, "answers": said})
        })
        .collect();
    let [cohen_plain, cohen_linear, cohen_quadratic] = a.cohen.map(number);
    let [nominal, ordinal, interval] = a.alpha.map(number);
    let measures = json!({
        "items": a.units,
        "pairable": a.pairable,
        "few": a.few(),
        "scale": a.scale,
        "prevalence": a.prevalence,
        "percent": number(a.percent),
        "percent_pooled": number(a.pooled),
        "unanimous": number(a.unanimity),
        "within_one": number(a.within_one),
        "cohen": {"unweighted": cohen_plain, "linear": cohen_linear, "quadratic": cohen_quadratic},
        "fleiss": number(a.fleiss),
        "alpha": {"nominal": nominal, "ordinal": ordinal, "interval": interval},
        "ac1": number(a.ac1),
        "disagreement": number(a.disagreement),
        "intervals": {
            "resamples": a.intervals.resamples,
            "percent": number(a.intervals.percent),
            "fleiss": number(a.intervals.fleiss),
            "alpha": number(a.intervals.alpha),
            "ac1": number(a.intervals.ac1),
        },
        "differences": differ,
    });
    if let Value::Object(more) = measures {
        map.extend(more);
    }
    if tables {
        let raters = panel.raters.iter().enumerate();
        let pairs = raters.clone().flat_map(|(x, first)| {
            let rest = raters.clone().skip(x + 1);
            rest.map(move |(y, second)| (x, first, y, second))
        });
        let tables: Vec<Value> = pairs
            .map(|(x, first, y, second)| {
                let kappas: serde_json::Map<String, Value> = Weights::ALL
                    .into_iter()
                    .map(|w| (w.word().to_owned(), number(cohen(ratings, x, y, w))))
                    .collect();
                json!({"rows": first, "columns": second, "cohen": kappas, "table": confusion(ratings, x, y)})
            })
            .collect();
        map.insert("pairs".to_owned(), Value::Array(tables));
    }
    out
}

/// All verdicts.
pub(super) fn verdicts(report: &Report) -> String {
    let all: Vec<Value> = report
        .verdicts
        .iter()
        .map(|v| {
            let mut out = json!({"form": v.form, "subject": v.subject, "rule": v.rule});
            if let (Some(map), Ok(Value::Object(state))) = (out.as_object_mut(), serde_json::to_value(&v.state)) {
                map.extend(state);
            }
            out
        })
        .collect();
    format!(
        "{:#}\n",
        json!({"entries": report.entries, "unreadable": report.problems.len(), "verdicts": all})
    )
}
