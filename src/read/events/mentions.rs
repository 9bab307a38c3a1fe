//! Paths that stand in what an action printed: mentioned, not opened. And how the printed text says that the
//! action failed.

use super::place::{Roots, join};
use super::shell::like_file;

/// Most paths taken of one output.
const MOST: usize = 100;
/// Most bytes of one output that are looked at.
const LOOK: usize = 1 << 20;

/// Longest word that can be a path, in bytes.
const LONG: usize = 300;

/// Where an output was printed.
pub(super) struct Printed<'a> {
    pub(super) cwd: &'a str,
    /// Folders were listed, nothing else: a line may name the one that follows.
    pub(super) listing: bool,
    /// The folder that was listed: bare names stand in it.
    pub(super) folder: Option<&'a str>,
    pub(super) roots: &'a Roots,
}

/// Repository paths in `output`, each once, at most 100; those that `known` has are left out.
pub(super) fn paths(output: &str, at: &Printed<'_>, known: &dyn Fn(&str) -> bool) -> Vec<String> {
    let output = output.get(..output.floor_char_boundary(LOOK)).unwrap_or("");
    let mut out: Vec<String> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    let mut words = std::collections::HashSet::new();
    let mut folder = at.folder.map(str::to_owned);
    for line in output.lines() {
        if refused(line) {
            continue;
        }
        let header = line
            .strip_suffix(':')
            .filter(|h| at.listing && !h.is_empty() && !h.contains(' '));
        if let Some(header) = header {
            folder = Some(join(at.cwd, header));
            continue;
        }
        // It repeats what was asked for.
        let headline = line.starts_with("Found ");
        let diff = line.starts_with("diff --git ") || line.starts_with("--- ") || line.starts_with("+++ ");
        for token in line.split(between).filter(|t| t.len() <= LONG) {
            let token = trimmed(token);
            let token = if diff {
                token
                    .strip_prefix("a/")
                    .or_else(|| token.strip_prefix("b/"))
                    .unwrap_or(token)
            } else {
                token
            };
            // Where `./x` counts from is known only of a program's own lines.
            let own = !token.starts_with('.') || line.trim_start().starts_with(token);
            let full = if own && is_path(token) {
                // An output of `grep` has the same file on many lines.
                if !words.insert(token) {
                    continue;
                }
                join(at.cwd, token)
            } else if let Some(folder) = folder.as_deref().filter(|_| !headline && bare(token)) {
                join(folder, token)
            } else {
                continue;
            };
            let path = at.roots.strip(&full);
            let outside = path.starts_with(['/', '~']) || path.starts_with("..") || path.starts_with(".git/");
            if outside || !seen.insert(path.clone()) || known(&path) {
                continue;
            }
            out.push(path);
            if out.len() == MOST {
                return out;
            }
        }
    }
    out
}

fn between(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '"' | '\'' | '`' | ',' | ';' | '<' | '>' | '|' | '=' | ':' | '\u{2018}' | '\u{2019}'
        )
}

/// Without the marks that prose and listings put around a path; brackets that belong to it stay.
fn trimmed(mut token: &str) -> &str {
    loop {
        let before = token;
        token = token.trim_end_matches(['.', '*', '!', '?', '@', '\\']);
        for (open, close) in [('(', ')'), ('[', ']'), ('{', '}')] {
            let opens = token.matches(open).count();
            let closes = token.matches(close).count();
            if opens > closes {
                token = token.strip_prefix(open).unwrap_or(token);
            }
            if closes > opens {
                token = token.strip_suffix(close).unwrap_or(token);
            }
            token = token
                .strip_prefix(open)
                .and_then(|t| t.strip_suffix(close))
                .unwrap_or(token);
        }
        if token == before {
            return token;
        }
    }
}

fn is_path(token: &str) -> bool {
    let good = |c: char| c.is_alphanumeric() || "_-./@+~()[]$#&%".contains(c);
    token.len() >= 3 && token.contains('/') && !token.contains("//") && named(token) && token.chars().all(good)
}

fn bare(token: &str) -> bool {
    !token.starts_with('-') && !token.contains(['/', '(']) && named(token)
}

/// Ends like a file name: `x.py`, not `1.5` and not `.git`.
fn named(token: &str) -> bool {
    let name = token.rsplit('/').next().unwrap_or(token);
    let Some((stem, end)) = name.rsplit_once('.') else {
        return false;
    };
    like_file(name)
        && !stem.is_empty()
        && end.starts_with(char::is_alphabetic)
        && stem.chars().any(char::is_alphanumeric)
}

/// A line by which a program says that a file cannot be read.
pub(super) fn refused(line: &str) -> bool {
    [
        "No such file",
        "cannot access",
        "can't open",
        "cannot open",
        "Permission denied",
        "Is a directory",
        "can't read",
    ]
    .iter()
    .any(|w| line.contains(w))
}

