//! Rankings as they were written: ids compared byte for byte, before any repair of their form.
//!
//! Reading a prediction mends small things (`./`, line numbers, quotes) and notes them as flags. A scorer that
//! compares strings sees none of that, so an entry that was mended stands here with its raw text.

use std::collections::{HashMap, HashSet};

use super::ladder::Step;
use super::level::Level;
use super::metric::Ranked;
use super::run::Suspect;

/// The furthest step that reading took to the id.
fn mended<'a>(flags: impl Iterator<Item = &'a str>) -> Step {
    flags.map(Step::of_flag).max().unwrap_or(Step::Exact)
}

/// Id of a file entry.
pub fn file_id<'a>(raw: &str, path: &str, flags: impl Iterator<Item = &'a str>) -> String {
    if mended(flags) > Step::Exact { raw } else { path }.to_owned()
}

/// Id of a function entry, `path:name`.
pub fn function_id<'a>(raw: &str, path: &str, name: Option<&str>, flags: impl Iterator<Item = &'a str>) -> String {
    let step = mended(flags);
    match name {
        // What was trimmed behind the path is a bullet of the list, no part of the id.
        Some(name) if step == Step::Trim && raw.starts_with(&format!("{path}:")) && raw.ends_with(name) => {
            format!("{path}:{name}")
        }
        _ if step > Step::Exact => raw.to_owned(),
        Some(name) => format!("{path}:{name}"),
        None => path.to_owned(),
    }
}

/// Ranks of distinct `gold` ids among entries of (id, rank as read). Entries that share a rank, because one line named
/// several functions, share a slot; of repeated ids the first counts. `None` without gold.
pub fn ranked(gold: &[String], entries: impl Iterator<Item = (String, u32)>) -> Option<Ranked> {
    let none: [&str; 0] = [];
    let mut out = Ranked::new(gold, &none)?;
    let mut seen = HashSet::new();
    let (mut slot, mut last) = (0u32, None);
    for (id, rank) in entries {
        let at = gold.iter().position(|g| *g == id);
        if !seen.insert(id) {
            continue;
        }
        slot += u32::from(last != Some(rank));
        last = Some(rank);
        if let Some(place) = at.and_then(|n| out.ranks.get_mut(n)) {
            *place = Some(slot);
        }
    }
    out.listed = slot;
    Some(out)
}

/// Gold files among suspects.
pub fn files(gold: &[String], suspects: &[Suspect]) -> Option<Ranked> {
    let flags = |s: &Suspect| file_id(&s.raw, s.path.as_str(), s.flags.iter().map(String::as_str));
    ranked(gold, suspects.iter().map(|s| (flags(s), s.rank)))
}

/// Gold functions among suspects.
pub fn functions(gold: &[String], suspects: &[Suspect]) -> Option<Ranked> {
    let id = |s: &Suspect| {
        let flags = s.flags.iter().map(String::as_str);
        function_id(&s.raw, s.path.as_str(), s.name.as_deref(), flags)
    };
    ranked(gold, suspects.iter().map(|s| (id(s), s.rank)))
}

/// The slot of each entry of a list, as a scorer counts: a repeated id has the slot of its first.
pub fn slots(level: Level, suspects: &[Suspect]) -> Vec<u32> {
    let mut seen: HashMap<String, u32> = HashMap::new();
    let (mut slot, mut last) = (0u32, None);
    suspects
        .iter()
        .map(|s| {
            let flags = s.flags.iter().map(String::as_str);
            let id = match level {
                Level::File => file_id(&s.raw, s.path.as_str(), flags),
                Level::Function => function_id(&s.raw, s.path.as_str(), s.name.as_deref(), flags),
            };
            *seen.entry(id).or_insert_with(|| {
                slot += u32::from(last != Some(s.rank));
                last = Some(s.rank);
                slot
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::run::Sample;

    fn gold(ids: &[&str]) -> Vec<String> {
        ids.iter().map(|i| (*i).to_owned()).collect()
    }

    #[test]
    fn a_mended_id_is_not_the_gold_string() {
        let mut list = Sample::default();
        list.add_file("./src/a.ts", None);
        list.add_file("src/b.ts", None);
        list.add_file("src/b.ts", None);
        list.add_file("src/c.ts", None);
        let got = files(&gold(&["src/a.ts", "src/b.ts", "src/c.ts"]), &list.files).unwrap();
        assert_eq!((got.ranks, got.listed), (vec![None, Some(2), Some(3)], 3));
        assert_eq!(
            slots(Level::File, &list.files),
            [1, 2, 2, 3],
            "the second src/b.ts takes no slot"
        );
    }

    #[test]
    fn functions_of_one_line_share_a_slot() {
        let mut list = Sample::default();
        list.add_functions("a.py:f, g", None);
        list.add_function("b.py:h", None);
        let got = functions(&gold(&["a.py:g", "b.py:h"]), &list.functions).unwrap();
        assert_eq!((got.ranks, got.listed), (vec![Some(1), Some(2)], 2));
        assert_eq!(functions(&[], &list.functions), None);
        assert_eq!(slots(Level::Function, &list.functions), [1, 1, 2]);
    }
}
