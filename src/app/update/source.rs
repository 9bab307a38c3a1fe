//! The source view: opening, scrolling, searching, hunks, outline, blame, and the fix as a diff.

use crate::app::cmd::Cmd;
use crate::app::layout;
use crate::app::model::popup::{Ask, Entry, Pick, Popup};
use crate::app::model::source::Source;
use crate::app::model::{Model, Screen};
use crate::base::num;
use crate::domain::diff::FileDiff;
use crate::domain::edits::{OldHunk, edited_functions};
use crate::domain::matching;
use crate::domain::symbol::{Line1, SymbolKind};
use crate::keys::action::Action;
use crate::read::lang::Lang;
use crate::work::job::{Job, LaneName, Location};

use super::nav;

/// Opens a file, at a function or at what the fix changes.
pub(super) fn open(m: &mut Model, at: Location, goal: Option<String>, out: &mut Vec<Cmd>) {
    nav::remember(m);
    show(m, at, goal, None, out);
    m.screen = Screen::Source;
}

/// Loads a file into the view.
pub(super) fn show(m: &mut Model, at: Location, goal: Option<String>, line: Option<usize>, out: &mut Vec<Cmd>) {
    let ticket = m.tickets.issue();
    let marks = match file_diff(m, &at) {
        Some(file) if !m.hidden() => file.old_marks().into_iter().collect(),
        _ => std::collections::HashMap::new(),
    };
    m.source = Source {
        at: Some(at.clone()),
        ticket,
        goal,
        marks,
        cursor: line.unwrap_or(0),
        moved: line.is_some(),
        search: std::mem::take(&mut m.source.search),
        ..Source::default()
    };
    out.push(Cmd::Run(ticket, Job::Source(at)));
}

fn file_diff<'a>(m: &'a Model, at: &Location) -> Option<&'a FileDiff> {
    let file = m.desk.file.as_ref()?;
    file.diff.iter().find(|d| d.old.as_ref() == Some(&at.path))
}

fn page(m: &Model) -> usize {
    usize::from(layout::plain(m.area()).body.h).max(1)
}

pub(super) fn act(m: &mut Model, action: &Action, out: &mut Vec<Cmd>) {
    let rows = isize::try_from(page(m)).unwrap_or(1);
    match action {
        Action::Down => step(m, 1),
        Action::Up => step(m, -1),
        Action::PageDown => step(m, rows - 1),
        Action::PageUp => step(m, 1 - rows),
        Action::First => step(m, isize::MIN / 2),
        Action::Last => step(m, isize::MAX / 2),
        Action::Left => m.source.left = m.source.left.saturating_sub(8),
        Action::Right => m.source.left = (m.source.left + 8).min(4000),
        Action::NextHunk => hunk(m, true),
        Action::PrevHunk => hunk(m, false),
        Action::Outline => outline(m),
        Action::Diff => {
            if m.source.diff.is_some() && !m.source.lines.is_empty() {
                m.source.diff = None;
            } else {
                super::fix::open_diff(m);
            }
        }
        Action::Blame => blame(m, out),
        Action::GoToLine => super::desk::ask(m, Ask::Line, ""),
        Action::Search => {
            let text = m.source.search.clone();
            super::desk::ask(m, Ask::Search, &text);
        }
        Action::SearchNext => hit(m, true),
        Action::SearchPrev => hit(m, false),
        Action::OpenGold => super::open::open_gold(m, out),
        Action::OpenSuspect => super::open::open_suspect(m, out),
        Action::OpenPath => super::desk::ask(m, Ask::Path, ""),
        _ => {}
    }
}

/// Moves the cursor and keeps it on the screen.
pub(super) fn step(m: &mut Model, by: isize) {
    let rows = page(m);
    let s = &mut m.source;
    if let Some((lines, top)) = &mut s.diff {
        *top = top
            .saturating_add_signed(by)
            .min(lines.len().saturating_sub(rows.min(lines.len())));
        return;
    }
    s.moved = true;
    s.blame = None;
    s.cursor = num::step(s.cursor, by, s.lines.len());
    follow(s, rows);
}

fn follow(s: &mut Source, rows: usize) {
    if s.cursor < s.top {
        s.top = s.cursor;
    } else if s.cursor >= s.top + rows {
        s.top = s.cursor + 1 - rows;
    }
}

/// Puts a line (from 0) a third down the screen.
pub(super) fn go(m: &mut Model, line: usize) {
    let rows = page(m);
    let s = &mut m.source;
    s.diff = None;
    s.cursor = line.min(s.lines.len().saturating_sub(1));
    s.top = s
        .cursor
        .saturating_sub(rows / 3)
        .min(s.lines.len().saturating_sub(rows.min(s.lines.len())));
    follow(s, rows);
}

fn hunk(m: &mut Model, forward: bool) {
    if m.hidden() {
        return m.say("the fix is hidden in this blind round");
    }
    let mut starts: Vec<usize> = Vec::new();
    let mut lines: Vec<u32> = m.source.marks.keys().copied().collect();
    lines.sort_unstable();
    let mut before = 0;
    for n in lines {
        if n > before + 1 || starts.is_empty() {
            starts.push((n as usize).saturating_sub(1));
        }
        before = n;
    }
    let at = m.source.cursor;
    match num::around(&starts, at, forward) {
        Some(n) => {
            m.source.moved = true;
            go(m, n);
        }
        None => m.say("the fix does not change this file"),
    }
}

