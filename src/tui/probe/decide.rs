//! From the environment and the answers to a protocol, with reasons. Pure.

use super::{Found, Replies};
use crate::ui::picture::Protocol;

/// The variables that tell terminals apart. Empty counts as absent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Env {
    /// `TERM`.
    pub term: Option<String>,
    /// `TERM_PROGRAM`.
    pub term_program: Option<String>,
    /// `LC_TERMINAL`, which iTerm2 sends through ssh.
    pub lc_terminal: Option<String>,
    /// `KITTY_WINDOW_ID`.
    pub kitty_window: Option<String>,
    /// `KONSOLE_VERSION`.
    pub konsole: Option<String>,
    /// `TMUX`.
    pub tmux: Option<String>,
    /// `STY` of screen.
    pub screen: Option<String>,
    /// `SSH_CONNECTION`.
    pub ssh: Option<String>,
}

impl Env {
    /// Reads the variables through `get`.
    pub fn read(get: impl Fn(&str) -> Option<String>) -> Self {
        let get = |name| get(name).filter(|v| !v.is_empty());
        Self {
            term: get("TERM"),
            term_program: get("TERM_PROGRAM"),
            lc_terminal: get("LC_TERMINAL"),
            kitty_window: get("KITTY_WINDOW_ID"),
            konsole: get("KONSOLE_VERSION"),
            tmux: get("TMUX"),
            screen: get("STY"),
            ssh: get("SSH_CONNECTION"),
        }
    }

    fn term_has(&self, word: &str) -> bool {
        self.term.as_deref().is_some_and(|t| t.contains(word))
    }

    fn program_has(&self, word: &str) -> bool {
        [&self.term_program, &self.lc_terminal]
            .into_iter()
            .flatten()
            .any(|p| p.contains(word))
    }

    fn multiplexed(&self) -> bool {
        self.tmux.is_some() || self.screen.is_some() || self.term_has("tmux") || self.term_has("screen")
    }

    fn maybe_kitty(&self) -> bool {
        self.kitty_window.is_some() || self.term_has("kitty") || self.term_has("ghostty") || self.program_has("ghostty")
    }
}

/// What to ask.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Plan {
    /// Nothing, and why.
    Silent(&'static str),
    /// These questions.
    Ask(String),
}

const KITTY: &str = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\";
const VERSION: &str = "\x1b[>q";
const SIZES: &str = "\x1b[16t\x1b[14t\x1b[18t\x1b[?2;4;0S";
const ATTRIBUTES: &str = "\x1b[c";

/// The questions for this environment.
///
/// An answer that comes too late is read as keys, and letters of a version could then set labels. So the two
/// questions with letters in their answers are not sent over ssh to a terminal that does not look like kitty.
pub(super) fn plan(env: &Env, wanted: Option<Protocol>) -> Plan {
    if matches!(wanted, Some(Protocol::None)) {
        return Plan::Silent("pictures are switched off");
    }
    if env.term_has("dumb") || env.term.as_deref() == Some("linux") {
        return Plan::Silent("TERM names a terminal without graphics");
    }
    if env.multiplexed() {
        return Plan::Silent("inside tmux or screen, which does not pass pictures through");
    }
    let letters = if env.maybe_kitty() || env.ssh.is_none() {
        format!("{KITTY}{VERSION}")
    } else {
        String::new()
    };
    Plan::Ask(format!("{letters}{SIZES}{ATTRIBUTES}"))
}

/// Columns and rows, and pixels, as the system knows them.
type WindowSize = ((u16, u16), (u16, u16));

