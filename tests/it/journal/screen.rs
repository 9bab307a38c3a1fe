//! What the user sees when an answer cannot be saved: the old answer, a banner that stays, and no new answers taken.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use casefile::app::cmd::Cmd;
use casefile::app::model::review::{Journal, Saved};
use casefile::app::model::{Model, Settings, Tone};
use casefile::app::msg::{Msg, Now};
use casefile::app::update::{start, update};
use casefile::base::error::Problem;
use casefile::base::ticket::Ticket;
use casefile::domain::entry::{Entry, Op};
use casefile::domain::ledger::Ledger;
use casefile::keys::stroke;
use casefile::store::forms;
use casefile::store::journal::Opened;
use casefile::store::replay::Found;
use casefile::ui::export;
use casefile::ui::picture::{Pictures, Protocol};
use casefile::ui::stage::Stage;
use casefile::ui::theme;
use casefile::ui::view::view;
use casefile::work::job::{Event, LaneName};
use casefile::work::journal_lane::JournalEvent;
use casefile::work::lane::Lane;
use casefile::work::office::Office;
use casefile::work::sample;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use serde_json::{Value, json};

use super::id;
use crate::support::Home;

/// The model on the sample with its lanes; the test is the journal.
struct Seat {
    model: Model,
    lanes: HashMap<LaneName, Lane>,
    inbox: Receiver<Event>,
    asked: HashSet<Ticket>,
    sent: Vec<Entry>,
    quit: bool,
    _dir: tempfile::TempDir,
}

impl Seat {
    /// At the first case, with the journal still being opened.
    fn opening() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let ws = Arc::new(sample::open(&dir.path().join("w"), false).unwrap());
        let settings = Settings {
            root: ws.root.clone(),
            name: "sample".to_owned(),
            me: "ann".to_owned(),
            me_from: "test",
            blind: false,
            stay: true,
            secret: false,
            round: Arc::default(),
            form: Arc::new(forms::load(&ws.root, "evidence").unwrap()),
            forms: vec![Arc::new(forms::load(&ws.root, "evidence").unwrap())],
            keymap: Arc::new(casefile::keys::load::embedded("default").unwrap()),
        };
        let office = Office::new(ws);
        let (out, inbox) = channel();
        let lanes = [LaneName::Index, LaneName::Case, LaneName::Steps]
            .map(|name| {
                let out = out.clone();
                let lane = Lane::start("test", office.clone(), move |event| drop(out.send(event))).unwrap();
                (name, lane)
            })
            .into_iter()
            .collect();
        let mut seat = Self {
            model: Model::new(settings, (140, 40), (8, 16)),
            lanes,
            inbox,
            asked: HashSet::new(),
            sent: Vec::new(),
            quit: false,
            _dir: dir,
        };
        let first = start(&mut seat.model);
        seat.carry_out(first);
        seat.settle();
        seat.journal(JournalEvent::Replayed(Box::default(), Found::default()));
        seat.keys("enter");
        seat.settle();
        seat
    }

    fn open() -> Self {
        let mut seat = Self::opening();
        seat.opened();
        seat
    }

    fn opened(&mut self) {
        self.journal(JournalEvent::Open(Opened {
            writer: "w.1".to_owned(),
            next: 1,
            torn: None,
        }));
    }

    fn message(&mut self, msg: Msg) {
        let cmds = update(&mut self.model, msg, Now::default());
        self.carry_out(cmds);
    }

    fn carry_out(&mut self, cmds: Vec<Cmd>) {
        for cmd in cmds {
            match cmd {
                Cmd::Run(ticket, job) => {
                    self.asked.insert(ticket);
                    assert!(self.lanes[&job.lane()].ask(ticket, job));
                }
                Cmd::Append(entry) => self.sent.push(*entry),
                Cmd::Quit => self.quit = true,
                other => panic!("{other:?}"),
            }
        }
    }

    fn settle(&mut self) {
        while !self.asked.is_empty() {
            match self.inbox.recv_timeout(Duration::from_secs(20)).unwrap() {
                Event::Reply(ticket, reply) => self.message(Msg::Reply(ticket, reply)),
                Event::Dropped(ticket) | Event::Idle(ticket) => drop(self.asked.remove(&ticket)),
                other => panic!("{other:?}"),
            }
        }
    }

    fn journal(&mut self, event: JournalEvent) {
        self.message(Msg::Journal(event));
    }

    fn keys(&mut self, keys: &str) {
        for key in stroke::sequence(keys).unwrap() {
            self.message(Msg::Key(key));
        }
    }

    fn full_disk(&mut self, seq: u64) {
        let why = Problem::environment("cannot write: No space left on device").in_file("journal/ann/w.1-0001.jsonl");
        self.journal(JournalEvent::Failed(seq, why));
    }

    fn answer(&self, question: &str) -> (Option<Value>, Saved) {
        let subject = self.model.desk.subject().unwrap();
        self.model.review.answer("ann", &subject, question)
    }

    fn error(&self) -> &str {
        match &self.model.message {
            Some(m) if m.tone == Tone::Error => &m.text,
            other => panic!("{other:?}"),
        }
    }

    fn screen(&self) -> String {
        let theme = theme::embedded("dark").unwrap();
        let pictures = Pictures::new(Protocol::None, (8, 16), [0; 3], 1 << 20);
        let mut buf = Buffer::empty(Rect::new(0, 0, 140, 40));
        view(&self.model, &mut Stage::new(theme, pictures), &mut buf);
        export::text(&buf)
    }
}

