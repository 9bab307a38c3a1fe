//! Which programming language a file is in, and the grammar that reads it.
//!
//! One table of names, extensions and interpreters. Only languages with a linked grammar are here; every
//! other file is coloured by name elsewhere and has no outline.

use std::ops::ControlFlow;

use tree_sitter::{Language, ParseOptions, ParseState, Parser, Tree};

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
}

/// One line of the table. Extensions, file names and interpreters are in lower case.
struct Row {
    lang: Lang,
    name: &'static str,
    extensions: &'static [&'static str],
    files: &'static [&'static str],
    interpreters: &'static [&'static str],
}

const ROWS: [Row; Lang::COUNT] = [
    Row {
        lang: Lang::TypeScript,
        name: "TypeScript",
        extensions: &["ts", "mts", "cts"],
        files: &[],
        interpreters: &["ts-node", "tsx", "deno"],
    },
    Row {
        lang: Lang::Tsx,
        name: "TSX",
        extensions: &["tsx"],
        files: &[],
        interpreters: &[],
    },
    Row {
        lang: Lang::JavaScript,
        name: "JavaScript",
        extensions: &["js", "jsx", "mjs", "cjs", "es6"],
        files: &["jakefile"],
        interpreters: &["node", "nodejs", "bun"],
    },
    Row {
        lang: Lang::Python,
        name: "Python",
        extensions: &["py", "pyi", "pyw"],
        files: &["sconstruct", "sconscript", "wscript"],
        interpreters: &["python"],
    },
    Row {
        lang: Lang::Java,
        name: "Java",
        extensions: &["java"],
        files: &[],
        interpreters: &[],
    },
    Row {
        lang: Lang::C,
        name: "C",
        extensions: &["c"],
        files: &[],
        interpreters: &[],
    },
    Row {
        lang: Lang::Cpp,
        name: "C++",
        extensions: &[
            "cc", "cpp", "cxx", "c++", "hpp", "hh", "hxx", "h++", "ipp", "inl", "tpp", "ino", "cu", "cuh",
        ],
        files: &[],
        interpreters: &[],
    },
    Row {
        lang: Lang::Go,
        name: "Go",
        extensions: &["go"],
        files: &[],
        interpreters: &[],
    },
    Row {
        lang: Lang::Rust,
        name: "Rust",
        extensions: &["rs"],
        files: &[],
        interpreters: &[],
    },
    Row {
        lang: Lang::CSharp,
        name: "C#",
        extensions: &["cs", "csx"],
        files: &[],
        interpreters: &[],
    },
    Row {
        lang: Lang::Php,
        name: "PHP",
        extensions: &["php", "phtml", "php5", "php7"],
        files: &[],
        interpreters: &["php"],
    },
    Row {
        lang: Lang::Ruby,
        name: "Ruby",
        extensions: &["rb", "rake", "gemspec", "ru", "podspec"],
        files: &[
            "rakefile",
            "gemfile",
            "podfile",
            "vagrantfile",
            "guardfile",
            "capfile",
            "brewfile",
        ],
        interpreters: &["ruby"],
    },
];

/// How much of a header is looked at to tell C from C++.
const LOOK: usize = 1_000;

