//! The engine Tesseract as a child process: a PNG goes in, its table of words comes out.

use std::process::Command;
use std::time::Duration;

use image::DynamicImage;

use super::child::{self, Ended, Limits};
use super::prepare::{How, png, prepare};
use super::{Engine, Fault, Reading, Watch, tsv};
use crate::base::error::{Problem, Result};
use crate::text::clean;

/// Most bytes of a table; the text of a full screen has some 100 KiB.
const MOST: usize = 4 << 20;

/// Time for a question about itself.
const ASK: Duration = Duration::from_secs(10);

/// Characters of what it says that are kept.
const SAID: usize = 200;

/// How a page is searched for text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// `--psm 3`, columns and paragraphs, on a picture enlarged twice and inverted where it is dark: reads most, with the
    /// fewest spurious words.
    Page,
    /// `--psm 11`, text wherever there is some, on the picture as it is: faster.
    Sparse,
}

impl Layout {
    fn psm(self) -> &'static str {
        match self {
            Self::Page => "3",
            Self::Sparse => "11",
        }
    }

    fn how(self) -> How {
        How {
            enlarge: self == Self::Page,
            invert: self == Self::Page,
        }
    }
}

/// Tesseract, found and asked for its version.
#[derive(Debug, Clone)]
pub struct Tesseract {
    program: String,
    version: String,
    languages: String,
    layout: Layout,
    time: Duration,
}

impl Tesseract {
    /// Looks whether `program` is there and knows the languages (`eng`, `eng+deu`). `time` is for one picture.
    ///
    /// # Errors
    /// It is not there, is something else, or lacks a language; a word that cannot be a language.
    pub fn find(program: &str, languages: &str, layout: Layout, time: Duration, watch: Watch<'_>) -> Result<Self> {
        let name = |l: &str| {
            let inner = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '/');
            l.starts_with(|c: char| c.is_ascii_alphabetic()) && l.chars().all(inner)
        };
        if !languages.split('+').all(name) {
            return Err(Problem::input(format!("'{}' is no language", clean::line(languages)))
                .at_field("--lang")
                .mend("write it as Tesseract names it: eng, deu, chi_sim, or several as eng+deu"));
        }
        let ended = ask(program, "--version", watch)?;
        // Old versions tell it on standard error.
        let said = [ended.out, ended.err].concat();
        let said = String::from_utf8_lossy(&said);
        let version = said.lines().find_map(|l| l.trim().strip_prefix("tesseract "));
        let Some(version) = version.map(short).filter(|_| ended.status.success()) else {
            return Err(missing(program, &format!("it says: {}", short(&said))));
        };
        let out = Self {
            program: program.to_owned(),
            version,
            languages: languages.to_owned(),
            layout,
            time,
        };
        out.check_languages(watch)?;
        Ok(out)
    }

    fn check_languages(&self, watch: Watch<'_>) -> Result<()> {
        let ended = ask(&self.program, "--list-langs", watch)?;
        let said = [ended.out, ended.err].concat();
        let said = String::from_utf8_lossy(&said);
        let mut known = said
            .lines()
            .skip_while(|l| !l.starts_with("List of available languages"));
        if known.next().is_none() {
            return Ok(());
        }
        let known: Vec<&str> = known.map(str::trim).collect();
        match self.languages.split('+').find(|l| !known.contains(l)) {
            None => Ok(()),
            Some(lacks) => Err(Problem::environment(format!(
                "Tesseract does not know the language '{lacks}'; it knows {}",
                short(&known.join(", "))
            ))
            .at_field("--lang")
            .mend(format!("install it, as with: apt install tesseract-ocr-{lacks}"))),
        }
    }
}

/// What the program answers to one option.
fn ask(program: &str, option: &str, watch: Watch<'_>) -> Result<Ended> {
    let limits = Limits { time: ASK, bytes: MOST };
    let ended = child::run(Command::new(program).arg(option), Vec::new(), limits, watch);
    ended.map_err(|fault| match fault {
        Fault::Stopped => Problem::environment("stopped; nothing was read"),
        fault => missing(program, &format!("it {fault}")),
    })
}

fn missing(program: &str, why: &str) -> Problem {
    Problem::environment(format!("no Tesseract at '{}': {why}", clean::line(program))).mend(
        "install it (apt install tesseract-ocr, brew install tesseract), or say where it is with --tesseract PROGRAM",
    )
}

/// The beginning of what a program says, in one line.
fn short(said: &str) -> String {
    let words: Vec<&str> = said.split_whitespace().collect();
    clean::line(&words.join(" ")).chars().take(SAID).collect()
}

impl Engine for Tesseract {
    fn name(&self) -> &'static str {
        "tesseract"
    }

    fn settings(&self) -> String {
        let twice = if self.layout.how().enlarge { ", 2x" } else { "" };
        let (version, psm, languages) = (&self.version, self.layout.psm(), &self.languages);
        format!("tesseract {version} --psm {psm} -l {languages}{twice}")
    }

    fn read(&self, picture: &DynamicImage, watch: Watch<'_>) -> std::result::Result<Reading, Fault> {
        let page = png(&prepare(picture, self.layout.how())).map_err(|e| Fault::Picture(e.to_string()))?;
        let mut command = Command::new(&self.program);
        command
            .args(["stdin", "stdout", "--psm", self.layout.psm(), "-l", &self.languages])
            // Not the word `tsv`: it names a file that some packages leave out.
            .args(["-c", "tessedit_create_tsv=1"])
            // Its threads gain little; several pictures at a time gain more.
            .env("OMP_THREAD_LIMIT", "1");
        let limits = Limits {
            time: self.time,
            bytes: MOST,
        };
        let ended = child::run(&mut command, page, limits, watch)?;
        if !ended.status.success() {
            let said = short(&String::from_utf8_lossy(&ended.err));
            return Err(Fault::Failed(ended.status.code(), said));
        }
        tsv::reading(&String::from_utf8_lossy(&ended.out)).ok_or(Fault::NoTable)
    }
}
