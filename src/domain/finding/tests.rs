use super::*;
use crate::domain::run::{Sample, Status};
use crate::domain::snapshot::Snapshot;
use crate::domain::trajectory::{Event, Kind};

mod fuzz;

const PATHS: [&str; 9] = [
    "src/a.ts",
    "src/b.ts",
    "src/ui/c.ts",
    "src/ui/c.css",
    "lib/a.ts",
    "test/a.test.ts",
    "README.md",
    "x/y/z.py",
    "src/store.ts",
];

fn ground() -> Ground {
    let names = ["Store", "Store.get", "Store.set", "make"].map(str::to_owned).to_vec();
    Ground {
        repo: "acme/widget".into(),
        tree: Some(Snapshot::new(PATHS.map(str::to_owned).to_vec())),
        names: [("src/store.ts".to_owned(), names)].into(),
    }
}

fn row(files: &[&str], functions: &[&str]) -> Suspects {
    let mut sample = Sample::default();
    for raw in files {
        sample.add_file(raw, None);
    }
    for raw in functions {
        sample.add_function(raw, None);
    }
    Suspects::answer("c", sample)
}

fn paths(all: &[&str]) -> Vec<RepoPath> {
    all.iter().map(|p| RepoPath::from(*p)).collect()
}

/// What the tests change of an input.
struct Ask<'a> {
    gold: &'a [&'a str],
    functions: &'a [&'a str],
    k: u32,
    dedupes: bool,
    ground: Ground,
    text: &'a str,
    trajectory: Option<Trajectory>,
}

impl Default for Ask<'_> {
    fn default() -> Self {
        Self {
            gold: &[],
            functions: &[],
            k: 5,
            dedupes: true,
            ground: ground(),
            text: "It fails",
            trajectory: None,
        }
    }
}

impl Ask<'_> {
    /// Functions are asked for when there are gold ones.
    fn of(&self, suspects: Option<&Suspects>) -> Finding {
        let functions: Vec<String> = self.functions.iter().map(|f| (*f).to_owned()).collect();
        let level = if functions.is_empty() {
            Level::File
        } else {
            Level::Function
        };
        finding(&Input {
            level,
            k: self.k,
            dedupes: self.dedupes,
            gold_files: &paths(self.gold),
            gold_functions: Some(&functions),
            text: self.text,
            vce: None,
            ground: &self.ground,
            suspects,
            trajectory: self.trajectory.as_ref(),
            relevance: None,
        })
    }
}

fn files(gold: &[&str], list: &[&str]) -> Finding {
    let ask = Ask { gold, ..Ask::default() };
    ask.of(Some(&row(list, &[])))
}

fn functions(gold: &[&str], list: &[&str]) -> Finding {
    let ask = Ask {
        functions: gold,
        ..Ask::default()
    };
    ask.of(Some(&row(&[], list)))
}

const FIVE: [&str; 5] = ["src/b.ts", "src/ui/c.ts", "src/ui/c.css", "lib/a.ts", "x/y/z.py"];

