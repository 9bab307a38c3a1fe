//! Audit of a workspace: every record is read once, one at a time; what stays in memory is a few hashes a case.

use std::collections::{BTreeMap, HashMap};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::base::error::{Problem, Result};
use crate::domain::audit::cases::{self, Tally};
use crate::domain::audit::{Finding, Kind, Place, Severity};
use crate::domain::case::Case;
use crate::domain::gold::{Computed, Kind as Why};
use crate::read::meter::Meter;
use crate::store::whole;
use crate::store::workspace::Workspace;

mod facts;
mod images;
mod repos;
mod runs;

use facts::Facts;

/// What was looked at, and what was found.
#[derive(Debug, Default)]
pub struct Report {
    /// Findings in the order of files and lines, errors first.
    pub findings: Vec<Finding>,
    /// Cases that were read.
    pub cases: usize,
    /// Exhibits of them.
    pub exhibits: usize,
    /// Image files that were looked into, each once.
    pub images: usize,
    /// Runs.
    pub runs: usize,
    /// Evidence records.
    pub evidence: usize,
    /// Cases whose base was looked up in a repository.
    pub bases: usize,
}

impl Report {
    /// Whether something is wrong.
    pub fn wrong(&self) -> bool {
        self.findings.iter().any(|f| f.severity == Severity::Error)
    }
}

/// The state of one audit.
struct Audit<'a> {
    ws: &'a Workspace,
    meter: &'a Arc<Meter>,
    report: Report,
    facts: Facts,
    repos: repos::Shelf,
}

/// Audits. `meter` counts bytes read and can stop it.
///
/// # Errors
/// `cases.jsonl` cannot be opened, or a stop.
pub fn audit(ws: &Workspace, meter: &Arc<Meter>) -> Result<Report> {
    let mut it = Audit {
        ws,
        meter,
        report: Report::default(),
        facts: Facts::default(),
        repos: repos::Shelf::new(ws),
    };
    it.cases()?;
    it.computed()?;
    it.repos.tell(&mut it.report.findings);
    it.images()?;
    it.runs()?;
    it.evidence()?;
    let mut report = it.report;
    report.findings.sort_by_key(|f| f.severity);
    Ok(report)
}

/// The path as it stands in findings.
fn shown(ws: &Workspace, path: &Path) -> String {
    path.strip_prefix(&ws.root).unwrap_or(path).display().to_string()
}

