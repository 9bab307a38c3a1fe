use super::chain::chain;
use super::*;

fn at(raw: &str) -> (String, String) {
    let (path, flags) = path(raw);
    (path.to_string(), flags.join(" "))
}

fn of(raw: &str) -> (String, String, What, Option<(u32, u32)>) {
    let parts = function(raw);
    (
        parts.path.to_string(),
        parts.name.unwrap_or_default(),
        parts.what,
        parts.lines,
    )
}

fn names(raw: &str) -> Vec<String> {
    functions(raw)
        .into_iter()
        .map(|p| format!("{}|{}", p.path, p.name.unwrap_or_default()))
        .collect()
}

fn parts(name: &str) -> Vec<String> {
    chain(name).parts
}

#[test]
fn p1_trims_what_lists_and_markdown_put_around() {
    for raw in [
        "`src/a.ts`",
        "'src/a.ts'",
        "\"src/a.ts\",",
        "- src/a.ts",
        "* src/a.ts",
        "1. src/a.ts",
        "12) `src/a.ts`",
        "**src/a.ts**",
        "  src/a.ts: ",
        "- **`src/a.ts`**,",
    ] {
        assert_eq!(at(raw), ("src/a.ts".into(), "trimmed".into()), "{raw}");
    }
    assert_eq!(at("src/a.ts"), ("src/a.ts".into(), String::new()));
}

#[test]
fn p1_leaves_what_belongs_to_a_path() {
    for raw in [
        "app/[id]/(group)/@scope/page.tsx",
        "2024. notes.md",
        "a b/c d.ts",
        ".eslintrc",
        "-x/a.ts",
        "1.2/a.ts",
    ] {
        assert_eq!(at(raw), (raw.into(), String::new()));
    }
}

#[test]
fn p2_backslashes_stay_until_the_tree_is_known() {
    assert_eq!(at(r"src\a.ts"), (r"src\a.ts".into(), "backslash".into()));
}

#[test]
fn p3_slashes_dots_and_the_sides_of_a_diff() {
    assert_eq!(at("./src/a.ts"), ("src/a.ts".into(), "./".into()));
    assert_eq!(at("././src//ui///a.ts"), ("src/ui/a.ts".into(), "./ //".into()));
    assert_eq!(at("src/ui/"), ("src/ui".into(), "trailing /".into()));
    assert_eq!(at("../src/a.ts").0, "../src/a.ts");
    assert_eq!(at("https://x.org/a.ts").0, "https://x.org/a.ts");
    assert_eq!(at("a/src/x.ts").0, "a/src/x.ts", "a/ is a folder outside of diffs");
    assert_eq!(diff_path("a/src/x.ts").0.as_str(), "src/x.ts");
    assert_eq!(diff_path("b/src/x.ts").1, ["a/ b/"]);
    assert_eq!(diff_path("\"b/d/\\346\\226\\207.c\"").0.as_str(), "d/文.c");
    assert_eq!(
        (at("/").0, at("./").0, at("").0),
        ("/".into(), ".".into(), String::new())
    );
}

#[test]
fn p8_octal_names_of_git() {
    assert_eq!(
        at("\"docs/\\346\\226\\207.md\""),
        ("docs/文.md".into(), "trimmed octal".into())
    );
    assert_eq!(at("\"src\\306x\\a.c\"").1, "trimmed octal", "a byte above 127 is git's");
    assert_eq!(at("\"src\\a.c\""), ("src\\a.c".into(), "trimmed backslash".into()));
}

#[test]
fn p10_lines_of_a_file_are_known_but_stay_in_the_path() {
    let parts = file("src/a.ts:42");
    assert_eq!((parts.path.as_str(), parts.lines), ("src/a.ts:42", Some((42, 42))));
    assert_eq!(parts.flags, ["line suffix"]);
    assert_eq!(file("src/a.ts#L3-L9").lines, Some((3, 9)));
    assert_eq!(file("src/a.ts (line 7)").lines, Some((7, 7)));
    assert_eq!(file("src/a.ts").lines, None);
}