#[test]
fn the_line_names_what_made_the_rule_hold() {
    let found = files(&["README.md", "src/ui/c.ts", "src/b.ts"], &["src/b.ts"]);
    assert!(found.why.contains("gold src/ui/c.ts is missing"), "{}", found.why);
    let mut low = FIVE.to_vec();
    low.push("src/a.ts");
    assert_eq!(
        files(&["src/a.ts"], &low).why,
        "R_BEYOND_K: gold src/a.ts stands at rank 6, K is 5"
    );
    assert_eq!(
        files(&["src/a.ts"], &["src/b.ts", "repo/src/a.ts"]).why,
        "F_PATH_FORMAT: suspect 2 'repo/src/a.ts' is gold src/a.ts without the prefix repo/"
    );
    assert_eq!(
        files(&["src/a.ts"], &["./src/a.ts"]).why,
        "F_PATH_FORMAT: suspect 1 './src/a.ts' is gold src/a.ts, path via ./"
    );
    assert_eq!(
        functions(&["src/store.ts:Store.get"], &["src/store.ts:get"]).why,
        "F_QUALIFIER: suspect 1 'src/store.ts:get' is gold src/store.ts:Store.get, name via qualifier"
    );
    assert_eq!(
        files(&["src/a.ts", "test/a.test.ts"], &["src/a.ts"]).why,
        "P_NONSOURCE_GOLD: gold test/a.test.ts is test by the pattern test/"
    );
    assert_eq!(
        files(&["src/ui/c.css"], &["src/b.ts", "src/ui/c.ts"]).why,
        "L_SAME_DIR: suspect 2 'src/ui/c.ts' is nearest to gold src/ui/c.css: in the same folder",
        "a stem of one letter has no counterpart"
    );
    assert_eq!(
        files(&["src/new.ts"], &["src/b.ts"]).why,
        "D_GOLD_UNREACHABLE: gold src/new.ts cannot be named: the base commit has no such file"
    );
    assert_eq!(
        functions(&["src/store.ts:Store.get"], &["src/store.ts:Store.set"]).why,
        "N_RIGHT_FILE: suspect 'src/store.ts:Store.set' names the file of gold src/store.ts:Store.get: in the same class"
    );
    let mut ended = row(&[], &[]);
    (ended.status, ended.exit_status) = (Status::NoSubmission, Some("exit_cost\x1b[2J".into()));
    let ask = Ask {
        gold: &["src/a.ts"],
        ..Ask::default()
    };
    assert_eq!(
        ask.of(Some(&ended)).why,
        "S_NO_SUBMISSION: no answer; status no_submission, exit status 'exit_cost␛[2J'"
    );
}

#[test]
fn what_a_reader_changed_is_no_strict_hit() {
    for (raw, repair) in [
        ("./src/a.ts", "dot_slash"),
        ("`src/a.ts`", "trim"),
        ("src//a.ts", "double_slash"),
        ("src/a.ts/", "trailing_slash"),
        ("/src/a.ts", "leading_slash"),
        ("src/a.ts#L3-L9", "line_suffix"),
        ("src%2Fa.ts", "percent"),
        ("src\\a.ts", "backslash"),
        ("/testbed/src/a.ts", "prefix:testbed/"),
        ("widget/src/a.ts", "prefix:widget/"),
        ("SRC/a.ts", "case"),
    ] {
        let found = files(&["src/a.ts"], &[raw]);
        assert_eq!(
            (found.code, found.repairs),
            (Code::PathFormat, vec![repair.to_owned()]),
            "{raw}"
        );
        assert_eq!(found.coverage, Coverage::None);
    }
    // A dataset that writes so itself is met as written.
    let ask = Ask {
        gold: &["./src/a.ts"],
        ground: Ground::default(),
        ..Ask::default()
    };
    assert_eq!(ask.of(Some(&row(&["./src/a.ts"], &[]))).code, Code::Ok);
}

#[test]
fn one_repair_must_be_enough() {
    let mut low = FIVE.to_vec();
    low.push("./src/a.ts");
    let found = files(&["src/a.ts"], &low);
    assert_eq!((found.code, found.repairs.len()), (Code::BeyondK, 0));
    assert!(also(&found).contains(&Code::PathFormat), "{:?}", found.also);
    // Spelt otherwise, and the other one missing: part of the gold, though nothing is hit as written.
    let found = files(&["src/a.ts", "x/y/z.py"], &["./src/a.ts", "src/b.ts"]);
    assert_eq!((found.code, found.coverage), (Code::Partial, Coverage::None));
    assert_eq!(found.also, [Code::PathFormat, Code::Elsewhere]);
    let found = files(&["src/a.ts", "test/a.test.ts"], &["./src/a.ts"]);
    assert_eq!(found.code, Code::NonsourceGold);
    // Normalising makes doubles of two entries, so that gold comes within K of a scorer that removes them.
    let doubled = [
        "./src/b.ts",
        "src/b.ts",
        "src/ui/c.ts",
        "src/ui/c.css",
        "lib/a.ts",
        "./src/a.ts",
    ];
    assert_eq!(files(&["src/a.ts"], &doubled).code, Code::PathFormat);
    // A filter drops gold that is no source as well.
    let noise = [
        "test/a.test.ts",
        "nope.ts",
        "src/b.ts",
        "lib/a.ts",
        "src/ui/c.ts",
        "README.md",
    ];
    assert_eq!(files(&["README.md"], &noise).code, Code::BeyondK);
    let noise = [
        "test/a.test.ts",
        "nope.ts",
        "src/b.ts",
        "lib/a.ts",
        "src/ui/c.ts",
        "src/a.ts",
    ];
    let found = files(&["src/a.ts"], &noise);
    assert_eq!(
        (found.code, found.also),
        (Code::NoiseAhead, vec![Code::BeyondK, Code::SameName])
    );
}

