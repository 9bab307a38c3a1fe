use super::*;

fn entry(what: What, name: &str, flags: &[&str]) -> Entry {
    Entry {
        raw: String::new(),
        what,
        name: (!name.is_empty()).then(|| name.to_owned()),
        lines: None,
        flags: flags.iter().map(|f| (*f).to_owned()).collect(),
    }
}

/// What the line names, without the raw text.
fn named(line: &str) -> Vec<Entry> {
    match read(line) {
        Line::Names(all) => all
            .into_iter()
            .map(|e| Entry {
                raw: String::new(),
                ..e
            })
            .collect(),
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn every_way_to_name_a_place() {
    let one: [(&str, What, &str, &[&str]); 20] = [
        ("function: save", What::Function, "save", &[]),
        ("function: Store.save", What::Function, "Store.save", &[]),
        ("  Function :  Store.save ", What::Function, "Store.save", &[]),
        ("class: Store", What::Class, "Store", &[]),
        ("class: Store.save", What::Function, "Store.save", &[]),
        ("variable: LIMIT", What::Variable, "LIMIT", &[]),
        ("method: Store.save", What::Function, "Store.save", &["method_line"]),
        ("property: size", What::Function, "size", &["method_line"]),
        ("module: store", What::Module, "store", &[]),
        ("function: save(self, path)", What::Function, "save", &["arguments"]),
        (
            "function: lock (second occurrence)",
            What::Function,
            "lock",
            &["trailing text"],
        ),
        ("function: save - writes it", What::Function, "save", &["trailing text"]),
        ("function: save  # here", What::Function, "save", &["trailing text"]),
        (
            "function: def save(self)",
            What::Function,
            "save",
            &["arguments", "kind word"],
        ),
        ("class: Axes.function: bar", What::Function, "Axes.bar", &["kind word"]),
        ("- `function: save`", What::Function, "save", &["trimmed"]),
        ("function: Outer.Inner.save", What::Function, "Outer.Inner.save", &[]),
        ("function: operator()", What::Function, "operator()", &[]),
        ("function: ns::Store::save", What::Function, "ns::Store::save", &[]),
        ("function: Map<K, V>.get", What::Function, "Map<K, V>.get", &[]),
    ];
    for (line, what, name, flags) in one {
        assert_eq!(named(line), [entry(what, name, flags)], "{line}");
    }
}

#[test]
fn lines_ranges_and_remarks() {
    let lines = |text: &str| match read(text) {
        Line::Names(all) => all
            .into_iter()
            .map(|e| (e.lines.unwrap(), e.flags.join("+")))
            .collect::<Vec<_>>(),
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(lines("line: 10"), [((10, 10), String::new())]);
    assert_eq!(lines("line: 10-20"), [((10, 20), String::new())]);
    assert_eq!(lines("lines: L20 – L10"), [((10, 20), String::new())]);
    assert_eq!(
        lines("line: 11-12 - Initial set-up, then more"),
        [((11, 12), "trailing text".into())]
    );
    assert_eq!(lines("line: 34  # where it is"), [((34, 34), "trailing text".into())]);
    assert_eq!(
        lines("line: 10, 15-17"),
        [((10, 10), "comma list".into()), ((15, 17), "comma list".into())]
    );
    for odd in ["line: 0", "line: soon", "line: 99999999999"] {
        assert_eq!(read(odd), Line::Other, "{odd}");
    }
}

#[test]
fn lists_files_and_what_is_nothing() {
    assert_eq!(
        named("function: save, Store.load, f(a, b)"),
        [
            entry(What::Function, "save", &["comma list"]),
            entry(What::Function, "Store.load", &["comma list"]),
            entry(What::Function, "f", &["arguments", "comma list"]),
        ]
    );
    assert_eq!(read("src/[id]/page.tsx"), Line::File("src/[id]/page.tsx".into()));
    for empty in ["function:", "class: n/a", "function: None", "line:"] {
        assert_eq!(read(empty), Line::Nothing, "{empty}");
    }
    for other in [
        "",
        "```",
        "Here is why: it saves",
        "see store.py for more",
        "imports: a, b",
    ] {
        assert_eq!(read(other), Line::Other, "{other}");
    }
}

#[test]
fn one_line_is_one_rank() {
    let mut found = Sample::default();
    let mut told = Told::default();
    let text = "function: a\nfunction: b, c\nclass:\nthink hard\nb/y.py\nline: 3\nfunction: d";
    add(&mut found, Some("a/x.py"), text, &mut told);
    let got: Vec<(&str, Option<&str>, u32)> = found
        .functions
        .iter()
        .map(|f| (f.path.as_str(), f.name.as_deref(), f.rank))
        .collect();
    assert_eq!(
        got,
        [
            ("a/x.py", Some("a"), 1),
            ("a/x.py", Some("b"), 2),
            ("a/x.py", Some("c"), 2),
            ("b/y.py", None, 4),
            ("b/y.py", Some("d"), 5),
        ]
    );
    assert_eq!(found.functions[1].raw, "a/x.py:function: b");
    assert_eq!(told.odd, ["empty entry", "line left out"]);
    let mut none = Sample::default();
    add(&mut none, None, "function: a", &mut told);
    assert!(none.functions.is_empty() && told.odd.iter().any(|o| o == "place without a file"));
}

#[test]
fn a_hostile_row_is_cut() {
    let mut found = Sample::default();
    let mut told = Told::default();
    add(
        &mut found,
        Some("a.py"),
        &format!("function: {}", "a,".repeat(30_000)),
        &mut told,
    );
    assert_eq!(found.functions.len(), PLACES);
    assert_eq!(told.odd, ["list cut"]);
    let bytes: usize = found.functions.iter().map(|f| f.raw.len()).sum();
    assert!(bytes < 100 * PLACES, "an item of a list does not hold the whole list");
    let mut told = Told::default();
    let mut none = Sample::default();
    add(&mut none, Some(&"a".repeat(PATH + 1)), "function: f", &mut told);
    assert!(none.functions.is_empty() && told.odd == ["line left out"]);
}
