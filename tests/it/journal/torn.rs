//! A power cut in the middle of a line: the file is cut at every byte, and the next session goes on.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::{entry, file, open, read, write};

fn values() -> Vec<Value> {
    vec![
        json!(2),
        json!("naïve – 潮汐 🌊 \u{202e}abc"),
        json!("line\nfeed\u{2028}and\ttab"),
        json!(-1),
        Value::Null,
        json!("ő".repeat(90)),
        json!(1),
        json!("the last: 🧭"),
    ]
}

#[test]
fn a_file_cut_at_any_byte_gives_back_the_whole_lines_and_goes_on() {
    let made = tempfile::tempdir().unwrap();
    write(made.path(), &values());
    let path = file(made.path());
    let raw = fs::read(&path).unwrap();
    let ends: Vec<usize> = (0..raw.len()).filter(|n| raw[*n] == b'\n').map(|n| n + 1).collect();
    assert_eq!((ends.len(), ends[7]), (8, raw.len()), "one line an entry");
    let last_two = ends[5];
    let cuts = (0..last_two).step_by(13).chain(last_two..=raw.len());

    for cut in cuts {
        let dir = tempfile::tempdir().unwrap();
        super::copy(made.path(), dir.path());
        // The identity belongs to the place; a copy would get a new writer and leave the old file alone.
        let writer = dir.path().join(".casefile/writer.json");
        let identity = fs::read_to_string(&writer).unwrap();
        let place = |p: &std::path::Path| fs::canonicalize(p).unwrap().display().to_string();
        fs::write(&writer, identity.replace(&place(made.path()), &place(dir.path()))).unwrap();
        // A power cut that takes lines takes the count of them too, which is synced no earlier.
        fs::remove_dir_all(dir.path().join(".casefile/lock")).unwrap();
        let path = file(dir.path());
        fs::write(&path, &raw[..cut]).unwrap();

        let whole = ends.iter().filter(|e| **e <= cut).count();
        let kept = if whole == 0 { 0 } else { ends[whole - 1] };
        let (mut journal, opened) = open(dir.path());
        assert_eq!(opened.next, whole as u64 + 1, "cut at {cut}");
        let torn = PathBuf::from(format!("{}.torn", path.display()));
        if kept == cut {
            assert_eq!(opened.torn, None, "cut at {cut}: nothing is unfinished");
            assert!(!torn.exists());
        } else {
            assert_eq!(opened.torn.as_ref(), Some(&torn), "cut at {cut}: it is said");
            let mut tail = raw[kept..cut].to_vec();
            tail.push(b'\n');
            assert_eq!(fs::read(&torn).unwrap(), tail, "cut at {cut}: every byte is set aside");
        }
        assert_eq!(fs::read(&path).unwrap(), raw[..kept], "cut at {cut}");

        let next = opened.next;
        assert_eq!(journal.append(entry(next, "after", "später")).unwrap().seq, next);
        drop(journal);
        let (all, found) = read(dir.path());
        assert_eq!(found.damage, [], "cut at {cut}");
        assert_eq!((found.entries, found.unfinished.len()), (whole + 1, 0), "cut at {cut}");
        let mut want = values();
        want.truncate(whole);
        want.push(json!("später"));
        assert_eq!(
            all.into_iter().map(|e| e.value).collect::<Vec<_>>(),
            want,
            "cut at {cut}"
        );
    }
}

#[test]
fn a_second_cut_is_set_aside_behind_the_first() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), &values()[..2]);
    let path = file(dir.path());
    for tail in ["{\"v\":1,", "\0\0\0"] {
        let mut raw = fs::read(&path).unwrap();
        raw.extend_from_slice(tail.as_bytes());
        fs::write(&path, raw).unwrap();
        assert!(open(dir.path()).1.torn.is_some());
    }
    let torn = fs::read(format!("{}.torn", path.display())).unwrap();
    assert_eq!(torn, b"{\"v\":1,\n\0\0\0\n");
    assert_eq!(read(dir.path()).1.entries, 2);
}

#[test]
fn a_reader_leaves_an_unfinished_line_alone() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), &values()[..2]);
    let path = file(dir.path());
    let mut raw = fs::read(&path).unwrap();
    raw.extend_from_slice(b"{\"v\":1");
    fs::write(&path, &raw).unwrap();
    let (all, found) = read(dir.path());
    assert_eq!((all.len(), found.damage.len()), (2, 0), "its writer may be at work");
    assert_eq!(found.unfinished, std::slice::from_ref(&path));
    assert_eq!(fs::read(&path).unwrap(), raw);
}
