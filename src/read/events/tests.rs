//! The real trajectories. Turns, views and steps were counted by hand in listings of the files, made by a few
//! lines of Python that print each action, its arguments and the start of its output.

mod bent;
mod made;

use crate::domain::run::{Status, Suspects};
use crate::domain::trajectory::{Event, Evidence, Kind, Trajectory};
use crate::read::testing::{Bag, read_shared, read_text};

/// What the agent itself did, without mentions.
fn own(t: &Trajectory) -> Vec<&Event> {
    t.events
        .iter()
        .filter(|e| e.evidence != Evidence::OutputMention)
        .collect()
}

/// Steps at which the file was seen, and the lines.
fn seen(t: &Trajectory, path: &str) -> Vec<(u32, Option<(u32, u32)>)> {
    let views = own(t)
        .into_iter()
        .filter(|e| e.kind == Kind::View && e.ok != Some(false));
    views
        .filter(|e| e.path.as_deref() == Some(path))
        .map(|e| (e.step, e.range))
        .collect()
}

/// Number of own events of a kind.
fn count(t: &Trajectory, kind: Kind) -> usize {
    own(t).iter().filter(|e| e.kind == kind).count()
}

fn mentioned(t: &Trajectory, step: u32) -> Vec<&str> {
    let all = t
        .events
        .iter()
        .filter(|e| e.evidence == Evidence::OutputMention && e.step == step);
    all.filter_map(|e| e.path.as_deref()).collect()
}

/// The only case of a file.
fn single(rel: &str) -> Option<(Trajectory, Suspects, Bag)> {
    let bag = read_shared(&format!("predictions/{rel}"))?;
    assert!(bag.refused.is_empty(), "{:?}", bag.refused);
    assert_eq!(bag.trajectories().len(), 1, "{rel}");
    let (t, s) = (bag.trajectories()[0].clone(), bag.suspects()[0].clone());
    assert_eq!(t.case, s.case);
    Some((t, s, bag))
}

fn files(s: &Suspects) -> Vec<&str> {
    s.files.iter().map(|f| f.path.as_str()).collect()
}

#[test]
fn swe_agent_django_10914() {
    let Some((t, s, bag)) = single("swe-agent/CodeR.django__django-10914.traj") else {
        return;
    };
    assert_eq!(
        (bag.reader.as_str(), t.case.as_str(), t.turns),
        ("swe-agent", "django__django-10914", 6)
    );
    let file = "django/conf/global_settings.py";
    // Opened at step 2 (no line: it shows 1-100), shown again by the edit at step 4 (257-356).
    let views = seen(&t, file);
    assert_eq!(views[0], (2, Some((1, 100))));
    assert_eq!(views[1].0, 4);
    assert_eq!(views.len(), 2);
    let search = own(&t).into_iter().find(|e| e.kind == Kind::Search).unwrap();
    assert_eq!(
        (search.step, search.query.as_deref(), search.path.as_deref()),
        (3, Some("FILE_UPLOAD_PERMISSIONS"), Some(file))
    );
    let edit = own(&t).into_iter().find(|e| e.kind == Kind::Edit).unwrap();
    assert_eq!(
        (edit.step, edit.range, edit.evidence),
        (4, Some((307, 307)), Evidence::State)
    );
    assert_eq!(t.exit_status.as_deref(), Some("submitted"));
    assert_eq!((s.status, files(&s)), (Status::Ok, vec![file]));
    assert_eq!(t.pixels, Some(false));
    assert_eq!(own(&t).last().unwrap().kind, Kind::Answer);
}

