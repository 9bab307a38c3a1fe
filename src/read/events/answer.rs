//! How a run ended and what it answered, as suspects: a JSON answer in the last text, else the files of the patch.

use serde_json::Value;

use crate::base::error::Result;
use crate::domain::run::{RunInfo, Sample, Status, Suspects};
use crate::domain::trajectory::Trajectory;
use crate::read::dataset::swe_bench::files_of;
use crate::read::input::Input;
use crate::read::reader::{Item, Sink};

/// The end of a run.
#[derive(Debug, Default)]
pub(super) struct Ending {
    pub(super) patch: Option<String>,
    /// Last text of the agent.
    pub(super) text: Option<String>,
    /// As the harness wrote it.
    pub(super) exit: Option<String>,
    /// The agent handed something in.
    pub(super) finished: bool,
    pub(super) mended: Vec<String>,
}

impl Ending {
    /// Takes one text that is a patch or an answer.
    pub(super) fn submitted(&mut self, text: String) {
        if answer_of(&text).is_none() && (text.trim().is_empty() || !files_of(Some(&text)).is_empty()) {
            self.patch = Some(text);
        } else {
            self.text = Some(text);
        }
    }

    pub(super) fn suspects(self, case: &str, source: Option<Value>) -> Suspects {
        let told = self.text.as_deref().and_then(answer_of);
        let blank = |t: &Option<String>| t.as_deref().is_none_or(|t| t.trim().is_empty());
        let mut found = Sample::default();
        let answered = told.is_some();
        match told {
            Some(sample) => found = sample,
            None => {
                for path in files_of(self.patch.as_deref()) {
                    found.add_file(path.as_str(), None);
                }
            }
        }
        let bad = self.exit.as_deref().and_then(verdict);
        let status = match bad {
            Some(bad) => bad,
            None if !self.finished => Status::NoSubmission,
            None if !found.is_empty() => Status::Ok,
            None if answered => Status::Empty,
            None if !blank(&self.patch) => Status::InvalidJson,
            None if self.patch.is_none() && !blank(&self.text) => Status::InvalidJson,
            None => Status::Empty,
        };
        Suspects {
            status,
            files: found.files,
            functions: found.functions,
            raw_text: self.text,
            patch: self.patch,
            exit_status: self.exit,
            mended: self.mended,
            source,
            ..Suspects::missing(case)
        }
    }
}

/// What an exit status says against an answer; `None` when it speaks of one, or of nothing.
pub(super) fn verdict(exit: &str) -> Option<Status> {
    let exit = exit.trim().to_lowercase();
    let has = |words: &[&str]| words.iter().any(|w| exit.contains(w));
    if exit.is_empty() || exit.starts_with("submit") || exit.starts_with("finish") || exit.starts_with("complete") {
        return None;
    }
    let late = exit.contains("time") && !exit.contains("runtime");
    if late
        || has(&[
            "limit",
            "cost",
            "context",
            "exceed",
            "maximum",
            "max_",
            "iteration",
            "budget",
            "format",
            "forfeit",
            "stuck",
        ])
    {
        return Some(Status::NoSubmission);
    }
    if has(&[
        "error",
        "exception",
        "crash",
        "fail",
        "abort",
        "api",
        "environment",
        "killed",
        "interrupt",
        "exit",
    ]) {
        return Some(Status::Crashed);
    }
    None
}

/// The last JSON object in a text that has a key of an answer.
pub(super) fn answer_of(text: &str) -> Option<Sample> {
    const FILES: [&str; 5] = ["file_level", "file level", "filelevel", "files", "found_files"];
    const FUNCTIONS: [&str; 5] = [
        "function_level",
        "function level",
        "functionlevel",
        "functions",
        "found_entities",
    ];
    let text = text.get(text.floor_char_boundary(text.len().saturating_sub(1 << 18))..)?;
    for (at, _) in text.rmatch_indices('{').take(64) {
        let mut values = serde_json::Deserializer::from_str(text.get(at..)?).into_iter::<Value>();
        let Some(Ok(Value::Object(object))) = values.next() else {
            continue;
        };
        let list = |keys: &[&str]| keys.iter().find_map(|k| object.get(*k)).map(texts);
        let (files, functions) = (list(&FILES), list(&FUNCTIONS));
        if files.is_none() && functions.is_none() {
            continue;
        }
        let mut out = Sample::default();
        for file in files.unwrap_or_default() {
            out.add_file(&file, None);
        }
        for function in functions.unwrap_or_default() {
            out.add_function(&function, None);
        }
        return Some(out);
    }
    None
}

fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::String(one) => vec![one.clone()],
        Value::Array(many) => many.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

/// Hands one run of an agent to the sink; the run itself before its first case.
pub(super) struct Teller<'a> {
    pub(super) input: &'a Input,
    pub(super) run: String,
    pub(super) info: RunInfo,
    pub(super) told: bool,
}

impl<'a> Teller<'a> {
    pub(super) fn new(input: &'a Input, run: String, system: &str) -> Self {
        let info = RunInfo {
            system: system.to_owned(),
            imported_from: input.name(),
            ..RunInfo::default()
        };
        Self {
            input,
            run,
            info,
            told: false,
        }
    }

    pub(super) fn tell(
        &mut self,
        sink: &mut dyn Sink,
        line: usize,
        trajectory: Option<Trajectory>,
        suspects: Option<Suspects>,
    ) -> Result<()> {
        let path = self.input.path();
        if !self.told {
            self.told = true;
            let run = self.run.clone();
            sink.take(
                Item::Run {
                    run,
                    info: self.info.clone(),
                },
                path,
                line,
            )?;
        }
        if let Some(trajectory) = trajectory {
            let item = Item::Trajectory {
                run: self.run.clone(),
                trajectory: Box::new(trajectory),
            };
            sink.take(item, path, line)?;
        }
        if let Some(suspects) = suspects {
            for how in &suspects.mended {
                sink.mended(how, path, line);
            }
            let item = Item::Suspects {
                run: self.run.clone(),
                suspects: Box::new(suspects),
            };
            sink.take(item, path, line)?;
        }
        Ok(())
    }
}

/// Name of the run of a file with many cases: of the folder when the file has a name that says nothing.
pub(super) fn run_of(input: &Input, system: &str) -> String {
    let stem = input.stem();
    let plain = [
        "output",
        "outputs",
        "results",
        "trajectories",
        "trajectory",
        "events",
        "loc_trajs",
        "predictions",
        "all",
    ];
    if plain.contains(&stem.as_str()) {
        input.run_of_folder(system)
    } else {
        input.run()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(exit: Option<&str>, finished: bool, patch: Option<&str>, text: Option<&str>) -> Status {
        let own = |t: Option<&str>| t.map(str::to_owned);
        let ending = Ending {
            patch: own(patch),
            text: own(text),
            exit: own(exit),
            finished,
            mended: Vec::new(),
        };
        ending.suspects("c", None).status
    }

    #[test]
    fn states() {
        let patch = Some("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n");
        assert_eq!(status(Some("submitted"), true, patch, None), Status::Ok);
        assert_eq!(status(Some("submitted (exit_cost)"), true, patch, None), Status::Ok);
        assert_eq!(status(Some("Submitted"), true, Some(""), None), Status::Empty);
        assert_eq!(
            status(Some("submitted"), true, None, Some("{\"files\":[]}")),
            Status::Empty
        );
        assert_eq!(
            status(Some("submitted"), true, None, Some("{\"files\":[\"a\"]}")),
            Status::Ok
        );
        assert_eq!(status(None, true, None, Some("it is done")), Status::InvalidJson);
        assert_eq!(status(None, false, patch, None), Status::NoSubmission);
        for exit in [
            "LimitsExceeded",
            "exit_cost",
            "exit_context",
            "TimeExceeded",
            "exit_total_execution_time",
        ] {
            assert_eq!(status(Some(exit), false, None, None), Status::NoSubmission, "{exit}");
        }
        for exit in [
            "exit_error",
            "exit_api",
            "exit_environment_error",
            "RuntimeError",
            "KeyboardInterrupt",
        ] {
            assert_eq!(status(Some(exit), false, None, None), Status::Crashed, "{exit}");
        }
    }

    #[test]
    fn the_last_object_with_a_known_key_counts() {
        let got = answer_of(
            "{\"files\":[\"a\"]} then {\"file_level\":[\"b.py\"],\"function_level\":[\"b.py:f\"]} {\"x\":{}}",
        );
        let got = got.unwrap();
        assert_eq!(
            (got.files[0].raw.as_str(), got.functions[0].raw.as_str()),
            ("b.py", "b.py:f")
        );
        assert!(answer_of(&"{".repeat(1_000_000)).is_none());
        assert!(answer_of("é{").is_none());
    }
}
