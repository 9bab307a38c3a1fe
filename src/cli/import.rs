//! `casefile import`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::base::error::{Problem, Result};
use crate::read::input::{Wishes, run_name};
use crate::read::reader::Mapping;
use crate::store::workspace::Workspace;
use crate::text::clean;
use crate::work::import::{Count, Plan, Report, by_kind, import};

use super::args::Import;
use super::list::{LISTED, counted, more};
use super::progress;

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
    let mut wishes = Wishes {
        run: args.run.clone(),
        ..Wishes::default()
    };
    if let Some(run) = args.run.as_deref().filter(|r| run_name(r) != *r) {
        return Err(Problem::input(format!("'{run}' cannot name a run"))
            .mend("use letters, digits, '.', '_', '-' or '+', as in: --run agent-m"));
    }
    for raw in &args.map {
        let (field, column) = raw.split_once('=').ok_or_else(|| {
            Problem::input(format!("--map {raw}: no column")).mend("write --map FIELD=COLUMN, as in: --map body=text")
        })?;
        wishes.map.insert(field.to_owned(), column.to_owned());
    }
    let plan = Plan {
        paths: args.paths.clone(),
        format: args.format.clone(),
        repos,
        strict: args.strict,
        mode: args.input.clone(),
        wishes,
        replace: args.replace,
        now: super::play::moment(),
        salt: super::play::salt(),
    };
    let report = progress::show(args.json, |meter| import(&ws, &plan, meter))?;
    super::print(&if args.json {
        super::safe_json(&json(&report))
    } else {
        table(&report)
    })?;
    // Everything else was taken; the exit code tells scripts that not all was.
    Ok(u8::from(report.refusals > 0))
}

fn json(r: &Report) -> String {
    let count = |c: &Count| serde_json::json!({"new": c.new, "changed": c.changed, "same": c.same});
    let problems = |all: &[Problem]| -> Vec<serde_json::Value> {
        all.iter()
            .map(|p| serde_json::json!({"what": p.what, "file": p.file, "line": p.line, "field": p.field, "mend": p.mend}))
            .collect()
    };
    let mut out = serde_json::Map::new();
    for (name, c) in r.rows() {
        out.insert(name.to_owned(), count(&c));
    }
    let kinds: Vec<serde_json::Value> = by_kind(&r.refused)
        .into_iter()
        .map(|(kind, all)| {
            let first = all.first().map(|p| p.place());
            serde_json::json!({"kind": kind, "count": all.len(), "first": first})
        })
        .collect();
    let mappings: Vec<serde_json::Value> = r
        .mappings
        .iter()
        .map(|m| {
            let mapped: serde_json::Map<String, serde_json::Value> =
                m.mapped.iter().map(|(k, v)| (k.clone(), v.clone().into())).collect();
            serde_json::json!({"what": m.what, "mapped": mapped, "extra": m.extra, "missing": m.missing})
        })
        .collect();
    for (name, value) in [
        ("missing_images", r.missing_images.into()),
        ("faulty_images", problems(&r.faulty_images).into()),
        ("mended", serde_json::json!(r.mended)),
        ("annotators", annotators(r)),
        ("refusals", r.refusals.into()),
        ("refused_by_kind", kinds.into()),
        ("refused", problems(&r.refused).into()),
        ("skipped", problems(&r.skipped).into()),
        ("notes", problems(&r.notes).into()),
        ("columns", mappings.into()),
    ] {
        out.insert(name.to_owned(), value);
    }
    format!("{:#}\n", serde_json::Value::Object(out))
}

fn annotators(r: &Report) -> serde_json::Value {
    let counts =
        |[new, known, refused]: &[usize; 3]| serde_json::json!({"new": new, "known": known, "refused": refused});
    let all: serde_json::Map<String, serde_json::Value> =
        r.annotators.iter().map(|(by, n)| (by.clone(), counts(n))).collect();
    all.into()
}

fn table(r: &Report) -> String {
    let mut out = String::from("              new  changed  unchanged\n");
    for (name, c) in r.rows() {
        if c != Count::default() {
            out.push_str(&format!("{name:<12} {:>4}  {:>7}  {:>9}\n", c.new, c.changed, c.same));
        }
    }
    if !r.rows().iter().any(|(_, c)| c.took()) {
        out.push_str("nothing new\n");
    }
    for (by, [new, known, refused]) in r.annotators.iter().take(LISTED) {
        out.push_str(&format!(
            "  {}: {new} new, {known} known, {refused} refused\n",
            clean::line(by)
        ));
    }
    out.push_str(&more("  ", r.annotators.len(), LISTED));
    for m in &r.mappings {
        out.push_str(&columns(m));
    }
    if !r.mended.is_empty() {
        let list: Vec<String> = r.mended.iter().map(|(how, n)| format!("{how} {n}")).collect();
        out.push_str(&format!("mended: {}\n", list.join(" · ")));
    }
    let brought = r.cases != Count::default() || r.images != Count::default();
    if r.missing_images > 0 && brought {
        let s = if r.missing_images == 1 { " has" } else { "s have" };
        out.push_str(&format!(
            "{} exhibit{s} no image; they can be judged all the same\n",
            r.missing_images
        ));
    }
    let words = |p: &Problem| clean::text(&p.to_string());
    for p in r.faulty_images.iter().take(LISTED) {
        out.push_str(&format!("{}\n", words(p)));
    }
    out.push_str(&more("", r.faulty_images.len(), LISTED));
    for p in r.notes.iter().take(LISTED) {
        out.push_str(&format!("note: {}\n", words(p)));
    }
    out.push_str(&more("", r.notes.len(), LISTED));
    if !r.skipped.is_empty() {
        out.push_str(&format!(
            "skipped, no data in them: {}\n",
            counted(r.skipped.len(), "file")
        ));
        for p in r.skipped.iter().take(3) {
            out.push_str(&format!("  {}: {}\n", clean::line(&p.place()), clean::line(&p.what)));
        }
        out.push_str(&more("  ", r.skipped.len(), 3));
    }
    if r.refusals > 0 {
        out.push_str(&format!("refused: {}\n", r.refusals));
        let kinds = by_kind(&r.refused);
        for (kind, all) in kinds.iter().take(LISTED) {
            let alone = all.len() == 1;
            if !alone {
                out.push_str(&format!("  {} × {}\n", all.len(), clean::line(kind)));
            }
            for p in all.iter().take(3) {
                out.push_str(&format!("{}{}\n", if alone { "  " } else { "    " }, words(p)));
            }
        }
        if kinds.len() > LISTED {
            out.push_str(&more("  ", kinds.len(), LISTED));
        } else if kinds.iter().any(|(_, all)| all.len() > 3) {
            out.push_str("  --json lists all\n");
        }
    }
    out
}

fn columns(m: &Mapping) -> String {
    let mapped: Vec<String> = m
        .mapped
        .iter()
        .map(|(f, c)| if f == c { f.clone() } else { format!("{f} = {c}") })
        .collect();
    let mut out = format!(
        "columns of {}: {}\n",
        clean::line(&m.what),
        clean::line(&mapped.join(", "))
    );
    if !m.extra.is_empty() {
        out.push_str(&format!("  kept as extra: {}\n", clean::line(&m.extra.join(", "))));
    }
    if !m.missing.is_empty() {
        out.push_str(&format!(
            "  nothing for: {} (--map FIELD=COLUMN)\n",
            m.missing.join(", ")
        ));
    }
    out
}
