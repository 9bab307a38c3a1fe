//! The workbench on a real terminal: one loop that blocks until something happens and draws when something changed.

use std::io::{IsTerminal, Write, stdin, stdout};
use std::time::{Duration, Instant, SystemTime};

use ratatui::layout::Rect;

use crate::app::msg::{Msg, Now};
use crate::base::error::{Problem, Result};
use crate::ui::picture::Protocol;

use super::editor;
use super::input::Input;
use super::probe::{self, Found};
use super::runtime::{Effect, Incoming, Runtime, Setup};
use super::terminal::{self, Screen};

/// Messages handled before a frame is drawn, at most: a flood must not keep the screen still.
const BATCH: usize = 400;

/// Longest wait for the first rows before keys count, in milliseconds.
const AHEAD_MS: u64 = 300;

/// The clock of floor 7.
#[derive(Debug, Clone, Copy)]
pub struct Clock(Instant);

impl Clock {
    /// Starts now.
    #[expect(clippy::disallowed_methods, reason = "floor 7 owns the clock")]
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// The time now.
    #[expect(clippy::disallowed_methods, reason = "floor 7 owns the clock")]
    pub fn now(self) -> Now {
        let unix = SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH)
            .unwrap_or_default();
        Now {
            mono_ms: u64::try_from(self.0.elapsed().as_millis()).unwrap_or(u64::MAX),
            unix_ms: i64::try_from(unix.as_millis()).unwrap_or(i64::MAX),
        }
    }
}

/// What the workbench needs from outside.
#[derive(Debug)]
pub struct Options {
    /// Environment of the probe.
    pub env: probe::Env,
    /// Protocol asked for.
    pub protocol: Option<Protocol>,
    /// $VISUAL or $EDITOR.
    pub editor: String,
}

/// Runs until the user leaves.
///
/// # Errors
/// Standard input or output is no terminal, or the terminal is lost.
pub fn run(options: &Options, make: impl FnOnce(&Found, (u16, u16)) -> Result<Setup>) -> Result<()> {
    if !stdout().is_terminal() || !stdin().is_terminal() {
        return Err(Problem::environment("the workbench needs a terminal")
            .mend("without one, use: casefile show CASE, or: casefile play KEYS"));
    }
    let lost = |e: std::io::Error| Problem::environment(format!("the terminal failed: {e}"));
    // Its drop writes to standard error, and panics when the terminal is gone; `restore` shows the cursor.
    let mut screen = std::mem::ManuallyDrop::new(terminal::enter().map_err(lost)?);
    let found = probe::probe(&options.env, options.protocol);
    let size = screen.size().map_or((80, 24), |s| (s.width, s.height));
    let out = make(&found, size).and_then(Runtime::start).and_then(|mut runtime| {
        let out = turn(&mut screen, &mut runtime, options, &found).map_err(lost);
        runtime.finish();
        let out = out.and_then(|()| runtime.unsaved().map_or(Ok(()), Err));
        let leave = runtime.stage.pictures.leave();
        let wrote = stdout().write_all(leave.as_bytes()).and_then(|()| stdout().flush());
        out.and_then(|()| wrote.map_err(lost))
    });
    terminal::restore();
    out
}

