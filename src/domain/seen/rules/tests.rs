use super::*;

/// Kind, type, message and number of lines of the stack.
type Told = (&'static str, &'static str, &'static str, usize);

/// A text, and the error in it: kind, type, message, number of lines of the stack.
const ERRORS: &[(&str, Option<Told>)] = &[
    (
        "Traceback (most recent call last):\n  File \"/srv/app/views.py\", line 12, in index\n    return x.y\n\
         AttributeError: 'NoneType' object has no attribute 'y'",
        Some((
            "exception",
            "AttributeError",
            "'NoneType' object has no attribute 'y'",
            1,
        )),
    ),
    (
        "Uncaught (in promise) TypeError: Cannot read properties of undefined (reading 'map')\n    at render (List.tsx:20:15)\n\
         \x20   at Object.<anonymous> (index.js:3:1)",
        Some((
            "exception",
            "TypeError",
            "Cannot read properties of undefined (reading 'map')",
            2,
        )),
    ),
    (
        "Unhandled Rejection (TypeError): x is not a function",
        Some(("exception", "TypeError", "x is not a function", 0)),
    ),
    (
        "Exception in thread \"main\" java.lang.NullPointerException\n\tat org.a.B.run(B.java:99)\n\tat sun.C.d(Native Method)",
        Some(("exception", "java.lang.NullPointerException", "", 2)),
    ),
    (
        "Unhandled exception. System.IO.FileNotFoundException: Could not find file 'a.txt'.\n   at A.B.C(String s) in C:\\src\\A.cs:line 31",
        Some((
            "exception",
            "System.IO.FileNotFoundException",
            "Could not find file 'a.txt'.",
            1,
        )),
    ),
    (
        "TypeError at /polls/1/\nexpected str, got int\nRequest Method: GET",
        Some(("exception", "TypeError", "expected str, got int", 0)),
    ),
    (
        "ActionView::Template::Error (undefined method `name' for nil)",
        Some((
            "exception",
            "ActionView::Template::Error",
            "undefined method `name' for nil",
            0,
        )),
    ),
    (
        "PHP Fatal error:  Uncaught PDOException: no driver in /var/www/a.php on line 7",
        Some(("exception", "PDOException", "no driver in /var/www/a.php on line 7", 1)),
    ),
    (
        "x.py:3: DeprecationWarning: use g instead",
        Some(("warning", "DeprecationWarning", "use g instead", 0)),
    ),
    (
        "panic: runtime error: index out of range [3] with length 3\n\ngoroutine 1 [running]:\nmain.main()\n\t/go/src/a/b.go:55 +0x1d",
        Some(("panic", "runtime error", "index out of range [3] with length 3", 1)),
    ),
    ("panic: boom", Some(("panic", "", "boom", 0))),
    (
        "fatal error: all goroutines are asleep - deadlock!",
        Some(("panic", "", "all goroutines are asleep - deadlock!", 0)),
    ),
    (
        "thread 'main' panicked at src/main.rs:2:5:\nindex out of bounds",
        Some(("panic", "", "index out of bounds", 1)),
    ),
    (
        "thread 'main' panicked at 'it's over', src/main.rs:2:5",
        Some(("panic", "", "it's over", 1)),
    ),
    (
        "error[E0382]: borrow of moved value: `x`\n  --> src/lib.rs:10:9",
        Some(("compiler", "E0382", "borrow of moved value: `x`", 1)),
    ),
    (
        "src/a.c:12:5: error: 'foo' undeclared",
        Some(("compiler", "", "'foo' undeclared", 1)),
    ),
    (
        "a.c:1:10: fatal error: b.h: No such file",
        Some(("compiler", "", "b.h: No such file", 1)),
    ),
    (
        "main.cpp(12): error C2065: 'x': undeclared",
        Some(("compiler", "C2065", "'x': undeclared", 0)),
    ),
    (
        "src/a.ts:3:7 - error TS2322: Type 'A' is not assignable",
        Some(("compiler", "TS2322", "Type 'A' is not assignable", 0)),
    ),
    (
        "Foo.java:12: error: cannot find symbol",
        Some(("compiler", "", "cannot find symbol", 0)),
    ),
    (
        "b.o: undefined reference to `foo'",
        Some(("compiler", "", "undefined reference to `foo'", 0)),
    ),
    (
        "a.out: a.c:3: main: Assertion `x > 0' failed.\nAborted (core dumped)",
        Some(("assertion", "", "Assertion `x > 0' failed.", 0)),
    ),
    (
        "Segmentation fault (core dumped)",
        Some(("signal", "Segmentation fault", "Segmentation fault (core dumped)", 0)),
    ),
    (
        "HTTP/1.1 502 Bad Gateway",
        Some(("http", "502", "HTTP/1.1 502 Bad Gateway", 0)),
    ),
    (
        "Failed to load resource: the server responded with a status of 404 (Not Found)",
        Some((
            "http",
            "404",
            "Failed to load resource: the server responded with a status of 404 (Not Found)",
            0,
        )),
    ),
    (
        "500 Internal Server Error",
        Some(("http", "500", "500 Internal Server Error", 0)),
    ),
    (
        "npm ERR! missing script: start",
        Some(("error", "", "missing script: start", 0)),
    ),
    ("[ERROR] could not write", Some(("error", "", "could not write", 0))),
    (
        "2020-01-01 12:00:00 ERROR Worker gave up",
        Some(("error", "", "Worker gave up", 0)),
    ),
    (
        "fatal: not a git repository",
        Some(("error", "", "not a git repository", 0)),
    ),
    (
        "Error: listen EADDRINUSE",
        Some(("exception", "Error", "listen EADDRINUSE", 0)),
    ),
    // The surest line counts, not the first.
    (
        "ERROR while running\nValueError: bad",
        Some(("exception", "ValueError", "bad", 0)),
    ),
    ("at a (x.js:1:2)\nat b (y.js:3:4)", Some(("stack_trace", "", "", 2))),
    (
        "console.log('Error:', e)\nValueError: bad",
        Some(("exception", "ValueError", "bad", 0)),
    ),
    // None of these is an error.
    ("File Edit View Help\nSave  Cancel", None),
    ("There were no errors. 404 files were read in 500 ms.", None),
    ("HTTP/1.1 200 OK", None),
    ("Errors and warnings are listed below", None),
    ("margin: 404px; color: #500", None),
    ("see x.js:1:2 at b (y.js:3:4)", None),
    ("onError: handler", None),
    ("", None),
];

#[test]
fn errors_of_many_languages() {
    for (text, want) in ERRORS {
        let got = error(text);
        let plain = got.as_ref().map(|e| {
            let of = |t: &Option<String>| t.clone().unwrap_or_default();
            (of(&e.kind), of(&e.type_name), of(&e.message), e.stack_hint.len())
        });
        let want = want.map(|(k, t, m, n)| (k.to_owned(), t.to_owned(), m.to_owned(), n));
        assert_eq!(plain, want, "{text}");
    }
}

#[test]
fn lines_of_a_stack_stand_as_they_are() {
    let text = "TypeError: x\n    at render (src/List.tsx:20:15)\n    at async load (src/api.ts:3:1)";
    let got = error(text).unwrap();
    assert_eq!(
        got.stack_hint,
        ["at render (src/List.tsx:20:15)", "at async load (src/api.ts:3:1)"]
    );
}

/// A text with lists of names.
type Row = (&'static str, Names, Names, Names);
type Names = &'static [&'static str];

/// A text with its files, functions and frameworks.
const HINTS: &[Row] = &[
    (
        "File \"/srv/app/views.py\", line 12, in index_page",
        &["/srv/app/views.py"],
        &["index_page"],
        &[],
    ),
    ("at render (src/List.tsx:20:15)", &["src/List.tsx"], &["render"], &[]),
    ("\tat org.a.B$1.run(B.java:99)", &["B.java"], &["org.a.B$1.run"], &[]),
    (
        "   at A.B.C(String s) in C:\\src\\A.cs:line 31",
        &["C:\\src\\A.cs"],
        &["A.B.C"],
        &[],
    ),
    (
        "  12: core::panicking::panic_fmt\n",
        &[],
        &["core::panicking::panic_fmt"],
        &[],
    ),
    (
        "#3  0x00 in draw (x=1) at lib/net/ipv4.c:120",
        &["lib/net/ipv4.c"],
        &["draw"],
        &[],
    ),
    (
        "main.run(0xc0)\n\t/go/src/a/b.go:55 +0x1d",
        &["/go/src/a/b.go"],
        &["main.run"],
        &[],
    ),
    (
        "render@http://localhost:3000/static/main.js:20:15",
        &["static/main.js"],
        &["render"],
        &[],
    ),
    (
        "webpack:///./src/app/Main.vue?1234",
        &["./src/app/Main.vue"],
        &[],
        &["webpack"],
    ),
    (
        "https://github.com/o/n/blob/master/src/x.py#L3",
        &["o/n/blob/master/src/x.py"],
        &[],
        &[],
    ),
    ("see https://example.com/about and a@b.com", &[], &[], &[]),
    (
        "app/models\nuser.rb schema.prisma README.md",
        &["app/models", "user.rb", "README.md"],
        &[],
        &[],
    ),
    ("src/a.ts(12,5): error TS2322", &["src/a.ts"], &[], &[]),
    ("made with Node.js and Vue.js", &[], &[], &["Node.js", "Vue.js"]),
    ("open at 10 a.m. and/or later, e.g. today, v1.2.3", &[], &[], &[]),
    (
        "def load_all(path):\n  return read(path)\nfunction go(x) { handleClick; if (x) return(1) }\nfn area<T>(s: T)",
        &[],
        &["load_all", "read", "go", "handleClick", "area"],
        &[],
    ),
    ("console.log(total); list.map(f)", &[], &["list.map"], &[]),
    ("fill(text(0, 40))", &[], &["fill", "text"], &[]),
    ("new DatePicker(el)", &[], &["DatePicker"], &[]),
    ("Save(Ctrl+S) 3 file(s) chosen, Open (O), iPhone", &[], &[], &[]),
    (
        "MAX_SIZE is set, GitHub shows userName and get_user",
        &[],
        &["userName", "get_user"],
        &[],
    ),
    (
        "import numpy as np\nimport matplotlib.pyplot as plt",
        &[],
        &[],
        &["numpy", "matplotlib"],
    ),
    (
        "[webpack] compiled with jQuery 3.5 and react-dom",
        &[],
        &[],
        &["webpack", "jQuery", "react-dom"],
    ),
    ("https://h/#aGVsbG8gd29ybGQ and f.ex.", &[], &[], &[]),
    ("express yourself in spring; a flaskful", &[], &[], &[]),
    ("", &[], &[], &[]),
];

#[test]
fn names_that_point_into_code() {
    for (text, files, functions, frameworks) in HINTS {
        let got = hint(text).unwrap_or_default();
        assert_eq!(got.file_patterns, *files, "files of {text}");
        assert_eq!(got.function_names, *functions, "functions of {text}");
        assert_eq!(got.frameworks, *frameworks, "frameworks of {text}");
        assert_eq!(
            hint(text).is_none(),
            files.len() + functions.len() + frameworks.len() == 0
        );
    }
}

#[test]
fn lists_and_strings_have_limits() {
    let many: Vec<String> = (0..40).map(|n| format!("call_{n}() src/f{n}.py")).collect();
    let many = many.join("\n");
    let got = hint(&many).unwrap();
    assert_eq!((got.function_names.len(), got.file_patterns.len()), (LIST, LIST));
    assert_eq!(got.file_patterns[0], "src/f0.py");
    let long = format!("ValueError: {}", "word ".repeat(60));
    let message = error(&long).unwrap().message.unwrap();
    assert_eq!(message.split(' ').count(), WORDS);
    let frames = "at a (x.js:1:2)\n".repeat(30);
    assert_eq!(error(&frames).unwrap().stack_hint.len(), FRAMES);
}

#[test]
fn a_record_is_filled_where_it_lacks_something() {
    let mut e = Evidence {
        ocr_text: Some("ValueError: bad\n  File \"a/b.py\", line 1, in f".into()),
        ..Evidence::default()
    };
    assert!(fill(&mut e));
    assert_eq!(e.code_hint.as_ref().unwrap().file_patterns, ["a/b.py"]);
    assert_eq!(
        e.error_signal.as_ref().unwrap().type_name.as_deref(),
        Some("ValueError")
    );
    assert_eq!((&e.user_action, &e.visual_saliency, e.confidence), (&None, &None, None));
    let own = ErrorSignal {
        message: Some("mine".into()),
        ..ErrorSignal::default()
    };
    e.error_signal = Some(own.clone());
    assert!(!fill(&mut e), "both are there");
    assert_eq!(e.error_signal, Some(own));
    assert!(!fill(&mut Evidence::default()));
}

proptest::proptest! {
    #[test]
    fn nothing_is_made_up(text in "(\\PC|[ \n\t(){}'`/.:_-]|Error|: |error|panic: |warning|\\.py|\\.js|http://|C:\\\\|at |File \"|\", line 3, in |\
        fn |::|404|Not Found|react|[a-z]{1,5}[A-Z]|panicked at |ERROR |E0382|\\(1\\)|[äß€]){0,40}") {
        if let Some(e) = error(&text) {
            for s in [&e.type_name, &e.message].into_iter().flatten().chain(&e.stack_hint) {
                proptest::prop_assert!(text.contains(s.as_str()), "{s:?}");
                proptest::prop_assert!(!s.is_empty() && s.split_whitespace().count() <= WORDS);
            }
            proptest::prop_assert!(KINDS.contains(&e.kind.unwrap_or_default().as_str()));
        }
        if let Some(h) = hint(&text) {
            for list in [&h.file_patterns, &h.function_names, &h.frameworks] {
                proptest::prop_assert!(list.len() <= LIST);
                for s in list {
                    proptest::prop_assert!(!s.is_empty() && text.contains(s.as_str()), "{s:?}");
                }
            }
        }
    }
}
