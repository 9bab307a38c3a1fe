//! Fitting hunks, and the reasons for differences.

use super::*;
use crate::domain::symbol::{LineSpan, Outline, Symbol, SymbolKind};

fn diff_of(text: &str) -> FileDiff {
    diff::read(text).remove(0)
}

#[test]
fn a_moved_hunk_is_found_and_a_strange_one_is_lost() {
    let diff = diff_of(
        "--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n@@ -9,2 +9,3 @@\n y\n+new\n z\n@@ -20,1 +21,1 @@\n-nowhere\n+else\n",
    );
    let old = ["0", "a", "b", "c", "d", "y", "z"];
    let got = apply(&diff, &old);
    assert_eq!(
        got.hunks.iter().map(|(n, h)| (*n, h.next)).collect::<Vec<_>>(),
        [(0, 2), (1, 6)]
    );
    assert_eq!(got.lost, [2]);
    assert_eq!(got.new, ["0", "a", "B", "c", "d", "y", "new", "z"]);
    assert_eq!(got.added, [vec![3], vec![7]]);
}

#[test]
fn a_hunk_without_old_lines_stands_after_the_line_it_names() {
    let diff = diff_of("--- a/x\n+++ b/x\n@@ -2,0 +3,1 @@\n+new\n");
    let got = apply(&diff, &["a", "b", "c"]);
    assert_eq!(got.hunks[0].1.next, 3);
    assert_eq!(got.new, ["a", "b", "new", "c"]);
    let empty = diff_of("--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+one\n");
    assert_eq!(apply(&empty, &[]).new, ["one"]);
    let crlf = diff_of("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n");
    assert_eq!(apply(&crlf, &["a\r"]).new, ["b"]);
}

fn symbol(name: &str, kind: SymbolKind, anchor: usize) -> Symbol {
    Symbol {
        name: name.into(),
        kind,
        span: LineSpan::new(1, 2),
        outer: LineSpan::new(1, 2),
        parent: None,
        anchor,
    }
}

/// Items as in the published golds that FORMATS describes: astropy-14182 (heading), django-10924 (class), iPXE
/// (arguments), polyscope (namespace).
#[test]
fn the_usual_reasons_are_found() {
    use SymbolKind::{Class, Function, Module};
    let outline = Outline {
        symbols: vec![
            symbol("FilePathField", Class, 0),
            symbol("FilePathField.formfield", Function, 1),
            symbol("polyscope", Module, 2),
            symbol("ipv4_route", Function, 3),
            symbol("get_params", Function, 4),
            symbol("outer", Function, 5),
            symbol("outer.inner", Function, 5),
            symbol("calm", Function, 7),
        ],
    };
    let computed: Vec<String> = ["FilePathField.formfield", "ipv4_route", "outer"]
        .map(|n| format!("a.py:{n}"))
        .to_vec();
    let known = Known {
        outlines: [("a.py", &outline)].into(),
        files: vec!["a.py", "b.css"],
        headings: vec![("a.py", "def get_params(self, x):")],
        innermost: &["a.py:outer.inner".to_owned()],
        new: &["a.py:fresh".to_owned()],
    };
    for (published, why, twin) in [
        (
            "a.py:Field.formfield",
            Kind::WrongClass,
            Some("FilePathField.formfield"),
        ),
        (
            "a.py:FilePathField::formfield",
            Kind::Separators,
            Some("FilePathField.formfield"),
        ),
        (
            "a.py:ipv4_route ( int id, struct in *dest )",
            Kind::ArgumentList,
            Some("ipv4_route"),
        ),
        ("a.py:polyscope", Kind::Namespace, None),
        ("a.py:FilePathField", Kind::Class, Some("FilePathField.formfield")),
        ("a.py:inner", Kind::Nested, Some("outer")),
        ("a.py:get_params", Kind::HunkHeading, None),
        ("a.py:fresh", Kind::NewFunction, None),
        ("a.py:calm", Kind::NotEdited, None),
        ("a.py:ghost", Kind::NotInBase, None),
        ("c.py:f", Kind::OtherFile, None),
        ("b.css:f", Kind::Unread, None),
    ] {
        let got = differences(&[published.to_owned()], &computed, &known);
        let first = &got[0];
        assert_eq!((first.why, first.published.as_deref()), (why, Some(published)));
        assert_eq!(first.computed, twin.map(|t| format!("a.py:{t}")), "{published}");
        let rest = 3 - usize::from(twin.is_some());
        assert_eq!(got.len(), 1 + rest, "{got:?}");
        assert!(got[1..].iter().all(|d| d.why == Kind::Unpublished));
    }
    assert!(differences(&computed, &computed, &known).is_empty());
}
