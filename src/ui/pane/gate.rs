//! What the AI gate made of the images: the funnel, the images with their four stages, and what was said about one.

use ratatui::buffer::Buffer;

use crate::app::layout;
use crate::app::model::Model;
use crate::app::model::gate::USUAL;
use crate::base::area::Area;
use crate::base::num;
use crate::domain::gate::Verdict;
use crate::domain::gate::table::two;
use crate::keys::action::Action;
use crate::text::cells::size_in_cells;
use crate::text::clean;
use crate::ui::paint::{Pen, rect};
use crate::ui::picture::Drawn;
use crate::ui::stage::{Stage, want};
use crate::ui::theme::Role;

mod detail;
mod funnel;
mod images;

pub(in crate::ui) fn draw(m: &Model, stage: &mut Stage, buf: &mut Buffer) {
    let places = layout::gate::gate(m.area(), m.gate.part);
    let mut pen = Pen {
        buf,
        theme: &stage.theme,
    };
    pen.clear(places.title, Role::Title);
    pen.role(places.title, 0, 0, &title(m), Role::Title);
    let instead = words(m);
    if let Some((text, role)) = &instead {
        let (_, body) = m.area().top(1);
        for (y, line) in text.iter().enumerate() {
            pen.role(body, 2, num::cells(y) + 1, line, *role);
        }
    } else {
        funnel::draw(m, &mut pen, places.funnel);
        funnel::cross(m, &mut pen, places.cross);
        funnel::histogram(m, &mut pen, places.histogram);
        images::draw(m, &mut pen, places.images);
        detail::draw(m, &mut pen, places.detail);
    }
    super::status::draw(
        m,
        &mut pen,
        places.status,
        &[
            (Action::Help, "keys"),
            (Action::NextState, "next state"),
            (Action::GateFilter, "filter"),
            (Action::StagePass, "pass"),
            (Action::StageFail, "fail"),
            (Action::StageSay, "say what"),
            (Action::Open, "case"),
            (Action::LimitMore, "limit"),
            (Action::Undo, "undo"),
            (Action::Back, "back"),
        ],
    );
    if instead.is_none() {
        picture(m, stage, buf, places.picture);
    }
}

fn title(m: &Model) -> String {
    let g = &m.gate;
    let mut out = " AI gate".to_owned();
    if g.sieve.is_none() || words(m).is_some() {
        return out;
    }
    out.push_str(&format!(
        "   {} of {} images: {}",
        g.shown.len(),
        g.all.rows.len(),
        g.show.words()
    ));
    if !g.text.is_empty() {
        out.push_str(&format!(" · {}", g.text));
    }
    if g.confidence != USUAL {
        out.push_str(&format!(
            " · what if B asked for {} in the place of {} (no file changes)",
            two(f64::from(g.confidence) / 100.0),
            two(f64::from(USUAL) / 100.0)
        ));
    }
    if g.all.hidden > 0 {
        out.push_str(&format!(" · {} of cases that I have not uncovered", g.all.hidden));
    }
    let odd = g.sieve.as_ref().map_or(0, |s| s.problems.len());
    if odd > 0 {
        out.push_str(&format!(" · {odd} lines of gate.jsonl could not be read"));
    }
    if g.loading {
        out.push_str(" · reading …");
    }
    out
}

/// What is said in the place of everything.
fn words(m: &Model) -> Option<(Vec<String>, Role)> {
    let one = |text: &str, role| Some((vec![text.to_owned()], role));
    let g = &m.gate;
    if m.settings.hides_gate() && g.all.rows.is_empty() {
        let mut text = vec![
            format!("The round '{}' is blind and not closed:", m.settings.round.name),
            "what the gate says about an image is one more opinion,".to_owned(),
        ];
        text.push(if m.settings.blind {
            "shown for a case once it is uncovered on the desk.".to_owned()
        } else {
            "shown with closed = true under [round] in casefile.toml.".to_owned()
        });
        return Some((text, Role::Near));
    }
    match (&g.fault, &g.sieve) {
        (Some(fault), _) => one(fault, Role::Error),
        (None, None) => one("reading …", Role::Dim),
        (None, Some(_)) if g.all.rows.is_empty() && g.loading => one("reading …", Role::Dim),
        (None, Some(sieve)) if g.all.rows.is_empty() => {
            let mut text = vec![
                "The gate has looked at no image yet: there is no record in gate.jsonl.".to_owned(),
                String::new(),
                "casefile gate --replies FILE -w WORKSPACE     verdicts out of recorded replies".to_owned(),
                "casefile gate --endpoint URL -w WORKSPACE     ask a model".to_owned(),
            ];
            let odd = sieve.problems.iter().take(3);
            text.extend(odd.map(|p| clean::line(&p.to_string().replace('\n', "; "))));
            Some((text, Role::Dim))
        }
        _ => None,
    }
}

/// Letter and look of a verdict.
fn sign(verdict: Option<Verdict>) -> (&'static str, Role) {
    match verdict {
        Some(Verdict::Pass) => ("p", Role::Hit),
        Some(Verdict::Fail) => ("f", Role::Miss),
        Some(Verdict::Error) => ("e", Role::Error),
        Some(Verdict::Skipped) => ("–", Role::Dim),
        None => ("?", Role::Near),
    }
}

/// The picture of the image under the cursor.
fn picture(m: &Model, stage: &mut Stage, buf: &mut Buffer, area: Area) {
    if area.h < 3 {
        return;
    }
    let image = m.gate.current().and_then(|r| m.gate.place(r)?.image.as_ref());
    let (head, body) = area.top(1);
    let about = image.map(super::exhibit::describe).unwrap_or_default();
    let mut pen = Pen {
        buf,
        theme: &stage.theme,
    };
    pen.row(head, 0, Role::Heading);
    pen.role(head, 1, 0, &format!("image  {about}"), Role::Heading);
    let why = match image.filter(|i| i.width > 0) {
        None => Some("there is no such image in the workspace".to_owned()),
        Some(image) => {
            let cells = size_in_cells(image.width, image.height, m.cell, body.w.saturating_sub(2), body.h);
            let wanted = want(&m.settings.root, image, None, cells);
            let place = Area::new(body.x + 1, body.y, cells.0, cells.1);
            match stage.pictures.draw(&wanted, rect(place), 0, buf) {
                Drawn::Shown => None,
                Drawn::Waiting => Some("preparing …".to_owned()),
                Drawn::Fault(why) => Some(why),
            }
        }
    };
    if let Some(why) = why {
        Pen {
            buf,
            theme: &stage.theme,
        }
        .role(body, 1, 0, &why, Role::Near);
    }
}
