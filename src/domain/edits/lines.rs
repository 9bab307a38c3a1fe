//! What single lines of source say without a parser: their indent, and whether they are decorators only.

/// A line without the carriage return of its line end.
pub(super) fn bare(line: &str) -> &str {
    line.strip_suffix('\r').unwrap_or(line)
}

/// Width of the white space in front; a tab reaches the next multiple of eight.
pub(super) fn indent(line: &str) -> usize {
    line.chars()
        .map_while(|c| matches!(c, ' ' | '\t').then_some(c))
        .fold(0, |at, c| if c == '\t' { at - at % 8 + 8 } else { at + 1 })
}

/// Whether `block` is nothing but whole decorators, attributes or annotations, up to the line below it.
pub(super) fn attributes_only(block: &[&str]) -> bool {
    let text = block.join("\n");
    let mut rest = text.trim_start();
    if rest.is_empty() || block.last().is_none_or(|l| l.trim().is_empty()) {
        return false;
    }
    while !rest.is_empty() {
        let after = if let Some(name) = rest.strip_prefix('@') {
            let args = name.trim_start_matches(|c: char| c.is_alphanumeric() || "_.:$".contains(c));
            if args.len() == name.len() {
                return false;
            }
            if args.starts_with('(') {
                balanced(args)
            } else {
                Some(args)
            }
        } else {
            let list = rest.strip_prefix('#').unwrap_or(rest);
            if list.starts_with('[') { balanced(list) } else { None }
        };
        match after {
            Some(after) => rest = after.trim_start(),
            None => return false,
        }
    }
    true
}

/// What follows the bracket that `text` opens with; `None` when it stays open.
fn balanced(text: &str) -> Option<&str> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return text.get(at + c.len_utf8()..);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes() {
        for yes in ["@a", "@a.b(1)\n@c", "#[a(b)]", "[A] [B(1)]", "@a(\n  1,\n)"] {
            assert!(attributes_only(&yes.split('\n').collect::<Vec<_>>()), "{yes}");
        }
        for no in ["", "@a\n", "@a void f() {}", "@", "x", "@a(", "#define X", "// c"] {
            assert!(!attributes_only(&no.split('\n').collect::<Vec<_>>()), "{no}");
        }
    }

    #[test]
    fn indents() {
        assert_eq!(indent("    x"), 4);
        assert_eq!(indent("  \tx"), 8);
        assert_eq!(indent("x"), 0);
    }
}
