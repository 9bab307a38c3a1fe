//! An accepted candidate as a case of its own: the text with the other image in it, relevance −1, where it came from.

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::base::num::hex;
use crate::domain::candidate::{Candidate, Strategy};
use crate::domain::case::{Case, Exhibit, Labels, Place};

/// Field of a case's `extra` that tells how it was made.
pub const SYNTHESIS: &str = "synthesis";

/// Characters that go on with an address.
const GOES_ON: &str = "/_-%?&=#~+@:";

/// The case that `candidate` makes of `anchor`, its own case. Id `ANCHOR~CANDIDATE`; gold, repository and patch are the
/// anchor's. `provenance` (who reviewed it and how) goes beside what the candidate says of itself into
/// `extra.synthesis`. The category of the image goes: it was that of the other one; it stays as `original_category`.
///
/// `None` for a control, which swaps nothing, and for a candidate of another case.
pub fn as_case(anchor: &Case, candidate: &Candidate, provenance: Map<String, Value>) -> Option<Case> {
    if candidate.strategy == Strategy::Control || candidate.case != anchor.id {
        return None;
    }
    let mut case = anchor.clone();
    case.id = format!("{}~{}", anchor.id, candidate.id);
    swap(&mut case, candidate);
    let mut synthesis = Map::new();
    let mut put = |key: &str, value: Value| drop(synthesis.insert(key.to_owned(), value));
    put("strategy", candidate.strategy.word().into());
    put("anchor", anchor.id.as_str().into());
    put("donor", candidate.donor.as_str().into());
    put("donor_title", candidate.donor_title.as_str().into());
    put("donor_gold", json!(candidate.donor_gold));
    put("similarity", json!(candidate.similarity));
    put("seed", json!(candidate.seed));
    put("made_by", candidate.made_by.as_str().into());
    put("candidate", candidate.id.as_str().into());
    put("replaces", candidate.replaces.as_str().into());
    put("image", json!(candidate.swapped.image.as_ref().map(|i| &i.sha256)));
    put("original_category", json!(anchor.labels.category));
    synthesis.extend(provenance);
    case.extra.insert(SYNTHESIS.to_owned(), Value::Object(synthesis));
    case.labels.relevance = Some(-1);
    case.labels.category = None;
    Some(case)
}

/// Puts the image into text and exhibits.
fn swap(case: &mut Case, candidate: &Candidate) {
    let swapped = &candidate.swapped;
    let source = match (&swapped.source, &swapped.image) {
        (source, _) if !source.is_empty() => source.clone(),
        (_, Some(image)) => image.file(),
        _ => format!("candidate-{}", candidate.id),
    };
    let mut new = Exhibit {
        id: hex(Sha256::digest(source.as_bytes()).iter().take(6)),
        source: source.clone(),
        alt: String::new(),
        place: Place::Body,
        image: swapped.image.clone(),
        fault: None,
        labels: Labels::default(),
    };
    let old = case.exhibit(&candidate.replaces).map(|(at, old)| (at, old.clone()));
    // An image of the comments stands in the body from now on.
    case.exhibits.retain(|e| e.source != source);
    match old {
        Some((at, old)) if old.place == Place::Attached => {
            elsewhere_too(&mut case.extra, &old.source, &source);
            new.place = Place::Attached;
            case.exhibits.retain(|e| e.id != old.id);
            case.exhibits.insert(at.min(case.exhibits.len()), new);
        }
        Some((at, old)) => {
            elsewhere_too(&mut case.extra, &old.source, &source);
            let body = replaced(&case.body, &old.source, &source);
            case.body = body.unwrap_or_else(|| added(&case.body, &source));
            let elsewhere = case.comments.iter().any(|c| c.body.contains(&old.source));
            case.exhibits.retain(|e| e.id != old.id);
            let at = at.min(case.exhibits.len());
            case.exhibits.insert(at, new);
            if elsewhere {
                let of_body = case.exhibits.iter().filter(|e| e.place == Place::Body).count();
                let place = Place::Comment;
                case.exhibits.insert(of_body, Exhibit { place, ..old });
            }
        }
        None => {
            case.body = added(&case.body, &source);
            let of_body = case.exhibits.iter().take_while(|e| e.place == Place::Body).count();
            case.exhibits.insert(of_body, new);
        }
    }
}

