//! Exhibits of rows, and what real rows list as pictures.

use super::*;
use crate::domain::case::Place;
use crate::read::reader::ImageFrom;

fn shown(case: &Case) -> Vec<(&str, Place)> {
    case.exhibits.iter().map(|e| (e.source.as_str(), e.place)).collect()
}

#[test]
fn listed_pictures_decide_and_the_text_gives_their_order() {
    let text = "Title\r\n![x](https://h/a.png)\r\n![again](https://h/a.png) ![y](https://h/z.svg)";
    let assets =
        r#"{"problem_statement":["https://h/b.png","https://h/a.png","https://h/b.png"],"patch":[],"test_patch":[]}"#;
    let want = [("https://h/a.png", Place::Body), ("https://h/b.png", Place::Attached)];
    let (case, _) = one(&core(json!({"problem_statement": text, "image_assets": assets})));
    assert_eq!(shown(&case), want);
    assert_eq!(case.extra["image_assets"], assets);
    let object: Value = serde_json::from_str(assets).unwrap();
    let (case, _) = one(&core(json!({"problem_statement": text, "image_assets": object})));
    assert_eq!(shown(&case), want);
    // Rows that list none have those of the text.
    let (case, _) = one(&core(
        json!({"problem_statement": text, "image_assets": "{\"problem_statement\":[]}"}),
    ));
    assert_eq!(
        shown(&case),
        [("https://h/a.png", Place::Body), ("https://h/z.svg", Place::Body)]
    );
}

#[test]
fn raw_html_thumbnails_and_web_pages() {
    let text = "T\r\n<details><img width=\"3\" src=\"https://h/a.png\" /></details>\r\n\r\n\
                [![v](https://img.youtube.com/vi/x/0.jpg)](https://youtube.com/watch?v=x)";
    let listed = json!({"problem_statement": [
        {"path": "N/none.png", "url": "https://h/a.png"}, "https://img.youtube.com/vi/x/0.jpg", "https://codesandbox.io/s/page"
    ], "patch": [{"path": "p", "url": "q"}]});
    let (case, bag) = one(&core(json!({"problem_statement": text, "image_assets": listed})));
    assert_eq!(
        shown(&case),
        [
            ("https://h/a.png", Place::Body),
            ("https://img.youtube.com/vi/x/0.jpg", Place::Body),
            ("https://codesandbox.io/s/page", Place::Attached)
        ]
    );
    assert!(links(&bag).is_empty());
}

#[test]
fn paths_are_found_beside_the_file() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(dir.path().join("data/assets")).unwrap();
    for file in ["data/assets/001.png", "up.png"] {
        std::fs::write(dir.path().join(file), "x").unwrap();
    }
    let assets = json!({"problem_statement": ["assets/001.png", "up.png", "gone.png", "../up.png", "/etc/passwd"]});
    let mut row = core(json!({"image_assets": assets}));
    row.as_object_mut().unwrap().remove("patch");
    let file = dir.path().join("data/rows.jsonl");
    std::fs::write(&file, row.to_string()).unwrap();
    let bag = read_with(&file, crate::read::input::Wishes::default());
    assert_eq!(bag.refused, []);
    let case = cases(&bag)[0];
    assert_eq!((case.benchmark.as_str(), case.exhibits.len()), ("swe-polyvision", 5));
    let got: Vec<(&str, &ImageFrom)> = links(&bag).iter().map(|l| (l.source.as_str(), &l.from)).collect();
    let at = |p: &str| ImageFrom::File(dir.path().join(p));
    assert_eq!(
        got,
        [
            ("assets/001.png", &at("data/assets/001.png")),
            ("up.png", &at("up.png"))
        ]
    );
    assert!(matches!(bag.items[0].0, Item::Case(_)) && matches!(bag.items[1].0, Item::Image(_)));
    assert!(
        bag.notes.iter().any(|n| n.what.starts_with("3 rows: a listed picture")),
        "{:?}",
        bag.notes
    );
}

#[test]
fn pictures_without_address_take_their_place_in_the_text() {
    let text = "T\n![](https://h/x/one.png?raw=1) then ![](https://h/two.gif)";
    let row = |list: Value| core(json!({"problem_statement": text, "images": list}));
    let (case, bag) = one(&row(json!(["i/two.gif", "i/one.png", "i/more.png"])));
    assert_eq!(
        shown(&case),
        [
            ("https://h/x/one.png?raw=1", Place::Body),
            ("https://h/two.gif", Place::Body),
            ("i/more.png", Place::Attached)
        ]
    );
    assert!(!bag.notes.iter().any(|n| n.what.contains("in order")));
    let (case, bag) = one(&row(json!("['i/1.png', 'i/2.png']")));
    assert_eq!(case.exhibits[1].source, "https://h/two.gif");
    assert!(bag.notes.iter().any(|n| n.what.contains("in order")));
    // As many of them or it is a guess.
    let (case, _) = one(&row(json!(["i/1.png"])));
    assert_eq!(shown(&case), [("i/1.png", Place::Attached)]);
}