#[test]
fn swe_agent_states_as_text_and_object() {
    if let Some((t, s, _)) = single("swe-agent/pydicom__pydicom-1458.v0.traj") {
        let file = "pydicom/pixel_data_handlers/numpy_handler.py";
        assert_eq!(t.turns, 12);
        assert_eq!(seen(&t, file)[0], (5, Some((273, 372))));
        // Three edits fail; the one of step 9 works and shows the file.
        let edits: Vec<_> = own(&t)
            .into_iter()
            .filter(|e| e.kind == Kind::Edit && e.path.as_deref() == Some(file))
            .collect();
        assert_eq!(
            edits.iter().map(|e| (e.step, e.ok)).collect::<Vec<_>>(),
            [(6, Some(false)), (7, Some(false)), (8, Some(false)), (9, Some(true))]
        );
        assert_eq!(seen(&t, file).iter().map(|v| v.0).collect::<Vec<_>>(), [5, 9]);
        // `find_file` lists three files of that name.
        assert_eq!(
            mentioned(&t, 4),
            [
                "pydicom/overlays/numpy_handler.py",
                "pydicom/pixel_data_handlers/numpy_handler.py",
                "pydicom/waveforms/numpy_handler.py"
            ]
        );
        assert_eq!(files(&s), [file]);
    }
    if let Some((t, s, _)) = single("swe-agent/marshmallow-1867.function_calling.v1.traj") {
        assert_eq!(t.turns, 11);
        let file = "src/marshmallow/fields.py";
        // `open … 1474` begins to show line 1457; edits at 7 (fails) and 8.
        assert_eq!(seen(&t, file)[0].0, 6);
        assert_eq!(seen(&t, file)[0].1.unwrap().0, 1457);
        assert_eq!(seen(&t, file).len(), 2);
        assert_eq!(mentioned(&t, 5), [file]);
        assert_eq!(files(&s), [file]);
    }
    if let Some((t, s, _)) = single("swe-agent/6e44b9__sweagenttestrepo-1c2844.v1.traj") {
        assert_eq!((t.turns, seen(&t, "tests/missing_colon.py")[0].0), (5, 2));
        assert_eq!(files(&s), ["tests/missing_colon.py"]);
    }
}

#[test]
fn mini_bare_lists() {
    if let Some((t, s, bag)) = single("mini-swe-agent/github_issue.traj.json") {
        assert_eq!((bag.reader.as_str(), t.turns), ("mini-swe-agent", 10));
        let views: Vec<_> = own(&t)
            .into_iter()
            .filter(|e| e.kind == Kind::View)
            .map(|e| (e.step, e.ok))
            .collect();
        assert_eq!(views, [(1, Some(false)), (4, Some(true)), (6, Some(true))]);
        assert_eq!(seen(&t, "tests/missing_colon.py"), [(4, None), (6, None)]);
        assert_eq!(mentioned(&t, 3).len(), 4, "{:?}", mentioned(&t, 3));
        let edits: Vec<u32> = own(&t)
            .into_iter()
            .filter(|e| e.kind == Kind::Edit)
            .map(|e| e.step)
            .collect();
        assert_eq!(edits, [5, 9]);
        assert_eq!((s.status, files(&s)), (Status::Ok, vec!["tests/missing_colon.py"]));
    }
    if let Some((t, s, _)) = single("mini-swe-agent/local.traj.json") {
        assert_eq!((t.turns, s.status), (2, Status::Empty));
    }
}

#[test]
fn codex_rollout_reads_that_fail_are_no_visits() {
    let Some((t, s, bag)) = single("codex/rollout-2025-09-24.excerpt60.jsonl") else {
        return;
    };
    assert_eq!((bag.reader.as_str(), t.turns), ("codex", 9));
    let views: Vec<_> = own(&t)
        .into_iter()
        .filter(|e| e.kind == Kind::View)
        .map(|e| (e.step, e.ok))
        .collect();
    assert_eq!(
        views,
        [
            (1, Some(false)),
            (2, Some(false)),
            (4, Some(false)),
            (8, None),
            (9, None)
        ]
    );
    let hook = "apps/spectora-labs/src/app/(protected)/dashboard/hooks/useTeamDashboardMetrics.ts";
    assert_eq!(seen(&t, hook), [(8, Some((1, 200)))]);
    let missing = "apps/spectora-labs/src/app/(protected)/settings/teams/hooks/useTeamWithStats.ts";
    assert!(seen(&t, missing).is_empty());
    let lists: Vec<_> = own(&t)
        .into_iter()
        .filter(|e| e.kind == Kind::List)
        .map(|e| (e.step, e.ok))
        .collect();
    assert_eq!(lists, [(3, Some(true)), (5, Some(true)), (6, Some(true))]);
    assert!(mentioned(&t, 7).contains(&"apps/spectora-labs/src/app/api/dashboard/teams/route.test.ts"));
    assert_eq!((t.pixels, t.images), (Some(true), 1));
    // The excerpt ends in the middle.
    assert_eq!(s.status, Status::NoSubmission);
    assert_eq!(bag.runs()[0].1.model, "gpt-5-codex");
}