#[test]
fn names_have_their_ladder() {
    let gold = ["src/store.ts:Store.get"];
    for (raw, code, repairs) in [
        ("src/store.ts:Store.get", Code::Ok, ""),
        ("src/store.ts:Store.get()", Code::NameFormat, "name_format"),
        ("src/store.ts:Store.get,", Code::NameFormat, "name_format"),
        ("`src/store.ts:Store.get`", Code::PathFormat, "trim"),
        (
            "repo/src/store.ts:Store::get",
            Code::NameFormat,
            "prefix:repo/ name_format",
        ),
        ("repo/src/store.ts:Store.get", Code::PathFormat, "prefix:repo/"),
        ("./src/store.ts:get", Code::Qualifier, "dot_slash qualifier"),
        ("src/store.ts:store.get", Code::Qualifier, "qualifier_case"),
        ("src/store.ts:Store", Code::RightFile, ""),
        ("src/store.ts:Store.get.inner", Code::RightFile, ""),
        ("src/store.ts:make", Code::RightFile, ""),
        ("src/store.ts", Code::RightFile, ""),
        ("lib/a.ts:Store.get", Code::Elsewhere, ""),
        ("Store.get", Code::AllInvented, ""),
    ] {
        let found = functions(&gold, &[raw]);
        assert_eq!(
            (found.code, found.repairs.join(" ").as_str()),
            (code, repairs),
            "{raw}: {}",
            found.why
        );
    }
    let known = functions(&["src/store.ts:Store.drop"], &["src/store.ts:Store.get"]);
    assert_eq!(known.code, Code::GoldUnreachable, "its file has no such definition");
    let constructor = functions(&["src/ui/c.ts:Menu.__init__"], &["src/ui/c.ts:Menu"]);
    assert_eq!(constructor.repairs, ["constructor"]);
    let found = functions(&["src/store.ts:Store.get", "src/store.ts:make"], &["src/store.ts:make"]);
    assert_eq!((found.code, found.detail), (Code::Partial, Some(Detail::SameFile)));
}

#[test]
fn without_a_tree_guesses_say_so_and_nothing_is_invented() {
    let ask = Ask {
        gold: &["src/a.ts"],
        ground: Ground::default(),
        ..Ask::default()
    };
    let found = ask.of(Some(&row(&["repo/src/a.ts"], &[])));
    assert_eq!(found.code, Code::PathFormat);
    assert!(
        found.why.ends_with("without the prefix repo/, unverified"),
        "{}",
        found.why
    );
    let found = ask.of(Some(&row(&["nope/b.ts"], &[])));
    assert_eq!((found.code, found.signals.len()), (Code::Elsewhere, 0));
    assert_eq!(
        ask.of(Some(&row(&["path/to/file.ts"], &[]))).code,
        Code::AllInvented,
        "copied from a prompt"
    );
    let two = Ask {
        gold: &["lib/src/a.ts", "app/src/a.ts"],
        ground: Ground::default(),
        ..Ask::default()
    };
    let found = two.of(Some(&row(&["src/a.ts"], &[])));
    assert!(
        found.items.iter().all(|i| i.found.is_none()),
        "one suspect cannot be both"
    );
}

