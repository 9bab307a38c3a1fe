//! Formats of which there is little real data: small ones made by hand, after the code of their writers.

use super::{count, files, mentioned, own, seen, single};
use crate::domain::run::{Status, Suspects};
use crate::domain::trajectory::{Kind, Trajectory};
use crate::read::testing::{read_file, read_text};

#[test]
fn openhands_sdk_events() {
    let Some((t, _, bag)) = single("openhands-sdk/events.goal.jsonl") else {
        return;
    };
    assert_eq!((bag.reader.as_str(), t.turns), ("openhands-sdk", 2));
    // Both calls fail: one is refused, one ends with exit code 1.
    assert!(own(&t).iter().any(|e| e.step == 1 && e.ok == Some(false)));
    assert!(own(&t).iter().any(|e| e.step == 2 && e.ok == Some(false)));
}

#[test]
fn openhands_sdk_rows_and_conversations() {
    let events = [
        r#"{"kind":"MessageEvent","id":"0","timestamp":"t","source":"user","llm_message":{"role":"user","content":[{"type":"text","text":"x"},{"type":"image","image_urls":["data:image/png;base64,AA","https://x/y.png"]}]}}"#,
        r#"{"kind":"ActionEvent","id":"1","timestamp":"t","source":"agent","action":{"kind":"FileEditorAction","command":"view","path":"/r/a.py","view_range":[3,9]},"tool_name":"file_editor","tool_call_id":"c1","llm_response_id":"m1"}"#,
        r#"{"kind":"ActionEvent","id":"2","timestamp":"t","source":"agent","action":{"kind":"TerminalAction","command":"cat b.py"},"tool_name":"terminal","tool_call_id":"c2","llm_response_id":"m1"}"#,
        r#"{"kind":"ObservationEvent","id":"3","timestamp":"t","source":"environment","action_id":"1","observation":{"content":[{"type":"text","text":"ok"}]}}"#,
        r#"{"kind":"ObservationEvent","id":"4","timestamp":"t","source":"environment","action_id":"2","observation":{"content":[{"type":"text","text":"src/seen.py:1"}],"exit_code":0}}"#,
        r#"{"kind":"Condensation","id":"5","timestamp":"t","source":"environment"}"#,
        r#"{"kind":"ActionEvent","id":"6","timestamp":"t","source":"agent","action":null,"tool_name":"terminal","tool_call":{"name":"terminal","arguments":"{\"command\":\"cat c.py\"}"},"tool_call_id":"c3","llm_response_id":"m2"}"#,
        r#"{"kind":"ActionEvent","id":"7","timestamp":"t","source":"agent","action":{"kind":"FinishAction","message":"{\"files\":[\"b.py\"],\"functions\":[\"b.py:A.f\"]}"},"tool_name":"finish","tool_call_id":"c4","llm_response_id":"m3"}"#,
    ];
    let check = |t: &Trajectory, s: &Suspects| {
        assert_eq!((t.turns, t.images, t.pixels), (3, 2, Some(true)));
        assert_eq!(seen(t, "a.py"), [(1, Some((3, 9)))]);
        assert_eq!(seen(t, "b.py"), [(1, None)]);
        assert!(seen(t, "c.py").is_empty());
        assert_eq!(t.condensed, [2]);
        assert_eq!(mentioned(t, 1), ["src/seen.py"]);
        assert_eq!((s.status, files(s)), (Status::Ok, vec!["b.py"]));
    };
    let row = format!(
        r#"{{"instance_id":"a__b-1","instruction":"<uploaded_files>\n/r\n</uploaded_files>","test_result":{{"git_patch":""}},"history":[{}]}}"#,
        events.join(",")
    );
    let bag = read_text("x/output.jsonl", &row);
    check(bag.trajectories()[0], bag.suspects()[0]);
    assert_eq!(bag.runs()[0].0, "x");
    let bag = read_text("x/output.critic_attempt_2.jsonl", &row);
    assert_eq!(bag.runs()[0].0, "x-attempt-2");

    let dir = tempfile::tempdir().unwrap();
    let home = dir.path().join("a__b-1");
    std::fs::create_dir_all(home.join("events")).unwrap();
    for (n, event) in events.iter().enumerate() {
        std::fs::write(home.join(format!("events/event-{n:05}-x.json")), event).unwrap();
    }
    let state = r#"{"agent":{"llm":{"model":"m"}},"workspace":{"working_dir":"/r"},"execution_status":"idle"}"#;
    std::fs::write(home.join("base_state.json"), state).unwrap();
    let bag = read_file(&home.join("base_state.json"));
    check(bag.trajectories()[0], bag.suspects()[0]);
    assert_eq!(bag.trajectories()[0].case, "a__b-1");
    assert_eq!(bag.runs()[0].1.model, "m");
    let bag = read_file(&home.join("events/event-00001-x.json"));
    assert!(bag.items.is_empty() && bag.refused.is_empty());
    std::fs::remove_dir_all(home.join("events")).unwrap();
    let bag = read_file(&home.join("base_state.json"));
    assert!(bag.items.is_empty() && bag.refused[0].what.starts_with("no events/ folder beside it"));
    assert_eq!(bag.refused[0].file, Some(home.join("base_state.json")));
    assert!(bag.refused[0].mend.is_some());
}

