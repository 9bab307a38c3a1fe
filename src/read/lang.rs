//! Which programming language a file is in, and the grammar that reads it.
//!
//! One table of names, extensions and interpreters. What no grammar reads is coloured by name elsewhere and
//! has no outline; why that is so can be asked.

mod grammars;
mod table;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use tree_sitter::{Language, ParseOptions, ParseState, Parser, Tree};

use self::table::{NOT_CODE, NOT_CODE_FILES, ROWS, UNFIT};

/// A language with a grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lang {
    /// TypeScript without JSX.
    TypeScript,
    /// TypeScript with JSX.
    Tsx,
    /// JavaScript with or without JSX.
    JavaScript,
    /// Python.
    Python,
    /// Java.
    Java,
    /// C.
    C,
    /// C++.
    Cpp,
    /// Go.
    Go,
    /// Rust.
    Rust,
    /// C#.
    CSharp,
    /// PHP, with the markup around it.
    Php,
    /// Ruby.
    Ruby,
    /// HTML; its scripts are read as JavaScript.
    Html,
    /// Vue components.
    Vue,
    /// Svelte components.
    Svelte,
    /// CSS; it has no functions.
    Css,
    /// Kotlin.
    Kotlin,
    /// Swift.
    Swift,
    /// Scala.
    Scala,
    /// Dart.
    Dart,
    /// Lua.
    Lua,
    /// Bash and its relatives.
    Shell,
    /// Elixir.
    Elixir,
    /// R.
    R,
    /// Zig.
    Zig,
    /// Solidity.
    Solidity,
    /// The language of the Godot engine.
    GdScript,
    /// Clojure.
    Clojure,
    /// Perl.
    Perl,
    /// Objective-C.
    ObjectiveC,
    /// Haskell.
    Haskell,
    /// Julia.
    Julia,
    /// OCaml.
    OCaml,
    /// Interfaces of OCaml: declarations without functions.
    OCamlInterface,
    /// F#.
    FSharp,
    /// SQL.
    Sql,
}

/// How much of a header is looked at to tell C from C++.
const LOOK: usize = 1_000;

impl Lang {
    /// Number of languages.
    pub const COUNT: usize = 36;

    /// Every language, in table order.
    pub const ALL: [Self; Self::COUNT] = [
        Self::TypeScript,
        Self::Tsx,
        Self::JavaScript,
        Self::Python,
        Self::Java,
        Self::C,
        Self::Cpp,
        Self::Go,
        Self::Rust,
        Self::CSharp,
        Self::Php,
        Self::Ruby,
        Self::Html,
        Self::Vue,
        Self::Svelte,
        Self::Css,
        Self::Kotlin,
        Self::Swift,
        Self::Scala,
        Self::Dart,
        Self::Lua,
        Self::Shell,
        Self::Elixir,
        Self::R,
        Self::Zig,
        Self::Solidity,
        Self::GdScript,
        Self::Clojure,
        Self::Perl,
        Self::ObjectiveC,
        Self::Haskell,
        Self::Julia,
        Self::OCaml,
        Self::OCamlInterface,
        Self::FSharp,
        Self::Sql,
    ];

    /// The language of the file at `path` (separated by `/`) that holds `text`; `None` when no grammar that is
    /// built in reads it ([`why_not`] tells why).
    pub fn of(path: &str, text: &str) -> Option<Self> {
        Self::named_by(path, text).filter(|l| l.grammar().is_some())
    }

    /// As [`Lang::of`], whether its grammar is built in or not.
    fn named_by(path: &str, text: &str) -> Option<Self> {
        let file = file_name(path);
        if let Some(row) = ROWS.iter().find(|r| r.files.contains(&file.as_str())) {
            return Some(row.lang);
        }
        match file.rsplit_once('.') {
            Some((_, "h")) => Some(header(text)),
            Some((_, "m")) if matlab(text) => None,
            Some((_, ext)) => ROWS.iter().find(|r| r.extensions.contains(&ext)).map(|r| r.lang),
            None => by_shebang(text),
        }
    }

