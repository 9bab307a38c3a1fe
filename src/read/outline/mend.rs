//! What the TypeScript grammar cannot read is written so that it can; every byte stays in its place.
//!
//! Two kinds of text cost it the rest of a file: a call signature with type parameters on a line of its own after
//! one without a semicolon, and an escaped backtick in the type of a template.

use tree_sitter::{Node, Tree};

use crate::read::lang::{Lang, parse};

/// The tree of `text`, or of the text mended where that leaves fewer errors; `None` when `stop` said so.
pub(super) fn parsed(lang: Lang, text: &str, stop: &dyn Fn() -> bool) -> Option<Tree> {
    if !matches!(lang, Lang::TypeScript | Lang::Tsx) {
        return parse(lang, text, stop);
    }
    // Markup starts lines with `<` as well. Elsewhere such lines are nearly always signatures: one parse is enough.
    let mut first = None;
    if lang == Lang::TypeScript && has_lines_that_open(text) {
        match mended(text) {
            Some(other) => first = Some(parse(lang, &other, stop)?),
            None => return parse(lang, text, stop),
        }
    }
    if let Some(tree) = first.take_if(|t| !t.root_node().is_error()) {
        return Some(tree);
    }
    let plain = parse(lang, text, stop)?;
    if !plain.root_node().has_error() {
        return Some(plain);
    }
    if first.is_none()
        && let Some(other) = mended(text)
    {
        first = Some(parse(lang, &other, stop)?);
    }
    let left = errors(plain.root_node());
    Some(first.filter(|t| errors(t.root_node()) < left).unwrap_or(plain))
}

/// Type parameters, no comparison.
fn opens(line: &str) -> bool {
    line.strip_prefix('<')
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$'))
}

/// Some line starts with `<` after its indent.
fn has_lines_that_open(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr_iter(b'<', bytes).any(|at| {
        let before = bytes.get(..at).unwrap_or_default();
        before.iter().rev().find(|b| !matches!(b, b' ' | b'\t')) == Some(&b'\n')
    })
}

/// `text` with a semicolon in the indent of lines that look like a call signature after another, and without
/// escaped backticks; `None` when it has neither.
fn mended(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut before = "";
    for line in text.split_inclusive('\n') {
        let bare = line.trim();
        match line.strip_prefix([' ', '\t']) {
            Some(rest) if opens(bare) && ends_type(before) => {
                out.push(';');
                out.push_str(rest);
            }
            _ => out.push_str(line),
        }
        let comment = ["//", "/*", "*"].iter().any(|m| bare.starts_with(m));
        if !bare.is_empty() && !comment {
            before = bare;
        }
    }
    let out = out.replace("\\`", "__");
    (out != text).then_some(out)
}

/// The end of a type: not an arrow, nor a bare name whose own parameters may follow.
fn ends_type(line: &str) -> bool {
    if line.ends_with(['>', ']', ')', '}', '"', '\'', '`']) {
        return !line.ends_with("=>");
    }
    line.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '$') && line.contains([':', '>', '|', '&'])
}

fn errors(root: Node<'_>) -> usize {
    let mut count = 0;
    let mut cursor = root.walk();
    loop {
        let node = cursor.node();
        count += usize::from(node.is_error() || node.is_missing());
        if node.has_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return count;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_and_backticks_are_mended_in_place() {
        let text = "const f: {\n  <A>(a: A): B<A>\n  // plain\n  <A>(b: A): A\n} = g\ntype T = `\\`${U}`\n";
        let mended = mended(text).unwrap();
        assert_eq!(
            mended,
            "const f: {\n  <A>(a: A): B<A>\n  // plain\n; <A>(b: A): A\n} = g\ntype T = `__${U}`\n"
        );
        assert_eq!(mended.len(), text.len());
        let tree = |text| parse(Lang::TypeScript, text, &|| false).unwrap();
        assert!(tree(text).root_node().has_error());
        assert!(
            !parsed(Lang::TypeScript, text, &|| false)
                .unwrap()
                .root_node()
                .has_error()
        );
    }

    #[test]
    fn what_reads_well_or_no_better_is_left_alone() {
        for text in [
            "const a = (x) =>\n  <T>(x)\n",
            "let a = b\n  < c;\n",
            "function f\n  <T>(x: T) {}\n",
            "f(a\n  < b\n",
            "let a = 1\n",
        ] {
            let plain = parse(Lang::TypeScript, text, &|| false).unwrap();
            let again = parsed(Lang::TypeScript, text, &|| false).unwrap();
            assert_eq!(plain.root_node().to_sexp(), again.root_node().to_sexp(), "{text}");
        }
    }
}
