//! Commands as agents write them, and what they do. Expected by hand.

use super::*;

/// `view PATH FIRST-LAST ?QUERY`, one text a deed.
fn told(script: &Script) -> Vec<String> {
    let one = |d: &Deed| {
        let mut out = format!("{:?}", d.kind).to_lowercase();
        if let Some(path) = &d.path {
            out.push_str(&format!(" {path}"));
        }
        if let Some((a, b)) = d.range {
            out.push_str(&format!(" {a}-{b}"));
        }
        if let Some(query) = &d.query {
            out.push_str(&format!(" ?{query}"));
        }
        if let Some(scope) = d.scope.as_ref().filter(|_| d.kind == Kind::Search || d.path.is_none()) {
            out.push_str(&format!(" @{scope}"));
        }
        out
    };
    script.deeds.iter().map(one).collect()
}

pub(super) fn check(cases: &[(&str, &[&str])]) {
    for (script, want) in cases {
        assert_eq!(told(&read(script, "")), *want, "{script}");
    }
}

#[test]
fn views() {
    check(&[
        ("cat a.py", &["view a.py"]),
        ("cat a.py src/b.ts", &["view a.py", "view src/b.ts"]),
        ("cat -n a.py", &["view a.py"]),
        ("nl -ba a.py", &["view a.py"]),
        ("bat --line-range 10:20 a.rs", &["view a.rs 10-20"]),
        ("less README.md", &["view README.md"]),
        ("head a.py", &["view a.py 1-10"]),
        ("head -n 40 a.py", &["view a.py 1-40"]),
        ("head -40 a.py", &["view a.py 1-40"]),
        ("head -n40 a.py", &["view a.py 1-40"]),
        ("head --lines=5 a.py", &["view a.py 1-5"]),
        ("head -c 100 a.py", &["view a.py"]),
        ("tail -n 20 a.py", &["view a.py"]),
        ("tail -n +30 a.py | head -n 11", &["view a.py 30-40"]),
        ("sed -n '10,20p' a.py", &["view a.py 10-20"]),
        ("sed -n 10,20p a.py", &["view a.py 10-20"]),
        ("sed -n '7p' a.py", &["view a.py 7-7"]),
        ("sed -n '10,+5p' a.py", &["view a.py 10-15"]),
        ("sed -n '10,$p' a.py", &["view a.py"]),
        ("sed -n '1,5p;20,25p' a.py", &["view a.py 1-5", "view a.py 20-25"]),
        ("sed -n -e '1,5p' a.py", &["view a.py 1-5"]),
        ("sed -n '1,200p;201q' a.py", &["view a.py 1-200"]),
        ("sed 30q a.py", &["view a.py 1-30"]),
        ("awk 'NR>=10 && NR<=20' a.py", &["view a.py 10-20"]),
        ("awk 'NR>=10&&NR<=20{print NR\": \"$0}' a.py", &["view a.py 10-20"]),
        ("awk 'NR==5,NR==9' a.py", &["view a.py 5-9"]),
        ("cat a.py | sed -n '10,20p'", &["view a.py 10-20"]),
        ("nl -ba src/x.ts | sed -n '120,180p'", &["view src/x.ts 120-180"]),
        ("cat a.py | head -n 50 | tail -n 5", &["view a.py 1-50"]),
        ("cat -n a.py | head -30", &["view a.py 1-30"]),
        ("cat < a.py", &["view a.py"]),
        ("cat a.py 2>/dev/null", &["view a.py"]),
        ("cat a.py 2>&1 | less", &["view a.py"]),
        ("git show HEAD~1:src/a.py", &["view src/a.py"]),
        ("git --no-pager show abc123 -- src/a.py", &["view src/a.py ?git show"]),
        ("git diff src/a.py", &["view src/a.py ?git diff"]),
        ("git log -p -- src/a.py", &["view src/a.py ?git log"]),
        ("git log -L 10,20:src/a.py", &["view src/a.py 10-20"]),
        ("git blame -L 5,9 src/a.py", &["view src/a.py 5-9"]),
        (
            "str_replace_editor view /testbed/a.py --view_range 1 20",
            &["view /testbed/a.py 1-20"],
        ),
    ]);
}

