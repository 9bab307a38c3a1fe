//! Several commands in one line, quotes, odd paths, hostile text.

use super::tests::check;
use super::*;

#[test]
fn several_commands() {
    check(&[
        ("cd src && cat a.py", &["view src/a.py"]),
        (
            "cd /testbed && cat a.py; cat ../x/b.py",
            &["view /testbed/a.py", "view /x/b.py"],
        ),
        ("cd src && ls && cd .. && ls", &["list src", "list ."]),
        ("cat a.py || cat b.py", &["view a.py", "view b.py"]),
        ("cat a.py;cat b.py&cat c.py", &["view a.py", "view b.py", "view c.py"]),
        ("cat a.py\ncat b.py", &["view a.py", "view b.py"]),
        ("cat \\\n  a.py", &["view a.py"]),
        ("# look\ncat a.py # here", &["view a.py"]),
        ("(cd src; cat a.py)", &["view src/a.py"]),
        ("if [ -f a.py ]; then cat a.py; fi", &["view a.py"]),
        (
            "for f in a.ts b.ts; do sed -n '1,9p' \"$f\"; done",
            &["view a.ts 1-9", "view b.ts 1-9"],
        ),
        (
            "F=src/a.py; head -3 $F; cat ${F}",
            &["view src/a.py 1-3", "view src/a.py"],
        ),
        ("PYTHONPATH=. python t.py", &["run"]),
        ("bash -lc 'cd src && sed -n 1,5p a.py'", &["view src/a.py 1-5"]),
        ("/bin/zsh -lc \"rg foo src\"", &["search src ?foo @src"]),
        ("bash -lc ls", &["list ."]),
        ("timeout 10 sudo cat a.py", &["view a.py"]),
        ("cat $(git ls-files | head -1)", &["run"]),
        ("cat `which x`", &["run"]),
        ("echo start && cat a.py && echo end", &["view a.py"]),
        ("npm test", &["run"]),
        ("make && ./run", &["run", "run"]),
    ]);
}

#[test]
fn odd_paths() {
    check(&[
        ("cat 'app/(group)/[id]/page.tsx'", &["view app/(group)/[id]/page.tsx"]),
        ("cat app/(group)/[id]/page.tsx", &["view app/(group)/[id]/page.tsx"]),
        ("cat app/\\(group\\)/x.ts", &["view app/(group)/x.ts"]),
        ("cat (group)/x.ts", &["view (group)/x.ts"]),
        (
            "cat node_modules/@scope/p/index.d.ts",
            &["view node_modules/@scope/p/index.d.ts"],
        ),
        (
            "cat 'my file.py' \"b c.py\" d\\ e.py",
            &["view my file.py", "view b c.py", "view d e.py"],
        ),
        ("cat 'routes/$id.tsx'", &["view routes/$id.tsx"]),
        ("cat routes/\\$id.tsx", &["view routes/$id.tsx"]),
        ("cat src/*.py", &["view @src/*.py"]),
        ("cat a\"b\"'c'.py", &["view abc.py"]),
        ("cat ./src//a.py", &["view src/a.py"]),
        ("cat ~/x.py", &["view ~/x.py"]),
        ("cat $'a\\tb'", &["view a\tb"]),
    ]);
}

#[test]
fn the_web() {
    check(&[
        (
            "curl -sL https://github.com/o/r/pull/5.diff",
            &["web ?https://github.com/o/r/pull/5.diff"],
        ),
        ("wget -q https://x.org/a.tar.gz", &["web ?https://x.org/a.tar.gz"]),
        ("curl http://localhost:3000/api", &["run"]),
        ("git fetch origin pull/5/head", &["web ?origin pull/5/head"]),
        ("gh pr view 5", &["web ?gh pr view 5"]),
    ]);
}

#[test]
fn words_of_a_list() {
    let of = |words: &[&str]| read_words(words, "/w");
    assert_eq!(
        of(&["bash", "-lc", "cat a.py"]).deeds[0].path.as_deref(),
        Some("/w/a.py")
    );
    assert_eq!(of(&["cat", "a b.py"]).deeds[0].path.as_deref(), Some("/w/a b.py"));
    assert_eq!(
        of(&["apply_patch", "*** Begin Patch\n*** Update File: x.ts\n"]).deeds[0]
            .path
            .as_deref(),
        Some("/w/x.ts")
    );
    assert_eq!(words("open \"a b.py\" 12"), ["open", "a b.py", "12"]);
}

#[test]
fn what_hangs_on_the_one_before_is_marked() {
    let got = read("cat a && cat b; cat c d", "");
    let marks: Vec<(bool, u32)> = got.deeds.iter().map(|d| (d.chained, d.command)).collect();
    assert_eq!(marks, [(false, 1), (true, 2), (false, 3), (false, 3)]);
    assert_eq!(read("cd a && cd b", "/r").cwd, "/r/a/b");
}

#[test]
fn hostile_text_is_bounded() {
    for piece in [
        "(",
        "$(",
        "\"",
        "'",
        "`",
        "|",
        ";",
        "<<a\n",
        "cat a;",
        "eval eval ",
        "bash -c '",
        "a=$a$a;",
        "$a",
        "\\",
        "for a in a a; do $a;",
    ] {
        let script = piece.repeat(20_000);
        assert!(read(&script, "").deeds.len() <= 500, "{piece}");
    }
    let growing: Vec<String> = (0..60).map(|n| format!("v{}=$v{n}$v{n};", n + 1)).collect();
    read(&format!("v0=xxxxxxxx;{}cat $v60", growing.concat()), "");
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(256))]
    #[test]
    fn never_panics(script in "[-a-z0-9 /.'\"$(){}<>|&;\\\\\n`*\\[\\]=_#+,é]{0,120}") {
        let one = read(&script, "/r");
        proptest::prop_assert_eq!(&one, &read(&script, "/r"));
        python::writes(&script);
        patched(&script);
    }
}
