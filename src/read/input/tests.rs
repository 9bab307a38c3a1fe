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

#[test]
fn packed_files_are_read_as_they_are() {
    use std::io::Write;
    let dir = tempfile::tempdir().unwrap();
    let plain = "{\"a\":1}\n{\"a\":2}\n";
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gz.write_all(plain.as_bytes()).unwrap();
    let gz = gz.finish().unwrap();
    let zst = zstd::encode_all(plain.as_bytes(), 1).unwrap();
    for (name, bytes) in [("r.jsonl.gz", &gz), ("r.jsonl.zst", &zst)] {
        let path = dir.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let input = Input::new(&path);
        assert_eq!(input.stem(), "r");
        let mut seen = Vec::new();
        let mut take = |r: Record| {
            seen.push((r.value["a"].as_u64(), r.line, r.offset));
            Ok(())
        };
        input.records(&mut take, &mut |p| panic!("{p}")).unwrap();
        assert_eq!(seen, [(Some(1), 1, 0), (Some(2), 2, 8)]);
        std::fs::write(&path, &bytes[..bytes.len() - 6]).unwrap();
        let err = input.records(&mut |_| Ok(()), &mut |_| Ok(())).unwrap_err();
        assert!(err.what.contains("damaged or cut off") && err.exit_code() == 2, "{err}");
    }
}

#[test]
fn tables_need_a_heading_that_is_known() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("rows.csv");
    let read = |text: &str| {
        std::fs::write(&path, text).unwrap();
        let input = Input::new(&path);
        let (mut good, mut bad) = (Vec::new(), Vec::new());
        let form = input.head().unwrap().form;
        let take = &mut |r: Record| {
            good.push((r.line, r.value["body"].as_str().unwrap_or("").to_owned()));
            Ok(())
        };
        let refuse = &mut |p: Problem| {
            bad.push((p.line, p.what));
            Ok(())
        };
        input.records(take, refuse).unwrap();
        (form, good, bad)
    };
    let (form, good, bad) = read("instance_id,body\na-1,\"two\nlines, one field\"\na-2\na-3,x\n");
    assert_eq!(form, Form::Csv);
    assert_eq!(good, [(2, "two\nlines, one field".to_owned()), (5, "x".to_owned())]);
    assert_eq!(bad, [(Some(4), "1 fields where the heading has 2".to_owned())]);
    assert_eq!(read("some, prose\nand more\n").0, Form::Text);
    assert_eq!(read("query-id\tcorpus-id\tscore\nq\td\t1\n").0, Form::Csv);
    let (form, good, _) = read("instance_id;body\na-1;\"x; y, z\"\n");
    assert_eq!((form, good), (Form::Csv, vec![(2, "x; y, z".to_owned())]));
    assert_eq!(read("instance_id,\"a\tb;c;d\",body\na,b,c\n").1, [(2, "c".to_owned())]);
    // By its name and its even rows.
    assert_eq!(read("nr,body\n1,x\n").1, [(2, "x".to_owned())]);
}

#[test]
fn names_of_cases_and_runs_come_from_paths() {
    let of = |p: &str| {
        let input = Input::new(Path::new(p));
        (input.instance(), input.run_of_folder("x"))
    };
    let id = "django__django-10914";
    assert_eq!(
        of("/r/agent-7/django__django-10914.traj"),
        (id.into(), "agent-7".into())
    );
    assert_eq!(
        of("/r/agent-7/django__django-10914/django__django-10914.traj.json"),
        (id.into(), "agent-7".into())
    );
    assert_eq!(
        of("/r/agent-7/trajs/CodeR.django__django-10914.traj"),
        (id.into(), "agent-7".into())
    );
    assert_eq!(
        of("/r/output/django__django-10914/agent/trajectory.json"),
        (id.into(), "r".into())
    );
    assert_eq!(of("/r/rollout-2025.jsonl").0, "rollout-2025");
}

#[test]
fn wide_text_is_refused_with_the_way_out() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.csv");
    let big: Vec<u8> = "\u{FEFF}id,b".encode_utf16().flat_map(u16::to_be_bytes).collect();
    let bare: Vec<u8> = "{\"a\":1}".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for raw in [&b"\xFF\xFEi\0d\0"[..], &big, &bare] {
        std::fs::write(&path, raw).unwrap();
        let p = Input::new(&path).head().unwrap_err();
        assert_eq!(
            (p.what.as_str(), p.mend.as_deref()),
            ("the file is UTF-16", Some("convert it to UTF-8"))
        );
    }
}

#[test]
fn a_long_first_line_is_not_held() {
    let of = |text: String| {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.json");
        std::fs::write(&path, text).unwrap();
        let form = Input::new(&path).head().unwrap().form;
        let mut n = 0;
        let count = &mut |_: Record| {
            n += 1;
            Ok(())
        };
        Input::new(&path).records(count, &mut |p| panic!("{p}")).unwrap();
        (form, n)
    };
    let long = format!("{{\"a\":\"{}\"}}", "x".repeat(3 << 20));
    assert_eq!(of(format!("[{long},{long}]")), (Form::List, 2));
    assert_eq!(of(format!("\n{{\"k\":{long},\"l\":{long}}}\n")), (Form::Map, 2));
    let longer = format!("{{\"a\":\"{}\"}}", "x".repeat(5 << 20));
    assert_eq!(of(format!("{longer}\n{longer}\n")), (Form::Lines, 2));
    assert_eq!(of(format!("{longer}\n \n")), (Form::Document, 1));
}
