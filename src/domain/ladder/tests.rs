use super::*;
use crate::domain::matching;
use crate::domain::run::{Sample, What};

const PATHS: [&str; 14] = [
    "src/app.ts",
    "src/ui/Button.tsx",
    "src/ui/index.ts",
    "src/core/index.ts",
    "src/core/store.ts",
    "src/A.ts",
    "src/a.ts",
    "a/src/app.ts",
    "deep/x/y/z.py",
    "setup.py",
    "docs/50%20off.md",
    "docs/a b.md",
    "src/caf\u{e9}.ts",
    "repo/src/only.ts",
];

fn tree() -> Snapshot {
    Snapshot::new(PATHS.map(str::to_owned).to_vec())
}

/// A suspect exactly as the raw text has it, before any rule.
fn raw(path: &str, name: Option<&str>) -> Suspect {
    Suspect {
        raw: path.into(),
        path: path.into(),
        name: name.map(str::to_owned),
        rank: 1,
        ..Suspect::default()
    }
}

fn known(path: &str, gold: &str) -> Option<Step> {
    match_file(&raw(path, None), &gold.into(), Some(&tree()), "acme/widget")
}

fn blind(path: &str, gold: &str) -> Option<Step> {
    match_file(&raw(path, None), &gold.into(), None, "acme/widget")
}

#[test]
fn each_step_in_its_order() {
    let gold = "src/ui/Button.tsx";
    for (path, step) in [
        ("src/ui/Button.tsx", Step::Exact),
        ("`src/ui/Button.tsx`", Step::Trim),
        (r"src\ui\Button.tsx", Step::Backslash),
        ("src/ui/Button.tsx:42", Step::Line),
        ("src/ui/Button.tsx:3-9", Step::Line),
        ("src/ui/Button.tsx#L10-L20", Step::Line),
        ("src/ui/%42utton.tsx", Step::Percent),
        ("src//ui/Button.tsx", Step::Slashes),
        ("./src/ui/Button.tsx", Step::DotSlash),
        ("/src/ui/Button.tsx", Step::Leading),
        ("src/ui/Button.tsx/", Step::Trailing),
        ("repo/src/ui/Button.tsx", Step::Prefix),
        ("/workspace/widget/src/ui/Button.tsx", Step::Prefix),
        ("/testbed/src/ui/Button.tsx", Step::Prefix),
        ("/home/widget/src/ui/Button.tsx", Step::Prefix),
        ("/acme__widget/src/ui/Button.tsx", Step::Prefix),
        ("b/src/ui/Button.tsx", Step::Prefix),
        (r".\repo\src\ui\Button.tsx:7", Step::Prefix),
        ("src/ui/button.tsx", Step::Case),
        ("ui/Button.tsx", Step::Missing),
        ("lib/site-packages/src/ui/Button.tsx", Step::Extra),
        (r"C:\code\src\ui\Button.tsx", Step::Extra),
    ] {
        assert_eq!(known(path, gold), Some(step), "with a tree: {path}");
        assert_eq!(blind(path, gold), Some(step), "without: {path}");
    }
    assert_eq!(known("/workspace/clone7/src/ui/Button.tsx", gold), Some(Step::Prefix));
}

#[test]
fn another_real_file_is_never_gold_misspelt() {
    assert_eq!(known("a/src/app.ts", "src/app.ts"), None, "a/ is a folder here");
    assert_eq!(known("./a/src/app.ts", "src/app.ts"), None);
    assert_eq!(blind("a/src/app.ts", "src/app.ts"), Some(Step::Prefix));
    assert_eq!(known("src/a.ts", "src/A.ts"), None);
    assert_eq!(known("SRC/a.ts", "src/A.ts"), None, "two files fold to it");
    assert_eq!(
        known("repo/src/only.ts", "repo/src/only.ts"),
        Some(Step::Exact),
        "a repository with a repo/"
    );
    assert_eq!(known("docs/50%20off.md", "docs/50 off.md"), None, "the raw path exists");
    assert_eq!(known("docs/a%20b.md", "docs/a b.md"), Some(Step::Percent));
}

