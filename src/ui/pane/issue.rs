//! Text of the issue with its pictures where the author put them.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::app::model::Model;
use crate::base::area::Area;
use crate::domain::case::Exhibit;
use crate::text::flow::Line;
use crate::ui::paint::{Pen, rect};
use crate::ui::picture::Drawn;
use crate::ui::stage::{Stage, want};
use crate::ui::theme::Role;

pub(super) fn draw(m: &Model, stage: &mut Stage, buf: &mut Buffer, area: Area) {
    let body = if area.h > 0 { area.top(1).1 } else { area };
    let Some(file) = &m.desk.file else { return };
    let lines = &m.desk.flowed.lines;
    let text = Area {
        x: body.x + u16::from(body.w > 4),
        w: body.w.saturating_sub(2),
        ..body
    };
    {
        let mut pen = Pen {
            buf,
            theme: &stage.theme,
        };
        for y in 0..body.h {
            match lines.get(m.desk.issue_top + usize::from(y)) {
                Some(Line::Text(pieces)) => {
                    pen.pieces(text, 0, y, pieces);
                }
                Some(Line::Picture { .. }) => {}
                None => break,
            }
        }
        if lines.is_empty() && file.doc.is_empty() {
            pen.role(text, 0, 0, "(the issue has no text)", Role::Dim);
        }
        if !m.desk.search.is_empty() {
            hits(&mut pen, text, &m.desk.search, lines, m.desk.issue_top);
        }
        pen.scroll_bar(body, m.desk.issue_top, lines.len());
    }
    let mut y = 0;
    while y < body.h {
        let at = m.desk.issue_top + usize::from(y);
        let Some(Line::Picture {
            source,
            alt,
            row,
            rows,
            cols,
            indent,
        }) = lines.get(at)
        else {
            y += 1;
            continue;
        };
        let seen = (rows - row).min(body.h - y);
        let exhibit = file.case.exhibits.iter().enumerate().find(|(_, e)| e.source == *source);
        let place = Area::new(text.x + indent, body.y + y, text.w.saturating_sub(*indent), seen);
        picture(m, stage, buf, exhibit, alt, (place, *row, (*cols, *rows)));
        y += seen;
    }
}

fn picture(
    m: &Model,
    stage: &mut Stage,
    buf: &mut Buffer,
    exhibit: Option<(usize, &Exhibit)>,
    alt: &str,
    (place, skip, cells): (Area, u16, (u16, u16)),
) {
    let Some((n, e)) = exhibit else {
        let mut pen = Pen {
            buf,
            theme: &stage.theme,
        };
        pen.role(place, 0, 0, &format!("[image that is no exhibit: {alt}]"), Role::Dim);
        return;
    };
    let name = format!("exhibit {}", n + 1);
    let shown = match &e.image {
        Some(image) if cells.0 > 0 => {
            let want = want(&m.settings.root, image, None, cells);
            let area: Rect = rect(Area {
                w: place.w.min(cells.0),
                ..place
            });
            stage.pictures.draw(&want, area, skip, buf)
        }
        Some(_) => Drawn::Fault(e.fault.clone().unwrap_or_else(|| "cannot be shown".to_owned())),
        None => Drawn::Fault(
            e.fault
                .clone()
                .unwrap_or_else(|| "no image in the workspace".to_owned()),
        ),
    };
    let mut pen = Pen {
        buf,
        theme: &stage.theme,
    };
    match shown {
        Drawn::Shown => {}
        Drawn::Waiting => {
            pen.role(place, 0, 0, &format!("[{name} …]"), Role::Dim);
        }
        Drawn::Fault(why) => {
            let about = if alt.is_empty() {
                String::new()
            } else {
                format!(" “{alt}”")
            };
            pen.role(place, 0, 0, &format!("[{name}: {why}{about}]"), Role::Near);
        }
    }
}

/// Marks search hits on the visible lines.
fn hits(pen: &mut Pen<'_>, text: Area, search: &str, lines: &[Line], top: usize) {
    let want = search.to_lowercase();
    for y in 0..text.h {
        let Some(Line::Text(pieces)) = lines.get(top + usize::from(y)) else {
            continue;
        };
        let whole: String = pieces.iter().map(|p| p.text.as_str()).collect();
        // Only where lower case keeps every byte in place can offsets be trusted.
        let low = whole.to_lowercase();
        if low.len() != whole.len() {
            continue;
        }
        for (at, _) in low.match_indices(&want) {
            let (before, rest) = whole.split_at_checked(at).unwrap_or((&whole, ""));
            let hit = rest.split_at_checked(want.len()).map_or("", |(h, _)| h);
            let x = crate::base::num::cells(crate::text::width::of(before));
            pen.role(text, x, y, hit, Role::Match);
        }
    }
}
