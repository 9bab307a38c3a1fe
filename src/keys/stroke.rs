//! One key press with its modifiers, as keymaps write it: `j`, `ctrl-c`, `alt-2`, `shift-tab`, `f5`, `space`.
//!
//! For letters the case decides, so `shift` is never written with a character; other layers normalise to this.

use std::fmt;
use std::str::FromStr;

/// A key without modifiers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    /// A character as typed, upper case included.
    Char(char),
    /// Return.
    Enter,
    /// Escape.
    Esc,
    /// Tabulator.
    Tab,
    /// Delete to the left.
    Backspace,
    /// Delete to the right.
    Delete,
    /// Insert.
    Insert,
    /// Start of line.
    Home,
    /// End of line.
    End,
    /// A page up.
    PageUp,
    /// A page down.
    PageDown,
    /// Arrow up.
    Up,
    /// Arrow down.
    Down,
    /// Arrow left.
    Left,
    /// Arrow right.
    Right,
    /// Function key.
    F(u8),
}

/// A key press.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stroke {
    /// The key.
    pub key: Key,
    /// With Control.
    pub ctrl: bool,
    /// With Alt.
    pub alt: bool,
    /// With Shift; only for keys that are no characters.
    pub shift: bool,
}

const NAMES: [(&str, Key); 15] = [
    ("enter", Key::Enter),
    ("esc", Key::Esc),
    ("tab", Key::Tab),
    ("space", Key::Char(' ')),
    ("backspace", Key::Backspace),
    ("delete", Key::Delete),
    ("insert", Key::Insert),
    ("home", Key::Home),
    ("end", Key::End),
    ("pageup", Key::PageUp),
    ("pagedown", Key::PageDown),
    ("up", Key::Up),
    ("down", Key::Down),
    ("left", Key::Left),
    ("right", Key::Right),
];

impl Stroke {
    /// The character of a plain key: no Control, no Alt.
    pub fn letter(&self) -> Option<char> {
        match self.key {
            Key::Char(c) if !self.ctrl && !self.alt => Some(c),
            _ => None,
        }
    }

    /// A key without modifiers.
    pub fn plain(key: Key) -> Self {
        Self {
            key,
            ctrl: false,
            alt: false,
            shift: false,
        }
    }

    /// The character that a text field would take, if any.
    pub fn text(self) -> Option<char> {
        match self.key {
            Key::Char(c) if !self.ctrl && !self.alt => Some(c),
            _ => None,
        }
    }
}

impl FromStr for Stroke {
    type Err = String;

    fn from_str(raw: &str) -> Result<Self, String> {
        let mut out = Self::plain(Key::Esc);
        let mut rest = raw;
        loop {
            let low = rest.to_lowercase();
            let cut = ["ctrl-", "alt-", "shift-"]
                .into_iter()
                .find(|p| low.starts_with(p) && rest.chars().count() > p.len());
            match cut {
                Some("ctrl-") if !out.ctrl => out.ctrl = true,
                Some("alt-") if !out.alt => out.alt = true,
                Some("shift-") if !out.shift => out.shift = true,
                Some(twice) => return Err(format!("'{raw}' has '{twice}' twice")),
                None => break,
            }
            rest = rest.split_once('-').map_or("", |(_, tail)| tail);
        }
        let mut chars = rest.chars();
        out.key = match (chars.next(), chars.next()) {
            (Some(c), None) if !c.is_control() => Key::Char(c),
            _ => named(rest).ok_or_else(|| {
                format!(
                    "'{raw}' is no key; expected one character, or {}, f1…f12, with ctrl-, alt- or shift- in front",
                    NAMES.map(|(n, _)| n).join(", ")
                )
            })?,
        };
        if let Key::Char(c) = out.key {
            if out.shift {
                return Err(format!(
                    "'{raw}': write the character that shift makes, for example 'A' or '?'"
                ));
            }
            if out.ctrl {
                out.key = Key::Char(c.to_ascii_lowercase());
            }
        }
        Ok(out)
    }
}

fn named(word: &str) -> Option<Key> {
    let low = word.to_lowercase();
    if let Some((_, key)) = NAMES.iter().find(|(n, _)| *n == low) {
        return Some(*key);
    }
    let n: u8 = low.strip_prefix('f')?.parse().ok()?;
    (1..=12).contains(&n).then_some(Key::F(n))
}

impl fmt::Display for Stroke {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (on, word) in [(self.ctrl, "ctrl-"), (self.alt, "alt-"), (self.shift, "shift-")] {
            if on {
                out.write_str(word)?;
            }
        }
        match self.key {
            Key::F(n) => write!(out, "f{n}"),
            key => match NAMES.iter().find(|(_, k)| *k == key) {
                Some((name, _)) => out.write_str(name),
                None => match key {
                    Key::Char(c) => write!(out, "{c}"),
                    _ => Ok(()),
                },
            },
        }
    }
}

/// Reads a sequence of strokes separated by blanks.
///
/// # Errors
/// A sentence that names the wrong stroke.
pub fn sequence(raw: &str) -> Result<Vec<Stroke>, String> {
    let all: Vec<Stroke> = raw.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
    if all.is_empty() {
        Err("no key given; write a space as 'space'".to_owned())
    } else {
        Ok(all)
    }
}

/// Writes a sequence as [`sequence`] reads it.
pub fn print(strokes: &[Stroke]) -> String {
    strokes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_people_write() {
        let s: Stroke = "Ctrl-C".parse().unwrap();
        assert_eq!(
            s,
            Stroke {
                key: Key::Char('c'),
                ctrl: true,
                alt: false,
                shift: false
            }
        );
        assert_eq!("-".parse::<Stroke>().unwrap().key, Key::Char('-'));
        assert_eq!(
            "alt--".parse::<Stroke>().unwrap(),
            Stroke {
                key: Key::Char('-'),
                ctrl: false,
                alt: true,
                shift: false
            }
        );
        assert_eq!("shift-tab".parse::<Stroke>().unwrap().key, Key::Tab);
        assert_eq!(sequence("g d").unwrap().len(), 2);
        for bad in ["", "ctrl-", "shift-a", "f13", "ctrl-ctrl-a", "gd"] {
            assert!(bad.parse::<Stroke>().is_err(), "{bad}");
        }
    }

    proptest::proptest! {
        #[test]
        fn prints_what_it_reads(c in proptest::char::any(), ctrl: bool, alt: bool) {
            proptest::prop_assume!(!c.is_control() && !c.is_whitespace());
            let c = if ctrl { c.to_ascii_lowercase() } else { c };
            let stroke = Stroke { key: Key::Char(c), ctrl, alt, shift: false };
            proptest::prop_assert_eq!(stroke.to_string().parse::<Stroke>(), Ok(stroke));
        }

        #[test]
        fn any_text_is_read_or_refused(text in ".{0,12}") {
            if let Err(why) = text.parse::<Stroke>() {
                proptest::prop_assert!(!why.is_empty());
            }
        }
    }
}
