//! What the name and the folders of a file say: which run it holds, which case it is about.

use super::Input;

/// File names that say what step wrote a file, never which run it was.
const PLAIN: [&str; 16] = [
    "all",
    "all_preds",
    "events",
    "loc_outputs",
    "loc_trajs",
    "output",
    "outputs",
    "predictions",
    "preds",
    "result",
    "results",
    "run",
    "suspects",
    "trajectories",
    "trajectory",
    "base_state",
];

/// The same, of files whose ranking is another one than that of the plain file beside them.
const RANKED: [&str; 6] = [
    "combined_locs",
    "merged_loc_outputs",
    "merged_loc_outputs_majority",
    "merged_loc_outputs_mrr",
    "rerank_100_llm_gen_num",
    "retrieve_locs",
];

impl Input {
    /// File name without its endings: `x.preds.json` → `x`.
    pub fn stem(&self) -> String {
        let name = self.name();
        let mut out = name.as_str();
        for end in [
            ".gz", ".zst", ".jsonl", ".ndjson", ".json", ".preds", ".pred", ".traj", ".csv", ".tsv", ".parquet",
            ".run", ".trec", ".txt",
        ] {
            out = out.strip_suffix(end).unwrap_or(out);
        }
        out.to_owned()
    }

    /// Case id of a file about one case: the first of its stem and its folders' names, from the inside out,
    /// that looks like `OWNER__NAME-NUMBER`; else the stem.
    pub fn instance(&self) -> String {
        let stem = self.stem();
        let folders = self.path.ancestors().skip(1).take(3);
        let names = folders.filter_map(|p| p.file_name().and_then(|n| n.to_str()).map(str::to_owned));
        std::iter::once(stem.clone())
            .chain(names)
            .find_map(|n| instance_in(&n))
            .unwrap_or(stem)
    }

    /// Name of the run that the file holds: the person's, else one made of the stem; of a file named by the step that
    /// wrote it, one made of its folder, so that all files of one run come together.
    pub fn run(&self) -> String {
        let stem = self.stem();
        match &self.wishes.run {
            Some(run) => run.clone(),
            None if PLAIN.contains(&stem.as_str()) => self.run_of_folder(&stem),
            None if RANKED.contains(&stem.as_str()) => {
                let folder = self.run_of_folder("");
                run_name(&format!("{folder}.{stem}"))
            }
            None => run_name(&stem),
        }
    }

    /// As [`Input::run`] for a file whose rows say in which input mode they are: named by its stem whatever that is, as
    /// it holds the runs of one system and no step of one.
    pub fn run_of_modes(&self) -> String {
        let own = || run_name(&self.stem());
        self.wishes.run.clone().unwrap_or_else(own)
    }

    /// Name of the run of a file about one case: the person's, else the nearest folder that is not named by
    /// the case, else `fallback`.
    pub fn run_of_folder(&self, fallback: &str) -> String {
        if let Some(run) = &self.wishes.run {
            return run.clone();
        }
        let full = std::fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        let case = self.instance();
        full.ancestors()
            .skip(1)
            .filter_map(|p| p.file_name().and_then(|n| n.to_str()))
            .find(|n| *n != case && !matches!(*n, "trajs" | "trajectories" | "events" | "output" | "agent"))
            .map_or_else(|| fallback.to_owned(), run_name)
    }
}

/// `OWNER__NAME-NUMBER` at the end of a file or folder name, after an optional `HASH__` or `PREFIX.` before it.
fn instance_in(name: &str) -> Option<String> {
    let (_, number) = name.rsplit_once('-')?;
    let like = name.contains("__") && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    if !like {
        return None;
    }
    let own = name
        .rsplit_once('.')
        .filter(|(lead, tail)| !lead.contains("__") && tail.contains("__"));
    Some(own.map_or(name, |(_, tail)| tail).to_owned())
}

/// A folder name for a run.
pub fn run_name(raw: &str) -> String {
    let ok = |c: char| c.is_alphanumeric() || "._-+".contains(c);
    let out: String = raw.chars().map(|c| if ok(c) { c } else { '-' }).collect();
    let out = out.trim_matches(['.', '-']).to_owned();
    if out.is_empty() { "run".to_owned() } else { out }
}
