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
    let marked = "Before [Image 1] after\n[Image 2]\nsee https://h/a.png [Image 1]";
    for (mode, word, issue, images, missing, producers) in [
        (
            Mode::Text,
            "text-only",
            "Before  after\n\nsee https://h/a.png".to_owned(),
            0,
            0,
            0,
        ),
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
            assert!(
                !all.contains("https://h/b"),
                "{word}: no address of an image that is drawn"
            );
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
        (
            "![é][p]\n\n[p]: https://h/b.png",
            "[Image 2]\n\n[p]: https://h/b.png",
            "\n\n[p]: https://h/b.png",
        ),
        ("![open", "![open", "![open"),
        ("array![1](x", "array![1](x", "array![1](x"),
        ("ä![é](ü)ö", "ä[Image]ö", "äö"),
    ] {
        assert_eq!(images::marked(text, &exhibits, true), with, "{text}");
        assert_eq!(images::marked(text, &exhibits, false), without, "{text}");
    }
}

/// GitHub draws no picture for an address alone: it is part of the text.
#[test]
fn bare_addresses_stay_and_are_marked() {
    let exhibits = case().exhibits;
    for (text, with) in [
        ("https://h/a.png.", "https://h/a.png [Image 1]."),
        ("https://h/a.png?x=1", "https://h/a.png?x=1"),
        ("https://h/a.png.webp", "https://h/a.png.webp"),
        ("see <https://h/b.png>, é", "see <https://h/b.png> [Image 2], é"),
        (
            "[here](https://h/a.png) it is",
            "[here](https://h/a.png) [Image 1] it is",
        ),
        (
            "[here](https://h/a.png \"t\")",
            "[here](https://h/a.png \"t\") [Image 1]",
        ),
        (
            "an <a href=\"https://h/a.png\">a</a>",
            "an <a href=\"https://h/a.png\"> [Image 1]a</a>",
        ),
        (
            "https://h/b.png ![](https://h/a.png) https://h/a.png",
            "https://h/b.png [Image 2] [Image 1] https://h/a.png [Image 1]",
        ),
    ] {
        assert_eq!(images::marked(text, &exhibits, true), with, "{text}");
        let without = text.replace("![](https://h/a.png)", "");
        assert_eq!(images::marked(text, &exhibits, false), without, "{text}");
    }
}

/// What stands in code is never an image: it may be what the issue is about.
#[test]
fn code_stays_byte_for_byte() {
    let exhibits = case().exhibits;
    let images = "[![\\[a\\]](https://h/a.png)](https://h/) <img src=\"https://h/b.png\"> https://h/a.png";
    for code in [
        format!("```md\n{images}\n```"),
        format!("~~~~\n~~~\n\n{images}\r\n~~~~"),
        format!("> ```\n> {images}\n> ```"),
        format!("1. x\n\n   ```\n   {images}\n   ```"),
        format!("    {images}\n\n    {images}"),
        format!("\t{images}"),
        format!("a `{images}` b"),
        format!("a ``x ` {images}\n{images}`` b"),
        format!("```\n{images}"),
    ] {
        for marks in [true, false] {
            assert_eq!(images::marked(&code, &exhibits, marks), code);
        }
    }
    // Around code, and with code in an alternative text, they are images still. A lone backtick begins nothing.
    for (text, with) in [
        ("```\n![](x)\n```\n![](https://h/a.png)", "```\n![](x)\n```\n[Image 1]"),
        ("`![](x)` ![`b`](https://h/b.png)`c`", "`![](x)` [Image 2]`c`"),
        ("a ` ![](https://h/a.png)", "a ` [Image 1]"),
        ("a\n    ![](https://h/a.png)", "a\n    [Image 1]"),
        ("![a `](https://h/a.png)` b", "![a `](https://h/a.png)` b"),
    ] {
        assert_eq!(images::marked(text, &exhibits, true), with, "{text}");
    }
}

#[test]
fn blanks_that_make_the_first_line_code_stay() {
    let mut case = case();
    case.body = "\n \n    code\nend \n".into();
    let row = row(&case, &[], Mode::Text, Limits::default());
    assert_eq!(row["problem_statement"], "It {repo} breaks\n\n    code\nend");
}

/// Marks are numbered by the exhibits, which may stand in another order in the text, and some may be missing.
#[test]
fn attached_images_are_told_by_their_numbers() {
    let mut case = case();
    case.body = "![](https://h/b.png) ![](https://h/a.png)".into();
    let prompt = |case: &Case| row(case, &[], Mode::Image, Limits::default())["prompt"].to_string();
    let one = prompt(&case);
    assert!(one.contains("One image of the issue is attached: [Image 1]."), "{one}");
    assert!(one.contains("[Image 2] [Image 1]"), "{one}");
    case.exhibits[1].image = case.exhibits[0].image.clone();
    let two = prompt(&case);
    assert!(
        two.contains("2 images of the issue are attached, numbered as in its text"),
        "{two}"
    );
    assert!(two.contains("in this order: [Image 1], [Image 2]."), "{two}");
    case.exhibits[0].image = None;
    assert!(prompt(&case).contains("attached: [Image 2]."));
}

proptest::proptest! {
    #[test]
    fn no_code_changes(code in "(\\PC|!\\[|\\]\\(|\\)|<img |src=\"|>|https://h/a.png|\n|\\[){0,20}", marks: bool) {
        let fenced = format!("x\n````````````````````````\n{code}\n````````````````````````\n");
        let text = format!("{fenced}![](https://h/b.png)");
        let want = format!("{fenced}{}", if marks { "[Image 2]" } else { "" });
        proptest::prop_assert_eq!(images::marked(&text, &case().exhibits, marks), want);
    }

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
