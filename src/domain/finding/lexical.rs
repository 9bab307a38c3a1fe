//! How strongly a text names a file or a function: path, file name, name of the function, stem, a shared word.

use std::collections::HashSet;

use crate::domain::matching::split_function;
use crate::domain::normal::chain::chain;

use super::facet::Strength;
use super::near;

/// Stems, names and words that say nothing about where.
const GENERIC: &[&str] = &[
    "index",
    "main",
    "mod",
    "init",
    "lib",
    "src",
    "app",
    "apps",
    "core",
    "base",
    "common",
    "util",
    "utils",
    "helper",
    "helpers",
    "misc",
    "type",
    "types",
    "const",
    "constants",
    "config",
    "configs",
    "settings",
    "setup",
    "test",
    "tests",
    "spec",
    "specs",
    "testing",
    "model",
    "models",
    "view",
    "views",
    "data",
    "api",
    "server",
    "client",
    "error",
    "errors",
    "exceptions",
    "default",
    "defaults",
    "package",
    "packages",
    "module",
    "modules",
    "component",
    "components",
    "style",
    "styles",
    "theme",
    "page",
    "pages",
    "docs",
    "readme",
    "changelog",
    "license",
    "version",
    "interface",
    "interfaces",
    "service",
    "services",
    "shared",
    "state",
    "value",
    "values",
    "name",
    "names",
    "file",
    "files",
    "path",
    "list",
    "item",
    "items",
    "node",
    "text",
    "image",
    "images",
    "user",
    "code",
    "get",
    "set",
    "run",
    "add",
    "new",
    "make",
    "create",
    "update",
    "delete",
    "remove",
    "open",
    "close",
    "read",
    "write",
    "load",
    "save",
    "start",
    "stop",
    "call",
    "apply",
    "copy",
    "next",
    "render",
    "show",
    "hide",
    "handle",
    "process",
    "build",
    "the",
    "and",
    "for",
    "not",
    "with",
    "from",
    "this",
    "that",
    "when",
    "com",
    "org",
    "java",
    "python",
    "github",
    "internal",
    "public",
    "private",
    "class",
    "function",
    "method",
    "object",
    "string",
    "number",
    "true",
    "false",
    "none",
    "null",
    "self",
    "use",
    "using",
    "example",
    "examples",
];

/// Endings of languages that name their files with dots: `pkg.mod`.
const DOTTED: &[&str] = &["py", "pyi", "pyx", "java", "kt", "scala", "groovy", "cs", "clj", "hs"];

/// Letters that end a word. Scripts that do not put blanks between words end it as well.
fn word_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || (c < '\u{2E80}' && c.is_alphanumeric())
}

/// In small letters, without `_` and `-`: `date-picker` and `DatePicker` are one.
fn squeezed(text: &str) -> String {
    text.chars()
        .filter(|c| !matches!(c, '_' | '-'))
        .flat_map(char::to_lowercase)
        .collect()
}

fn generic(squeezed: &str) -> bool {
    squeezed.chars().count() < 3 || GENERIC.contains(&squeezed)
}

/// The words of `camelCase`, `snake_case` and `kebab-case`, in small letters, without those that say nothing.
fn parts(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    for word in text.split(|c: char| !word_char(c) || c == '_') {
        let mut part = String::new();
        let mut low = false;
        for c in word.chars() {
            if c.is_uppercase() && low {
                out.push(std::mem::take(&mut part));
            }
            low = !c.is_uppercase();
            part.extend(c.to_lowercase());
        }
        out.push(part);
    }
    out.retain(|p| !generic(p) && !p.chars().all(char::is_numeric));
    out
}

/// A text made ready to be asked for many items.
#[derive(Debug, Clone, Default)]
pub struct Text {
    /// With `/` for `\`.
    plain: String,
    words: HashSet<String>,
    squeezed: HashSet<String>,
    parts: HashSet<String>,
}

impl Text {
    /// Of an issue, or of all evidence.
    pub fn new(text: &str) -> Self {
        let mut out = Self {
            plain: text.replace('\\', "/"),
            ..Self::default()
        };
        for chunk in text.split(|c: char| !word_char(c) && c != '-') {
            if chunk.is_empty() {
                continue;
            }
            out.squeezed.insert(squeezed(chunk));
            for word in chunk.split('-').filter(|w| !w.is_empty()) {
                out.squeezed.insert(squeezed(word));
                out.parts.extend(parts(word));
                out.words.insert(word.to_owned());
            }
        }
        out
    }

