//! What a file of a repository is for, told by its path alone: source, test, doc, config, asset, generated.
//!
//! Patterns misfire (`sympy/testing/` and `src/build/Builder.ts` are source), so the one that matched is handed out
//! with the kind, and a repository may have its own patterns, which go first.

use std::fmt;

mod patterns;

/// What a file is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum FileKind {
    /// Code of the product; everything that no pattern takes.
    #[default]
    Source,
    /// Tests, their data and snapshots.
    Test,
    /// Documentation and change logs.
    Doc,
    /// Settings, packaging, continuous integration.
    Config,
    /// Pictures, fonts, sounds, archives.
    Asset,
    /// Written by a tool: minified, locked, compiled.
    Generated,
}

impl FileKind {
    /// Every kind.
    pub const ALL: [Self; 6] = [
        Self::Source,
        Self::Test,
        Self::Doc,
        Self::Config,
        Self::Asset,
        Self::Generated,
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Source => "source",
            Self::Test => "test",
            Self::Doc => "doc",
            Self::Config => "config",
            Self::Asset => "asset",
            Self::Generated => "generated",
        }
    }

    /// Reads the word.
    pub fn parse(text: &str) -> Result<Self, String> {
        let all = || Self::ALL.map(Self::word).join(", ");
        let found = Self::ALL.into_iter().find(|k| k.word() == text.trim());
        found.ok_or_else(|| format!("'{text}' is no kind of file: {}", all()))
    }
}

impl fmt::Display for FileKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.word())
    }
}

/// The kind of a path, and the pattern that said so; the pattern is empty for source that no pattern names.
///
/// `own` are patterns of the repository, tried first, the first match wins. A pattern is one of: `tests/` a folder at
/// any depth, `/docs/` a folder at the root, `*.snap` a name, `src/gen/*.ts` a whole path. `*` stands for any text.
pub fn kind_of<'a>(path: &str, own: &'a [(String, FileKind)]) -> (FileKind, &'a str) {
    if let Some((pattern, kind)) = own.iter().find(|(p, _)| matches(p, path)) {
        return (*kind, pattern);
    }
    for (kind, all) in patterns::TABLE {
        if let Some(pattern) = all.iter().find(|p| matches(p, path)) {
            return (*kind, pattern);
        }
    }
    (FileKind::Source, "")
}

/// Whether a pattern, as [`kind_of`] takes it, is true of a path. Patterns without capitals do not mind those of the
/// file's name.
pub fn matches(pattern: &str, path: &str) -> bool {
    if pattern.is_empty() {
        return false;
    }
    if let Some(folder) = pattern.strip_prefix('/').filter(|f| f.ends_with('/')) {
        return path.starts_with(folder);
    }
    if pattern.ends_with('/') {
        let inside = |at: usize| at == 0 || path.as_bytes().get(at - 1) == Some(&b'/');
        return path.match_indices(pattern).any(|(at, _)| inside(at));
    }
    if pattern.contains('/') {
        return glob(pattern.trim_start_matches('/'), path);
    }
    let name = path.rsplit('/').next().unwrap_or(path);
    let plain = !pattern.bytes().any(|b| b.is_ascii_uppercase());
    glob(pattern, name)
        || (plain && name.bytes().any(|b| b.is_ascii_uppercase()) && glob(pattern, &name.to_lowercase()))
}

