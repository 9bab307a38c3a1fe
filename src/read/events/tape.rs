//! Writes a trajectory: turns, what was done in them, how it went, and what the output mentioned.

use serde_json::Value;

use crate::domain::trajectory::{Event, Evidence, Kind, Printed, Trajectory};
use crate::read::input::Input;

use super::mentions;
use super::own_fix::OwnFix;
use super::place::{Roots, join};
use super::shell::{self, Deed, Script};

/// Most events of one trajectory.
const MOST: usize = 200_000;
/// Most characters of an action that are kept.
const RAW: usize = 500;

/// A trajectory that is being written.
#[derive(Debug)]
pub(super) struct Tape {
    out: Trajectory,
    step: u32,
    sub: u32,
    /// Root of the checkout.
    pub(super) roots: Roots,
    /// Working directory of a shell that lasts.
    pub(super) cwd: String,
    own: OwnFix,
    /// For each event: the path as written, whether it hangs on the one before, its simple command.
    marks: Vec<(String, bool, u32)>,
    /// What was printed is wanted.
    keep: bool,
}

/// One action: its events on the tape.
#[derive(Debug, Clone, Default)]
pub(super) struct Act {
    from: usize,
    to: usize,
    cwd: String,
    shell: bool,
}

impl Tape {
    pub(super) fn new(system: &str, case: &str) -> Self {
        Self {
            out: Trajectory {
                v: 1,
                case: case.to_owned(),
                system: system.to_owned(),
                ..Trajectory::default()
            },
            step: 0,
            sub: 0,
            roots: Roots::default(),
            cwd: String::new(),
            own: OwnFix::of(case),
            marks: Vec::new(),
            keep: false,
        }
    }

    /// Keeps what is printed when `input` asks for it.
    #[must_use]
    pub(super) fn of(mut self, input: &Input) -> Self {
        self.keep = input.keeps_printed();
        self
    }

    /// Names the folder of the checkout, where the shell begins.
    pub(super) fn root(&mut self, folder: &str) {
        self.roots.add(folder);
        if self.cwd.is_empty() {
            self.cwd = self.roots.first().to_owned();
        }
    }

    /// Begins the next turn of the agent.
    pub(super) fn turn(&mut self) {
        self.step = self.step.saturating_add(1);
        self.sub = 0;
    }

    /// A command of the shell. Without `cwd` the shell lasts and remembers where it is.
    pub(super) fn shell(&mut self, command: &str, cwd: Option<&str>) -> Act {
        let lasting = cwd.is_none();
        let script = shell::read(command, cwd.unwrap_or(&self.cwd));
        if lasting {
            self.cwd.clone_from(&script.cwd);
        }
        self.script(script, command)
    }

    /// A command given as its words.
    pub(super) fn shell_words(&mut self, words: &[&str], cwd: Option<&str>) -> Act {
        let script = shell::read_words(words, cwd.unwrap_or(&self.cwd));
        let raw: Vec<String> = words.iter().map(|w| cut(w)).collect();
        let asked = words.last().copied().unwrap_or("");
        let look = self.looks_up(&script.deeds, asked);
        let act = self.script(script, &raw.join(" "));
        self.own_fix(look);
        act
    }

    fn script(&mut self, script: Script, command: &str) -> Act {
        let look = self.looks_up(&script.deeds, command);
        let raw = cut(command);
        let from = self.out.events.len();
        for deed in script.deeds {
            self.push(deed, Evidence::Shell, &raw);
        }
        self.own_fix(look);
        Act {
            from,
            to: self.out.events.len(),
            cwd: script.cwd,
            shell: true,
        }
    }

    /// One deed that a tool call names.
    pub(super) fn deed(&mut self, deed: Deed, evidence: Evidence, raw: &str) -> Act {
        let from = self.out.events.len();
        let look = self.looks_up(std::slice::from_ref(&deed), deed.query.as_deref().unwrap_or(""));
        let deed = Deed {
            path: deed.path.map(|p| join(&self.cwd, &p)),
            ..deed
        };
        self.push(deed, evidence, &cut(raw));
        self.own_fix(look);
        Act {
            from,
            to: self.out.events.len(),
            cwd: self.cwd.clone(),
            shell: false,
        }
    }

