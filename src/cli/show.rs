//! `casefile show`: one case in the scrollback, text and images, for pipes and quick looks.

use std::fmt::Write as _;
use std::io::{IsTerminal, stdout};
use std::sync::Arc;

use crate::base::error::{Problem, Result};
use crate::domain::case::Case;
use crate::domain::evidence::Evidence;
use crate::domain::matching;
use crate::domain::seen::field::Sayings;
use crate::read::image::{Limits, read_file};
use crate::text::clean;
use crate::text::doc::Piece;
use crate::text::flow::{Line, flow};
use crate::tui::probe;
use crate::ui::picture::Protocol;
use crate::ui::theme;
use crate::work::answers;
use crate::work::casefile::{self, CaseFile};
use crate::work::forms;
use crate::work::index;
use crate::work::office::{Office, Slice};

use super::args::{Shared, Show};
use super::env::Env;
use super::{print, session, show_image};

/// Most rows of one image.
const ROWS: u16 = 24;

/// Prints the case.
///
/// # Errors
/// No such case; standard output cannot be written.
pub fn run(args: &Show, shared: &Shared, env: &Env) -> Result<u8> {
    let ws = session::workspace(args.workspace.as_deref(), false, env)?;
    let office = Office::new(Arc::new(ws));
    let mut rows = Vec::new();
    let problems = index::rows(&office.ws, &mut |more| {
        rows.extend(more);
        true
    });
    if let Some(first) = problems.into_iter().next() {
        return Err(first);
    }
    let Some(id) = &args.case else {
        let list: String = rows.iter().fold(String::new(), |mut out, r| {
            let _ignored: std::fmt::Result = writeln!(out, "{}  {}", clean::line(&r.id), r.title);
            out
        });
        print(&list)?;
        return Ok(0);
    };
    let Some(row) = rows.iter().find(|r| *r.id == **id) else {
        let near: Vec<&str> = rows
            .iter()
            .filter(|r| r.id.contains(id.as_str()))
            .map(|r| &*r.id)
            .take(5)
            .collect();
        let mend = if near.is_empty() {
            "casefile show -w DIR lists all cases".to_owned()
        } else {
            format!("there is {}", near.join(", "))
        };
        return Err(Problem::input(format!("no case '{id}'")).mend(mend));
    };
    let file = casefile::load(
        &office,
        Slice {
            offset: row.offset,
            len: row.len,
        },
    )?;
    let hidden = office.ws.config.blind && !args.reveal;
    if hidden && (args.steps || args.json) {
        return Err(
            Problem::input("gold, suspects and steps are hidden in this blind round")
                .in_file(office.ws.root.join("casefile.toml"))
                .mend("--reveal shows them, without a record of it"),
        );
    }
    if args.steps {
        return super::show_steps::run(&office, &file.case, args);
    }
    if args.json {
        let json = serde_json::to_string_pretty(&file.case).unwrap_or_default();
        print(&format!("{}\n", super::safe_json(&json)))?;
        return Ok(0);
    }
    let protocol = args.protocol.as_ref().or(shared.protocol.as_ref());
    let protocol: Option<Protocol> = protocol
        .map(|p| p.parse().map_err(|e: String| Problem::input(e)))
        .transpose()?;
    // In a pipe there is nobody to ask and nothing that could show an image.
    let found =
        (stdout().is_terminal() && protocol != Some(Protocol::None)).then(|| probe::probe(&env.terminal, protocol));
    let width = args
        .width
        .unwrap_or_else(|| ratatui::crossterm::terminal::size().map_or(100, |(w, _)| w.min(120)));
    // What people say about evidence is theirs until the round is closed.
    let sayings = if hidden || forms::secret(&office.ws) {
        Sayings::default()
    } else {
        Sayings::of(&answers::ledger(&office.ws, None)?)
    };
    let cols = usize::from(width.max(20));
    show(&office, &file, &sayings, cols, found.as_ref(), hidden)?;
    Ok(0)
}

fn show(
    office: &Office,
    file: &CaseFile,
    sayings: &Sayings,
    cols: usize,
    found: Option<&probe::Found>,
    hidden: bool,
) -> Result<()> {
    let case = &file.case;
    let mut head = format!("{}\n", clean::line(&case.title));
    let commit: String = case.base_commit.chars().take(12).collect();
    let facts = [
        case.id.clone(),
        format!("{}@{commit}", case.repo),
        case.language.clone(),
        case.difficulty().filter(|_| !hidden).unwrap_or("").to_owned(),
    ];
    let facts: Vec<String> = facts
        .iter()
        .filter(|f| !f.is_empty() && *f != "@")
        .map(|f| clean::line(f))
        .collect();
    let _ignored: std::fmt::Result = writeln!(head, "{}\n", facts.join(" · "));
    print(&head)?;
    // Images are printed where their line stands; one row holds the place.
    let lines = flow(&file.doc, cols, &|_, _| (0, 1));
    for line in lines {
        match line {
            Line::Text(pieces) => print(&format!("{}\n", plain(&pieces)))?,
            Line::Picture { source, alt, .. } => picture(office, case, &source, &alt, cols, found)?,
        }
    }
    print(&tail(file, sayings, hidden))
}

