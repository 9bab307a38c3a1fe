//! `BeyondSWE` as a tree of tasks.

use super::*;

fn tree(toml: &str, patch: Option<(&str, &str)>) -> Bag {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().join("jo_lib_pr7");
    std::fs::create_dir_all(root.join("solution")).unwrap();
    std::fs::write(root.join("task.toml"), toml).unwrap();
    std::fs::write(root.join("instruction.md"), "\n# Title\n\nbody ![](https://h/a.png)\n").unwrap();
    std::fs::write(root.join("solution/solve.sh"), "git apply").unwrap();
    if let Some((name, text)) = patch {
        std::fs::write(root.join("solution").join(name), text).unwrap();
    }
    read_with(&root.join("task.toml"), crate::read::input::Wishes::default())
}

#[test]
fn a_folder_is_a_case() {
    let toml = "version = \"1.0\"\n[metadata]\ndifficulty = \"hard\"\ntask = \"crossrepo\"\nuser = \"jo\"\nrepo = \"lib\"\n\
                base_commit = \"0123abc\"\n[environment]\ndocker_image = \"x/y.png\"\n";
    let bag = tree(toml, Some(("b.diff", PATCH)));
    assert_eq!(bag.refused, []);
    let case = cases(&bag)[0];
    assert_eq!((case.id.as_str(), case.repo.as_str()), ("jo_lib_pr7", "jo/lib"));
    assert_eq!((case.title.as_str(), case.base_commit.as_str()), ("Title", "0123abc"));
    assert_eq!((case.benchmark.as_str(), case.exhibits.len()), ("beyondswe", 1));
    assert_eq!(paths(&case.gold.files), ["src/x.ts", "src/y.ts"]);
    assert_eq!(case.labels.difficulty, None);
    assert_eq!(case.extra["metadata"]["difficulty"], "hard");
    assert_eq!(case.extra["environment"]["docker_image"], "x/y.png");
}

#[test]
fn a_task_from_a_document_has_no_base() {
    let bag = tree("[metadata]\ntask = \"doc2repo\"\nbase_commit = \"0123abc\"\n", None);
    let case = cases(&bag)[0];
    assert_eq!((case.base_commit.as_str(), &case.patch), ("", &None));
    assert!(bag.notes[0].what.contains("no base repository"));
    let bag = tree("[metadata\n", None);
    assert!(bag.refused[0].what.starts_with("not TOML"), "{:?}", bag.refused);
    assert_eq!(bag.refused[0].line, Some(1));
}
