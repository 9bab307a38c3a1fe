use super::*;

#[test]
fn table_follows_the_enum() {
    for (n, lang) in Lang::ALL.into_iter().enumerate() {
        assert_eq!(lang.place(), n);
        assert_eq!(ROWS[n].lang, lang);
        let mut parser = tree_sitter::Parser::new();
        let fits = |g| parser.set_language(&g).is_ok();
        assert!(lang.grammar().is_none_or(fits), "{}", lang.name());
    }
}

#[test]
fn extensions_and_names() {
    for (path, lang) in [
        ("src/a.ts", Some(Lang::TypeScript)),
        ("src/a.d.ts", Some(Lang::TypeScript)),
        ("A.TSX", Some(Lang::Tsx)),
        ("x/y.mjs", Some(Lang::JavaScript)),
        ("x/y.jsx", Some(Lang::JavaScript)),
        ("a.pyi", Some(Lang::Python)),
        ("a.cc", Some(Lang::Cpp)),
        ("a.c", Some(Lang::C)),
        ("Gemfile", Some(Lang::Ruby)),
        ("lib/tasks/x.rake", Some(Lang::Ruby)),
        ("a.cs", Some(Lang::CSharp)),
        ("a.scss", None),
        ("README", None),
        ("dir.py/file", None),
    ] {
        assert_eq!(Lang::of(path, ""), lang, "{path}");
    }
}

#[test]
fn interpreters() {
    assert_eq!(Lang::of("bin/run", "#!/usr/bin/env python3\n"), Some(Lang::Python));
    assert_eq!(Lang::of("bin/run", "#!/usr/bin/python3.11 -u\n"), Some(Lang::Python));
    assert_eq!(
        Lang::of("cli", "#!/usr/bin/env -S A=1 node --x\n"),
        Some(Lang::JavaScript)
    );
    assert_eq!(Lang::named_by("cli", "#!/bin/sh\n"), Some(Lang::Shell));
    assert_eq!(Lang::of("cli", "#!/usr/bin/awk -f\n"), None);
    assert_eq!(Lang::of("cli", "text"), None);
}

#[test]
fn headers_are_read() {
    assert_eq!(Lang::of("a.h", "#pragma once\nnamespace x {\n}\n"), Lang::Cpp.into());
    assert_eq!(Lang::of("a.h", "#include <vector>\n"), Lang::Cpp.into());
    assert_eq!(
        Lang::of(
            "a.h",
            "/* class of\n * class */\n#include <math.h>\n#include <sys/types.h>\n#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void);\n"
        ),
        Lang::C.into()
    );
}

#[test]
fn further_languages() {
    for (path, lang) in [
        ("a/B.kt", Lang::Kotlin),
        ("build.gradle.kts", Lang::Kotlin),
        ("a.swift", Lang::Swift),
        ("build.sbt", Lang::Scala),
        ("a.dart", Lang::Dart),
        ("a.lua", Lang::Lua),
        ("x/PKGBUILD", Lang::Shell),
        ("test.exs", Lang::Elixir),
        ("R/a.R", Lang::R),
        ("a.zig", Lang::Zig),
        ("a.sol", Lang::Solidity),
        ("a.gd", Lang::GdScript),
        ("a.cljs", Lang::Clojure),
        ("lib/A.pm", Lang::Perl),
        ("a.m", Lang::ObjectiveC),
        ("a.hs", Lang::Haskell),
        ("a.jl", Lang::Julia),
        ("a.ml", Lang::OCaml),
        ("a.mli", Lang::OCamlInterface),
        ("a.fs", Lang::FSharp),
        ("a.sql", Lang::Sql),
        ("a.htm", Lang::Html),
        ("A.vue", Lang::Vue),
        ("A.svelte", Lang::Svelte),
        ("a.css", Lang::Css),
    ] {
        assert_eq!(Lang::named_by(path, ""), Some(lang), "{path}");
        assert_eq!(Lang::of(path, "").is_some(), lang.grammar().is_some(), "{path}");
    }
    assert_eq!(
        Lang::named_by("a.h", "#import <A.h>\n@interface A\n"),
        Some(Lang::ObjectiveC)
    );
    assert_eq!(Lang::named_by("a.m", "\n% comment\nfunction x = f(y)\n"), None);
    // The endings of no two languages are the same.
    let mut all: Vec<&str> = ROWS.iter().flat_map(|r| r.extensions).copied().collect();
    all.extend(UNFIT.iter().flat_map(|(_, e, _)| *e));
    all.extend(NOT_CODE);
    let many = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), many);
}

#[test]
fn a_file_without_outline_says_why() {
    let said = |path: &str| why_not(path, "").map(|w| w.to_string());
    assert_eq!(said("a.ts"), None);
    assert_eq!(said("build.gradle").as_deref(), Some("Groovy: file level only"));
    assert_eq!(said("x/Jenkinsfile").as_deref(), Some("Groovy: file level only"));
    assert_eq!(why_not("a.scss", ""), Some(NoOutline::Unfit("SCSS")));
    assert_eq!(why_not("a.m", "% x\n"), Some(NoOutline::Unfit("MATLAB")));
    for path in ["a.json", "README.md", "b/i.png", "LICENSE", "yarn.lock", ".gitignore"] {
        assert_eq!(why_not(path, ""), Some(NoOutline::NotCode), "{path}");
    }
    assert_eq!(why_not("sub", ""), Some(NoOutline::Unknown));
    assert_eq!(why_not("a.pl", "").is_none(), cfg!(feature = "perl"));
    let kotlin = Lang::Kotlin
        .grammar()
        .is_none()
        .then_some(NoOutline::NotBuilt("Kotlin"));
    assert_eq!(why_not("a.kt", ""), kotlin);
}

#[test]
fn most_files_decide_the_language() {
    assert_eq!(language_of_files(["a.ts", "b.tsx", "c.js", "README.md"]), "TypeScript");
    assert_eq!(language_of_files(["a.py", "b.scss", "c.scss"]), "SCSS");
    assert_eq!(language_of_files(["a.kt", "b.java"]), "Kotlin");
    assert_eq!(language_of_files(["a.m", "b.swift", "c.swift", "x.gradle"]), "Swift");
    assert_eq!(language_of_files(["package.json", "x.png"]), "");
    assert_eq!(language_of_files([]), "");
}
