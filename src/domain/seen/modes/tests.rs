use super::*;

fn case() -> Case {
    serde_json::from_value(json!({
        "v": 1, "id": "o__n-1", "repo": "o/n", "base_commit": "abc", "language": "Go", "title": "It {repo} breaks",
        "body": "Before ![shot](https://h/a.png) after\n<img width=\"9\" src=\"https://h/b.png\">\nsee https://h/a.png",
        "exhibits": [
            {"id": "a", "source": "https://h/a.png", "image":
                {"sha256": "ab12", "format": "png", "width": 1, "height": 1}},
            {"id": "b", "source": "https://h/b.png", "image": null},
        ],
        "patch": "diff --git a/secret.go b/secret.go",
        "gold": {"files": ["secret.go"], "functions": ["secret.go:F"]},
        "labels": {"category": "log_output", "relevance": 2},
    }))
    .unwrap()
}

fn evidence() -> [Evidence; 2] {
    ["b", "a"].map(|id| Evidence {
        exhibit: id.into(),
        producer: "m".into(),
        ocr_text: Some(format!("text of {id}")),
        ..Evidence::default()
    })
}

#[test]
fn the_four_modes_of_a_case() {
    let [b, a] = evidence();
    let block = "[Visual evidence]\nImage 1 of 2:\n- text: text of a\nImage 2 of 2:\n- text: text of b";
    let marked = "Before [Image 1] after\n[Image 2]\nsee [Image 1]";
    for (mode, word, issue, images, missing, producers) in [
        (Mode::Text, "text-only", "Before  after\n\nsee".to_owned(), 0, 0, 0),
        (Mode::Image, "with-image", marked.to_owned(), 1, 1, 0),
        (Mode::Vce, "VCE", format!("{marked}\n\n{block}"), 0, 0, 1),
        (Mode::Both, "VCE+image", format!("{marked}\n\n{block}"), 1, 1, 1),
    ] {
        let row = row(&case(), &[&b, &a], mode, Limits::default());
        assert_eq!((&row["instance_id"], &row["mode"]), (&json!("o__n-1"), &json!(word)));
        assert_eq!(
            row["problem_statement"],
            format!("It {{repo}} breaks\n\n{issue}"),
            "{word}"
        );
        let count = |key: &str| row[key].as_array().unwrap().len();
        assert_eq!(
            (count("images"), count("missing"), count("producers")),
            (images, missing, producers),
            "{word}"
        );
        let prompt = row["prompt"].as_str().unwrap();
        assert!(
            prompt.contains(&issue) && prompt.contains("o/n (Go) at commit abc"),
            "{prompt}"
        );
        assert!(prompt.contains("It {repo} breaks"), "a title brings no placeholders");
        assert!(prompt.contains("{\"file_level\": ["), "{prompt}");
        assert_eq!(prompt.contains("is attached"), images == 1);
        let all = row.to_string();
        for hidden in ["secret", "log_output"] {
            assert!(!all.contains(hidden), "{word}: {hidden} is part of the answer");
        }
        if !mode.pixels() {
            assert!(!all.contains("https://h/"), "{word}: no address of an image");
        }
    }
    assert_eq!(Mode::ALL.map(Mode::word), MODES);
}

#[test]
fn what_lacks_evidence_or_pixels_is_told() {
    let [b, _] = evidence();
    let empty = Evidence {
        exhibit: "a".into(),
        producer: "silent".into(),
        ..Evidence::default()
    };
    let row = row(&case(), &[&empty, &b], Mode::Both, Limits::default());
    assert_eq!(row["unseen"], json!(["a"]));
    assert_eq!(row["producers"], json!(["m"]));
    assert_eq!(row["missing"], json!(["https://h/b.png"]));
    assert_eq!(
        row["images"],
        json!([{"exhibit": "a", "source": "https://h/a.png", "path": "exhibits/ab/ab12.png"}])
    );
}

#[test]
fn images_are_found_in_every_way_of_writing() {
    let exhibits = case().exhibits;
    for (text, with, without) in [
        ("![](https://h/a.png)", "[Image 1]", ""),
        ("![a (b)](https://h/b.png \"t\")x", "[Image 2]x", "x"),
        ("![](<https://h/b.png>)", "[Image 2]", ""),
        ("![](https://h/x_(1).png)", "[Image]", ""),
        ("[![s](https://h/a.png)](https://h/a.png)", "[Image 1]", ""),
        ("([![s](https://h/a.png)](https://h/))", "([Image 1])", "()"),
        ("<IMG SRC=\"https://h/a.png\"/>.", "[Image 1].", "."),
        ("<img src='https://h/b.png' alt=x>", "[Image 2]", ""),
        ("<imgx> <i> a < b", "<imgx> <i> a < b", "<imgx> <i> a < b"),
        ("https://h/a.png.", "[Image 1].", "."),
        ("https://h/a.png?x=1", "https://h/a.png?x=1", "https://h/a.png?x=1"),
        ("![open", "![open", "![open"),
        ("array![1](x", "array![1](x", "array![1](x"),
        ("ä![é](ü)ö", "ä[Image]ö", "äö"),
    ] {
        assert_eq!(images::marked(text, &exhibits, true), with, "{text}");
        assert_eq!(images::marked(text, &exhibits, false), without, "{text}");
    }
}

proptest::proptest! {
    #[test]
    fn any_text_can_be_marked(text in "(\\PC|!\\[|\\]\\(|\\)|<img |src=\"|>|https://h/a.png|\n|\\[){0,20}") {
        let exhibits = case().exhibits;
        let bare = images::marked(&text, &exhibits, false);
        proptest::prop_assert!(bare.len() <= text.len());
        if !text.contains("![") && !text.contains("<img") && !text.contains("://") {
            proptest::prop_assert_eq!(bare, text);
        }
    }
}

#[test]
fn the_name_of_a_file_tells_the_mode() {
    for (name, want) in [
        ("mysystem-vce-image", Some(("mysystem", Mode::Both))),
        ("my-system_with-image", Some(("my-system", Mode::Image))),
        ("s.text-only", Some(("s", Mode::Text))),
        ("s-vce", Some(("s", Mode::Vce))),
        ("vce", Some(("", Mode::Vce))),
        ("nvce", None),
        ("s-vce-images", None),
        ("s", None),
        ("", None),
    ] {
        assert_eq!(Mode::of_name(name), want, "{name}");
    }
}
