//! Files a person writes: keymaps, themes, settings. A mistake stops the start with its place; nothing falls back in
//! silence.

use std::fs;
use std::path::{Path, PathBuf};

use crate::study::{Study, row};
use crate::support::Home;

fn corpus(kind: &str) -> Vec<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/keymap").join(kind);
    let mut out: Vec<PathBuf> = fs::read_dir(dir).unwrap().map(|f| f.unwrap().path()).collect();
    out.sort();
    out
}

#[test]
fn sound_keymaps_load() {
    let home = Home::new();
    let all = corpus("valid");
    assert!(all.len() >= 4);
    for file in all {
        let file = file.display().to_string();
        home.ok(&["keys", "--keymap", &file]);
    }
    for name in ["default", "vim", "one-hand"] {
        home.ok(&["keys", "--keymap", name]);
    }
}

#[test]
fn what_a_keymap_says_counts() {
    let home = Home::new();
    let keys = |name: &str| {
        let file = corpus("valid").into_iter().find(|f| f.ends_with(name)).unwrap();
        home.ok(&["keys", "--keymap", &file.display().to_string()])
    };
    let own = keys("inherits.toml");
    assert!(
        own.contains("answer-case relevance -1") && own.contains("open gold"),
        "{own}"
    );
    let less = keys("unbind.toml");
    let bound = less.split("actions without a key:").next().unwrap();
    assert!(!bound.contains("ctrl-z") && less.contains("  suspend "), "{less}");
    let spelled = keys("spellings.toml");
    for key in ["ctrl-x", "alt-enter", "shift-tab", "ctrl--", "f5", "é"] {
        assert!(spelled.contains(&format!("  {key} ")), "{key}: {spelled}");
    }
}

#[test]
fn mistakes_in_keymaps_stop_the_start() {
    let home = Home::new();
    let all = corpus("invalid");
    assert!(all.len() >= 10);
    for file in all {
        let text = fs::read_to_string(&file).unwrap();
        let words = text
            .lines()
            .next()
            .and_then(|l| l.strip_prefix("# "))
            .expect("a first comment line");
        let file = file.display().to_string();
        let err = home.fails(2, &["keys", "--keymap", &file]);
        assert!(err.contains(words), "{file}\nexpected: {words}\n{err}");
        assert!(err.contains(&format!("{file}:")), "no place: {err}");
        let caret = err.lines().last().unwrap_or_default();
        assert!(caret.contains("| ") && caret.contains('^'), "no caret: {err}");
    }
}

#[test]
fn a_mistake_is_told_by_every_command_that_reads_keymaps() {
    let home = Home::new();
    let file = corpus("invalid").remove(0).display().to_string();
    home.fails(2, &["play", "", "--as", "me", "--keymap", &file]);
    home.fails(2, &["--as", "me", "--keymap", &file]);
    let out = home.casefile().args(["--keymap", &file, "doctor"]).output().unwrap();
    assert_ne!(out.status.code(), Some(0));
}

#[test]
fn mistakes_in_themes_stop_the_start() {
    let home = Home::new();
    for (text, words) in [
        (
            "version = 1\ninherits = \"dark\"\n[roles]\ntexxt = \"red\"\n",
            "theme.toml:4: no role 'texxt'",
        ),
        (
            "version = 1\ninherits = \"dark\"\n[roles]\ntext = \"redd\"\n",
            "theme.toml:4: 'redd' is no colour",
        ),
        ("version = 1\ninherits = \"drak\"\n", "theme.toml:2: no theme 'drak'"),
        ("version = 1\n[roles]\n", "has no style"),
        ("version = 7\n", "expected version = 1"),
        ("version = 1\n[rules]\n", "theme.toml:2: unknown field `rules`"),
        ("version = 1\n[roles\n", "theme.toml:2: "),
        ("version = 1\ninherits = \"dark\"\nbackground = \"red\"\n", "#rrggbb"),
    ] {
        let file = home.path().join("theme.toml");
        fs::write(&file, text).unwrap();
        let err = home.fails(2, &["play", "", "--as", "me", "--theme", &file.display().to_string()]);
        assert!(err.contains(words), "expected: {words}\n{err}");
    }
    let err = home.fails(2, &["play", "", "--as", "me", "--theme", "./nowhere.toml"]);
    assert!(err.contains("nowhere.toml: cannot read"), "{err}");
}

#[test]
fn mistakes_in_the_settings_stop_the_start() {
    let home = Home::new();
    let file = home.path().join("config/casefile/config.toml");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    for (text, words) in [
        ("\nnmae = \"mara\"\n", "config.toml:2: unknown field `nmae`"),
        ("name = 3\n", "config.toml:1: invalid type: integer"),
        ("name = \"..\"\n", "'..' is no annotator name"),
        ("theme = \"beige\"\n", "no theme 'beige'"),
        ("keymap = \"emacs\"\n", "no keymap 'emacs'"),
        ("protocol = \"oils\"\n", "oils"),
        ("stay = \"yes\"\n", "config.toml:1: invalid type: string"),
        ("name =\n", "config.toml:1: "),
    ] {
        fs::write(&file, text).unwrap();
        let err = home.fails(2, &["play", ""]);
        assert!(err.contains(words), "expected: {words}\n{err}");
    }
    fs::write(
        &file,
        "name = \"mara\"\ntheme = \"light\"\nkeymap = \"vim\"\nstay = true\n",
    )
    .unwrap();
    assert!(home.ok(&["play", ""]).contains("mara ·"));
    assert!(home.ok(&["play", "", "--as", "jun"]).contains("jun ·"));
    fs::write(&file, "nmae = \"mara\"\n").unwrap();
    let out = home.casefile().arg("doctor").output().unwrap();
    assert_eq!(out.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&out.stdout).contains("unknown field `nmae`"));
}

#[test]
fn mistakes_in_casefile_toml_stop_every_command() {
    let study = Study::with(&[row("o__r-1")]);
    for (text, words) in [
        ("version = 1\nblnd = true\n", "casefile.toml:2: unknown field `blnd`"),
        ("version = 2\n", "version 2 is not known"),
        ("version = 1\nblind = \"yes\"\n", "casefile.toml:2: invalid type"),
        ("version = 1\n[repos\n", "casefile.toml:2: "),
        ("version = 1\n[repos]\n\"o/r\" = 3\n", "casefile.toml:3: invalid type"),
    ] {
        study.lay("casefile.toml", text);
        for args in [&["show"][..], &["play", "", "--as", "me"], &["import", "x.jsonl"]] {
            let err = study.fails(2, args);
            assert!(err.contains(words), "{args:?} expected: {words}\n{err}");
        }
        let out = study.run(&["doctor"]);
        assert_eq!(out.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&out.stdout).contains(words));
    }
    study.lay("casefile.toml", "version = 1\nform = \"labeling\"\n");
    let err = study.fails(2, &["play", "", "--as", "me"]);
    assert!(err.contains("no form 'labeling'") && err.contains("evidence"), "{err}");
    // A workspace may have a form of its own; its mistakes have a place too.
    study.lay(
        "forms/labeling.toml",
        "id = \"labeling\"\ntitle = \"t\"\n[[question]]\nid = \"q\"\nlable = \"l\"\n",
    );
    let err = study.fails(2, &["play", "", "--as", "me"]);
    assert!(err.contains("labeling.toml:5: unknown field `lable`"), "{err}");
}
