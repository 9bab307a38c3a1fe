//! `casefile export`.

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::base::error::{Problem, Result};
use crate::domain::seen::modes::Mode;
use crate::store::workspace::Workspace;
use crate::text::clean;
use crate::work::export::{As, Plan, Report, What, export, stream};

use super::args::Export;
use super::list::counted;
use super::{progress, safe_json};

/// Exports and reports.
///
/// # Errors
/// See [`export`].
pub fn run(args: &Export) -> Result<u8> {
    let form = As::named(&args.form).ok_or_else(|| {
        let all = As::ALL.map(As::ending).join(", ");
        Problem::input(format!("'{}' is no form of export", args.form)).mend(format!("use one of: {all}"))
    })?;
    let mut what = Vec::new();
    for word in &args.what {
        let found = What::named(word).ok_or_else(|| {
            let all = What::ALL.map(What::word).join(", ");
            Problem::input(format!("'{word}' cannot be exported")).mend(format!("use some of: {all}"))
        })?;
        if !what.contains(&found) {
            what.push(found);
        }
    }
    what.sort();
    let ws = Workspace::open(&args.workspace)?;
    let plan = Plan {
        what,
        form,
        raw: args.raw,
        reveal: args.reveal,
        allow_damage: args.allow_damage,
        images: args.images,
        modes: modes(&args.mode)?,
        producers: args.producer.clone(),
    };
    if args.out.as_deref() == Some(Path::new("-")) {
        let out = Box::new(Shown::new(form));
        let report = progress::show(true, |meter| stream(&ws, &plan, out, meter))?;
        told(&report).for_each(super::warn);
        return Ok(0);
    }
    let dir = match &args.out {
        Some(dir) => dir.clone(),
        None => beside(&ws.root)?,
    };
    let report = progress::show(args.json, |meter| export(&ws, &plan, &dir, meter))?;
    super::print(&if args.json {
        safe_json(&json(&report))
    } else {
        table(&report)
    })?;
    Ok(0)
}

/// Input modes by the names of their files, or as runs have them.
fn modes(words: &[String]) -> Result<Vec<Mode>> {
    let one = |word: &String| {
        let is = |m: &Mode| m.slug().eq_ignore_ascii_case(word) || m.word().eq_ignore_ascii_case(word);
        Mode::ALL.into_iter().find(is).ok_or_else(|| {
            let all = Mode::ALL.map(Mode::slug).join(", ");
            Problem::input(format!("'{word}' is no input mode")).mend(format!("use some of: {all}"))
        })
    };
    words.iter().map(one).collect()
}

/// `NAME-export` beside the workspace.
fn beside(root: &Path) -> Result<PathBuf> {
    let full = std::fs::canonicalize(root).map_err(|e| Problem::io("resolve", root, &e))?;
    let mut name = full.file_name().map(std::ffi::OsStr::to_owned).unwrap_or_default();
    name.push("-export");
    Ok(full.with_file_name(name))
}

/// What should be known beside the result.
fn told(r: &Report) -> impl Iterator<Item = &Problem> {
    r.damage.iter().chain(&r.notes)
}

fn json(r: &Report) -> String {
    let files = r
        .files
        .iter()
        .map(|f| serde_json::json!({"what": f.what.word(), "file": f.file, "rows": f.rows, "bytes": f.bytes}));
    let words = |all: &[Problem]| -> Vec<String> { all.iter().map(Problem::to_string).collect() };
    let value = serde_json::json!({
        "files": files.collect::<Vec<_>>(), "images": r.images, "damage": words(&r.damage), "notes": words(&r.notes),
    });
    format!("{value:#}\n")
}

fn table(r: &Report) -> String {
    let mut out = String::new();
    for f in &r.files {
        let name = clean::line(&f.file.display().to_string());
        out.push_str(&format!("{:<11} {:>8}  {name}\n", f.what.word(), f.rows));
    }
    if r.images > 0 {
        out.push_str(&format!("{} copied\n", counted(r.images, "image")));
    }
    let all = told(r).count();
    for p in told(r).take(super::list::LISTED) {
        out.push_str(&format!("note: {}\n", clean::text(&p.to_string())));
    }
    out.push_str(&super::list::more("", all, super::list::LISTED));
    out
}

/// Standard output for rows whose text could steer a terminal: in JSON it is escaped, which changes no value; CSV goes as
/// it is.
struct Shown {
    line: Vec<u8>,
    escape: bool,
}

impl Shown {
    fn new(form: As) -> Self {
        Self {
            line: Vec::new(),
            escape: form == As::Jsonl,
        }
    }
}

impl Write for Shown {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if !self.escape {
            return std::io::stdout().lock().write(bytes);
        }
        self.line.extend_from_slice(bytes);
        let whole = memchr::memrchr(b'\n', &self.line).map_or(0, |n| n + 1);
        let lines: Vec<u8> = self.line.drain(..whole).collect();
        let text = String::from_utf8_lossy(&lines);
        std::io::stdout().lock().write_all(safe_json(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        std::io::stdout().lock().flush()
    }
}