fn plain(pieces: &[Piece]) -> String {
    pieces
        .iter()
        .map(|p| p.text.as_str())
        .collect::<String>()
        .trim_end()
        .to_owned()
}

fn picture(
    office: &Office,
    case: &Case,
    source: &str,
    alt: &str,
    cols: usize,
    found: Option<&probe::Found>,
) -> Result<()> {
    let at = case.exhibits.iter().position(|e| e.source == source);
    let exhibit = at.and_then(|n| case.exhibits.get(n));
    let name = at.map_or_else(|| "image".to_owned(), |n| format!("exhibit {}", n + 1));
    let about = |why: &str| {
        let alt = if alt.is_empty() {
            String::new()
        } else {
            format!(" “{alt}”")
        };
        clean::line(&format!("[{name}{why}{alt} {source}]"))
    };
    let Some(image) = exhibit.and_then(|e| e.image.as_ref()) else {
        return print(&format!("{}\n", about(": no image")));
    };
    print(&format!("{}\n", about("")))?;
    let Some(found) = found else { return Ok(()) };
    let bytes = match read_file(&office.ws.image(image), &Limits::default()) {
        Ok(bytes) => bytes,
        Err(fault) => return print(&format!("[{fault}]\n")),
    };
    let background = theme::embedded("dark").map_or([0, 0, 0], |t| t.background);
    let room = (crate::base::num::cells(cols), ROWS);
    match show_image::print(&mut stdout().lock(), &bytes, found, room, background) {
        Ok(_) => Ok(()),
        Err(fault) => print(&format!("[{fault}]\n")),
    }
}

/// Gold, evidence and suspects as lines; in a blind round the evidence alone.
fn tail(file: &CaseFile, sayings: &Sayings, hidden: bool) -> String {
    let case = &file.case;
    let mut out = String::from("\nGold\n");
    let mut put = |line: String| {
        out.push_str(clean::line(&line).trim_end());
        out.push('\n');
    };
    if hidden {
        put("  hidden in this blind round, like the suspects; --reveal shows them".to_owned());
    }
    for path in case.gold.files.iter().filter(|_| !hidden) {
        put(format!("  {path}"));
    }
    match &case.gold.functions {
        _ if hidden => {}
        None => put("  (no function gold)".to_owned()),
        Some(all) => all.iter().for_each(|f| put(format!("  {f}"))),
    }
    evidence(file, sayings, &mut put);
    for (run, s) in file.suspects.iter().filter(|_| !hidden) {
        put(String::new());
        put(format!("Suspects of {run} ({})", s.status.word()));
        for suspect in s.files.iter().take(10) {
            let relation = matching::file_relation(&suspect.path, &case.gold, None);
            put(format!(
                "  {:>3} {} {:<50} {}",
                suspect.rank,
                relation.sign(),
                suspect.path,
                relation.word()
            ));
        }
    }
    out
}

/// Evidence of every exhibit by every producer, files before what people wrote, each as people settled it.
fn evidence(file: &CaseFile, sayings: &Sayings, put: &mut dyn FnMut(String)) {
    let written = sayings.written(&file.case.id);
    let known = |w: &Evidence| {
        let mut all = file.evidence.iter();
        all.any(|e| e.exhibit == w.exhibit && e.producer == w.producer)
    };
    let written: Vec<&Evidence> = written.iter().filter(|w| !known(w)).collect();
    for (n, exhibit) in file.case.exhibits.iter().enumerate() {
        for e in file.evidence.iter().chain(written.iter().copied()) {
            if e.exhibit != exhibit.id {
                continue;
            }
            let settled = sayings.settle(e);
            let mut more = match settled.changed {
                0 => String::new(),
                1 => ", 1 part as people settled it".to_owned(),
                n => format!(", {n} parts as people settled them"),
            };
            match settled.disputed {
                0 => {}
                1 => more.push_str(", 1 part disputed"),
                n => more.push_str(&format!(", {n} parts disputed")),
            }
            put(String::new());
            put(format!("Evidence of exhibit {} by {}{more}", n + 1, e.producer));
            if let Some(why) = &e.fault {
                put(format!("  none: {why}"));
            }
            for field in settled.record.fields() {
                for (k, line) in field.lines.iter().enumerate() {
                    let name = if k == 0 { field.name } else { "" };
                    put(format!("  {name:<16} {line}"));
                }
            }
        }
    }
}
