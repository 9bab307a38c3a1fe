//! Proves the floors: imports go down only, files stay short, and the lower floors touch no file, clock or terminal.

use std::fs;
use std::path::{Path, PathBuf};

const FLOORS: [(&str, u8); 11] = [
    ("base", 0),
    ("text", 1),
    ("domain", 2),
    ("read", 3),
    ("store", 3),
    ("keys", 3),
    ("work", 4),
    ("app", 5),
    ("ui", 6),
    ("tui", 7),
    ("cli", 7),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn sources(dir: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
}

/// Every source file with its path under `src`, its module and its text.
fn files() -> Vec<(String, String, String)> {
    let src = root().join("src");
    let mut all = Vec::new();
    sources(&src, &mut all);
    all.sort();
    all.into_iter()
        .map(|path| {
            let name = path.strip_prefix(&src).unwrap().to_str().unwrap().replace('\\', "/");
            let module = name.split('/').next().unwrap().trim_end_matches(".rs").to_owned();
            (name, module, fs::read_to_string(&path).unwrap())
        })
        .collect()
}

fn floor(module: &str) -> Option<u8> {
    FLOORS.iter().find(|(m, _)| *m == module).map(|(_, f)| *f)
}

/// Code without comments, tests and string contents that could look like code.
fn code(text: &str) -> String {
    let body = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text);
    body.lines()
        .filter(|l| !l.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Modules that a file names after `crate::`.
fn imports(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    for (at, _) in text.match_indices("crate::") {
        let rest = &text[at + "crate::".len()..];
        if let Some(group) = rest.strip_prefix('{') {
            let inside = group.split('}').next().unwrap();
            out.extend(
                inside
                    .split(',')
                    .map(|p| p.trim().split("::").next().unwrap().to_owned()),
            );
        } else {
            let end = rest
                .find(|c: char| !c.is_alphanumeric() && c != '_')
                .unwrap_or(rest.len());
            out.push(rest[..end].to_owned());
        }
    }
    out
}

#[test]
fn imports_never_go_up_or_sideways() {
    let mut wrong = Vec::new();
    for (name, module, text) in files() {
        if name == "main.rs" || name == "lib.rs" {
            continue;
        }
        let here = floor(&module).unwrap_or_else(|| panic!("{name}: no floor for '{module}'; add it to FLOORS"));
        for other in imports(&code(&text)) {
            let Some(there) = floor(&other) else {
                wrong.push(format!("{name}: crate::{other} is on no floor"));
                continue;
            };
            let sideways = here == 3 && there == 3 && other != module;
            if there > here || sideways {
                wrong.push(format!("{name} (floor {here}) uses crate::{other} (floor {there})"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn lower_floors_are_pure() {
    let banned = [
        "std::fs",
        "std::net",
        "std::process",
        "std::env",
        "std::thread",
        "std::time::Instant",
        "std::time::SystemTime",
        "Timestamp::now",
        "Zoned::now",
        "File::open",
        "println!",
        "eprintln!",
    ];
    let mut wrong = Vec::new();
    for (name, module, text) in files() {
        if matches!(module.as_str(), "base" | "text" | "domain" | "app") {
            let code = code(&text);
            wrong.extend(
                banned
                    .iter()
                    .filter(|b| code.contains(**b))
                    .map(|b| format!("{name} uses {b}")),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn terminal_libraries_stay_on_their_floors() {
    let mut wrong = Vec::new();
    for (name, module, text) in files() {
        let code = code(&text);
        // `show` prints through viuer and asks for the width of the terminal: it is floor 7 as well.
        if code.contains("crossterm") && module != "tui" && !name.starts_with("cli/show") {
            wrong.push(format!("{name} uses crossterm"));
        }
        let edit = name == "app/edit.rs";
        let low = floor(&module).is_some_and(|f| f < 6);
        if low && (code.contains("ratatui::") || code.contains("ratatui_image")) {
            wrong.push(format!("{name} uses ratatui"));
        }
        if low && code.contains("ratatui_textarea") && !edit {
            wrong.push(format!("{name} uses the text field widget"));
        }
        if code.contains("viuer") && module != "cli" {
            wrong.push(format!("{name} uses viuer"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn files_are_short_and_say_what_they_are_for() {
    let mut wrong = Vec::new();
    for (name, _, text) in files() {
        let lines = text.lines().count();
        if lines > 400 {
            wrong.push(format!("{name} has {lines} lines"));
        }
        let test = name.contains("tests") || name.contains("_tests");
        if !test && !text.starts_with("//!") {
            wrong.push(format!("{name} does not say what it is for"));
        }
        if name.ends_with("/mod.rs") {
            wrong.push(format!("{name}: write foo.rs beside foo/"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_checks_see_what_they_should() {
    assert_eq!(
        imports("use crate::{ui::x, app};\ncrate::base::num::x()"),
        ["ui", "app", "base"]
    );
    assert!(!code("// use std::fs\nlet x = 1;").contains("std::fs"));
    assert_eq!((floor("base"), floor("cli"), floor("nope")), (Some(0), Some(7), None));
}

#[test]
fn no_test_file_is_forgotten() {
    let dir = root().join("tests/it");
    let main = fs::read_to_string(dir.join("main.rs")).unwrap();
    for entry in fs::read_dir(dir).unwrap().flatten() {
        let name = entry.file_name().into_string().unwrap();
        if let Some(module) = name.strip_suffix(".rs").filter(|m| *m != "main") {
            assert!(
                main.contains(&format!("mod {module};")),
                "tests/it/main.rs lacks: mod {module};"
            );
        }
    }
}
