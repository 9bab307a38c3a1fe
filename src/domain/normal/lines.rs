//! Line numbers that stand at the end of a path: `a.ts:12`, `a.ts:3-9`, `a.ts#L10-L20`, `a.ts (line 12)`.

/// First and last line, from 1.
pub type Lines = (u32, u32);

fn number(text: &str) -> Option<(u32, &str)> {
    let text = text.strip_prefix(['L', 'l']).unwrap_or(text);
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    Some((digits.parse().ok().filter(|n| *n > 0)?, rest))
}

/// Lines at the start of `text` and what follows: `12`, `3-9`, `L10-L20`. A last line before the first is no range.
pub fn leading(text: &str) -> Option<(Lines, &str)> {
    let (first, rest) = number(text.trim_start())?;
    let dash = rest.trim_start().strip_prefix(['-', '–']).map(str::trim_start);
    match dash.and_then(number).filter(|(last, _)| *last >= first) {
        Some((last, rest)) => Some(((first, last), rest)),
        None => Some(((first, first), rest)),
    }
}

/// The whole of `text` as lines.
pub fn whole(text: &str) -> Option<Lines> {
    leading(text).filter(|(_, rest)| rest.trim().is_empty()).map(|(l, _)| l)
}

/// Splits the line numbers off the end of a path; `None` when there are none.
pub fn suffix(path: &str) -> Option<(&str, Lines)> {
    let some = |head: &str| !head.is_empty() && !head.ends_with([':', '/', '\\']);
    if let Some(inner) = path.strip_suffix(')') {
        let (head, words) = inner.rsplit_once('(')?;
        let words = words.trim_start();
        let digits = ["lines", "line"]
            .iter()
            .find_map(|w| words.strip_prefix(w))
            .unwrap_or(words);
        let named = digits.len() < words.len() || words.starts_with(['L', 'l']);
        let head = head.trim_end();
        return whole(digits).filter(|_| named && some(head)).map(|l| (head, l));
    }
    if let Some((head, tail)) = path.rsplit_once("#L") {
        return whole(tail).filter(|_| some(head)).map(|l| (head, l));
    }
    let (head, tail) = path.rsplit_once(':')?;
    let found = whole(tail).filter(|_| some(head) && !tail.contains(char::is_whitespace))?;
    // `a.ts:12:5` is line 12, column 5.
    match head.rsplit_once(':') {
        Some((before, line)) if some(before) && !tail.contains('-') => match whole(line) {
            Some(line) => Some((before, line)),
            None => Some((head, found)),
        },
        _ => Some((head, found)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_numbers_at_the_end() {
        assert_eq!(suffix("c#/a.ts:42"), Some(("c#/a.ts", (42, 42))));
        assert_eq!(suffix("a.ts:42"), Some(("a.ts", (42, 42))));
        assert_eq!(suffix("a.ts:3-9"), Some(("a.ts", (3, 9))));
        assert_eq!(suffix("a.ts:12:5"), Some(("a.ts", (12, 12))));
        assert_eq!(suffix("a.ts#L10-L20"), Some(("a.ts", (10, 20))));
        assert_eq!(suffix("a.ts#L7"), Some(("a.ts", (7, 7))));
        assert_eq!(suffix("a.ts (line 12)"), Some(("a.ts", (12, 12))));
        assert_eq!(suffix("a.ts (lines 3-9)"), Some(("a.ts", (3, 9))));
    }

    #[test]
    fn what_is_no_line_number_stays() {
        for path in [
            "a.ts",
            "a.ts:f",
            "app/(group)/page.tsx",
            "app/(2)",
            "a#2.ts",
            "a.ts:0",
            "a.ts:9x",
            ":3",
            "a::3",
            "",
            "a.ts:99999999999",
        ] {
            assert_eq!(suffix(path), None, "{path}");
        }
    }
}
