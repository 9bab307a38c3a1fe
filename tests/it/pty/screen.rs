//! What is on the screen after popups, sizes, pastes and clicks.

use std::time::Duration;

use super::session::{Session, Shown, Start};
use crate::support::Home;

/// Lines without the blanks at their ends.
fn trimmed(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_end().to_owned()
}

#[test]
fn help_opens_closes_and_leaves_nothing_behind() {
    let home = Home::new();
    let s = Session::casefile(&home, &Start::default());
    // Ranks come last.
    s.until("the rank of the last case", |s| {
        s.text()
            .lines()
            .any(|l| l.contains("-184 ") && l.trim_end().ends_with('6'))
    });
    s.gone("opening journal");
    for place in ["the list", "the desk"] {
        s.see("? keys");
        settled(&s);
        let before = s.look(Shown::cells);
        s.keys("?")
            .see("any other key closes")
            .keys("jj")
            .keys("x")
            .gone("any other key closes");
        // The first cell that differs, until none does.
        let differs = |s: &Shown| s.cells().into_iter().zip(&before).position(|(now, then)| now != *then);
        s.until(&format!("{place} as it was"), |s| differs(s).is_none());
        if place == "the list" {
            s.keys("\r").see("relevance —").see("rank 1");
            s.until("both pictures", |s| {
                s.text()
                    .lines()
                    .any(|l| l.matches("▄▄▄▄▄▄▄▄").count() > 3 && l.contains("│ ▄"))
            });
        }
    }
    s.quit();
}

/// Waits until a full redraw gives the screen that is there.
fn settled(s: &Session) {
    let before = s.look(|s| s.raw.len());
    s.keys("\x0c")
        .until("a redraw", |s| s.raw.len() > before && end_of_frame(s));
}

/// The last thing written is the end of a frame.
fn end_of_frame(s: &Shown) -> bool {
    s.raw.ends_with(b"\x1b[?2026l") || s.raw.ends_with(b"\x1b[?25l") || s.raw.ends_with(b"\x1b[?25h")
}

#[test]
fn a_storm_of_sizes_ends_in_the_right_screen() {
    let home = Home::new();
    let wanted = |size: &str| trimmed(&home.ok(&["play", "", "--as", "me", "--size", size]));
    let (first, last) = (wanted("160x48"), wanted("132x43"));
    let s = Session::casefile(&home, &Start::default());
    s.see("harbour__tidewatch-101");
    for (cols, rows) in [
        (1, 1),
        (2, 1),
        (200, 60),
        (1, 60),
        (200, 1),
        (80, 24),
        (7, 3),
        (81, 25),
        (1, 1),
        (160, 48),
    ] {
        s.resize(cols, rows);
    }
    s.until("the list as play draws it", |s| trimmed(&s.text()) == first);
    // The same on the desk, with pictures and all panes.
    s.keys("\r").see("relevance —");
    for (cols, rows) in [(200, 60), (1, 1), (40, 10), (160, 48), (3, 50), (132, 43)] {
        s.resize(cols, rows);
    }
    s.until("the desk at its last size", |s| {
        let text = s.text();
        let status = text.lines().nth(42).unwrap_or_default();
        text.contains("relevance —") && status.contains("? keys") && status.trim_end().chars().count() > 125
    });
    // crossterm holds a key back until the next one when it comes in one breath with a new size.
    s.keys("q");
    let list = |s: &Shown| trimmed(&s.text()) == last;
    let came = (0..100).any(|_| {
        let there = s.within(Duration::from_millis(200), list);
        if !there {
            s.keys("\x0c");
        }
        there
    });
    assert!(came, "the list, as play draws it");
    s.quit();
}

#[test]
fn pasted_text_goes_into_the_filter() {
    let home = Home::new();
    let s = Session::casefile(&home, &Start::default());
    s.see("harbour__tidewatch-184");
    // A paste while no field is open does nothing, whatever keys it looks like.
    s.keys("\x1b[200~\x03\r2u\x1b[201~").keys("/").see("filter");
    s.keys("\x1b[200~lang:rust\noutage\x1b[201~")
        .see("1 of 12 cases")
        .see("harbour__tidewatch-133");
    s.gone("harbour__tidewatch-101").keys("\r").see("lang:rust outage");
    s.keys("\\").see("harbour__tidewatch-184");
    s.quit();
}

#[test]
fn clicks_and_the_wheel() {
    let home = Home::new();
    let s = Session::casefile(&home, &Start::default());
    s.see("harbour__tidewatch-184");
    let (x, y) = s.look(|s| s.find("harbour__tidewatch-127"));
    let click = format!("\x1b[<0;{};{}M\x1b[<0;{};{}m", x + 1, y + 1, x + 1, y + 1);
    // The first click chooses, the second opens.
    s.keys(&click).keys(&click).see("3/12").see("relevance —");
    let (x, y) = s.look(|s| s.find("issue"));
    let top = s.look(|s| s.text().lines().nth(y + 1).unwrap_or("").to_owned());
    let wheel = |n: u8| format!("\x1b[<{n};{};{}M", x + 2, y + 5);
    let line = move |s: &Shown| s.text().lines().nth(y + 1).unwrap_or("").to_owned();
    s.keys(&wheel(65)).until("another first line", |s| line(s) != top);
    s.keys(&wheel(64)).until("the first line again", |s| line(s) == top);
    // Bytes of a mouse far outside, and a release alone.
    s.keys("\x1b[<0;9999;9999M\x1b[<65;9999;1M\x1b[<3;1;1m")
        .keys("2")
        .see("relevance 2 vital ✓");
    s.quit();
}
