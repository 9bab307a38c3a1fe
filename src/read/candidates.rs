//! Harmful-image candidates: our own records, and rows of others in the words of MM-IssueLoc (`synthesis_strategy`,
//! `image_source_issue_title`, the answers of its harm audit), with or without underscores.
//!
//! What has no place in a candidate stays in its `rest`: the anchor's gold, the answers of a model, ids of theirs.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::base::error::{Problem, Result};
use crate::domain::candidate::{Candidate, Strategy, Swapped, VERSION};
use crate::domain::exchange::candidate::from_row;
use crate::domain::synth::audit::squeeze;
use crate::domain::synth::id;

use super::input::{Input, run_name};
use super::reader::{Head, ImageFrom, Item, Reader, Sink, each};

#[cfg(test)]
mod tests;

/// Columns by meaning, squeezed, the best first.
const CASE: &[&str] = &["instanceid", "caseid", "anchorid", "anchor", "issueid", "case"];
const STRATEGY: &[&str] = &["synthesisstrategy"];
const DONOR: &[&str] = &[
    "imagesourceinstanceid",
    "imagesourceid",
    "imagesourcecase",
    "sourceinstanceid",
    "donorinstanceid",
    "donorid",
    "donor",
];
const TITLE: &[&str] = &[
    "imagesourceissuetitle",
    "imagesourcetitle",
    "sourceissuetitle",
    "donortitle",
];
const GOLD: &[&str] = &[
    "imagesourcedifffiles",
    "imagesourcegroundtruthfiles",
    "sourcedifffiles",
    "donordifffiles",
    "donorgold",
];
const IMAGE: &[&str] = &[
    "swappedimage",
    "syntheticimage",
    "harmfulimage",
    "imagepath",
    "imagefile",
    "imageurl",
    "image",
    "issueimages",
    "images",
];
const REPLACES: &[&str] = &[
    "originalimage",
    "originalimagepath",
    "originalimageurl",
    "replacedimage",
];
const SIMILARITY: &[&str] = &["tfidfsimilarity", "cosinesimilarity", "similarity"];
const MADE_BY: &[&str] = &["madeby", "generatedby", "generator"];

/// Columns of a dataset's rows, which are cases and no candidates.
const OF_CASES: &[&str] = &["patch", "basecommit", "fixpatch"];

/// Names of the record itself: another's field of the same name is kept as `their_NAME`.
const OWN: [&str; 13] = [
    "v",
    "id",
    "strategy",
    "case",
    "donor",
    "donor_title",
    "donor_gold",
    "replaces",
    "swapped",
    "similarity",
    "seed",
    "made_by",
    "resembles",
];

/// Reads candidates.
#[derive(Debug)]
pub struct Candidates;

impl Reader for Candidates {
    fn name(&self) -> &'static str {
        "candidates"
    }

    fn about(&self) -> &'static str {
        "harmful-image candidates: our own, or rows with synthesis_strategy and image_source_issue_title"
    }

    fn knows(&self, head: &Head<'_>) -> bool {
        let Some(Value::Object(row)) = &head.record else {
            return false;
        };
        is_own(row) || is_theirs(row)
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        let dir = input.path().parent().map(Path::to_owned).unwrap_or_default();
        let maker = run_name(&input.stem());
        each(input, sink, &mut |record, sink| {
            let Value::Object(row) = record.value else {
                return Err(Problem::input("expected an object"));
            };
            let (candidate, image) = if is_own(&row) {
                own(row, &dir)?
            } else {
                theirs(row, &dir, &maker)?
            };
            let item = Item::Candidate {
                candidate: Box::new(candidate),
                image: image.map(ImageFrom::File),
            };
            sink.take(item, input.path(), record.line)
        })
    }
}

fn is_own(row: &Map<String, Value>) -> bool {
    ["v", "id", "strategy", "case", "donor", "swapped"]
        .iter()
        .all(|k| row.contains_key(*k))
}

fn is_theirs(row: &Map<String, Value>) -> bool {
    let holds = |names: &[&str]| place(row, names).is_some();
    holds(STRATEGY) && holds(CASE) && (holds(TITLE) || holds(DONOR) || holds(IMAGE)) && !holds(OF_CASES)
}

/// The key of the first of `names` that holds anything.
fn place(row: &Map<String, Value>, names: &[&str]) -> Option<String> {
    let blank = |v: &Value| match v {
        Value::Null => true,
        Value::String(s) => s.trim().is_empty(),
        Value::Array(all) => all.is_empty(),
        _ => false,
    };
    names.iter().find_map(|name| {
        let mut all = row.iter();
        all.find(|(k, v)| squeeze(k) == *name && !blank(v))
            .map(|(k, _)| k.clone())
    })
}

/// Takes the first of `names` out of the row when it is text.
fn text(row: &mut Map<String, Value>, names: &[&str]) -> Option<String> {
    let key = place(row, names)?;
    let text = row.get(&key)?.as_str()?.trim().to_owned();
    row.shift_remove(&key);
    Some(text)
}

