//! `casefile see --hints`: what evidence points at, exhibit by exhibit.

use serde_json::{Value, json};

use crate::base::error::{Problem, Result};
use crate::cli::args::See;
use crate::cli::list::{counted, failures};
use crate::cli::{print, progress, safe_json};
use crate::store::workspace::Workspace;
use crate::text::clean;
use crate::work::office::Office;
use crate::work::rank::rare::{FILES, Rare};
use crate::work::see::hints::{Ask, Hint, Hints, TOP, hints};

/// Words of a list that are shown.
const SHOWN: usize = 8;

pub(super) fn run(ws: Workspace, args: &See) -> Result<u8> {
    if ws.config.blind && !args.reveal {
        return Err(Problem::input("gold and suspects are hidden in this blind round")
            .in_file(ws.root.join("casefile.toml"))
            .mend("--reveal shows them, without a record of it"));
    }
    let ask = Ask {
        cases: args.cases.clone(),
        producer: args.producer.clone(),
        rare: args.rare,
    };
    let office = Office::new(std::sync::Arc::new(ws));
    let found = progress::show(args.json, |meter| hints(&office, &ask, meter))?;
    print(&if args.json {
        safe_json(&format!("{:#}\n", as_json(&found, args.rare)))
    } else {
        told(&found, args.rare)
    })?;
    Ok(0)
}

fn as_json(h: &Hints, rare: bool) -> Value {
    let (gold, suspects, either) = h.counts();
    let row = |hint: &Hint| {
        let words: Vec<Value> = hint
            .rare
            .iter()
            .map(|r| json!({"word": r.word, "files": r.files, "gold": r.gold}))
            .collect();
        json!({"case": hint.case, "exhibit": hint.exhibit, "producers": hint.producers, "gold": hint.gold,
            "suspects": hint.suspects, "rare": rare.then_some(words)})
    };
    let counts = h.rare();
    json!({
        "exhibits": h.all.len(), "name_gold": gold, "name_suspects_alone": suspects, "name_either": either,
        "with_rare": rare.then_some(counts.0), "with_rare_of_gold": rare.then_some(counts.1),
        "runs": h.runs, "top": TOP, "problems": h.problems,
        "hints": h.all.iter().map(row).collect::<Vec<_>>(),
    })
}

fn told(h: &Hints, rare: bool) -> String {
    let mut out = String::new();
    for hint in &h.all {
        out.push_str(&format!("{} {}\n", clean::line(&hint.case), clean::line(&hint.exhibit)));
        let words: Vec<String> = hint.rare.iter().map(word).collect();
        for (what, list) in [("gold", &hint.gold), ("suspects", &hint.suspects), ("rare", &words)] {
            if !list.is_empty() {
                out.push_str(&format!("  {what:<9} {}\n", some(list)));
            }
        }
    }
    let (gold, suspects, either) = h.counts();
    let all = h.all.len();
    out.push_str(&format!(
        "{gold} of {} name gold; {suspects} a suspect that gold does not have (top {TOP} of {}); {either} either\n",
        counted(all, "exhibit"),
        counted(h.runs.len(), "run")
    ));
    if rare {
        let (any, of_gold) = h.rare();
        out.push_str(&format!(
            "{any} of {} have a word of at most {FILES} files that the issue does not have; {of_gold} one of a gold file (*)\n",
            counted(all, "exhibit")
        ));
        out.push_str(&failures("not looked into for rare words", &h.problems));
    }
    out
}

/// `router (3)`, with a star where a gold file has it.
fn word(r: &Rare) -> String {
    format!("{} ({}){}", r.word, r.files, if r.gold { "*" } else { "" })
}

fn some(list: &[String]) -> String {
    let shown: Vec<String> = list.iter().take(SHOWN).map(|w| clean::line(w)).collect();
    match list.len().saturating_sub(SHOWN) {
        0 => shown.join(", "),
        more => format!("{}, … {more} more", shown.join(", ")),
    }
}
