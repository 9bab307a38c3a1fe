use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::*;

/// A record of OpenHands: one `cat` per output.
fn record(case: &str, outputs: &[String]) -> Value {
    let mut history = Vec::new();
    for (n, output) in outputs.iter().enumerate() {
        let id = 2 * n + 1;
        history
            .push(json!({"id": id, "source": "agent", "action": "run", "args": {"command": format!("cat f{n}.py")}}));
        history.push(
            json!({"id": id + 1, "source": "agent", "observation": "run", "cause": id, "content": output,
            "extras": {"metadata": {"exit_code": 0}}}),
        );
    }
    json!({"instance_id": case, "test_result": {"git_patch": ""}, "history": history})
}

fn laid(lines: &[Value]) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("output.jsonl");
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    fs::write(&path, lines.join("\n") + "\n").unwrap();
    (dir, path)
}

fn whole(path: &Path, print: &Print) -> String {
    let mut out = String::new();
    for part in &print.parts {
        match part {
            Part::Text(text) => out.push_str(text),
            Part::Away(span) => {
                for n in 0..span.pages() {
                    let lines: Vec<String> = page(path, *span, n).unwrap().into_iter().map(String::from).collect();
                    out.push_str(&lines.join("\n"));
                    if n + 1 < span.pages() {
                        out.push('\n');
                    }
                }
            }
        }
    }
    out
}

#[test]
fn each_step_finds_its_output_again() {
    let long: Vec<String> = (0..30_000).map(|n| format!("{n}: x = \"é\"")).collect();
    let long = long.join("\n") + "\n";
    let outputs = ["first".to_owned(), long.clone(), "third".to_owned()];
    let (_dir, path) = laid(&[record("a__b-1", &["other".to_owned()]), record("a__b-2", &outputs)]);
    let text = fs::read_to_string(&path).unwrap();
    let at = text.find('\n').unwrap() as u64 + 1;
    let region = Span {
        offset: at,
        len: text.len() as u64 - at,
    };
    let found = find(&path, Some(region), "a__b-2", &|| false).unwrap();
    let steps: Vec<u32> = found.0.iter().map(|p| p.step).collect();
    assert_eq!(steps, [1, 2, 3]);
    assert_eq!(whole(&path, found.of(1, 0).unwrap()), "first");
    let second = found.of(2, 0).unwrap();
    assert!(matches!(second.parts[..], [Part::Text(_), Part::Away(_)]));
    assert_eq!(whole(&path, second), long);
    assert_eq!(whole(&path, found.of(3, 5).unwrap()), "third");
    assert!(found.of(4, 0).is_none() && found.of(0, 0).is_none());
    // The record of the other case is not that of this one.
    let first = Span { offset: 0, len: at };
    let why = find(&path, Some(first), "a__b-2", &|| false).unwrap_err();
    assert!(why.what.contains("not what it was"), "{why}");
}

#[test]
fn documents_and_packed_files_are_read_as_well() {
    let dir = tempfile::tempdir().unwrap();
    let long = "y".repeat(200_000);
    let doc = json!({"info": {"submission": "", "exit_status": "submitted"}, "instance_id": "a__b-1",
        "trajectory_format": "mini-swe-agent-1", "messages": [
        {"role": "assistant", "content": "```bash\ncat x.py\n```"},
        {"role": "user", "content": format!("<returncode>0</returncode>\n<output>\n{long}</output>")}]});
    let path = dir.path().join("a__b-1.traj.json");
    fs::write(&path, doc.to_string()).unwrap();
    let packed = dir.path().join("a__b-1.traj.json.gz");
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut gz, doc.to_string().as_bytes()).unwrap();
    fs::write(&packed, gz.finish().unwrap()).unwrap();
    for path in [path, packed] {
        let found = find(&path, None, "a__b-1", &|| false).unwrap();
        let text = whole(&path, found.of(1, 0).unwrap()).replace('\n', "");
        assert!(
            text.starts_with("yyy") && text.ends_with("y</output>"),
            "{}",
            text.len()
        );
        assert_eq!(text.len(), long.len() + "</output>".len());
    }
}

#[test]
fn what_is_gone_or_a_table_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x");
    assert!(find(&path, None, "c", &|| false).is_err());
    fs::write(&path, "a,b\n1,2\n").unwrap();
    assert!(find(&path, None, "c", &|| false).unwrap_err().what.contains("table"));
    fs::write(&path, "{\"a\":1}").unwrap();
    assert!(
        find(&path, None, "c", &|| false)
            .unwrap_err()
            .what
            .contains("not what it was")
    );
}

/// Every file below a folder.
fn below(dir: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            below(&path, out);
        } else {
            out.push(path);
        }
    }
}

#[test]
fn real_trajectories_give_back_what_their_readers_were_told() {
    let Some(dir) = crate::read::testing::shared("predictions") else {
        return;
    };
    let mut files = Vec::new();
    below(&dir, &mut files);
    let (mut read, mut printed) = (0, 0);
    for path in files {
        for t in crate::read::testing::read_file(&path).trajectories() {
            let number = |key: &str| t.source.as_ref()?.get(key)?.as_u64();
            let region = number("offset").zip(number("len"));
            let region = region.map(|(offset, len)| Span { offset, len });
            let found = find(&path, region, &t.case, &|| false).unwrap_or_else(|p| panic!("{}: {p}", path.display()));
            // The same reader over the uncut text.
            let mut whole_text = Vec::new();
            let mut from = Input::new(&path).open_at(region.map_or(0, |r| r.offset)).unwrap();
            std::io::Read::read_to_end(&mut from, &mut whole_text).unwrap();
            whole_text.truncate(region.map_or(whole_text.len(), |r| usize::try_from(r.len).unwrap()));
            let uncut = Input::shortened(&path, whole_text);
            let mut told = Found {
                case: &t.case,
                trajectory: None,
            };
            sniff(&uncut).unwrap().read(&uncut, &mut told).unwrap();
            let want = told.trajectory.unwrap().printed;
            assert_eq!(found.0.len(), want.len(), "{}", path.display());
            for (print, want) in found.0.iter().zip(&want) {
                let cut = print.parts.iter().any(|p| matches!(p, Part::Away(_)));
                assert_eq!((print.step, print.sub), (want.step, want.sub), "{}", path.display());
                assert!(
                    cut || whole(&path, print) == want.text,
                    "{} {}",
                    path.display(),
                    want.step
                );
                assert!(print.step <= t.turns && t.events.iter().any(|e| (e.step, e.sub) == (want.step, want.sub)));
            }
            read += 1;
            printed += want.len();
        }
    }
    eprintln!("{read} real trajectories with {printed} outputs");
    assert!(read >= 10 && printed >= 100, "{read} {printed}");
}