    /// Its usual name: `TypeScript`, `C++`.
    pub fn name(self) -> &'static str {
        ROWS.iter().find(|r| r.lang == self).map_or("", |r| r.name)
    }

    /// Its place in [`Lang::ALL`].
    pub(crate) fn place(self) -> usize {
        self as usize
    }

    /// Blocks end where the indent does, so text appended with a deeper indent extends a function.
    pub fn indented(self) -> bool {
        matches!(self, Self::Python | Self::GdScript | Self::Haskell | Self::FSharp)
    }

    /// Markup whose functions are those of its script blocks.
    pub(crate) fn holds_scripts(self) -> bool {
        matches!(self, Self::Html | Self::Vue | Self::Svelte)
    }

    /// The grammar that reads it; `None` when it is not built in.
    pub fn grammar(self) -> Option<Language> {
        grammars::grammar(self)
    }
}

/// Why a file has no outline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoOutline {
    /// It holds data, prose or media.
    NotCode,
    /// No grammar reads this language well enough.
    Unfit(&'static str),
    /// The grammar of this language was left out when the program was built.
    NotBuilt(&'static str),
    /// Nothing here knows this kind of file.
    Unknown,
}

impl std::fmt::Display for NoOutline {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotCode => write!(f, "not code"),
            Self::Unfit(name) => write!(f, "{name}: file level only"),
            Self::NotBuilt(name) => write!(f, "{name}: its grammar is not built in, file level only"),
            Self::Unknown => write!(f, "no grammar for this kind of file"),
        }
    }
}

/// Why the file at `path` that holds `text` has no outline; `None` when a grammar reads it.
pub fn why_not(path: &str, text: &str) -> Option<NoOutline> {
    if let Some(lang) = Lang::named_by(path, text) {
        return lang.grammar().is_none().then(|| NoOutline::NotBuilt(lang.name()));
    }
    let file = file_name(path);
    if let Some(name) = unfit(&file) {
        return Some(NoOutline::Unfit(name));
    }
    let ext = file.rsplit_once('.').map_or("", |(_, ext)| ext);
    if ext == "m" {
        return Some(NoOutline::Unfit("MATLAB"));
    }
    if NOT_CODE.contains(&ext) || NOT_CODE_FILES.contains(&file.as_str()) {
        return Some(NoOutline::NotCode);
    }
    Some(NoOutline::Unknown)
}

/// Whether a name tells source code, with or without a grammar that reads it; prose and data are none.
pub fn is_source(path: &str) -> bool {
    Lang::named_by(path, "").is_some() || unfit(&file_name(path)).is_some()
}

/// The language of most of the files at `paths`, told by their names and called as GitHub calls it; the one
/// seen first on a tie, empty when none is known. Grammars need not be built in; prose and data do not count.
pub fn language_of_files<'a>(paths: impl IntoIterator<Item = &'a str>) -> &'static str {
    let mut counts: Vec<(&'static str, usize)> = Vec::new();
    for path in paths {
        let name = match Lang::named_by(path, "") {
            Some(Lang::Tsx) => Some(Lang::TypeScript.name()),
            Some(lang) => Some(lang.name()),
            None => unfit(&file_name(path)),
        };
        let Some(name) = name else { continue };
        match counts.iter_mut().find(|(n, _)| *n == name) {
            Some((_, n)) => *n += 1,
            None => counts.push((name, 1)),
        }
    }
    let most = counts.iter().map(|(_, n)| *n).max();
    counts
        .iter()
        .find(|(_, n)| Some(*n) == most)
        .map_or("", |(name, _)| name)
}

/// A language as GitHub calls it, for a name or a short name (`cpp`, `golang`, `ts`); `None` when it is not known.
pub fn canonical_name(raw: &str) -> Option<&'static str> {
    const SHORT: [(&str, &str); 6] = [
        ("csharp", "C#"),
        ("fsharp", "F#"),
        ("golang", "Go"),
        ("node", "JavaScript"),
        ("objc", "Objective-C"),
        ("sh", "Shell"),
    ];
    let plain = raw.trim().to_lowercase();
    let known = ROWS.iter().find(|r| r.name.to_lowercase() == plain).map(|r| r.name);
    let unfit = || UNFIT.iter().map(|(name, ..)| *name).find(|n| n.to_lowercase() == plain);
    let short = || SHORT.iter().find(|(s, _)| *s == plain).map(|(_, name)| *name);
    let ending = || {
        ROWS.iter()
            .find(|r| r.extensions.contains(&plain.as_str()))
            .map(|r| r.name)
    };
    known.or_else(unfit).or_else(short).or_else(ending)
}

