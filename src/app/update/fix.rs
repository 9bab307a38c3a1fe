//! The fix as a diff.

use crate::app::model::source::{DiffLine, Source};
use crate::app::model::{Model, Screen};
use crate::domain::diff::{FileDiff, Side};

use super::nav;

/// Shows the fix as a diff, at the file of the view.
pub(super) fn open_diff(m: &mut Model) {
    if m.hidden() {
        return m.say("the fix is hidden in this blind round; X uncovers it and is recorded");
    }
    let Some(file) = m.desk.file.clone() else { return };
    if file.diff.is_empty() {
        return m.say("this case comes without a patch");
    }
    let mut lines = Vec::new();
    let mut top = 0;
    for d in &file.diff {
        let here =
            m.screen == Screen::Source && m.source.at.as_ref().is_some_and(|at| d.old.as_ref() == Some(&at.path));
        if here {
            top = lines.len();
        }
        diff_lines(d, &mut lines);
    }
    if m.screen != Screen::Source {
        nav::remember(m);
        let ticket = m.tickets.issue();
        m.source = Source {
            ticket,
            ..Source::default()
        };
        m.screen = Screen::Source;
    }
    m.source.diff = Some((lines, top));
}

fn diff_lines(d: &FileDiff, out: &mut Vec<DiffLine>) {
    let name = |p: &Option<crate::base::path::RepoPath>| p.as_ref().map(|p| crate::text::clean::line(p.as_str()));
    let head = match (name(&d.old), name(&d.new)) {
        (Some(o), Some(n)) if o != n => format!("{o} → {n}"),
        (Some(o), Some(_)) => o,
        (None, Some(n)) => format!("{n}  (new file)"),
        (Some(o), None) => format!("{o}  (deleted)"),
        (None, None) => String::new(),
    };
    let kind = if d.hunks.is_empty() {
        format!("  {:?}", d.change).to_lowercase()
    } else {
        String::new()
    };
    out.push(DiffLine::File(format!("{head}{kind}")));
    for h in &d.hunks {
        out.push(DiffLine::Hunk(format!(
            "@@ {} → {}  {}",
            h.old_start,
            h.new_start,
            crate::text::clean::line(&h.heading)
        )));
        let (mut old, mut new) = (h.old_start, h.new_start);
        for l in &h.lines {
            let text = crate::text::clean::line(l.text.trim_end_matches('\r'));
            out.push(match l.side {
                Side::Context => DiffLine::Context(old, new, text),
                Side::Removed => DiffLine::Removed(old, text),
                Side::Added => DiffLine::Added(new, text),
            });
            old += u32::from(l.side != Side::Added);
            new += u32::from(l.side != Side::Removed);
        }
    }
}
