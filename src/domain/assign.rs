//! Who judges what, in which order: the same on every machine from the round alone, without locks.
//!
//! Rendezvous hashing (Thaler and Ravishankar 1998): for each item every annotator has a weight, the SHA-256 of seed,
//! item and name, and the highest `overlap` of them judge it. An added item moves no other; an added or removed
//! annotator moves only the items that they win or had.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::round::Round;

type Weight = [u8; 32];

fn weight(seed: u64, first: &str, second: &str) -> Weight {
    Sha256::digest(format!("{seed}|{first}|{second}")).into()
}

/// Annotators of the round as they stand in journals, sorted, each once.
fn people(round: &Round) -> Vec<String> {
    let mut out: Vec<String> = round
        .annotators
        .iter()
        .map(|n| n.trim().to_lowercase())
        .filter(|n| !n.is_empty())
        .collect();
    out.sort();
    out.dedup();
    out
}

/// How many judge an item: `overlap` of the round, all where that is 0 or more than there are.
fn overlap(round: &Round, people: usize) -> usize {
    match round.overlap {
        0 => people,
        n => n.min(people),
    }
}

fn chosen(round: &Round, people: &[String], item: &str) -> Vec<usize> {
    let mut all: Vec<(Weight, usize)> = (people.iter().enumerate())
        .map(|(n, who)| (weight(round.seed, item, who), n))
        .collect();
    all.sort_by(|a, b| b.cmp(a));
    let most = overlap(round, people.len());
    all.into_iter().take(most).map(|(_, n)| n).collect()
}

/// What everyone is to judge: positions in `items` by annotator, each in that annotator's own order. Empty when the
/// round names no annotators: then everyone judges everything, in the order of the file.
pub fn assign(round: &Round, items: &[&str]) -> BTreeMap<String, Vec<usize>> {
    let people = people(round);
    let mut queues: Vec<Vec<(Weight, usize)>> = vec![Vec::new(); people.len()];
    for (at, item) in items.iter().enumerate() {
        for n in chosen(round, &people, item) {
            if let (Some(queue), Some(who)) = (queues.get_mut(n), people.get(n)) {
                queue.push((weight(round.seed, who, item), at));
            }
        }
    }
    let sorted = queues.into_iter().map(|mut queue| {
        queue.sort_unstable();
        queue.into_iter().map(|(_, at)| at).collect()
    });
    people.into_iter().zip(sorted).collect()
}

/// Positions in `items` of what `me` is to judge, in the order to take them; `None` when the round names no
/// annotators. Somebody it does not name has nothing.
pub fn mine(round: &Round, items: &[&str], me: &str) -> Option<Vec<usize>> {
    let mut all = assign(round, items);
    (!all.is_empty()).then(|| all.remove(me).unwrap_or_default())
}

/// Who judges one item, sorted; empty when the round names no annotators.
pub fn judges(round: &Round, item: &str) -> Vec<String> {
    let people = people(round);
    let mut out: Vec<String> = chosen(round, &people, item)
        .into_iter()
        .filter_map(|n| people.get(n).cloned())
        .collect();
    out.sort();
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(people: &[&str], overlap: usize, seed: u64) -> Round {
        Round {
            annotators: people.iter().map(|p| (*p).to_owned()).collect(),
            overlap,
            seed,
            ..Round::default()
        }
    }

    fn items(count: usize) -> Vec<String> {
        (0..count).map(|n| format!("owner__repo-{n}")).collect()
    }

    fn refs(items: &[String]) -> Vec<&str> {
        items.iter().map(String::as_str).collect()
    }

    #[test]
    fn the_same_on_every_machine() {
        // sorted(people, key=lambda a: hashlib.sha256(f"{seed}|{item}|{a}".encode()).hexdigest(), reverse=True)
        let people = ["mara", "jun", "ines"];
        for (seed, item, order) in [
            (1, "markedjs__marked-1683", ["jun", "mara", "ines"]),
            (1, "a", ["jun", "ines", "mara"]),
            (7, "ß|日本", ["mara", "jun", "ines"]),
        ] {
            for n in 1..=3 {
                let mut want = order[..n].to_vec();
                want.sort_unstable();
                assert_eq!(judges(&round(&people, n, seed), item), want, "{item} {n}");
            }
        }
        // sorted("abcdef", key=lambda i: hashlib.sha256(f"1|{me}|{i}".encode()).hexdigest())
        let all = ["a", "b", "c", "d", "e", "f"];
        let order = |me: &str| -> String {
            let at = mine(&round(&people, 0, 1), &all, me).unwrap();
            at.into_iter().map(|n| all[n]).collect()
        };
        assert_eq!(
            (order("mara"), order("jun")),
            ("dacbfe".to_owned(), "ebcdaf".to_owned())
        );
    }

    #[test]
    fn every_item_has_exactly_its_overlap_and_the_load_is_even() {
        let all = items(3000);
        for (n, overlap) in [(6, 2), (3, 1), (5, 0), (2, 7)] {
            let people: Vec<String> = (0..n).map(|p| format!("p{p}")).collect();
            let round = round(&refs(&people), overlap, 11);
            let queues = assign(&round, &refs(&all));
            let each = if overlap == 0 { n } else { overlap.min(n) };
            let mut counts = vec![0; all.len()];
            for queue in queues.values() {
                for at in queue {
                    counts[*at] += 1;
                }
                let mut once = queue.clone();
                once.sort_unstable();
                once.dedup();
                assert_eq!(once.len(), queue.len(), "nothing twice");
                // Binomial: 3000 draws at each / n; five standard deviations are below 137.
                let fair = all.len() * each / n;
                assert!(queue.len().abs_diff(fair) <= 137, "{} of {fair}", queue.len());
            }
            assert!(counts.iter().all(|c| *c == each));
        }
    }

    #[test]
    fn more_items_move_nothing_and_one_more_person_only_what_they_win() {
        let all = items(1000);
        let before = round(&["a", "b", "c"], 2, 3);
        let after = round(&["d", "c", "b", "a"], 2, 3);
        let mut moved = 0;
        for item in &all {
            let (old, new) = (judges(&before, item), judges(&after, item));
            if old != new {
                moved += 1;
                assert!(new.contains(&"d".to_owned()), "{old:?} {new:?}");
                assert_eq!(new.iter().filter(|who| old.contains(who)).count(), 1);
            }
        }
        // Half of the items go to d: 2 of 4 judge each. Five standard deviations of 1000 draws are 79.
        assert!(moved > 421 && moved < 579, "{moved}");
        let fewer = mine(&before, &refs(&all[..400]), "a").unwrap();
        let more = mine(&before, &refs(&all), "a").unwrap();
        let kept: Vec<usize> = more.into_iter().filter(|at| *at < 400).collect();
        assert_eq!(kept, fewer, "the order among the old ones stays");
    }

    #[test]
    fn names_are_taken_as_they_stand_in_journals_and_nobody_means_everybody() {
        let all = ["x", "y"];
        assert_eq!(mine(&round(&[], 2, 1), &all, "mara"), None);
        let some = round(&[" Mara ", "mara", "JUN"], 0, 1);
        assert_eq!(mine(&some, &all, "mara").map(|q| q.len()), Some(2));
        assert_eq!(judges(&some, "x"), ["jun", "mara"]);
        assert_eq!(mine(&some, &all, "ines"), Some(vec![]));
    }
}
