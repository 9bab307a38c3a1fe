//! Lines, lists, maps, packed files, tables.

use super::*;

fn read(text: &str) -> (Vec<(Option<String>, usize)>, Vec<String>) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.preds.json");
    std::fs::write(&path, text).unwrap();
    let input = Input::new(&path);
    assert_eq!(input.stem(), "x");
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    input
        .records(
            &mut |r| {
                good.push((r.key, r.line));
                Ok(())
            },
            &mut |p| {
                bad.push(format!("{:?} {}", p.line, p.what));
                Ok(())
            },
        )
        .unwrap();
    (good, bad)
}

#[test]
fn lines_lists_and_maps() {
    assert_eq!(read("{\"a\":1}\n\n{\"a\":2}\r\n").0, [(None, 1), (None, 3)]);
    assert_eq!(read("[{\"a\":1},\n {\"a\":2}]").0, [(None, 1), (None, 2)]);
    assert_eq!(
        read("{\"k\":{\"a\":1},\n\"l\":{}}").0,
        [(Some("k".into()), 1), (Some("l".into()), 2)]
    );
    assert_eq!(read("\u{FEFF}{\"a\":1}\n{\"a\":1}\n").0.len(), 2);
}

#[test]
fn a_bad_line_is_named_and_the_others_are_read() {
    let (good, bad) = read("{\"a\":1}\n{\"a\":\n{\"a\":3}\n");
    assert_eq!(good.len(), 2);
    assert!(bad[0].starts_with("Some(2) not JSON at column 5: EOF"), "{bad:?}");
    assert_eq!(read("{\"a\":\n{\"a\":2}\n").0, [(None, 2)]);
    assert!(read("").1[0].contains("empty"));
    assert!(read("<html>").1[0].contains("not JSON"));
}