fn turn(screen: &mut Screen, runtime: &mut Runtime, options: &Options, found: &Found) -> std::io::Result<()> {
    let clock = Clock::start();
    let sender = runtime.sender();
    let mut signals = signal_hook::iterator::Signals::new([
        signal_hook::consts::SIGTERM,
        signal_hook::consts::SIGHUP,
        signal_hook::consts::SIGINT,
    ])?;
    let stop = signals.handle();
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for _ in signals.forever() {
            if sender.send(Incoming::Terminal(Some(Msg::Terminate))).is_err() {
                return;
            }
        }
    })?;
    if first_rows(screen, runtime, clock)? {
        stop.close();
        return Ok(());
    }
    for byte in &found.leftover {
        if let Some(key) = typed(*byte) {
            runtime.message(Msg::Key(key), clock.now());
        }
    }
    let sender = runtime.sender();
    let input = Input::start(move |msg| sender.send(Incoming::Terminal(msg)).is_ok())?;
    let done = loop {
        draw(screen, runtime, clock)?;
        let Some(first) = runtime.next(Duration::from_hours(1)) else {
            continue;
        };
        let mut effects = runtime.take(first, clock.now());
        for _ in 0..BATCH {
            let Some(more) = runtime.next(Duration::ZERO) else {
                break;
            };
            effects.extend(runtime.take(more, clock.now()));
        }
        if effects.contains(&Effect::Quit) {
            break Ok(());
        }
        for effect in effects {
            match effect {
                Effect::Quit => {}
                Effect::Redraw => again(screen, runtime)?,
                Effect::Suspend => {
                    away(&input, || {
                        let stopped = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
                        drop(stopped);
                    });
                    *screen = terminal::enter()?;
                    input.resume();
                    again(screen, runtime)?;
                }
                Effect::Edit(text) => {
                    let mut edited = Err(String::new());
                    away(&input, || edited = editor::edit(&options.editor, &text));
                    *screen = terminal::enter()?;
                    input.resume();
                    again(screen, runtime)?;
                    runtime.message(Msg::Edited(edited), clock.now());
                }
            }
        }
    };
    stop.close();
    input.end();
    done
}

/// Waits a moment for the first rows: keys typed ahead are meant for them, and they stay in the terminal until the
/// input thread starts. True when a signal said to leave meanwhile.
fn first_rows(screen: &mut Screen, runtime: &mut Runtime, clock: Clock) -> std::io::Result<bool> {
    let end = clock.now().mono_ms + AHEAD_MS;
    while runtime.model.list.rows.is_empty() && !runtime.model.list.complete {
        draw(screen, runtime, clock)?;
        let left = end.saturating_sub(clock.now().mono_ms);
        let Some(first) = (left > 0).then(|| runtime.next(Duration::from_millis(left))).flatten() else {
            break;
        };
        if runtime.take(first, clock.now()).contains(&Effect::Quit) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Draws a frame when something changed; asks for the size first, since a resize may not have been told yet.
fn draw(screen: &mut Screen, runtime: &mut Runtime, clock: Clock) -> std::io::Result<()> {
    if !runtime.dirty {
        return Ok(());
    }
    let size = screen.size()?;
    if (size.width, size.height) != runtime.model.size {
        runtime.message(Msg::Resize(size.width, size.height), clock.now());
        runtime.resized = true;
    }
    if std::mem::take(&mut runtime.resized) {
        again(screen, runtime)?;
    }
    terminal::draw(screen, |frame| runtime.draw(frame.buffer_mut()))
}

/// Gives the terminal away for the time of `what`.
fn away(input: &Input, what: impl FnOnce()) {
    input.pause();
    terminal::restore();
    what();
}

fn again(screen: &mut Screen, runtime: &mut Runtime) -> std::io::Result<()> {
    // Not `clear`: it asks the terminal where the cursor is, and without an answer the session would end.
    let size = screen.size()?;
    screen.resize(Rect::new(0, 0, size.width, size.height))?;
    runtime.stage.pictures.force();
    runtime.dirty = true;
    Ok(())
}

/// A key typed while the terminal was asked about itself.
fn typed(byte: u8) -> Option<crate::keys::stroke::Stroke> {
    use crate::keys::stroke::{Key, Stroke};
    match byte {
        b'\r' | b'\n' => Some(Stroke::plain(Key::Enter)),
        b'\t' => Some(Stroke::plain(Key::Tab)),
        0x20..=0x7E => Some(Stroke::plain(Key::Char(char::from(byte)))),
        0x01..=0x1A => Some(Stroke {
            ctrl: true,
            ..Stroke::plain(Key::Char(char::from(byte - 1 + b'a')))
        }),
        _ => None,
    }
}
