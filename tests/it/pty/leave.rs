//! Leaving, and being made to leave: the terminal comes back as it was and no answer is lost.

use std::thread;

use casefile::tui::{hook, terminal};

use super::session::{Session, Start};
use crate::support::Home;

#[test]
fn quitting_gives_the_terminal_back() {
    let home = Home::new();
    let mut s = Session::casefile(&home, &Start::default());
    s.see("harbour__tidewatch-101");
    assert!(s.look(|s| s.screen().alternate_screen() && s.screen().hide_cursor()));
    s.keys("\r").see("relevance —").keys("\x03");
    assert_eq!(s.end().exit_code(), 0);
    s.restored();
}

#[test]
fn sigterm_gives_the_terminal_back_and_loses_nothing() {
    let home = Home::new();
    let mut s = Session::casefile(&home, &Start::default());
    s.see("harbour__tidewatch-101").keys("\r").see("relevance —");
    s.keys("2")
        .until("the answer, saved or on its way", |s| s.text().contains("relevance 2"));
    s.signal("TERM");
    assert_eq!(s.end().exit_code(), 0);
    s.restored();
    let s = Session::casefile(&home, &Start::default());
    s.see("◐").keys("\r").see("relevance 2 vital ✓");
    s.quit();
}

#[test]
fn ctrl_z_stops_and_cont_goes_on() {
    let home = Home::new();
    let s = Session::casefile(&home, &Start::default());
    s.see("harbour__tidewatch-101")
        .keys("\r")
        .see("relevance —")
        .keys("\x1a");
    s.state("T");
    s.until("the terminal given back", |s| {
        !s.screen().alternate_screen() && !s.screen().hide_cursor()
    });
    s.restored();
    s.signal("CONT");
    s.until("the alternate screen", |s| s.screen().alternate_screen());
    s.see("What I see").keys("2").see("relevance 2 vital ✓");
    s.quit();
}

#[test]
fn a_panic_gives_the_terminal_back() {
    let home = Home::new();
    let me = std::env::current_exe()
        .expect("this test program")
        .display()
        .to_string();
    let mut s = Session::program(
        &me,
        &home,
        &Start {
            args: &["--exact", "pty::leave::panics_on_a_terminal", "--nocapture"],
            env: &[("CASEFILE_PANIC", "1")],
            ..Start::default()
        },
    );
    s.see("a bug, on purpose");
    assert_ne!(s.end().exit_code(), 0);
    s.restored();
}

/// The process on the terminal of the test above; without a terminal there is nothing to panic on. The hook goes by
/// the name of the thread.
#[test]
fn panics_on_a_terminal() {
    use std::io::IsTerminal;
    if std::env::vars_os().all(|(name, _)| name != "CASEFILE_PANIC") || !std::io::stdout().is_terminal() {
        return;
    }
    let thread = thread::Builder::new().name("main".to_owned()).spawn(|| {
        let mut screen = terminal::enter().expect("a terminal");
        hook::install(None);
        terminal::draw(&mut screen, |frame| frame.render_widget("drawn", frame.area())).expect("a frame");
        panic!("a bug, on purpose");
    });
    thread.expect("a thread").join().expect("it does not panic");
}
