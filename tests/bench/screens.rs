//! A key and a frame: on the sample's desk, and on a list of 100,000 rows.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use casefile::app::cmd::Cmd;
use casefile::app::model::Settings;
use casefile::app::msg::{Msg, Now};
use casefile::app::update::update;
use casefile::keys::stroke;
use casefile::store::forms;
use casefile::store::workspace::Workspace;
use casefile::tui::runtime::{Runtime, Setup};
use casefile::ui::picture::Protocol;
use casefile::ui::theme;
use casefile::work::journal_lane::JournalEvent;
use casefile::work::sample;
use criterion::Criterion;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Book, Goal, group, made, now};

const SIZE: (u16, u16) = (160, 48);

pub(crate) fn start(ws: Workspace) -> Runtime {
    let theme = theme::embedded("dark").unwrap();
    let settings = Settings {
        root: ws.root.clone(),
        name: "bench".to_owned(),
        me: "ann".to_owned(),
        me_from: "bench",
        blind: false,
        stay: true,
        secret: false,
        round: Arc::default(),
        form: Arc::new(forms::load(&ws.root, "evidence").unwrap()),
        forms: vec![Arc::new(forms::load(&ws.root, "evidence").unwrap())],
        keymap: Arc::new(casefile::keys::load::embedded("default").unwrap()),
    };
    let mut out = Runtime::start(Setup {
        ws,
        settings,
        pictures: Setup::pictures(Protocol::Halfblocks, (8, 16), &theme),
        theme,
        size: SIZE,
        salt: "bench".to_owned(),
    })
    .unwrap();
    settle(&mut out);
    out
}

fn settle(runtime: &mut Runtime) {
    let mut buf = screen();
    let start = now();
    while runtime.dirty || !runtime.settled() {
        if runtime.dirty {
            buf.reset();
            runtime.draw(&mut buf);
        }
        if let Some(incoming) = runtime.next(Duration::from_millis(20)) {
            runtime.take(incoming, Now::default());
        }
        assert!(start.elapsed() < Duration::from_mins(1), "the screen does not settle");
    }
}

pub(crate) fn screen() -> Buffer {
    Buffer::empty(Rect::new(0, 0, SIZE.0, SIZE.1))
}

fn key(runtime: &mut Runtime, key: &str) -> Vec<Cmd> {
    let key = stroke::sequence(key).unwrap().remove(0);
    update(&mut runtime.model, Msg::Key(key), Now::default())
}

/// `one` and `two` by turns, and a frame.
fn pair(c: &mut Criterion, book: &Book, runtime: &mut Runtime, name: &str, (one, two): (&str, &str)) {
    let frame = Goal::Within(Duration::from_millis(16));
    let mut frames = [screen(), screen()];
    runtime.draw(&mut frames[0]);
    key(runtime, one);
    runtime.draw(&mut frames[1]);
    assert_ne!(frames[0], frames[1], "{name}: {one} changes the screen");
    key(runtime, two);
    let mut g = group(c, name, 1.0);
    let mut turn = false;
    book.time(&mut g, &format!("{name}: update of a key"), &frame, || {
        turn = !turn;
        key(runtime, if turn { one } else { two })
    });
    let mut buf = screen();
    book.time(&mut g, &format!("{name}: one frame, 160x48"), &frame, || {
        buf.reset();
        runtime.draw(&mut buf);
    });
    g.finish();
}

pub(crate) fn run(c: &mut Criterion, book: &Book, dir: &Path) {
    let mut runtime = start(sample::open(&dir.join("sample"), false).unwrap());
    for stroke in stroke::sequence("enter").unwrap() {
        runtime.message(Msg::Key(stroke), Now::default());
    }
    settle(&mut runtime);
    pair(c, book, &mut runtime, "desk of the sample", ("j", "k"));
    let mut g = group(c, "label", 1.0);
    let mut turn = false;
    book.time(
        &mut g,
        "desk of the sample: a label, from key to saved, without the disk",
        &Goal::Within(Duration::from_millis(16)),
        || {
            turn = !turn;
            for cmd in key(&mut runtime, if turn { "2" } else { "1" }) {
                let Cmd::Append(entry) = cmd else { continue };
                let saved = Msg::Journal(JournalEvent::Appended(entry.id()));
                update(&mut runtime.model, saved, Now::default());
            }
        },
    );
    g.finish();

    let ws = Workspace::open(&dir.join("large")).unwrap_or_else(|_| made::cases(&dir.join("large"), 100_000));
    let mut runtime = start(ws);
    assert_eq!(runtime.model.list.order.len(), 100_000);
    pair(c, book, &mut runtime, "list of 100,000 rows", ("j", "k"));
    pair(
        c,
        book,
        &mut runtime,
        "list of 100,000 rows, top and bottom",
        ("G", "home"),
    );
}
