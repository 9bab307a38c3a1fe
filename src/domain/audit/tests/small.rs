//! Small tables made by hand, each with one fault or none.

use super::Kind::*;
use super::Severity::{Error, Note};
use super::*;

#[test]
fn a_small_table_of_each_fault() {
    let k = |k: u32| format!(r#"{{"name":"@{k}","k":{k},"n":10}}"#);
    let two = format!("{},{}", k(1), k(3));
    assert_eq!(small("", &two, "\"20.00\",\"30.00\"", "\"0.00\",null"), []);
    let all = small("", &two, "\"40.00\",\"30.00\"", "\"0.00\",\"0.00\"");
    has(
        &all,
        Monotone,
        Error,
        "t · a · @3",
        &["30.00 is less than 40.00", "at least 40.00"],
    );
    let top = r#""ceilings":[{"level":"file","k":1,"count":3,"n":10}],"#;
    let all = small(top, &two, "\"40.00\",\"40.00\"", "\"30.00\",\"90.00\"");
    has(&all, Ceiling, Error, "t · a · @1", &["3/10 = 30.00"]);
    assert_eq!(all.len(), 1);
    let modes = r#"{"name":"x","mode":"x","n":10},{"name":"y","mode":"y","n":10},{"name":"d","delta":["x","y"]},{"name":"m","mean_of":["x","y"]}"#;
    assert_eq!(
        small(
            "",
            modes,
            "\"40.00\",\"30.00\",\"10.00\",\"35.00\"",
            "\"0.00\",\"10.00\",\"-10.0\",\"5\""
        ),
        []
    );
    let all = small(
        "",
        modes,
        "\"40.00\",\"30.00\",\"-10.00\",\"36.00\"",
        "\"0.00\",\"10.00\",\"-10.0\",\"5\"",
    );
    has(
        &all,
        Delta,
        Error,
        "t · a · d",
        &["40.00 - 30.00 is not -10.00", "= 10.00"],
    );
    has(&all, Mean, Error, "t · a · m", &["36.00", "their mean is 35.00"]);
    assert_eq!(all.len(), 2);
    let valid = r#"{"name":"v","metric":"Valid","n":10},{"name":"@1","k":1,"n":10}"#;
    let all = small("", valid, "\"20.00\",\"30.00\"", "\"50.00\",\"50.00\"");
    has(&all, Order, Error, "t · a", &["3 hits, but only 2 valid answers"]);
}

#[test]
fn parts_of_a_whole() {
    let column = |name: &str| format!(r#"{{"name":"{name}","k":5,"by":"lang","slice":"{name}"}}"#);
    let whole = r#"{"name":"all","k":5,"n":30}"#;
    let columns = format!("{},{},{whole}", column("c"), column("go"));
    let cut = |complete: bool| {
        format!(r#""partitions":[{{"by":"lang","where":"p","parts":[["c",10],["go",20]],"complete":{complete}}}],"#)
    };
    // 2/10 + 5/20 = 7/30 = 23.33.
    assert_eq!(
        small(&cut(true), &columns, r#""20.00","25.00","23.33""#, "null,null,null"),
        []
    );
    let all = small(&cut(true), &columns, r#""20.00","25.00","20.00""#, "null,null,null");
    has(&all, SliceSum, Error, "t · a", &["7 hits", "has 6", "2/10 + 5/20"]);
    let all = small(&cut(true), &columns, r#""20.00","25.00","30.00""#, "null,null,null");
    has(
        &all,
        Mixture,
        Error,
        "t · a",
        &["30.00 is not between its parts 20.00 and 25.00", "7 of 30 = 23.33"],
    );
    // Without a partition nothing can be said but what each cell says.
    assert_eq!(small("", &columns, r#""20.00","25.00","30.00""#, "null,null,null"), []);
    // One part shown: the other twenty rows can have 5 hits, but not 21.
    let columns = format!("{},{whole}", column("c"));
    let all = small(&cut(true), &columns, r#""20.00","23.33""#, r#""20.00","90.00""#);
    has(&all, Residual, Note, "t · a", &["go (20 rows)", "5 of 7"]);
    has(&all, SliceSum, Error, "t · b", &["2 hits", "27", "other 20 rows"]);
}

#[test]
fn a_legend_with_holes_and_overlaps() {
    let legend = |bins: &str| {
        small(
            &format!(r#""partitions":[{{"by":"x","where":"p","bins":[{bins}]}}],"#),
            "",
            "",
            "",
        )
    };
    assert_eq!(legend(r#"["a",1,1],["b",2,3],["c",4,null]"#), []);
    has(
        &legend(r#"["a",2,2],["c",7,null]"#),
        Bins,
        Error,
        "x",
        &["no part holds 1;"],
    );
    has(
        &legend(r#"["a",1,2],["c",7,null]"#),
        Bins,
        Error,
        "x",
        &["no part holds 3 to 6; c"],
    );
    has(
        &legend(r#"["a",1,3],["b",3,null]"#),
        Bins,
        Error,
        "x",
        &["b begins at 3, which another"],
    );
    has(
        &legend(r#"["a",1,null],["b",3,4]"#),
        Bins,
        Error,
        "x",
        &["b stands after"],
    );
    has(&legend(r#"["a",1,4]"#), Bins, Note, "x", &["5 and more"]);
}

#[test]
fn tables_that_cannot_be_read_are_told() {
    let table = |column: &str, row: &str| {
        let text = format!(r#"{{"v":1,"tables":[{{"id":"t","columns":[{column}],"rows":[{row}]}}]}}"#);
        let paper: Paper = serde_json::from_str(&text).unwrap();
        faults(&paper).join("; ")
    };
    assert_eq!(table(r#"{"name":"x","n":5}"#, r#"{"cells":["20.00"]}"#), "");
    for (column, row, word) in [
        (r#"{"name":"x"}"#, r#"{"cells":[]}"#, "0 cells"),
        (r#"{"name":"x"}"#, r#"{"cells":["1,5"]}"#, "is no number"),
        (
            r#"{"name":"x","levle":"file"}"#,
            r#"{"cells":[1]}"#,
            "'levle' is no attribute",
        ),
        (
            r#"{"name":"x"}"#,
            r#"{"cells":[1],"modle":"m"}"#,
            "'modle' is no attribute",
        ),
        (r#"{"name":"x","delta":["a","b"]}"#, r#"{"cells":[1]}"#, "no column 'a'"),
    ] {
        let said = table(column, row);
        assert!(said.contains(word), "{said}");
    }
    let newer: Paper = serde_json::from_str(r#"{"v":2}"#).unwrap();
    assert!(faults(&newer)[0].contains("version 2"));
    assert!(serde_json::from_str::<Paper>(r#"{"v":1,"tabels":[]}"#).is_err());
}

#[test]
fn means_are_no_shares_and_bound_each_other() {
    let column = |m: &str, k: &str| format!(r#"{{"name":"{m}","metric":"{m}"{k},"n":10}}"#);
    // Of ten rows no count gives 33.33; a mean need not be a count, a share must be one.
    for (metric, count) in [
        ("MRR", 0),
        ("MAP", 0),
        ("nDCG@5", 0),
        ("Recall@5", 0),
        ("f1", 0),
        ("Acc@5", 1),
        ("hit@5", 1),
        ("Top@5", 1),
        ("Valid", 1),
        ("Hit Rate@5", 1),
    ] {
        let all = small("", &column(metric, ""), "\"33.33\"", "\"40.00\"");
        assert_eq!(all.iter().filter(|f| f.kind == Unreachable).count(), count, "{metric}");
        assert_eq!(all.len(), count, "{metric}");
    }
    // A row of means has no n of its own; their difference no smallest step (one row of ten is 10.00).
    let means = r#"{"name":"x","metric":"MRR","mode":"x","n":10},{"name":"y","metric":"MRR","mode":"y","n":10},{"name":"d","delta":["x","y"]}"#;
    assert_eq!(
        small("", means, r#""41.23","37.11","4.12""#, r#""12.34","11.11","1.23""#),
        []
    );
    let four = [
        column("Acc@5", ""),
        column("Recall@5", ""),
        column("Hit@5", ""),
        column("MRR", ""),
        column("Hit", ""),
    ]
    .join(",");
    let row = |cells: [&str; 5]| cells.map(|c| format!("\"{c}\"")).join(",");
    assert_eq!(
        small(
            "",
            &four,
            &row(["30.00", "45.67", "60.00", "55.00", "60.00"]),
            &row(["30.00", "30.00", "30.00", "30.00", "30.00"])
        ),
        []
    );
    let all = small(
        "",
        &four,
        &row(["50.00", "45.67", "60.00", "70.01", "70.00"]),
        &row(["30.00", "61.00", "60.00", "20.00", "70.00"]),
    );
    has(
        &all,
        Order,
        Error,
        "t · a · Acc@5",
        &["Acc@5 50.00 is above Recall@5 45.67"],
    );
    has(&all, Order, Error, "t · a · MRR", &["MRR 70.01 is above Hit 70.00"]);
    has(
        &all,
        Order,
        Error,
        "t · b · Recall@5",
        &["Recall@5 61.00 is above Hit@5 60.00"],
    );
    assert_eq!(all.len(), 3, "{all:#?}");
    // Without recall between them, and at one K alone.
    let two = format!(
        "{},{},{}",
        column("Acc", ",\"k\":5"),
        column("Hit@5", ""),
        column("Hit@1", "")
    );
    let all = small("", &two, r#""60.00","50.00","40.00""#, r#""40.00","50.00","30.00""#);
    has(&all, Order, Error, "t · a · Acc", &["Acc@5 60.00 is above Hit@5 50.00"]);
    assert_eq!(all.len(), 1);
}

#[test]
fn digits_cut_off_are_no_other_n() {
    let column = |k: u32| format!(r#"{{"name":"@{k}","k":{k},"n":652}}"#);
    let three = format!("{},{},{}", column(1), column(3), column(5));
    // 79/652 = 12.1166, 185/652 = 28.3742, 254/652 = 38.9571: cut off 12.11, 28.37, 38.95. Two of three do not fit.
    let all = small("", &three, r#""12.11","28.37","38.95""#, "null,null,null");
    has(&all, Unreachable, Error, "@1", &["79/652 cut off instead of rounded"]);
    has(&all, Unreachable, Error, "@5", &["254/652 cut off instead of rounded"]);
    assert_eq!(all.len(), 2, "{all:#?}");
}

#[test]
fn names_are_the_same_in_upper_and_lower_case() {
    let text = r#"{"v":1,"benchmark":"B","tables":[
        {"id":"t","columns":[{"name":"x","metric":"Acc@5","level":"File","n":10}],"rows":[{"system":"OpenHands","cells":["20.00"]}]},
        {"id":"u","all":{"k":1},"columns":[{"name":"y","metric":"accuracy@5","level":"file","n":10}],
         "rows":[{"system":"openhands ","benchmark":"b","cells":["30.00"]}]}]}"#;
    let all = found(text);
    has(
        &all,
        Identity,
        Error,
        "t · OpenHands · x",
        &["20.00 here, 30.00 in u", "Acc@5"],
    );
    assert_eq!(all.len(), 1, "{all:#?}");
    let bad = |attrs: &str| {
        let text =
            format!(r#"{{"v":1,"tables":[{{"id":"t","columns":[{{"name":"x",{attrs}}}],"rows":[{{"cells":[1]}}]}}]}}"#);
        faults(&serde_json::from_str(&text).unwrap()).join("; ")
    };
    assert!(bad(r#""metric":"Acu@5""#).contains("'Acu@5' is no known metric; known are Acc, Hit, Top, Valid"));
    assert!(bad(r#""metric":"Acc@5","k":3"#).contains("metric Acc@5, but k 3"));
}