/// Columns that are no text for a solver: their addresses are not the issue's.
const NOT_TEXT: [&str; 3] = ["patch", "test_patch", "fix_patch"];

/// The address of the replaced image in the columns of the dataset, where a solver could still find it.
fn elsewhere_too(extra: &mut Map<String, Value>, old: &str, new: &str) {
    for (key, value) in extra.iter_mut() {
        if !NOT_TEXT.contains(&key.as_str()) {
            within(value, old, new);
        }
    }
}

fn within(value: &mut Value, old: &str, new: &str) {
    match value {
        Value::String(text) => {
            if let Some(changed) = replaced(text, old, new) {
                *text = changed;
            }
        }
        Value::Array(all) => all.iter_mut().for_each(|v| within(v, old, new)),
        Value::Object(all) => all.values_mut().for_each(|v| within(v, old, new)),
        _ => {}
    }
}

/// The body with the image after it.
fn added(body: &str, source: &str) -> String {
    format!("{}\n\n![image](<{source}>)\n", body.trim_end())
        .trim_start()
        .to_owned()
}

/// The text with the address `old` exchanged for `new` wherever it stands whole, also as HTML writes it; `None` when it
/// stands nowhere.
fn replaced(text: &str, old: &str, new: &str) -> Option<String> {
    if old.is_empty() {
        return None;
    }
    let html = old.replace('&', "&amp;");
    let (mut out, mut any) = exchanged(text, old, new);
    if html != old {
        let (again, more) = exchanged(&out, &html, new);
        (out, any) = (again, any || more);
    }
    any.then_some(out)
}

fn exchanged(text: &str, old: &str, new: &str) -> (String, bool) {
    let mut out = String::with_capacity(text.len());
    let mut any = false;
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(old) {
        out.push_str(before);
        let last = before.chars().next_back().or_else(|| out.chars().next_back());
        let inside = last.is_some_and(|c| c.is_alphanumeric() || "/_-%.".contains(c));
        let mut next = after.chars();
        let longer = match next.next() {
            Some('.') => next.next().is_some_and(char::is_alphanumeric),
            Some(c) => c.is_alphanumeric() || GOES_ON.contains(c),
            None => false,
        };
        let whole = !inside && !longer;
        out.push_str(if whole { new } else { old });
        any |= whole;
        rest = after;
    }
    out.push_str(rest);
    (out, any)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_the_dataset_do_not_keep_the_true_image() {
        let url = "https://h/a.png";
        let mut extra: Map<String, Value> = serde_json::from_value(json!({
            "image_assets": "{\"problem_statement\": [\"https://h/a.png\"]}",
            "images": [url, "https://h/b.png"],
            "test_patch": "+ https://h/a.png",
        }))
        .unwrap();
        elsewhere_too(&mut extra, url, "N");
        assert_eq!(extra["image_assets"], "{\"problem_statement\": [\"N\"]}");
        assert_eq!(extra["images"], json!(["N", "https://h/b.png"]));
        assert_eq!(
            extra["test_patch"], "+ https://h/a.png",
            "a patch is no text of the issue"
        );
    }

    #[test]
    fn an_address_is_exchanged_where_it_stands_whole() {
        let text = "![a](https://h/a.png) https://h/a.png, https://h/a.png?x=1 p/https://h/a.png <img src=\"https://h/a.png\">.";
        assert_eq!(
            replaced(text, "https://h/a.png", "N").unwrap(),
            "![a](N) N, https://h/a.png?x=1 p/https://h/a.png <img src=\"N\">."
        );
        assert_eq!(
            replaced("see https://h/a.png.", "https://h/a.png", "N").unwrap(),
            "see N."
        );
        assert_eq!(
            replaced("<img src=\"u?a=1&amp;b=2\">", "u?a=1&b=2", "N").unwrap(),
            "<img src=\"N\">"
        );
        assert_eq!(replaced("b.png", "a.png", "N"), None);
        assert_eq!(replaced("x", "", "N"), None);
    }
}
