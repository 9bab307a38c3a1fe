//! The embedded sample: nothing forgotten, everything consistent, every promise of its variety kept.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use casefile::domain::case::{Case, difficulty};
use casefile::domain::evidence::Evidence;
use casefile::domain::run::{Status, Suspects};
use casefile::read::dataset::{exhibit_id, files_of};
use casefile::read::image::probe_file;
use casefile::read::repo::Repo;
use casefile::work::sample;
use serde::de::DeserializeOwned;

fn samples() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("samples")
}

fn lines<T: DeserializeOwned>(path: &Path) -> Vec<T> {
    let text = fs::read_to_string(path).unwrap();
    text.lines()
        .enumerate()
        .map(|(n, l)| serde_json::from_str(l).unwrap_or_else(|e| panic!("{}:{}: {e}", path.display(), n + 1)))
        .collect()
}

fn cases() -> Vec<Case> {
    lines(&samples().join("cases.jsonl"))
}

#[test]
fn every_file_is_embedded() {
    let list = include_str!("../../src/work/sample/files.rs");
    let mut stack = vec![samples()];
    let mut count = 0;
    while let Some(dir) = stack.pop() {
        for entry in fs::read_dir(dir).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                // Published tables are inputs of `audit`, read by path.
                if !path.ends_with("tables") {
                    stack.push(path);
                }
                continue;
            }
            let name = path.strip_prefix(samples()).unwrap().to_str().unwrap().to_owned();
            assert!(
                list.contains(&format!("\"{name}\"")),
                "{name} is not in src/work/sample/files.rs"
            );
            count += 1;
        }
    }
    assert!(count > 60, "only {count} files");
}

#[test]
fn the_sample_shows_everything_it_should() {
    let cases = cases();
    assert!(cases.len() >= 8);
    let languages: BTreeSet<&str> = cases.iter().map(|c| c.language.as_str()).collect();
    assert!(languages.len() >= 5, "{languages:?}");
    let exhibits: Vec<_> = cases.iter().flat_map(|c| &c.exhibits).collect();
    let categories: BTreeSet<&str> = exhibits.iter().filter_map(|e| e.labels.category.as_deref()).collect();
    let all = [
        "behavior_demo",
        "code_screenshot",
        "data_visualization",
        "error_message",
        "log_output",
        "rendering_result",
        "ui_screenshot",
    ];
    assert_eq!(categories.into_iter().collect::<Vec<_>>(), all);
    let relevance: BTreeSet<i8> = exhibits.iter().filter_map(|e| e.labels.relevance).collect();
    assert_eq!(relevance.into_iter().collect::<Vec<_>>(), [-1, 0, 1, 2]);
    assert!(
        exhibits.iter().any(|e| e.image.as_ref().is_some_and(|i| i.frames > 1)),
        "no animation"
    );
    assert!(exhibits.iter().any(|e| e.image.is_none()), "no missing image");
    assert!(
        cases.iter().any(|c| c.gold.functions.is_none()),
        "no case without function gold"
    );
    assert!(cases.iter().any(|c| c.gold.files.len() >= 4), "no hard case");
}

#[test]
fn records_agree_with_each_other() {
    let cases = cases();
    for c in &cases {
        assert_eq!(files_of(c.patch.as_deref()), c.gold.files, "{}", c.id);
        assert_eq!(
            c.labels.difficulty.as_deref(),
            difficulty(c.gold.files.len()),
            "{}",
            c.id
        );
        for e in &c.exhibits {
            assert_eq!(e.id, exhibit_id(&e.source), "{} {}", c.id, e.source);
            let Some(image) = &e.image else { continue };
            let file = samples().join("images").join(e.source.rsplit('/').next().unwrap());
            let info = probe_file(&file).unwrap_or_else(|f| panic!("{}: {f}", file.display()));
            assert_eq!(
                (info.width, info.height, info.bytes),
                (image.width, image.height, image.bytes),
                "{}",
                e.source
            );
            assert_eq!(info.format.to_string().to_lowercase(), image.format);
        }
    }
    let evidence: Vec<Evidence> = lines(&samples().join("evidence/vce-demo-model.jsonl"));
    for c in &cases {
        for e in c.exhibits.iter().filter(|e| e.image.is_some()) {
            assert!(
                evidence.iter().any(|v| v.case == c.id && v.exhibit == e.id),
                "{}: no evidence for {}",
                c.id,
                e.source
            );
        }
    }
    for run in ["lantern-vce-image", "plain-text-only"] {
        let rows: Vec<Suspects> = lines(&samples().join("runs").join(run).join("suspects.jsonl"));
        for row in &rows {
            assert!(cases.iter().any(|c| c.id == row.case), "{run}: {}", row.case);
            assert!(
                row.files.iter().enumerate().all(|(n, s)| s.rank as usize == n + 1),
                "{run}: ranks of {}",
                row.case
            );
            assert!(row.status != Status::Ok || !row.files.is_empty(), "{run}: {}", row.case);
        }
    }
}

#[test]
fn the_repository_is_always_the_same_and_holds_the_gold() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().join("sample");
    let ws = sample::open(&root, false).unwrap();
    let repo = Repo::open(&ws.repo("harbour/tidewatch").unwrap()).unwrap();
    let laid: Vec<Case> = lines(&ws.cases());
    // Fixed author, date and content: the id below changes only when a file under samples/repo changes.
    let commit = laid[0].base_commit.clone();
    assert_eq!(commit.len(), 40);
    for c in &laid {
        assert_eq!(c.base_commit, commit);
        for path in &c.gold.files {
            let there = repo.blob(&commit, path).is_ok();
            let added = casefile::domain::diff::read(c.patch.as_deref().unwrap())
                .iter()
                .any(|d| d.old.is_none() && d.path() == Some(path));
            assert!(there || added, "{}: {path}", c.id);
        }
    }
    let other = tempfile::tempdir().unwrap();
    let again = sample::open(&other.path().join("s"), false).unwrap();
    let laid: Vec<Case> = lines(&again.cases());
    assert_eq!(laid[0].base_commit, commit);
}

#[test]
fn laying_it_out_again_keeps_answers_and_fresh_drops_them() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().join("sample");
    sample::open(&root, false).unwrap();
    let journal = root.join("journal/me/x.1-0001.jsonl");
    fs::create_dir_all(journal.parent().unwrap()).unwrap();
    fs::write(&journal, "").unwrap();
    fs::write(root.join(".casefile/sample"), "an older build").unwrap();
    sample::open(&root, false).unwrap();
    assert!(journal.exists(), "a new build must not lose answers");
    sample::open(&root, true).unwrap();
    assert!(!journal.exists());
    let own = dir.path().join("own");
    casefile::store::workspace::Workspace::init(&own).unwrap();
    assert!(
        sample::open(&own, true).is_err(),
        "--fresh must not touch a workspace of the user"
    );
}
