//! `CodeV`'s steps: descriptions of images in the order of the issue. They are free text about what matters in an
//! image, so they become `visual_saliency`; what follows from all images together has no exhibit and is refused.

use serde_json::{Map, Value};

use crate::base::error::{Problem, Result};
use crate::domain::evidence::Evidence;

use super::exhibit::Counting;
use super::{Near, text};

/// Lists by step: raw descriptions, descriptions or analyses with the number of the image, and the summary.
const LISTS: [&str; 2] = ["raw_description_list", "description_list"];
const SUMMARY: &str = "structure_problem";

pub(super) fn is(value: &Value) -> bool {
    value.as_object().is_some_and(is_row)
}

pub(super) fn is_row(o: &Map<String, Value>) -> bool {
    o.contains_key(SUMMARY) || LISTS.iter().any(|l| o.get(*l).is_some_and(Value::is_array))
}

pub(super) fn row(o: &Map<String, Value>, near: &Near, file: &Counting<'_>, found: &mut Vec<Evidence>) -> Result<()> {
    let images = o.get(SUMMARY).and_then(|s| s.get("supplementaryImages"));
    let lists = LISTS.iter().filter_map(|l| o.get(*l)).chain(images);
    for (n, one) in lists.filter_map(Value::as_array).flat_map(|l| l.iter().enumerate()) {
        let (about, own) = match one {
            Value::String(s) => (Some(s.as_str()), None),
            Value::Object(o) => (text(o, &["analysis", "description"]), file.exhibit(o)?),
            _ => (None, None),
        };
        let Some(about) = about.filter(|t| !t.trim().is_empty()) else {
            continue;
        };
        let mut near = near.clone();
        near.exhibit = Some(own.unwrap_or_else(|| format!("index:{}", n + 1)));
        let mut evidence = near.evidence(file.input)?;
        evidence.visual_saliency = Some(about.to_owned());
        evidence.raw = Some(one.clone());
        found.push(evidence);
    }
    if found.is_empty() && o.contains_key(SUMMARY) {
        return Err(Problem::input("a summary of the whole issue belongs to no image")
            .at_field(SUMMARY)
            .mend("import the files of the steps before it, or one with supplementaryImages"));
    }
    if found.is_empty() {
        return Err(Problem::input("no description of an image").at_field("description_list"));
    }
    Ok(())
}