#[test]
fn codex_exec_streams() {
    if let Some((t, s, _)) = single("codex/exec-json.stream-output-2.jsonl") {
        assert_eq!(t.turns, 2);
        assert_eq!((count(&t, Kind::List), count(&t, Kind::Answer)), (1, 1));
        assert_eq!(s.status, Status::InvalidJson);
        assert!(s.raw_text.unwrap().starts_with("Files here"));
    }
    if let Some((t, ..)) = single("codex/exec-json.stream-output-3.jsonl") {
        assert_eq!((t.turns, count(&t, Kind::Edit)), (2, 1));
    }
    let older = read_text(
        "r.jsonl",
        "{\"type\":\"thread.started\",\"thread_id\":\"x\"}\n{\"type\":\"item.completed\",\"item\":{\"id\":\"i\",\"item_type\":\"command_execution\",\"command\":\"bash -lc 'cat a.py'\",\"exit_code\":0}}\n{\"type\":\"item.completed\",\"item\":{\"id\":\"j\",\"item_type\":\"assistant_message\",\"text\":\"{\\\"files\\\":[\\\"a.py\\\"]}\"}}\n",
    );
    assert_eq!(seen(older.trajectories()[0], "a.py"), [(1, None)]);
    assert_eq!(files(older.suspects()[0]), ["a.py"]);
}

#[test]
fn openhands_fastjson() {
    let Some((t, s, bag)) = single("openhands-v0/fastjson2-2775.output.slim.jsonl") else {
        return;
    };
    assert_eq!(
        (bag.reader.as_str(), t.case.as_str(), t.turns),
        ("openhands", "alibaba__fastjson2-2775", 20)
    );
    let file = "core/src/main/java/com/alibaba/fastjson2/JSON.java";
    // Read at 2, one-file grep at 3, lines 940-1320 at 4; the read of a path without `core` at 7 fails.
    assert_eq!(seen(&t, file), [(2, None), (3, None), (4, Some((940, 1320)))]);
    assert!(seen(&t, "src/main/java/com/alibaba/fastjson2/JSON.java").is_empty());
    let edits: Vec<_> = own(&t)
        .into_iter()
        .filter(|e| e.kind == Kind::Edit && e.path.as_deref() == Some(file))
        .collect();
    assert_eq!(
        edits.iter().map(|e| (e.step, e.ok)).collect::<Vec<_>>(),
        [(6, Some(true)), (11, Some(true)), (12, None)]
    );
    assert_eq!(seen(&t, "/home/run.sh"), [(9, Some((1, 200)))]);
    // `ls src && ls src/main && …`: the first works, the message names the second, the others never ran.
    let lists: Vec<_> = own(&t)
        .into_iter()
        .filter(|e| e.step == 8)
        .map(|e| e.ok == Some(true))
        .collect();
    assert_eq!(lists, [true, false, false, false, false, false]);
    assert_eq!(s.status, Status::Ok);
    assert_eq!(s.files[0].path.as_str(), file);
}

#[test]
fn openhands_multi_swe_bench() {
    let Some(bag) = read_shared("predictions/openhands-v0/multi_swe_bench.output.slim.jsonl") else {
        return;
    };
    let all = bag.trajectories();
    assert_eq!(all.iter().map(|t| t.turns).collect::<Vec<_>>(), [23, 33]);
    let steps = |t, path| seen(t, path).into_iter().map(|v| v.0).collect::<Vec<_>>();
    // Reads at 5, 7, 9, 10, 11, 13; one-file greps at 6 and 8.
    assert_eq!(steps(all[0], "src/libponyc/ast/parser.c"), [5, 6, 7, 8, 9, 10, 11, 13]);
    assert_eq!(seen(all[0], "src/libponyc/ast/parser.c")[5].1, Some((650, 700)));
    assert!(mentioned(all[0], 4).contains(&"src/libponyc/ast/ast.c"));
    assert_eq!(steps(all[1], "packages/cli/cli.pony"), [12, 13, 15, 16]);
    assert_eq!(steps(all[1], "packages/cli/command_parser.pony"), [18, 20, 24, 27]);
    // `find . -name "*cli*.pony"`.
    assert_eq!(
        mentioned(all[1], 11),
        [
            "packages/cli/cli.pony",
            "examples/net/client.pony",
            "test/full-program-runner/_cli_options.pony"
        ]
    );
    // The folder `ponylang__ponyc__0.1` is no file.
    assert!(
        !own(all[1])
            .iter()
            .any(|e| e.kind == Kind::View && e.path.as_deref() == Some("."))
    );
    let good: Vec<u32> = own(all[1])
        .into_iter()
        .filter(|e| e.kind == Kind::Edit && e.ok == Some(true))
        .map(|e| e.step)
        .collect();
    assert_eq!(good, [30]);
    assert_eq!(bag.suspects()[1].status, Status::Ok);
    assert!(
        bag.suspects()[1]
            .raw_text
            .as_deref()
            .unwrap()
            .starts_with("Unable to make")
    );
}

