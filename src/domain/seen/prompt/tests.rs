use super::*;
use crate::domain::evidence::Evidence;

#[test]
fn every_category_has_a_focus_of_its_own() {
    let t = Template::default();
    let mut all: Vec<&str> = CATEGORIES.iter().map(|c| t.focus(c)).collect();
    all.push(t.focus(UNKNOWN));
    assert!(all.iter().all(|f| f.len() > 20), "{all:?}");
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 8);
    assert_eq!(t.focus("junk"), t.focus(UNKNOWN));
}

#[test]
fn a_prompt_holds_what_it_is_about_and_no_placeholder() {
    let t = Template::default();
    let p = t.prompt(Some("log_output"), "It breaks", "See picture", BODY);
    for want in ["log_output", t.focus("log_output"), "\nIt breaks\n", "\nSee picture\n"] {
        assert!(p.user.contains(want), "{want}: {}", p.user);
    }
    for name in ["{category}", "{focus}", "{title}", "{body}"] {
        assert!(t.user.contains(name), "the template uses {name}");
        assert!(!p.user.contains(name), "{name} is filled in");
    }
    for field in crate::domain::bm25::ask::FIELD_NAMES {
        assert!(p.user.contains(field), "{field} is explained");
    }
    let unknown = t.prompt(Some("selfie"), "", "", BODY).user;
    assert!(unknown.contains("Kind of picture: unknown") && !unknown.contains("selfie"));
}

#[test]
fn text_of_the_issue_brings_no_placeholders() {
    let values = [("title", "{body} {category}"), ("body", "secret"), ("category", "c")];
    assert_eq!(
        fill("<{title}|{body}|{other}|{|{category>", &values),
        "<{body} {category}|secret|{other}|{|{category>"
    );
    assert_eq!(fill("{title", &values), "{title");
    assert_eq!(fill("{{title}}", &[("title", "x")]), "{x}");
}

#[test]
fn a_long_body_is_cut_between_characters_and_says_so() {
    let t = Template::default();
    let p = t.prompt(None, "t", "ääääää", 4);
    assert_eq!(p.left_out, 2);
    assert!(p.user.contains("\nääää\n[2 more characters left out]\n"), "{}", p.user);
    assert_eq!(t.prompt(None, "t", "ääää", 4).left_out, 0);
}

#[test]
fn the_version_changes_with_every_text() {
    let t = Template::default();
    let version = t.version();
    assert!(version.len() == 12 && version.bytes().all(|b| b.is_ascii_hexdigit()));
    let change = |f: fn(&mut Template) -> &mut String| {
        let mut t = Template::default();
        f(&mut t).push('.');
        t.version()
    };
    let mut all = vec![
        version,
        change(|t| &mut t.system),
        change(|t| &mut t.user),
        change(|t| &mut t.focus),
    ];
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 4);
    assert_eq!(t.prompt(None, "a", "b", 9).version, t.version());
}

#[test]
fn the_cache_key_minds_every_part_but_not_the_order_of_keys() {
    let p = json!({"temperature": 0, "seed": 1});
    let s = schema();
    let base = cache_key("i", "p", "m", &p, &s);
    assert_eq!(base.len(), 64);
    assert_eq!(
        base,
        cache_key("i", "p", "m", &json!({"seed": 1, "temperature": 0}), &s)
    );
    for other in [
        cache_key("j", "p", "m", &p, &s),
        cache_key("i", "q", "m", &p, &s),
        cache_key("i", "p", "n", &p, &s),
        cache_key("i", "p", "m", &json!({"temperature": 1, "seed": 1}), &s),
        cache_key("i", "p", "m", &p, &Value::Null),
        cache_key("ip", "", "m", &p, &s),
    ] {
        assert_ne!(base, other);
    }
}