/// The protocol and the cell size. `note` is what stood in the way of asking.
pub(super) fn decide(
    env: &Env,
    replies: &Replies,
    size: Option<WindowSize>,
    wanted: Option<Protocol>,
    note: &str,
) -> Found {
    let mut why = Vec::new();
    if !note.is_empty() {
        why.push(note.to_owned());
    } else if !replies.attributes {
        why.push("no answer within 300 ms".to_owned());
    }
    if let Some(version) = &replies.version {
        why.push(format!("the terminal calls itself {version}"));
    }
    let cell = cell_size(replies, size, &mut why);
    let best = best(env, replies, cell.is_some(), note, &mut why);
    let protocol = wanted.unwrap_or(best);
    if wanted.is_some() && protocol != best {
        why.push(format!("{protocol} was asked for; {best} would be the choice"));
    }
    Found {
        protocol,
        cell_px: cell.unwrap_or((8, 16)),
        max_px: replies.max_px.filter(|(w, h)| *w > 0 && *h > 0),
        answered: replies.attributes,
        why,
        leftover: replies.leftover.clone(),
    }
}

fn best(env: &Env, replies: &Replies, cell_known: bool, note: &str, why: &mut Vec<String>) -> Protocol {
    let mut say = |protocol: Protocol, words: &str| {
        why.push(format!("{protocol}: {words}"));
        protocol
    };
    if !note.is_empty() {
        return say(Protocol::Halfblocks, "the terminal was not asked");
    }
    if env.konsole.is_some() || replies.version.as_deref().is_some_and(|v| v.starts_with("Konsole")) {
        return say(Protocol::Halfblocks, "konsole leaves pictures behind");
    }
    if !cell_known {
        return say(Protocol::Halfblocks, "the size of a cell in pixels is unknown");
    }
    if env.program_has("iTerm") || env.program_has("WezTerm") {
        return say(
            Protocol::Iterm2,
            "TERM_PROGRAM or LC_TERMINAL names a terminal with iTerm2 images",
        );
    }
    if replies.kitty {
        match placeholders(env, replies.version.as_deref()) {
            Ok(words) => return say(Protocol::Kitty, words),
            Err(words) if !replies.sixel => return say(Protocol::Halfblocks, words),
            Err(_) => {}
        }
    }
    if replies.sixel {
        return say(Protocol::Sixel, "the terminal names it among its attributes");
    }
    say(Protocol::Halfblocks, "no graphics protocol was announced")
}

/// Whether a terminal that answers kitty's question also draws its placeholder characters.
fn placeholders(env: &Env, version: Option<&str>) -> Result<&'static str, &'static str> {
    let version = version.unwrap_or_default();
    if let Some(numbers) = version.strip_prefix("kitty(") {
        let mut parts = numbers
            .trim_end_matches(')')
            .split('.')
            .map_while(|n| n.parse::<u32>().ok());
        let at_least = (parts.next().unwrap_or(0), parts.next().unwrap_or(0)) >= (0, 28);
        return if at_least {
            Ok("the terminal is kitty 0.28 or later")
        } else {
            Err("kitty before 0.28 does not draw placeholders")
        };
    }
    if version.to_lowercase().contains("ghostty") || env.term_has("ghostty") {
        return Ok("the terminal is ghostty");
    }
    Err("it answers for kitty but may not draw placeholders; --protocol kitty tries it")
}