    /// A deed without path: a thought, an answer.
    pub(super) fn say(&mut self, kind: Kind, raw: &str) -> Act {
        let deed = Deed {
            kind,
            ..Deed::default()
        };
        self.deed(deed, Evidence::Explicit, raw)
    }

    /// `later` belongs to the same action as `first`.
    pub(super) fn joined(first: &Act, later: &Act) -> Act {
        Act {
            from: first.from,
            to: later.to.max(first.to),
            cwd: later.cwd.clone(),
            shell: first.shell || later.shell,
        }
    }

    fn looks_up(&self, deeds: &[Deed], text: &str) -> bool {
        deeds.iter().any(|d| matches!(d.kind, Kind::Web | Kind::Run)) && self.own.in_text(text)
    }

    fn own_fix(&mut self, look: bool) {
        if look && self.out.own_fix.last() != Some(&self.step) {
            self.out.own_fix.push(self.step);
        }
    }

    fn push(&mut self, deed: Deed, evidence: Evidence, raw: &str) {
        if self.out.events.len() >= MOST {
            return;
        }
        let strip = |p: String| self.roots.strip(&p);
        let scope = deed
            .scope
            .map(|s| s.split(' ').map(|p| self.roots.strip(p)).collect::<Vec<_>>().join(" "));
        self.out.events.push(Event {
            step: self.step.max(1),
            sub: self.sub,
            kind: deed.kind,
            path: deed.path.map(strip),
            range: deed.range,
            query: deed.query.map(|q| cut(&q)),
            scope: scope.map(|s| cut(&s)),
            ok: None,
            evidence,
            raw: raw.to_owned(),
        });
        self.marks.push((deed.word, deed.chained, deed.command));
        self.sub = self.sub.saturating_add(1);
    }

    /// How `act` went and what it printed. `ok` is what the harness says, for a shell the exit code.
    pub(super) fn outcome(&mut self, act: &Act, ok: Option<bool>, output: &str) {
        if act.to <= act.from {
            return;
        }
        if let (true, Some(first)) = (self.keep, self.out.events.get(act.from)) {
            self.out.printed.push(Printed {
                step: first.step,
                sub: first.sub,
                text: output.to_owned(),
            });
        }
        if act.shell {
            self.exit(act, ok, output);
        } else {
            let ok = if mentions::failed(output) {
                Some(false)
            } else {
                ok.or(Some(true))
            };
            for event in self.out.events.get_mut(act.from..act.to).unwrap_or_default() {
                event.ok = ok;
            }
        }
        self.listed_folder(act, output);
        self.mention(act, output);
    }

    /// Tells which of the commands of one script failed: the one that a message names, else the last.
    fn exit(&mut self, act: &Act, ok: Option<bool>, output: &str) {
        let start = output.get(..output.floor_char_boundary(400)).unwrap_or("");
        let broken = ok == Some(false)
            && (start.contains("syntax error near")
                || start.contains("unexpected EOF while looking")
                || start.trim().is_empty());
        let messages: Vec<&str> = output
            .lines()
            .take(2_000)
            .filter(|l| mentions::refused(l))
            .take(20)
            .collect();
        let marks = self.marks.get(act.from..act.to).unwrap_or_default();
        let last = marks.last().map_or(0, |m| m.2);
        let named = |word: &str| messages.iter().any(|m| mentions::names(m, word));
        let any_named = marks.iter().any(|m| named(&m.0));
        let mut before = false;
        let mut now = 0;
        for (event, (word, chained, command)) in self
            .out
            .events
            .get_mut(act.from..act.to)
            .unwrap_or_default()
            .iter_mut()
            .zip(marks)
        {
            let fresh = now != *command;
            now = *command;
            let follows = before && if fresh { *chained } else { word.is_empty() };
            let bad = broken || named(word) || follows || (ok == Some(false) && !any_named && *command == last);
            event.ok = if bad { Some(false) } else { ok.map(|_| true) };
            before = bad;
        }
    }