#[test]
fn rows_without_a_list() {
    let ask = Ask {
        gold: &["src/a.ts"],
        ..Ask::default()
    };
    let of = |status, exit: Option<&str>, raw: Option<&str>| {
        let mut s = row(&[], &[]);
        s.status = status;
        s.exit_status = exit.map(str::to_owned);
        s.raw_text = raw.map(str::to_owned);
        ask.of(Some(&s)).code
    };
    assert_eq!(ask.of(None).code, Code::NotRun);
    assert_eq!(of(Status::Missing, None, None), Code::NotRun);
    assert_eq!(of(Status::Crashed, None, None), Code::NoSubmission);
    assert_eq!(of(Status::Truncated, None, None), Code::NoSubmission);
    assert_eq!(of(Status::Truncated, None, Some("{\"fi")), Code::Unparseable);
    assert_eq!(of(Status::InvalidJson, None, None), Code::Unparseable);
    assert_eq!(of(Status::Empty, None, None), Code::EmptyLevel);
    assert_eq!(of(Status::Empty, Some("LimitsExceeded"), None), Code::NoSubmission);
    assert_eq!(of(Status::Empty, Some("Submitted"), None), Code::EmptyLevel);
    let mut late = row(&["src/a.ts"], &[]);
    late.status = Status::Crashed;
    assert_eq!(
        ask.of(Some(&late)).code,
        Code::Ok,
        "an answer counts whatever came after"
    );
}

#[test]
fn facets_follow_the_missed_items() {
    let view = |step, path: &str| Event {
        step,
        kind: Kind::View,
        path: Some(path.into()),
        ..Event::default()
    };
    let ask = Ask {
        gold: &["src/a.ts", "x/y/z.py", "src/b.ts"],
        text: "Traceback:\n  File \"/s/lib/a.ts\", line 3\nin y/z.py",
        trajectory: Some(Trajectory {
            events: vec![view(1, "src/a.ts"), view(2, "src/b.ts")],
            own_fix: vec![4],
            ..Trajectory::default()
        }),
        ..Ask::default()
    };
    let found = ask.of(Some(&row(&["src/b.ts", "lib/a.ts"], &[])));
    let evidence: Vec<String> = found.evidence.iter().map(|e| format!("{} {}", e.id, e.facet)).collect();
    assert_eq!(evidence, ["src/a.ts TEXT_BASENAME", "x/y/z.py TEXT_PATH"]);
    assert_eq!(found.search, Search::Mixed, "one opened, one never");
    let signals: Vec<String> = found.signals.iter().map(ToString::to_string).collect();
    assert_eq!(signals, ["stack_trace_points_elsewhere", "own_fix"]);
    assert_eq!(found.signals[0].about, "lib/a.ts");
    let [a, z, b] = &found.items[..] else { panic!() };
    assert!(b.hit && b.slot == Some(1) && b.near.is_none() && b.search == Search::Opened);
    assert_eq!(
        a.near.as_ref().map(|n| (n.relation, n.rank)),
        Some((Detail::SameName, 2))
    );
    assert_eq!((z.hit, z.found, z.search), (false, None, Search::Never));
    let all = ask.of(Some(&row(&["src/b.ts", "src/a.ts", "x/y/z.py"], &[])));
    assert_eq!((all.code, all.search, all.evidence.len()), (Code::Ok, Search::Mixed, 0));
}

#[test]
fn more_gold_than_k() {
    let ask = Ask {
        gold: &["src/a.ts", "src/b.ts"],
        k: 1,
        ..Ask::default()
    };
    let of = |list: &[&str]| {
        let found = ask.of(Some(&row(list, &[])));
        (found.code, found.capped_ok)
    };
    assert_eq!(of(&["src/b.ts"]), (Code::ImpossibleK, true));
    assert_eq!(of(&["x/y/z.py", "src/b.ts"]), (Code::ImpossibleK, false));
    let twice = files(&["src/a.ts", "src/a.ts"], &["src/a.ts"]);
    assert_eq!(
        (twice.code, twice.items.len()),
        (Code::Ok, 1),
        "a double of gold is one item"
    );
}
