//! From gold, suspect or evidence to its source.

use crate::app::cmd::Cmd;
use crate::app::layout::Pane;
use crate::app::model::popup::{Entry, Pick, Popup};
use crate::app::model::{Model, Screen};
use crate::base::path::RepoPath;
use crate::work::job::Location;

use super::source;

/// Place of a path of this case's repository at its base commit.
pub(super) fn location(m: &Model, path: RepoPath) -> Option<Location> {
    let case = &m.desk.file.as_ref()?.case;
    Some(Location {
        repo: case.repo.clone(),
        commit: case.base_commit.clone(),
        path,
    })
}

pub(super) fn open_gold(m: &mut Model, out: &mut Vec<Cmd>) {
    if m.hidden() {
        return m.say("gold is hidden in this blind round; X uncovers it and is recorded");
    }
    let run = m.run_name();
    let items = m.desk.gold_items(&run);
    let focused = m.screen == Screen::Desk && m.desk.focus == Pane::Gold;
    if items.is_empty() {
        return m.say("this case has no gold");
    }
    if focused || items.len() == 1 {
        let at = if focused { m.desk.gold } else { 0 };
        if let Some(item) = items.get(at).cloned()
            && let Some(place) = location(m, item.path)
        {
            source::open(m, place, item.name, out);
        }
        return;
    }
    let entries = items
        .into_iter()
        .filter_map(|item| {
            let label = item
                .name
                .as_ref()
                .map_or_else(|| item.path.to_string(), |n| format!("{}:{n}", item.path));
            let hint = item
                .rank
                .map_or_else(|| "not found".to_owned(), |r| format!("rank {r}"));
            Some(Entry {
                label,
                hint,
                pick: Pick::Source(location(m, item.path)?, item.name),
            })
        })
        .collect();
    m.popup = Some(Popup::Menu {
        title: "gold".to_owned(),
        entries,
        at: 0,
    });
}

pub(super) fn open_suspect(m: &mut Model, out: &mut Vec<Cmd>) {
    if m.hidden() {
        return m.say("suspects are hidden in this blind round; X uncovers them and is recorded");
    }
    let Some(run) = m.run().map(|r| r.name.to_string()) else {
        return m.say("no runs here");
    };
    let ranked = m.desk.ranked(&run);
    if ranked.is_empty() {
        return m.say(format!("{run} names nothing here"));
    }
    let focused = m.screen == Screen::Desk && m.desk.focus == Pane::Suspects;
    if focused {
        if let Some(s) = ranked.get(m.desk.suspect).cloned()
            && let Some(place) = location(m, m.desk.place(&s))
        {
            source::open(m, place, s.name, out);
        }
        return;
    }
    let entries = ranked
        .iter()
        .filter_map(|s| {
            let label = s
                .name
                .as_ref()
                .map_or_else(|| s.path.to_string(), |n| format!("{}:{n}", s.path));
            Some(Entry {
                label,
                hint: format!("rank {}", s.rank),
                pick: Pick::Source(location(m, m.desk.place(s))?, s.name.clone()),
            })
        })
        .collect();
    m.popup = Some(Popup::Menu {
        title: format!("suspects of {run}"),
        entries,
        at: 0,
    });
}

/// Paths and functions that the evidence names and that gold, suspects or the repository know.
pub(super) fn open_hint(m: &mut Model, out: &mut Vec<Cmd>) {
    let hints: Vec<String> = m
        .records()
        .get(m.desk.producer)
        .map(|l| {
            let e = l.record;
            let code = e.code_hint.clone().unwrap_or_default();
            let stack = e.error_signal.clone().unwrap_or_default().stack_hint;
            code.file_patterns
                .into_iter()
                .chain(stack)
                .chain(code.function_names)
                .collect()
        })
        .unwrap_or_default();
    if hints.is_empty() {
        return m.say("the evidence names no file or function");
    }
    let mut paths: Vec<RepoPath> = m
        .desk
        .presence
        .as_ref()
        .map(|p| p.iter().filter(|(_, there)| **there).map(|(p, _)| p.clone()).collect())
        .unwrap_or_default();
    paths.sort();
    let hidden = m.hidden();
    let mut entries: Vec<Entry> = Vec::new();
    for hint in &hints {
        let word = crate::text::clean::line(hint);
        let file = word
            .split([':', ' ', '(', ')'])
            .find(|w| w.contains('.') || w.contains('/'))
            .unwrap_or("");
        let known = paths.iter().find(|p| {
            !hidden
                && !file.is_empty()
                && (p.as_str().ends_with(file) || p.name() == file.rsplit('/').next().unwrap_or(file))
        });
        let path = known
            .cloned()
            .or_else(|| file.contains('/').then(|| RepoPath::new(file.trim_start_matches('/'))));
        if let Some(place) = path.and_then(|p| location(m, p)) {
            let entry = Entry {
                label: word.clone(),
                hint: place.path.to_string(),
                pick: Pick::Source(place, None),
            };
            if !entries.iter().any(|e| e.label == entry.label) {
                entries.push(entry);
            }
        }
    }
    match entries.len() {
        0 => m.say("nothing the evidence names is a known path; g p opens a path by hand"),
        1 => {
            if let Some(Entry {
                pick: Pick::Source(place, name),
                ..
            }) = entries.pop()
            {
                source::open(m, place, name, out);
            }
        }
        _ => {
            m.popup = Some(Popup::Menu {
                title: "named by the evidence".to_owned(),
                entries,
                at: 0,
            });
        }
    }
}