#[test]
fn moatless_ranked_spans() {
    let Some((t, s, bag)) = single("moatless/scikit-learn-13779.trajectory.slim.json") else {
        return;
    };
    assert_eq!(
        (bag.reader.as_str(), t.case.as_str(), t.turns),
        ("moatless", "scikit-learn__scikit-learn-13779", 15)
    );
    assert_eq!(files(&s), ["sklearn/ensemble/voting.py"]);
    let ranks: Vec<_> = s
        .functions
        .iter()
        .map(|f| (f.rank, f.name.as_deref().unwrap()))
        .collect();
    assert_eq!(ranks.len(), 10);
    assert_eq!(ranks[0], (1, "VotingClassifier.__init__"));
    assert_eq!(ranks[1], (2, "VotingClassifier.fit"));
    assert_eq!(ranks[6], (7, "_BaseVoting.fit"));
    // It came into the context before step 3; three more files before step 5.
    assert_eq!(seen(&t, "sklearn/ensemble/voting.py"), [(3, None)]);
    assert_eq!(seen(&t, "sklearn/ensemble/forest.py"), [(5, None)]);
    assert_eq!(mentioned(&t, 1), ["sklearn/ensemble/voting.py"]);
    assert_eq!(count(&t, Kind::Search), 1);
    // One edit works, the attempts of four later transitions (3, 2, 2, 2) do not.
    let edits: Vec<_> = own(&t)
        .into_iter()
        .filter(|e| e.kind == Kind::Edit)
        .map(|e| e.ok == Some(true))
        .collect();
    assert_eq!((edits.len(), edits[0]), (10, true));
    assert_eq!((s.status, s.exit_status.as_deref()), (Status::Crashed, Some("error")));
    assert!(s.patch.unwrap().starts_with("diff --git"));
}

#[test]
fn moatless_tree_takes_the_best_finished_leaf() {
    if let Some((t, s, _)) = single("moatless/traj_haiku.json") {
        assert_eq!((t.turns, s.status), (0, Status::NoSubmission));
    }
    let tree = r#"{"metadata":{"instance_id":"a__b-1"},"root":{"node_id":0,"children":[
        {"node_id":1,"action":{"action_args_class":"m.FindClassArgs","class_name":"A","file_pattern":"*.py"},"observation":{"message":"found in src/a.py"},"children":[
          {"node_id":2,"action_steps":[{"action":{"action_args_class":"m.ViewCodeArgs","files":[{"file_path":"src/a.py","start_line":1,"end_line":9}]},"observation":{"message":"…"}}],"children":[
            {"node_id":3,"action":{"action_args_class":"m.FinishArgs"},"reward":{"value":80},"file_context":{"files":[{"file_path":"src/a.py","spans":[{"span_id":"imports"},{"span_id":"A.f"},{"span_id":"module_x"}]}]},"children":[]}]},
          {"node_id":4,"action":{"action_args_class":"m.FinishArgs"},"reward":{"value":10},"children":[]}]}]}}"#;
    let bag = read_text("trajectory.json", tree);
    let (t, s) = (bag.trajectories()[0], bag.suspects()[0]);
    assert_eq!(t.turns, 3);
    assert_eq!(seen(t, "src/a.py"), [(2, Some((1, 9)))]);
    assert_eq!(mentioned(t, 1), ["src/a.py"]);
    let names: Vec<_> = s.functions.iter().filter_map(|f| f.name.as_deref()).collect();
    assert_eq!((s.status, names), (Status::Ok, vec!["A.f", "module_x"]));
}

