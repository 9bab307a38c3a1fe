use super::*;
use crate::domain::symbol::LineSpan;

fn function(name: &str, first: u32, last: u32, outer: u32, parent: Option<usize>, anchor: usize) -> Symbol {
    Symbol {
        name: name.to_owned(),
        kind: SymbolKind::Function,
        span: LineSpan::new(first, last),
        outer: LineSpan::new(outer, last),
        parent,
        anchor,
    }
}

const OLD: [&str; 12] = [
    "LIMIT = 3",        // 1
    "",                 // 2
    "@task",            // 3
    "def a():",         // 4
    "    def b():",     // 5
    "        return 1", // 6
    "    return b",     // 7
    "",                 // 8
    "class C:",         // 9
    "    size = 1",     // 10
    "    def m(self):", // 11
    "        return 2", // 12
];

fn outline() -> Outline {
    let mut class = function("C", 9, 12, 9, None, 2);
    class.kind = SymbolKind::Class;
    Outline {
        symbols: vec![
            function("a", 4, 7, 3, None, 0),
            function("a.b", 5, 6, 5, Some(0), 0),
            class,
            function("C.m", 11, 12, 11, Some(2), 3),
        ],
    }
}

/// `-` removes the old line, ` ` keeps it, `+text` adds.
fn edit(next: u32, script: &[&'static str]) -> Edits {
    let lines = script
        .iter()
        .map(|s| match s.strip_prefix('+') {
            Some(text) => Change::Added(text),
            None if *s == "-" => Change::Removed,
            None => Change::Same,
        })
        .collect();
    edited_functions(&outline(), &OLD, &[OldHunk { next, lines }], true)
}

fn names(next: u32, script: &[&'static str]) -> (Vec<String>, Vec<String>) {
    let edits = edit(next, script);
    (edits.anchors, edits.innermost)
}

fn pair(anchors: &[&str], innermost: &[&str]) -> (Vec<String>, Vec<String>) {
    let own = |list: &[&str]| list.iter().map(|s| (*s).to_owned()).collect();
    (own(anchors), own(innermost))
}

#[test]
fn removed_lines_name_the_innermost_function_and_its_anchor() {
    assert_eq!(names(5, &[" ", "-", "+        return 9", " "]), pair(&["a"], &["a.b"]));
    assert_eq!(names(3, &["-", "+@other", " "]), pair(&["a"], &["a"]));
    assert_eq!(
        names(6, &["-", "-", " ", " ", " ", " ", "-"]),
        pair(&["a", "C.m"], &["a.b", "a", "C.m"])
    );
}

#[test]
fn context_does_not_count_and_silence_has_a_reason() {
    assert_eq!(
        edit(1, &["-", "+LIMIT = 4", " ", " ", " "]).silent,
        [(0, Silent::ModuleLevel)]
    );
    assert_eq!(
        edit(10, &["-", "+    size = 2", " ", " "]).silent,
        [(0, Silent::ClassLevel)]
    );
    assert_eq!(edit(2, &["-"]).silent, [(0, Silent::Nothing)]);
    assert_eq!(edit(2, &["+import x"]).silent, [(0, Silent::OnlyAdds)]);
}

#[test]
fn additions_inside_count_and_new_functions_do_not() {
    assert_eq!(names(6, &["+        log()"]), pair(&["a"], &["a.b"]));
    assert_eq!(
        names(11, &["+    def new(self):", "+        return 0", "+"]),
        pair(&[], &[])
    );
    // After the last line: deeper than the method extends it, as deep as it is a new one.
    assert_eq!(names(13, &["+        log()"]), pair(&["C.m"], &["C.m"]));
    assert_eq!(names(13, &["+    def n(self):", "+        pass"]), pair(&[], &[]));
    // Text after the nested function that only fits the outer one is inside it anyway.
    assert_eq!(names(8, &["+    log()"]), pair(&["a"], &["a"]));
}

#[test]
fn decorators_above_a_function_edit_it() {
    assert_eq!(names(11, &["+    @static(1,", "+      [2])"]), pair(&["C.m"], &["C.m"]));
    assert_eq!(names(11, &["+    @static", "+"]), pair(&[], &[]));
    assert_eq!(names(11, &["+    x = 1"]), pair(&[], &[]));
}

#[test]
fn sliding_finds_the_new_definition() {
    // Between the decorator and its function; one line up it is a whole new function.
    assert_eq!(names(4, &["+def new():", "+    pass", "+", "+@task"]), pair(&[], &[]));
}

#[test]
fn removals_slide_to_whole_functions() {
    let old = ["f() {", "}", "g() {", "}", "h() {", "}"];
    let outline = Outline {
        symbols: vec![
            function("f", 1, 2, 1, None, 0),
            function("g", 3, 4, 3, None, 1),
            function("h", 5, 6, 5, None, 2),
        ],
    };
    // `}`, `g() {` can be written as `g() {`, `}`: only g goes.
    let hunk = OldHunk {
        next: 2,
        lines: vec![Change::Removed, Change::Removed],
    };
    let edits = edited_functions(&outline, &old, &[hunk], false);
    assert_eq!(edits.innermost, ["g"]);
}
