//! Geometry of two paths: same name, counterpart, same folder, same part of the tree.

use crate::domain::normal::chain::chain;

use super::code::Detail;

/// Stems that many files have.
const COMMON: [&str; 4] = ["index", "main", "mod", "init"];

/// What stands behind a stem in tests, style modules, stories, declarations.
const AFTER: [&str; 20] = [
    ".test", ".tests", ".spec", ".e2e", ".module", ".stories", ".story", ".styles", ".style", ".d", ".min", ".mock",
    "_test", "_tests", "_spec", "-test", "-spec", "Tests", "Test", "Spec",
];

/// The stem of a file's name without ending and affix: `Button` of `ui/Button.module.css`, `Button.test.tsx`.
pub fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    let mut out = match name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    };
    for affix in AFTER {
        let cut = out.strip_suffix(affix).filter(|s| !s.is_empty());
        // `Latest` is no test of `La`.
        let whole =
            |s: &str| affix.starts_with(['.', '_', '-']) || s.ends_with(|c: char| c.is_lowercase() || c.is_numeric());
        if let Some(rest) = cut.filter(|s| whole(s)) {
            out = rest;
            break;
        }
    }
    out.strip_prefix("test_").filter(|s| !s.is_empty()).unwrap_or(out)
}

fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

/// How `other` lies to `gold`, the closest relation.
pub fn relation(gold: &str, other: &str) -> Detail {
    if gold == other {
        return Detail::SameFile;
    }
    let ((dir, name), (other_dir, other_name)) = (split(gold), split(other));
    if name == other_name {
        return Detail::SameName;
    }
    let stem_of_gold = stem(gold);
    let common = COMMON.contains(&stem_of_gold.trim_matches('_'));
    if stem_of_gold.chars().count() > 2 && !common && stem_of_gold == stem(other) {
        return Detail::Counterpart;
    }
    if dir == other_dir {
        return Detail::SameDir;
    }
    let depth = |d: &str| d.split('/').filter(|p| !p.is_empty()).count();
    let shared = dir
        .split('/')
        .zip(other_dir.split('/'))
        .take_while(|(a, b)| a == b && !a.is_empty())
        .count();
    if shared >= 1 && shared * 2 >= depth(dir).max(depth(other_dir)) {
        return Detail::SameSubtree;
    }
    Detail::Elsewhere
}

/// How a function of the same file lies to the gold one; `None` stands for an entry that names no function.
pub fn function_relation(gold: &str, other: Option<&str>) -> Detail {
    let Some(other) = other else {
        return Detail::FileListOnly;
    };
    let (g, o) = (chain(gold), chain(other));
    if g.starts(&o) || o.starts(&g) {
        return Detail::EnclosingOrNested;
    }
    let class = |parts: &[String]| {
        parts
            .split_last()
            .map(|(_, class)| class.to_vec())
            .filter(|c| !c.is_empty())
    };
    match (class(&g.parts), class(&o.parts)) {
        (Some(a), Some(b)) if a == b => Detail::SameClass,
        _ => Detail::OtherFunction,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stems_lose_endings_and_affixes() {
        for (path, want) in [
            ("ui/Button.tsx", "Button"),
            ("ui/Button.module.css", "Button"),
            ("Button.test.tsx", "Button"),
            ("FooTest.java", "Foo"),
            ("Latest.java", "Latest"),
            ("a/test_query.py", "query"),
            ("query_test.go", "query"),
            ("types.d.ts", "types"),
            (".eslintrc", ".eslintrc"),
            ("Makefile", "Makefile"),
            ("Test.java", "Test"),
            ("", ""),
        ] {
            assert_eq!(stem(path), want, "{path}");
        }
    }

    #[test]
    fn the_closest_relation_wins() {
        for (gold, other, want) in [
            ("core/index.ts", "ui/index.ts", Detail::SameName),
            ("Button.css", "ui/Button.tsx", Detail::Counterpart),
            ("lib/a/view.cpp", "include/view.h", Detail::Counterpart),
            ("a/index.css", "b/index.ts", Detail::Elsewhere),
            ("a/__init__.py", "a/__init__.pyi", Detail::SameDir),
            ("a/ab.c", "a/ab.h", Detail::SameDir),
            ("README.md", "setup.py", Detail::SameDir),
            ("deep/x/y/z.py", "deep/x/q.py", Detail::SameSubtree),
            ("deep/x/y/z.py", "deep/q/r/s.py", Detail::Elsewhere),
            ("src/ui/a.ts", "src/core/b.ts", Detail::SameSubtree),
            ("src/ui/a.ts", "b.ts", Detail::Elsewhere),
            ("/x/a.ts", "/y/b.ts", Detail::Elsewhere),
            ("a.ts", "a.ts", Detail::SameFile),
        ] {
            assert_eq!(relation(gold, other), want, "{gold} {other}");
        }
    }

    #[test]
    fn functions_of_one_file() {
        for (gold, other, want) in [
            ("Store.get", Some("Store.set"), Detail::SameClass),
            ("Store.get", Some("Store"), Detail::EnclosingOrNested),
            ("f", Some("f.g"), Detail::EnclosingOrNested),
            ("Store.get", Some("Cache.get"), Detail::OtherFunction),
            ("make", Some("build"), Detail::OtherFunction),
            ("make", None, Detail::FileListOnly),
        ] {
            assert_eq!(function_relation(gold, other), want, "{gold} {other:?}");
        }
    }
}
