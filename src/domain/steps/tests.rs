use super::*;

fn event(step: u32, kind: Kind, path: &str) -> Event {
    Event {
        step,
        kind,
        path: (!path.is_empty()).then(|| path.to_owned()),
        ok: Some(true),
        ..Event::default()
    }
}

fn mention(step: u32, path: &str) -> Event {
    Event {
        evidence: Evidence::OutputMention,
        ok: None,
        ..event(step, Kind::Search, path)
    }
}

fn raw(mut e: Event, raw: &str) -> Event {
    raw.clone_into(&mut e.raw);
    e
}

fn trail(events: Vec<Event>) -> Trajectory {
    Trajectory {
        v: 1,
        turns: events.last().map_or(0, |e| e.step),
        events,
        ..Trajectory::default()
    }
}

fn suspects(paths: &[&str]) -> Suspects {
    let mut sample = crate::domain::run::Sample::default();
    for p in paths {
        sample.add_file(p, None);
    }
    Suspects::answer("c", sample)
}

/// Step 1 greps and the output names b and c; step 2 fails to open b; step 4 opens it; step 6 edits it.
fn way() -> Trajectory {
    let mut t = trail(vec![
        Event {
            query: Some("foo".into()),
            scope: Some("src".into()),
            ..event(1, Kind::Search, "")
        },
        mention(1, "src/b.ts"),
        mention(1, "src/c.ts"),
        Event {
            ok: Some(false),
            ..event(2, Kind::View, "src/b.ts")
        },
        raw(event(3, Kind::Run, ""), "npm test\n# and more"),
        Event {
            range: Some((10, 60)),
            ..event(4, Kind::View, "src/b.ts")
        },
        event(5, Kind::View, "src/a.ts"),
        event(6, Kind::Edit, "src/b.ts"),
        raw(event(7, Kind::Answer, ""), "done"),
    ]);
    t.condensed = vec![5];
    t.own_fix = vec![3];
    t
}

#[test]
fn a_file_is_seen_then_opened() {
    let t = way();
    let of = |p: &str| first_steps(&t, &p.into());
    let steps = |seen, opened| Steps { seen, opened };
    assert_eq!(of("src/b.ts"), steps(Some(1), Some(4)));
    assert_eq!(of("src/c.ts"), steps(Some(1), None));
    assert_eq!(of("src/a.ts"), steps(Some(5), Some(5)));
    assert_eq!(of("ts"), Steps::default());
    // What failed showed nothing: not even its name counts as seen.
    let failed = trail(vec![Event {
        ok: Some(false),
        ..event(1, Kind::View, "x")
    }]);
    assert_eq!(first_steps(&failed, &"x".into()), Steps::default());
}

#[test]
fn rows_carry_what_matters_for_gold() {
    let t = way();
    let gold = ["src/b.ts".into(), "src/d.ts".into()];
    let got = list(&t, &gold, Some(&suspects(&["src/b.ts", "src/x.ts"])));
    let texts: Vec<String> = (0..got.rows.len()).map(|n| got.text(&t, n)).collect();
    assert_eq!(
        texts,
        [
            "search 'foo' in src",
            "output names src/b.ts",
            "view src/b.ts",
            "run npm test",
            "view src/b.ts 10–60",
            "the history was condensed here: what stood before may be forgotten",
            "view src/a.ts",
            "edit src/b.ts",
            "answer 2 files: done"
        ]
    );
    let marks: Vec<(bool, bool, bool, bool)> = got
        .rows
        .iter()
        .map(|r| (r.marks.seen, r.marks.opened, r.marks.failed, r.marks.submitted))
        .collect();
    assert_eq!(marks[1], (true, false, false, false));
    assert_eq!(marks[2], (false, false, true, false));
    assert_eq!(marks[4], (false, true, false, false));
    assert_eq!(marks[8], (false, false, false, true));
    assert_eq!(got.rows[0].marks.named, 2);
    assert!(got.rows[3].marks.own_fix && !got.rows[4].marks.own_fix);
    assert_eq!(got.action(&t, 1), t.events.first());
    assert_eq!(got.action(&t, 5), None);
    assert_eq!(got.touching(), [1, 2, 4, 7, 8]);
    assert!(got.rows[0].first && !got.rows[1].first && got.rows[2].first);
    assert_eq!(got.gold[0].submitted, Some(7));
    assert_eq!(got.gold[0].wordings()[0], "seen 1 · opened 4 · submitted");
    assert_eq!(got.gold[0].wordings().last().unwrap(), "opened 4");
    assert_eq!(got.gold[1].wordings(), ["never seen"]);
    assert_eq!(got.search(&t, "NPM"), [3]);
    assert_eq!(got.search(&t, "src/b"), [1, 2, 4, 7]);
    assert!(got.search(&t, "").is_empty());
}

