//! The +VCE text of the case as a model gets it, from the records of the chosen producer as people settled them.

use crate::app::model::Model;
use crate::app::model::seen::{Bit, Ink, Line};
use crate::domain::evidence::Evidence;
use crate::domain::seen::block;

use super::table::folded;

/// The text as lines, its size first.
pub(super) fn lines(m: &Model) -> Vec<Line> {
    let (text, changed, disputed) = text(m);
    let cols = usize::from(super::places(m).columns[0].w).saturating_sub(3);
    let line = |text: String, ink: Ink| Line {
        cells: [vec![Bit::new(format!(" {text}"), ink)], Vec::new()],
        ..Line::default()
    };
    if text.is_empty() {
        let none = "no record of this producer says anything: in the +VCE modes the case stands without evidence";
        return folded(none, cols).into_iter().map(|t| line(t, Ink::Dim)).collect();
    }
    let (words, tokens) = block::size(&text);
    let mut settled = match changed {
        0 => String::new(),
        1 => " · 1 part as people settled it".to_owned(),
        n => format!(" · {n} parts as people settled them"),
    };
    match disputed {
        0 => {}
        1 => settled.push_str(" · 1 part disputed"),
        n => settled.push_str(&format!(" · {n} parts disputed")),
    }
    let mut out = vec![line(
        format!("{words} words · about {tokens} tokens{settled}"),
        Ink::Dim,
    )];
    out.push(Line::default());
    out.extend(text.lines().flat_map(|l| folded(l, cols)).map(|t| line(t, Ink::Plain)));
    out
}

/// The text, how many parts of its records people changed, and about how many they differ.
fn text(m: &Model) -> (String, usize, usize) {
    let records = m.records();
    let (Some(file), Some(chosen)) = (&m.desk.file, records.get(super::chosen(m))) else {
        return (String::new(), 0, 0);
    };
    let producer = &chosen.record.producer;
    let sayings = super::sayings(m);
    let (mut changed, mut disputed) = (0, 0);
    let settled: Vec<Evidence> = m
        .case_records()
        .into_iter()
        .filter(|l| l.record.producer == *producer)
        .map(|l| {
            let settled = sayings.settle(l.record);
            changed += settled.changed;
            disputed += settled.disputed;
            settled.record
        })
        .collect();
    let all: Vec<&Evidence> = settled.iter().collect();
    (
        block::block(&file.case, &all, block::Limits::default()),
        changed,
        disputed,
    )
}
