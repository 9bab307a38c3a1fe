//! `update` without threads: keys in, facts about the model and commands out.

use std::sync::Arc;

use casefile::app::cmd::Cmd;
use casefile::app::layout::Pane;
use casefile::app::model::desk::Target;
use casefile::app::model::popup::Popup;
use casefile::app::model::review::{Journal, Saved};
use casefile::app::model::{Model, Screen, Settings, Tone};
use casefile::app::msg::{MouseKind, Msg, Now};
use casefile::app::update::{start, update};
use casefile::base::error::Problem;
use casefile::base::ticket::Ticket;
use casefile::domain::entry::{Entry, Op, Sight, Subject};
use casefile::domain::symbol::{LineSpan, Outline, Symbol, SymbolKind};
use casefile::keys::load::embedded;
use casefile::keys::stroke::sequence;
use casefile::store::forms;
use casefile::store::journal::Opened;
use casefile::store::replay::Found;
use casefile::work::casefile::load;
use casefile::work::index;
use casefile::work::job::{Job, Reply, RunHead};
use casefile::work::journal_lane::JournalEvent;
use casefile::work::office::Office;
use casefile::work::sample;

/// The model on the sample, with every reply given by hand.
pub(crate) struct Bench {
    _dir: tempfile::TempDir,
    pub(crate) office: Office,
    pub(crate) m: Model,
    now: u64,
}

impl Bench {
    pub(crate) fn new(blind: bool) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let ws = sample::open(&dir.path().join("s"), false).unwrap();
        let settings = Settings {
            root: ws.root.clone(),
            name: "sample".into(),
            me: "mara".into(),
            me_from: "test",
            blind,
            stay: false,
            secret: blind,
            round: Arc::default(),
            form: Arc::new(forms::load(&ws.root, "evidence").unwrap()),
            forms: vec![Arc::new(forms::load(&ws.root, "evidence").unwrap())],
            keymap: Arc::new(embedded("default").unwrap()),
        };
        let office = Office::new(Arc::new(ws));
        let mut m = Model::new(settings, (160, 48), (8, 16));
        let first = start(&mut m);
        let Some(Cmd::Run(ticket, Job::Rows)) = first.into_iter().next() else {
            panic!("the rows are asked for first")
        };
        let mut bench = Self {
            _dir: dir,
            office,
            m,
            now: 1_000,
        };
        let mut rows = Vec::new();
        index::rows(&bench.office.ws, &mut |more| {
            rows.extend(more);
            true
        });
        bench.reply(ticket, Reply::Rows(rows));
        bench.reply(ticket, Reply::RowsDone(Vec::new()));
        let catalog = bench.office.catalog();
        let runs = catalog
            .runs
            .iter()
            .map(|r| RunHead {
                name: Arc::from(r.name.as_str()),
                info: r.info.clone(),
                cases: r.lines.len(),
            })
            .collect();
        bench.reply(ticket, Reply::Runs(runs, Vec::new()));
        bench.journal(JournalEvent::Replayed(Box::default(), Found::default()));
        bench.journal(JournalEvent::Open(Opened {
            writer: "w.1".into(),
            next: 1,
            torn: None,
        }));
        bench
    }

    pub(crate) fn send(&mut self, msg: Msg) -> Vec<Cmd> {
        self.now += 100;
        let now = Now {
            mono_ms: self.now,
            unix_ms: 1_800_000_000_000,
        };
        let cmds = update(&mut self.m, msg, now);
        for cmd in &cmds {
            if let Cmd::Run(ticket, Job::Case { slice, .. }) = cmd {
                let file = load(&self.office, *slice).unwrap();
                self.reply(*ticket, Reply::Case(Arc::new(file)));
            }
        }
        cmds
    }

    pub(crate) fn reply(&mut self, ticket: Ticket, reply: Reply) -> Vec<Cmd> {
        self.send(Msg::Reply(ticket, reply))
    }

    pub(crate) fn journal(&mut self, event: JournalEvent) -> Vec<Cmd> {
        self.send(Msg::Journal(event))
    }

    pub(crate) fn keys(&mut self, keys: &str) -> Vec<Cmd> {
        sequence(keys)
            .unwrap()
            .into_iter()
            .flat_map(|s| self.send(Msg::Key(s)))
            .collect()
    }

    /// Types keys and lets the journal acknowledge every entry.
    pub(crate) fn saved(&mut self, keys: &str) -> Vec<Entry> {
        let mut out = Vec::new();
        let mut queue = self.keys(keys);
        while !queue.is_empty() {
            let entries = appended(&queue);
            queue = entries
                .iter()
                .flat_map(|e| self.journal(JournalEvent::Appended(e.id())))
                .collect();
            out.extend(entries);
        }
        out
    }

    fn answer(&self, question: &str) -> (String, Saved) {
        let subject = self.m.desk.subject().unwrap();
        let (value, saved) = self.m.review.answer("mara", &subject, question);
        (
            value.map(|v| casefile::domain::form::plain(&v)).unwrap_or_default(),
            saved,
        )
    }
}