#[test]
fn a_failed_answer_falls_back_to_the_old_one_and_no_further_ones_are_taken() {
    let mut seat = Seat::open();
    assert_eq!(seat.answer("relevance"), (None, Saved::None));
    seat.keys("2");
    assert_eq!(seat.answer("relevance"), (Some(json!(2)), Saved::Pending));
    seat.journal(JournalEvent::Appended(id("w.1", 1)));
    assert_eq!(seat.answer("relevance"), (Some(json!(2)), Saved::Yes));

    seat.keys("0 u");
    assert_eq!(seat.answer("relevance"), (Some(json!(0)), Saved::Pending));
    assert_eq!(seat.answer("category"), (Some(json!("ui_screenshot")), Saved::Pending));
    seat.full_disk(2);
    assert_eq!(
        seat.answer("relevance"),
        (Some(json!(2)), Saved::Failed),
        "the old answer, and that it failed"
    );
    assert_eq!(
        seat.answer("category"),
        (None, Saved::Failed),
        "what waited behind it failed as well"
    );
    assert_eq!(seat.model.review.unsaved(), 0);
    assert!(matches!(&seat.model.review.journal, Journal::Closed(why) if why.contains("No space left")));
    seat.full_disk(3);
    assert_eq!(seat.model.banners.len(), 1, "said once: {:?}", seat.model.banners);

    for keys in ["1", "c", "z", "f"] {
        seat.keys(keys);
        assert!(seat.error().starts_with("NOT SAVED: "), "{keys}: {}", seat.error());
        assert!(seat.error().contains("No space left"), "{keys}: {}", seat.error());
    }
    assert_eq!(seat.sent.len(), 3, "nothing more is sent to the journal");
    assert_eq!(seat.answer("relevance"), (Some(json!(2)), Saved::Failed));
    assert_eq!(seat.model.review.ledger.len(), 1);

    for keys in ["j", ". ,", "q", "j", "enter"] {
        seat.keys(keys);
        seat.settle();
        assert!(
            seat.screen().contains("ANSWERS ARE NOT SAVED"),
            "the banner stays: {}",
            seat.screen()
        );
    }
    seat.keys("ctrl-c");
    assert!(seat.quit, "nothing is pending");
}

