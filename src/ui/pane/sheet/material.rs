//! What is judged: the text without its pictures, the pictures side by side, and gold when its time has come.

use ratatui::buffer::Buffer;

use crate::app::model::Model;
use crate::app::update::sheet;
use crate::base::area::Area;
use crate::base::num;
use crate::domain::candidate::Candidate;
use crate::domain::case::StoredImage;
use crate::domain::form::Shows;
use crate::text::cells::size_in_cells;
use crate::text::flow::Line;
use crate::text::{clean, width};
use crate::ui::paint::{Pen, rect};
use crate::ui::picture::Drawn;
use crate::ui::stage::{Stage, want};
use crate::ui::theme::Role;

/// Text of the issue; pictures are named where they stand.
pub(super) fn text(m: &Model, stage: &mut Stage, buf: &mut Buffer, area: Area) {
    if area.is_empty() {
        return;
    }
    let mut pen = Pen {
        buf,
        theme: &stage.theme,
    };
    let Some(file) = &m.desk.file else {
        let text = m.desk.fault.clone().unwrap_or_else(|| match m.desk.row {
            Some(_) => "opening …".to_owned(),
            None => "the case of this candidate is not in the workspace".to_owned(),
        });
        pen.role(area, 1, 0, &text, Role::Dim);
        return;
    };
    let inner = Area {
        x: area.x + 1,
        w: area.w.saturating_sub(2),
        ..area
    };
    pen.role(inner, 0, 0, &file.case.title, Role::Header);
    let lines = &m.sheet.flowed.2;
    let rest = inner.top(1).1;
    let top = m.sheet.top.min(lines.len().saturating_sub(usize::from(rest.h)));
    for (y, line) in lines.iter().skip(top).take(usize::from(rest.h)).enumerate() {
        let y = num::cells(y);
        match line {
            Line::Text(pieces) => {
                pen.pieces(rest, 0, y, pieces);
            }
            Line::Picture {
                source, alt, row: 0, ..
            } => {
                let name = match file.case.exhibits.iter().position(|e| e.source == *source) {
                    Some(n) => format!("[image {}]", n + 1),
                    None => format!("[image: {}]", clean::line(alt)),
                };
                pen.role(rest, 0, y, &name, Role::Accent);
            }
            Line::Picture { .. } => {}
        }
    }
    pen.scroll_bar(Area { w: area.w, ..rest }, top, lines.len());
}

/// Images, and gold of a candidate below them.
pub(super) fn pictures(m: &Model, stage: &mut Stage, buf: &mut Buffer, area: Area) {
    if area.is_empty() {
        return;
    }
    let Some(c) = &m.sheet.candidate else {
        return exhibit(m, stage, buf, area);
    };
    let open = sheet::stage(m);
    if open == Shows::Text {
        Pen {
            buf,
            theme: &stage.theme,
        }
        .role(
            area,
            1,
            1,
            "the image is shown when the questions about the text are answered",
            Role::Dim,
        );
        return;
    }
    let low = if open == Shows::Gold {
        (area.h / 3).clamp(4, 9)
    } else {
        0
    };
    let (foot, high) = area.bottom(low);
    let (left, right) = if open == Shows::Gold {
        high.left(high.w / 2)
    } else {
        (high, Area::default())
    };
    let marked = |n: usize| open == Shows::Gold && m.sheet.look == n;
    labelled(
        m,
        stage,
        buf,
        left,
        ("image as the solver sees it", marked(0)),
        c.swapped.image.as_ref(),
    );
    if open == Shows::Gold {
        let image = sheet::original(m);
        labelled(m, stage, buf, right, ("original image", marked(1)), image.as_ref());
        gold(m, c, stage, buf, foot);
    }
}

fn labelled(
    m: &Model,
    stage: &mut Stage,
    buf: &mut Buffer,
    area: Area,
    (name, marked): (&str, bool),
    image: Option<&StoredImage>,
) {
    if area.h < 2 {
        return;
    }
    let about = image.map(super::super::exhibit::describe).unwrap_or_default();
    Pen {
        buf,
        theme: &stage.theme,
    }
    .role(
        area,
        1,
        0,
        &format!("{name}  {about}"),
        if marked { Role::Focus } else { Role::Accent },
    );
    picture(
        m,
        stage,
        buf,
        area.top(1).1,
        image,
        "there is no such image in the workspace",
    );
}

fn picture(m: &Model, stage: &mut Stage, buf: &mut Buffer, area: Area, image: Option<&StoredImage>, none: &str) {
    let fault = match image.filter(|i| i.width > 0) {
        None => Some(none.to_owned()),
        Some(image) => {
            let cells = size_in_cells(image.width, image.height, m.cell, area.w.saturating_sub(2), area.h);
            let wanted = want(&m.settings.root, image, None, cells);
            let place = Area::new(area.x + 1, area.y, cells.0, cells.1);
            match stage.pictures.draw(&wanted, rect(place), 0, buf) {
                Drawn::Shown => None,
                Drawn::Waiting => Some("preparing …".to_owned()),
                Drawn::Fault(why) => Some(why),
            }
        }
    };
    if let Some(why) = fault {
        Pen {
            buf,
            theme: &stage.theme,
        }
        .role(area, 1, 0, &why, Role::Near);
    }
}

/// The chosen exhibit of the case.
fn exhibit(m: &Model, stage: &mut Stage, buf: &mut Buffer, area: Area) {
    let count = m.desk.file.as_ref().map_or(0, |f| f.case.exhibits.len());
    let chosen = m.desk.exhibit();
    let name = format!("exhibit {}/{count}", m.desk.exhibit + 1);
    if chosen.is_none() {
        Pen {
            buf,
            theme: &stage.theme,
        }
        .role(area, 1, 0, "this case has no exhibits", Role::Dim);
        return;
    }
    labelled(
        m,
        stage,
        buf,
        area,
        (&name, false),
        chosen.and_then(|e| e.image.as_ref()),
    );
}

/// Titles and gold of both issues.
fn gold(m: &Model, c: &Candidate, stage: &Stage, buf: &mut Buffer, area: Area) {
    let mut pen = Pen {
        buf,
        theme: &stage.theme,
    };
    let case = m.desk.file.as_ref().map(|f| &f.case);
    let own: Vec<String> = case.map_or_else(Vec::new, |c| c.gold.files.iter().map(ToString::to_string).collect());
    pen.row(area, 0, Role::Heading);
    pen.role(area, 0, 0, " gold — not known to the solver", Role::Heading);
    let body = area.top(1).1;
    let (left, right) = body.left(body.w / 2);
    let mut column = |area: Area, title: &str, about: &str, files: &[String]| {
        let room = usize::from(area.w.saturating_sub(2));
        pen.role(area, 1, 0, &width::fit(&clean::line(title), room), Role::Strong);
        pen.role(area, 1, 1, &width::fit(&clean::line(about), room), Role::Dim);
        for (n, path) in files.iter().enumerate() {
            let y = num::cells(n + 2);
            if y + 1 == area.h && files.len() > n + 1 {
                pen.role(area, 1, y, &format!("and {} more", files.len() - n), Role::Dim);
                break;
            }
            pen.role(area, 1, y, &width::fit_end(&clean::line(path), room), Role::Gold);
        }
    };
    let about = match (c.strategy.word(), c.similarity) {
        (word, Some(s)) => format!("gives the image · {word}, cosine {s:.2} · {}", c.donor),
        (word, None) => format!("gives the image · {word} · {}", c.donor),
    };
    column(left, &c.donor_title, &about, &c.donor_gold);
    column(right, case.map_or("", |c| &c.title), "this issue", &own);
}