#[test]
fn endings_must_be_the_only_ones() {
    assert_eq!(
        known("index.ts", "src/core/index.ts"),
        None,
        "a bare index.ts is two files"
    );
    assert_eq!(known("core/index.ts", "src/core/index.ts"), Some(Step::Missing));
    assert_eq!(
        known("z.py", "deep/x/y/z.py"),
        Some(Step::Missing),
        "unique in the tree"
    );
    assert_eq!(
        blind("z.py", "deep/x/y/z.py"),
        None,
        "a bare name says nothing without a tree"
    );
    assert_eq!(known("app/z.py", "deep/x/y/z.py"), None, "other folder");
    assert_eq!(known("utton.tsx", "src/ui/Button.tsx"), None);
    assert_eq!(
        known("lib/foo/setup.py", "setup.py"),
        None,
        "one component is no ending"
    );
    assert_eq!(known("/opt/x/site-packages/setup.py", "setup.py"), Some(Step::Extra));
    assert_eq!(
        known("/x/repo/src/only.ts", "src/only.ts"),
        None,
        "the tree has the longer one"
    );
}

#[test]
fn composed_and_decomposed_names_are_one() {
    let (nfc, nfd) = ("src/caf\u{e9}.ts", "src/cafe\u{301}.ts");
    assert_eq!(known(nfd, nfc), Some(Step::Nfc));
    assert_eq!(blind(nfc, nfd), Some(Step::Nfc), "gold of a repository made on macOS");
    assert_eq!(blind(&format!("./{nfd}"), nfc), Some(Step::DotSlash));
}

#[test]
fn placeholders_match_nothing_but_themselves() {
    assert_eq!(blind("path/to/src/app.ts", "src/app.ts"), None);
    assert_eq!(known("/path/to/src/app.ts", "src/app.ts"), None);
    assert_eq!(blind("path/to/x.ts", "path/to/x.ts"), Some(Step::Exact));
}

#[test]
fn what_reading_changed_is_the_step() {
    let mut read = Sample::default();
    for text in ["./src/app.ts", "`src/app.ts`", "src/app.ts:3", "src/app.ts"] {
        read.add_file(text, None);
    }
    read.add_function("./src/app.ts:run", None);
    let steps: Vec<_> = read
        .files
        .iter()
        .map(|s| match_file(s, &"src/app.ts".into(), None, ""))
        .collect();
    assert_eq!(
        steps,
        [
            Some(Step::DotSlash),
            Some(Step::Trim),
            Some(Step::Line),
            Some(Step::Exact)
        ]
    );
    let m = match_function(&read.functions[0], "src/app.ts:run", None, None, "").unwrap();
    assert_eq!((m.path, m.name, m.unverified), (Step::DotSlash, NameStep::Exact, false));
    let strict: Vec<_> = read.files.iter().map(|s| s.path.as_str() == "src/app.ts").collect();
    assert_eq!(
        strict,
        [true, true, false, true],
        "P1 and P3 are strict, line numbers are not"
    );
}

fn named(pred: &str, gold: &str, names: Option<&[&str]>) -> Option<NameStep> {
    let names: Option<Vec<String>> = names.map(|n| n.iter().map(|s| (*s).to_owned()).collect());
    name::step(&name::Asked::new(&raw("f.ts", Some(pred))), gold, names.as_deref())
}

