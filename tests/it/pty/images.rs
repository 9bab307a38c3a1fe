//! Hostile pictures in one long session: it goes on, and its memory stays bounded.

use std::fs;

use super::session::{Session, Shown, Start};
use crate::hostile::pictures;

/// Most memory a session may take, in KiB.
const MOST: u64 = 300 << 10;

#[test]
fn a_session_over_hostile_pictures_keeps_its_memory_bounded() {
    let study = pictures::study();
    let dir = study.path().display().to_string();
    let s = Session::casefile(
        &study.home,
        &Start {
            args: &[&dir, "--as", "me"],
            size: (160, 48),
            ..Start::default()
        },
    );
    let all = pictures::all();
    s.see("decided").keys("\r");
    for (n, (name, _, shown)) in all.iter().enumerate() {
        let place = format!("{}/{}", n + 1, all.len());
        s.see(&place)
            .see(&format!("o__{}", name.replace('.', "-")))
            .see("relevance —");
        s.keys("2").see("relevance 2 vital ✓");
        let cells = |s: &Shown| s.text().chars().filter(|c| matches!(c, '▀' | '▄')).count();
        s.until("the picture, where there is one", |s| (cells(s) > 50) == *shown);
        // Over the full screen and back.
        s.keys("m")
            .gone("relevance 2 vital ✓")
            .keys("q")
            .see("relevance 2 vital ✓")
            .keys("n");
    }
    let peak = s.peak();
    s.quit();
    eprintln!(
        "peak of a session over {} hostile pictures: {} MiB",
        all.len(),
        peak >> 10
    );
    assert!(peak < MOST, "the session took {} MiB", peak >> 10);
    let saved: usize = fs::read_dir(study.path().join("journal/me"))
        .unwrap()
        .map(|f| fs::read_to_string(f.unwrap().path()).unwrap().lines().count())
        .sum();
    assert_eq!(saved, all.len());
}
