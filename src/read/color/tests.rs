use proptest::prelude::*;

use super::*;
use crate::text::layers::Ink;

/// The runs of every line, checked to come in order.
fn colored(path: &str, text: &str) -> (Vec<Inks>, How) {
    let mut lines = Vec::new();
    let how = color(path, text, &|| false, &mut |first, chunk| {
        assert_eq!(first, lines.len());
        assert!(chunk.len() <= CHUNK);
        lines.extend(chunk);
    });
    (lines, how)
}

/// The ink of the first `needle` in `text`.
fn ink(path: &str, text: &str, needle: &str) -> Option<Ink> {
    let (lines, how) = colored(path, text);
    assert_eq!(how.end, End::Whole, "{path}");
    let (row, at) = text
        .split('\n')
        .enumerate()
        .find_map(|(row, line)| Some((row, line.find(needle)?)))
        .unwrap_or_else(|| panic!("{needle} is not in the sample"));
    let at = u32::try_from(at).unwrap();
    lines[row].iter().find(|r| r.start <= at && at < r.end).map(|r| r.what)
}

fn check(path: &str, text: &str, expected: &[(&str, Ink)]) {
    for (needle, want) in expected {
        assert_eq!(ink(path, text, needle), Some(*want), "{path}: {needle}");
    }
}

#[test]
fn queries_fit_their_grammars() {
    for lang in Lang::ALL {
        let Some(grammar) = lang.grammar() else { continue };
        let query = tree_sitter::Query::new(&grammar, &grammar::sources(lang).concat());
        if let Err(e) = query {
            panic!("{}: {e}", lang.name());
        }
    }
}

#[test]
fn typescript_and_javascript() {
    let text = "// note\nexport const LIMIT = 10;\nfunction greet(who: string): Name {\n  return who.trim(`a${who}b` + 'x\\n');\n}\nconst arrow = async () => null;\n@Dec()\nclass Thing extends Base { size = true; }\n";
    for path in ["a.ts", "a.tsx"] {
        check(
            path,
            text,
            &[
                ("note", Ink::Comment),
                ("export", Ink::Keyword),
                ("LIMIT", Ink::Constant),
                ("10", Ink::Number),
                ("greet", Ink::Function),
                ("who", Ink::Variable),
                ("string", Ink::Type),
                ("Name", Ink::Type),
                ("trim", Ink::Function),
                ("`a", Ink::String),
                ("${", Ink::Escape),
                ("b`", Ink::String),
                ("'x", Ink::String),
                ("\\n", Ink::Escape),
                ("arrow", Ink::Function),
                ("=>", Ink::Operator),
                ("null", Ink::Constant),
                ("Dec", Ink::Attribute),
                ("Thing", Ink::Type),
                ("size", Ink::Property),
                ("{", Ink::Punctuation),
            ],
        );
    }
    check(
        "a.jsx",
        "const App = () => <div className=\"x\">{value}</div>; // c\nfunction f() {}",
        &[
            ("const", Ink::Keyword),
            ("App", Ink::Function),
            ("div", Ink::Tag),
            ("className", Ink::Attribute),
            ("\"x\"", Ink::String),
            ("// c", Ink::Comment),
            ("f()", Ink::Function),
        ],
    );
}

#[test]
fn python_java_go() {
    check(
        "a.py",
        "# c\n@wraps(x)\ndef run(self, a: int):\n    return not f\"x{a}y\" in LIMIT\nclass Cat(Base):\n    n = 1.5\n",
        &[
            ("# c", Ink::Comment),
            ("wraps", Ink::Attribute),
            ("def", Ink::Keyword),
            ("run", Ink::Function),
            ("self", Ink::Constant),
            ("int", Ink::Type),
            ("not", Ink::Keyword),
            ("f\"x", Ink::String),
            ("{a", Ink::Escape),
            ("y\"", Ink::String),
            ("LIMIT", Ink::Constant),
            ("Cat", Ink::Type),
            ("1.5", Ink::Number),
        ],
    );
    check(
        "A.java",
        "/* c */\n@Override\npublic final class Cat { int size() { return \"s\".length() + 3; } }\n",
        &[
            ("c */", Ink::Comment),
            ("Override", Ink::Attribute),
            ("public", Ink::Keyword),
            ("Cat", Ink::Type),
            ("int", Ink::Type),
            ("size", Ink::Function),
            ("\"s\"", Ink::String),
            ("length", Ink::Function),
            ("3", Ink::Number),
        ],
    );
    check(
        "a.go",
        "// c\npackage main\nfunc (t *Tree) Walk(n int) { fmt.Println(\"s\", nil); go size(t.left) }\n",
        &[
            ("// c", Ink::Comment),
            ("func", Ink::Keyword),
            ("Tree", Ink::Type),
            ("Walk", Ink::Function),
            ("Println", Ink::Function),
            ("\"s\"", Ink::String),
            ("nil", Ink::Constant),
            ("size", Ink::Function),
            ("left", Ink::Property),
        ],
    );
}