pub(crate) fn appended(cmds: &[Cmd]) -> Vec<Entry> {
    cmds.iter()
        .filter_map(|c| match c {
            Cmd::Append(e) => Some((**e).clone()),
            _ => None,
        })
        .collect()
}

#[test]
fn an_answer_is_pending_until_the_journal_says_so() {
    let mut b = Bench::new(false);
    b.keys("enter");
    let cmds = b.keys("2");
    let entries = appended(&cmds);
    assert_eq!(entries.len(), 1);
    let e = &entries[0];
    assert_eq!(
        (e.seq, e.question.as_str(), e.value.clone(), e.op),
        (1, "relevance", 2.into(), Op::Set)
    );
    assert_eq!(e.sight, Sight::Open);
    assert!(e.form_hash.starts_with("evidence@"));
    assert_eq!(b.answer("relevance"), ("2".into(), Saved::Pending));
    assert!(
        b.m.review.ledger.is_empty(),
        "nothing is in the ledger before the disk has it"
    );
    b.journal(JournalEvent::Appended(e.id()));
    assert_eq!(b.answer("relevance"), ("2".into(), Saved::Yes));
}

#[test]
fn a_correction_replaces_what_is_on_its_way() {
    let mut b = Bench::new(false);
    b.keys("enter");
    let entries = appended(&b.keys("2 1"));
    assert_eq!(entries[1].supersedes, [entries[0].id()]);
    for e in &entries {
        b.journal(JournalEvent::Appended(e.id()));
    }
    assert_eq!(b.answer("relevance"), ("1".into(), Saved::Yes));
}

#[test]
fn a_failed_write_takes_the_answer_back_and_the_banner_stays() {
    let mut b = Bench::new(false);
    b.keys("enter");
    b.saved("2");
    let e = appended(&b.keys("1"));
    b.journal(JournalEvent::Failed(e[0].seq, Problem::environment("disk full")));
    assert_eq!(b.answer("relevance"), ("2".into(), Saved::Failed));
    assert!(
        b.m.banners
            .iter()
            .any(|t| t.contains("NOT SAVED") && t.contains("disk full"))
    );
    assert!(matches!(b.m.review.journal, Journal::Closed(_)));
    assert!(appended(&b.keys("0")).is_empty(), "a closed journal takes nothing");
    assert_eq!(b.m.message.as_ref().map(|x| x.tone), Some(Tone::Error));
    b.keys("q j k");
    assert!(!b.m.banners.is_empty());
}

#[test]
fn after_an_exhibit_comes_the_next_and_then_the_case() {
    let mut b = Bench::new(false);
    // Case 184 has three exhibits.
    b.keys("G enter");
    assert_eq!(b.m.desk.file.as_ref().unwrap().case.exhibits.len(), 3);
    b.saved("e 2");
    assert_eq!((b.m.desk.exhibit, b.m.desk.target), (1, Target::Exhibit));
    b.saved("d 1 d 0");
    assert_eq!(b.m.desk.target, Target::Case);
    let e = b.saved("e 2");
    assert!(matches!(e[0].subject, Subject::Case { .. }));
    let row = b.m.desk.row.unwrap();
    assert_eq!(b.m.list.progress(row), casefile::domain::row::Progress::Done);
    assert_eq!(b.m.list.decided(), 1);
    assert!(b.m.message.as_ref().unwrap().text.contains("decided"));
}

