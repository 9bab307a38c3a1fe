use super::*;
use crate::text::flow::{Line, flow};

/// The document as plain lines, pictures as `[source rows]`.
fn shown(text: &str, cols: usize) -> Vec<String> {
    let doc = read(text, &|u| u == "https://x.example/bare.png");
    flow(&doc, cols, &|_, _| (4, 2))
        .into_iter()
        .map(|l| match l {
            Line::Text(pieces) => pieces.into_iter().map(|p| p.text).collect(),
            Line::Picture {
                source, row, indent, ..
            } => format!("{}[{source} {row}]", " ".repeat(indent.into())),
        })
        .collect()
}

#[test]
fn pictures_stand_where_the_author_put_them() {
    let text = "before\n![a](u1) after\n\n<img width=\"3\" src='u2' alt=\"b\">\n\nend https://x.example/bare.png";
    assert_eq!(
        shown(text, 40),
        [
            "before",
            "[u1 0]",
            "[u1 1]",
            " after",
            "",
            "[u2 0]",
            "[u2 1]",
            "",
            "end",
            "[https://x.example/bare.png 0]",
            "[https://x.example/bare.png 1]"
        ]
    );
    assert_eq!(pictures(&read(text, &|_| false)), ["u1", "u2"]);
}

#[test]
fn line_breaks_of_issues_are_kept() {
    assert_eq!(shown("one\r\ntwo<br>three", 40), ["one", "two", "three"]);
}

#[test]
fn lists_tasks_and_nesting() {
    let text = "1. one\n2. two\n   - in\n\n- [x] done\n- [ ] open";
    assert_eq!(shown(text, 40), ["1. one", "2. two", "   ◦ in", "", "☑ done", "☐ open"]);
}

#[test]
fn code_quotes_tables_and_details() {
    let text = "> said\n\n```js\nlet x = 1;\n\tif\n```\n\n| a | b |\n|---|---|\n| 1 | two |\n\n<details>\n<summary>More <b>here</b></summary>\n\nhidden *text*\n\n</details>\nafter";
    assert_eq!(
        shown(text, 40),
        [
            "▌ said",
            "",
            "▏js",
            "▏let x = 1;",
            "▏    if",
            "",
            "a │ b  ",
            "──┼────",
            "1 │ two",
            "",
            "▾ More here",
            "┊ hidden text",
            "",
            "after",
        ]
    );
}

#[test]
fn a_long_item_hangs_under_its_text() {
    assert_eq!(shown("- aaa bbb ccc", 9), ["• aaa bbb", "  ccc"]);
}

#[test]
fn emoji_links_entities_and_unknown_tags() {
    assert_eq!(shown("ok :tada: at 10:30:15 &lt;x&gt;", 60), ["ok 🎉 at 10:30:15 <x>"]);
    assert_eq!(shown("see [docs](https://d.example/a/b)", 60), ["see docs ↗d.example"]);
    assert_eq!(shown("a Vec<T> b", 60), ["a Vec<T> b"]);
    assert_eq!(shown("a <!-- hidden --> b", 60), ["a  b"]);
}

#[test]
fn escape_sequences_cannot_pass() {
    for text in [
        "a\x1b]0;t\x07b",
        "`\x1b[2J`",
        "```\n\x1b[31m\n```",
        "![\x1b[1m](u)",
        "<img alt='\x1b' src=u>",
        "| \x1b |\n|-|\n| \u{202E} |",
    ] {
        let doc = format!("{:?}", read(text, &|_| false));
        assert!(
            !doc.contains("\\u{1b}") && !doc.contains("\\u{202e}"),
            "{text:?}: {doc}"
        );
    }
}

#[test]
fn hostile_nesting_is_bounded() {
    let deep = format!("{}x", "> ".repeat(5_000));
    assert!(shown(&deep, 20).len() < 200);
    let details = "<details>\n\n".repeat(3_000);
    let lines = shown(&format!("{details}x"), 20);
    assert!(lines.iter().any(|l| l.ends_with('x')));
}

proptest::proptest! {
    #[test]
    fn any_text_lays_out_at_any_width(text in "[ -~\\n世\\x1b]{0,120}", cols in 1usize..40) {
        for line in shown(&text, cols) {
            proptest::prop_assert!(!line.contains('\x1b') && !line.contains('\n'));
        }
    }
}
