//! The gate's report as JSON.

use serde_json::{Value, json};

use crate::domain::gate::{Item, Limits, Stage};
use crate::work::gate::pick::Pick;
use crate::work::gate::replies::Taken;
use crate::work::gate::run::Ran;
use crate::work::gate::{Board, word};

/// All of it; of the images those that `pick` holds.
pub(super) fn report(board: &Board, pick: &Pick, limits: &Limits, taken: Option<&Taken>, ran: Option<&Ran>) -> String {
    let f = &board.funnel;
    let stages: Vec<Value> = Stage::ALL
        .into_iter()
        .zip(f.stages)
        .map(|(stage, [passed, failed, error, skipped, open])| {
            json!({"stage": stage, "asked": passed + failed + error, "passed": passed, "failed": failed, "error": error,
                "skipped": skipped, "open": open})
        })
        .collect();
    let people: Vec<Value> = board
        .people
        .iter()
        .map(|p| {
            let kappa = match p.kappa {
                Ok(k) => json!(k),
                Err(why) => json!({"undefined": why.words()}),
            };
            json!({"stage": p.stage, "by": p.by, "both": p.both, "agreed": p.agreed, "kappa": kappa})
        })
        .collect();
    let models: Vec<Value> = board
        .models
        .iter()
        .map(|(model, s)| {
            json!({"model": model, "records": s.records, "told": s.told, "prompt_tokens": s.tokens.prompt_tokens,
                "completion_tokens": s.tokens.completion_tokens})
        })
        .collect();
    let images = board.items.iter().filter(|i| pick.holds(i, &board.log));
    let images: Vec<Value> = images.map(|i| image(i, board)).collect();
    let mut out = json!({
        "limits": {"relevance": limits.relevance, "confidence": limits.confidence, "apart": limits.apart},
        "images": f.all,
        "not_met": board.never,
        "stages": stages,
        "accepted": f.accepted,
        "flagged": f.flagged,
        "overridden": f.overridden,
        "people_read": !board.secret,
        "people": people,
        "models": models,
        "older": board.older,
        "untold": board.untold,
        "in_no_case": board.strange,
        "list": images,
    });
    if let (Some(t), Some(all)) = (taken, out.as_object_mut()) {
        let refused: Vec<Value> = t
            .refused
            .iter()
            .map(|p| json!({"error": p.what, "file": p.file, "line": p.line, "field": p.field, "mend": p.mend}))
            .collect();
        let replies = json!({"rows": t.rows, "new": t.new, "same": t.same, "errors": t.errors, "mended": t.mended,
            "refused": refused});
        all.insert("replies".to_owned(), replies);
    }
    if let (Some(ran), Some(all)) = (ran, out.as_object_mut()) {
        all.insert("ran".to_owned(), super::ask::json(ran));
    }
    format!("{out:#}\n")
}

fn image(item: &Item, board: &Board) -> Value {
    let key = (item.case.clone(), item.exhibit.clone());
    let (state, at) = word(item.state);
    let steps: Vec<Value> = item
        .steps
        .iter()
        .map(|s| {
            let record = s.record.and_then(|n| board.log.get(n));
            json!({
                "stage": s.stage,
                "verdict": s.verdict,
                "reason": s.reason,
                "model": s.model,
                "output": record.map(|r| &r.output),
                "mends": record.map(|r| &r.mends),
                "by": s.by,
                "automatic": s.automatic,
                "disputed": s.disputed,
            })
        })
        .collect();
    json!({
        "case": item.case,
        "exhibit": item.exhibit,
        "place": board.places.get(&key).map(|(n, _)| n),
        "state": state,
        "stage": if at.is_empty() { Value::Null } else { at.into() },
        "flagged": item.flagged,
        "labels": item.labels,
        "steps": steps,
    })
}
