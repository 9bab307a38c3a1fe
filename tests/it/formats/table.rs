//! Every file of the real data: the reader that takes it and what comes out, or why it is refused.

use std::fs;
use std::path::Path;

use crate::support::shared;

use super::read;

/// What is expected of a file.
enum Want {
    /// Reader, rows by kind.
    Rows(&'static str, &'static str),
    /// No reader takes it; words of the reason.
    Refused(&'static str),
    /// A picture, which comes in through the list that names it.
    Picture,
}

use Want::{Picture, Refused, Rows};

/// One line a file; a path that ends in `/` stands for all files below it.
const FILES: [(&str, Want); 47] = [
    ("predictions/PROVENANCE.md", Refused("not JSON")),
    (
        "predictions/agentless/loc_outputs.related.verified.head150.jsonl",
        Rows("agentless", "1 runs, 150 suspects"),
    ),
    (
        "predictions/agentless/repair_preds.agentless_4o.lite.jsonl",
        Rows("preds", "1 runs, 300 suspects"),
    ),
    (
        "predictions/beyondswe/codex_searchswe.lfs-pointer.txt",
        Refused("Git LFS pointer"),
    ),
    ("predictions/beyondswe/web_cheating_analysis.md", Refused("not JSON")),
    (
        "predictions/codex/exec-json.stream-output-2.jsonl",
        Rows("codex", "1 runs, 1 suspects, 1 trajectories"),
    ),
    (
        "predictions/codex/exec-json.stream-output-3.jsonl",
        Rows("codex", "1 runs, 1 suspects, 1 trajectories"),
    ),
    (
        "predictions/codex/exec-json.stream-output-5.jsonl",
        Rows("codex", "1 runs, 1 suspects, 1 trajectories"),
    ),
    (
        "predictions/codex/rollout-2025-09-24.excerpt60.jsonl",
        Rows("codex", "1 runs, 1 suspects, 1 trajectories"),
    ),
    ("predictions/cosil/gt.lite.json", Rows("cosil-gold", "300 gold")),
    ("predictions/cosil/gt_verified.json", Rows("cosil-gold", "500 gold")),
    (
        "predictions/cosil/loc_outputs.file_level.ablation.lite.jsonl",
        Rows("agentless", "1 runs, 300 suspects"),
    ),
    (
        "predictions/cosil/loc_qwen_coder_32b_func.lite.jsonl",
        Rows("agentless", "1 runs, 300 suspects"),
    ),
    (
        "predictions/locagent/found_related_locs.qwen_coder_32b.lite.jsonl",
        Rows("agentless", "1 runs, 298 suspects"),
    ),
    (
        "predictions/locagent/gt_location.swe-bench-live-lite.head20.jsonl",
        Rows("locagent-gold", "20 gold"),
    ),
    (
        "predictions/locagent/loc_outputs.claude_3-5.head30.jsonl",
        Rows("locagent", "1 runs, 30 suspects, 30 gold"),
    ),
    (
        "predictions/locagent/loc_outputs.claude_3-5.slim.jsonl",
        Rows("locagent", "1 runs, 150 suspects, 150 gold"),
    ),
    (
        "predictions/mini-swe-agent/github_issue.traj.json",
        Rows("mini-swe-agent", "1 runs, 1 suspects, 1 trajectories"),
    ),
    (
        "predictions/mini-swe-agent/local.traj.json",
        Rows("mini-swe-agent", "1 runs, 1 suspects, 1 trajectories"),
    ),
    (
        "predictions/mini-swe-agent/preds.json",
        Rows("preds", "1 runs, 1 suspects"),
    ),
    (
        "predictions/mini-swe-agent/results.json",
        Rows("preds", "1 runs, 1 suspects"),
    ),
    (
        "predictions/moatless/scikit-learn-13779.trajectory.slim.json",
        Rows("moatless", "1 runs, 1 suspects, 1 trajectories"),
    ),
    (
        "predictions/moatless/traj_haiku.json",
        Rows("moatless", "1 runs, 1 suspects, 1 trajectories"),
    ),
    ("predictions/openhands-sdk/base_state.v1_11_5.json", Refused("events")),
    (
        "predictions/openhands-sdk/events.goal.jsonl",
        Rows("openhands-sdk", "1 runs, 1 suspects, 1 trajectories"),
    ),
    (
        "predictions/openhands-v0/fastjson2-2775.output.slim.jsonl",
        Rows("openhands", "1 runs, 1 suspects, 1 trajectories"),
    ),
    (
        "predictions/openhands-v0/multi_swe_bench.output.slim.jsonl",
        Rows("openhands", "1 runs, 2 suspects, 2 trajectories"),
    ),
    (
        "predictions/openhands-v0/preds.json",
        Rows("preds", "1 runs, 1 suspects"),
    ),
    (
        "predictions/openhands-v0/resolver_output.oldest.jsonl",
        Rows("openhands", "1 runs, 2 suspects, 2 trajectories"),
    ),
    (
        "predictions/orcaloca/orca_qwen_coder_32b_func.lite.jsonl",
        Rows("agentless", "1 runs, 300 suspects"),
    ),
    (
        "predictions/orcaloca/searcher_astropy__astropy-12907.json",
        Rows("orcaloca", "1 runs, 1 suspects"),
    ),
    (
        "predictions/orcaloca/searcher_astropy__astropy-14182.json",
        Rows("orcaloca", "1 runs, 1 suspects"),
    ),
    (
        "predictions/reposearcher/gt_verified.json",
        Rows("cosil-gold", "500 gold"),
    ),
    (
        "predictions/swe-agent/6e44b9__sweagenttestrepo-1c2844.v1.traj",
        Rows("swe-agent", "1 runs, 1 suspects, 1 trajectories"),
    ),
    (
        "predictions/swe-agent/CodeR.django__django-10914.traj",
        Rows("swe-agent", "1 runs, 1 suspects, 1 trajectories"),
    ),
    (
        "predictions/swe-agent/CodeR.django__django-11099.traj",
        Rows("swe-agent", "1 runs, 1 suspects, 1 trajectories"),
    ),
    (
        "predictions/swe-agent/all_preds.v0.jsonl",
        Rows("preds", "1 runs, 1 suspects"),
    ),
    (
        "predictions/swe-agent/marshmallow-1867.function_calling.v1.traj",
        Rows("swe-agent", "1 runs, 1 suspects, 1 trajectories"),
    ),
    (
        "predictions/swe-agent/pydicom__pydicom-1458.v0.traj",
        Rows("swe-agent", "1 runs, 1 suspects, 1 trajectories"),
    ),
    (
        "predictions/swe-bench-preds/CodeR.all_preds.mix40.jsonl",
        Rows("preds", "1 runs, 40 suspects"),
    ),
    (
        "predictions/swe-bench-preds/OmniGIRL.gpt4o.text_image.agentlessX.jsonl",
        Rows("preds", "1 runs, 10 suspects"),
    ),
    (
        "predictions/swe-bench-preds/OmniGIRL.gpt4o.text_image.autocoderoverX.json",
        Rows("preds", "1 runs, 15 suspects"),
    ),
    (
        "predictions/swe-bench-preds/OmniGIRL.gpt4o.text_image.oracle_retrieval.jsonl",
        Rows("preds", "1 runs, 19 suspects"),
    ),
    ("predictions/swerank/accuracy_summary.txt", Refused("not JSON")),
    ("real/cases.swe-bench-m.jsonl", Rows("dataset", "20 cases")),
    ("real/images.jsonl", Rows("images", "30 images")),
    ("real/images/", Picture),
];

/// The saved runs of the real cases, twenty rows each.
const TWENTY: [&str; 4] = [
    "real/predictions/claude-swe-agent-m.preds.json",
    "real/predictions/claude-swe-agent.preds.json",
    "real/predictions/gpt-4o-swe-agent-m.preds.json",
    "real/predictions/gpt-4o-swe-agent.preds.json",
];

fn below(dir: &Path, out: &mut Vec<String>, base: &Path) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            below(&path, out, base);
        } else {
            out.push(path.strip_prefix(base).unwrap().to_str().unwrap().to_owned());
        }
    }
}