#[test]
fn undo_goes_back_step_by_step_and_redo_forward() {
    let mut b = Bench::new(false);
    b.keys("enter");
    b.saved("1");
    b.saved("2");
    let undo = b.saved("z");
    assert_eq!((undo[0].op, undo[0].value.clone()), (Op::Undo, 1.into()));
    assert_eq!(b.answer("relevance").0, "1");
    b.saved("z");
    assert_eq!(b.answer("relevance").1, Saved::None);
    b.saved("Z Z");
    assert_eq!(b.answer("relevance").0, "2");
    assert!(b.saved("Z").is_empty());
}

#[test]
fn undo_waits_for_what_is_on_its_way() {
    let mut b = Bench::new(false);
    b.keys("enter");
    let first = appended(&b.keys("2 z"));
    assert_eq!(first.len(), 1, "the undo waits");
    let then = appended(&b.journal(JournalEvent::Appended(first[0].id())));
    assert_eq!((then[0].op, then[0].about.clone()), (Op::Undo, Some(first[0].id())));
}

#[test]
fn answers_before_the_journal_is_open_are_kept() {
    let mut b = Bench::new(false);
    b.m.review.journal = Journal::Opening;
    b.keys("enter");
    assert!(appended(&b.keys("2")).is_empty());
    assert_eq!(b.answer("relevance"), ("2".into(), Saved::Pending));
    let cmds = b.journal(JournalEvent::Open(Opened {
        writer: "w.1".into(),
        next: 7,
        torn: None,
    }));
    assert_eq!(appended(&cmds)[0].seq, 7);
}

#[test]
fn quitting_waits_until_everything_is_saved() {
    let mut b = Bench::new(false);
    b.keys("enter");
    let cmds = b.keys("2 ctrl-c");
    assert!(!cmds.iter().any(|c| matches!(c, Cmd::Quit)));
    let id = appended(&cmds)[0].id();
    assert!(
        b.journal(JournalEvent::Appended(id))
            .iter()
            .any(|c| matches!(c, Cmd::Quit))
    );
}

#[test]
fn a_blind_round_hides_until_revealed_and_records_it() {
    let mut b = Bench::new(true);
    b.keys("enter");
    assert!(b.m.hidden());
    let early = b.saved("2");
    assert_eq!(early[0].sight, Sight::Blind);
    assert!(b.keys("g d").iter().all(|c| !matches!(c, Cmd::Run(_, Job::Source(_)))));
    let reveal = b.saved("X");
    assert_eq!(reveal[0].op, Op::Reveal);
    assert!(!b.m.hidden());
    assert_eq!(b.saved("u")[0].sight, Sight::Revealed);
    b.keys("n");
    assert!(b.m.hidden(), "the next case is hidden again");
}

#[test]
fn a_blind_round_does_not_filter_or_sort_by_what_it_hides() {
    let mut b = Bench::new(true);
    for text in ["path:chart", "gold>1", "diff:hard", "miss"] {
        b.keys("\\");
        b.keys("/");
        for c in text.chars() {
            b.keys(&c.to_string());
        }
        b.keys("enter");
        assert!(!b.m.list.filter.asks_hidden(), "{text}");
        let why = match &b.m.popup {
            Some(Popup::Input { fault, .. }) => fault.as_deref(),
            _ => None,
        };
        assert!(why.is_some_and(|why| why.contains("hidden")), "{text}");
        b.keys("esc");
    }
    for _ in 0..20 {
        b.keys("o");
        let by = b.m.list.sort.by;
        assert!(!matches!(
            by,
            Some(casefile::domain::order::Column::Gold | casefile::domain::order::Column::Rank)
        ));
    }
}

