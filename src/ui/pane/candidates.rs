//! The list of harmful-image candidates. How one was made is shown only after I judged it.

use ratatui::buffer::Buffer;

use crate::app::layout;
use crate::app::model::Model;
use crate::app::update::sheet::queue::decided;
use crate::base::num;
use crate::domain::form::plain;
use crate::domain::row::Progress;
use crate::keys::action::Action;
use crate::text::{clean, width};
use crate::ui::paint::Pen;
use crate::ui::stage::Stage;
use crate::ui::theme::Role;

pub(in crate::ui) fn draw(m: &Model, stage: &mut Stage, buf: &mut Buffer) {
    let places = layout::plain(m.area());
    let mut pen = Pen {
        buf,
        theme: &stage.theme,
    };
    pen.clear(places.title, Role::Title);
    let all = m.candidates.all.clone().unwrap_or_default();
    let (done, count) = decided(m);
    let whose = if m.candidates.mine.is_some() {
        format!(" of my queue, {} in all", all.len())
    } else {
        String::new()
    };
    let secret = if m.settings.secret {
        " · others' answers are not read"
    } else {
        ""
    };
    pen.role(
        places.title,
        0,
        0,
        &format!(" harmful-image candidates   {done}/{count} decided{whose}{secret}"),
        Role::Title,
    );
    pen.row(places.head, 0, Role::Heading);
    pen.role(
        places.head,
        0,
        0,
        &format!(
            "   {:<14}{:<10}{:<7}{:<34}issue",
            "candidate", "decision", "label", "case"
        ),
        Role::Heading,
    );
    let words = match (&m.candidates.fault, &m.candidates.all) {
        (Some(why), _) => Some((why.clone(), Role::Error)),
        (None, None) => Some(("reading …".to_owned(), Role::Dim)),
        (None, Some(all)) if all.is_empty() => Some((
            "no candidates here; make some with: casefile synth -w WORKSPACE".to_owned(),
            Role::Dim,
        )),
        _ => None,
    };
    if let Some((text, role)) = words {
        pen.role(places.body, 2, 1, &text, role);
    }
    let h = usize::from(places.body.h).max(1);
    let top = (m.candidates.at + 1).saturating_sub(h);
    for (y, (n, c)) in all.iter().enumerate().skip(top).take(h).enumerate() {
        let y = num::cells(y);
        let here = n == m.candidates.at;
        if here {
            pen.row(places.body, y, Role::Selected);
        }
        let of = |role| if here { Role::Selected } else { role };
        let state = m.candidates.progress(n);
        let subject = c.subject();
        let said = |q: &str| {
            let (value, _) = m.review.answer(&m.settings.me, &subject, q);
            value.map(|v| plain(&v)).unwrap_or_default()
        };
        let title = m
            .list
            .index
            .get(c.case.as_str())
            .and_then(|r| m.list.row(*r))
            .map_or("(not in the workspace)", |r| &r.title);
        let made = if state == Progress::Done { c.strategy.word() } else { "" };
        let from = pen.right(places.body, y, &format!(" {made} "), of(Role::Dim));
        let text = format!(
            " {} {:<14}{:<10}{:<7}{:<34}{}",
            state.sign(),
            c.id,
            said("decision"),
            said("q7"),
            width::fit(&clean::line(&c.case), 33),
            clean::line(title)
        );
        let room = crate::base::area::Area { w: from, ..places.body };
        let role = if m.candidates.is_mine(c) { Role::Text } else { Role::Dim };
        pen.role(room, 0, y, &text, of(role));
    }
    pen.scroll_bar(places.body, top, all.len());
    super::status::draw(
        m,
        &mut pen,
        places.status,
        &[
            (Action::Help, "keys"),
            (Action::Open, "review"),
            (Action::NextUndecided, "next undecided"),
            (Action::Reload, "read again"),
            (Action::Back, "back"),
        ],
    );
}
