//! A casefile process on a pseudo terminal, and a model of the screen it draws.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use vt100::Parser;

use crate::support::Home;

/// Longest wait for anything; a busy machine must not fail a test.
const PATIENCE: Duration = Duration::from_secs(20);

/// Pause between two looks at what cannot be waited for.
const LOOK: Duration = Duration::from_millis(5);

/// What the terminal answers when it is asked about itself (the question that ends with `ESC [ c`).
#[derive(Clone, Copy)]
pub(super) enum Answer {
    /// Nothing at all.
    Silent,
    /// These bytes.
    Bytes(&'static [u8]),
}

/// A plain terminal: attributes, no graphics.
pub(super) const PLAIN: Answer = Answer::Bytes(b"\x1b[?62;22c");

/// What the terminal has shown so far.
pub(super) struct Shown {
    parser: Parser,
    /// Everything the process wrote.
    pub(super) raw: Vec<u8>,
    ended: bool,
}

impl Shown {
    /// The screen as text.
    pub(super) fn text(&self) -> String {
        self.parser.screen().contents()
    }

    /// Every cell: text, colours and attributes. A cell that was never written is a blank.
    pub(super) fn cells(&self) -> Vec<String> {
        let screen = self.screen();
        let (rows, cols) = screen.size();
        (0..rows.get())
            .flat_map(|y| (0..cols.get()).filter_map(move |x| screen.cell(y, x)))
            .map(|c| {
                let text = if c.has_contents() { c.contents() } else { " " };
                let attributes = [c.bold(), c.dim(), c.italic(), c.underline(), c.inverse()];
                format!("{text} {:?} {:?} {attributes:?}", c.fgcolor(), c.bgcolor())
            })
            .collect()
    }

    /// All that a failed test may need.
    fn told(&self) -> String {
        let tail = self.raw.get(self.raw.len().saturating_sub(300)..).unwrap_or(&[]);
        let state = if self.ended { "ended" } else { "still open" };
        format!(
            "{}\n[{state}, last bytes: {:?}]",
            self.text(),
            String::from_utf8_lossy(tail)
        )
    }

    /// The model of the screen.
    pub(super) fn screen(&self) -> &vt100::Screen {
        self.parser.screen()
    }

    /// Column and row (from 0) of a text on the screen.
    pub(super) fn find(&self, what: &str) -> (usize, usize) {
        let text = self.text();
        let hit = text
            .lines()
            .enumerate()
            .find_map(|(y, line)| Some((line.get(..line.find(what)?)?.chars().count(), y)));
        hit.unwrap_or_else(|| panic!("no '{what}' on:\n{text}"))
    }
}

/// A running process with its terminal.
pub(super) struct Session {
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    input: Arc<Mutex<Box<dyn Write + Send>>>,
    shown: Arc<(Mutex<Shown>, Condvar)>,
    /// Line settings before the process started.
    before: String,
}

/// How to start.
pub(super) struct Start<'a> {
    /// Arguments.
    pub(super) args: &'a [&'a str],
    /// Columns and rows.
    pub(super) size: (u16, u16),
    /// Answer to the probe.
    pub(super) answer: Answer,
    /// Variables besides those of the home.
    pub(super) env: &'a [(&'a str, &'a str)],
    /// Typed before the process starts.
    pub(super) ahead: &'a str,
}

impl Default for Start<'_> {
    fn default() -> Self {
        Self {
            args: &["--as", "me"],
            size: (120, 40),
            answer: PLAIN,
            env: &[],
            ahead: "",
        }
    }
}

impl Session {
    /// Starts casefile on its sample in `home`.
    pub(super) fn casefile(home: &Home, start: &Start<'_>) -> Self {
        Self::program(env!("CARGO_BIN_EXE_casefile"), home, start)
    }