#[test]
fn late_replies_are_dropped() {
    let mut b = Bench::new(false);
    let first = b.keys("enter").into_iter().find_map(|c| match c {
        Cmd::Run(t, Job::Case { slice, .. }) => Some((t, slice)),
        _ => None,
    });
    let (old, slice) = first.unwrap();
    b.keys("n");
    let now = b.m.desk.id().unwrap().to_owned();
    let before = b.m.stale;
    b.reply(old, Reply::Case(Arc::new(load(&b.office, slice).unwrap())));
    assert_eq!(b.m.desk.id(), Some(now.as_str()));
    assert_eq!(b.m.stale, before + 1);
}

fn outline(name: &str, first: u32, last: u32) -> Outline {
    let span = LineSpan::new(first, last);
    Outline {
        symbols: vec![Symbol {
            name: name.into(),
            kind: SymbolKind::Function,
            span,
            outer: span,
            parent: None,
            anchor: 0,
        }],
    }
}

#[test]
fn source_scrolls_to_its_target_once_and_not_after_the_user_moved() {
    let open = |b: &mut Bench| {
        let cmds = b.keys("enter tab tab tab j enter");
        let ticket = cmds.iter().find_map(|c| match c {
            Cmd::Run(t, Job::Source(_)) => Some(*t),
            _ => None,
        });
        let ticket = ticket.unwrap();
        b.reply(
            ticket,
            Reply::Source((0..200).map(|n| format!("line {n}").into()).collect()),
        );
        ticket
    };
    let mut b = Bench::new(false);
    let ticket = open(&mut b);
    assert_eq!(
        (b.m.screen, b.m.source.goal.as_deref()),
        (Screen::Source, Some("TideChart.drawAxis"))
    );
    b.reply(
        ticket,
        Reply::Outline(outline("TideChart.drawAxis", 120, 140), Some("TypeScript")),
    );
    assert_eq!(b.m.source.cursor, 119);
    assert_eq!(b.m.source.gold, [LineSpan::new(120, 140)]);
    let mut b = Bench::new(false);
    let ticket = open(&mut b);
    b.keys("j j");
    b.reply(
        ticket,
        Reply::Outline(outline("TideChart.drawAxis", 120, 140), Some("TypeScript")),
    );
    assert_eq!(b.m.source.cursor, 2);
}

#[test]
fn back_and_forth_through_the_jump_list() {
    let mut b = Bench::new(false);
    b.keys("enter n g d");
    assert!(
        matches!(b.m.popup, Some(Popup::Menu { .. })),
        "case 118 has several gold items"
    );
    b.keys("enter");
    assert_eq!(b.m.screen, Screen::Source);
    let second = b.m.desk.row;
    b.keys("ctrl-o");
    assert_eq!((b.m.screen, b.m.desk.row), (Screen::Desk, second));
    b.keys("ctrl-o");
    assert_eq!((b.m.screen, b.m.desk.row), (Screen::Desk, Some(0)));
    b.keys("ctrl-n ctrl-n");
    assert_eq!((b.m.screen, b.m.desk.row), (Screen::Source, second));
}

#[test]
fn next_undecided_skips_what_is_done_and_takes_deferred_last() {
    let mut b = Bench::new(false);
    b.saved("s j w j");
    let first = b.m.list.cursor;
    b.keys("N");
    assert_eq!(b.m.desk.row, Some(u32::try_from(first).unwrap()));
    let all = b.m.list.order.len();
    for _ in 0..all {
        b.keys("N");
        assert!(
            b.m.desk.row != Some(0) && b.m.desk.row != Some(1),
            "skipped and deferred come not before the open ones"
        );
    }
}

