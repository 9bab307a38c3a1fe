use super::*;
use std::process::Stdio;

pub(super) fn run(dir: &Path, args: &[&str]) -> String {
    let out = Command::new("git")
        .arg("-C")
        .arg(dir)
        .args(args)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .envs([
            ("GIT_AUTHOR_NAME", "A"),
            ("GIT_AUTHOR_EMAIL", "a@x"),
            ("GIT_COMMITTER_NAME", "A"),
            ("GIT_COMMITTER_EMAIL", "a@x"),
        ])
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert!(
        out.status.success(),
        "git {args:?}: {}",
        String::from_utf8_lossy(&out.stderr)
    );
    String::from_utf8(out.stdout).unwrap().trim().to_owned()
}

/// A repository with two commits; the second moves `a.txt` to `b/a.txt`.
pub(super) fn origin(root: &Path) -> (PathBuf, String, String) {
    let dir = root.join("origin");
    std::fs::create_dir_all(&dir).unwrap();
    run(&dir, &["init", "-q", "-b", "main"]);
    run(&dir, &["config", "uploadpack.allowFilter", "true"]);
    run(&dir, &["config", "uploadpack.allowAnySHA1InWant", "true"]);
    std::fs::write(dir.join("a.txt"), "one\n").unwrap();
    std::fs::write(dir.join("pic.bin"), b"\0\x01").unwrap();
    std::fs::write(
        dir.join("big"),
        "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12345\n",
    )
    .unwrap();
    run(&dir, &["add", "."]);
    run(&dir, &["commit", "-q", "-m", "first"]);
    let first = run(&dir, &["rev-parse", "HEAD"]);
    std::fs::create_dir(dir.join("b")).unwrap();
    run(&dir, &["mv", "a.txt", "b/a.txt"]);
    run(&dir, &["commit", "-q", "-m", "second"]);
    let second = run(&dir, &["rev-parse", "HEAD"]);
    (dir, first, second)
}

#[test]
fn plain_bare_worktree_and_faults() {
    let temp = tempfile::tempdir().unwrap();
    let (dir, first, second) = origin(temp.path());
    run(temp.path(), &["clone", "-q", "--bare", "origin", "bare.git"]);
    run(&dir, &["worktree", "add", "-q", "../tree", &first]);
    for place in [dir.clone(), temp.path().join("bare.git"), temp.path().join("tree")] {
        let repo = Repo::open(&place).unwrap();
        assert_eq!(
            repo.blob(&first, &"a.txt".into()).unwrap(),
            b"one\n",
            "{}",
            place.display()
        );
        assert_eq!(
            repo.blob(&second, &"a.txt".into()),
            Err(Fault::PathMissing {
                path: "a.txt".into(),
                same_name: vec!["b/a.txt".into()]
            })
        );
        assert_eq!(
            repo.present(&second, &["a.txt".into(), "b/a.txt".into()]),
            Ok(vec![false, true])
        );
        assert_eq!(repo.blob(&second, &"b".into()), Err(Fault::NotAFile("a folder")));
    }
    let repo = Repo::open(&dir).unwrap();
    let gone = "0123456789012345678901234567890123456789";
    assert_eq!(
        repo.blob(gone, &"a.txt".into()),
        Err(Fault::CommitMissing {
            commit: gone.into(),
            shallow: false
        })
    );
    assert_eq!(
        as_text(&repo.blob(&first, &"pic.bin".into()).unwrap()),
        Err(Fault::Binary(2))
    );
    assert_eq!(
        as_text(&repo.blob(&first, &"big".into()).unwrap()),
        Err(Fault::LfsPointer("12345".into()))
    );
    assert!(matches!(Repo::open(temp.path()), Err(Fault::NotARepository { .. })));
    assert!(matches!(
        Repo::open(&temp.path().join("no")),
        Err(Fault::NotARepository { .. })
    ));
}

#[test]
fn shallow_and_partial_clones() {
    let temp = tempfile::tempdir().unwrap();
    let (dir, first, second) = origin(temp.path());
    let url = format!("file://{}", dir.display());
    run(temp.path(), &["clone", "-q", "--depth", "1", &url, "shallow"]);
    let shallow = Repo::open(&temp.path().join("shallow")).unwrap();
    assert!(shallow.blob(&second, &"b/a.txt".into()).is_ok());
    assert_eq!(
        shallow.blob(&first, &"a.txt".into()),
        Err(Fault::CommitMissing {
            commit: first.clone(),
            shallow: true
        })
    );
    run(
        temp.path(),
        &["clone", "-q", "--bare", "--filter=blob:none", &url, "partial.git"],
    );
    let partial = Repo::open(&temp.path().join("partial.git")).unwrap();
    assert_eq!(
        partial.blob(&first, &"a.txt".into()),
        Err(Fault::BlobMissing { path: "a.txt".into() })
    );
    assert_eq!(
        partial.present(&first, &["a.txt".into(), "x".into()]),
        Ok(vec![true, false])
    );
}

#[test]
fn text_or_why_not() {
    assert_eq!(as_text(b"caf\xe9\n").unwrap(), "caf\u{FFFD}\n");
    assert_eq!(as_text(b"a\0b"), Err(Fault::Binary(3)));
}
