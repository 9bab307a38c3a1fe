//! The places of one stage, in each shape that a version writes: an object by file, a list beside `found_files`,
//! or a list of samples of either.

use serde_json::{Map, Value};

use crate::base::error::{Problem, Result};
use crate::domain::run::Sample;
use crate::read::runs::lines::{self, Told};
use crate::read::runs::{flag_other_files, texts};

/// Samples of the places under `key`; most files hold one.
///
/// # Errors
/// A shape that no version writes.
pub(super) fn stages(
    row: &Map<String, Value>,
    key: &str,
    files: &Sample,
    stage: &str,
    told: &mut Told,
) -> Result<Vec<Sample>> {
    let wrong = || Problem::input("expected an object by file, a list beside found_files, or samples of them");
    let mut out = Vec::new();
    match row.get(key) {
        None | Some(Value::Null) => {}
        Some(Value::Object(map)) => out.push(by_file(map, key, told)?),
        Some(Value::Array(list)) => match list.iter().find(|v| !v.is_null()) {
            None => {}
            Some(Value::Object(_)) => {
                for sample in list.iter().filter_map(Value::as_object) {
                    out.push(by_file(sample, key, told)?);
                }
            }
            Some(Value::String(_)) => out.push(beside(list, files, key, told)?),
            Some(Value::Array(_)) if list.iter().any(is_sample) => {
                for sample in list {
                    let sample = sample.as_array().map_or(&[][..], Vec::as_slice);
                    out.push(beside(sample, files, key, told)?);
                }
            }
            Some(Value::Array(_)) => out.push(beside(list, files, key, told)?),
            Some(_) => return Err(wrong().at_field(key)),
        },
        Some(_) => return Err(wrong().at_field(key)),
    }
    Ok(out
        .into_iter()
        .map(|mut found| {
            flag_other_files(&mut found, &files.files);
            stage.clone_into(&mut found.stage);
            found
        })
        .collect())
}

/// A list of lists: one for each file.
fn is_sample(value: &Value) -> bool {
    value.as_array().is_some_and(|l| l.iter().any(Value::is_array))
}

fn by_file(map: &Map<String, Value>, key: &str, told: &mut Told) -> Result<Sample> {
    let mut out = Sample::default();
    for (file, value) in map {
        for text in texts(Some(value), &format!("{key}.{}", crate::text::clean::line(file)))? {
            lines::add(&mut out, Some(file), text, told);
        }
    }
    Ok(out)
}

/// Lists that stand parallel to `found_files`.
fn beside(list: &[Value], files: &Sample, key: &str, told: &mut Told) -> Result<Sample> {
    let mut out = Sample::default();
    for (at, value) in list.iter().enumerate() {
        let file = files.files.get(at).map(|f| f.raw.as_str());
        for text in texts(Some(value), &format!("{key}[{at}]"))? {
            lines::add(&mut out, file, text, told);
        }
    }
    Ok(out)
}