impl Lang {
    /// Number of languages.
    pub const COUNT: usize = 12;

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
    ];

    /// The language of the file at `path` (separated by `/`) that holds `text`; `None` when no grammar reads it.
    pub fn of(path: &str, text: &str) -> Option<Self> {
        let file = path.rsplit('/').next().unwrap_or(path).to_lowercase();
        if let Some(row) = ROWS.iter().find(|r| r.files.contains(&file.as_str())) {
            return Some(row.lang);
        }
        match file.rsplit_once('.') {
            Some((_, "h")) => Some(header(text)),
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

    /// The grammar that reads it.
    pub fn grammar(self) -> Language {
        match self {
            Self::TypeScript => tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
            Self::Tsx => tree_sitter_typescript::LANGUAGE_TSX,
            Self::JavaScript => tree_sitter_javascript::LANGUAGE,
            Self::Python => tree_sitter_python::LANGUAGE,
            Self::Java => tree_sitter_java::LANGUAGE,
            Self::C => tree_sitter_c::LANGUAGE,
            Self::Cpp => tree_sitter_cpp::LANGUAGE,
            Self::Go => tree_sitter_go::LANGUAGE,
            Self::Rust => tree_sitter_rust::LANGUAGE,
            Self::CSharp => tree_sitter_c_sharp::LANGUAGE,
            Self::Php => tree_sitter_php::LANGUAGE_PHP,
            Self::Ruby => tree_sitter_ruby::LANGUAGE,
        }
        .into()
    }
}

/// Why a file has no outline, and more about it.
pub fn no_outline(path: &str) -> (crate::domain::gold::Why, &'static str) {
    let _ = path;
    (crate::domain::gold::Why::NotCode, "")
}

/// Parses `text`; `None` when `stop` said so. Trees with error nodes are as good as others.
pub(crate) fn parse(lang: Lang, text: &str, stop: &dyn Fn() -> bool) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&lang.grammar()).ok()?;
    let bytes = text.as_bytes();
    let mut progress = |_: &ParseState| {
        if stop() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    parser.parse_with_options(&mut |at, _| bytes.get(at..).unwrap_or_default(), None, Some(options))
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

/// C or C++: the first lines that only C++ has decide.
fn header(text: &str) -> Lang {
    let cpp = text.lines().take(LOOK).map(str::trim_start).any(only_cpp);
    if cpp { Lang::Cpp } else { Lang::C }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_follows_the_enum() {
        for (n, lang) in Lang::ALL.into_iter().enumerate() {
            assert_eq!(lang.place(), n);
            assert_eq!(ROWS[n].lang, lang);
            let mut parser = tree_sitter::Parser::new();
            assert!(parser.set_language(&lang.grammar()).is_ok(), "{}", lang.name());
        }
    }

    #[test]
    fn extensions_and_names() {
        for (path, lang) in [
            ("src/a.ts", Some(Lang::TypeScript)),
            ("src/a.d.ts", Some(Lang::TypeScript)),
            ("A.TSX", Some(Lang::Tsx)),
            ("x/y.mjs", Some(Lang::JavaScript)),
            ("x/y.jsx", Some(Lang::JavaScript)),
            ("a.pyi", Some(Lang::Python)),
            ("a.cc", Some(Lang::Cpp)),
            ("a.c", Some(Lang::C)),
            ("Gemfile", Some(Lang::Ruby)),
            ("lib/tasks/x.rake", Some(Lang::Ruby)),
            ("a.cs", Some(Lang::CSharp)),
            ("a.scss", None),
            ("README", None),
            ("dir.py/file", None),
        ] {
            assert_eq!(Lang::of(path, ""), lang, "{path}");
        }
    }

    #[test]
    fn interpreters() {
        assert_eq!(Lang::of("bin/run", "#!/usr/bin/env python3\n"), Some(Lang::Python));
        assert_eq!(Lang::of("bin/run", "#!/usr/bin/python3.11 -u\n"), Some(Lang::Python));
        assert_eq!(
            Lang::of("cli", "#!/usr/bin/env -S A=1 node --x\n"),
            Some(Lang::JavaScript)
        );
        assert_eq!(Lang::of("cli", "#!/bin/sh\n"), None);
        assert_eq!(Lang::of("cli", "text"), None);
    }

    #[test]
    fn headers_are_read() {
        assert_eq!(Lang::of("a.h", "#pragma once\nnamespace x {\n}\n"), Lang::Cpp.into());
        assert_eq!(Lang::of("a.h", "#include <vector>\n"), Lang::Cpp.into());
        assert_eq!(
            Lang::of(
                "a.h",
                "/* class of\n * class */\n#include <math.h>\n#include <sys/types.h>\n#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void);\n"
            ),
            Lang::C.into()
        );
    }
}
