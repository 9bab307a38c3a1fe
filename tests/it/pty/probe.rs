//! Terminals that answer oddly, or not at all, when they are asked about themselves.

use std::time::{Duration, Instant};

use super::session::{Answer, Session, Start};
use crate::support::Home;

#[test]
fn a_silent_terminal_starts_soon_and_keeps_the_first_key() {
    let home = Home::new();
    // The sample is laid out before, so that only the start is timed.
    home.ok(&["show"]);
    let mut times = Vec::new();
    // The best of three: other work on the machine is not the program's fault.
    for _ in 0..3 {
        let begin = now();
        let s = Session::casefile(
            &home,
            &Start {
                answer: Answer::Silent,
                ahead: "\r",
                ..Start::default()
            },
        );
        // The key typed before it was up opens the first case.
        s.see("What I see").see("relevance —");
        times.push(now() - begin);
        s.quit();
        if times.last().is_some_and(|t| *t < Duration::from_secs(1)) {
            return;
        }
    }
    panic!("no start took less than a second: {times:?}");
}

#[test]
fn keys_around_the_answer_are_keys() {
    let home = Home::new();
    let s = Session::casefile(
        &home,
        &Start {
            // Down, the answers of a terminal, down, open.
            answer: Answer::Bytes(b"j\x1b[6;16;8t\x1b[?62;22cj\r"),
            ..Start::default()
        },
    );
    s.see("3/12").see("relevance —");
    s.quit();
}

#[test]
fn garbage_for_an_answer_does_no_harm() {
    let home = Home::new();
    for garbage in [
        &b"\x1b[?999999999999999999;;;-1c\x1b[6;0;0t\x1b[4;70000;1t"[..],
        b"\x1b_Gi=31;ENOTSUPPORTED\x1b\\\x1bP>|\xff\xfe\x1b]0;x\x07\x1b\\\x1b[?c",
        b"\x1b[\x1b[\x1bP\x1b_G\x00\x80\xff\xc0",
    ] {
        let s = Session::casefile(
            &home,
            &Start {
                answer: Answer::Bytes(garbage),
                ..Start::default()
            },
        );
        s.see("decided").keys("\x0c").see("harbour__tidewatch");
        s.look(|s| {
            let odd = s.text().chars().find(|c| c.is_control() && *c != '\n');
            assert_eq!(odd, None);
        });
        s.quit();
    }
}

#[expect(clippy::disallowed_methods, reason = "how long a start takes is what is tested")]
fn now() -> Instant {
    Instant::now()
}
