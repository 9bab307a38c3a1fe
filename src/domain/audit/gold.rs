//! The grammar of gold: repository-relative paths with `/`, and functions as `path:Class.method`.
//!
//! Source: the answer formats that benchmarks ask for, which forbid line numbers, argument lists and blanks.

use crate::domain::matching::split_function;

/// What is wrong with a path, whatever the repository holds.
pub fn path_fault(path: &str) -> Option<&'static str> {
    let part = |p: &str| path.split('/').any(|x| x == p);
    if path.is_empty() {
        Some("empty")
    } else if path.trim() != path {
        Some("blanks around it")
    } else if path.chars().any(char::is_control) {
        Some("control characters in it")
    } else if path.contains('\\') {
        Some("'\\' where '/' stands in repositories")
    } else if path.starts_with('/') {
        Some("begins at the root of a machine")
    } else if part(".") || part("..") {
        Some("'.' or '..' as a part of it")
    } else if path.ends_with('/') {
        Some("a folder")
    } else if path.contains("//") {
        Some("'//' in it")
    } else {
        None
    }
}

/// What is wrong with a function id.
pub fn function_fault(id: &str) -> Option<String> {
    if !id.contains(':') {
        return Some("no ':' between path and name".to_owned());
    }
    let (path, name) = split_function(id);
    if let Some(why) = path_fault(path) {
        return Some(format!("path: {why}"));
    }
    let bare = name.replace("operator()", "operator");
    let why = if name.is_empty() {
        "no name after ':'"
    } else if name.bytes().all(|b| b.is_ascii_digit()) {
        "a line number instead of a name"
    } else if bare.contains(['(', ')']) {
        "an argument list"
    } else if name.trim() != name {
        "blanks around the name"
    } else if bare.contains(' ') && !bare.contains(['"', '\'', '`', '[']) && !bare.contains("operator ") {
        "blanks in the name"
    } else if name.contains("::") || name.contains('#') && !name.starts_with('#') && !name.contains(".#") {
        "a separator other than '.'"
    } else {
        return None;
    };
    Some(why.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_path_and_qualified_name() {
        for good in [
            "a/b.ts:Class.method",
            "a.go:Store.Get",
            "a.cpp:Point.operator()",
            "a.cpp:Point.operator bool",
            "a.js:Private.#secret",
            "a.js:\"quoted key\"",
            "deep/a b.py:f",
        ] {
            assert_eq!(function_fault(good), None, "{good}");
        }
        for (bad, word) in [
            ("src/net/v4.c:route ( unsigned int scope )", "argument list"),
            ("a.ts:get(key)", "argument list"),
            ("a.ts", "no ':'"),
            ("a.ts:", "no name"),
            ("a.ts:42", "line number"),
            ("./a.ts:f", "path: '.'"),
            ("a.cpp:ns::f", "separator"),
            ("a.js:Store#get", "separator"),
            ("a.c:static int f", "blanks in"),
        ] {
            let said = function_fault(bad).unwrap_or_default();
            assert!(said.contains(word), "{bad}: {said}");
        }
    }

    #[test]
    fn paths_of_other_machines() {
        for good in ["a.c", "a/..b/c.d", ".github/x.yml", "a b/ü.py"] {
            assert_eq!(path_fault(good), None, "{good}");
        }
        for bad in ["", " a", "/etc/passwd", "a\\b", "./a", "a/../b", "a/", "a//b", "a\nb"] {
            assert!(path_fault(bad).is_some(), "{bad:?}");
        }
    }
}