/// Whether a line names `word`, and not only something below it.
pub(super) fn names(line: &str, word: &str) -> bool {
    let longer = |c: char| c.is_alphanumeric() || "/_-.".contains(c);
    let mut ends = line
        .match_indices(word)
        .take(20)
        .filter_map(|(at, _)| line.get(at + word.len()..));
    !word.is_empty() && ends.any(|rest| !rest.trim_start_matches('/').starts_with(longer))
}

/// Whether the answer of a tool says that it failed.
pub(super) fn failed(output: &str) -> bool {
    let start = output.trim_start();
    let marks = [
        "ERROR",
        "Error",
        "[Error",
        "error:",
        "Your proposed edit has introduced",
        "[Your proposed edit",
        "[No exact match",
    ];
    if marks.iter().any(|m| start.starts_with(m)) {
        return true;
    }
    let short = start.len() < 500;
    let words = [
        "No such file",
        "does not exist",
        "not found",
        "Invalid `",
        "No replacement was performed",
        "was not executed",
    ];
    short && words.iter().any(|w| start.contains(w))
}

/// First and last number of the first run of numbered lines (`12:…`, `12|…`, `  12⇥…`).
pub(super) fn window(output: &str) -> Option<(u32, u32)> {
    let mut found: Option<(u32, u32)> = None;
    for line in output.lines().take(20_000) {
        let line = line.trim_start();
        let end = line.find(|c: char| !c.is_ascii_digit()).unwrap_or(line.len());
        let (digits, rest) = line.split_at_checked(end)?;
        let number: Option<u32> = digits.parse().ok().filter(|_| rest.starts_with([':', '|', '\t']));
        match (found, number) {
            (None, Some(n)) => found = Some((n, n)),
            (Some((first, last)), Some(n)) if n == last.saturating_add(1) => found = Some((first, n)),
            (None, None) => {}
            (Some(_), _) => break,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(output: &str, folder: Option<&str>) -> Vec<String> {
        let mut roots = Roots::default();
        roots.add("/w");
        let at = Printed {
            cwd: "/w",
            listing: folder.is_some(),
            folder,
            roots: &roots,
        };
        paths(output, &at, &|p| p == "known/a.py")
    }

    #[test]
    fn paths_of_outputs() {
        assert_eq!(
            of("src/a.py:12:import b\n./x/c.ts\n/w/d/e.go", None),
            ["src/a.py", "x/c.ts", "d/e.go"]
        );
        assert_eq!(of("  File \"/w/pkg/m.py\", line 3, in f", None), ["pkg/m.py"]);
        assert_eq!(
            of("see (src/x.js), [app/[id]/p.tsx] and app/(g)/q.tsx.", None),
            ["src/x.js", "app/[id]/p.tsx", "app/(g)/q.tsx"]
        );
        assert_eq!(
            of("https://github.com/o/r/x.py known/a.py /usr/lib/y.py 3/4.5 a/b", None),
            [""; 0]
        );
        assert_eq!(of("cat: src/no.py: No such file or directory", None), [""; 0]);
        assert_eq!(of("diff --git a/src/x.c b/src/x.c\n--- a/src/x.c", None), ["src/x.c"]);
        assert_eq!(
            of("-rw-r--r-- 1 root 4.5K Apr 30 08:32 parser.c\nast", Some("/w/src")),
            ["src/parser.c"]
        );
        assert_eq!(
            of("/w/lib:\na.js  b.js*\n\n/w/lib/in:\nc.js", Some("/w/lib")),
            ["lib/a.js", "lib/b.js", "lib/in/c.js"]
        );
        assert_eq!(
            of(
                &(0..500).map(|n| format!("a/{n}.py")).collect::<Vec<_>>().join("\n"),
                None
            )
            .len(),
            100
        );
    }

    #[test]
    fn hostile_outputs_end() {
        for piece in ["(", "[)", "a/b.c", "(a/b.c ", ":", "./", "é/"] {
            of(&piece.repeat(300_000), Some("/w"));
        }
    }

    #[test]
    fn a_message_names_the_whole_path() {
        assert!(names("ls: cannot access 'src/main': No such file", "src/main"));
        assert!(!names("ls: cannot access 'src/main': No such file", "src"));
        assert!(names("cat: a.py: No such file", "a.py") && !names("cat: a.pyc: No such file", "a.py"));
    }

    #[test]
    fn windows_and_failures() {
        assert_eq!(
            window("[File: x (9 lines)]\n(3 more lines above)\n4:a\n5:b\n6:\n(3 more)"),
            Some((4, 6))
        );
        assert_eq!(window("cat -n\n   940\ta\n   941\tb"), Some((940, 941)));
        assert_eq!(window("nothing"), None);
        assert!(failed("ERROR:\nInvalid `path` parameter") && failed("File x.py not found"));
        assert!(!failed("1:def error(): pass"));
    }
}
