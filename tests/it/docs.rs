//! What the documents say is true: key table, commands, set-up.

use std::fs;
use std::path::Path;

use crate::support::Home;

fn read(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

#[test]
fn key_table_of_the_readme_is_the_action_table() {
    let table = Home::new().ok(&["keys", "--markdown", "--keymap", "default"]);
    let readme = read("README.md");
    let start = readme.find("<!-- keys -->").expect("a mark before the key table") + "<!-- keys -->\n".len();
    let end = readme.find("<!-- /keys -->").expect("a mark after the key table");
    assert_eq!(
        readme[start..end].trim(),
        table.trim(),
        "replace the table by: casefile keys --markdown"
    );
}

#[test]
fn commands_of_the_readme_exist() {
    let help = Home::new().ok(&["--help"]);
    let readme = read("README.md");
    for line in readme.lines().filter(|l| l.starts_with("casefile ")) {
        let word = line.split_whitespace().nth(1).unwrap();
        let known = help.contains(&format!("\n  {word} ")) || help.contains(&format!("\n  {word}\n"));
        let workspace = !word.starts_with('-') && line.split_whitespace().count() >= 2 && !known;
        assert!(
            known || word.starts_with('-') || workspace && !word.contains('.'),
            "{line}"
        );
    }
    for command in ["init", "import", "show", "play", "keys", "doctor", "completions"] {
        assert!(readme.contains(command), "README does not mention {command}");
        assert!(help.contains(command), "--help does not mention {command}");
    }
}

#[test]
fn readme_names_the_test_command_that_ci_runs() {
    let ci = read(".ci/run");
    let readme = read("README.md");
    assert!(readme.contains("cargo test"), "the README names the test command");
    assert!(ci.contains("cargo test"), ".ci/run runs what the README names");
}

#[test]
fn documents_name_only_the_project() {
    for name in [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "samples/README.md",
    ] {
        let text = read(name);
        for word in ["/home/", "/tmp/", "/root/"] {
            assert!(!text.contains(word), "{name} holds {word}");
        }
    }
}

#[test]
fn architecture_lists_every_direct_dependency() {
    let toml = read("Cargo.toml");
    let architecture = read("ARCHITECTURE.md");
    let start = toml.find("[dependencies]").unwrap();
    let end = toml.find("[dev-dependencies]").unwrap();
    for line in toml[start..end].lines().filter(|l| l.contains(" = ")) {
        let name = line.split(" = ").next().unwrap();
        let grouped = name.starts_with("tree-sitter-");
        assert!(
            grouped || architecture.contains(&format!("`{name}`")),
            "ARCHITECTURE.md gives no reason for {name}"
        );
    }
}