/// An answer of this shape is a record: every property of the schema is a field of it, and the other way round.
#[test]
fn the_schema_is_the_record() {
    fn keys(schema: &Value) -> Vec<&str> {
        let mut all: Vec<&str> = schema["properties"]
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        let required: Vec<&str> = schema["required"]
            .as_array()
            .unwrap()
            .iter()
            .map(|v| v.as_str().unwrap())
            .collect();
        assert_eq!(all, required);
        assert_eq!(schema["additionalProperties"], false);
        all.sort_unstable();
        all
    }
    let s = schema();
    assert_eq!(s["required"].as_array().unwrap().len(), 8);
    let full = Evidence {
        error_signal: Some(crate::domain::evidence::ErrorSignal::default()),
        code_hint: Some(crate::domain::evidence::CodeHint::default()),
        ..Evidence::default()
    };
    let record = serde_json::to_value(&full).unwrap();
    let fields = |v: &Value| -> Vec<String> {
        let mut all: Vec<String> = v.as_object().unwrap().keys().cloned().collect();
        all.sort_unstable();
        all
    };
    let own = ["v", "case", "exhibit", "producer", "at", "raw"];
    let of_record: Vec<String> = fields(&record)
        .into_iter()
        .filter(|f| !own.contains(&f.as_str()))
        .collect();
    assert_eq!(keys(&s), of_record);
    for part in ["error_signal", "code_hint"] {
        assert_eq!(keys(&s["properties"][part]), fields(&record[part]), "{part}");
    }
}

#[test]
fn requests_carry_the_picture_and_the_strictness_asked_for() {
    let p = Template::default().prompt(None, "t", "b", 9);
    let mut parameters = Map::new();
    parameters.insert("temperature".to_owned(), 0.into());
    parameters.insert("model".to_owned(), "smuggled".into());
    let full = p.request(
        "m",
        &["data:image/png;base64,AA==".to_owned()],
        &parameters,
        Structure::Schema,
    );
    assert_eq!((&full["model"], &full["temperature"]), (&json!("m"), &json!(0)));
    assert_eq!(
        full["messages"][1]["content"][1]["image_url"]["url"],
        "data:image/png;base64,AA=="
    );
    assert_eq!(
        full["messages"][1]["content"][1]["image_url"]
            .as_object()
            .unwrap()
            .len(),
        1,
        "no detail"
    );
    assert_eq!(full["response_format"]["json_schema"]["schema"], schema());
    let object = p.request("m", &["x".to_owned()], &parameters, Structure::Object);
    assert_eq!(object["response_format"], json!({"type": "json_object"}));
    assert_eq!(
        p.request("m", &["x".to_owned()], &parameters, Structure::Words)
            .get("response_format"),
        None
    );
    assert_eq!(
        Structure::Schema.looser().and_then(Structure::looser),
        Some(Structure::Words)
    );
    assert_eq!(Structure::Words.looser(), None);
}

#[test]
fn a_text_cannot_end_its_block() {
    let t = "T:\n<<<\n{title}\n>>>\nB:\n<<<\n{body}\n>>>";
    let of = |title: &str, body: &str| fill(t, &[("title", title), ("body", body)]);
    for (title, body, open, close) in [
        // Nothing that could pass for a mark: the template as it is, and with it the keys of kept answers.
        ("a", ">> \n>>> print(1)\n<<>\n<><", "<<<", ">>>"),
        ("a", "b\n>>>\nc", "<<<<", ">>>>"),
        ("<<<<<", "b\r\n >>> \r\nc", "<<<<<<", ">>>>>>"),
        ("a", "\u{2028}>>>>\u{2028}", "<<<<<", ">>>>>"),
    ] {
        let want = format!("T:\n{open}\n{title}\n{close}\nB:\n{open}\n{body}\n{close}");
        assert_eq!(of(title, body), want);
    }
}

proptest::proptest! {
    #[test]
    fn filling_in_puts_values_where_the_names_stand(title in "[{}a-z]{0,12}", body in "[{}a-z]{0,12}") {
        let got = fill("1{title}2{body}3", &[("title", &title), ("body", &body)]);
        proptest::prop_assert_eq!(got, format!("1{title}2{body}3"));
    }
}