#[test]
fn each_step_of_names() {
    for (pred, gold, step) in [
        ("Store.get", "Store.get", NameStep::Exact),
        ("Store.get(key: string)", "Store.get", NameStep::Format),
        ("Store::get", "Store.get", NameStep::Format),
        ("function Store.get", "Store.get", NameStep::Format),
        ("Store<T>.get", "Store.get", NameStep::Format),
        ("int Store::get", "Store.get", NameStep::Format),
        (
            "ipv4_route",
            "ipv4_route ( unsigned int a, struct b *c )",
            NameStep::Format,
        ),
        ("V::operator()(int)", "V::operator()", NameStep::Format),
        ("f(int)", "f(string)", NameStep::Format),
        ("get", "Store.get", NameStep::Qualifier),
        ("core.Store.get", "Store.get", NameStep::Qualifier),
        ("Store", "Store.__init__", NameStep::Constructor),
        ("Store.constructor", "Store", NameStep::Constructor),
        ("Store::Store(int)", "Store.__init__", NameStep::Constructor),
        ("f.<locals>.g", "f", NameStep::Outermost),
        ("f", "f.<locals>.g", NameStep::Outermost),
        ("f.g", "f", NameStep::Outermost),
        ("Store", "Store.get", NameStep::RightClass),
    ] {
        assert_eq!(named(pred, gold, None), Some(step), "{pred} for {gold}");
    }
    for (pred, gold) in [
        ("Cache.get", "Store.get"),
        ("Store.set", "Store.get"),
        ("V::operator[]", "V::operator()"),
        ("V::operator<", "V::operator<="),
        ("X::~X", "X::X"),
        ("default", "Button"),
        ("reget", "get"),
        ("", "Store.get"),
    ] {
        assert_eq!(named(pred, gold, None), None, "{pred} for {gold}");
    }
}

#[test]
fn names_of_the_file_take_doubt_away() {
    let file: &[&str] = &[
        "get",
        "Store",
        "Store.get",
        "Cache",
        "Cache.put",
        "Box.put",
        "view.open",
    ];
    assert_eq!(
        named("get", "Store.get", Some(file)),
        None,
        "the file has a function get"
    );
    assert_eq!(named("put", "Cache.put", Some(file)), None, "two have it");
    assert_eq!(
        named("put", "Cache.put", Some(&["Cache.put"])),
        Some(NameStep::Qualifier)
    );
    assert_eq!(named("View.open", "view.open", Some(file)), Some(NameStep::UniqueLeaf));
    assert_eq!(named("View.open", "view.open", None), None);
    assert_eq!(
        named("Door.open", "view.open", Some(file)),
        None,
        "another class is another function"
    );
}

#[test]
fn guesses_are_unverified() {
    let of = |path: &str, name: &str, tree: Option<&Snapshot>, names: Option<&[String]>| {
        match_function(
            &raw(path, Some(name)),
            "src/core/store.ts:Store.get",
            tree,
            names,
            "acme/widget",
        )
        .unwrap()
    };
    let names = ["Store.get".to_owned()];
    assert!(of("core/store.ts", "Store.get", None, None).unverified);
    assert!(!of("core/store.ts", "Store.get", Some(&tree()), None).unverified);
    assert!(of("src/core/store.ts", "get", Some(&tree()), None).unverified);
    assert!(!of("src/core/store.ts", "get", None, Some(&names)).unverified);
    let class = of("src/core/store.ts", "Store", None, None);
    assert!(class.name == NameStep::RightClass && !class.name.hit());
}

fn list(paths: &[&str]) -> Vec<Suspect> {
    let mut out = Sample::default();
    for path in paths {
        out.add_file(path, None);
    }
    out.files
}

fn ranks(found: &[Option<Found>]) -> Vec<Option<u32>> {
    found.iter().map(|f| f.map(|f| f.rank)).collect()
}

#[test]
fn doubles_use_slots_in_the_strict_view_only() {
    let suspects = list(&["x.ts", "./x.ts", "x.ts:3", "src\\y.ts", "src/y.ts", "z.ts"]);
    let gold = ["z.ts".into(), "src/y.ts".into()];
    let none = Ground::default();
    assert_eq!(
        ranks(&file_finds(Rules::Strict, &gold, &suspects, &none)),
        [Some(6), Some(5)]
    );
    assert_eq!(
        ranks(&file_finds(Rules::Lenient, &gold, &suspects, &none)),
        [Some(3), Some(2)]
    );
}

