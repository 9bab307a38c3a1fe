//! How a run ended and what it answered, as suspects: a JSON answer in the last text, else the files of the patch.

use serde_json::Value;

use crate::base::error::Result;
use crate::domain::run::{RunInfo, Status, Suspects};
use crate::domain::trajectory::Trajectory;
use crate::read::input::Input;
use crate::read::preds::patch;
use crate::read::reader::{Item, Sink, hand_on};
use crate::read::runs::mm_issueloc::parse_answer;

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
    /// Takes one text that is a patch or an answer. A patch may hold JSON in its lines.
    pub(super) fn submitted(&mut self, text: String) {
        let start = text.trim_start();
        let bare = start.starts_with("diff --git ") || start.starts_with("--- ");
        let patch = !patch::files(&text).0.is_empty() && (bare || !answers(&text));
        if patch || start.is_empty() {
            self.patch = Some(text);
        } else {
            self.text = Some(text);
        }
    }

    pub(super) fn suspects(mut self, case: &str, source: Option<Value>) -> Suspects {
        let blank = |t: &Option<String>| t.as_deref().is_none_or(|t| t.trim().is_empty());
        let told = self.text.as_deref().map(parse_answer);
        let told = told.filter(|(status, ..)| matches!(status, Status::Ok | Status::Empty | Status::Truncated));
        let cut = matches!(told, Some((Status::Truncated, ..)));
        let answered = told.is_some();
        let (found, how) = match told {
            Some((_, sample, how)) => (sample, how),
            None => patch::files(self.patch.as_deref().unwrap_or("")),
        };
        self.mended.extend(how);
        let bad = self.exit.as_deref().and_then(verdict);
        let status = match bad {
            Some(bad) => bad,
            None if !self.finished => Status::NoSubmission,
            None if cut => Status::Truncated,
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

/// Whether a text holds an answer, be it one that names nothing.
pub(super) fn answers(text: &str) -> bool {
    matches!(parse_answer(text).0, Status::Ok | Status::Empty | Status::Truncated)
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
            hand_on(sink, self.run.clone(), suspects, (path, line))?;
        }
        Ok(())
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
    fn a_patch_of_json_is_no_answer() {
        let patch = "diff --git a/p.json b/p.json\n--- a/p.json\n+++ b/p.json\n@@ -1 +1 @@\n-{\"files\": [\"a\"]}\n+{\"files\": [\"b\"]}\n";
        let mut end = Ending {
            finished: true,
            ..Ending::default()
        };
        end.submitted(patch.to_owned());
        let got = end.suspects("c", None);
        assert_eq!((got.files.len(), got.files[0].raw.as_str()), (1, "p.json"));
    }
}
