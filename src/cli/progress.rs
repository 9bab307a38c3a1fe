//! A line of progress on standard error while a command works, and Ctrl-C that stops it in good order.

use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::read::meter::Meter;
use crate::text::width;

/// Time before which nothing is shown, and between two looks.
const PATIENCE: Duration = Duration::from_millis(500);
const BEAT: Duration = Duration::from_millis(100);

/// Cells of the bar where there is room, and those below which it goes altogether.
const WIDTH: usize = 20;
const LEAST: usize = 4;

/// Columns of a terminal that does not say.
const USUAL: usize = 80;

/// Does `work` with a meter that Ctrl-C stops; shows how far it is when standard error is a terminal.
pub fn show<T>(quiet: bool, work: impl FnOnce(&Arc<Meter>) -> T) -> T {
    let meter = Arc::new(Meter::default());
    // The first Ctrl-C asks; a second one ends the process whatever it does.
    let armed = Arc::new(AtomicBool::new(false));
    let hooks = [
        signal_hook::flag::register_conditional_default(signal_hook::consts::SIGINT, armed.clone()),
        signal_hook::flag::register(signal_hook::consts::SIGINT, armed),
        signal_hook::flag::register(signal_hook::consts::SIGINT, meter.flag()),
        signal_hook::flag::register(signal_hook::consts::SIGTERM, meter.flag()),
    ];
    let live = std::io::stderr().is_terminal() && !quiet;
    let done = AtomicBool::new(false);
    let out = std::thread::scope(|scope| {
        if live {
            let (meter, done) = (&meter, &done);
            scope.spawn(move || watch(meter, done));
        }
        let out = work(&meter);
        done.store(true, Ordering::Relaxed);
        out
    });
    for id in hooks.into_iter().flatten() {
        signal_hook::low_level::unregister(id);
    }
    out
}

#[expect(clippy::disallowed_methods, reason = "the clock belongs to this floor")]
fn watch(meter: &Meter, done: &AtomicBool) {
    let begun = Instant::now();
    let (mut phase, mut since) = (String::new(), begun);
    let mut shown = false;
    let mut err = std::io::stderr();
    while !done.load(Ordering::Relaxed) {
        std::thread::sleep(BEAT);
        let doing = meter.doing();
        if doing != phase {
            (phase, since) = (doing, Instant::now());
        }
        if begun.elapsed() < PATIENCE || phase.is_empty() {
            continue;
        }
        let line = if meter.stopped() {
            "stopping …".to_owned()
        } else {
            let cols = rustix::termios::tcgetwinsize(&err).map_or(0, |size| usize::from(size.ws_col));
            let cols = if cols == 0 { USUAL } else { cols };
            bar(&phase, meter.read(), meter.total(), since.elapsed(), cols)
        };
        // Progress is a courtesy; the work does not depend on it.
        let _ignored: std::io::Result<()> = write!(err, "\r\x1b[K{line}").and_then(|()| err.flush());
        shown = true;
    }
    if shown {
        let _ignored: std::io::Result<()> = write!(err, "\r\x1b[K").and_then(|()| err.flush());
    }
}

/// `reading  ████░░░░  40 %  about 12 s left`; without a total only what is done. Less than `cols` wide, since some
/// terminals wrap when the last column is filled: the bar gives way first, then the words.
fn bar(phase: &str, done: u64, total: u64, took: Duration, cols: usize) -> String {
    let room = cols.saturating_sub(1);
    if total == 0 {
        return width::fit(&format!("{phase} …"), room);
    }
    let done = done.min(total);
    let percent = done * 100 / total;
    let left = match done {
        0 => String::new(),
        _ => {
            let left = took.as_secs_f64() * (total - done) as f64 / done as f64;
            match left.ceil() {
                s if s < 1.0 => String::new(),
                s if s < 90.0 => format!("  about {s:.0} s left"),
                s => format!("  about {:.0} min left", (s / 60.0).ceil()),
            }
        }
    };
    let words = format!("{phase}  {percent} %{left}");
    let spare = room.saturating_sub(width::of(&words) + 2).min(WIDTH);
    if spare >= LEAST {
        let full = done * spare as u64 / total;
        let cells: String = (0..spare as u64).map(|n| if n < full { '█' } else { '░' }).collect();
        return format!("{phase}  {cells}  {percent} %{left}");
    }
    let short = format!("{phase}  {percent} %");
    match [words, short].into_iter().find(|w| width::of(w) <= room) {
        Some(fits) => fits,
        None => width::fit(&format!("{percent} %"), room),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_tells_share_and_time_left() {
        assert_eq!(
            bar("reading", 250, 1_000, Duration::from_secs(5), 80),
            "reading  █████░░░░░░░░░░░░░░░  25 %  about 15 s left"
        );
        assert!(bar("reading", 10, 1_000, Duration::from_mins(1), 80).ends_with("about 99 min left"));
        assert_eq!(bar("merging", 0, 0, Duration::ZERO, 80), "merging …");
        assert_eq!(
            bar("x", 2_000, 1_000, Duration::from_secs(1), 80),
            format!("x  {}  100 %", "█".repeat(20))
        );
    }

    #[test]
    fn the_line_is_narrower_than_the_terminal() {
        let at = |cols| bar("reading", 250, 1_000, Duration::from_secs(5), cols);
        assert_eq!(at(41), "reading  ██░░░░░░  25 %  about 15 s left");
        assert_eq!(at(34), "reading  25 %  about 15 s left");
        assert_eq!(at(20), "reading  25 %");
        assert_eq!(at(8), "25 %");
        for cols in 0..60 {
            assert!(width::of(&at(cols)) <= cols.saturating_sub(1), "{cols}: {}", at(cols));
            assert!(width::of(&bar("merging cases", 0, 0, Duration::ZERO, cols)) <= cols.saturating_sub(1));
        }
    }

    #[test]
    fn work_gives_back_what_it_found() {
        assert_eq!(show(true, |meter| meter.total() + 7), 7);
    }
}
