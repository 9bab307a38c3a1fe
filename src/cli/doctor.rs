//! `casefile doctor`: what this terminal, workspace and clone can do, and what is wrong with them.

use std::io::{IsTerminal, stdout};
use std::path::Path;
use std::sync::Arc;

use crate::base::error::{Problem, Result};
use crate::read::repo::Repo;
use crate::store::gate_log;
use crate::store::replay::{Whose, replay};
use crate::store::sync::head::unlike_head;
use crate::store::workspace::Workspace;
use crate::text::clean;
use crate::tui::probe;
use crate::work::forms::{in_use, secret};
use crate::work::index;
use crate::work::office::Office;

use super::args::Shared;
use super::env::Env;
use super::session;

/// One thing looked at.
struct Finding {
    ok: bool,
    about: &'static str,
    text: String,
}

/// Looks and reports; exit code 1 when something is wrong.
///
/// # Errors
/// Standard output cannot be written.
pub fn run(dir: Option<&Path>, json: bool, shared: &Shared, env: &Env) -> Result<u8> {
    let mut all = Vec::new();
    terminal(&mut all, shared, env);
    let mut note = |ok: bool, about: &'static str, text: String| all.push(Finding { ok, about, text });
    match session::user(env) {
        Ok(_) => match &env.config {
            Some(p) if p.exists() => note(true, "settings", p.display().to_string()),
            Some(p) => note(true, "settings", format!("none; they would be in {}", p.display())),
            None => note(true, "settings", "no home folder".to_owned()),
        },
        Err(p) => note(false, "settings", p.to_string()),
    }
    if let Err(p) = session::keymap(shared.keymap.as_deref()) {
        note(false, "keymap", p.to_string());
    }
    if let Some(dir) = dir {
        match Workspace::open(dir) {
            Ok(ws) => workspace(&mut all, ws),
            Err(p) => all.push(Finding {
                ok: false,
                about: "workspace",
                text: p.to_string(),
            }),
        }
    }
    let bad = all.iter().filter(|f| !f.ok).count();
    if json {
        let list: Vec<serde_json::Value> = all
            .iter()
            .map(|f| serde_json::json!({"ok": f.ok, "about": f.about, "text": f.text}))
            .collect();
        super::print(&super::safe_json(&format!("{:#}\n", serde_json::Value::Array(list))))?;
    } else {
        let mut out = String::new();
        for f in &all {
            let sign = if f.ok { "ok " } else { "BAD" };
            out.push_str(&format!(
                "{sign}  {:<11} {}\n",
                f.about,
                clean::text(&f.text).replace('\n', "\n                 ")
            ));
        }
        out.push_str(&if bad == 0 {
            "nothing is wrong\n".to_owned()
        } else {
            format!("{bad} wrong\n")
        });
        super::print(&out)?;
    }
    Ok(u8::from(bad > 0))
}

fn terminal(all: &mut Vec<Finding>, shared: &Shared, env: &Env) {
    let mut note = |ok: bool, text: String| {
        all.push(Finding {
            ok,
            about: "terminal",
            text,
        });
    };
    if !stdout().is_terminal() {
        return note(true, "standard output is no terminal: not asked".to_owned());
    }
    let wanted = match shared.protocol.as_ref().map(|p| p.parse()) {
        Some(Ok(p)) => Some(p),
        Some(Err(e)) => return note(false, e),
        None => None,
    };
    let found = probe::probe(&env.terminal, wanted);
    note(
        true,
        format!(
            "images as {}, cells of {}×{} pixels",
            found.protocol, found.cell_px.0, found.cell_px.1
        ),
    );
    for why in found.why {
        note(true, why);
    }
}

fn workspace(all: &mut Vec<Finding>, ws: Workspace) {
    let ws = Arc::new(ws);
    let office = Office::new(ws.clone());
    let mut rows = Vec::new();
    let problems = index::rows(&ws, &mut |more| {
        rows.extend(more);
        true
    });
    let mut note = |ok: bool, about: &'static str, text: String| all.push(Finding { ok, about, text });
    let images: usize = rows.iter().map(|r| r.exhibits.len()).sum();
    let missing: usize = rows.iter().map(|r| usize::from(r.missing)).sum();
    note(
        true,
        "cases",
        format!("{} cases, {images} exhibits, {missing} without an image", rows.len()),
    );
    for p in problems {
        note(false, "cases", p.to_string());
    }
    let catalog = office.catalog();
    for run in &catalog.runs {
        let without = rows.iter().filter(|r| !run.lines.contains_key(&*r.id)).count();
        note(
            true,
            "run",
            format!("{}: {} rows, {without} cases without one", run.name, run.lines.len()),
        );
    }
    for p in &catalog.problems {
        note(false, "run", p.to_string());
    }
    forms(&mut note, &ws);
    note(true, "see", super::see::tesseract_told());
    match gate_log::read(&ws.root) {
        Ok((all, odd)) => {
            if !all.is_empty() {
                note(true, "gate", format!("{} records", all.len()));
            }
            for p in odd {
                note(false, "gate", p.to_string());
            }
        }
        Err(p) => note(false, "gate", p.to_string()),
    }
    stored(&mut note, &ws, &rows);
    writable(&mut note, &ws);
    repositories(&mut note, &ws, &rows);
    let found = replay(&ws.root, &Whose::All, true, &mut |_| {});
    note(
        true,
        "journal",
        format!("{} entries in {} files", found.entries, found.files),
    );
    for p in found.damage.iter().chain(&unlike_head(&ws.root, &Whose::All)) {
        note(false, "journal", p.to_string());
    }
    for path in &found.unfinished {
        note(
            true,
            "journal",
            format!(
                "{}: the last line is unfinished; it is set aside when its writer opens the workspace",
                path.display()
            ),
        );
    }
}