fn own(row: Map<String, Value>, dir: &Path) -> Result<(Candidate, Option<PathBuf>)> {
    // An exported row has the fields of others in a column, and two columns that follow from the reviews.
    let exported = row.contains_key("rest") && row.contains_key("state");
    let read = if exported {
        from_row(&row)
    } else {
        serde_json::from_value(Value::Object(row)).map_err(|e| e.to_string())
    };
    let candidate: Candidate = read.map_err(|e| {
        Problem::input(format!("not a candidate: {e}")).mend("export it again from the other workspace")
    })?;
    if candidate.v > VERSION {
        return Err(Problem::input(format!("version {} is not known to this build", candidate.v)).at_field("v"));
    }
    let sound = |sha: &str| sha.len() == 64 && sha.bytes().all(|b| b.is_ascii_hexdigit());
    let image = candidate.swapped.image.as_ref();
    if image.is_some_and(|i| !sound(&i.sha256) || !i.format.chars().all(|c| c.is_ascii_alphanumeric())) {
        return Err(Problem::input("not the SHA-256 and format of an image").at_field("swapped.image"));
    }
    let file = image.map(|i| dir.join(i.file())).filter(|f| f.is_file());
    Ok((candidate, file))
}

fn theirs(mut row: Map<String, Value>, dir: &Path, maker: &str) -> Result<(Candidate, Option<PathBuf>)> {
    let case = text(&mut row, CASE).ok_or_else(|| Problem::input("names no case").at_field("instance_id"))?;
    let word =
        text(&mut row, STRATEGY).ok_or_else(|| Problem::input("names no strategy").at_field("synthesis_strategy"))?;
    let strategy = strategy(&word).ok_or_else(|| {
        Problem::input(format!("'{word}' is no strategy that is known"))
            .at_field("synthesis_strategy")
            .mend("use same_repo, similar, comment or control")
    })?;
    if strategy.word() != word {
        row.insert("synthesis_strategy".to_owned(), word.into());
    }
    let image = picture(&mut row);
    let gold = place(&row, GOLD).and_then(|key| {
        let files = files(row.get(&key)?)?;
        row.shift_remove(&key);
        Some(files)
    });
    let similarity = place(&row, SIMILARITY).and_then(|key| {
        let value = row.get(&key)?;
        let x = value.as_f64().or_else(|| value.as_str()?.trim().parse().ok());
        let x = x.filter(|x| (0.0..=1.0).contains(x))?;
        row.shift_remove(&key);
        Some(x)
    });
    let named = match strategy {
        Strategy::SameRepo | Strategy::Similar => String::new(),
        Strategy::Comment | Strategy::Control => case.clone(),
    };
    let donor = text(&mut row, DONOR).unwrap_or(named);
    // The importer finds the exhibit; where nothing is said, it is the first.
    let replaces = text(&mut row, REPLACES).map_or_else(|| "index:1".to_owned(), |named| spelt(&named));
    let candidate = Candidate {
        v: VERSION,
        id: id(strategy, &case, &donor, &image),
        strategy,
        donor_title: text(&mut row, TITLE).unwrap_or_default(),
        donor_gold: gold.unwrap_or_default(),
        made_by: text(&mut row, MADE_BY).unwrap_or_else(|| maker.to_owned()),
        case,
        donor,
        replaces,
        swapped: Swapped {
            exhibit: String::new(),
            source: image.clone(),
            image: None,
            phash: String::new(),
        },
        similarity,
        seed: None,
        resembles: None,
        rest: kept(row),
    };
    let file = Some(dir.join(&image)).filter(|f| !image.is_empty() && !image.contains("://") && f.is_file());
    Ok((candidate, file))
}

/// An address or file as the importer looks for it.
fn spelt(named: &str) -> String {
    let lead = if named.contains("://") { "url" } else { "file" };
    format!("{lead}:{named}")
}

/// The strategy that a word means.
fn strategy(word: &str) -> Option<Strategy> {
    let plain = squeeze(word);
    let has = |parts: &[&str]| parts.iter().any(|p| plain.contains(p));
    Some(match () {
        () if has(&["control", "untouched", "original"]) => Strategy::Control,
        () if has(&["comment", "promot", "thread"]) => Strategy::Comment,
        () if has(&["similar", "tfidf"]) => Strategy::Similar,
        () if has(&["samerepo", "mismatch", "random"]) => Strategy::SameRepo,
        () => return None,
    })
}

/// The image by path or address; a list or object of which it is the first stays in the row.
fn picture(row: &mut Map<String, Value>) -> String {
    let Some(key) = place(row, IMAGE) else {
        return String::new();
    };
    let Some(value) = row.get(&key) else {
        return String::new();
    };
    if let Some(all) = value.as_str().and_then(|s| serde_json::from_str::<Value>(s).ok()) {
        return first(&all).unwrap_or_default();
    }
    let out = first(value).unwrap_or_default();
    if value.is_string() {
        row.shift_remove(&key);
    }
    out
}

fn first(value: &Value) -> Option<String> {
    match value {
        Value::String(s) => Some(s.trim().to_owned()),
        Value::Array(all) => all.first().and_then(first),
        Value::Object(o) => ["path", "file", "url", "image_url"]
            .iter()
            .find_map(|k| first(o.get(*k)?)),
        _ => None,
    }
}

/// A list of paths, also as JSON in a text.
fn files(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::Array(all) => all.iter().map(|v| v.as_str().map(str::to_owned)).collect(),
        Value::String(s) => match serde_json::from_str::<Value>(s) {
            Ok(list @ Value::Array(_)) => files(&list),
            _ => Some(
                s.split([',', '\n'])
                    .map(str::trim)
                    .filter(|p| !p.is_empty())
                    .map(str::to_owned)
                    .collect(),
            ),
        },
        _ => None,
    }
}

/// What is left, under names that are not the record's.
fn kept(row: Map<String, Value>) -> Map<String, Value> {
    let name = |key: String| {
        if OWN.contains(&key.as_str()) {
            format!("their_{key}")
        } else {
            key
        }
    };
    row.into_iter().map(|(k, v)| (name(k), v)).collect()
}