/// The last part of `path` in lower case.
fn file_name(path: &str) -> String {
    path.rsplit('/').next().unwrap_or(path).to_lowercase()
}

/// The language of a file (in lower case) that no grammar reads well enough.
fn unfit(file: &str) -> Option<&'static str> {
    let ext = file.rsplit_once('.').map_or("", |(_, ext)| ext);
    UNFIT
        .iter()
        .find(|(_, exts, files)| exts.contains(&ext) || files.contains(&file))
        .map(|(name, ..)| *name)
}

/// Looks at `stop` that a parse of any text may need; one look is a hundred steps, and even text in another
/// language needs one look per fifty bytes.
const LOOKS: usize = 2_000;

/// Parses `text`; `None` when `stop` said so or the parser goes in circles. Trees with error nodes are as good
/// as others.
pub(crate) fn parse(lang: Lang, text: &str, stop: &dyn Fn() -> bool) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&lang.grammar()?).ok()?;
    let bytes = text.as_bytes();
    let mut looks = LOOKS + bytes.len() / 2;
    let mut progress = |_: &ParseState| {
        looks = looks.saturating_sub(1);
        if looks == 0 || stop() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    // Perl's scanner looks for the line end of a comment without looking for the end of the text.
    let tail: &[u8] = if lang == Lang::Perl { b"\n" } else { b"" };
    let mut read = |at: usize, _| match bytes.get(at..) {
        Some([]) => tail,
        Some(rest) => rest,
        None => b"",
    };
    parser.parse_with_options(&mut read, None, Some(options))
}

/// `#!/usr/bin/env -S python3 -u` → Python.
fn by_shebang(text: &str) -> Option<Lang> {
    let line = text.lines().next()?.strip_prefix("#!")?;
    let mut words = line.split_whitespace();
    let first = words.next()?;
    let mut program = first.rsplit('/').next()?;
    if program == "env" {
        program = words.find(|w| !w.starts_with('-') && !w.contains('='))?;
    }
    let program = program.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    ROWS.iter().find(|r| r.interpreters.contains(&program)).map(|r| r.lang)
}

/// C, C++ or Objective-C: the first lines that only one of the latter has decide.
fn header(text: &str) -> Lang {
    if text.lines().take(LOOK).any(only_objc) {
        return Lang::ObjectiveC;
    }
    let cpp = text.lines().take(LOOK).map(str::trim_start).any(only_cpp);
    if cpp { Lang::Cpp } else { Lang::C }
}

fn only_objc(line: &str) -> bool {
    const STARTS: [&str; 4] = ["@interface ", "@protocol ", "@class ", "@implementation "];
    STARTS.iter().any(|s| line.starts_with(s))
}

/// MATLAB shares its ending with Objective-C: a comment or function of its own decides.
fn matlab(text: &str) -> bool {
    let line = text.lines().take(LOOK).map(str::trim_start).find(|l| !l.is_empty());
    line.is_some_and(|l| l.starts_with('%') || l.starts_with("function ") || l.starts_with("classdef "))
}

fn only_cpp(line: &str) -> bool {
    const STARTS: [&str; 12] = [
        "class ",
        "namespace ",
        "namespace{",
        "template<",
        "template <",
        "using namespace ",
        "public:",
        "private:",
        "protected:",
        "virtual ",
        "constexpr ",
        "explicit ",
    ];
    if line.starts_with("//") || line.starts_with('*') || line.starts_with("/*") {
        return false;
    }
    if let Some(file) = line.strip_prefix("#include") {
        // <vector>, but not <math.h>
        return file
            .trim_start()
            .strip_prefix('<')
            .is_some_and(|f| f.contains('>') && !f.contains('.') && !f.contains('/'));
    }
    STARTS.iter().any(|s| line.starts_with(s))
        || line.contains("std::")
        || line.contains("inline namespace ")
        || line.contains(" operator")
        || (line.starts_with("using ") && line.contains('='))
}