    /// Starts `program`.
    pub(super) fn program(program: &str, home: &Home, start: &Start<'_>) -> Self {
        let (cols, rows) = start.size;
        let pair = native_pty_system()
            .openpty(pty_size(cols, rows))
            .expect("a pseudo terminal");
        let mut cmd = CommandBuilder::new(program);
        cmd.env_clear();
        for (name, value) in home.env() {
            cmd.env(name, value);
        }
        for (name, value) in start.env {
            cmd.env(name, value);
        }
        cmd.args(start.args);
        cmd.cwd(home.path());
        let before = format!("{:?}", pair.master.get_termios());
        let input = Arc::new(Mutex::new(pair.master.take_writer().expect("a writer")));
        if !start.ahead.is_empty() {
            input
                .lock()
                .unwrap()
                .write_all(start.ahead.as_bytes())
                .expect("typing ahead");
        }
        let child = pair.slave.spawn_command(cmd).expect("the program starts");
        drop(pair.slave);
        let shown = Arc::new((
            Mutex::new(Shown {
                parser: Parser::new(cells(rows.max(24)), cells(cols.max(80)), 0),
                raw: Vec::new(),
                ended: false,
            }),
            Condvar::new(),
        ));
        let reader = pair.master.try_clone_reader().expect("a reader");
        watch(reader, shown.clone(), input.clone(), start.answer);
        Self {
            master: pair.master,
            child,
            input,
            shown,
            before,
        }
    }

    /// Types.
    pub(super) fn keys(&self, keys: &str) -> &Self {
        let mut input = self.input.lock().unwrap();
        input
            .write_all(keys.as_bytes())
            .and_then(|()| input.flush())
            .expect("typing");
        self
    }

    /// Waits until the screen satisfies `done`; `what` names it when it never does.
    pub(super) fn until(&self, what: &str, done: impl Fn(&Shown) -> bool) -> &Self {
        let (lock, bell) = &*self.shown;
        let shown = lock.lock().unwrap();
        let (shown, late) = bell.wait_timeout_while(shown, PATIENCE, |s| !done(s)).unwrap();
        assert!(!late.timed_out(), "never came: {what}\n{}", shown.told());
        drop(shown);
        self
    }

    /// Whether the screen satisfies `done` within `most`.
    pub(super) fn within(&self, most: Duration, done: impl Fn(&Shown) -> bool) -> bool {
        let (lock, bell) = &*self.shown;
        let shown = lock.lock().unwrap();
        let (shown, late) = bell.wait_timeout_while(shown, most, |s| !done(s)).unwrap();
        drop(shown);
        !late.timed_out()
    }

    /// Waits for a text.
    pub(super) fn see(&self, text: &str) -> &Self {
        self.until(text, |s| s.text().contains(text))
    }

    /// Waits until a text is gone.
    pub(super) fn gone(&self, text: &str) -> &Self {
        self.until(&format!("the end of {text}"), |s| !s.text().contains(text))
    }

    /// Looks at what is shown now.
    pub(super) fn look<T>(&self, at: impl FnOnce(&Shown) -> T) -> T {
        at(&self.shown.0.lock().unwrap())
    }

    /// Gives the terminal another size. The model never gets smaller than 80×24.
    pub(super) fn resize(&self, cols: u16, rows: u16) {
        self.look_mut(|s| {
            // New lines of a real terminal are empty too; casefile draws all of them.
            s.parser.screen_mut().set_size(cells(rows.max(24)), cells(cols.max(80)));
        });
        self.master.resize(pty_size(cols, rows)).expect("resizing");
    }

    fn look_mut(&self, at: impl FnOnce(&mut Shown)) {
        at(&mut self.shown.0.lock().unwrap());
    }

    /// Sends a signal by name: `KILL`, `TERM`, `CONT`.
    pub(super) fn signal(&self, name: &str) {
        let pid = self.child.process_id().expect("it runs");
        let sent = Command::new("/bin/sh")
            .args(["-c", &format!("kill -{name} {pid}")])
            .status()
            .expect("a shell");
        assert!(sent.success());
    }

    /// Waits until the process is in `state`, the letter of /proc (`T` stopped, `S` asleep, `R` running).
    pub(super) fn state(&self, state: &str) {
        let pid = self.child.process_id().expect("it runs");
        let path = PathBuf::from(format!("/proc/{pid}/stat"));
        patiently(&format!("state {state}"), || {
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let now = text.rsplit_once(')').map_or("", |(_, tail)| tail.trim_start());
            now.chars().next().is_some_and(|c| state.contains(c))
        });
    }

