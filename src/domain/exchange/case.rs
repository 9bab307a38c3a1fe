//! Cases as rows with the field names of MM-IssueLoc, and back without a loss.
//!
//! What these fields cannot hold stands in one more, `casefile`: exhibits with their images, comments, where gold came
//! from, the labels that agreed ones replaced. Fields of the imported row that have no place of their own are columns again.

use std::collections::{BTreeMap, HashSet};

use serde_json::{Map, Value, json};

use super::{Column, Kind, Row, VERSION, json, record, text, value};
use crate::domain::case::{Case, Exhibit, Gold, Labels, Origin};

/// The column that holds what the others cannot, and by which such rows are recognised.
pub const OWN: &str = "casefile";

/// Columns with a meaning, in their order; those of `extra` stand between them and [`OWN`].
const COLUMNS: [(&str, Kind); 16] = [
    ("instance_id", Kind::Text),
    ("benchmark", Kind::Text),
    ("repo", Kind::Text),
    ("base_commit", Kind::Text),
    ("repo_language", Kind::Text),
    ("title", Kind::Text),
    ("body", Kind::Text),
    ("issue_images", Kind::Any),
    ("created_at", Kind::Text),
    ("category", Kind::Text),
    ("relevance", Kind::Int),
    ("difficulty", Kind::Text),
    ("annotation_by", Kind::Text),
    ("diff_files", Kind::Any),
    ("edit_functions", Kind::Any),
    ("patch", Kind::Text),
];

/// What annotators agreed on about a case.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Agreed {
    /// Category, if they agree on one.
    pub category: Option<String>,
    /// Relevance, if they agree on one.
    pub relevance: Option<i8>,
    /// Who gave the two: `human`, or `ai`.
    pub annotation_by: Option<String>,
    /// What the gate gives to exhibits without a label by people or the data, by their ids. Told as theirs, not read back.
    pub machine: BTreeMap<String, Machine>,
    /// Per question the value and where it comes from: `{"value": 2, "source": "unanimous"}`. Told, not read back: it
    /// follows from the judgements.
    pub sources: Map<String, Value>,
}

/// Labels of the gate for an exhibit.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Machine {
    /// Category, relevance, `annotation_by`.
    pub labels: Labels,
    /// The second model gave less than the first one's limit: to be looked at.
    pub flagged: bool,
}

/// Whether `name` can be a column of its own in every kind of table: no name of ours, and no blanks around it, which a
/// reader of CSV would cut.
fn free(name: &str) -> bool {
    name != OWN && !name.is_empty() && name.trim() == name && !COLUMNS.iter().any(|(c, _)| *c == name)
}

/// The columns of a table of cases whose `extra` fields are `names`; those that cannot be columns are left out.
pub fn columns<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<Column> {
    let mut out: Vec<Column> = COLUMNS.iter().map(|(n, k)| Column::new(*n, *k)).collect();
    let mut seen = HashSet::new();
    let names = names.into_iter().filter(|n| free(n) && seen.insert(*n));
    out.extend(names.map(|n| Column::new(n, Kind::Any)));
    out.push(Column::new(OWN, Kind::Any));
    out
}

/// The row of `case`. Agreed labels stand in the place of those that came with the data, which `casefile` then keeps. An
/// extra field for which `has` says that the table has no column goes into `casefile` too.
pub fn to_row(case: &Case, agreed: &Agreed, has: &dyn Fn(&str) -> bool) -> Row {
    let labels = Labels {
        category: agreed.category.clone().or_else(|| case.labels.category.clone()),
        relevance: agreed.relevance.or(case.labels.relevance),
        annotation_by: agreed
            .annotation_by
            .clone()
            .or_else(|| case.labels.annotation_by.clone()),
        ..case.labels.clone()
    };
    let mut out = Row::new();
    let mut put = |name: &str, value: Value| drop(out.insert(name.to_owned(), value));
    put("instance_id", case.id.as_str().into());
    put("benchmark", case.benchmark.as_str().into());
    put("repo", case.repo.as_str().into());
    put("base_commit", case.base_commit.as_str().into());
    put("repo_language", case.language.as_str().into());
    put("title", case.title.as_str().into());
    put("body", case.body.as_str().into());
    let images: Vec<&str> = case.exhibits.iter().map(|e| e.source.as_str()).collect();
    put("issue_images", images.into());
    put("created_at", json(&case.created_at));
    put("category", json(&labels.category));
    put("relevance", json(labels.relevance));
    put("difficulty", json(&labels.difficulty));
    put("annotation_by", json(&labels.annotation_by));
    put("diff_files", json(&case.gold.files));
    put("edit_functions", json(&case.gold.functions));
    put("patch", json(&case.patch));

    let mut own = Map::new();
    let mut keep = |name: &str, value: Value| drop(own.insert(name.to_owned(), value));
    keep("export", VERSION.into());
    keep("v", case.v.into());
    let (exhibits, machine) = machine(case, agreed);
    keep("exhibits", json(&exhibits));
    if !machine.is_empty() {
        keep("gate", machine.into());
    }
    if !case.comments.is_empty() {
        keep("comments", json(&case.comments));
    }
    keep("origin", json(case.gold.origin));
    if case.gold.published.is_some() {
        keep("published", json(&case.gold.published));
    }
    if labels != case.labels {
        keep("labels", json(&case.labels));
    }
    if !agreed.sources.is_empty() {
        keep("agreed", agreed.sources.clone().into());
    }
    let empty = empty(case, &labels);
    if !empty.is_empty() {
        keep("empty", empty.into());
    }
    let (mut fields, mut inside) = (Map::new(), Map::new());
    for (name, value) in &case.extra {
        let kind = if free(name) && has(name) {
            out.insert(name.clone(), value.clone());
            if value.is_string() { "text" } else { "json" }
        } else {
            inside.insert(name.clone(), value.clone());
            "inside"
        };
        fields.insert(name.clone(), kind.into());
    }
    for (name, all) in [("fields", fields), ("extra", inside), ("rest", case.rest.clone())] {
        if !all.is_empty() {
            own.insert(name.to_owned(), all.into());
        }
    }
    out.insert(OWN.to_owned(), own.into());
    out
}

