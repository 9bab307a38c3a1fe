//! The desk: title, tabs when narrow, panes, form strip, status.

use ratatui::buffer::Buffer;

use crate::app::layout::{self, Pane};
use crate::app::model::Model;
use crate::base::area::Area;
use crate::keys::action::Action;
use crate::text::width;
use crate::ui::paint::Pen;
use crate::ui::stage::Stage;
use crate::ui::theme::Role;

use super::{evidence, exhibit, form, issue, ranked, status};

pub(in crate::ui) fn draw(m: &Model, stage: &mut Stage, buf: &mut Buffer) {
    let places = layout::desk(m.area(), m.desk.focus);
    {
        let mut pen = Pen {
            buf,
            theme: &stage.theme,
        };
        title(m, &mut pen, places.title);
        tabs(m, &mut pen, places.tabs);
        lines(&mut pen, &places);
        for pane in Pane::ALL {
            let area = places.pane(pane);
            if !area.is_empty() && places.tabs.is_empty() {
                let role = if pane == m.desk.focus {
                    Role::Focus
                } else {
                    Role::Heading
                };
                pen.row(Area { h: 1, ..area }, 0, role);
                pen.role(area, 0, 0, &format!(" {}", pane.title()), role);
            }
        }
        if m.desk.file.is_none() {
            let text = m.desk.fault.clone().unwrap_or_else(|| "opening …".to_owned());
            let role = if m.desk.fault.is_some() { Role::Error } else { Role::Dim };
            pen.role(places.body(m.desk.focus), 1, 1, &text, role);
        }
        form::draw(m, &mut pen, places.form);
        status::draw(
            m,
            &mut pen,
            places.status,
            &[
                (Action::Help, "keys"),
                (Action::NextUndecided, "next undecided"),
                (Action::NextCase, "next"),
                (Action::NextExhibit, "exhibit"),
                (Action::NextPane, "pane"),
                (Action::Zoom, "zoom"),
                (Action::OpenGold, "gold"),
                (Action::Diff, "diff"),
                (Action::NextRun, "run"),
                (Action::Back, "list"),
                (Action::Evidence, "evidence"),
            ],
        );
        evidence::draw(m, &mut pen, places.evidence);
        ranked::gold(m, &mut pen, places.gold);
        ranked::suspects(m, &mut pen, places.suspects);
    }
    issue::draw(m, stage, buf, places.issue);
    exhibit::draw(m, stage, buf, places.exhibit);
}

/// Title: id, title of the issue; repository, commit, language and labels on the right.
fn title(m: &Model, pen: &mut Pen<'_>, area: Area) {
    pen.clear(area, Role::Title);
    let (at, of) = m.place();
    let Some(file) = &m.desk.file else {
        let id = m.desk.row.and_then(|r| m.list.row(r)).map_or("", |r| &r.id);
        pen.role(area, 0, 0, &format!(" {at}/{of} {id}"), Role::Title);
        return;
    };
    let case = &file.case;
    let commit: String = case.base_commit.chars().take(8).collect();
    let mut right: Vec<String> = Vec::new();
    if !case.repo.is_empty() {
        right.push(format!("{}@{commit}", case.repo));
    }
    if !case.language.is_empty() {
        right.push(case.language.clone());
    }
    if !m.hidden() {
        right.extend(case.labels.category.clone());
        right.extend(case.labels.relevance.map(|r| format!("rel {r}")));
        right.extend(case.difficulty().map(str::to_owned));
        right.extend(case.labels.annotation_by.as_ref().map(|a| format!("by {a}")));
    }
    let mut tail = right.join(" · ");
    let mine = m.desk.row.and_then(|r| m.list.mine.get(&r));
    let signs: String = mine.map_or_else(String::new, |x| {
        let flag = if x.flag { "⚑" } else { "" };
        format!("{}{flag} ", x.progress.sign())
    });
    let left = format!(" {at}/{of} {signs}{}  {}", case.id, case.title);
    let room = usize::from(area.w);
    // The title comes first: on narrow screens the labels give way.
    while width::of(&tail) > room * 2 / 5 && !right.is_empty() {
        right.pop();
        tail = right.join(" · ");
    }
    let from = pen.right(area, 0, &format!("  {tail} "), Role::Title);
    pen.role(Area { w: from, ..area }, 0, 0, &left, Role::Title);
}

fn tabs(m: &Model, pen: &mut Pen<'_>, area: Area) {
    let mut x = 0;
    for pane in Pane::ALL {
        let role = if pane == m.desk.focus {
            Role::Focus
        } else {
            Role::Heading
        };
        x = pen.role(area, x, 0, &format!(" {} ", pane.title()), role) + 1;
    }
}

/// Lines between the panes of a wide desk.
fn lines(pen: &mut Pen<'_>, places: &layout::Desk) {
    let mut bar = |x: u16, area: Area| {
        for y in 0..area.h {
            pen.role(Area::new(x, area.y, 1, area.h), 0, y, "│", Role::Border);
        }
    };
    if !places.tabs.is_empty() {
        return;
    }
    bar(places.issue.x + places.issue.w, places.issue);
    if places.evidence.x > 0 {
        bar(places.evidence.x - 1, places.evidence);
    }
    if places.suspects.x > 0 {
        bar(places.suspects.x - 1, places.suspects);
    }
}