#[test]
fn aweagent_and_harbor() {
    let rows = r#"{"instance_id":"o__r-7","success":true,"finish_reason":"finish","error":null,"patch":"--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-a\n+b\n","trajectory":[{"step":1,"action":{"type":"tool_call","content":"","tool_calls":[{"function":{"name":"execute_bash","arguments":"{\"command\":\"cat x.py\"}"}},{"function":{"name":"link_reader","arguments":"{\"url\":\"https://github.com/o/r/pull/7.diff\"}"}}]},"observations":["code","diff"]},{"step":2,"action":{"type":"tool_call","tool_calls":[{"function":{"name":"web_search","arguments":"{\"query\":\"how to\"}"}}]},"observations":["https://github.com/o/r/pull/9"]},{"step":3,"action":{"type":"finish","content":"done"},"observations":[]}]}"#;
    let bag = read_text("trajectories.jsonl", rows);
    assert_eq!(bag.reader, "aweagent");
    let t = bag.trajectories()[0];
    assert_eq!((t.turns, t.own_fix.as_slice(), count(t, Kind::Web)), (3, &[1][..], 2));
    assert_eq!(seen(t, "x.py"), [(1, None)]);
    assert_eq!(
        (bag.suspects()[0].status, files(bag.suspects()[0])),
        (Status::Ok, vec!["x.py"])
    );

    let bag = read_text(
        "results.jsonl",
        "{\"instance_id\":\"a\",\"success\":false,\"score\":0,\"error\":null,\"finish_reason\":\"max_steps\"}\n{\"instance_id\":\"b\",\"success\":true,\"score\":1,\"error\":null,\"finish_reason\":\"finish\"}\n",
    );
    let got: Vec<_> = bag.suspects().iter().map(|s| (s.case.clone(), s.status)).collect();
    assert_eq!(got, [("a".to_owned(), Status::NoSubmission)]);
    assert_eq!(bag.notes.len(), 1);

    let harbor = r#"{"schema_version":"ATIF-v1.2","agent":{"name":"terminus","model_name":"m"},"steps":[{"step_id":1,"source":"user","message":"go"},{"step_id":2,"source":"agent","message":"","tool_calls":[{"tool_call_id":"c","function_name":"bash","arguments":{"command":"cat x.py"}}],"observation":{"results":[{"source_call_id":"c","content":"code"}]}},{"step_id":3,"source":"agent","message":"{\"files\":[\"x.py\"]}"}]}"#;
    let bag = read_text("a__b-1/agent/trajectory.json", harbor);
    assert_eq!(
        (seen(bag.trajectories()[0], "x.py").len(), files(bag.suspects()[0])),
        (1, vec!["x.py"])
    );
    assert_eq!(bag.trajectories()[0].case, "a__b-1");
}

#[test]
fn locagent_messages() {
    let row = r#"{"instance_id":"a__b-1","loc_trajs":{"trajs":[{"messages":[{"role":"system","content":""},{"role":"assistant","content":"","tool_calls":[{"id":"1","function":{"name":"search_code_snippets","arguments":"{\"search_terms\":[\"foo\"],\"file_path_or_pattern\":\"**/*.py\"}"}}]},{"role":"tool","tool_call_id":"1","content":"Found in file `pkg/m.py`"},{"role":"assistant","content":"<function=get_entity_contents>\n<parameter=entity_names>['pkg/m.py:A.f']</parameter>\n</function>"},{"role":"user","content":"def f"},{"role":"assistant","content":"```\npkg/m.py\nfunction: A.f\n```"}]},{"messages":[]}]}}"#;
    let bag = read_text("loc_trajs.jsonl", row);
    let t = bag.trajectories()[0];
    assert_eq!(
        (bag.reader.as_str(), t.turns, bag.notes.len()),
        ("locagent-trajs", 3, 1)
    );
    assert_eq!(mentioned(t, 1), ["pkg/m.py"]);
    assert_eq!(seen(t, "pkg/m.py"), [(2, None)]);
    assert!(bag.suspects().is_empty());
    let paper = r#"{"instance_id":"a__b-1","trajs":[{"messages":[{"role":"assistant","content":"{\"tool\":\"read_file\",\"path\":\"x.ts\",\"start_line\":1,\"end_line\":50}"},{"role":"user","content":"…"},{"role":"assistant","content":"{\"tool\":\"submit\",\"files\":[\"x.ts\"],\"functions\":[\"x.ts:f\"]}"}]}]}"#;
    let bag = read_text("loc_trajs.jsonl", paper);
    assert_eq!(seen(bag.trajectories()[0], "x.ts"), [(1, Some((1, 50)))]);
    assert_eq!(files(bag.suspects()[0]), ["x.ts"]);
}
