//! Which images of the gate are listed: one state after the other, and words.

use super::stage::{category, plain};
use super::table::{Row, Voices};
use super::{Stage, State, Verdict};
use crate::domain::case::CATEGORIES;

/// Which images are listed, one after the other on a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Show {
    /// All.
    #[default]
    All,
    /// Those that all four stages let pass.
    Accepted,
    /// Those that failed at this stage. Later ones are not asked then, so that D means: failed only D.
    Failed(Stage),
    /// Those with a stage that has no usable answer.
    Error,
    /// Those with a stage still to be asked.
    Open,
    /// Accepted ones of which D says less than A's limit.
    Flagged,
    /// Those of which a person judged a stage.
    People,
    /// Those whose category was given with a confidence of .60 to .65, just above the paper's limit.
    Close,
}

impl Show {
    /// All, in their order.
    pub const ALL: [Self; 11] = [
        Self::All,
        Self::Accepted,
        Self::Failed(Stage::A),
        Self::Failed(Stage::B),
        Self::Failed(Stage::C),
        Self::Failed(Stage::D),
        Self::Error,
        Self::Open,
        Self::Flagged,
        Self::People,
        Self::Close,
    ];

    /// The next one, around the end.
    #[must_use]
    pub fn next(self) -> Self {
        let at = Self::ALL.iter().position(|s| *s == self).map_or(0, |n| n + 1);
        Self::ALL.get(at).copied().unwrap_or_default()
    }

    /// Its words on screen.
    pub fn words(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Accepted => "accepted",
            Self::Failed(Stage::A) => "failed A",
            Self::Failed(Stage::B) => "failed B",
            Self::Failed(Stage::C) => "failed C",
            Self::Failed(Stage::D) => "failed only D",
            Self::Error => "no usable answer",
            Self::Open => "open",
            Self::Flagged => "flagged",
            Self::People => "judged by people",
            Self::Close => "confidence .60 to .65",
        }
    }

    /// Whether a row is listed.
    pub fn takes(self, row: &Row) -> bool {
        let state = row.item.state;
        match self {
            Self::All => true,
            Self::Accepted => state == State::Accepted,
            Self::Failed(stage) => state == State::Failed(stage),
            Self::Error => matches!(state, State::Broken(_)),
            Self::Open => matches!(state, State::Open(_)),
            Self::Flagged => row.item.flagged,
            Self::People => row.people.iter().any(|v| *v != Voices::None),
            Self::Close => row.said.confidence.is_some_and(|c| (0.6..=0.65).contains(&c)),
        }
    }
}

/// What was typed to narrow the list; all of it must hold.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Words {
    /// In the name of the case.
    case: Vec<String>,
    verdict: Option<Verdict>,
    open: bool,
    stage: Option<Stage>,
    /// B's confidence, both ends included.
    confidence: Option<(f64, f64)>,
    category: Option<&'static str>,
}

impl Words {
    /// Reads what was typed: words of the name of a case, `state:accepted|failed|error|open`, `stage:A` to `stage:D` for
    /// where it stopped, `conf:.60-.65` or `conf:.6` for B's confidence, `cat:ui_screenshot`, or the start of one.
    ///
    /// # Errors
    /// Says what is not understood and what would be.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut out = Self::default();
        for word in text.split_whitespace() {
            if word.starts_with('!') {
                return Err(format!(
                    "'{word}': no '!' here; write what the images shall have, as in state:open"
                ));
            }
            match word.split_once(':') {
                Some(("state", "accepted")) => out.verdict = Some(Verdict::Pass),
                Some(("state", "failed")) => out.verdict = Some(Verdict::Fail),
                Some(("state", "error")) => out.verdict = Some(Verdict::Error),
                Some(("state", "open")) => out.open = true,
                Some(("state", other)) => {
                    return Err(format!("no state '{other}': use accepted, failed, error or open"));
                }
                Some(("stage", name)) => {
                    let known = Stage::ALL.into_iter().find(|s| s.letter().eq_ignore_ascii_case(name));
                    out.stage = Some(known.ok_or_else(|| format!("no stage '{name}': use A, B, C or D"))?);
                }
                Some(("conf", range)) => out.confidence = Some(span(range)?),
                Some(("cat", name)) => out.category = Some(kind(name)?),
                _ => out.case.push(word.to_lowercase()),
            }
        }
        Ok(out)
    }

    /// Whether a row is listed.
    pub fn takes(&self, row: &Row) -> bool {
        let (verdict, stage, open) = match row.item.state {
            State::Accepted => (Some(Verdict::Pass), None, false),
            State::Failed(s) => (Some(Verdict::Fail), Some(s), false),
            State::Broken(s) => (Some(Verdict::Error), Some(s), false),
            State::Open(s) => (None, Some(s), true),
        };
        let said = &row.said;
        let within = |(lo, hi): (f64, f64)| said.confidence.is_some_and(|c| (lo..=hi).contains(&c));
        self.verdict.is_none_or(|v| verdict == Some(v))
            && (!self.open || open)
            && self.stage.is_none_or(|s| stage == Some(s))
            && self.confidence.is_none_or(within)
            && self.category.is_none_or(|c| said.category.as_deref() == Some(c))
            && (self.case.is_empty() || {
                let name = row.item.case.to_lowercase();
                self.case.iter().all(|w| name.contains(w.as_str()))
            })
    }
}

/// `.60-.65`, `.6-`, `-.5`, `.62`.
fn span(text: &str) -> Result<(f64, f64), String> {
    let fault = || format!("'{text}' is no range of confidence: write conf:.60-.65");
    let number = |part: &str, or: f64| {
        if part.is_empty() {
            return Ok(or);
        }
        let n: Option<f64> = part.parse().ok();
        n.filter(|n| (0.0..=1.0).contains(n)).ok_or_else(fault)
    };
    match text.split_once('-') {
        Some((lo, hi)) => Ok((number(lo, 0.0)?, number(hi, 1.0)?)),
        None if text.is_empty() => Err(fault()),
        None => number(text, 0.0).map(|n| (n, n)),
    }
}

/// A category by its name or the start of it.
fn kind(name: &str) -> Result<&'static str, String> {
    let start = plain(name);
    let known = category(name).or_else(|| {
        let named = |c: &&str| !start.is_empty() && plain(c).starts_with(&start);
        CATEGORIES.into_iter().find(named)
    });
    known.ok_or_else(|| format!("no category '{name}': use one of {}", CATEGORIES.join(", ")))
}
