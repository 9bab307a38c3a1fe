//! A person as producer: a record of one's own, part by part.

use serde_json::{Value, json};

use super::{line, put, ready, said};
use crate::review::play;
use crate::support::Home;

#[test]
fn a_person_writes_a_record_where_there_is_none() {
    let home = Home::new();
    let ws = ready(&home);
    let none = play(&home, &ws, "ann", "enter n C");
    assert!(
        none.contains("no evidence for this exhibit") && none.contains("writes it, part by part"),
        "{none}"
    );
    assert!(
        none.contains("visual_saliency"),
        "the parts are there to be written: {none}"
    );
    let judged = play(&home, &ws, "ann", "enter n C a");
    assert!(judged.contains("there is no evidence to judge"), "{judged}");
    let screen = play(
        &home,
        &ws,
        "ann",
        "enter n C e \"No alarm\" enter \"at low water\" esc j c \"log\" enter",
    );
    let want: Vec<(String, Value)> = vec![
        (
            "vce/ann/ocr_text".to_owned(),
            json!({"correct": "No alarm\nat low water"}),
        ),
        ("vce/ann/error_signal.kind".to_owned(), json!({"correct": "log"})),
    ];
    assert_eq!(said(&ws, "ann"), want);
    assert!(
        screen.contains("ann (written here)") && screen.contains("at low water"),
        "{screen}"
    );
    let desk = play(&home, &ws, "ann", "enter n");
    assert!(desk.contains("1/1 ann") && desk.contains("No alarm"), "{desk}");
    // It is changed, part of it goes, and it is not accepted by whoever wrote it.
    play(&home, &ws, "ann", "enter n C j e ctrl-u \"alarm\" enter");
    let gone = play(&home, &ws, "ann", "enter n C x");
    assert!(
        gone.contains("ocr_text is no longer in my record") && !gone.contains("No alarm"),
        "{gone}"
    );
    let refused = play(&home, &ws, "ann", "enter n C j a");
    assert!(
        refused.contains("this is my own record") && refused.contains("alarm"),
        "{refused}"
    );
    assert_eq!(said(&ws, "ann").len(), 4);
    // Others see it beside files, and judge it.
    let bob = play(&home, &ws, "bob", "enter n C j a");
    assert!(
        line(&bob, "error_signal.kind").contains('✓') && bob.contains("ann (written here)"),
        "{bob}"
    );
    assert_eq!(
        said(&ws, "bob"),
        [("vce/ann/error_signal.kind".to_owned(), json!("accept"))]
    );
}

#[test]
fn it_begins_with_my_own_words_and_not_with_a_models() {
    let home = Home::new();
    let ws = ready(&home);
    // The line below the title of the field.
    let field = |screen: &str| {
        let mut lines = screen.lines().skip_while(|l| !l.contains("error_signal.kind of "));
        let (title, text) = (lines.next().unwrap(), lines.next().unwrap());
        let inside = text.split('│').max_by_key(|part| part.len()).unwrap_or_default();
        (title.contains("of my record"), inside.trim().to_owned())
    };
    let mine = play(&home, &ws, "ann", "enter C j e");
    assert_eq!(field(&mine), (true, String::new()), "{mine}");
    let theirs = play(&home, &ws, "ann", "enter C j c");
    assert_eq!(field(&theirs), (false, "exception".to_owned()), "{theirs}");
    play(&home, &ws, "ann", "enter C j e \"except\" enter");
    play(&home, &ws, "ann", "enter C j e \"ion\" enter");
    let screen = play(
        &home,
        &ws,
        "ann",
        "enter C tab e \"Save failed\" enter \"disk full\" esc P",
    );
    let want: Vec<(String, Value)> = vec![
        ("vce/ann/error_signal.kind".to_owned(), json!({"correct": "except"})),
        ("vce/ann/error_signal.kind".to_owned(), json!({"correct": "exception"})),
        (
            "vce/ann/ocr_text".to_owned(),
            json!({"correct": "Save failed\ndisk full"}),
        ),
    ];
    assert_eq!(said(&ws, "ann"), want);
    assert!(line(&screen, "A modela").contains("B ann (written here)"), "{screen}");
    assert!(!line(&screen, "ocr_text").contains('≠'), "both say the same: {screen}");
    // As a model would get it.
    let text = play(&home, &ws, "ann", "enter C tab P v");
    assert!(
        text.contains("- text: Save failed disk full") && text.contains("- error: exception"),
        "{text}"
    );
}

#[test]
fn nobody_writes_a_record_under_the_name_of_a_producer_of_a_file() {
    let home = Home::new();
    let ws = ready(&home);
    put(
        &ws,
        "ann",
        &[json!({"v": 1, "case": "a-1", "exhibit": "e-a-1", "producer": "ann", "ocr_text": "Save"})],
    );
    for keys in ["enter C e \"mine\" esc", "enter C tab e \"mine\" esc"] {
        let screen = play(&home, &ws, "ann", keys);
        assert!(
            !ws.join("journal/ann").exists() || said(&ws, "ann").is_empty(),
            "{keys}: {screen}"
        );
    }
    let refused = play(&home, &ws, "ann", "enter C e");
    assert!(
        refused.contains("evidence by 'ann' already") && refused.contains("--as NAME"),
        "{refused}"
    );
    assert!(!refused.contains("of my record"), "{refused}");
    // Under another name it goes, and the file's record can be corrected.
    play(&home, &ws, "bob", "enter C e \"mine\" esc");
    assert_eq!(said(&ws, "bob")[0].0, "vce/bob/ocr_text");
    play(&home, &ws, "ann", "enter C c \"d\" esc");
    assert_eq!(
        said(&ws, "ann"),
        [("vce/ann/ocr_text".to_owned(), json!({"correct": "Saved"}))]
    );
}

#[test]
fn a_secret_round_shows_nobody_elses() {
    let home = Home::new();
    let ws = ready(&home);
    play(&home, &ws, "ann", "enter n C e \"No alarm\" esc");
    let path = ws.join("casefile.toml");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("blind = false", "blind = true")).unwrap();
    for keys in ["enter n", "enter n C", "enter n C v", "enter n X C"] {
        let screen = play(&home, &ws, "bob", keys);
        assert!(
            !screen.contains("No alarm") && !screen.contains("ann"),
            "{keys}: {screen}"
        );
    }
    assert!(play(&home, &ws, "ann", "enter n C").contains("No alarm"));
}
