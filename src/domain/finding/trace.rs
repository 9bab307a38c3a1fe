//! Files on the lines of stack traces and of compilers' messages, in the styles of several languages.

/// One line of a trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame<'a> {
    /// Style it is written in: `Python`, `JavaScript`, `Java`, `C#`, `PHP`, `Ruby`, `Go`, `native` (Rust, C++).
    pub style: &'static str,
    /// File as written.
    pub file: &'a str,
    /// Line in the file.
    pub line: u32,
}

/// The number at the start of `text`, and what follows.
fn number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at_checked(end)?;
    Some((digits.parse().ok()?, rest))
}

/// Whether `text` ends like a file's name: a stem, a dot and an ending of letters and digits.
fn is_file(text: &str) -> bool {
    let name = text.rsplit(['/', '\\']).next().unwrap_or(text);
    name.rsplit_once('.').is_some_and(|(stem, ext)| {
        !stem.is_empty() && (1..=8).contains(&ext.len()) && ext.bytes().all(|b| b.is_ascii_alphanumeric())
    })
}

/// `file:12:3` or `file:12` at the end of `text`, brackets aside; the last number is a column when there are two.
fn at_end(text: &str) -> Option<(&str, u32, bool)> {
    let text = text.trim_end_matches([')', ']', ',', '.', ':', ';', '\'', '"', '`']);
    let (head, last) = text.rsplit_once(':')?;
    let (last, rest) = number(last)?;
    if !rest.is_empty() {
        return None;
    }
    let two = head.rsplit_once(':').and_then(|(file, n)| {
        let (line, rest) = number(n)?;
        rest.is_empty().then_some((file, line, true))
    });
    two.or(Some((head, last, false))).filter(|(file, ..)| is_file(file))
}

fn framed<'a>(style: &'static str, file: &'a str, line: u32) -> Option<Frame<'a>> {
    let file = file.trim();
    is_file(file).then_some(Frame { style, file, line })
}

/// `File "x.py", line 12, in f`.
fn python(line: &str) -> Option<Frame<'_>> {
    let (file, rest) = line.split_once("File \"")?.1.split_once("\", line ")?;
    framed("Python", file, number(rest)?.0)
}

/// `at a.b.C(C.java:12)`; also Kotlin, Scala, Groovy.
fn java(line: &str) -> Option<Frame<'_>> {
    let (_, rest) = line.trim_start().split_once("at ")?;
    let (call, place) = rest.split_once('(')?;
    let (file, number) = place.split(')').next()?.split_once(':')?;
    let ending = file.rsplit('.').next()?;
    let known = ["java", "kt", "scala", "groovy", "clj"].contains(&ending);
    (known && call.contains('.')).then_some(())?;
    framed("Java", file, self::number(number)?.0)
}

/// `at f (x.js:1:2)`, `at x.js:1:2`, `f@http://host/x.js:1:2`.
fn javascript(line: &str) -> Option<Frame<'_>> {
    let text = line.trim();
    let place = match text
        .strip_prefix("at ")
        .or_else(|| text.split_once(" at ").map(|(_, r)| r))
    {
        Some(rest) => rest.rsplit(['(', ' ']).next()?,
        None => text.split_once('@')?.1,
    };
    let (file, line, _) = at_end(place)?;
    let ending = file.rsplit('.').next()?;
    let file = file.split(['?', '#']).next().unwrap_or(file);
    let known = ["js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts", "vue", "svelte"].contains(&ending);
    known.then(|| framed("JavaScript", file, line)).flatten()
}

/// `at A.B() in C:\x.cs:line 12`.
fn csharp(line: &str) -> Option<Frame<'_>> {
    let (file, rest) = line.split_once(":line ")?;
    let (_, file) = file.rsplit_once(" in ")?;
    framed("C#", file, number(rest)?.0)
}

/// `in /x.php on line 12`, `#0 /x.php(12): f()`, `x.php:12`.
fn php(line: &str) -> Option<Frame<'_>> {
    let at = line.find(".php")?;
    let (head, rest) = line.split_at_checked(at + ".php".len())?;
    let file = head.rsplit([' ', '"', '\'']).next()?;
    let digits = [" on line ", "(", ":"].iter().find_map(|m| rest.strip_prefix(m))?;
    framed("PHP", file, number(digits)?.0)
}

/// `from x.rb:12:in 'f'`.
fn ruby(line: &str) -> Option<Frame<'_>> {
    let (place, _) = line.split_once(":in ")?;
    let place = place.rsplit([' ', '\t']).next()?;
    let (file, line, _) = at_end(place)?;
    framed("Ruby", file, line)
}