impl Audit<'_> {
    fn add(&mut self, finding: Finding) {
        self.report.findings.push(finding);
    }

    /// Calls `each` with number and text of every line of `path`; no file is no lines.
    fn lines(&mut self, path: &Path, doing: &str, each: &mut dyn FnMut(&mut Self, usize, &[u8])) -> Result<()> {
        let total = match std::fs::metadata(path) {
            Ok(meta) => meta.len(),
            Err(_) => return Ok(()),
        };
        self.meter.phase(doing, total);
        let mut from = BufReader::with_capacity(1 << 18, whole::open(path)?);
        let mut line = Vec::new();
        let mut number = 0;
        loop {
            self.meter.check()?;
            line.clear();
            let n = from
                .read_until(b'\n', &mut line)
                .map_err(|e| Problem::io("read", path, &e))?;
            if n == 0 {
                return Ok(());
            }
            self.meter.add(n as u64);
            number += 1;
            let text = line.trim_ascii();
            if !text.is_empty() {
                each(self, number, text);
            }
        }
    }

    fn cases(&mut self) -> Result<()> {
        let path = self.ws.cases();
        let file = shown(self.ws, &path);
        let mut tally = Tally::default();
        self.lines(&path, "reading cases", &mut |it, number, line| {
            let case: Case = match serde_json::from_slice(line) {
                Ok(case) => case,
                Err(e) => return it.add(bad_line(&file, number, "case", &e)),
            };
            let place = Place::line(&file, number, &case.id);
            it.report.cases += 1;
            it.report.exhibits += case.exhibits.len();
            tally.note(&case);
            cases::check(&case, &place, &mut it.report.findings);
            let meter = it.meter;
            let found = &mut it.report.findings;
            it.report.bases += usize::from(it.repos.check(&case, &place, &|| meter.stopped(), found));
            it.facts.note(&case, number, &mut it.report.findings, &place);
        })?;
        self.report.findings.extend(tally.findings(&file));
        self.facts.images_shared(&mut self.report.findings);
        Ok(())
    }

    /// What `casefile gold` found out about published functions.
    fn computed(&mut self) -> Result<()> {
        let path = self.ws.gold();
        let file = shown(self.ws, &path);
        self.lines(&path, "reading computed gold", &mut |it, number, line| {
            let row: Computed = match serde_json::from_slice(line) {
                Ok(row) => row,
                Err(e) => return it.add(bad_line(&file, number, "gold record", &e)),
            };
            for d in &row.differences {
                let wrong = matches!(d.why, Why::Namespace | Why::Class | Why::NotInBase | Why::NewFunction);
                if let (true, Some(published)) = (wrong, &d.published)
                    && !it.repos.told(&row.case, published)
                {
                    let what = format!("{published}: {}", d.why.words());
                    let mend = match &d.computed {
                        Some(computed) => format!("the patch edits {computed}"),
                        None => "casefile gold --replace puts computed functions in its place".to_owned(),
                    };
                    it.add(
                        Finding::error(Kind::GoldNotFunction, Place::line(&file, number, &row.case), what).mend(mend),
                    );
                }
            }
        })
    }

    fn images(&mut self) -> Result<()> {
        let all = std::mem::take(&mut self.facts.images);
        self.meter.phase("looking into images", all.len() as u64);
        for image in all.values().filter_map(|seen| seen.first.as_ref()) {
            self.meter.check()?;
            self.meter.add(1);
            self.report.images += 1;
            let finding = images::check(self.ws, &image.stored, &image.place);
            self.report.findings.extend(finding);
        }
        Ok(())
    }

    fn evidence(&mut self) -> Result<()> {
        for path in self.ws.evidence() {
            let file = shown(self.ws, &path);
            self.lines(&path, "reading evidence", &mut |it, number, line| {
                it.report.evidence += 1;
                runs::evidence(&it.facts, &file, number, line, &mut it.report.findings);
            })?;
        }
        Ok(())
    }

    fn runs(&mut self) -> Result<()> {
        for name in self.ws.runs() {
            self.report.runs += 1;
            let path = self.ws.suspects(&name);
            let mut run = runs::Run::new(&name, shown(self.ws, &path));
            self.lines(&path, "reading runs", &mut |it, number, line| {
                run.row(&it.facts, &mut it.repos, number, line, &mut it.report.findings);
            })?;
            run.tell(&self.facts, &mut self.report.findings);
            let path = self.ws.events(&name);
            let file = shown(self.ws, &path);
            self.lines(&path, "reading events", &mut |it, number, line| {
                runs::events(&file, number, line, &mut it.report.findings);
            })?;
        }
        Ok(())
    }
}

fn bad_line(file: &str, line: usize, what: &str, e: &serde_json::Error) -> Finding {
    Finding::error(Kind::Line, Place::line(file, line, ""), format!("not a {what}: {e}"))
        .mend("restore the line from git, or import it again")
}

/// Findings of published tables in files.
///
/// # Errors
/// See [`crate::read::tables::read`].
pub fn papers(paths: &[PathBuf]) -> Result<Vec<Finding>> {
    let papers: Result<Vec<_>> = paths.iter().map(|p| crate::read::tables::read(p)).collect();
    Ok(crate::domain::audit::tables::check(&papers?))
}

/// Counts by kind: errors, notes.
pub fn by_kind(findings: &[Finding]) -> BTreeMap<Kind, (usize, usize)> {
    let mut out: BTreeMap<Kind, (usize, usize)> = BTreeMap::new();
    for f in findings {
        let (errors, notes) = out.entry(f.kind).or_default();
        match f.severity {
            Severity::Error => *errors += 1,
            Severity::Note => *notes += 1,
        }
    }
    out
}

/// Case ids in words, the first few.
fn examples(ids: &[String], all: usize) -> String {
    let shown: Vec<&str> = ids.iter().take(3).map(String::as_str).collect();
    let more = all.saturating_sub(shown.len());
    let rest = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    format!("{}{rest}", shown.join(", "))
}

/// Rows by a hash of what they have in common.
type Seen = HashMap<[u8; 16], usize>;