#[test]
fn openhands_resolver_rows() {
    let Some(bag) = read_shared("predictions/openhands-v0/resolver_output.oldest.jsonl") else {
        return;
    };
    let all = bag.trajectories();
    assert_eq!((all[0].case.as_str(), all[0].turns), ("neubig__pr-viewer-5", 4));
    let told: Vec<_> = own(all[0])
        .iter()
        .map(|e| (e.step, e.kind, e.path.as_deref()))
        .collect();
    assert_eq!(told[1], (2, Kind::Edit, Some("LICENSE")));
    assert_eq!(told[2], (3, Kind::View, Some("LICENSE")));
    assert_eq!((all[1].case.as_str(), all[1].turns), ("neubig__pr-viewer-1", 22));
    assert_eq!(seen(all[1], "src/App.css"), [(2, Some((1, 42))), (21, Some((1, 79)))]);
    assert_eq!(seen(all[1], "src/App.tsx"), [(4, Some((1, 14)))]);
    // It imports './App.css', which is no path of the repository.
    assert!(mentioned(all[1], 4).is_empty());
    assert!(mentioned(all[1], 1).contains(&"vite.config.ts"));
    assert_eq!(files(bag.suspects()[0]), ["LICENSE"]);
    assert_eq!(bag.suspects()[1].status, Status::Ok);
}

#[test]
fn an_openhands_row_without_finish_was_not_submitted() {
    let row = r#"{"instance_id":"a__b-1","instruction":"","test_result":{"git_patch":""},"error":null,"history":[
        [{"action":"run","args":{"command":"cat x.py"},"id":1,"source":"agent"},
         {"observation":"run","content":"1","extras":{"exit_code":0},"cause":1}],
        [{"action":"read","args":{"path":"y.py"},"id":3,"source":"agent"},
         {"observation":"error","content":"gone","cause":3}]]}"#;
    let bag = read_text("output.jsonl", &row.replace('\n', " "));
    let t = bag.trajectories()[0];
    assert_eq!((t.turns, bag.suspects()[0].status), (2, Status::NoSubmission));
    assert_eq!((seen(t, "x.py").len(), seen(t, "y.py").len()), (1, 0));
}

#[test]
fn other_formats_stay_with_their_readers() {
    for rel in [
        "predictions/swe-agent/all_preds.v0.jsonl",
        "predictions/mini-swe-agent/preds.json",
        "predictions/openhands-v0/preds.json",
        "predictions/agentless/repair_preds.agentless_4o.lite.jsonl",
    ] {
        if let Some(bag) = read_shared(rel) {
            assert_eq!(bag.reader, "preds", "{rel}");
        }
    }
    if let Some(bag) = read_shared("predictions/beyondswe/codex_searchswe.lfs-pointer.txt") {
        assert!(bag.refused[0].what.contains("LFS"), "{:?}", bag.refused);
    }
}

#[test]
fn raw_text_is_cut_and_events_keep_their_order() {
    let Some(bag) = read_shared("predictions/openhands-v0/fastjson2-2775.output.slim.jsonl") else {
        return;
    };
    let t = bag.trajectories()[0];
    assert!(t.events.iter().all(|e| e.raw.chars().count() <= 510));
    assert!(
        t.events
            .windows(2)
            .all(|w| (w[0].step, w[0].sub) <= (w[1].step, w[1].sub))
    );
}