#[test]
fn filters_apply_while_typing_and_escape_brings_the_old_one_back() {
    let mut b = Bench::new(false);
    b.keys("/ l a n g : g o");
    assert_eq!(b.m.list.order.len(), 3);
    b.keys("esc");
    assert_eq!((b.m.list.order.len(), b.m.list.filter_text.as_str()), (12, ""));
    b.keys("/ r e l : x enter");
    assert!(matches!(&b.m.popup, Some(Popup::Input { fault: Some(why), .. }) if why.contains("whole number")));
    // A number that no relevance is, after a filter that was in force: enter does not leave, esc brings that one back.
    b.keys("esc / l a n g : g o enter / ctrl-u r e l : 9 enter enter");
    assert!(matches!(&b.m.popup, Some(Popup::Input { fault: Some(why), .. }) if why.contains("-1, 0, 1 or 2")));
    b.keys("esc");
    assert_eq!((b.m.list.order.len(), b.m.list.filter_text.as_str()), (3, "lang:go"));
    // What a blind round hides is a fault of the text like any other.
    let mut b = Bench::new(true);
    b.keys("/ r a n k < 5 enter");
    assert!(matches!(&b.m.popup, Some(Popup::Input { fault: Some(why), .. }) if why.contains("hidden")));
    b.keys("esc");
    assert_eq!((b.m.list.order.len(), b.m.list.filter_text.as_str()), (12, ""));
}

#[test]
fn text_fields_take_keys_before_the_keymap() {
    let mut b = Bench::new(false);
    b.keys("enter i");
    let entries = appended(&b.keys("2 u q ?"));
    assert!(entries.is_empty());
    let e = b.saved("esc");
    assert_eq!((e[0].question.as_str(), e[0].value.as_str()), ("note", Some("2uq?")));
    b.keys("i x ctrl-c");
    assert_eq!(b.answer("note").0, "2uq?");
}

#[test]
fn narrow_screens_turn_panes_into_tabs() {
    let mut b = Bench::new(false);
    b.keys("enter");
    b.send(Msg::Resize(80, 24));
    assert_eq!(b.m.desk.focus, Pane::Issue);
    b.keys("tab tab");
    assert_eq!(b.m.desk.focus, Pane::Evidence);
    b.keys("shift-tab");
    assert_eq!(b.m.desk.focus, Pane::Exhibit);
}

#[test]
fn the_mouse_chooses_and_scrolls() {
    let mut b = Bench::new(false);
    b.send(Msg::Mouse(MouseKind::Click, 5, 5));
    assert_eq!(b.m.list.cursor, 3);
    b.send(Msg::Mouse(MouseKind::Click, 5, 5));
    assert_eq!((b.m.screen, b.m.desk.row), (Screen::Desk, Some(3)));
    let before = b.m.desk.issue_top;
    b.send(Msg::Mouse(MouseKind::WheelDown, 5, 10));
    assert!(b.m.desk.issue_top > before);
}

#[test]
fn a_crashed_lane_is_told_and_the_screen_goes_on() {
    let mut b = Bench::new(false);
    b.send(Msg::Crashed {
        lane: "source".into(),
        what: "index out of bounds".into(),
    });
    assert!(b.m.banners[0].contains("source lane"));
    b.keys("enter");
    assert_eq!(b.m.screen, Screen::Desk);
}

#[test]
fn any_keys_in_any_order_leave_a_sound_model() {
    use proptest::prelude::*;
    let keys = [
        "j", "k", "enter", "q", "tab", "N", "n", "p", ".", ",", "m", "+", "h", "2", "u", "z", "t", "f", "s", "g d",
        "g s", "D", "]", "F", "v", "o", "esc", "/", "x", "space", "G", "g g", "i", "ctrl-o", "ctrl-n", "X", "R", "1",
        "?",
    ];
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 24,
        ..ProptestConfig::default()
    });
    runner
        .run(&proptest::collection::vec(0..keys.len(), 1..60), |picks| {
            let mut b = Bench::new(false);
            for (n, at) in picks.iter().enumerate() {
                b.saved(keys[*at]);
                if n % 7 == 0 {
                    let w = u16::try_from(n * 37 % 200).unwrap();
                    b.send(Msg::Resize(w, w / 3));
                }
                prop_assert!(b.m.list.order.is_empty() || b.m.list.cursor < b.m.list.order.len());
                prop_assert!(b.m.review.pending.is_empty());
            }
            Ok(())
        })
        .unwrap();
}