    /// Most memory the process has had so far, in KiB.
    pub(super) fn peak(&self) -> u64 {
        let pid = self.child.process_id().expect("it runs");
        let text = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("its status");
        let line = text.lines().find_map(|l| l.strip_prefix("VmHWM:"));
        line.and_then(|l| l.trim().strip_suffix("kB")?.trim().parse().ok())
            .expect("a peak")
    }

    /// Waits for the end of the process and of its output.
    pub(super) fn end(&mut self) -> ExitStatus {
        let mut out = None;
        let child = &mut self.child;
        patiently("the end of the process", || {
            out = child.try_wait().expect("waiting");
            out.is_some()
        });
        self.until("the end of the output", |s| s.ended);
        out.expect("it ended")
    }

    /// Kills the process outright.
    pub(super) fn kill(mut self) {
        self.signal("KILL");
        self.end();
    }

    /// Leaves with ctrl-c; the exit code must be 0.
    pub(super) fn quit(mut self) {
        self.keys("\x03");
        assert_eq!(self.end().exit_code(), 0);
    }

    /// The terminal must be as it was: line settings, screen, cursor, modes.
    pub(super) fn restored(&self) {
        self.look(|s| {
            let screen = s.screen();
            assert!(!screen.alternate_screen(), "still on the alternate screen");
            assert!(!screen.hide_cursor(), "the cursor is hidden");
            assert!(!screen.bracketed_paste(), "paste is still bracketed");
            assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
            // What a mode was set with last must be its end.
            for (on, off) in [
                ("\x1b[?1049h", "\x1b[?1049l"),
                ("\x1b[?2004h", "\x1b[?2004l"),
                ("\x1b[?1000h", "\x1b[?1000l"),
                ("\x1b[?1006h", "\x1b[?1006l"),
                ("\x1b[?2026h", "\x1b[?2026l"),
                ("\x1b[?25l", "\x1b[?25h"),
            ] {
                let last = |what: &str| s.raw.windows(what.len()).rposition(|w| w == what.as_bytes());
                assert!(last(off) > last(on), "{:?} is still on", on.trim_start_matches('\x1b'));
            }
        });
        assert_eq!(self.lines(), self.before, "line settings differ");
    }

    /// Line settings of the terminal, in words.
    pub(super) fn lines(&self) -> String {
        format!("{:?}", self.master.get_termios())
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // A failed test leaves no process behind.
        if matches!(self.child.try_wait(), Ok(None)) {
            let killed = self.child.kill();
            drop(killed);
        }
    }
}

fn cells(n: u16) -> NonZeroU16 {
    NonZeroU16::new(n).expect("not zero")
}

fn pty_size(cols: u16, rows: u16) -> PtySize {
    PtySize {
        rows,
        cols,
        pixel_width: 0,
        pixel_height: 0,
    }
}

/// Looks again and again until `done`, with a deadline.
pub(super) fn patiently(what: &str, mut done: impl FnMut() -> bool) {
    let most = PATIENCE.as_millis() / LOOK.as_millis();
    for _ in 0..most {
        if done() {
            return;
        }
        std::thread::park_timeout(LOOK);
    }
    panic!("never came: {what}");
}

/// Reads what the process writes, feeds the screen model and answers the probe.
fn watch(
    mut reader: Box<dyn Read + Send>,
    shown: Arc<(Mutex<Shown>, Condvar)>,
    input: Arc<Mutex<Box<dyn Write + Send>>>,
    answer: Answer,
) {
    std::thread::spawn(move || {
        let mut answered = false;
        let mut part = [0u8; 16 * 1024];
        loop {
            let n = match reader.read(&mut part) {
                Ok(0) | Err(_) => break,
                Ok(n) => n,
            };
            let (lock, bell) = &*shown;
            let mut s = lock.lock().unwrap();
            s.parser.process(&part[..n]);
            s.raw.extend_from_slice(&part[..n]);
            let asked = !answered && s.raw.windows(3).any(|w| w == b"\x1b[c");
            bell.notify_all();
            drop(s);
            if asked && let Answer::Bytes(bytes) = answer {
                answered = true;
                let sent = input.lock().unwrap().write_all(bytes);
                drop(sent);
            }
        }
        let (lock, bell) = &*shown;
        lock.lock().unwrap().ended = true;
        bell.notify_all();
    });
}
