//! What holds for any text.

use proptest::prelude::*;

use super::*;

/// Ids as they come: real paths, real paths spelt otherwise, and any text.
fn id() -> impl Strategy<Value = String> {
    let real = prop::sample::select(PATHS.to_vec()).prop_map(str::to_owned);
    let bent = (
        "(\\./|repo/|/|`|src\\\\)?",
        prop::sample::select(PATHS.to_vec()),
        "(:4|/|`|\\(x\\)|:Store.get)?",
    )
        .prop_map(|(a, b, c)| format!("{a}{b}{c}"));
    let name = prop::sample::select(vec!["Store.get", "get", "Store", "make()", "Cache::get", "a b", ""])
        .prop_map(|n| format!("src/store.ts:{n}"));
    prop_oneof![3 => real, 2 => bent, 2 => name, 1 => "\\PC{0,12}", 1 => "[/.:\\\\ \\n]{0,6}"]
}

fn fuzzed() -> impl Strategy<Value = (Vec<String>, Vec<String>, u32, bool, bool, bool)> {
    (
        prop::collection::vec(id(), 0..5),
        prop::collection::vec(id(), 0..9),
        0u32..8,
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
    )
}

fn strs(all: &[String]) -> Vec<&str> {
    all.iter().map(String::as_str).collect()
}

/// An [`Ask`] from fuzzed parts; at the level of functions the gold is that of functions.
fn ask<'a>(gold: &'a [&'a str], k: u32, dedupes: bool, known: bool, function: bool) -> Ask<'a> {
    Ask {
        gold: if function { &[] } else { gold },
        functions: if function { gold } else { &[] },
        k,
        dedupes,
        ground: if known { ground() } else { Ground::default() },
        ..Ask::default()
    }
}

#[test]
fn gold_behind_two_spellings_of_one_suspect_needs_a_repair_that_is_named() {
    let list = ["lib/a.ts:4", "src/a.ts", "lib/a.ts", "test/a.test.ts"];
    let found = ask(&["test/a.test.ts"], 3, true, false, false).of(Some(&row(&list, &list)));
    assert_eq!(
        (found.code, found.repairs),
        (Code::PathFormat, vec!["spellings_of_one".to_owned()])
    );
}

proptest! {
    #[test]
    fn every_row_gets_one_code_whatever_the_text((gold, list, k, dedupes, known, function) in fuzzed(), text in "\\PC{0,40}") {
        let (gold, list) = (strs(&gold), strs(&list));
        let mut one = ask(&gold, k, dedupes, known, function);
        one.text = &text;
        let found = one.of(Some(&row(&list, &list)));
        prop_assert_eq!(found.code == Code::NaNoGold, gold.is_empty());
        prop_assert_eq!(found.code == Code::Ok, found.coverage == Coverage::Full);
        prop_assert_eq!(found.evidence.len(), found.items.iter().filter(|i| !i.hit).count());
        prop_assert!(!found.also.contains(&found.code) && found.also.is_sorted());
        prop_assert!(found.code.is_miss() || found.also.is_empty());
        prop_assert!(found.why.starts_with(found.code.code()) && !found.why.contains(char::is_control));
        prop_assert!(!found.why.ends_with(": "), "{}", found.why);
        let spelt = matches!(found.code, Code::PathFormat | Code::NameFormat | Code::Qualifier);
        prop_assert_eq!(spelt, !found.repairs.is_empty());
        prop_assert_eq!(found.detail.is_some() && found.code != Code::Partial, found.code == Code::RightFile);
    }

    #[test]
    fn the_order_of_gold_means_nothing((gold, list, k, dedupes, known, function) in fuzzed()) {
        let (gold, list) = (strs(&gold), strs(&list));
        let mut turned = gold.clone();
        turned.reverse();
        let suspects = row(&list, &list);
        let of = |gold: &[&str]| {
            let mut f = ask(gold, k, dedupes, known, function).of(Some(&suspects));
            f.repairs.sort();
            (f.code, f.detail, f.coverage, f.signals, f.repairs, f.also, f.search, f.capped_ok)
        };
        prop_assert_eq!(of(&gold), of(&turned));
    }

    #[test]
    fn a_hit_stays_a_hit_at_a_larger_k((gold, list, k, dedupes, known, function) in fuzzed()) {
        let (gold, list) = (strs(&gold), strs(&list));
        let suspects = row(&list, &list);
        let of = |k| ask(&gold, k, dedupes, known, function).of(Some(&suspects)).code;
        prop_assert!(of(k) != Code::Ok || of(k + 1) == Code::Ok);
    }

    #[test]
    fn ok_is_the_strict_rule_on_ids_as_written((gold, list, k, dedupes, known, _f) in fuzzed()) {
        let mut ids = list.clone();
        if dedupes {
            let mut seen = std::collections::HashSet::new();
            ids.retain(|i| seen.insert(i.clone()));
        }
        ids.truncate(k as usize);
        let strict = !gold.is_empty() && gold.iter().all(|g| ids.contains(g));
        let found = ask(&strs(&gold), k, dedupes, known, false).of(Some(&row(&strs(&list), &[])));
        prop_assert_eq!(found.code == Code::Ok, strict, "{}", found.why);
    }
}