/// Whether the forms in use can be used, with the usual keys.
fn forms(note: &mut dyn FnMut(bool, &'static str, String), ws: &Workspace) {
    let all = match in_use(ws) {
        Ok(all) => all,
        Err(p) => return note(false, "forms", p.to_string()),
    };
    let names: Vec<&str> = all.iter().map(|f| f.id.as_str()).collect();
    let read = if secret(ws) {
        "others' answers are not read until the round is closed"
    } else {
        "everybody's answers are read"
    };
    note(true, "forms", format!("in use: {}; {read}", names.join(", ")));
    let keymap = super::session::keymap(None);
    for form in &all {
        let clash = keymap
            .as_ref()
            .map_err(Clone::clone)
            .and_then(|k| super::session::keys_clash(form, k));
        if let Err(p) = clash {
            note(false, "forms", p.to_string());
        }
    }
}

/// Stored images that are gone from `exhibits/`.
fn stored(note: &mut dyn FnMut(bool, &'static str, String), ws: &Workspace, rows: &[crate::domain::row::Row]) {
    let mut gone: Vec<String> = Vec::new();
    for row in rows {
        let slice = crate::work::office::Slice {
            offset: row.offset,
            len: row.len,
        };
        let Ok(case) = crate::work::catalog::record::<crate::domain::case::Case>(&ws.cases(), slice) else {
            continue;
        };
        gone.extend(
            case.exhibits
                .iter()
                .filter_map(|e| e.image.as_ref())
                .map(crate::domain::case::StoredImage::file)
                .filter(|f| !ws.root.join(f).is_file()),
        );
    }
    if let Some(first) = gone.first() {
        note(
            false,
            "exhibits",
            format!(
                "{} stored images are gone, the first is {first}: import them again",
                gone.len()
            ),
        );
    }
}

/// Whether answers can be saved here.
fn writable(note: &mut dyn FnMut(bool, &'static str, String), ws: &Workspace) {
    let dir = ws.root.join("journal");
    let tried = std::fs::create_dir_all(&dir).and_then(|()| tempfile::tempfile_in(&dir).map(drop));
    match tried {
        Ok(()) => note(true, "journal", "answers can be saved".to_owned()),
        Err(e) => note(
            false,
            "journal",
            format!("answers cannot be saved in {}: {e}", dir.display()),
        ),
    }
}

fn repositories(note: &mut dyn FnMut(bool, &'static str, String), ws: &Workspace, rows: &[crate::domain::row::Row]) {
    let mut names: Vec<&str> = rows.iter().map(|r| &*r.repo).filter(|r| !r.is_empty()).collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        match ws.repo(name) {
            None => note(
                true,
                "repository",
                format!(
                    "{name}: none linked; source cannot be shown. casefile import --repo {name}=DIR -w {}",
                    ws.root.display()
                ),
            ),
            Some(dir) => match Repo::open(&dir) {
                Err(fault) => note(false, "repository", format!("{name}: {fault}")),
                Ok(repo) => {
                    let commits = commits(ws, rows, name);
                    let gone: Vec<Problem> = commits
                        .iter()
                        .filter_map(|c| repo.present(c, &[]).err())
                        .map(|f| Problem::input(f.to_string()))
                        .collect();
                    match gone.first() {
                        None => note(
                            true,
                            "repository",
                            format!("{name}: {} ({} commits there)", dir.display(), commits.len()),
                        ),
                        Some(first) => note(
                            false,
                            "repository",
                            format!(
                                "{name}: {} of {} commits are missing: {}",
                                gone.len(),
                                commits.len(),
                                first.what
                            ),
                        ),
                    }
                }
            },
        }
    }
}

/// Base commits of the cases of a repository.
fn commits(ws: &Workspace, rows: &[crate::domain::row::Row], name: &str) -> Vec<String> {
    let mut out: Vec<String> = rows
        .iter()
        .filter(|r| &*r.repo == name)
        .filter_map(|r| {
            let slice = crate::work::office::Slice {
                offset: r.offset,
                len: r.len,
            };
            crate::work::catalog::record::<crate::domain::case::Case>(&ws.cases(), slice).ok()
        })
        .map(|c| c.base_commit)
        .filter(|c| !c.is_empty())
        .collect();
    out.sort();
    out.dedup();
    out
}