/// The exhibits with the gate's labels, and what they had in their place.
fn machine(case: &Case, agreed: &Agreed) -> (Vec<Exhibit>, Map<String, Value>) {
    let mut told = Map::new();
    let mut exhibits = case.exhibits.clone();
    for exhibit in &mut exhibits {
        if let Some(found) = agreed.machine.get(&exhibit.id) {
            let was = std::mem::replace(&mut exhibit.labels, found.labels.clone());
            let told_of = json!({"source": "gate", "flagged": found.flagged, "labels": was});
            told.insert(exhibit.id.clone(), told_of);
        }
    }
    (exhibits, told)
}

/// Fields that are there and hold an empty text: in CSV that looks like nothing.
fn empty(case: &Case, labels: &Labels) -> Vec<&'static str> {
    let fields = [
        ("created_at", &case.created_at),
        ("category", &labels.category),
        ("difficulty", &labels.difficulty),
        ("annotation_by", &labels.annotation_by),
        ("patch", &case.patch),
    ];
    let mut all = fields.into_iter();
    let found = all.by_ref().filter(|(_, v)| v.as_deref() == Some(""));
    found.map(|(name, _)| name).collect()
}

/// The case of a row that [`to_row`] made; what was agreed is left out, since it follows from the judgements.
///
/// # Errors
/// Names the column that does not fit.
pub fn from_row(mut row: Row) -> Result<Case, String> {
    let Value::Object(mut own) = value(&row, OWN)? else {
        return Err(format!("'{OWN}' is no object"));
    };
    let version = own.remove("export").and_then(|v| v.as_u64()).unwrap_or(0);
    if version == 0 || version > VERSION {
        return Err(format!(
            "'{OWN}' is of version {version} of the export; this casefile knows {VERSION}"
        ));
    }
    let mut take = |name: &str| own.remove(name).unwrap_or_default();
    let empty: Vec<String> = some(take("empty"), "empty")?;
    let plain = |name: &str| Ok::<_, String>(text(&row, name)?.unwrap_or_default());
    let perhaps = |name: &str| {
        let held = text(&row, name)?.filter(|t| !t.is_empty());
        let bare = empty.iter().any(|e| e == name);
        Ok::<_, String>(held.or_else(|| bare.then(String::new)))
    };
    let labels = match take("labels") {
        Value::Null => Labels {
            category: perhaps("category")?,
            relevance: record(value(&row, "relevance")?, "relevance")?,
            difficulty: perhaps("difficulty")?,
            annotation_by: perhaps("annotation_by")?,
        },
        replaced => record(replaced, "labels")?,
    };
    let gold = Gold {
        files: some(value(&row, "diff_files")?, "diff_files")?,
        functions: record(value(&row, "edit_functions")?, "edit_functions")?,
        origin: some::<Origin>(take("origin"), "origin")?,
        published: record(take("published"), "published")?,
    };
    let mut exhibits: Vec<Exhibit> = some(take("exhibits"), "exhibits")?;
    let machine: Map<String, Value> = some(take("gate"), "gate")?;
    for exhibit in &mut exhibits {
        if let Some(had) = machine.get(&exhibit.id).and_then(|m| m.get("labels")) {
            exhibit.labels = record(had.clone(), "gate")?;
        }
    }
    let mut case = Case {
        v: record(take("v"), "v")?,
        id: plain("instance_id")?,
        benchmark: plain("benchmark")?,
        repo: plain("repo")?,
        base_commit: plain("base_commit")?,
        language: plain("repo_language")?,
        title: plain("title")?,
        body: plain("body")?,
        comments: some(take("comments"), "comments")?,
        exhibits,
        patch: perhaps("patch")?,
        gold,
        labels,
        created_at: perhaps("created_at")?,
        extra: Map::new(),
        rest: some(take("rest"), "rest")?,
    };
    let mut inside: Map<String, Value> = some(take("extra"), "extra")?;
    let fields: Map<String, Value> = some(take("fields"), "fields")?;
    for (name, kind) in fields {
        let held = match kind.as_str() {
            Some("inside") => inside.remove(&name).unwrap_or_default(),
            Some("text") => match row.remove(&name) {
                // An empty text of a table that does not tell it from nothing.
                None | Some(Value::Null) => "".into(),
                Some(other) => other,
            },
            _ => value(&row, &name)?,
        };
        case.extra.insert(name, held);
    }
    // Columns that somebody added after the export are unknown fields like any other.
    for (name, cell) in row {
        let blank = cell.is_null() || cell.as_str() == Some("");
        if !blank && free(&name) && !case.extra.contains_key(&name) {
            case.extra.insert(name, cell);
        }
    }
    Ok(case)
}

/// A record, or its default for null.
fn some<T: serde::de::DeserializeOwned + Default>(value: Value, name: &str) -> Result<T, String> {
    if value.is_null() {
        return Ok(T::default());
    }
    record(value, name)
}
