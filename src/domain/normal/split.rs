//! F1: where the file of an entry ends and the name begins.

/// Endings of source files, for the form `path.py/Class/method`, which looks like a folder otherwise.
const SOURCES: [&str; 44] = [
    "py", "pyi", "js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts", "java", "kt", "kts", "go", "rs", "c", "h", "cc",
    "cpp", "cxx", "hpp", "hh", "cs", "rb", "php", "swift", "scala", "m", "mm", "vue", "svelte", "dart", "lua", "ex",
    "exs", "clj", "hs", "ml", "pl", "sh", "sql", "css", "scss", "html",
];

/// An entry in two parts.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Split<'a> {
    /// File; empty when the entry is a name without one.
    pub(super) file: &'a str,
    /// Name; `None` when there is no separator.
    pub(super) name: Option<&'a str>,
    /// The name's own parts stand between `/`.
    pub(super) folders: bool,
}

/// Letters after the last dot of `file`, when they can be an ending.
fn ending(file: &str, dot: usize) -> Option<&str> {
    let (stem, ext) = file.split_at_checked(dot)?;
    let ext = ext.strip_prefix('.')?.trim_end_matches(['`', '"', '\'', '*', ' ']);
    let stem_ends = stem.chars().next_back().is_some_and(|c| c != '/' && c != '\\');
    let fits = (1..=10).contains(&ext.len()) && ext.bytes().all(|b| b.is_ascii_alphanumeric() || b"_+-".contains(&b));
    (fits && stem_ends).then_some(ext)
}

/// A drive such as `C:\`, whose colon separates nothing.
fn drive(text: &str) -> bool {
    let mut chars = text.trim_start_matches(['`', '"', '\'']).chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic())
        && chars.next() == Some(':')
        && matches!(chars.next(), Some('\\' | '/'))
}

/// Splits at the first `::`, `:` or `#` behind an ending, else behind a source file that has parts below it, else at
/// the first `:`.
pub(super) fn split(text: &str) -> Split<'_> {
    let mut dot = None;
    let mut folder = None;
    let mut colon = None;
    let mut skip = drive(text);
    for (at, c) in text.char_indices() {
        let file = |dot: Option<usize>| {
            let dot = dot.filter(|d| at - d <= 16)?;
            let head = text.get(..at)?;
            ending(head, dot).map(|ext| (head, ext))
        };
        match c {
            ':' if skip => skip = false,
            ':' | '#' => {
                if let Some((head, _)) = file(dot) {
                    let rest = text.get(at + 1..).unwrap_or("");
                    let rest = if c == ':' {
                        rest.strip_prefix(':').unwrap_or(rest)
                    } else {
                        rest
                    };
                    return Split {
                        file: head,
                        name: Some(rest),
                        folders: false,
                    };
                }
                if c == ':' {
                    colon = colon.or(Some(at));
                }
            }
            '/' => {
                let source = file(dot).filter(|(_, ext)| SOURCES.contains(&ext.to_ascii_lowercase().as_str()));
                if source.is_some() {
                    folder = Some(at);
                }
                dot = None;
            }
            '\\' => dot = None,
            '.' => dot = Some(at),
            _ => {}
        }
    }
    if let Some(at) = colon {
        let (head, rest) = text.split_at_checked(at).unwrap_or((text, ""));
        let rest = rest.strip_prefix(':').unwrap_or(rest);
        return match rest.strip_prefix(':') {
            // `Store::get` names no file.
            Some(_) if !head.contains(['/', '.']) => Split::default(),
            Some(name) => Split {
                file: head,
                name: Some(name),
                folders: false,
            },
            None => Split {
                file: head,
                name: Some(rest),
                folders: false,
            },
        };
    }
    let below = folder.and_then(|at| {
        let (head, rest) = text.split_at_checked(at)?;
        let rest = rest.strip_prefix('/')?;
        let last = rest.rsplit('/').next().unwrap_or(rest);
        let ext = last.rsplit_once('.').map_or("", |(_, ext)| ext);
        let is_file = SOURCES.contains(&ext.to_ascii_lowercase().as_str());
        (!is_file && !rest.is_empty()).then_some(Split {
            file: head,
            name: Some(rest),
            folders: true,
        })
    });
    below.unwrap_or(Split {
        file: text,
        name: None,
        folders: false,
    })
}
