//! A case file made ready to be shown: the case with its rendered text, evidence, suspects and diff.

use std::sync::Arc;

use crate::base::error::{Problem, Result};
use crate::domain::case::{Case, Place};
use crate::domain::diff::{self, FileDiff};
use crate::domain::evidence::Evidence;
use crate::domain::run::Suspects;
use crate::domain::seen::doubt::{self, Doubt};
use crate::read::markdown;
use crate::text::clean;
use crate::text::doc::{Block, Doc, Inline, Look, Piece};

use super::catalog;
use super::office::{Office, Slice};

/// Everything about one case.
#[derive(Debug, Clone, PartialEq)]
pub struct CaseFile {
    /// The record.
    pub case: Case,
    /// Body, comments and attached exhibits as one document.
    pub doc: Doc,
    /// The fix.
    pub diff: Vec<FileDiff>,
    /// Evidence of all its exhibits.
    pub evidence: Vec<Evidence>,
    /// What is doubtful about each of them, in their order.
    pub doubts: Vec<Vec<Doubt>>,
    /// Each run's record, in order of the runs.
    pub suspects: Vec<(Arc<str>, Suspects)>,
    /// What could not be read.
    pub problems: Vec<Problem>,
}

/// Loads the case at `slice` of `cases.jsonl`.
///
/// # Errors
/// The record cannot be read.
pub fn load(office: &Office, slice: Slice) -> Result<CaseFile> {
    let case: Case = catalog::record(&office.ws.cases(), slice)?;
    let catalog = office.catalog();
    let mut problems = Vec::new();
    let evidence = catalog.evidence(&case.id).unwrap_or_else(|p| {
        problems.push(p);
        Vec::new()
    });
    let mut suspects = Vec::new();
    for run in &catalog.runs {
        match catalog.suspects(run, &case.id) {
            Ok(s) => suspects.push((Arc::from(run.name.as_str()), s)),
            Err(p) => problems.push(p),
        }
    }
    Ok(CaseFile {
        doc: document(&case),
        diff: diff::read(case.patch.as_deref().unwrap_or("")),
        case,
        doubts: {
            let all: Vec<&Evidence> = evidence.iter().collect();
            let of = |e: &Evidence| doubt::doubts(e, &all, doubt::Rules::default());
            evidence.iter().map(of).collect()
        },
        evidence,
        suspects,
        problems,
    })
}

/// Body, comments, then the exhibits that neither shows.
pub fn document(case: &Case) -> Doc {
    let known = |url: &str| case.exhibits.iter().any(|e| e.source == url);
    let dim = Look {
        dim: true,
        ..Look::default()
    };
    let mut doc = markdown::read(&case.body, &known);
    for comment in &case.comments {
        doc.push(Block::Rule);
        let by = if comment.by.is_empty() { "comment" } else { &comment.by };
        let mut head = vec![Inline::Text(Piece::new(
            clean::line(by),
            Look {
                strong: true,
                ..Look::default()
            },
        ))];
        if !comment.at.is_empty() {
            let day: String = comment.at.chars().take(10).collect();
            head.push(Inline::Text(Piece::new(format!("  {}", clean::line(&day)), dim)));
        }
        doc.push(Block::Paragraph(head));
        doc.extend(markdown::read(&comment.body, &known));
    }
    let shown = markdown::pictures(&doc);
    let left: Vec<&crate::domain::case::Exhibit> =
        case.exhibits.iter().filter(|e| !shown.contains(&e.source)).collect();
    if !left.is_empty() {
        doc.push(Block::Rule);
        doc.push(markdown::plain("Attached, not shown in the text", dim));
        for e in left {
            let mut line = Vec::new();
            if e.place == Place::Attached {
                line.push(Inline::Text(Piece::new(clean::line(&e.source), dim)));
                line.push(Inline::Break);
            }
            line.push(Inline::Picture {
                source: e.source.clone(),
                alt: clean::line(&e.alt),
            });
            doc.push(Block::Paragraph(line));
        }
    }
    doc
}
