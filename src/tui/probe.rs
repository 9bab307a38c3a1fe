//! Asks the terminal once how it draws pictures, and decides. Gives up after 300 ms.
//!
//! Called in the alternate screen before the input thread starts, since the answers come as input. Keys typed
//! meanwhile come back as [`Found::leftover`]. What the environment says is an argument; a setting overrides all.

use std::io::{IsTerminal, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcgetwinsize, tcsetattr};

use crate::ui::picture::Protocol;

mod decide;
mod replies;

pub use decide::Env;
use decide::Plan;
pub use replies::Replies;

/// How long the terminal may think.
const PATIENCE: Duration = Duration::from_millis(300);

/// Most bytes of input taken while waiting.
const MOST: usize = 64 * 1024;

/// What the terminal can do, and why we think so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// How to draw.
    pub protocol: Protocol,
    /// Pixels of a cell, width and height.
    pub cell_px: (u16, u16),
    /// Sixel: the largest graphic in pixels.
    pub max_px: Option<(u32, u32)>,
    /// The terminal answered in time.
    pub answered: bool,
    /// What was found and what followed from it, for `doctor`.
    pub why: Vec<String>,
    /// Input that was not an answer: keys typed meanwhile.
    pub leftover: Vec<u8>,
}

/// Asks the terminal at stdin and stdout. `wanted` is the protocol a person asked for.
///
/// The terminal must be in raw mode ([`Raw::enter`] or the workbench's own). Not a terminal: nothing is asked.
pub fn probe(env: &Env, wanted: Option<Protocol>) -> Found {
    let (stdin, mut stdout) = (std::io::stdin(), std::io::stdout());
    if !stdin.is_terminal() || !stdout.is_terminal() {
        return decide::decide(env, &Replies::default(), None, wanted, "not a terminal");
    }
    let size = tcgetwinsize(&stdout)
        .ok()
        .map(|w| ((w.ws_col, w.ws_row), (w.ws_xpixel, w.ws_ypixel)));
    let plan = decide::plan(env, wanted);
    let (replies, note) = match &plan {
        Plan::Silent(why) => (Replies::default(), *why),
        Plan::Ask(questions) => match ask(stdin.as_fd(), &mut stdout, questions, PATIENCE) {
            Ok(replies) => (replies, ""),
            Err(_) => (Replies::default(), "the terminal could not be asked"),
        },
    };
    decide::decide(env, &replies, size, wanted, note)
}

/// Writes `questions`, which end with the one every terminal answers, and reads until its answer or the end of
/// `patience`.
///
/// # Errors
/// When the terminal cannot be written, polled or read.
pub fn ask(
    input: BorrowedFd<'_>,
    out: &mut dyn Write,
    questions: &str,
    patience: Duration,
) -> std::io::Result<Replies> {
    out.write_all(questions.as_bytes())?;
    out.flush()?;
    let end = now() + patience;
    let mut got = Vec::new();
    while got.len() < MOST {
        let left = end.saturating_duration_since(now());
        if left.is_zero() || !ready(input, left)? {
            break;
        }
        let mut part = [0u8; 1024];
        let n = match rustix::io::read(input, &mut part) {
            Ok(n) => n,
            Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => continue,
            Err(e) => return Err(e.into()),
        };
        if n == 0 {
            break;
        }
        got.extend(part.iter().take(n));
        if replies::parse(&got).attributes {
            break;
        }
    }
    Ok(replies::parse(&got))
}

/// Waits until input is there. A signal counts as nothing yet but does not end the waiting.
fn ready(input: BorrowedFd<'_>, left: Duration) -> std::io::Result<bool> {
    let mut fds = [PollFd::from_borrowed_fd(input, PollFlags::IN)];
    let time = Timespec {
        tv_sec: 0,
        tv_nsec: i64::from(left.min(PATIENCE).subsec_nanos()),
    };
    match poll(&mut fds, Some(&time)) {
        Ok(0) => Ok(false),
        Ok(_) | Err(rustix::io::Errno::INTR) => Ok(true),
        Err(e) => Err(e.into()),
    }
}

#[expect(clippy::disallowed_methods, reason = "floor 7 owns the clock")]
fn now() -> Instant {
    Instant::now()
}

/// Raw mode of the terminal at stdin for as long as this lives; for commands that ask outside the workbench.
#[derive(Debug)]
pub struct Raw {
    before: Termios,
}

impl Raw {
    /// `None` when stdin is no terminal.
    pub fn enter() -> Option<Self> {
        let stdin = std::io::stdin();
        let before = tcgetattr(&stdin).ok()?;
        let mut raw = before.clone();
        raw.make_raw();
        tcsetattr(&stdin, OptionalActions::Now, &raw).ok()?;
        Some(Self { before })
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        // Nothing better can be done on the way out.
        let _restored = tcsetattr(std::io::stdin(), OptionalActions::Now, &self.before);
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::os::unix::net::UnixStream;

    use super::*;

    #[test]
    fn waiting_ends_with_the_last_answer_and_keys_come_back() {
        let (here, mut there) = UnixStream::pair().unwrap();
        there.write_all(b"j\x1b[6;16;8t\x1b[?62;4;22cq").unwrap();
        let mut asked = Vec::new();
        let replies = ask(here.as_fd(), &mut asked, "\x1b[16t\x1b[c", Duration::from_secs(5)).unwrap();
        assert_eq!(asked, b"\x1b[16t\x1b[c");
        assert_eq!(
            (replies.cell, replies.sixel, replies.attributes),
            (Some((8, 16)), true, true)
        );
        assert_eq!(replies.leftover, b"jq");
    }

    #[test]
    fn a_silent_terminal_is_given_up() {
        let (here, mut there) = UnixStream::pair().unwrap();
        let start = now();
        let replies = ask(here.as_fd(), &mut there, "\x1b[c", Duration::from_millis(50)).unwrap();
        assert!(!replies.attributes);
        assert!(now() - start >= Duration::from_millis(50));
        assert!(now() - start < Duration::from_secs(2));
        drop(here);
        let mut rest = Vec::new();
        there.read_to_end(&mut rest).unwrap();
    }
}
