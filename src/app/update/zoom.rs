//! The zoomed exhibit: scale, pan, next and previous.

use crate::app::layout;
use crate::app::model::Model;
use crate::app::model::desk::Target;
use crate::app::model::zoom::View;
use crate::keys::action::Action;

/// What is visible now, and the size of the image.
pub(crate) fn view(m: &Model) -> Option<(View, (u32, u32))> {
    let image = match &m.zoom.other {
        Some(other) => &other.image,
        None => m.desk.exhibit()?.image.as_ref()?,
    };
    let body = layout::plain(m.area()).body;
    let size = (image.width, image.height);
    Some((m.zoom.view(size, (body.w, body.h), m.cell), size))
}

pub(super) fn act(m: &mut Model, action: &Action) {
    match action {
        Action::NextExhibit | Action::PrevExhibit => {
            let count = m.desk.file.as_ref().map_or(0, |f| f.case.exhibits.len());
            if count > 0 {
                let by = if *action == Action::NextExhibit { 1 } else { -1 };
                super::desk::choose_exhibit(m, (m.desk.exhibit + count).saturating_add_signed(by) % count);
            }
        }
        Action::Play => super::desk::play(m),
        Action::Target => {
            m.desk.target = if m.desk.target == Target::Case {
                Target::Exhibit
            } else {
                Target::Case
            };
        }
        Action::ZoomFit => m.zoom = crate::app::model::zoom::Zoom::default(),
        Action::ZoomFull => {
            m.zoom.scale = 100;
        }
        Action::ZoomIn | Action::ZoomOut => {
            if let Some((v, _)) = view(m) {
                m.zoom.step(if *action == Action::ZoomIn { 1 } else { -1 }, v);
            }
        }
        Action::Left => pan(m, -1, 0),
        Action::Right => pan(m, 1, 0),
        Action::Up => pan(m, 0, -1),
        Action::Down => pan(m, 0, 1),
        Action::PageUp => pan(m, 0, -4),
        Action::PageDown => pan(m, 0, 4),
        Action::First => (m.zoom.x, m.zoom.y) = (0, 0),
        _ => {}
    }
}

/// Moves by quarters of what is visible.
pub(super) fn pan(m: &mut Model, dx: i32, dy: i32) {
    let Some((
        View {
            crop: Some((x, y, w, h)),
            ..
        },
        size,
    )) = view(m)
    else {
        return m.say("the whole exhibit is visible; + makes it larger");
    };
    let go = |at: u32, by: i32, part: u32, size: u32| {
        let step = i64::from(part / 4).max(1) * i64::from(by);
        let most = i64::from(size.saturating_sub(part));
        u32::try_from((i64::from(at) + step).clamp(0, most)).unwrap_or(0)
    };
    (m.zoom.x, m.zoom.y) = (go(x, dx, w, size.0), go(y, dy, h, size.1));
}
