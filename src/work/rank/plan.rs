//! What to rank and how, and what the runs are called.

use crate::base::error::{Problem, Result};
use crate::domain::bm25::Recipe;
use crate::domain::bm25::ask::WEIGHT;
use crate::domain::run::RunInfo;
use crate::store::workspace::Workspace;
use crate::text::clean;

/// What a query is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Title and body.
    Text,
    /// Title, body and the evidence of all images.
    Vce,
}

impl Mode {
    /// As `run.toml` names it.
    pub fn input(self) -> &'static str {
        match self {
            Self::Text => "text-only",
            Self::Vce => "VCE",
        }
    }
}

/// What to rank and how.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Case ids; none for all.
    pub cases: Vec<String>,
    /// How.
    pub recipe: Recipe,
    /// Rank files.
    pub files: bool,
    /// Rank functions.
    pub functions: bool,
    /// One run each.
    pub modes: Vec<Mode>,
    /// Tests are in the pool.
    pub tests: bool,
    /// Weight of a term that an image says.
    pub weight: f64,
    /// Whose evidence counts, by the name of its file; `None` for all.
    pub producer: Option<String>,
    /// Suspects of a level at most.
    pub top: usize,
    /// Name of the run, instead of one made of recipe and settings.
    pub run: Option<String>,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            cases: Vec::new(),
            recipe: Recipe::Code,
            files: true,
            functions: false,
            modes: vec![Mode::Text],
            tests: false,
            weight: WEIGHT,
            producer: None,
            top: 100,
            run: None,
        }
    }
}

impl Plan {
    /// Name of the run of a mode: settings other than the usual ones are part of it, so that runs do not mix.
    pub fn run_name(&self, mode: Mode) -> String {
        let several = self.modes.len() > 1;
        match &self.run {
            Some(name) if several => format!("{name}-{}", mode.input()),
            Some(name) => name.clone(),
            None => {
                let mut out = format!("{}-{}", self.recipe.name(), mode.input());
                if self.tests {
                    out.push_str("-tests");
                }
                if mode == Mode::Vce && (self.weight - WEIGHT).abs() > f64::EPSILON {
                    out.push_str(&format!("-w{}", self.weight));
                }
                if let Some(producer) = self.producer.as_ref().filter(|_| mode == Mode::Vce) {
                    out.push_str(&format!("-{producer}"));
                }
                out
            }
        }
    }

    pub(super) fn info(&self, mode: Mode) -> RunInfo {
        let levels = match (self.files, self.functions) {
            (true, true) => "files and functions",
            (false, true) => "functions",
            _ => "files",
        };
        let mut note = format!(
            "{}; {levels} of the base commit, tests {}, top {}",
            self.recipe.about(),
            if self.tests { "in the pool" } else { "left out" },
            self.top
        );
        if mode == Mode::Vce {
            let whose = self.producer.as_ref().map_or_else(String::new, |p| format!(" of {p}"));
            note.push_str(&format!("; evidence{whose} x{}", self.weight));
        }
        RunInfo {
            system: self.recipe.name().to_owned(),
            input: mode.input().to_owned(),
            note,
            ..RunInfo::default()
        }
    }
}

/// Refuses a producer that has no evidence here.
///
/// # Errors
/// Names those that have some.
pub fn check_producer(ws: &Workspace, name: &str) -> Result<()> {
    let known: Vec<String> = ws
        .evidence()
        .iter()
        .filter_map(|f| Some(f.file_stem()?.to_string_lossy().into_owned()))
        .collect();
    if known.iter().any(|k| k == name) {
        return Ok(());
    }
    let p = Problem::input(format!("no evidence of '{}'", clean::line(name))).at_field("--producer");
    Err(match known.as_slice() {
        [] => p.mend("read some with: casefile see -w WORKSPACE"),
        known => p.mend(format!("name one of {}", clean::line(&known.join(", ")))),
    })
}