    /// An editor that is asked to view a folder lists it.
    fn listed_folder(&mut self, act: &Act, output: &str) {
        if output.starts_with("Here's the files and directories") {
            for event in self.out.events.get_mut(act.from..act.to).unwrap_or_default() {
                if event.kind == Kind::View {
                    event.kind = Kind::List;
                }
            }
        }
    }

    fn mention(&mut self, act: &Act, output: &str) {
        let own = self.out.events.get(act.from..act.to).unwrap_or_default();
        let Some(first) = own.first() else { return };
        let (step, sub) = (first.step, first.sub);
        let kind = own
            .iter()
            .map(|e| e.kind)
            .find(|k| *k != Kind::View)
            .unwrap_or(Kind::View);
        let kind = match kind {
            Kind::Search | Kind::List | Kind::Run | Kind::Web => kind,
            _ => Kind::Run,
        };
        let listing = own.iter().all(|e| e.kind == Kind::List);
        let only = if own.len() == 1 && listing {
            first.path.as_deref()
        } else {
            None
        };
        let folder = only.map(|p| join(self.roots.first(), p));
        let at = mentions::Printed {
            cwd: &act.cwd,
            listing,
            folder: folder.as_deref(),
            roots: &self.roots,
        };
        let named = |path: &str| own.iter().any(|e| e.path.as_deref() == Some(path));
        for path in mentions::paths(output, &at, &named) {
            if self.out.events.len() >= MOST {
                return;
            }
            self.out.events.push(Event {
                step,
                sub,
                kind,
                path: Some(path),
                evidence: Evidence::OutputMention,
                ..Event::default()
            });
            self.marks.push((String::new(), false, 0));
        }
    }

    /// Gives the views of `act` the lines that the output is numbered with.
    pub(super) fn window(&mut self, act: &Act, output: &str) {
        let range = mentions::window(output);
        for event in self.out.events.get_mut(act.from..act.to).unwrap_or_default() {
            if event.kind == Kind::View && event.ok != Some(false) && event.range.is_none() {
                event.range = range;
            }
        }
    }

    /// What was said in `act` was the answer.
    pub(super) fn answered(&mut self, act: &Act) {
        for event in self.out.events.get_mut(act.from..act.to).unwrap_or_default() {
            event.kind = Kind::Answer;
        }
    }

    /// So many images were sent to the model.
    pub(super) fn images(&mut self, n: u32) {
        self.out.images = self.out.images.saturating_add(n);
    }

    /// The data would show images if there were any.
    pub(super) fn tells_images(&mut self) {
        self.out.pixels.get_or_insert(false);
    }

    /// The history was condensed here.
    pub(super) fn condensed(&mut self) {
        let next = self.step.saturating_add(1);
        if self.out.condensed.last() != Some(&next) {
            self.out.condensed.push(next);
        }
    }

    pub(super) fn finish(mut self, exit_status: Option<String>, source: Option<Value>) -> Trajectory {
        self.out.turns = self.step;
        if self.out.images > 0 {
            self.out.pixels = Some(true);
        }
        // Outputs may come after the next call of the same turn.
        self.out.events.sort_by_key(|e| (e.step, e.sub));
        self.out.printed.sort_by_key(|p| (p.step, p.sub));
        self.out.exit_status = exit_status;
        self.out.source = source;
        self.out
    }
}

/// The start of a text, at most 500 characters.
pub(super) fn cut(raw: &str) -> String {
    match raw.char_indices().nth(RAW) {
        Some((at, _)) => raw.get(..at).unwrap_or("").to_owned(),
        None => raw.to_owned(),
    }
}
