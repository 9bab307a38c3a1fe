//! The sheet: the questions of a form about one subject, with what is to be looked at beside them.

use ratatui::buffer::Buffer;

use crate::app::layout;
use crate::app::model::Model;
use crate::app::model::sheet::Part;
use crate::base::area::Area;
use crate::domain::entry::Subject;
use crate::domain::row::Progress;
use crate::keys::action::Action;
use crate::ui::paint::Pen;
use crate::ui::stage::Stage;
use crate::ui::theme::Role;

mod guide;
mod material;
mod questions;

pub(in crate::ui) fn draw(m: &Model, stage: &mut Stage, buf: &mut Buffer) {
    let places = layout::sheet(m.area(), m.sheet.part);
    {
        let mut pen = Pen {
            buf,
            theme: &stage.theme,
        };
        title(m, &mut pen, places.title);
        let mut x = 0;
        for part in Part::ALL {
            let (area, role) = match part {
                Part::Text => (places.text, role(m, part)),
                Part::Pictures => (places.pictures, role(m, part)),
                Part::Questions => (places.questions, role(m, part)),
            };
            let name = match part {
                Part::Text if m.sheet.guide => "guideline",
                Part::Questions => m.sheet_form().map_or("questions", |f| f.title.as_str()),
                other => other.title(),
            };
            if places.tabs.is_empty() {
                pen.row(Area { h: 1, ..area }, 0, role);
                pen.role(area, 0, 0, &format!(" {name}"), role);
            } else {
                x = pen.role(places.tabs, x, 0, &format!(" {name} "), role) + 1;
            }
        }
        if places.tabs.is_empty() {
            let x = places.questions.x.saturating_sub(1);
            let bar = Area::new(x, places.text.y, 1, places.text.h + places.pictures.h);
            for y in 0..bar.h {
                pen.role(bar, 0, y, "│", Role::Border);
            }
        }
        questions::draw(m, &mut pen, body(places.questions));
        super::status::draw(
            m,
            &mut pen,
            places.status,
            &[
                (Action::Help, "keys"),
                (Action::NextUndecided, "next undecided"),
                (Action::NextItem, "next"),
                (Action::Note, "reasoning"),
                (Action::ClearAnswer, "clear"),
                (Action::Guide, "guideline"),
                (Action::Zoom, "zoom"),
                (Action::Undo, "undo"),
                (Action::Back, "back"),
            ],
        );
    }
    if m.sheet.guide {
        guide::draw(m, stage, buf, body(places.text));
    } else {
        material::text(m, stage, buf, body(places.text));
    }
    material::pictures(m, stage, buf, body(places.pictures));
}

/// A part without its heading row.
fn body(area: Area) -> Area {
    if area.h > 0 { area.top(1).1 } else { area }
}

fn role(m: &Model, part: Part) -> Role {
    if part == m.sheet.part {
        Role::Focus
    } else {
        Role::Heading
    }
}

fn title(m: &Model, pen: &mut Pen<'_>, area: Area) {
    pen.clear(area, Role::Title);
    let Some(subject) = &m.sheet.subject else { return };
    let case = m.desk.file.as_ref().filter(|f| f.case.id == subject.case());
    let issue = case.map_or("", |f| f.case.title.as_str());
    let text = match (&m.sheet.candidate, subject) {
        (Some(c), _) => {
            let of = m.candidates.all.as_ref().map_or(0, |a| a.len());
            let sign = m.candidates.progress(m.candidates.at).sign();
            format!(" candidate {}/{of} {sign} {}  {issue}", m.candidates.at + 1, c.id)
        }
        (None, Subject::Suspect { run, suspect, .. }) => format!(" {suspect}  suspect of {run} · {issue}"),
        (None, Subject::Exhibit { exhibit, .. }) => format!(" exhibit {exhibit} of {}  {issue}", subject.case()),
        (None, _) => {
            let (at, of) = m.place();
            let sign = m.desk.row.map_or(Progress::Untouched, |r| m.list.progress(r)).sign();
            format!(" {at}/{of} {sign} {}  {issue}", subject.case())
        }
    };
    pen.role(area, 0, 0, &text, Role::Title);
}