/// `x.go:12 +0x1d`, `x.rs:1:2`, `x.cpp:12:5: error`, `#3 f () at x.c:12`: compilers, panics, debuggers.
fn native(line: &str) -> Option<Frame<'_>> {
    let debugger = line.trim_start().starts_with('#');
    line.split([' ', '\t', '(', ',']).find_map(|word| {
        let (file, line, column) = at_end(word.trim_start_matches(['\'', '"', '`', '[']))?;
        match file.rsplit('.').next()? {
            "go" => framed("Go", file, line),
            "rs" | "c" | "cc" | "cpp" | "cxx" | "h" | "hpp" | "hh" | "m" | "mm" | "swift" | "zig" => {
                framed("native", file, line).filter(|_| column || debugger)
            }
            _ => None,
        }
    })
}

/// The file of a line of a trace; `None` when the line is no such line.
pub fn frame(line: &str) -> Option<Frame<'_>> {
    python(line)
        .or_else(|| csharp(line))
        .or_else(|| java(line))
        .or_else(|| javascript(line))
        .or_else(|| php(line))
        .or_else(|| ruby(line))
        .or_else(|| native(line))
}

/// All lines of traces in a text, in its order.
pub fn frames(text: &str) -> impl Iterator<Item = Frame<'_>> {
    text.lines().filter_map(frame)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_traces_in_many_languages() {
        for (line, style, file, at) in [
            (
                "  File \"/venv/lib/python3.8/site-packages/django/db/models/query_utils.py\", line 12, in f",
                "Python",
                "/venv/lib/python3.8/site-packages/django/db/models/query_utils.py",
                12,
            ),
            ("    at get (store.ts:10:3)", "JavaScript", "store.ts", 10),
            ("    at async Object.run (/a b/c.mjs:7:1)", "JavaScript", "b/c.mjs", 7),
            ("at file:///home/u/x.js:1:2", "JavaScript", "file:///home/u/x.js", 1),
            (
                "render@http://localhost:3000/static/main.js:20:15",
                "JavaScript",
                "http://localhost:3000/static/main.js",
                20,
            ),
            ("stack: at get (store.ts:10)", "JavaScript", "store.ts", 10),
            ("\tat org.a.B$1.run(B.java:99)", "Java", "B.java", 99),
            ("  at a.b.CKt.f(C.kt:3) ~[x.jar:1]", "Java", "C.kt", 3),
            (
                "   at A.B.C(String s) in C:\\src\\A.cs:line 31",
                "C#",
                "C:\\src\\A.cs",
                31,
            ),
            ("#0 /var/www/a.php(12): f()", "PHP", "/var/www/a.php", 12),
            (
                "PHP Fatal error: x in /var/www/a.php on line 7",
                "PHP",
                "/var/www/a.php",
                7,
            ),
            ("\tfrom /gems/x/lib/a.rb:12:in `call'", "Ruby", "/gems/x/lib/a.rb", 12),
            ("lib/a.rb:4:in 'Foo#bar': boom (RuntimeError)", "Ruby", "lib/a.rb", 4),
            ("\t/go/src/a/b.go:55 +0x1d", "Go", "/go/src/a/b.go", 55),
            ("             at src/main.rs:2:5", "native", "src/main.rs", 2),
            ("thread 'main' panicked at src/main.rs:2:5:", "native", "src/main.rs", 2),
            ("  --> src/lib.rs:10:9", "native", "src/lib.rs", 10),
            ("../a/b.cpp:12:5: error: x", "native", "../a/b.cpp", 12),
            (
                "#3  0x00 in f (x=1) at lib/net/ipv4.c:120",
                "native",
                "lib/net/ipv4.c",
                120,
            ),
        ] {
            assert_eq!(frame(line), Some(Frame { style, file, line: at }), "{line}");
        }
    }

    #[test]
    fn prose_is_no_trace() {
        for line in [
            "see src/a.ts for more",
            "look at src/a.ts:12 please",
            "at 10:30 we met",
            "http://localhost:3000/",
            "version 1.2.3:4",
            "mail me@example.com:22",
            "in a.php we see",
            "in a.c:12 there is",
            "File \"x.py\" is missing",
            "at",
            "",
            ":1:2",
        ] {
            assert_eq!(frame(line), None, "{line}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_line_can_be_looked_at(line in "(\\PC|at |File \"|\", line |:|[0-9]|\\.php|\\.go|\\(|#){0,24}") {
            if let Some(f) = frame(&line) {
                proptest::prop_assert!(line.contains(f.file));
            }
        }
    }
}
