//! Whatever a file holds, reading it ends without a panic.

use crate::read::testing::read_text;

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(64))]

    #[test]
    fn any_text_is_survived(text in "\\PC{0,200}", name in "[a-z]{1,5}\\.(traj|jsonl|json)") {
        read_text(&name, &text);
    }

    #[test]
    fn bent_samples_are_survived(n in 0usize..SAMPLES.len(), at in 0usize..400, with in "[\\[\\]{}\",:0-9a-z \\n]{0,4}", cut in 0usize..20) {
        let sample = SAMPLES[n];
        let at = sample.floor_char_boundary(at % sample.len());
        let end = sample.floor_char_boundary((at + cut).min(sample.len()));
        let bent = format!("{}{with}{}", sample.get(..at).unwrap(), sample.get(end..).unwrap());
        read_text("x.traj.json", &bent);
    }
}

/// A small one of each format.
const SAMPLES: [&str; 9] = [
    r#"{"trajectory":[{"action":"open a.py","observation":"1:x","state":"{\"open_file\":\"a.py\"}"},{"action":"edit 1:2\nx","observation":"","state":{"open_file":"b"}}],"info":{"exit_status":"submitted","submission":"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b"}}"#,
    r#"{"trajectory_format":"mini-swe-agent-1.1","info":{"exit_status":"Submitted","submission":"x"},"messages":[{"role":"assistant","content":"","extra":{"actions":[{"command":"cat a.py | head"}]}},{"role":"tool","content":"a","extra":{"returncode":0}}]}"#,
    r#"{"type":"response_item","payload":{"type":"function_call","name":"shell","call_id":"c","arguments":"{\"command\":[\"bash\",\"-lc\",\"cat a\"]}"}}"#,
    r#"{"type":"item.completed","item":{"id":"i","type":"command_execution","command":"ls","exit_code":0}}"#,
    r#"{"kind":"ActionEvent","id":"1","timestamp":"t","source":"agent","action":{"kind":"FileEditorAction","command":"view","path":"a","view_range":[3,9]},"tool_name":"file_editor"}"#,
    r#"{"instance_id":"a","test_result":{"git_patch":""},"history":[{"action":"run","args":{"command":"ls"},"id":1,"source":"agent"},{"observation":"run","content":"a/b.c","cause":1,"extras":{"exit_code":0}}]}"#,
    r#"{"instance_id":"a","patch":"","trajectory":[{"action":{"type":"tool_call","tool_calls":[{"function":{"name":"grep","arguments":"{}"}}]},"observations":["x/y.z"]}]}"#,
    r#"{"instance_id":"a","loc_trajs":{"trajs":[{"messages":[{"role":"assistant","content":"get_code_of_class('a','b')"}]}]}}"#,
    r#"{"transitions":[{"id":1,"name":"SearchCode","previous_state_id":1,"properties":{"ranked_spans":[{"file_path":"a","span_id":"b","rank":0}]}}],"current_transition_id":1}"#,
];