#[test]
fn p11_placeholders_are_told() {
    for raw in [
        "path/to/file.py",
        "full_path1/file1.py",
        "full_path/x.py",
        "src/path/to/x.py",
        "file1.py",
        "file12.ts",
    ] {
        assert!(placeholder(raw), "{raw}");
        assert!(at(raw).1.contains("placeholder"), "{raw}");
    }
    for raw in [
        "file.py",
        "src/file1.py",
        "path/from/to.py",
        "profile1.py",
        "to/path/x.py",
        "full_paths/x.py",
    ] {
        assert!(!placeholder(raw), "{raw}");
    }
}

#[test]
fn f1_separators() {
    let plain = |raw: &str| {
        let (path, name, what, _) = of(raw);
        assert_eq!(what, What::Function, "{raw}");
        (path, name)
    };
    let s = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(plain("src/a.ts:Store.get"), s("src/a.ts", "Store.get"));
    assert_eq!(plain("a.py::C.m"), s("a.py", "C.m"));
    assert_eq!(plain("pkg.py:ns::A::f"), s("pkg.py", "ns::A::f"));
    assert_eq!(plain("a.rs:mod::f"), s("a.rs", "mod::f"));
    assert_eq!(plain(r"C:\w\a.py:f"), s(r"C:\w\a.py", "f"));
    assert_eq!(plain("C:/w/a.py::f"), s("C:/w/a.py", "f"));
    assert_eq!(plain("src/a.js#run"), s("src/a.js", "run"));
    assert_eq!(plain("pkg/a.py/Class/method"), s("pkg/a.py", "Class.method"));
    assert_eq!(plain("pkg/a.py/func"), s("pkg/a.py", "func"));
    assert_eq!(plain("Makefile:all"), s("Makefile", "all"));
    assert_eq!(plain("a.cc:V::operator*"), s("a.cc", "V::operator*"));
    assert_eq!(plain("Store::get"), s("", "Store::get"));
    assert_eq!(plain("`src/a.ts`: `Store.get`"), s("src/a.ts", "Store.get"));
    assert_eq!(of("next.js/packages/app/index.ts").0, "next.js/packages/app/index.ts");
    assert_eq!(of("src/a.ts").2, What::File);
    assert_eq!(of("src/a.ts:").2, What::File);
}

#[test]
fn published_ids_with_odd_characters_survive() {
    let name = "ipv4_route ( unsigned int scope_id, struct in_addr *dest )";
    let parts = function(&format!("lib/net/ipv4.c:{name}"));
    assert_eq!((parts.name.as_deref(), parts.flags.len()), (Some(name), 0));
    assert_eq!(
        functions(&format!("lib/net/ipv4.c:{name}")).len(),
        1,
        "its commas are no list"
    );
    assert_eq!(of("x.h:& GetRef(a::Ctx& c)").1, "& GetRef(a::Ctx& c)");
}

#[test]
fn f2_kind_words_say_what_is_named() {
    assert_eq!(of("function: C.m"), (String::new(), "C.m".into(), What::Function, None));
    assert_eq!(of("class: C"), (String::new(), "C".into(), What::Class, None));
    assert_eq!(of("variable: V"), (String::new(), "V".into(), What::Variable, None));
    assert_eq!(of("method: C.m").1, "C.m");
    assert_eq!(of("a.py:class: C"), ("a.py".into(), "C".into(), What::Class, None));
    assert_eq!(
        of("line: 10-20 - Initial"),
        (String::new(), String::new(), What::Line, Some((10, 20)))
    );
    assert_eq!(of("line: 34  # where").3, Some((34, 34)));
    assert_eq!(
        of("a.py:12-20"),
        ("a.py".into(), String::new(), What::Line, Some((12, 20)))
    );
    assert_eq!(of("a.py#L12").3, Some((12, 12)));
    assert_eq!(of("a.py::line 7").2, What::Function, "no kind word without its colon");
}

#[test]
fn f6_lists_become_entries() {
    assert_eq!(names("a.py:f, C.g"), ["a.py|f", "a.py|C.g"]);
    assert_eq!(names("function: f, g"), ["|f", "|g"]);
    assert_eq!(names("a.py:f, b.py:g"), ["a.py|f", "b.py|g"]);
    assert_eq!(names("a.py:f(x, y)"), ["a.py|f(x, y)"]);
    assert_eq!(names("a.py:map<K, V>.get"), ["a.py|map<K, V>.get"]);
    assert_eq!(names("a.py:f, and then g"), ["a.py|f, and then g"]);
    let lines: Vec<_> = functions("line: 10, 20-30").into_iter().map(|p| p.lines).collect();
    assert_eq!(lines, [Some((10, 10)), Some((20, 30))]);
    assert!(functions("class: A, B").iter().all(|p| p.what == What::Class));
}

