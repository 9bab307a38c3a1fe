//! Where a text names images.

use crate::domain::case::Exhibit;

/// `text` with every image in Markdown or HTML, and every bare address of an exhibit, replaced by `[Image N]`, N its
/// place among the exhibits; `[Image]` when it is none of them. With `marks` off they are removed without a trace, and
/// their alternative texts with them.
pub(super) fn marked(text: &str, exhibits: &[Exhibit], marks: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((at, found)) = next(rest, exhibits) {
        let (before, after) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(before);
        if marks {
            let place = exhibits.iter().position(|x| x.source == found.source);
            out.push_str(&place.map_or_else(|| "[Image]".to_owned(), |n| format!("[Image {}]", n + 1)));
        }
        rest = after.get(found.len..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// An image named in a text.
struct Named<'a> {
    source: &'a str,
    /// Bytes that name it.
    len: usize,
}

/// The first image of a text and where it stands.
fn next<'a>(text: &'a str, exhibits: &'a [Exhibit]) -> Option<(usize, Named<'a>)> {
    let markdown = text.match_indices("![").find_map(|(at, _)| {
        let found = markdown(text.get(at..)?)?;
        Some(linked(text, at, found))
    });
    let html = text
        .match_indices('<')
        .find_map(|(at, _)| Some((at, html(text.get(at..)?)?)));
    let bare = exhibits.iter().filter(|x| x.source.contains("://")).filter_map(|x| {
        let at = text.match_indices(x.source.as_str()).map(|(at, _)| at).find(|at| {
            // Not the beginning of a longer address.
            let after = text.get(at + x.source.len()..).unwrap_or_default();
            !after.starts_with(|c: char| {
                c.is_alphanumeric() || matches!(c, '/' | '_' | '-' | '%' | '?' | '&' | '=' | '#')
            })
        })?;
        Some((
            at,
            Named {
                source: &x.source,
                len: x.source.len(),
            },
        ))
    });
    markdown
        .into_iter()
        .chain(html)
        .chain(bare)
        .min_by_key(|(at, found)| (*at, usize::MAX - found.len))
}

/// `![alt](source "title")` at the start of a text.
fn markdown(text: &str) -> Option<Named<'_>> {
    let (alt, rest) = text.strip_prefix("![")?.split_once("](")?;
    if alt.contains("\n\n") || alt.contains("![") {
        return None;
    }
    // Addresses may hold pairs of brackets.
    let mut depth = 1_usize;
    let end = rest.char_indices().find_map(|(at, c)| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(at)
    })?;
    let inside = rest.get(..end)?;
    let source = inside.split_whitespace().next().unwrap_or_default();
    Some(Named {
        source: source.trim_matches(['<', '>']),
        len: 2 + alt.len() + 2 + end + 1,
    })
}

/// An image that is the text of a link, `[![alt](source)](target)`, with its link.
fn linked<'a>(text: &'a str, at: usize, found: Named<'a>) -> (usize, Named<'a>) {
    let before = text.get(..at).unwrap_or_default();
    let after = text.get(at + found.len..).unwrap_or_default();
    let target = after.strip_prefix("](").and_then(|t| t.split_once(')')).map(|(t, _)| t);
    match target.filter(|t| before.ends_with('[') && !t.contains(char::is_whitespace)) {
        Some(target) => (
            at - 1,
            Named {
                source: found.source,
                len: 1 + found.len + 2 + target.len() + 1,
            },
        ),
        None => (at, found),
    }
}

/// `<img … src="source" …>` at the start of a text.
fn html(text: &str) -> Option<Named<'_>> {
    let head = text.get(..4)?;
    if !head.eq_ignore_ascii_case("<img") || !text.get(4..)?.starts_with(|c: char| c.is_whitespace() || c == '/') {
        return None;
    }
    let end = text.find('>')?;
    let tag = text.get(..end)?;
    let source = ["src=\"", "src='", "SRC=\""].iter().find_map(|s| {
        let (_, rest) = tag.split_once(s)?;
        rest.split(['"', '\'']).next()
    });
    Some(Named {
        source: source.unwrap_or_default(),
        len: end + 1,
    })
}
