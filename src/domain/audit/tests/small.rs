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
