//! Which images are listed: by where they stand, and by the confidence of B.

use crate::base::error::{Problem, Result};
use crate::domain::gate::{Item, Record, Stage, State};

/// Where an image stands, as a person asks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// All stages passed.
    Accepted,
    /// A stage failed, this one where one is named.
    Failed(Option<Stage>),
    /// A stage has no usable answer.
    Broken(Option<Stage>),
    /// A stage is to be asked.
    Open(Option<Stage>),
    /// Accepted and flagged.
    Flagged,
    /// A person decided a stage.
    Overridden,
}

/// Confidence of B from one number to another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range {
    from: f64,
    to: f64,
    /// Whether `to` itself is in it.
    whole: bool,
}

/// What is listed.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Pick {
    /// By where it stands.
    pub state: Option<Wanted>,
    /// By confidence.
    pub confidence: Option<Range>,
}

impl Wanted {
    /// `accepted`, `failed`, `failed:D`, `error:B`, `open`, `flagged`, `overridden`.
    ///
    /// # Errors
    /// It is none of them.
    pub fn named(word: &str) -> Result<Self> {
        let (state, stage) = match word.split_once(':') {
            None => (word, None),
            Some((state, letter)) => {
                let stage = Stage::ALL.into_iter().find(|s| s.letter().eq_ignore_ascii_case(letter));
                (state, Some(stage.ok_or_else(|| none(word))?))
            }
        };
        let at_stage = |of: fn(Option<Stage>) -> Self| Ok(of(stage));
        match (state, stage) {
            ("failed", _) => at_stage(Self::Failed),
            ("error", _) => at_stage(Self::Broken),
            ("open", _) => at_stage(Self::Open),
            ("accepted", None) => Ok(Self::Accepted),
            ("flagged", None) => Ok(Self::Flagged),
            ("overridden", None) => Ok(Self::Overridden),
            _ => Err(none(word)),
        }
    }

    fn holds(self, item: &Item) -> bool {
        let at = |wanted: Option<Stage>, stage: Stage| wanted.is_none_or(|w| w == stage);
        match (self, item.state) {
            (Self::Accepted, state) => state == State::Accepted,
            (Self::Failed(w), State::Failed(s))
            | (Self::Broken(w), State::Broken(s))
            | (Self::Open(w), State::Open(s)) => at(w, s),
            (Self::Flagged, _) => item.flagged,
            (Self::Overridden, _) => item.steps.iter().any(|s| !s.by.is_empty() && !s.disputed),
            _ => false,
        }
    }
}

fn none(word: &str) -> Problem {
    Problem::input(format!("'{}' is no state of an image", crate::text::clean::line(word)))
        .at_field("--state")
        .mend("use accepted, failed, error, open (these three also with a stage, as failed:D), flagged or overridden")
}

impl Range {
    /// `.60..=.65`, `.60-.65` (the same), `.60...65` without the end, `.6..`, `..=.6`.
    ///
    /// # Errors
    /// It is no range within 0 and 1.
    pub fn named(text: &str) -> Result<Self> {
        let parts = [("..=", true), ("..", false), ("-", true)]
            .into_iter()
            .find_map(|(sign, whole)| Some((text.split_once(sign)?, whole)));
        let number = |t: &str, otherwise: f64| match t.trim() {
            "" => Some(otherwise),
            t => t.parse::<f64>().ok().filter(|n| (0.0..=1.0).contains(n)),
        };
        let made = parts.and_then(|((from, to), whole)| {
            Some(Self {
                from: number(from, 0.0)?,
                to: number(to, 1.0)?,
                whole: whole || to.trim().is_empty(),
            })
        });
        made.filter(|r| r.from <= r.to).ok_or_else(|| {
            let said = crate::text::clean::line(text);
            Problem::input(format!("'{said}' is no range within 0 and 1"))
                .at_field("--confidence")
                .mend("write it as .60..=.65")
        })
    }

    fn holds(self, x: f64) -> bool {
        x >= self.from && if self.whole { x <= self.to } else { x < self.to }
    }
}

impl Pick {
    /// Whether an image of `log` is listed.
    pub fn holds(&self, item: &Item, log: &[Record]) -> bool {
        let confidence = || {
            let step = item.steps.get(Stage::B as usize)?;
            log.get(step.record?)?.confidence()
        };
        self.state.is_none_or(|w| w.holds(item))
            && self.confidence.is_none_or(|r| confidence().is_some_and(|c| r.holds(c)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_and_ranges_are_read_or_refused() {
        assert_eq!(Wanted::named("failed:d").unwrap(), Wanted::Failed(Some(Stage::D)));
        assert_eq!(Wanted::named("error").unwrap(), Wanted::Broken(None));
        for word in ["", "failed:E", "accepted:A", "lost"] {
            assert!(Wanted::named(word).is_err(), "{word}");
        }
        let r = Range::named(".60..=.65").unwrap();
        assert!(r.holds(0.6) && r.holds(0.65) && !r.holds(0.651) && !r.holds(0.59));
        assert_eq!(Range::named(".60-.65").unwrap(), r);
        let half = Range::named("0.5..0.6").unwrap();
        assert!(half.holds(0.5) && !half.holds(0.6));
        assert!(Range::named("..=.6").unwrap().holds(0.0) && Range::named(".6..").unwrap().holds(1.0));
        for text in ["", ".6", ".7..=.6", "a..b", "0..=2"] {
            assert!(Range::named(text).is_err(), "{text}");
        }
    }
}