#[test]
fn c_and_cpp() {
    let c = "/* c */\n#include <a.h>\nstatic int walk(struct node *n) { return strlen(\"s\") + 'c' + n->size + 4; }\n";
    let both = [
        ("c */", Ink::Comment),
        ("#include", Ink::Keyword),
        ("<a.h>", Ink::String),
        ("static", Ink::Keyword),
        ("int", Ink::Type),
        ("walk", Ink::Function),
        ("node", Ink::Type),
        ("strlen", Ink::Function),
        ("\"s\"", Ink::String),
        ("'c'", Ink::String),
        ("size", Ink::Property),
        ("4", Ink::Number),
    ];
    check("a.c", c, &both);
    check("a.cpp", c, &both);
    check(
        "a.hpp",
        "namespace geo { class Shape : public Base { virtual int area() const; }; }\nint Shape::area() const { return this->side; }\n",
        &[
            ("namespace", Ink::Keyword),
            ("geo", Ink::Type),
            ("class", Ink::Keyword),
            ("Shape", Ink::Type),
            ("area", Ink::Function),
            ("::", Ink::Punctuation),
            ("this", Ink::Constant),
        ],
    );
}

#[test]
fn rust_csharp_php_ruby() {
    check(
        "a.rs",
        "/// doc\n#[inline]\npub fn walk<'a>(n: &'a Node) -> Option<u8> { let x = vec![1]; call(\"s\\n\", Some(x.len())) }\n",
        &[
            ("doc", Ink::Comment),
            ("inline", Ink::Attribute),
            ("pub", Ink::Keyword),
            ("walk", Ink::Function),
            ("Node", Ink::Type),
            ("u8", Ink::Type),
            ("vec!", Ink::Function),
            ("1", Ink::Number),
            ("call", Ink::Function),
            ("\"s", Ink::String),
            ("\\n", Ink::Escape),
            ("len", Ink::Function),
        ],
    );
    check(
        "a.cs",
        "// c\n[Serializable]\npublic class Cat { string Say(int n) { return $\"s{n}\" + Go(7); } }\n",
        &[
            ("// c", Ink::Comment),
            ("Serializable", Ink::Attribute),
            ("public", Ink::Keyword),
            ("Cat", Ink::Type),
            ("string", Ink::Type),
            ("Say", Ink::Function),
            ("\"s", Ink::String),
            ("Go", Ink::Function),
            ("7", Ink::Number),
        ],
    );
    check(
        "a.php",
        "<?php\n// c\nclass Cat { public function say($n) { return 's' . strlen($this->name) . 5; } }\n",
        &[
            ("// c", Ink::Comment),
            ("class", Ink::Keyword),
            ("Cat", Ink::Type),
            ("say", Ink::Function),
            ("n)", Ink::Variable),
            ("'s'", Ink::String),
            ("strlen", Ink::Function),
            ("name", Ink::Property),
            ("5", Ink::Number),
        ],
    );
    check(
        "a.rb",
        "# c\nclass Cat\n  def say(n)\n    puts(\"s#{n}\", :sym, 6)\n  end\nend\n",
        &[
            ("# c", Ink::Comment),
            ("class", Ink::Keyword),
            ("Cat", Ink::Type),
            ("say", Ink::Function),
            ("n)", Ink::Variable),
            ("puts", Ink::Function),
            ("\"s", Ink::String),
            ("#{", Ink::Escape),
            (":sym", Ink::Constant),
            ("6", Ink::Number),
        ],
    );
}

#[test]
fn files_without_a_grammar_are_coloured_by_syntax() {
    let scss = "// c\n$gap: 4px;\n.card { color: \"x\"; &:hover { width: $gap; } }\n";
    let (_, how) = colored("a/b.scss", scss);
    assert_eq!((how.by, how.syntax.as_str()), (By::Syntax, "SCSS"));
    check(
        "a.scss",
        scss,
        &[
            ("// c", Ink::Comment),
            ("color", Ink::Property),
            ("4", Ink::Number),
            ("\"x\"", Ink::String),
        ],
    );
    check(
        "a.vue",
        "<template>\n  <p class=\"x\">hi</p>\n</template>\n<script>\nexport default { name: 'a' } // c\n</script>\n",
        &[
            ("p class", Ink::Tag),
            ("class", Ink::Attribute),
            ("\"x\"", Ink::String),
            ("export", Ink::Keyword),
            ("'a'", Ink::String),
            ("// c", Ink::Comment),
        ],
    );
    check("Makefile", "# c\nall: dep\n\t$(CC) -o x\n", &[("# c", Ink::Comment)]);
    check(
        "a.json",
        "{\"key\": [\"text\", 1, true]}",
        &[
            ("\"key", Ink::Property),
            ("\"text", Ink::String),
            ("1", Ink::Number),
            ("true", Ink::Constant),
        ],
    );
    check(
        "a.yml",
        "key: 'v' # c\n",
        &[("key", Ink::Property), ("'v'", Ink::String), ("# c", Ink::Comment)],
    );
    check(
        "run",
        "#!/bin/sh\nif true; then echo 'x'; fi\n",
        &[("if", Ink::Keyword), ("'x'", Ink::String)],
    );
}

