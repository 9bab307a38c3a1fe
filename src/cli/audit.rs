//! `casefile audit`.

use crate::base::error::{Problem, Result};
use crate::domain::audit::{Finding, Kind, Severity};
use crate::store::workspace::Workspace;
use crate::text::clean;
use crate::work::audit::{Report, audit, by_kind, papers};

use super::args::Audit;
use super::list::{counted, more};
use super::progress;

/// Examples of a kind that are shown.
const FIRST: usize = 3;

/// Audits a workspace, or published tables; exit code 1 when something is wrong.
///
/// # Errors
/// See [`audit`] and [`papers`].
pub fn run(args: &Audit) -> Result<u8> {
    let kinds: Vec<Kind> = args.kind.iter().map(|k| kind(k)).collect::<Result<_>>()?;
    let (mut report, head) = if args.table.is_empty() {
        let ws = Workspace::open(&args.workspace)?;
        let report = progress::show(args.json, |meter| audit(&ws, meter))?;
        let head = head(&report);
        (report, head)
    } else {
        let report = Report {
            findings: papers(&args.table)?,
            ..Report::default()
        };
        (report, format!("{} read\n", counted(args.table.len(), "file")))
    };
    if !kinds.is_empty() {
        report.findings.retain(|f| kinds.contains(&f.kind));
    }
    super::print(&if args.json {
        super::safe_json(&json(&report, args.table.is_empty()))
    } else {
        head + &table(&report.findings, args.list)
    })?;
    Ok(u8::from(report.wrong()))
}

fn kind(word: &str) -> Result<Kind> {
    Kind::ALL.iter().copied().find(|k| k.word() == word).ok_or_else(|| {
        let all: Vec<&str> = Kind::ALL.iter().map(|k| k.word()).collect();
        Problem::input(format!("no kind of finding is called '{}'", clean::line(word)))
            .mend(format!("kinds: {}", all.join(", ")))
    })
}

fn head(r: &Report) -> String {
    format!(
        "{}, {} ({} looked into), {}, {} of evidence; {} looked up in repositories\n",
        counted(r.cases, "case"),
        counted(r.exhibits, "exhibit"),
        counted(r.images, "image"),
        counted(r.runs, "run"),
        counted(r.evidence, "record"),
        counted(r.bases, "base")
    )
}

fn json(r: &Report, workspace: bool) -> String {
    let kinds: serde_json::Map<String, serde_json::Value> = by_kind(&r.findings)
        .into_iter()
        .map(|(kind, (errors, notes))| {
            (
                kind.word().to_owned(),
                serde_json::json!({"errors": errors, "notes": notes}),
            )
        })
        .collect();
    let mut value = serde_json::json!({"kinds": kinds, "findings": r.findings});
    if workspace && let Some(map) = value.as_object_mut() {
        let looked = serde_json::json!({
            "cases": r.cases, "exhibits": r.exhibits, "images": r.images,
            "runs": r.runs, "evidence": r.evidence, "bases": r.bases,
        });
        map.insert("looked_at".to_owned(), looked);
    }
    format!("{value:#}\n")
}

/// Findings by kind, errors first; all of them with `list`, else the first of each kind.
fn table(all: &[Finding], list: bool) -> String {
    if all.is_empty() {
        return "nothing to say\n".to_owned();
    }
    let kinds = by_kind(all);
    let mut out = String::from("errors  notes  kind\n");
    for (kind, (errors, notes)) in &kinds {
        out.push_str(&format!(
            "{errors:>6}  {notes:>5}  {:<17} {}\n",
            kind.word(),
            kind.about()
        ));
    }
    for severity in [Severity::Error, Severity::Note] {
        for kind in kinds.keys() {
            let here: Vec<&Finding> = all
                .iter()
                .filter(|f| f.kind == *kind && f.severity == severity)
                .collect();
            if here.is_empty() {
                continue;
            }
            out.push_str(&format!("\n{} {}\n", severity.word(), kind.word()));
            let shown = if list { here.len() } else { FIRST };
            for f in here.iter().take(shown) {
                out.push_str(&line(f));
            }
            let rest = more("  ", here.len(), shown.min(here.len()));
            out.push_str(&rest.replace("--json lists all", "--list tells all"));
        }
    }
    let wrong = all.iter().filter(|f| f.severity == Severity::Error).count();
    out.push_str(&format!(
        "\n{}, {}\n",
        counted(wrong, "error"),
        counted(all.len() - wrong, "note")
    ));
    out
}

fn line(f: &Finding) -> String {
    let place = f.place.words();
    let lead = if place.is_empty() {
        String::new()
    } else {
        format!("{place}: ")
    };
    let mut out = format!("  {}\n", clean::line(&format!("{lead}{}", f.what)));
    if !f.mend.is_empty() {
        out.push_str(&format!("      {}\n", clean::line(&f.mend)));
    }
    out
}