    /// Whether `needle` stands in the text with no word going on at its ends. `before` may stand in front of it.
    fn has(&self, needle: &str, before: &[char]) -> bool {
        if needle.is_empty() {
            return false;
        }
        self.plain.match_indices(needle).any(|(at, found)| {
            let head = self.plain.get(..at).and_then(|h| h.chars().next_back());
            let mut tail = self.plain.get(at + found.len()..).unwrap_or("").chars();
            let (next, after) = (tail.next(), tail.next());
            let starts = head.is_none_or(|c| before.contains(&c) || !(word_char(c) || matches!(c, '-' | '.')));
            let goes_on = next.is_some_and(word_char) || (next == Some('.') && after.is_some_and(word_char));
            starts && (!goes_on || before.contains(&'.') && next == Some('.'))
        })
    }

    /// How strongly it names the file `path`, or its function `name`.
    pub fn names(&self, path: &str, name: &str) -> Strength {
        if self.plain.is_empty() || path.is_empty() {
            return Strength::None;
        }
        if self.path(path) {
            return Strength::Path;
        }
        if self.has(path.rsplit('/').next().unwrap_or(path), &[]) {
            return Strength::Basename;
        }
        let chain = chain(name);
        let symbol = chain.leaf().filter(|s| !generic(&squeezed(s)));
        if symbol.is_some_and(|s| self.words.contains(s)) {
            return Strength::Symbol;
        }
        let stem = near::stem(path);
        let short = squeezed(stem);
        if !generic(&short) && self.squeezed.contains(&short) {
            return Strength::Stem;
        }
        let folders = path.rsplit_once('/').map_or("", |(dir, _)| dir);
        let weak = [stem, folders, name]
            .into_iter()
            .flat_map(parts)
            .any(|p| self.parts.contains(&p));
        if weak { Strength::Weak } else { Strength::None }
    }

    /// How strongly it names a gold id or any `path:name`.
    pub fn names_function(&self, id: &str) -> Strength {
        let (path, name) = split_function(id);
        self.names(path, name)
    }

    /// The path, its last two parts, or the module with dots.
    fn path(&self, path: &str) -> bool {
        let two = match path.rmatch_indices('/').nth(1) {
            Some((at, _)) => path.get(at + 1..).unwrap_or(path),
            None if path.contains('/') => path,
            None => return false,
        };
        if self.has(two, &[]) {
            return true;
        }
        let Some((module, ext)) = two.rsplit_once('.') else {
            return false;
        };
        let module = module.replace('/', ".");
        DOTTED.contains(&ext) && !module.ends_with(".__init__") && self.has(&module, &['.'])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strongest_naming_wins() {
        let path = "django/db/models/query_utils.py";
        for (text, want) in [
            ("in django/db/models/query_utils.py line 3", Strength::Path),
            ("see models/query_utils.py.", Strength::Path),
            ("C:\\site\\django\\db\\models\\query_utils.py", Strength::Path),
            ("django.db.models.query_utils.Q is broken", Strength::Path),
            ("see `query_utils.py`", Strength::Basename),
            ("见query_utils.py文件", Strength::Basename),
            ("my_query_utils.py", Strength::Weak),
            ("query_utils.pyc", Strength::Stem),
            ("query_utils.py.bak", Strength::Stem),
            ("xmodels/query_utils.py", Strength::Basename),
            ("the check_expression of it", Strength::Symbol),
            ("Check_expression", Strength::Weak),
            ("QueryUtils", Strength::Stem),
            ("query-utils", Strength::Stem),
            ("a slow query", Strength::Weak),
            ("It fails", Strength::None),
            ("", Strength::None),
        ] {
            assert_eq!(Text::new(text).names(path, "Q.check_expression"), want, "{text}");
        }
    }

    #[test]
    fn generic_names_say_nothing() {
        let text = Text::new("the index of my app cannot get the data");
        assert_eq!(text.names("src/core/index.ts", ""), Strength::None);
        assert_eq!(text.names("src/data.ts", "Store.get"), Strength::None);
        assert_eq!(Text::new("index.ts").names("src/core/index.ts", ""), Strength::Basename);
        assert_eq!(
            Text::new("edit setup.py").names("setup.py", ""),
            Strength::Basename,
            "no folder, no path"
        );
        assert_eq!(text.names("", "index"), Strength::None);
        assert_eq!(
            Text::new("onClick").names_function("src/ui/Button.tsx:onClick(e)"),
            Strength::Symbol
        );
    }

    proptest::proptest! {
        #[test]
        fn any_text_can_be_asked(text in "\\PC{0,40}", path in "\\PC{0,16}", name in "\\PC{0,12}") {
            let all = Text::new(&text);
            let _strength: Strength = all.names(&path, &name);
            let with = Text::new(&format!("{text} x/{path} "));
            proptest::prop_assert!(path.is_empty() || all.names(&path, &name) <= with.names(&path, &name));
        }
    }
}