#[test]
fn an_answer_from_memory_is_told() {
    let t = trail(vec![raw(event(1, Kind::Answer, ""), "")]);
    let got = list(&t, &["a".into()], Some(&suspects(&["a"])));
    assert_eq!(
        got.gold[0].wordings(),
        ["never seen · submitted", "never seen", "submitted"]
    );
    assert_eq!(got.text(&t, 0), "answer 1 file");
    assert_eq!(list(&t, &["a".into()], None).gold[0].submitted, None);
}

#[test]
fn the_third_time_is_a_loop() {
    let again = || raw(event(1, Kind::Run, ""), "make");
    let t = trail(vec![
        again(),
        raw(event(2, Kind::Run, ""), "make check"),
        again(),
        again(),
        again(),
        event(3, Kind::Think, ""),
        event(3, Kind::Think, ""),
        event(3, Kind::Think, ""),
    ]);
    let got = list(&t, &[], None);
    let looped: Vec<u32> = got.rows.iter().map(|r| r.marks.looped).collect();
    assert_eq!(looped, [0, 0, 0, 3, 4, 0, 0, 0]);
}

#[test]
fn images_are_told_in_words() {
    let of = |pixels, images| {
        super::images(&Trajectory {
            pixels,
            images,
            ..Trajectory::default()
        })
    };
    assert_eq!(of(Some(true), 2), "2 images sent");
    assert_eq!(of(Some(false), 0), "no image sent");
    assert_eq!(of(None, 0), "images: not told");
}

#[test]
fn rows_are_clean() {
    let e = Event {
        query: Some("a\u{1b}[2J\u{202e}".into()),
        ..event(1, Kind::Search, "b\u{7}")
    };
    assert_eq!(summary(&e), "search 'a␛[2J\u{fffd}' in b␇");
}

proptest::proptest! {
    #[test]
    fn one_row_for_every_own_event_and_gold_mention(
        kinds in proptest::collection::vec((0u32..4, 0u8..8, 0u8..3, proptest::bool::ANY), 0..40),
    ) {
        let all = [Kind::View, Kind::Search, Kind::List, Kind::Edit, Kind::Run, Kind::Web, Kind::Think, Kind::Answer];
        let mut step = 1;
        let mut events = Vec::new();
        for (by, kind, path, said) in kinds {
            step += by;
            let mut e = event(step, all[usize::from(kind)], ["g", "x", ""][usize::from(path)]);
            if said {
                e.evidence = Evidence::OutputMention;
            }
            events.push(e);
        }
        let t = trail(events);
        let got = list(&t, &["g".into()], None);
        let want = t.events.iter().filter(|e| e.evidence != Evidence::OutputMention || e.path.as_deref() == Some("g")).count();
        proptest::prop_assert_eq!(got.rows.len(), want);
        proptest::prop_assert_eq!(got.gold[0].steps, first_steps(&t, &"g".into()));
        proptest::prop_assert!(got.rows.windows(2).all(|w| w[0].step <= w[1].step));
    }
}
