//! A line of progress on standard error while a command works, and Ctrl-C that stops it in good order.

use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::read::meter::Meter;

/// Time before which nothing is shown, and between two looks.
const PATIENCE: Duration = Duration::from_millis(500);
const BEAT: Duration = Duration::from_millis(100);

/// Cells of the bar.
const WIDTH: u64 = 20;

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
            bar(&phase, meter.read(), meter.total(), since.elapsed())
        };
        // Progress is a courtesy; the work does not depend on it.
        let _ignored: std::io::Result<()> = write!(err, "\r\x1b[K{line}").and_then(|()| err.flush());
        shown = true;
    }
    if shown {
        let _ignored: std::io::Result<()> = write!(err, "\r\x1b[K").and_then(|()| err.flush());
    }
}

/// `reading  ████░░░░  40 %  about 12 s left`; without a total only what is done.
fn bar(phase: &str, done: u64, total: u64, took: Duration) -> String {
    if total == 0 {
        return format!("{phase} …");
    }
    let done = done.min(total);
    let full = done * WIDTH / total;
    let percent = done * 100 / total;
    let cells: String = (0..WIDTH).map(|n| if n < full { '█' } else { '░' }).collect();
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
    format!("{phase}  {cells}  {percent} %{left}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_tells_share_and_time_left() {
        assert_eq!(
            bar("reading", 250, 1_000, Duration::from_secs(5)),
            "reading  █████░░░░░░░░░░░░░░░  25 %  about 15 s left"
        );
        assert!(bar("reading", 10, 1_000, Duration::from_mins(1)).ends_with("about 99 min left"));
        assert_eq!(bar("merging", 0, 0, Duration::ZERO), "merging …");
        assert_eq!(
            bar("x", 2_000, 1_000, Duration::from_secs(1)),
            format!("x  {}  100 %", "█".repeat(20))
        );
    }

    #[test]
    fn work_gives_back_what_it_found() {
        assert_eq!(show(true, |meter| meter.total() + 7), 7);
    }
}
