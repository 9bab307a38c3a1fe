//! Names of functions in a text: after the word that defines one, before a bracket, on lines of a stack, and names that
//! are written as only code is.

use super::files;

/// Words before a bracket, or after a defining word, that name no function.
const NONE: [&str; 44] = [
    "if", "for", "while", "switch", "return", "catch", "function", "def", "fn", "func", "fun", "and", "or", "not",
    "in", "is", "elif", "else", "with", "when", "match", "await", "async", "typeof", "sizeof", "new", "super", "this",
    "self", "class", "import", "require", "from", "throw", "assert", "print", "except", "foreach", "unless", "until",
    "lambda", "void", "do", "rgba",
];

/// Bytes of a name at most: packed text has humps, too.
const LONGEST: usize = 80;

/// Products written in mixed letters.
const PRODUCTS: [&str; 12] = [
    "iPhone", "iPad", "iPod", "iOS", "macOS", "eBay", "iCloud", "iTerm", "iMac", "jQuery", "mySQL", "openSUSE",
];

/// A name, with the dots or colons that qualify it, and what stands around it.
struct Name<'a> {
    text: &'a str,
    before: &'a str,
    after: &'a str,
}

/// All names of a text.
fn names(text: &str) -> impl Iterator<Item = Name<'_>> {
    let letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$');
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..)?;
        let start = at + rest.find(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '$'))?;
        let mut end = start;
        while let Some(rest) = text.get(end..) {
            let word = rest.find(|c| !letter(c)).unwrap_or(rest.len());
            end += word;
            let rest = text.get(end..).unwrap_or_default();
            let joint = if rest.starts_with("::") {
                2
            } else {
                usize::from(rest.starts_with('.'))
            };
            let next = rest.get(joint..).and_then(|r| r.chars().next());
            if joint == 0 || !next.is_some_and(|c| c.is_ascii_alphabetic() || c == '_') {
                break;
            }
            end += joint;
        }
        at = end.max(start + 1);
        Some(Name {
            text: text.get(start..end)?,
            before: text.get(..start)?,
            after: text.get(end..)?,
        })
    })
}

/// The last part of a qualified name.
fn last(name: &str) -> &str {
    name.rsplit(['.', ':']).next().unwrap_or(name)
}

/// `handleClick`, `get_user`, `_do_it`: small letter first, and a hump or an inner underline.
fn is_written_as_code(name: &str) -> bool {
    let word = last(name);
    let bare = word.trim_matches('_');
    let small = bare.starts_with(|c: char| c.is_ascii_lowercase());
    let hump = bare
        .bytes()
        .zip(bare.bytes().skip(1))
        .any(|(a, b)| (a.is_ascii_lowercase() || a.is_ascii_digit()) && b.is_ascii_uppercase());
    small && bare.len() >= 4 && (hump || bare.contains('_')) && !PRODUCTS.iter().any(|p| bare.starts_with(p))
}

/// Whether a bracket after the name makes a call of it: no `file(s)`, no `Save(Ctrl+S)`.
fn is_called(n: &Name<'_>) -> bool {
    let Some(inside) = n.after.strip_prefix('(') else {
        return false;
    };
    let word = last(n.text);
    if NONE.contains(&word) || n.text.len() < 2 || n.text.starts_with("console.") {
        return false;
    }
    let inside = inside.split([')', '\n']).next().unwrap_or_default();
    let qualified = word.len() < n.text.len();
    let capital = word.starts_with(|c: char| c.is_ascii_uppercase());
    let plural = matches!(inside, "s" | "es" | "ren" | "ies" | "d" | "ed");
    !plural && (qualified || !capital || inside.is_empty() || is_written_as_code(n.text) || humped(word))
}

/// `DatePicker`: two capitals with a small letter before the second.
fn humped(word: &str) -> bool {
    word.bytes()
        .zip(word.bytes().skip(1))
        .any(|(a, b)| a.is_ascii_lowercase() && b.is_ascii_uppercase())
}

/// Whether the word before defines a function.
fn is_defined(n: &Name<'_>) -> bool {
    let line = n.before.rsplit('\n').next().unwrap_or_default();
    let word = line
        .trim_end()
        .rsplit(|c: char| !c.is_ascii_alphanumeric())
        .next()
        .unwrap_or_default();
    let spaced = line.ends_with([' ', '\t']);
    let called = n.after.trim_start().starts_with(['(', '<', ':']);
    spaced && called && matches!(word, "def" | "function" | "fn" | "func" | "fun" | "sub") && !NONE.contains(&n.text)
}

/// Whether it names the function of a stack's line: `, in f`, `at f (`, `#1 0x0 in f (`, `12: a::b`.
fn is_framed(n: &Name<'_>) -> bool {
    let line = n.before.rsplit('\n').next().unwrap_or_default();
    let rest = n.after.split('\n').next().unwrap_or_default();
    let python = line.contains(", line ") && line.ends_with(", in ");
    let lead = line.trim_start();
    let js = matches!(lead, "at " | "at async " | "at new ") && rest.starts_with(" (");
    let debugger = lead.starts_with('#') && line.ends_with(" in ") && rest.starts_with(" (");
    let rust = n.text.contains("::")
        && lead
            .strip_suffix(": ")
            .is_some_and(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit()));
    let firefox = lead.is_empty() && rest.starts_with("@http");
    (python || js || debugger || rust || firefox) && !NONE.contains(&n.text)
}

/// Functions in order of the text.
pub(super) fn all(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    for n in names(text) {
        let in_path = n.before.ends_with(['/', '\\', '@', '-']) || n.after.starts_with(['/', '\\']);
        // Addresses carry ids and packed text that look like names.
        let word = n.before.rsplit(char::is_whitespace).next().unwrap_or_default();
        let address = n.after.starts_with("://") || word.contains("://") || n.text.len() > LONGEST;
        if address
            || (in_path && !n.after.starts_with('('))
            || (files::is_name(n.text) && !files::is_call(n.text, n.after))
        {
            continue;
        }
        // Cut out of a word of other letters.
        if n.before.ends_with(char::is_alphanumeric) || n.after.starts_with(char::is_alphanumeric) {
            continue;
        }
        if is_called(&n) || is_defined(&n) || is_framed(&n) || is_written_as_code(n.text) {
            out.push(n.text);
        }
    }
    out
}