#[test]
fn classes_take_no_slot_and_lists_share_one() {
    let mut s = Sample::default();
    for entry in ["class: A", "function: A.f", "class: B", "function: g, h", "function: k"] {
        s.add_functions(entry, None);
    }
    s.functions.iter_mut().for_each(|f| f.path = "m.py".into());
    let gold = ["m.py:A.f", "m.py:h", "m.py:k", "m.py:B.__init__", "m.py:A.z"].map(str::to_owned);
    let of = |rules| ranks(&function_finds(rules, &gold, &s.functions, &Ground::default()));
    assert_eq!(of(Rules::Strict), [Some(2), Some(4), Some(5), None, None]);
    assert_eq!(of(Rules::Lenient), [Some(1), Some(2), Some(3), Some(2), None]);
    assert_eq!(s.functions[0].what, What::Class);
}

#[test]
fn one_gold_item_does_not_stand_for_its_neighbour() {
    let gold: [RepoPath; 2] = ["src/index.ts".into(), "lib/src/index.ts".into()];
    let found = file_finds(Rules::Lenient, &gold, &list(&["lib/src/index.ts"]), &Ground::default());
    assert_eq!(ranks(&found), [None, Some(1)]);
    let gold = ["a.c:f(int)", "a.c:f(char)", "a.c:N::f"].map(str::to_owned);
    let suspect = [raw("a.c", Some("f(int)"))];
    let found = function_finds(Rules::Lenient, &gold, &suspect, &Ground::default());
    assert_eq!(ranks(&found), [Some(1), Some(1), None], "overloads are one id");
}

#[test]
fn words_of_a_find() {
    let found = Found {
        rank: 1,
        path: Step::Prefix,
        name: NameStep::Qualifier,
        unverified: true,
    };
    assert_eq!(found.via(), "prefix, qualifier, unverified");
}

proptest::proptest! {
    #[test]
    fn exact_comes_first_and_nothing_breaks(
        paths in proptest::collection::vec("(\\PC|[a-z./:%\\\\-]){0,20}", 1..8),
        gold in "(\\PC|[a-z./:%\\\\-]){0,20}",
        with_tree in proptest::bool::ANY,
    ) {
        let tree = with_tree.then(|| Snapshot::new(paths.clone()));
        let own = raw(&gold, None);
        proptest::prop_assert_eq!(match_file(&own, &gold.as_str().into(), tree.as_ref(), "o/n"), Some(Step::Exact));
        for path in &paths {
            let got = match_file(&raw(path, Some(&gold)), &gold.as_str().into(), tree.as_ref(), "o/n");
            if with_tree && *path != gold {
                proptest::prop_assert_eq!(got, None, "a file of the tree is no other file");
            }
            let _step: Option<FnMatch> = match_function(&raw(path, Some(&gold)), path, tree.as_ref(), Some(&paths), "o/n");
        }
    }

    #[test]
    fn strict_is_lenient_too_and_the_order_of_gold_means_nothing(
        paths in proptest::collection::vec("(\\./|repo/)?[ab]{1,2}(/[abA]{1,2})?(:1)?", 1..8),
        gold in proptest::collection::vec("[ab]{1,2}(/[ab]{1,2})?", 1..4),
    ) {
        let suspects = list(&paths.iter().map(String::as_str).collect::<Vec<_>>());
        let gold: Vec<RepoPath> = gold.iter().map(|g| g.as_str().into()).collect();
        let ground = Ground::default();
        let strict = file_finds(Rules::Strict, &gold, &suspects, &ground);
        let lenient = file_finds(Rules::Lenient, &gold, &suspects, &ground);
        let plain = crate::domain::case::Gold { files: gold.clone(), ..Default::default() };
        proptest::prop_assert_eq!(ranks(&strict), matching::file_ranks(&plain, &suspects));
        for (s, l) in strict.iter().zip(&lenient) {
            proptest::prop_assert!(s.is_none_or(|s| l.is_some_and(|l| l.rank <= s.rank)));
        }
        let mut turned = gold;
        turned.reverse();
        let mut back = file_finds(Rules::Lenient, &turned, &suspects, &ground);
        back.reverse();
        proptest::prop_assert_eq!(lenient, back);
    }
}
