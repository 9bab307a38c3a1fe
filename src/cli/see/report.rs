//! `casefile see --report`: what evidence is worth, by producer.

use serde_json::{Value, json};

use super::{median, seconds};
use crate::base::error::Result;
use crate::cli::list::counted;
use crate::cli::{print, safe_json, warn_all};
use crate::store::workspace::Workspace;
use crate::text::clean;
use crate::work::see::worth::{Whole, Worth, worth};

pub(super) fn run(ws: &Workspace, as_json: bool) -> Result<u8> {
    let whole = worth(ws)?;
    warn_all(&whole.problems);
    print(&if as_json {
        safe_json(&format!("{:#}\n", json_of(&whole)))
    } else {
        told(&whole)
    })?;
    Ok(0)
}

fn json_of(whole: &Whole) -> Value {
    let one = |(name, w): (&String, &Worth)| {
        let said: serde_json::Map<String, Value> = w
            .said
            .iter()
            .map(|(part, s)| {
                let counts = json!({"accepted": s.accepted, "corrected": s.corrected, "rejected": s.rejected});
                (part.name().to_owned(), counts)
            })
            .collect();
        json!({
            "producer": name, "exhibits": w.exhibits, "faults": w.faults,
            "median_ms": median(&w.times), "longest_ms": w.times.last(),
            "prompt_tokens": w.usage.map(|u| u.prompt_tokens),
            "completion_tokens": w.usage.map(|u| u.completion_tokens),
            "confidence": w.confidence, "doubtful": w.doubtful, "in_no_other_reading": w.unread, "mended": w.mended,
            "disputed": (!whole.secret).then_some(w.disputed),
            "said": (!whole.secret).then_some(said),
        })
    };
    json!({"producers": whole.producers.iter().map(one).collect::<Vec<_>>(), "secret": whole.secret})
}

fn told(whole: &Whole) -> String {
    if whole.producers.is_empty() {
        return "no evidence; read some with: casefile see\n".to_owned();
    }
    let mut out = format!(
        "{:<28} {:>8} {:>6} {:>8} {:>8} {:>17} {:>5} {:>8} {:>6}\n",
        "producer", "exhibits", "faults", "median", "longest", "tokens in/out", "sure", "doubtful", "mended"
    );
    for (name, w) in &whole.producers {
        let time = |ms: Option<u64>| ms.map_or_else(|| "-".to_owned(), seconds);
        let tokens = w.usage.map_or_else(
            || "-".to_owned(),
            |u| format!("{}/{}", u.prompt_tokens, u.completion_tokens),
        );
        out.push_str(&format!(
            "{:<28} {:>8} {:>6} {:>8} {:>8} {tokens:>17} {:>5} {:>8} {:>6}\n",
            clean::line(name),
            w.exhibits,
            w.faults.values().sum::<usize>(),
            time(median(&w.times)),
            time(w.times.last().copied()),
            w.confidence.map_or_else(|| "-".to_owned(), |c| format!("{c:.2}")),
            w.doubtful,
            w.mended,
        ));
    }
    for (name, w) in &whole.producers {
        out.push_str(&details(name, w));
    }
    if whole.secret {
        out.push_str("what people said is not read: the round is blind and not closed\n");
    }
    out
}

fn details(name: &str, w: &Worth) -> String {
    let mut out = String::new();
    let name = clean::line(name);
    if w.unread > 0 {
        out.push_str(&format!(
            "{name}: {} with something that no other reading of the image has\n",
            counted(w.unread, "record")
        ));
    }
    for (why, n) in &w.faults {
        out.push_str(&format!("{name}: {n} × {}\n", clean::line(why)));
    }
    if w.disputed > 0 {
        out.push_str(&format!(
            "{name}: people differ about {}\n",
            counted(w.disputed, "part")
        ));
    }
    if !w.said.is_empty() {
        out.push_str(&format!(
            "{name}, what people said {:>14} {:>9} {:>8}\n",
            "accepted", "corrected", "rejected"
        ));
        for (part, s) in &w.said {
            out.push_str(&format!(
                "  {:<26} {:>12} {:>9} {:>8}\n",
                part.name(),
                s.accepted,
                s.corrected,
                s.rejected
            ));
        }
    }
    out
}