#[test]
fn searches() {
    check(&[
        ("grep -rn foo src", &["search src ?foo @src"]),
        ("grep -rn 'foo bar' src lib", &["search ?foo bar @src lib"]),
        ("grep foo a.py", &["search a.py ?foo @a.py", "view a.py ?foo"]),
        ("grep -l foo a.py", &["search a.py ?foo @a.py"]),
        (
            "grep -n -A 5 -e foo a.py",
            &["search a.py ?foo @a.py", "view a.py ?foo"],
        ),
        ("grep -rnA5 foo src", &["search src ?foo @src"]),
        ("grep -rn \"def f\" --include='*.py' .", &["search . ?def f @. *.py"]),
        ("grep -rn 'foo$' src", &["search src ?foo$ @src"]),
        ("rg 'use[A-Z]' -n", &["search ?use[A-Z] @."]),
        (
            "rg -g '*.tsx' Button apps/web",
            &["search apps/web ?Button @apps/web *.tsx"],
        ),
        ("rg --files -g '*.py' src", &["list src ?*.py"]),
        ("ag foo src", &["search src ?foo @src"]),
        ("git grep -n foo -- src", &["search src ?foo @src"]),
        ("cat a.py | grep foo", &["view a.py ?foo", "search a.py ?foo @a.py"]),
        ("cat a.py | wc -l", &["run a.py"]),
        (
            "sed -n '/def f/,/return/p' a.py",
            &["search a.py ?def f @a.py", "view a.py ?def f"],
        ),
        (
            "awk '/class A/' a.py",
            &["search a.py ?class A @a.py", "view a.py ?class A"],
        ),
        (
            "find . -name '*.py' | xargs grep -n foo",
            &["list . ?*.py", "search ?foo @."],
        ),
        (
            "find src -name '*.c' -exec grep -Hn foo {} \\;",
            &["list src ?*.c", "search ?foo @src"],
        ),
        ("grep -rn foo src | head -20", &["search src ?foo @src"]),
        ("git log -S parse_args -- src", &["search src ?parse_args @git log"]),
        ("make 2>&1 | grep error", &["run"]),
    ]);
}

#[test]
fn listings() {
    check(&[
        ("ls", &["list ."]),
        ("ls -la src tests", &["list src", "list tests"]),
        ("tree -L 2 src", &["list src"]),
        ("find . -type f -name '*.ts' -o -name '*.tsx'", &["list . ?*.ts *.tsx"]),
        ("find /testbed/src -path '*cli*' | head", &["list /testbed/src ?*cli*"]),
        ("find . -name x.py 2>/dev/null", &["list . ?x.py"]),
        ("fd -e ts Button src", &["list src ?Button"]),
        ("git ls-files", &["list ."]),
        ("git ls-files | grep test", &["list . ?test"]),
        ("ls | grep foo", &["list . ?foo"]),
        ("ls src > out.txt", &["edit out.txt"]),
    ]);
}

#[test]
fn changes() {
    check(&[
        ("sed -i 's/a/b/' a.py", &["edit a.py"]),
        ("sed -i '10,12d' a.py", &["edit a.py 10-12"]),
        ("sed -i '' 's/a/b/' a.py", &["edit a.py"]),
        ("sed -i.bak -e 's/a/b/' a.py b.py", &["edit a.py", "edit b.py"]),
        ("perl -pi -e 's/a/b/' a.py", &["edit a.py"]),
        ("echo hi > notes.txt", &["edit notes.txt"]),
        ("echo hi >> notes.txt", &["edit notes.txt"]),
        ("echo hi | tee -a notes.txt", &["edit notes.txt"]),
        ("cat > a.py <<'EOF'\nimport os\ncat b.py\nEOF", &["edit a.py"]),
        ("cat <<EOF > a.py\nx > y\nEOF\nls src", &["edit a.py", "list src"]),
        ("cat a.py b.py > c.py", &["edit c.py"]),
        ("cat a.py > /dev/null", &["run"]),
        (
            "python - <<'PY'\np='src/a.py'\ns=open(p).read()\nopen(p,'w').write(s)\nPY",
            &["edit src/a.py"],
        ),
        ("python3 -c \"print(open('a.py').read())\"", &["run"]),
        ("python3 -c \"open('a.py','w').write('')\"", &["edit a.py"]),
        (
            "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: src/a.ts\n@@\n-x\n+y\n*** Add File: b.ts\n+z\n*** End Patch\nEOF",
            &["edit src/a.ts", "edit b.ts"],
        ),
        (
            "patch -p1 <<EOF\n--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-a\n+b\nEOF",
            &["edit x.c"],
        ),
        ("git checkout -- a.py", &["edit a.py"]),
        (
            "str_replace_editor str_replace /testbed/a.py --old_str x",
            &["edit /testbed/a.py"],
        ),
        ("pytest tests 2>/dev/null", &["run"]),
        ("pytest tests >/dev/null 2>&1", &["run"]),
        ("pytest 2> err.log", &["run"]),
    ]);
}