#[test]
fn answers_given_before_the_journal_is_open_wait_for_it_and_so_does_leaving() {
    let mut seat = Seat::opening();
    seat.keys("2 u");
    assert_eq!(seat.answer("relevance"), (Some(json!(2)), Saved::Pending));
    assert!(seat.sent.is_empty());
    seat.keys("ctrl-c");
    assert!(!seat.quit, "two answers are not saved yet");
    seat.opened();
    assert_eq!(seat.sent.iter().map(|e| e.seq).collect::<Vec<_>>(), [1, 2]);
    seat.journal(JournalEvent::Appended(id("w.1", 1)));
    assert!(!seat.quit, "one answer is not saved yet");
    seat.journal(JournalEvent::Appended(id("w.1", 2)));
    assert!(seat.quit);
    assert_eq!(seat.answer("relevance"), (Some(json!(2)), Saved::Yes));
}

#[test]
fn a_journal_that_cannot_be_opened_fails_the_answers_that_waited() {
    let mut seat = Seat::opening();
    seat.keys("2");
    seat.journal(JournalEvent::Refused(
        Problem::input("damaged journal line")
            .in_file("journal/ann/w.1-0001.jsonl")
            .at_line(7),
    ));
    assert_eq!(seat.answer("relevance"), (None, Saved::Failed));
    let screen = seat.screen();
    assert!(screen.contains("ANSWERS ARE NOT SAVED"), "{screen}");
    assert!(screen.contains("w.1-0001.jsonl:7"), "file and line: {screen}");
    seat.keys("1");
    assert!(seat.error().starts_with("NOT SAVED"), "{}", seat.error());
    assert!(seat.sent.is_empty());
}

#[test]
fn an_answer_settles_a_conflict_by_replacing_all_its_heads() {
    let mut seat = Seat::opening();
    let subject = seat.model.desk.subject().unwrap();
    let mut ledger = Ledger::default();
    for (writer, value) in [("a.1", 1), ("b.1", 2)] {
        let mut e = super::entry(1, "", value);
        (e.writer, e.subject) = (writer.to_owned(), subject.clone());
        ledger.apply(&e);
    }
    seat.journal(JournalEvent::Replayed(Box::new(ledger), Found::default()));
    seat.opened();
    assert_eq!(seat.answer("relevance"), (None, Saved::Conflict), "no last clock wins");
    seat.keys("0");
    assert_eq!(seat.sent[0].op, Op::Set);
    let mut over = seat.sent[0].supersedes.clone();
    over.sort();
    assert_eq!(over, [id("a.1", 1), id("b.1", 1)]);
    seat.journal(JournalEvent::Appended(id("w.1", 1)));
    assert_eq!(seat.answer("relevance"), (Some(json!(0)), Saved::Yes));
}

fn sample_without(journal: impl FnOnce(&Path)) -> (Home, String) {
    let home = Home::new();
    home.ok(&["play", "", "--as", "ann", "--protocol", "none"]);
    journal(&home.path().join("data/casefile/sample"));
    let out = home
        .casefile()
        .args(["play", "enter 2", "--as", "ann", "--protocol", "none"])
        .output()
        .unwrap();
    // The answer is told once more when the screen is gone, and the exit code says that something failed.
    assert_eq!(out.status.code(), Some(3));
    let err = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(err.contains("NOT saved") && err.contains("relevance = 2"), "{err}");
    (home, String::from_utf8(out.stdout).unwrap())
}

#[test]
fn a_workspace_that_cannot_be_written_opens_and_says_that_nothing_is_saved() {
    // Permission bits do not bind root, so a file stands where the folder should be.
    let (_home, screen) = sample_without(|root| {
        fs::remove_dir_all(root.join("journal")).unwrap();
        fs::write(root.join("journal"), "not a folder").unwrap();
    });
    assert!(screen.contains("NOT SAVED"), "{screen}");
    assert!(screen.contains("ANSWERS ARE NOT SAVED"), "{screen}");
}

#[test]
fn a_workspace_without_room_for_its_identity_opens_as_well() {
    let (_home, screen) = sample_without(|root| {
        fs::remove_dir_all(root.join(".casefile/lock")).unwrap();
        fs::write(root.join(".casefile/lock"), "").unwrap();
    });
    assert!(screen.contains("ANSWERS ARE NOT SAVED"), "{screen}");
}