/// Whether `text` is `pattern`, where `*` stands for any text.
fn glob(pattern: &str, text: &str) -> bool {
    let mut pieces = pattern.split('*');
    let Some(mut rest) = pieces.next().and_then(|head| text.strip_prefix(head)) else {
        return false;
    };
    let Some(tail) = pieces.next_back() else {
        return rest.is_empty();
    };
    for piece in pieces {
        match rest.find(piece).and_then(|at| rest.get(at + piece.len()..)) {
            Some(next) => rest = next,
            None => return false,
        }
    }
    rest.ends_with(tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(path: &str) -> FileKind {
        kind_of(path, &[]).0
    }

    #[test]
    fn kinds_by_path() {
        for (path, want) in [
            ("src/ui/Button.tsx", FileKind::Source),
            ("src/ui/Button.css", FileKind::Source),
            ("sympy/testing/runtests.py", FileKind::Source),
            ("src/build/Builder.ts", FileKind::Source),
            ("src/contest/latest.py", FileKind::Source),
            ("lib/attest.go", FileKind::Source),
            ("django/test/client.py", FileKind::Source),
            ("app/res/layout/main.xml", FileKind::Source),
            ("docs/src/App.tsx", FileKind::Source),
            ("src/Latest.java", FileKind::Source),
            ("", FileKind::Source),
            ("test/ui/Button.test.tsx", FileKind::Test),
            ("pkg/a/testing_test.go", FileKind::Test),
            ("tests/test_a.py", FileKind::Test),
            ("polls/tests.py", FileKind::Test),
            ("test_a.py", FileKind::Test),
            ("spec/models/user_spec.rb", FileKind::Test),
            ("src/Meter/meter.stories.js", FileKind::Doc),
            ("src/stories.js", FileKind::Source),
            ("src/__snapshots__/a.js.snap", FileKind::Test),
            ("src/main/FooTest.java", FileKind::Test),
            ("README.md", FileKind::Doc),
            ("ReadMe.MD", FileKind::Doc),
            ("CHANGELOG", FileKind::Doc),
            ("docs/guide.md", FileKind::Doc),
            ("package.json", FileKind::Config),
            (".github/workflows/ci.yml", FileKind::Config),
            ("webpack.config.js", FileKind::Config),
            ("CMakeLists.txt", FileKind::Config),
            ("requirements-dev.txt", FileKind::Config),
            ("src/logo.svg", FileKind::Asset),
            ("fonts/a.WOFF2", FileKind::Asset),
            ("dist/app.js", FileKind::Generated),
            ("build/app.js", FileKind::Generated),
            ("components/prism-c.min.js", FileKind::Generated),
            ("package-lock.json", FileKind::Generated),
            ("api/v1_pb2.py", FileKind::Generated),
        ] {
            assert_eq!(kind(path), want, "{path}: {}", kind_of(path, &[]).1);
        }
        assert_eq!(kind_of("test/ui/Button.test.tsx", &[]), (FileKind::Test, "test/"));
        assert_eq!(kind_of("src/a.ts", &[]), (FileKind::Source, ""));
    }

    #[test]
    fn own_patterns_go_first() {
        let own = [
            ("src/gen/".to_owned(), FileKind::Generated),
            ("/test/lib/".to_owned(), FileKind::Source),
            ("a/*/c*.ts".to_owned(), FileKind::Doc),
        ];
        assert_eq!(kind_of("x/src/gen/a.ts", &own), (FileKind::Generated, "src/gen/"));
        assert_eq!(kind_of("x/notsrc/gen/a.ts", &own).0, FileKind::Source);
        assert_eq!(kind_of("test/lib/a.ts", &own), (FileKind::Source, "/test/lib/"));
        assert_eq!(kind_of("a/b/cd.ts", &own).0, FileKind::Doc);
        assert_eq!(kind_of("a/cd.ts", &own).0, FileKind::Source);
    }

    #[test]
    fn stars_stand_for_any_text() {
        for (pattern, text, want) in [
            ("*.md", "a.md", true),
            ("*.md", ".md", true),
            ("*.md", "a.mdx", false),
            ("a*b*c", "axxbxxc", true),
            ("a*b*c", "ac", false),
            ("a*a", "a", false),
            ("*", "", true),
            ("**", "x", true),
            ("abc", "abc", true),
            ("abc", "abcd", false),
        ] {
            assert_eq!(glob(pattern, text), want, "{pattern} {text}");
        }
        for kind in FileKind::ALL {
            assert_eq!(FileKind::parse(kind.word()), Ok(kind));
        }
        assert!(FileKind::parse("junk").is_err());
    }

    proptest::proptest! {
        #[test]
        fn any_text_has_a_kind(path in "\\PC{0,24}", pattern in "[*/a-c]{0,8}") {
            let own = [(pattern.clone(), FileKind::Doc)];
            let (kind, by) = kind_of(&path, &own);
            proptest::prop_assert!(by.is_empty() || by != pattern || kind == FileKind::Doc);
        }
    }
}
