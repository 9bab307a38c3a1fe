//! One exhibit over the full screen.

use ratatui::buffer::Buffer;

use crate::app::layout;
use crate::app::model::{Model, Screen};
use crate::base::area::Area;
use crate::domain::entry::Subject;
use crate::domain::form::{On, plain};
use crate::keys::action::Action;
use crate::read::image::Crop;
use crate::ui::paint::{Pen, rect};
use crate::ui::stage::{Stage, want};
use crate::ui::theme::Role;

pub(in crate::ui) fn draw(m: &Model, stage: &mut Stage, buf: &mut Buffer) {
    let places = layout::plain(m.area());
    let mut pen = Pen {
        buf,
        theme: &stage.theme,
    };
    pen.clear(places.title, Role::Title);
    let count = m.desk.file.as_ref().map_or(0, |f| f.case.exhibits.len());
    // The gate's image has its case in its name; the desk may hold another one.
    let lent = m.zoom.other.is_some() && m.zoom_from == Screen::Gate;
    let id = m.desk.id().filter(|_| !lent).unwrap_or("");
    let (image, name, fault) = match (&m.zoom.other, m.desk.exhibit()) {
        (Some(other), _) => (Some(&other.image), other.name.clone(), None),
        (None, Some(e)) => (
            e.image.as_ref(),
            format!("exhibit {}/{count}", m.desk.exhibit + 1),
            e.fault.clone(),
        ),
        (None, None) => {
            pen.role(places.title, 0, 0, &format!(" {id}"), Role::Title);
            pen.role(places.body, 1, 1, "this case has no exhibits", Role::Dim);
            status(m, &mut pen, places.status);
            return;
        }
    };
    let shown = image.filter(|i| i.width > 0).map(|image| {
        let view = m
            .zoom
            .view((image.width, image.height), (places.body.w, places.body.h), m.cell);
        (image, view)
    });
    let about = shown.map_or_else(String::new, |(image, view)| {
        format!("{}  {}%", super::exhibit::describe(image), view.percent)
    });
    pen.role(places.title, 0, 0, &format!(" {id}  {name}  {about}"), Role::Title);
    if m.zoom.other.is_none() {
        answers(m, &mut pen, places.head);
    }
    status(m, &mut pen, places.status);
    let why = match shown {
        None => Some(fault.unwrap_or_else(|| "there is no image to show".to_owned())),
        Some((image, view)) => {
            let crop = view.crop.map(|(x, y, width, height)| Crop { x, y, width, height });
            let wanted = want(&m.settings.root, image, crop, view.cells);
            let plays = m.desk.playing && image.animated();
            stage.play(wanted, plays, rect(places.body.middle(view.cells.0, view.cells.1)), buf)
        }
    };
    if let Some(why) = why {
        Pen {
            buf,
            theme: &stage.theme,
        }
        .role(places.body, 1, 1, &why, Role::Near);
    }
}

/// What I said about the exhibit, in one line.
fn answers(m: &Model, pen: &mut Pen<'_>, area: Area) {
    let (Some(id), Some(e)) = (m.desk.id(), m.desk.exhibit()) else {
        return;
    };
    let subject = Subject::Exhibit {
        case: id.to_owned(),
        exhibit: e.id.clone(),
    };
    let mut x = 1;
    for q in m
        .settings
        .form
        .questions
        .iter()
        .filter(|q| q.on.contains(&On::Exhibit) && q.required)
    {
        let (value, _) = m.review.answer(&m.settings.me, &subject, &q.id);
        let text = value.map_or_else(|| "—".to_owned(), |v| plain(&v));
        x = pen.role(area, x, 0, &format!("{} ", q.label), Role::Dim);
        x = pen.role(area, x, 0, &text, Role::Saved) + 2;
    }
}

fn status(m: &Model, pen: &mut Pen<'_>, area: Area) {
    super::status::draw(
        m,
        pen,
        area,
        &[
            (Action::Help, "keys"),
            (Action::ZoomIn, "larger"),
            (Action::ZoomOut, "smaller"),
            (Action::ZoomFit, "fit"),
            (Action::ZoomFull, "100 %"),
            (Action::Play, "play"),
            (Action::NextExhibit, "next exhibit"),
            (Action::Back, "back"),
        ],
    );
}
