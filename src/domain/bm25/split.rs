//! Terms of code: identifiers whole, and their parts at camelCase, `snake_case` and digits.

use super::stop;

/// Longest identifier that is looked at, in bytes; longer ones are data.
const LONGEST: usize = 96;

/// Longest term that an identifier gives as a whole, in bytes.
const WHOLE: usize = 48;

/// Calls `take` with every run of letters, digits and underscores in `text`.
pub(super) fn runs<'t>(text: &'t str, take: &mut dyn FnMut(&'t str)) {
    let bytes = text.as_bytes();
    let word = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80;
    let mut at = 0;
    while at < bytes.len() {
        let rest = bytes.get(at..).unwrap_or_default();
        let Some(skip) = rest.iter().position(|b| word(*b)) else {
            return;
        };
        at += skip;
        let rest = rest.get(skip..).unwrap_or_default();
        let len = rest.iter().position(|b| !word(*b)).unwrap_or(rest.len());
        // Runs begin and end at ASCII, so these are whole characters.
        let run = text.get(at..at + len).unwrap_or_default();
        at += len;
        if run.is_ascii() {
            take(run);
        } else {
            // Dashes, quotes and signs beyond ASCII end a word too.
            run.split(|c: char| !(c.is_alphanumeric() || c == '_'))
                .filter(|r| !r.is_empty())
                .for_each(&mut *take);
        }
    }
}

/// What a character is to the split.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Lower,
    Upper,
    Digit,
    Gap,
}

fn sort(c: char) -> Sort {
    match c {
        '_' => Sort::Gap,
        c if c.is_numeric() => Sort::Digit,
        c if c.is_uppercase() => Sort::Upper,
        _ => Sort::Lower,
    }
}

/// Calls `take` with the terms of one run, in lower case: the whole where it has parts, then the parts. Parts of one
/// character, numbers of one digit, and stop words are no terms.
pub(super) fn terms(run: &str, take: &mut dyn FnMut(&str)) {
    let whole = run.trim_matches('_');
    if run.len() > LONGEST || whole.is_empty() {
        return;
    }
    let mut give = |raw: &str| {
        let mut lower = raw.to_lowercase();
        if raw.is_ascii() {
            lower.make_ascii_lowercase();
        }
        if lower.chars().nth(1).is_some() && !stop::code(&lower) {
            take(&lower);
        }
    };
    let mut parts = 0;
    each_part(whole, &mut |_| parts += 1);
    if parts > 1 && whole.len() <= WHOLE {
        give(whole);
    }
    each_part(whole, &mut give);
}

fn each_part(whole: &str, take: &mut dyn FnMut(&str)) {
    let mut start = 0;
    let mut before = Sort::Gap;
    let mut chars = whole.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let now = sort(c);
        let next = chars.peek().map_or(Sort::Gap, |(_, c)| sort(*c));
        // `parseHTML|Tree`: the last capital of a row begins the next part.
        let cut = match (before, now) {
            (Sort::Upper, Sort::Upper) => next == Sort::Lower,
            (Sort::Upper, Sort::Lower) => false,
            (a, b) => a != b,
        };
        if cut && at > start {
            take(whole.get(start..at).unwrap_or_default());
        }
        if cut || now == Sort::Gap {
            start = if now == Sort::Gap { at + c.len_utf8() } else { at };
        }
        before = now;
    }
    if start < whole.len() {
        take(whole.get(start..).unwrap_or_default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<String> {
        let mut out = Vec::new();
        runs(text, &mut |run| terms(run, &mut |t| out.push(t.to_owned())));
        out
    }

    #[test]
    fn identifiers_are_whole_and_in_parts() {
        assert_eq!(all("parseHTMLTree"), ["parsehtmltree", "parse", "html", "tree"]);
        // `case` is a keyword.
        assert_eq!(all("snake_case_name"), ["snake_case_name", "snake", "name"]);
        assert_eq!(all("md5Sum2 x"), ["md5sum2", "md", "sum"]);
        assert_eq!(all("__init__ URL v8engine"), ["init", "url", "v8engine", "engine"]);
        assert_eq!(all("HTTPServer404"), ["httpserver404", "http", "server", "404"]);
        assert_eq!(all("grün-Straße “Größe” 図表"), ["grün", "straße", "größe", "図表"]);
        assert_eq!(all("the function of x"), Vec::<String>::new());
    }

    #[test]
    fn data_is_no_identifier() {
        assert_eq!(all(&"aB".repeat(60)), Vec::<String>::new());
        assert_eq!(all("___ $ _1"), Vec::<String>::new());
    }
}
