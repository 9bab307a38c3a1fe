//! One frame: the screen that is on, the banner, and what lies over it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::app::model::{Model, Screen};
use crate::base::area::Area;

use super::paint::Pen;
use super::pane;
use super::popup;
use super::stage::Stage;
use super::theme::Role;

/// Columns and rows below which only a word about it is shown.
const LEAST: (u16, u16) = (20, 6);

/// Draws the model into `buf`. What pictures are missing is left in the stage.
pub fn view(m: &Model, stage: &mut Stage, buf: &mut Buffer) {
    stage.pictures.begin_frame();
    stage.moving = None;
    let whole = Area::new(
        buf.area.x,
        buf.area.y,
        buf.area.width.min(m.size.0),
        buf.area.height.min(m.size.1),
    );
    let ground = stage.theme.style(Role::Ground);
    buf.set_style(buf.area, ground);
    if whole.w < LEAST.0 || whole.h < LEAST.1 {
        let theme = stage.theme.clone();
        Pen { buf, theme: &theme }.role(whole, 0, 0, "too small", Role::Error);
        stage.pictures.end_frame(None, buf);
        return;
    }
    match m.screen {
        Screen::List => pane::list::draw(m, stage, buf),
        Screen::Desk => pane::desk::draw(m, stage, buf),
        Screen::Source => pane::source::draw(m, stage, buf),
        Screen::Zoom => pane::zoom::draw(m, stage, buf),
        Screen::Runs => pane::runs::draw(m, stage, buf),
        Screen::Compare => pane::versus::draw(m, stage, buf),
        Screen::Misses => pane::misses::draw(m, stage, buf),
        Screen::Terms => pane::terms::draw(m, stage, buf),
        Screen::Steps => pane::steps::draw(m, stage, buf),
        Screen::Sheet => pane::sheet::draw(m, stage, buf),
        Screen::Candidates => pane::candidates::draw(m, stage, buf),
        Screen::Agree => pane::agree::draw(m, stage, buf),
        Screen::Gate => pane::gate::draw(m, stage, buf),
        Screen::Evidence => pane::seen::draw(m, stage, buf),
    }
    banner(m, stage, buf, whole);
    let overlay = popup::draw(m, stage, buf);
    let overlay = overlay.map(|a| Rect::new(a.x, a.y, a.w, a.h));
    stage.pictures.end_frame(overlay, buf);
}

fn banner(m: &Model, stage: &Stage, buf: &mut Buffer, whole: Area) {
    let Some(last) = m.banners.last() else { return };
    let (line, _) = whole.bottom(1);
    let mut pen = Pen {
        buf,
        theme: &stage.theme,
    };
    pen.clear(line, Role::Banner);
    let key = m
        .settings
        .keymap
        .hint(m.context(), &crate::keys::action::Action::Faults);
    let more = if m.banners.len() > 1 {
        format!("({} faults, {key} shows all) ", m.banners.len())
    } else {
        format!("({key} shows it in full) ")
    };
    pen.role(line, 0, 0, &format!(" ! {more}{last}"), Role::Banner);
}
