//! The chosen exhibit, as large as its pane, with its number, size and source.

use ratatui::buffer::Buffer;

use crate::app::model::Model;
use crate::base::area::Area;
use crate::domain::case::{Place, StoredImage};
use crate::text::cells::size_in_cells;
use crate::text::width;
use crate::ui::paint::{Pen, rect};
use crate::ui::stage::{Stage, want};
use crate::ui::theme::Role;

pub(super) fn draw(m: &Model, stage: &mut Stage, buf: &mut Buffer, area: Area) {
    let Some(file) = &m.desk.file else { return };
    if area.is_empty() {
        prefetch(m, stage);
        return;
    }
    let body = area.top(1).1;
    let count = file.case.exhibits.len();
    let Some(exhibit) = m.desk.exhibit() else {
        let mut pen = Pen {
            buf,
            theme: &stage.theme,
        };
        pen.role(body, 1, 1, "this case has no exhibits", Role::Dim);
        return;
    };
    let place = match exhibit.place {
        Place::Body => "in the body",
        Place::Comment => "in a comment",
        Place::Attached => "attached",
    };
    let (facts, rest) = body.top(2);
    let mut pen = Pen {
        buf,
        theme: &stage.theme,
    };
    let about = match &exhibit.image {
        Some(i) => {
            let key = m.settings.keymap.hint(m.context(), &crate::keys::action::Action::Play);
            let play = match (i.animated(), m.desk.playing) {
                (false, _) => String::new(),
                (true, false) => format!("  {key} plays"),
                (true, true) => format!("  frame {}, {key} pauses", stage.frame + 1),
            };
            format!("{}/{count}  {}{play}  {place}", m.desk.exhibit + 1, describe(i))
        }
        None => format!("{}/{count}  no image  {place}", m.desk.exhibit + 1),
    };
    pen.role(facts, 1, 0, &about, Role::Accent);
    pen.role(
        facts,
        1,
        1,
        &width::fit_end(
            &crate::text::clean::line(&exhibit.source),
            usize::from(facts.w.saturating_sub(2)),
        ),
        Role::Dim,
    );
    let why = match &exhibit.image {
        None => Some(
            exhibit
                .fault
                .clone()
                .unwrap_or_else(|| "the image is not in the workspace".to_owned()),
        ),
        Some(i) if i.width == 0 => Some(exhibit.fault.clone().unwrap_or_else(|| "cannot be shown".to_owned())),
        Some(image) => {
            let cells = size_in_cells(image.width, image.height, m.cell, rest.w.saturating_sub(2), rest.h);
            let wanted = want(&m.settings.root, image, None, cells);
            let plays = m.desk.playing && image.animated();
            stage.play(
                wanted,
                plays,
                rect(Area::new(rest.x + 1, rest.y, cells.0, cells.1)),
                buf,
            )
        }
    };
    if let Some(why) = why {
        let mut pen = Pen {
            buf,
            theme: &stage.theme,
        };
        pen.role(rest, 1, 1, &why, Role::Near);
        if !exhibit.alt.is_empty() {
            pen.role(rest, 1, 2, &format!("“{}”", exhibit.alt), Role::Dim);
        }
    }
    prefetch(m, stage);
}

/// Format, pixels, size, frames.
pub(super) fn describe(i: &StoredImage) -> String {
    let size = if i.bytes >= 1 << 20 {
        format!("{:.1} MiB", i.bytes as f64 / 1_048_576.0)
    } else {
        format!("{} KiB", i.bytes.div_ceil(1024))
    };
    let frames = match i.frames {
        1 => String::new(),
        0 => "  animated".to_owned(),
        n => format!("  {n} frames"),
    };
    format!("{} {}×{}  {size}{frames}", i.format.to_uppercase(), i.width, i.height)
}

/// Pictures that will probably be wanted next: the other exhibits, then the first ones of the neighbours.
fn prefetch(m: &Model, stage: &mut Stage) {
    let places = crate::app::layout::desk(m.area(), crate::app::layout::Pane::Exhibit);
    let rest = places.body(crate::app::layout::Pane::Exhibit).top(2).1;
    let Some(file) = &m.desk.file else { return };
    let next = file.case.exhibits.iter().cycle().skip(m.desk.exhibit + 1).take(2);
    let neighbours = m.desk.kept.iter().rev().take(3).filter_map(|k| k.case.exhibits.first());
    for e in next.chain(neighbours) {
        if let Some(image) = e.image.as_ref().filter(|i| i.width > 0) {
            let cells = size_in_cells(image.width, image.height, m.cell, rest.w.saturating_sub(2), rest.h);
            if cells.0 > 0 {
                stage.pictures.prefetch(want(&m.settings.root, image, None, cells));
            }
        }
    }
}