fn cell_size(replies: &Replies, size: Option<WindowSize>, why: &mut Vec<String>) -> Option<(u16, u16)> {
    let divided = |grid: Option<(u16, u16)>, px: Option<(u16, u16)>| {
        let ((cols, rows), (w, h)) = (grid?, px?);
        Some((w.checked_div(cols)?, h.checked_div(rows)?))
    };
    let told = [
        (replies.cell, "the terminal says a cell is"),
        (
            divided(replies.grid, replies.window),
            "from the terminal's window size, a cell is",
        ),
        (
            divided(size.map(|s| s.0), size.map(|s| s.1)),
            "from the system's window size, a cell is",
        ),
    ];
    for (cell, words) in told {
        let Some((w, h)) = cell else { continue };
        // Some terminals answer 2x6 or 0x0.
        if (4..=128).contains(&w) && (6..=256).contains(&h) {
            why.push(format!("{words} {w}x{h} pixels"));
            return Some((w, h));
        }
        why.push(format!("{words} {w}x{h} pixels, which is not believed"));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn env(pairs: &[(&str, &str)]) -> Env {
        Env::read(|name| pairs.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned()))
    }

    fn replies(bytes: &[u8]) -> Replies {
        super::super::replies::parse(bytes)
    }

    fn protocol(pairs: &[(&str, &str)], bytes: &[u8]) -> Protocol {
        decide(&env(pairs), &replies(bytes), None, None, "").protocol
    }

    const CELL: &str = "\x1b[6;16;8t";

    fn with_cell(rest: &str) -> Vec<u8> {
        format!("{CELL}{rest}").into_bytes()
    }

    #[test]
    fn known_terminals_get_what_they_draw() {
        let sixel = with_cell("\x1b[?62;4c");
        let new = with_cell("\x1b_Gi=31;OK\x1b\\\x1bP>|kitty(0.35.2)\x1b\\\x1b[?62c");
        let old = with_cell("\x1b_Gi=31;OK\x1b\\\x1bP>|kitty(0.26.5)\x1b\\\x1b[?62c");
        let unknown = with_cell("\x1b_Gi=31;OK\x1b\\\x1b[?62;4c");
        assert_eq!(protocol(&[("TERM", "xterm")], &sixel), Protocol::Sixel);
        assert_eq!(protocol(&[("TERM", "xterm-kitty")], &new), Protocol::Kitty);
        assert_eq!(protocol(&[("TERM", "xterm-kitty")], &old), Protocol::Halfblocks);
        assert_eq!(protocol(&[("TERM", "xterm-ghostty")], &unknown), Protocol::Kitty);
        assert_eq!(protocol(&[], &unknown), Protocol::Sixel);
        assert_eq!(protocol(&[("TERM_PROGRAM", "WezTerm")], &unknown), Protocol::Iterm2);
        assert_eq!(protocol(&[("LC_TERMINAL", "iTerm2")], &sixel), Protocol::Iterm2);
        assert_eq!(protocol(&[("KONSOLE_VERSION", "230801")], &sixel), Protocol::Halfblocks);
        assert_eq!(protocol(&[], &with_cell("\x1b[?1;2c")), Protocol::Halfblocks);
        assert_eq!(protocol(&[], b""), Protocol::Halfblocks);
    }

    #[test]
    fn without_a_cell_size_there_are_only_half_blocks() {
        assert_eq!(protocol(&[], b"\x1b[?62;4c"), Protocol::Halfblocks);
        let found = decide(
            &env(&[]),
            &replies(b"\x1b[6;6;2t\x1b[?62;4c"),
            Some(((100, 50), (900, 1000))),
            None,
            "",
        );
        assert_eq!((found.protocol, found.cell_px), (Protocol::Sixel, (9, 20)));
        assert!(
            found
                .why
                .iter()
                .any(|w| w.contains("2x6 pixels, which is not believed"))
        );
    }

    #[test]
    fn a_person_overrides_and_doctor_says_so() {
        let found = decide(&env(&[]), &replies(b"\x1b[?62c"), None, Some(Protocol::Sixel), "");
        assert_eq!(found.protocol, Protocol::Sixel);
        assert!(
            found
                .why
                .iter()
                .any(|w| w == "sixel was asked for; halfblocks would be the choice")
        );
    }

    #[test]
    fn multiplexers_are_not_asked() {
        assert!(matches!(plan(&env(&[("TMUX", "/s,1,0")]), None), Plan::Silent(_)));
        assert!(matches!(
            plan(&env(&[("TERM", "screen-256color")]), None),
            Plan::Silent(_)
        ));
        assert!(matches!(plan(&env(&[("TMUX", "")]), None), Plan::Ask(_)));
    }

    #[test]
    fn letters_are_not_asked_for_over_ssh() {
        let far = [("TERM", "xterm-256color"), ("SSH_CONNECTION", "1 2 3 4")];
        let Plan::Ask(questions) = plan(&env(&far), None) else {
            panic!()
        };
        assert!(!questions.contains("_G") && !questions.contains(">q") && questions.ends_with(ATTRIBUTES));
        let far = [("TERM", "xterm-kitty"), ("SSH_CONNECTION", "1 2 3 4")];
        let Plan::Ask(questions) = plan(&env(&far), None) else {
            panic!()
        };
        assert!(questions.starts_with(KITTY));
    }
}