#[test]
fn every_file_is_read_or_refused_with_a_reason() {
    let Some(data) = shared().map(|s| s.join("data")) else {
        return;
    };
    let mut files = Vec::new();
    for part in ["predictions", "real"] {
        below(&data.join(part), &mut files, &data);
    }
    let mut wrong = Vec::new();
    for file in &files {
        let listed = FILES
            .iter()
            .find(|(f, _)| f == file || (f.ends_with('/') && file.starts_with(f)));
        let want = match listed {
            Some((_, want)) => want,
            None if TWENTY.contains(&file.as_str()) => &Rows("preds", "1 runs, 20 suspects"),
            None => {
                wrong.push(format!("{file}: not in the table"));
                continue;
            }
        };
        let bag = read(&data.join(file));
        let why = bag
            .refused
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" | ");
        let good = match want {
            Rows(reader, rows) => bag.reader == *reader && bag.sum() == *rows && why.is_empty(),
            Refused(reason) => bag.items.is_empty() && why.contains(reason),
            Picture => bag.items.is_empty() && !why.is_empty(),
        };
        if !good {
            wrong.push(format!(
                "{file}: reader '{}', {}; refused: {why}",
                bag.reader,
                bag.sum()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for (file, _) in &FILES {
        assert!(file.ends_with('/') || files.iter().any(|f| f == file), "{file} is gone");
    }
}
