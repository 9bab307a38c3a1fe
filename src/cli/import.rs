//! `casefile import`.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use crate::base::error::{Problem, Result};
use crate::store::workspace::Workspace;
use crate::work::import::{Count, Plan, Report, import};

use super::args::Import;

/// Imports and reports.
///
/// # Errors
/// See [`import`].
pub fn run(args: &Import) -> Result<u8> {
    if args.paths.is_empty() && args.repo.is_empty() {
        return Err(Problem::input("nothing to import").mend("name files or folders, or a repository with --repo"));
    }
    let modes = ["text-only", "with-image", "VCE", "VCE+image"];
    if let Some(mode) = args.input.as_deref().filter(|m| !modes.contains(m)) {
        return Err(
            Problem::input(format!("'{mode}' is no input mode")).mend(format!("use one of: {}", modes.join(", ")))
        );
    }
    let mut repos: BTreeMap<String, PathBuf> = BTreeMap::new();
    for raw in &args.repo {
        let (name, dir) = raw
            .split_once('=')
            .ok_or_else(|| Problem::input(format!("--repo {raw}: no folder")).mend("write --repo OWNER/NAME=DIR"))?;
        repos.insert(name.to_owned(), PathBuf::from(dir));
    }
    let ws = Workspace::open(&args.workspace)?;
    let plan = Plan {
        paths: args.paths.clone(),
        format: args.format.clone(),
        repos,
        strict: args.strict,
        mode: args.input.clone(),
    };
    let live = std::io::stderr().is_terminal() && !args.json;
    let mut err = std::io::stderr();
    let report = import(&ws, &plan, &mut |what, n| {
        if live {
            let count = if n > 0 { format!(" ({n})") } else { String::new() };
            // Progress is a courtesy; the import does not depend on it.
            let _ignored: std::io::Result<()> = write!(err, "\r\x1b[K{what}{count}").and_then(|()| err.flush());
        }
        true
    })?;
    if live {
        let _ignored: std::io::Result<()> = write!(err, "\r\x1b[K");
    }
    super::print(&if args.json {
        super::safe_json(&json(&report))
    } else {
        table(&report)
    })?;
    // Everything else was taken; the exit code tells scripts that not all was.
    Ok(u8::from(!report.refused.is_empty()))
}

fn json(r: &Report) -> String {
    let count = |c: &Count| serde_json::json!({"new": c.new, "changed": c.changed, "same": c.same});
    let problems = |all: &[Problem]| -> Vec<serde_json::Value> {
        all.iter()
            .map(|p| serde_json::json!({"what": p.what, "file": p.file, "line": p.line, "field": p.field, "mend": p.mend}))
            .collect()
    };
    let value = serde_json::json!({
        "cases": count(&r.cases),
        "images": count(&r.images),
        "runs": count(&r.runs),
        "repositories": count(&r.repos),
        "missing_images": r.missing_images,
        "faulty_images": problems(&r.faulty_images),
        "refused": problems(&r.refused),
        "notes": problems(&r.notes),
    });
    format!("{value:#}\n")
}

fn table(r: &Report) -> String {
    let mut out = String::from("              new  changed  unchanged\n");
    for (name, c) in [
        ("cases", r.cases),
        ("images", r.images),
        ("runs", r.runs),
        ("repositories", r.repos),
    ] {
        if c != Count::default() {
            out.push_str(&format!("{name:<12} {:>4}  {:>7}  {:>9}\n", c.new, c.changed, c.same));
        }
    }
    let new = [r.cases, r.images, r.runs, r.repos]
        .iter()
        .any(|c| c.new + c.changed > 0);
    if !new {
        out.push_str("nothing new\n");
    }
    if r.missing_images > 0 {
        let s = if r.missing_images == 1 { " has" } else { "s have" };
        out.push_str(&format!(
            "{} exhibit{s} no image; they can be judged all the same
",
            r.missing_images
        ));
    }
    for p in &r.faulty_images {
        out.push_str(&format!("{}\n", crate::text::clean::text(&p.to_string())));
    }
    for p in r.notes.iter().take(20) {
        out.push_str(&format!("note: {}\n", crate::text::clean::text(&p.to_string())));
    }
    if !r.refused.is_empty() {
        out.push_str(&format!("refused: {}\n", r.refused.len()));
        for p in r.refused.iter().take(20) {
            out.push_str(&format!("  {}\n", crate::text::clean::text(&p.to_string())));
        }
        if r.refused.len() > 20 {
            out.push_str(&format!("  … and {} more; --json lists all\n", r.refused.len() - 20));
        }
    }
    out
}
