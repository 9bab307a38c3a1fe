//! Evidence and the gate: the log worked out, doubts found, the +VCE text laid out.

use casefile::domain::evidence::Evidence;
use casefile::domain::gate::table::rows;
use casefile::domain::gate::{Limits, Record, Stage, VERSION, Verdict};
use casefile::domain::seen::block::{self, block};
use casefile::domain::seen::doubt::{Rules, doubts};
use criterion::Criterion;
use serde_json::{Value, json};

use super::made::Dice;
use super::{Book, Goal, group};

/// Images in the log, four records each.
const IMAGES: usize = 25_000;

/// Lines of text in a picture of a full screen.
const LINES: usize = 120;

pub(crate) fn run(c: &mut Criterion, book: &Book) {
    let mut g = group(c, "evidence", 3.0);
    let log = log();
    let limits = Limits::default();
    assert_eq!(rows(&log, &[], &limits).len(), IMAGES);
    book.time(&mut g, "the gate's 100,000 records worked out", &Goal::Told, || {
        rows(&log, &[], &limits)
    });
    let (model, engine) = (read("model", 3), read("engine", 7));
    let all = [&model, &engine];
    book.time(
        &mut g,
        "doubts about 120 lines against another reading",
        &Goal::Told,
        || doubts(&model, &all, Rules::default()),
    );
    let case = serde_json::from_value(json!({"v": 1, "id": "c", "title": "t",
        "exhibits": [{"id": "x", "source": "x", "image": null}]}));
    let case = case.expect("a case");
    book.time(&mut g, "the +VCE text of a case", &Goal::Told, || {
        block(&case, &[&model], block::Limits::default())
    });
    g.finish();
}

fn log() -> Vec<Record> {
    let mut dice = Dice(31_415);
    let mut out = Vec::with_capacity(4 * IMAGES);
    for n in 0..IMAGES {
        for stage in Stage::ALL {
            let output: Value = match stage {
                Stage::A | Stage::D => json!({"relevance": dice.roll(4).cast_signed() - 1, "category": "log_output"}),
                Stage::B => json!({"category": "log_output", "confidence": dice.roll(100) as f64 / 100.0}),
                Stage::C => json!({"plausible": dice.roll(2) == 0}),
            };
            out.push(Record {
                v: VERSION,
                case: format!("owner__name-{}", n / 2),
                exhibit: format!("{n:012x}"),
                stage,
                input_sha: String::new(),
                prompt_sha: String::new(),
                model: if stage == Stage::D { "two" } else { "one" }.to_owned(),
                output,
                verdict: Verdict::Pass,
                reason: String::new(),
                mends: Vec::new(),
                usage: None,
                at: String::new(),
            });
        }
    }
    out
}

/// Lines of words; one word of `odd` differs from what the other reads.
fn read(producer: &str, odd: u64) -> Evidence {
    let mut dice = Dice(2_718);
    let line = |n: usize, dice: &mut Dice| {
        let words: Vec<String> = (0..9).map(|_| format!("word{}", dice.roll(4_000))).collect();
        let own = if (n as u64).is_multiple_of(odd) { producer } else { "" };
        format!("{own}{}", words.join(" "))
    };
    let text: Vec<String> = (0..LINES).map(|n| line(n, &mut dice)).collect();
    Evidence {
        exhibit: "x".to_owned(),
        producer: producer.to_owned(),
        ocr_text: Some(text.join("\n")),
        confidence: Some(0.7),
        ..Evidence::default()
    }
}