#[test]
fn labels_of_single_images() {
    let row = core(json!({
        "images": ["https://h/a.png", "https://h/b.png", "https://h/a.png"], "category": ["ui_screenshot", "LogOutput", "error_message"],
        "relevance": "[2, -1, 1]",
    }));
    let (case, _) = one(&row);
    let got: Vec<(Option<&str>, Option<i8>)> = case
        .exhibits
        .iter()
        .map(|e| (e.labels.category.as_deref(), e.labels.relevance))
        .collect();
    assert_eq!(got, [(Some("ui_screenshot"), Some(2)), (Some("log_output"), Some(-1))]);
    assert_eq!((&case.labels.category, case.labels.relevance), (&None, None));
    let (case, bag) = one(&core(json!({"images": ["https://h/a.png"], "relevance": [2, 1]})));
    assert_eq!(case.exhibits[0].labels.relevance, None);
    assert_eq!(case.extra["relevance"], json!([2, 1]));
    assert!(bag.notes[0].what.contains("relevances"), "{:?}", bag.notes);
    for (value, want) in [
        (json!("vital"), Some(2)),
        (json!(-1.0), Some(-1)),
        (json!(3), None),
        (json!("0"), Some(0)),
    ] {
        assert_eq!(one(&core(json!({ "relevance": value }))).0.labels.relevance, want);
    }
}

#[test]
fn an_image_may_be_a_picture_or_an_environment() {
    let of = |value: Value| one(&core(json!({ "image": value }))).0.exhibits.len();
    assert_eq!(of("swebench/sweb.eval:latest".into()), 0);
    assert_eq!(of("ghcr.io/o/r.png:v1".into()), 0);
    assert_eq!(of("https://github.com/user-attachments/assets/12-ab".into()), 1);
    assert_eq!(of(json!([{"path": "a.png", "bytes": null}])), 1);
}

#[test]
fn numbered_pictures_in_a_folder_of_the_case() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(dir.path().join("Images/o__r-7")).unwrap();
    std::fs::write(dir.path().join("Images/o__r-7/Image2.jpg"), "x").unwrap();
    let file = dir.path().join("visual.jsonl");
    let text = "T\n![](https://h/a.png) ![](https://h/b.jpg)";
    std::fs::write(&file, core(json!({ "problem_statement": text })).to_string()).unwrap();
    let bag = read_with(&file, crate::read::input::Wishes::default());
    let got: Vec<&str> = links(&bag).iter().map(|l| l.source.as_str()).collect();
    assert_eq!(got, ["https://h/b.jpg"]);
}

/// A picture of one pixel: the smallest GIF there is.
const GIF: &str = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

#[test]
fn pictures_that_stand_there_as_base64() {
    let with_head = format!("data:image/gif;base64,{GIF}");
    for value in [
        json!([GIF]),
        json!([with_head]),
        json!(with_head),
        json!(json!([GIF]).to_string()),
        json!([{"bytes": GIF, "path": null}]),
        json!([{ "url": with_head }]),
    ] {
        let (case, bag) = one(&core(json!({ "images": value })));
        assert_eq!(shown(&case), [("embedded:1", Place::Attached)], "{value}");
        let ImageFrom::Bytes(raw) = &links(&bag)[0].from else {
            panic!("{value}")
        };
        assert!(raw.starts_with(b"GIF89a") && raw.len() == 42, "{value}");
    }
    // Letters alone are no picture.
    let name = "images/ab/cdefghijklmnopqrstuvwxyzabcdefghijklmnopqrst";
    assert_eq!(
        shown(&one(&core(json!({ "images": [name] }))).0),
        [(name, Place::Attached)]
    );
}

#[test]
fn labels_that_are_none_of_ours_are_told() {
    let rows = [json!(2), json!(7), json!("9")].map(|v| core(json!({"relevance": v, "category": "zebra"})).to_string());
    let bag = read_text("x.jsonl", &rows.join("\n"));
    let told: Vec<(&str, Option<usize>)> = bag.notes.iter().map(|n| (n.what.as_str(), n.line)).collect();
    assert_eq!(
        told,
        [
            (
                "3 rows: category is none of the seven kinds of image; kept as extra",
                Some(1)
            ),
            ("2 rows: relevance is not -1..2; kept as extra", Some(2)),
        ]
    );
    assert_eq!(
        one(&core(json!({"img_category": "log_output"})))
            .0
            .labels
            .category
            .as_deref(),
        Some("log_output")
    );
}
