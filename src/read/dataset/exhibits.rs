//! The exhibits of a case: pictures of its text and those that the data lists, each once, with labels of their own.

use std::collections::{HashMap, HashSet};

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::domain::case::{Comment, Exhibit, Labels, Place};
use crate::read::markdown;
use crate::read::reader::ImageLink;

use super::listed::Listed;
use super::row::Row;

/// Id of an exhibit: first 12 hex digits of the SHA-256 of its source.
pub fn exhibit_id(source: &str) -> String {
    crate::base::num::hex(Sha256::digest(source.as_bytes()).iter().take(6))
}

/// Exhibits in the order in which the text shows them, then those that it does not show. Where the data lists
/// images, only those are exhibits; where it lists none, all pictures of the text are.
pub(super) fn exhibits(body: &str, comments: &[Comment], listed: &[Listed]) -> Vec<Exhibit> {
    let names: HashSet<&str> = listed.iter().map(|l| l.source.as_str()).collect();
    let known = |u: &str| names.contains(u);
    let in_body = markdown::pictures(&markdown::read(body, &known));
    let in_comments = comments
        .iter()
        .flat_map(|c| markdown::pictures(&markdown::read(&c.body, &known)));
    let all = in_body
        .into_iter()
        .map(|u| (u, Place::Body))
        .chain(in_comments.map(|u| (u, Place::Comment)))
        .filter(|(u, _)| listed.is_empty() || known(u))
        .chain(listed.iter().map(|l| (l.source.clone(), Place::Attached)));
    let mut seen = HashSet::new();
    all.filter(|(source, _)| seen.insert(source.clone()))
        .map(|(source, place)| Exhibit {
            id: exhibit_id(&source),
            source,
            alt: String::new(),
            place,
            image: None,
            fault: None,
            labels: Labels::default(),
        })
        .collect()
}

/// Finds the addresses in the text of pictures that are listed by path or embedded: by the last part of the
/// address, else by order when there are as many of them as pictures in the text. They then stand in their place.
pub(super) fn pair(listed: &mut [Listed], body: &str, row: &mut Row<'_>) {
    let nameless = |l: &Listed| !l.source.contains("://");
    if listed.is_empty() || !listed.iter().all(nameless) {
        return;
    }
    let shown = markdown::pictures(&markdown::read(body, &|_| false));
    let own: HashSet<&str> = listed.iter().map(|l| l.source.as_str()).collect();
    if shown.iter().any(|s| own.contains(s.as_str())) {
        return;
    }
    let mut by_name: HashMap<&str, Vec<&String>> = HashMap::new();
    for address in &shown {
        by_name.entry(last(address)).or_default().push(address);
    }
    let mut ends: HashMap<&str, usize> = HashMap::new();
    for one in listed.iter() {
        *ends.entry(last(&one.source)).or_default() += 1;
    }
    let of_name = |l: &Listed| match by_name.get(last(&l.source)).map(Vec::as_slice) {
        Some([only]) if ends.get(last(&l.source)) == Some(&1) => Some((*only).clone()),
        _ => None,
    };
    let found: Vec<Option<String>> = listed.iter().map(of_name).collect();
    if found.iter().any(Option::is_some) {
        for (one, address) in listed.iter_mut().zip(found) {
            one.source = address.unwrap_or_else(|| one.source.clone());
        }
    } else if shown.len() == listed.len() {
        row.notes
            .push("pictures without an address took those of the text, in order");
        for (one, address) in listed.iter_mut().zip(shown) {
            one.source = address;
        }
    }
}

fn last(address: &str) -> &str {
    let plain = address.split(['?', '#']).next().unwrap_or(address);
    plain.rsplit(['/', '\\']).next().unwrap_or(plain)
}

/// Where the images of `case` are, each once.
pub(super) fn links(case: &str, listed: Vec<Listed>) -> Vec<ImageLink> {
    let mut seen = HashSet::new();
    let mut out = Vec::new();
    for Listed { source, from } in listed {
        if let Some(from) = from
            && seen.insert(source.clone())
        {
            out.push(ImageLink {
                case: case.to_owned(),
                source,
                from,
            });
        }
    }
    out
}

/// Gives each exhibit its own of a list that runs parallel to the images as listed, or to the exhibits where
/// none are listed; `false` when it is not as long.
pub(super) fn label(
    exhibits: &mut [Exhibit],
    order: &[String],
    values: &[Value],
    set: &mut dyn FnMut(&mut Labels, &Value),
) -> bool {
    if order.len() != values.len() {
        return false;
    }
    let mut seen = HashSet::new();
    let at: HashMap<String, usize> = exhibits
        .iter()
        .enumerate()
        .map(|(n, e)| (e.source.clone(), n))
        .collect();
    for (source, value) in order.iter().zip(values) {
        if let Some(exhibit) = at.get(source).and_then(|n| exhibits.get_mut(*n))
            && seen.insert(source)
        {
            set(&mut exhibit.labels, value);
        }
    }
    true
}
