//! `update` is the only place that changes the model. One file per area; this one sends messages on.

pub mod agree;
mod bench;
mod desk;
mod fix;
pub mod gate;
mod judge;
mod list;
mod mouse;
mod nav;
mod open;
mod popup;
mod reply;
pub mod seen;
pub mod sheet;
mod source;
mod steps;
mod terms;
mod zoom;

use crate::keys::action::Action;
use crate::keys::keymap::Found;
use crate::keys::stroke::{self, Key, Stroke};

use super::cmd::Cmd;
use super::model::{Model, Screen};
use super::msg::{Msg, Now};

pub use bench::misses::in_column;

/// Takes one message; what is to be done outside comes back.
pub fn update(m: &mut Model, msg: Msg, now: Now) -> Vec<Cmd> {
    let mut out = Vec::new();
    match msg {
        Msg::Key(stroke) => key(m, stroke, now, &mut out),
        Msg::Paste(text) => popup::paste(m, &text, &mut out),
        Msg::Mouse(kind, x, y) => mouse::mouse(m, kind, x, y, now, &mut out),
        Msg::Resize(w, h) => m.size = (w, h),
        Msg::Cell(w, h) => m.cell = (w.max(1), h.max(1)),
        Msg::Reply(ticket, reply) => reply::reply(m, ticket, reply, &mut out),
        Msg::Journal(event) => judge::news(m, event, now, &mut out),
        Msg::Crashed { lane, what } => {
            m.banners.push(format!("the {lane} lane hit a bug and went on: {what}"));
        }
        Msg::Edited(Ok(text)) => judge::edited(m, &text, now, &mut out),
        Msg::Edited(Err(why)) => {
            m.seen.editing = None;
            m.fail(why);
        }
        Msg::Terminate => {
            popup::keep_note(m, now, &mut out);
            quit(m);
        }
    }
    desk::reflow(m);
    sheet::reflow(m);
    sheet::queue::count(m);
    seen::settle(m);
    steps::want(m, &mut out);
    agree::want(m, &mut out);
    gate::want(m, &mut out);
    let page = m.list_page();
    m.list.settle(page);
    if m.leaving && m.review.unsaved() == 0 {
        out.push(Cmd::Quit);
    }
    out
}

/// The first requests of a session.
pub fn start(m: &mut Model) -> Vec<Cmd> {
    let mut out = Vec::new();
    list::load(m, &mut out);
    out
}

fn key(m: &mut Model, stroke: Stroke, now: Now, out: &mut Vec<Cmd>) {
    nav::worked(m, now);
    if m.popup.is_some() {
        m.typed.clear();
        return popup::key(m, stroke, now, out);
    }
    if m.screen == Screen::Sheet && m.typed.is_empty() && sheet::key(m, stroke, now, out) {
        return;
    }
    let cancel = stroke.key == Key::Esc && !m.typed.is_empty();
    m.typed.push(stroke);
    match m.settings.keymap.lookup(m.context(), &m.typed) {
        Found::Action(action) => {
            m.typed.clear();
            m.message = None;
            act(m, &action, now, out);
        }
        Found::Pending(_) => {}
        Found::Nothing => {
            let typed = std::mem::take(&mut m.typed);
            let taken = match m.screen {
                Screen::Desk => sheet::desk_key(m, &typed, now, out),
                Screen::Agree => agree::key(m, &typed),
                _ => false,
            };
            if !cancel && !taken {
                m.say(format!(
                    "'{}' does nothing here; ? shows the keys",
                    stroke::print(&typed)
                ));
            }
        }
    }
}

/// Does what an action says on the screen that is on.
fn act(m: &mut Model, action: &Action, now: Now, out: &mut Vec<Cmd>) {
    let lent = matches!(m.zoom_from, Screen::Sheet | Screen::Gate);
    if m.screen == Screen::Zoom && lent && !sheet::in_zoom(m, action) {
        return m.say("this is the image of the screen before; go back to answer or to go on");
    }
    match action {
        Action::Help => m.popup = Some(super::model::popup::Popup::Help(0)),
        Action::Faults if m.banners.is_empty() => m.say("nothing went wrong in this session"),
        Action::Faults => m.popup = Some(super::model::popup::Popup::Faults(0)),
        Action::Quit => quit(m),
        Action::Suspend => out.push(Cmd::Suspend),
        Action::Redraw => out.push(Cmd::Redraw),
        Action::Reload => list::reload(m, out),
        Action::Back => nav::back(m, out),
        Action::JumpBack => nav::jump(m, false, out),
        Action::JumpForward => nav::jump(m, true, out),
        Action::Undo => judge::undo(m, crate::domain::entry::Op::Undo, now, out),
        Action::Redo => judge::undo(m, crate::domain::entry::Op::Redo, now, out),
        Action::Flag => judge::toggle(m, crate::domain::queue::FLAG, "yes", now, out),
        Action::Skip => judge::toggle(m, crate::domain::queue::STATUS, "skip", now, out),
        Action::Defer => judge::toggle(m, crate::domain::queue::STATUS, "defer", now, out),
        Action::Note if m.screen != Screen::Sheet => judge::note(m),
        Action::NoteEditor => judge::note_editor(m, out),
        Action::Reveal => judge::reveal(m, now, out),
        Action::Answer { question, value } => judge::answer(m, question, value, false, now, out),
        Action::AnswerCase { question, value } => judge::answer(m, question, value, true, now, out),
        Action::Clear { question } => judge::clear(m, question, now, out),
        Action::Explain => terms::open(m, out),
        Action::NextRun => nav::run(m, 1, out),
        Action::PrevRun => nav::run(m, -1, out),
        Action::PickRun => popup::runs(m),
        Action::Scores => bench::open(m, Screen::Runs, out),
        Action::Compare => bench::open(m, Screen::Compare, out),
        Action::Misses => bench::open(m, Screen::Misses, out),
        Action::NextUndecided if matches!(m.screen, Screen::Sheet | Screen::Candidates) => {
            sheet::queue::next_undecided(m, out);
        }
        Action::Candidates => sheet::queue::open(m, out),
        Action::Agreement => agree::open(m),
        Action::Gate => gate::open(m),
        Action::Evidence => seen::open(m),
        Action::NextUndecided => nav::next_undecided(m, out),
        Action::NextCase => nav::step_case(m, 1, out),
        Action::PrevCase => nav::step_case(m, -1, out),
        other => match m.screen {
            Screen::List => list::act(m, other, out),
            Screen::Desk => desk::act(m, other, out),
            Screen::Source => source::act(m, other, out),
            Screen::Zoom => zoom::act(m, other),
            Screen::Runs | Screen::Compare | Screen::Misses => bench::act(m, other, out),
            Screen::Terms => terms::act(m, other, out),
            Screen::Steps => steps::act(m, other, out),
            Screen::Sheet => sheet::act(m, other, now, out),
            Screen::Candidates => sheet::queue::act(m, other, out),
            Screen::Agree => agree::act(m, other, out),
            Screen::Gate => gate::act(m, other, now, out),
            Screen::Evidence => seen::act(m, other, now, out),
        },
    }
}

fn quit(m: &mut Model) {
    m.leaving = true;
    if m.review.unsaved() > 0 {
        m.say(format!("saving {} answers, then leaving", m.review.unsaved()));
    }
}