fn outline(m: &mut Model) {
    let entries: Vec<Entry> = m
        .source
        .outline
        .symbols
        .iter()
        .map(|s| Entry {
            label: s.name.clone(),
            hint: format!(
                "{} {}–{}",
                match s.kind {
                    SymbolKind::Function => "fn",
                    SymbolKind::Class => "class",
                    SymbolKind::Module => "module",
                },
                s.span.first.0,
                s.span.last.0
            ),
            pick: Pick::Line((s.span.first.0 as usize).saturating_sub(1)),
        })
        .collect();
    if entries.is_empty() {
        return m.say("no outline: no grammar for this kind of file, or it defines nothing");
    }
    let line = num::small(m.source.cursor + 1);
    let at = m
        .source
        .outline
        .symbols
        .iter()
        .rposition(|s| s.span.holds(Line1(line)))
        .unwrap_or(0);
    m.popup = Some(Popup::Menu {
        title: "outline".to_owned(),
        entries,
        at,
    });
}

fn blame(m: &mut Model, out: &mut Vec<Cmd>) {
    let Some(at) = m
        .source
        .at
        .clone()
        .filter(|_| m.source.loaded && m.source.diff.is_none())
    else {
        return m.say("open a file first");
    };
    let line = Line1(num::small(m.source.cursor + 1));
    let ticket = m.tickets.issue();
    if matches!(&m.source.blame, Some((_, None))) {
        m.source.blame = None;
        out.push(Cmd::Cancel(LaneName::Blame, ticket));
        return m.say("blame stopped");
    }
    m.source.blame_ticket = ticket;
    m.source.blame = Some((line, None));
    out.push(Cmd::Run(ticket, Job::Blame { at, line }));
}

/// Searches from the cursor on; fills the hits.
pub(super) fn search(m: &mut Model, text: &str) {
    text.clone_into(&mut m.source.search);
    let want = text.to_lowercase();
    m.source.hits = if want.is_empty() {
        Vec::new()
    } else {
        let has = |l: &str| l.to_lowercase().contains(&want);
        m.source
            .lines
            .iter()
            .enumerate()
            .filter(|(_, l)| has(l))
            .map(|(n, _)| n)
            .collect()
    };
}

pub(super) fn hit(m: &mut Model, forward: bool) {
    if m.source.search.is_empty() {
        return m.say("nothing to search for; / asks");
    }
    let at = m.source.cursor;
    let hits = &m.source.hits;
    match num::around(hits, at, forward) {
        Some(n) => {
            let text = format!(
                "{} of {} lines",
                m.source.hits.iter().position(|h| *h == n).map_or(0, |p| p + 1),
                m.source.hits.len()
            );
            m.source.moved = true;
            go(m, n);
            m.say(text);
        }
        None => m.fail(format!("'{}' does not occur in this file", m.source.search)),
    }
}

/// Works out the spans of gold and suspect functions once the outline is there.
pub(super) fn spans(m: &mut Model) {
    m.source.gold.clear();
    m.source.suspects.clear();
    if m.hidden() {
        return;
    }
    let (Some(at), Some(file)) = (m.source.at.clone(), m.desk.file.clone()) else {
        return;
    };
    let outline = &m.source.outline;
    let mut gold = Vec::new();
    match &file.case.gold.functions {
        Some(functions) => {
            for id in functions {
                let (path, name) = matching::split_function(id);
                if path == at.path.as_str()
                    && let Some(s) = outline.find(name)
                {
                    gold.push(s.outer);
                }
            }
        }
        None => {
            if let Some(diff) = file_diff(m, &at) {
                let lines: Vec<&str> = m.source.lines.iter().map(|l| &**l).collect();
                let indented = Lang::of(at.path.as_str(), "").is_some_and(Lang::indented);
                let hunks: Vec<OldHunk<'_>> = diff.hunks.iter().map(OldHunk::from).collect();
                let edits = edited_functions(outline, &lines, &hunks, indented);
                gold.extend(edits.anchors.iter().filter_map(|n| outline.find(n)).map(|s| s.outer));
            }
        }
    }
    let run = m.run_name();
    let suspects = m.desk.suspects(&run).map_or(&[][..], |s| &s.functions);
    let found = suspects
        .iter()
        .filter(|s| s.path == at.path)
        .filter_map(|s| Some((outline.find(s.name.as_deref()?)?.outer, s.rank)))
        .collect();
    (m.source.gold, m.source.suspects) = (gold, found);
}

/// Goes to the function asked for, else to the first change; once, and not after the user moved.
pub(super) fn arrive(m: &mut Model) {
    if m.source.moved {
        return;
    }
    let by_name = m
        .source
        .goal
        .as_ref()
        .and_then(|g| m.source.outline.find(g))
        .map(|s| s.span.first.0);
    let by_mark = m.source.marks.keys().min().copied();
    let (line, found) = match (&m.source.goal, by_name, by_mark) {
        (Some(_), Some(n), _) => (Some(n), "found by name".to_owned()),
        (Some(g), None, Some(n)) if !m.source.outline.symbols.is_empty() => {
            (Some(n), format!("no '{g}' in the outline: at the first change"))
        }
        (_, None, Some(n)) => (Some(n.max(1)), String::new()),
        (Some(g), None, None) => (None, format!("no '{g}' in the outline")),
        (None, _, _) => (None, String::new()),
    };
    m.source.found = found;
    if let Some(n) = line {
        go(m, (n as usize).saturating_sub(1));
    }
}
