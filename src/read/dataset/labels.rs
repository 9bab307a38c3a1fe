//! Labels that come with the data, where a column of that name means what ours means. `difficulty` is a time in
//! one dataset, `category` a kind of issue in another: these stay in `extra`.

use serde_json::Value;

use crate::domain::case::{CATEGORIES, Exhibit, Labels};

use super::exhibits::label;
use super::list;
use super::map::{Field, squeeze};
use super::row::{Cell, Row, filled};

/// Labels of the case; lists that run parallel to the images (`order`) become labels of `exhibits`.
pub(super) fn labels(row: &mut Row<'_>, exhibits: &mut [Exhibit], order: &[String], benchmark: &str) -> Labels {
    let any = row.forced(Field::Category);
    let category_of = move |v: &Value| category(v).or_else(|| any.then(|| filled(v).map(str::to_owned)).flatten());
    let category = row.pick(Field::Category, |_, v, _| one_or_many(v, &category_of));
    // Where a dataset is known to mean the kind of the issue, there is nothing to tell.
    if category.is_none() && row.fills(Field::Category) && !matches!(benchmark, "loc-bench" | "beyondswe") {
        row.notes
            .push("category is none of the seven kinds of image; kept as extra");
    }
    let relevance = row.pick(Field::Relevance, |_, v, _| one_or_many(v, &relevance));
    if relevance.is_none() && row.fills(Field::Relevance) {
        row.notes.push("relevance is not -1..2; kept as extra");
    }
    let any = row.forced(Field::Difficulty);
    let difficulty = row.pick(Field::Difficulty, |_, v, _| {
        let text = filled(v)?.trim();
        let plain = text.to_lowercase();
        let ours = ["easy", "medium", "hard"].contains(&plain.as_str());
        (ours || any).then(|| {
            if ours {
                (plain.clone(), same(text == plain))
            } else {
                (text.to_owned(), Cell::Taken)
            }
        })
    });
    let annotation_by = row.pick(Field::AnnotationBy, |_, v, _| {
        let text = filled(v)?;
        let plain = text.trim().to_lowercase();
        let same = same(plain == text);
        Some((plain, same))
    });
    let mut out = Labels {
        category: None,
        relevance: None,
        difficulty,
        annotation_by,
    };
    match category {
        Some(Many::One(c)) => out.category = Some(c),
        Some(Many::List(all)) => {
            let set = &mut |l: &mut Labels, v: &Value| l.category = category_of(v);
            if !label(exhibits, order, &all, set) {
                row.notes
                    .push("as many categories as images were expected; they stay in extra");
            }
        }
        None => {}
    }
    match relevance {
        Some(Many::One(r)) => out.relevance = Some(r),
        Some(Many::List(all)) => {
            let set = &mut |l: &mut Labels, v: &Value| l.relevance = self::relevance(v);
            if !label(exhibits, order, &all, set) {
                row.notes
                    .push("as many relevances as images were expected; they stay in extra");
            }
        }
        None => {}
    }
    out
}

enum Many<T> {
    One(T),
    List(Vec<Value>),
}

/// A label, or a list of labels and nulls with at least one label in it.
fn one_or_many<T: Clone + Into<Value>>(value: &Value, read: &dyn Fn(&Value) -> Option<T>) -> Option<(Many<T>, Cell)> {
    if let Some(one) = read(value) {
        let exact = one.clone().into() == *value;
        return Some((Many::One(one), same(exact)));
    }
    let all = match value {
        Value::Array(all) => all.clone(),
        Value::String(text) => list::parsed(text)?.as_array()?.clone(),
        _ => return None,
    };
    let sound = all.iter().all(|v| v.is_null() || read(v).is_some()) && all.iter().any(|v| !v.is_null());
    sound.then_some((Many::List(all), Cell::Stays))
}

fn same(same: bool) -> Cell {
    if same { Cell::Taken } else { Cell::Stays }
}

fn category(value: &Value) -> Option<String> {
    let plain = squeeze(filled(value)?.trim());
    let found = CATEGORIES.iter().find(|c| squeeze(c) == plain)?;
    Some((*found).to_owned())
}

fn relevance(value: &Value) -> Option<i8> {
    let number = match value {
        Value::String(text) => match text.trim().to_lowercase().as_str() {
            "harmful" => -1.0,
            "neutral" => 0.0,
            "helpful" => 1.0,
            "vital" => 2.0,
            other => other.parse().ok()?,
        },
        other => other.as_f64()?,
    };
    let known = [-1i8, 0, 1, 2];
    known
        .into_iter()
        .find(|n| (f64::from(*n) - number).abs() < f64::EPSILON)
}