#[test]
fn what_costs_too_much_stays_plain() {
    let (lines, how) = colored("a.js", &format!("x\n{}", "y".repeat(LONGEST_LINE + 1)));
    assert!(lines.is_empty());
    assert_eq!(
        how.end,
        End::Refused(Plain::LongLine {
            line: 2,
            bytes: LONGEST_LINE + 1
        })
    );
    let (_, how) = colored("a.js", &"x\n".repeat(LARGEST));
    assert_eq!(how.end, End::Refused(Plain::TooLarge { bytes: 2 * LARGEST }));
    let (_, how) = colored("a.unknown", "text");
    assert_eq!(how.end, End::Refused(Plain::Unknown));
}

#[test]
fn multi_line_tokens_are_cut_at_lines() {
    let (lines, _) = colored("a.js", "/* a\n\n b */ x");
    let spans = |row: usize| lines[row].iter().map(|r| (r.start, r.end)).collect::<Vec<_>>();
    assert_eq!(spans(0), [(0, 4)]);
    assert_eq!(spans(1), []);
    assert_eq!(spans(2), [(0, 5), (6, 7)]);
}

#[test]
fn chunks_agree_with_each_other_and_stop_is_heard() {
    let text = "const a = `x\n${y}`;\n".repeat(CHUNK);
    let (lines, how) = colored("a.ts", &text);
    assert_eq!(how.end, End::Whole);
    assert_eq!(lines.len(), 2 * CHUNK + 1);
    assert_eq!(lines[0], lines[CHUNK]);
    assert_eq!(lines[1], lines[2 * CHUNK - 1]);
    for path in ["a.ts", "a.scss"] {
        let done = std::cell::Cell::new(false);
        let mut seen = 0;
        let how = color(path, &text, &|| done.get(), &mut |_, chunk| {
            seen += chunk.len();
            done.set(true);
        });
        assert_eq!(seen, CHUNK, "{path}");
        assert_eq!(how.end, End::Stopped { line: CHUNK }, "{path}");
    }
}

fn holds(path: &str, text: &str) {
    let (lines, how) = colored(path, text);
    if how.end != End::Whole {
        return;
    }
    let rows: Vec<&str> = text.split('\n').collect();
    assert_eq!(lines.len(), rows.len());
    for (runs, row) in lines.iter().zip(rows) {
        let mut at = 0;
        for run in runs {
            assert!(at <= run.start && run.start < run.end, "{runs:?}");
            assert!(row.is_char_boundary(run.start as usize) && row.is_char_boundary(run.end as usize));
            at = run.end;
        }
        assert!(at as usize <= row.len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn runs_are_sound_for_any_text(text in "(?s).{0,300}", pick in 0usize..14) {
        let paths = ["a.ts", "a.tsx", "a.js", "a.py", "a.java", "a.c", "a.cpp", "a.go", "a.rs", "a.cs", "a.php", "a.rb", "a.scss", "a.vue"];
        holds(paths[pick], &crate::text::clean::text(&text));
    }

    #[test]
    fn runs_are_sound_for_scraps_of_code(parts in prop::collection::vec(0usize..24, 0..60), pick in 0usize..14) {
        let paths = ["a.ts", "a.tsx", "a.js", "a.py", "a.java", "a.c", "a.cpp", "a.go", "a.rs", "a.cs", "a.php", "a.rb", "a.scss", "a.vue"];
        let words = ["function ", "class ", "é世", "`${", "}", "{", "(", ")", "\"", "'", "/*", "*/", "//", "\n", " ", "def x", ":", "=>", "#", "<?php ", "<a b=", ">", "1.5", "@x "];
        let text: String = parts.iter().map(|&p| words[p]).collect();
        holds(paths[pick], &text);
    }
}

#[test]
fn a_token_longer_than_a_chunk_goes_on() {
    let text = format!("/*\n{}*/\n{}x = 1\n", "c\n".repeat(2 * CHUNK), "\n".repeat(2 * CHUNK));
    let (lines, _) = colored("a.js", &text);
    let comment = |row: usize| lines[row].first().map(|r| (r.start, r.end, r.what));
    assert_eq!(comment(0), Some((0, 2, Ink::Comment)));
    assert_eq!(comment(CHUNK), Some((0, 1, Ink::Comment)));
    assert_eq!(comment(2 * CHUNK), Some((0, 1, Ink::Comment)));
    assert_eq!(comment(2 * CHUNK + 1), Some((0, 2, Ink::Comment)));
    assert_eq!(comment(3 * CHUNK), None);
    assert_eq!(comment(4 * CHUNK + 2), Some((0, 1, Ink::Variable)));
}
