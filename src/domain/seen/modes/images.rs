//! Where a text names images.

use super::layout::Layout;
use crate::domain::case::Exhibit;

/// `text` with every image in Markdown or HTML replaced by `[Image N]`, N its place among the exhibits; `[Image]` when it
/// is none of them. A bare address of an exhibit, or a link to it, is no image: it stays, with the mark after it. With
/// `marks` off images are removed without a trace, and their alternative texts with them.
///
/// Code stays as it is, byte for byte: what looks like an image there is text.
pub(super) fn marked(text: &str, exhibits: &[Exhibit], marks: bool) -> String {
    let layout = Layout::of(text);
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    while let Some((at, found)) = next(text, done, exhibits, &layout, marks) {
        let end = if found.bare {
            layout.after(text, at + found.len)
        } else {
            at + found.len
        };
        // A bare address stays, and with it the link that it stands in.
        let kept = if found.bare { end } else { at };
        out.push_str(text.get(done..kept).unwrap_or_default());
        if marks {
            let place = exhibits.iter().position(|x| x.source == found.source);
            let mark = place.map_or_else(|| "[Image]".to_owned(), |n| format!("[Image {}]", n + 1));
            out.push_str(if found.bare { " " } else { "" });
            out.push_str(&mark);
        }
        done = end;
    }
    out.push_str(text.get(done..).unwrap_or_default());
    out
}

/// An image named in a text.
struct Named<'a> {
    source: &'a str,
    /// Bytes that name it.
    len: usize,
    /// Nothing but its address stands there.
    bare: bool,
}

/// The first image of a text from byte `from` on, and where it stands.
fn next<'a>(
    text: &'a str,
    from: usize,
    exhibits: &'a [Exhibit],
    layout: &'a Layout,
    bare: bool,
) -> Option<(usize, Named<'a>)> {
    let rest = text.get(from..)?;
    let places = |of: &'a str| rest.match_indices(of).map(move |(at, _)| from + at);
    let markdown = places("![").find_map(|at| {
        let found = markdown(text.get(at..)?)?;
        layout.whole(at, found.len).then(|| linked(text, from, at, found))
    });
    let html = places("<").find_map(|at| {
        let found = html(text.get(at..)?)?;
        layout.whole(at, found.len).then_some((at, found))
    });
    let by_name = layout.by_name.iter().find(|(range, _)| range.start >= from);
    let by_name = by_name.map(|(range, source)| {
        let found = Named {
            source,
            len: range.len(),
            bare: false,
        };
        linked(text, from, range.start, found)
    });
    let bare = exhibits
        .iter()
        .filter(|x| bare && x.source.contains("://"))
        .filter_map(|x| {
            let len = x.source.len();
            // Not the beginning of a longer address.
            let ends = |at: usize| !text.get(at + len..).is_some_and(goes_on);
            let at = places(&x.source).find(|at| ends(*at) && layout.whole(*at, len) && !layout.defines(*at))?;
            let source = x.source.as_str();
            Some((
                at,
                Named {
                    source,
                    len,
                    bare: true,
                },
            ))
        });
    markdown
        .into_iter()
        .chain(html)
        .chain(by_name)
        .chain(bare)
        .min_by_key(|(at, found)| (*at, usize::MAX - found.len))
}

/// Whether an address goes on with this text.
fn goes_on(text: &str) -> bool {
    let mut chars = text.chars();
    match chars.next() {
        Some('.') => chars.next().is_some_and(char::is_alphanumeric),
        Some(c) => c.is_alphanumeric() || matches!(c, '/' | '_' | '-' | '%' | '?' | '&' | '=' | '#'),
        None => false,
    }
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
        bare: false,
    })
}

/// An image that is the text of a link, `[![alt](source)](target)`, with its link, unless that begins before `from`.
fn linked<'a>(text: &'a str, from: usize, at: usize, found: Named<'a>) -> (usize, Named<'a>) {
    let before = text.get(from..at).unwrap_or_default();
    let after = text.get(at + found.len..).unwrap_or_default();
    let target = after.strip_prefix("](").and_then(|t| t.split_once(')')).map(|(t, _)| t);
    match target.filter(|t| before.ends_with('[') && !t.contains(char::is_whitespace)) {
        Some(target) => (
            at - 1,
            Named {
                source: found.source,
                len: 1 + found.len + 2 + target.len() + 1,
                bare: false,
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
        bare: false,
    })
}