#[test]
fn f3_f4_f5_names_in_components() {
    let is = |name: &str, want: &[&str]| assert_eq!(parts(name), want, "{name}");
    is("Store.get(key: string): void", &["Store", "get"]);
    is("Store::get", &["Store", "get"]);
    is("Store#get", &["Store", "get"]);
    is("Store->get", &["Store", "get"]);
    is("Store/get", &["Store", "get"]);
    is("Outer$Inner.run", &["Outer", "Inner", "run"]);
    is("$scope.$apply", &["$scope", "$apply"]);
    is("function Store.get", &["Store", "get"]);
    is("def get(self) -> int", &["get"]);
    is("get -> int", &["get"]);
    is("method:Store.get", &["Store", "get"]);
    is("Vec<T, A>::push", &["Vec", "push"]);
    is("Box[T].open", &["Box", "open"]);
    is("static const char *Store::name(void) const", &["Store", "name"]);
    is("& GetRef(a::Ctx& c)", &["GetRef"]);
    is(
        "ipv4_route ( unsigned int scope_id, struct in_addr *dest )",
        &["ipv4_route"],
    );
    is("(s *Store) Get(k string)", &["Store", "Get"]);
    is("func (s *Store[T]) Get", &["Store", "Get"]);
    is("(*Store).Get", &["Store", "Get"]);
    is("<Store as Read>::get", &["Store", "get"]);
    is("X::~X()", &["X", "~X"]);
    is("Store.get - reads one key", &["Store", "get"]);
    is("Store.get  # reads", &["Store", "get"]);
    is("lock (second occurrence)", &["lock"]);
    is("", &[]);
    is("(anonymous)", &["(anonymous)"]);
}

#[test]
fn f3_operators_keep_their_signs() {
    let is = |name: &str, want: &[&str]| assert_eq!(parts(name), want, "{name}");
    is("V::operator()(int a)", &["V", "operator()"]);
    is("V::operator()", &["V", "operator()"]);
    is("operator<(V a, V b)", &["operator<"]);
    is("bool V::operator <(const V& o)", &["V", "operator<"]);
    is("V::operator->", &["V", "operator->"]);
    is("V::operator[](int)", &["V", "operator[]"]);
    is("V::operator bool()", &["V", "operatorbool"]);
    is("A.operator.get", &["A", "operator", "get"]);
    is("operators.run(x)", &["operators", "run"]);
}

#[test]
fn f7_f8_accessors_and_locals() {
    assert_eq!(parts("C.x.setter"), ["C", "x"]);
    let nested = chain("f.<locals>.g");
    assert_eq!((nested.parts.join("."), nested.nested), ("f.g".into(), Some(1)));
    assert_eq!(nested.outermost().map(|c| c.parts.join(".")).as_deref(), Some("f"));
    assert_eq!(
        function("a.py:f.<locals>.g").name.as_deref(),
        Some("f.<locals>.g"),
        "strict keeps it"
    );
    assert_eq!(function("a.py:C.x.setter").name.as_deref(), Some("C.x.setter"));
    assert_eq!(parts("Foo.<init>"), ["Foo", "<init>"]);
    assert!(chain("Foo.<init>").constructed().is_some());
}

proptest::proptest! {
    #[test]
    fn no_text_breaks_it(raw in "(\\PC|[a-z.:/#`*<>()$, \\\\-]){0,60}") {
        let once = path(&raw).0;
        let octal = raw.contains('\\');
        proptest::prop_assert!(octal || path(once.as_str()).0 == once, "a path that was read stays as it is");
        let parts = function(&raw);
        proptest::prop_assert!(!functions(&raw).is_empty());
        let c = chain(parts.name.as_deref().unwrap_or(&raw));
        proptest::prop_assert!(c.nested.is_none_or(|n| n <= c.parts.len() + 1));
        proptest::prop_assert!(diff_path(&raw).0.as_str().len() <= raw.len() * 3 && file(&raw).name.is_none());
    }
}
