//! `OrcaLoca`'s `searcher_<id>.json`: places as file, class and method. Files rank by their first place.

use serde_json::{Map, Value};

use crate::base::error::{Problem, Result};
use crate::domain::run::{RunInfo, Sample, Status, Suspects, What};
use crate::read::input::{Form, Input, Record};
use crate::read::reader::{Head, Reader, Sink, each};

use super::{Once, Sender, case_of, object};

/// Reads one answer a file, or rows of answers with `instance_id`.
#[derive(Debug)]
pub struct OrcaLoca;

impl Reader for OrcaLoca {
    fn name(&self) -> &'static str {
        "orcaloca"
    }

    fn about(&self) -> &'static str {
        "OrcaLoca: <id>/searcher_<id>.json with bug_locations"
    }

    fn knows(&self, head: &Head<'_>) -> bool {
        // A run that found nothing leaves only its conclusion.
        let bare = head.document_has(&["conclusion"]) && head.name().starts_with("searcher_");
        head.has(&["bug_locations"]) || bare
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        let alone = input.head()?.form == Form::Document;
        let run = if alone { run_of_one(input) } else { input.run() };
        let mut out = Sender::new(input, run);
        each(input, sink, &mut |record, sink| {
            let line = record.line;
            let suspects = row(record, input, alone)?;
            let info = || RunInfo {
                system: "OrcaLoca".to_owned(),
                ..RunInfo::default()
            };
            out.send(sink, line, info, suspects)
        })
    }
}

/// Case of a file about one: `searcher_<id>.json`.
fn case_of_one(input: &Input) -> String {
    let name = input.instance();
    name.strip_prefix("searcher_")
        .map_or_else(|| name.clone(), str::to_owned)
}

/// The folder around `<id>/searcher_<id>.json`.
fn run_of_one(input: &Input) -> String {
    let full = std::fs::canonicalize(input.path()).unwrap_or_else(|_| input.path().to_owned());
    let plain = full.with_file_name(format!("{}.json", case_of_one(input)));
    input.beside(&plain).run_of_folder("orcaloca")
}

fn row(record: Record, input: &Input, alone: bool) -> Result<Suspects> {
    let source = record.source(input);
    let row = object(record.value)?;
    let case = if alone && !row.contains_key("instance_id") {
        case_of_one(input)
    } else {
        case_of(&row, record.key)?
    };
    let mut found = Sample::default();
    let submitted = match row.get("bug_locations") {
        None | Some(Value::Null) => false,
        Some(Value::Array(list)) => {
            let mut files = Once::default();
            for (at, place) in list.iter().enumerate() {
                add(&mut found, &mut files, place).map_err(|p| p.at_field(format!("bug_locations[{at}]")))?;
            }
            true
        }
        Some(_) => return Err(Problem::input("expected a list of places").at_field("bug_locations")),
    };
    let mut suspects = Suspects::answer(&case, found);
    if !submitted {
        suspects.status = Status::NoSubmission;
    }
    suspects.raw_text = row.get("conclusion").and_then(Value::as_str).map(str::to_owned);
    suspects.source = Some(source);
    Ok(suspects)
}

fn add(found: &mut Sample, files: &mut Once, place: &Value) -> Result<()> {
    let place: &Map<String, Value> = place
        .as_object()
        .ok_or_else(|| Problem::input("expected an object with file_path, class_name and method_name"))?;
    let text = |key: &str| place.get(key).and_then(Value::as_str).unwrap_or("").trim();
    let (file, class, method) = (text("file_path"), text("class_name"), text("method_name"));
    if file.is_empty() && class.is_empty() && method.is_empty() {
        return Ok(());
    }
    if !file.is_empty() && files.add(file) {
        found.add_file(file, None);
    }
    let (what, name) = match (class, method) {
        ("", "") => return Ok(()),
        ("", method) => (What::Function, method.to_owned()),
        (class, "") => (What::Class, class.to_owned()),
        (class, method) => (What::Function, format!("{class}.{method}")),
    };
    found.add_named(&format!("{file}:{name}"), file, what, Some(&name), None);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::testing::{read_shared, read_text};

    fn names(s: &Suspects) -> Vec<(&str, &str, What, u32)> {
        let of = |f: &'_ crate::domain::run::Suspect| f.rank;
        s.functions
            .iter()
            .map(|f| (f.path.as_str(), f.name.as_deref().unwrap(), f.what, of(f)))
            .collect()
    }

    #[test]
    fn places_in_order() {
        let text = r#"{"conclusion": "because", "bug_locations": [
            {"file_path": "a/x.py", "class_name": "C", "method_name": "m"},
            {"file_path": "a/x.py", "class_name": "D", "method_name": ""},
            {"file_path": "a/y.py", "class_name": "", "method_name": ""},
            {"file_path": "a/x.py", "class_name": "", "method_name": "f"}]}"#;
        let bag = read_text("run-7/o__r-12/searcher_o__r-12.json", text);
        assert_eq!((bag.reader.as_str(), bag.refused.len()), ("orcaloca", 0));
        assert_eq!(bag.runs()[0].0, "run-7");
        let got = bag.suspects()[0];
        assert_eq!((got.case.as_str(), got.status), ("o__r-12", Status::Ok));
        assert_eq!(
            names(got),
            [
                ("a/x.py", "C.m", What::Function, 1),
                ("a/x.py", "D", What::Class, 2),
                ("a/x.py", "f", What::Function, 3)
            ]
        );
        let files: Vec<&str> = got.files.iter().map(|f| f.path.as_str()).collect();
        assert_eq!(files, ["a/x.py", "a/y.py"]);
        assert_eq!(got.raw_text.as_deref(), Some("because"));
    }

    #[test]
    fn nothing_submitted_is_not_an_empty_answer() {
        let status = |text: &str| read_text("searcher_o__r-12.json", text).suspects()[0].status;
        assert_eq!(status(r#"{"conclusion": "gave up"}"#), Status::NoSubmission);
        assert_eq!(status(r#"{"conclusion": "none", "bug_locations": []}"#), Status::Empty);
        let bag = read_text("searcher_o__r-12.json", r#"{"bug_locations": [1]}"#);
        assert_eq!(bag.refused[0].field.as_deref(), Some("bug_locations[0]"));
    }

    #[test]
    fn real_answers() {
        let Some(bag) = read_shared("predictions/orcaloca/searcher_astropy__astropy-12907.json") else {
            return;
        };
        let got = bag.suspects()[0];
        assert_eq!(got.case, "astropy__astropy-12907");
        assert_eq!(bag.runs()[0].0, "orcaloca");
        let list: Vec<&str> = names(got).iter().map(|n| n.1).collect();
        assert_eq!(list, ["_separable", "separability_matrix", "is_separable"]);
        assert_eq!(got.files.len(), 1);
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(64))]

        #[test]
        fn bytes_never_panic(at in 0usize..200, byte in 0u8..=255, junk in ".{0,40}") {
            let text = r#"{"conclusion": "x", "bug_locations": [{"file_path": "a", "class_name": "C", "method_name": null}]}"#;
            let mut raw = text.as_bytes().to_vec();
            let at = at % raw.len();
            raw[at] = byte;
            let _: usize = crate::read::testing::read_bytes("searcher_x.json", &raw).items.len();
            let _: usize = read_text("searcher_x.json", &junk).items.len();
        }
    }
}
