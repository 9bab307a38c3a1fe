//! The HTML that GitHub allows in issues: enough of it to read every issue, the rest shown as it stands.

use crate::text::clean;
use crate::text::doc::{Block, Inline, Look};

use super::build::{Builder, Frame};

/// Takes a piece of raw HTML; `block` when it stands as a block of its own, where text is not Markdown.
pub(super) fn feed(b: &mut Builder<'_>, raw: &str, block: bool) {
    let mut rest = raw;
    while !rest.is_empty() {
        let Some(open) = rest.find('<') else {
            text(b, rest, block);
            return;
        };
        let (before, from) = rest.split_at(open);
        text(b, before, block);
        if from.starts_with("<!--") {
            rest = from.split_once("-->").map_or("", |(_, tail)| tail);
            continue;
        }
        match from.split_once('>') {
            Some((inside, tail)) if name(inside).is_some() => {
                if !tag(b, inside) {
                    let look = Look { dim: true, ..b.look() };
                    b.piece(&format!("{inside}>"), look);
                }
                rest = tail;
            }
            _ => {
                let (one, tail) = from.split_at(1);
                text(b, one, block);
                rest = tail;
            }
        }
    }
}

fn text(b: &mut Builder<'_>, raw: &str, block: bool) {
    let raw = raw.trim_matches('\n');
    if raw.is_empty() || block && raw.trim().is_empty() {
        return;
    }
    b.words(&unescape(raw));
}

/// Name of the tag `<name …`, lower case.
fn name(inside: &str) -> Option<String> {
    let body = inside.strip_prefix('<')?;
    let body = body.strip_prefix('/').unwrap_or(body);
    let end = body.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(body.len());
    let name = body.split_at(end).0;
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        .then(|| name.to_lowercase())
}

/// Acts on one tag; false when it is none we know.
fn tag(b: &mut Builder<'_>, inside: &str) -> bool {
    let closing = inside.starts_with("</");
    let Some(name) = name(inside) else { return false };
    match (name.as_str(), closing) {
        ("img", _) => {
            if let Some(source) = attribute(inside, "src") {
                let alt = attribute(inside, "alt").map(|a| clean::line(&a)).unwrap_or_default();
                b.inline(Inline::Picture { source, alt });
            }
        }
        ("br", _) => b.inline(Inline::Break),
        ("hr", _) => {
            b.flush();
            b.block(Block::Rule);
        }
        ("details", false) => b.open(Frame::Details {
            summary: Vec::new(),
            in_summary: false,
        }),
        ("details", true) => b.close_details(),
        ("summary", closing) => b.summary(!closing),
        ("b" | "strong" | "th", false) => b.push_look(|l| l.strong = true),
        ("i" | "em", false) => b.push_look(|l| l.emphasis = true),
        ("code" | "tt" | "samp" | "pre", false) => b.push_look(|l| l.code = true),
        ("kbd", false) => b.push_look(|l| l.key = true),
        ("del" | "s" | "strike", false) => b.push_look(|l| l.strike = true),
        (
            "b" | "strong" | "th" | "i" | "em" | "code" | "tt" | "samp" | "kbd" | "del" | "s" | "strike" | "pre",
            true,
        ) => {
            b.pop_look();
        }
        ("h1" | "h2" | "h3" | "h4" | "h5" | "h6", false) => {
            b.flush();
            let level = name.bytes().last().map_or(1, |d| d - b'0');
            b.push_look(|l| l.heading = level);
        }
        ("h1" | "h2" | "h3" | "h4" | "h5" | "h6", true) => {
            b.flush();
            b.pop_look();
        }
        ("a", false) => b.link(&attribute(inside, "href").unwrap_or_default()),
        ("a", true) => b.link_end(),
        ("p" | "div" | "center" | "tr" | "table" | "ul" | "ol" | "blockquote" | "figure" | "section", _) => b.flush(),
        ("li", false) => {
            b.flush();
            b.words("• ");
        }
        ("td", true) => b.words("  "),
        ("td", false) | ("li", true) => {}
        (
            "span" | "sub" | "sup" | "small" | "big" | "font" | "u" | "ins" | "mark" | "tbody" | "thead" | "picture"
            | "source" | "video" | "q" | "dl" | "dt" | "dd" | "abbr" | "var" | "ruby" | "rt" | "rp" | "figcaption",
            _,
        ) => {}
        _ => return false,
    }
    true
}

/// Value of an attribute, with or without quotes.
fn attribute(inside: &str, want: &str) -> Option<String> {
    let mut rest = inside;
    loop {
        let at = rest.to_ascii_lowercase().find(want)?;
        let (before, from) = rest.split_at(at);
        let tail = from.split_at(want.len()).1;
        let value = tail.trim_start().strip_prefix('=');
        if let (Some(value), true) = (value, before.ends_with([' ', '\n', '\t', '"', '\''])) {
            let value = value.trim_start();
            let quote = value.chars().next()?;
            let raw = if quote == '"' || quote == '\'' {
                value.split(quote).nth(1)?
            } else {
                value.split([' ', '\n', '\t']).next()?.trim_end_matches('/')
            };
            return Some(unescape(raw));
        }
        rest = tail;
    }
}

fn unescape(raw: &str) -> String {
    if !raw.contains('&') {
        return raw.to_owned();
    }
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some((head, tail)) = rest.split_once('&') {
        out.push_str(head);
        let found = tail
            .split_once(';')
            .filter(|(n, _)| n.len() <= 8)
            .and_then(|(name, after)| {
                let c = match name {
                    "lt" => '<',
                    "gt" => '>',
                    "amp" => '&',
                    "quot" => '"',
                    "apos" => '\'',
                    "nbsp" => ' ',
                    _ => {
                        let digits = name.strip_prefix('#')?;
                        let code = match digits.strip_prefix(['x', 'X']) {
                            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                            None => digits.parse().ok()?,
                        };
                        char::from_u32(code)?
                    }
                };
                Some((c, after))
            });
        match found {
            Some((c, after)) => {
                out.push(c);
                rest = after;
            }
            None => {
                out.push('&');
                rest = tail;
            }
        }
    }
    out.push_str(rest);
    out
}
