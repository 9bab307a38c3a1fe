//! What an issue's text says besides words: addresses, comments of its form, links to images, tags.

/// The text without HTML comments, images and addresses; what a link says stays.
pub(in crate::domain) fn issue(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['<', '!', ']', 'h', 'w', 'H', 'W', 'd']) {
        let (before, tail) = rest.split_at(at);
        out.push_str(before);
        let inside = before.chars().next_back().or_else(|| out.chars().next_back());
        let in_word = inside.is_some_and(char::is_alphanumeric);
        match skipped(tail, in_word) {
            Some(left) => {
                out.push(' ');
                rest = left;
            }
            None => {
                let mut chars = tail.chars();
                out.extend(chars.next());
                rest = chars.as_str();
            }
        }
    }
    out.push_str(rest);
    out
}

/// What follows the thing that `tail` begins with, if it is one to be left out.
fn skipped(tail: &str, in_word: bool) -> Option<&str> {
    if let Some(comment) = tail.strip_prefix("<!--") {
        // A comment that is never closed reaches to the end, as browsers have it.
        return Some(comment.split_once("-->").map_or("", |(_, left)| left));
    }
    let lower = |n: usize| tail.get(..n).map(str::to_ascii_lowercase).unwrap_or_default();
    if lower(4) == "<img" || lower(6) == "<video" {
        return tail.split_once('>').map(|(_, left)| left);
    }
    if tail.starts_with("![") {
        let (_, after) = tail.split_once("](")?;
        return Some(behind(after).unwrap_or(""));
    }
    if let Some(link) = tail.strip_prefix("](") {
        return behind(link);
    }
    let address = ["http://", "https://", "www.", "data:image/"];
    if !in_word && address.iter().any(|a| lower(a.len()) == *a) {
        // A bracket that the address opened belongs to it.
        let mut depth = 0usize;
        let end = tail.find(|c: char| {
            depth += usize::from(c == '(');
            let closes = c == ')' && depth == 0;
            depth -= usize::from(c == ')' && depth > 0);
            c.is_whitespace() || closes || matches!(c, '<' | '>' | '"' | '`')
        });
        return Some(end.and_then(|n| tail.get(n..)).unwrap_or(""));
    }
    None
}

/// What follows the bracket that closes the target of a link, which may hold brackets itself but no line end.
fn behind(target: &str) -> Option<&str> {
    let mut depth = 0usize;
    for (at, c) in target.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return target.get(at + 1..),
            ')' => depth -= 1,
            '\n' => break,
            _ => {}
        }
    }
    target.split_once(')').map(|(_, left)| left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_and_the_rest_goes() {
        let words = |text: &str| issue(text).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(
            words("<!-- fill\nin --> Axis ![shot 1](https://x.example/a.png) is [off](https://y.example/b_c) here"),
            "Axis is [off here"
        );
        assert_eq!(words("see https://a.example/b/c.js, or www.b.example"), "see or");
        assert_eq!(words("<img width=3 src=\"u\"> a<b && c>d"), "a<b && c>d");
        assert_eq!(words("open <!-- never closed"), "open");
        assert_eq!(words("![a] b](c"), "");
        assert_eq!(
            words("[Here](https://x.example/?t=%23(https%3A%20a)%20b(c)) then"),
            "[Here then"
        );
        assert_eq!(words("see https://x.example/a_(b)?c=%20d) end"), "see ) end");
        assert_eq!(words("awww.x http:/ h"), "awww.x http:/ h");
        assert_eq!(words("wéird ]( ünd <img"), "wéird ]( ünd <img");
    }
}
