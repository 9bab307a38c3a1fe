//! SWE-agent: `<id>.traj` of version 0 (the state is JSON in a text) and 1 (an object), and what follows it
//! (`CodeR`). A turn is an entry of `trajectory`.

use serde_json::Value;

use crate::base::error::{Problem, Result};
use crate::domain::trajectory::{Evidence, Kind};
use crate::read::input::Input;
use crate::read::reader::{Head, Reader, Sink};

use super::answer::{Ending, Teller};
use super::json::{images, opened, text};
use super::shell::{self, Deed};
use super::tape::{Act, Tape};

/// Reads one `.traj` file.
#[derive(Debug)]
pub struct SweAgent;

impl Reader for SweAgent {
    fn name(&self) -> &'static str {
        "swe-agent"
    }

    fn about(&self) -> &'static str {
        "SWE-agent trajectories (.traj): events, and the files of the submitted patch"
    }

    fn knows(&self, head: &Head<'_>) -> bool {
        head.document_has(&["trajectory", "info"])
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        let run = input.document()?;
        let Some(steps) = run.get("trajectory").and_then(Value::as_array) else {
            return Err(Problem::input("expected a list of steps")
                .in_file(input.path())
                .at_field("trajectory"));
        };
        let case = input.instance();
        let mut tape = Tape::new("SWE-agent", &case).of(input);
        if let Some(history) = run.get("history").and_then(Value::as_array) {
            tape.tells_images();
            tape.images(history.iter().map(|m| images(m.get("content"))).sum());
        }
        for entry in steps {
            step(&mut tape, entry);
        }
        let info = run.get("info");
        let of = |key: &str| info.and_then(|i| i.get(key)).and_then(Value::as_str).map(str::to_owned);
        let mut end = Ending {
            exit: of("exit_status"),
            ..Ending::default()
        };
        if let Some(submission) = of("submission") {
            end.finished = true;
            end.submitted(submission);
        }
        let source = Some(serde_json::json!({"file": input.name(), "line": 1}));
        let mut teller = Teller::new(input, input.run_of_folder("swe-agent"), "SWE-agent");
        if let Some(model) = model(&run) {
            teller.info.model = model;
        }
        let trajectory = tape.finish(end.exit.clone(), source.clone());
        teller.tell(sink, 1, Some(trajectory), Some(end.suspects(&case, source)))
    }
}

fn model(run: &Value) -> Option<String> {
    let config = opened(run.get("replay_config"))?;
    let places = [
        "/agent/model/name",
        "/agent/model/model_name",
        "/config/agent/model/name",
    ];
    places
        .iter()
        .find_map(|p| config.pointer(p)?.as_str())
        .map(str::to_owned)
}

/// What the harness recorded beside a step.
struct State {
    open: Option<String>,
}

fn step(tape: &mut Tape, entry: &Value) {
    tape.turn();
    let state = opened(entry.get("state"));
    let of = |key: &str| {
        state
            .as_ref()
            .and_then(|s| text(s, &[key]))
            .filter(|p| !p.is_empty() && *p != "n/a")
    };
    if let Some(folder) = of("working_dir") {
        tape.root(if tape.roots.first().is_empty() { folder } else { "" });
        folder.clone_into(&mut tape.cwd);
    }
    let state = State {
        open: of("open_file").map(str::to_owned),
    };
    let action = entry.get("action").and_then(Value::as_str).unwrap_or("");
    let output = entry.get("observation").and_then(Value::as_str).unwrap_or("");
    tape.images(images(entry.get("observation")));
    if action.trim().is_empty() {
        tape.say(Kind::Think, text(entry, &["thought", "response"]).unwrap_or(""));
        return;
    }
    let act = act(tape, action, &state);
    tape.outcome(&act, None, output);
    tape.window(&act, output);
}

fn act(tape: &mut Tape, action: &str, state: &State) -> Act {
    let first = action.lines().find(|l| !l.trim().is_empty()).unwrap_or("");
    let words = shell::words(first);
    let word = |n: usize| words.get(n).cloned();
    let deed = |kind: Kind| Deed {
        kind,
        ..Deed::default()
    };
    let open = || state.open.clone();
    match words.first().map_or("", String::as_str) {
        "open" | "view_image" if words.len() > 1 => {
            let deed = Deed {
                path: word(1),
                ..deed(Kind::View)
            };
            tape.deed(deed, Evidence::Explicit, action)
        }
        "open" | "goto" | "scroll_up" | "scroll_down" => {
            let deed = Deed {
                path: open(),
                ..deed(Kind::View)
            };
            tape.deed(deed, Evidence::State, action)
        }
        "create" => {
            let deed = Deed {
                path: word(1),
                ..deed(Kind::Edit)
            };
            tape.deed(deed, Evidence::Explicit, action)
        }
        "edit" | "insert" => edited(tape, action, words.get(1), open()),
        "search_file" => {
            let place = word(2).or_else(open);
            let deed = Deed {
                query: word(1),
                path: place.clone(),
                scope: place,
                ..deed(Kind::Search)
            };
            tape.deed(deed, Evidence::Explicit, action)
        }
        "search_dir" => {
            let place = word(2).unwrap_or_else(|| ".".to_owned());
            let deed = Deed {
                query: word(1),
                path: Some(place.clone()),
                scope: Some(place),
                ..deed(Kind::Search)
            };
            tape.deed(deed, Evidence::Explicit, action)
        }
        "find_file" => {
            let deed = Deed {
                query: word(1),
                path: word(2).or_else(|| Some(".".to_owned())),
                ..deed(Kind::List)
            };
            tape.deed(deed, Evidence::Explicit, action)
        }
        "submit" => tape.say(Kind::Answer, action),
        "plan" | "succeed" | "think" => tape.say(Kind::Think, action),
        _ => tape.shell(action, None),
    }
}

/// An edit of the open file prints the lines around it.
fn edited(tape: &mut Tape, action: &str, lines: Option<&String>, open: Option<String>) -> Act {
    let range = lines.and_then(|l| l.split_once(':'));
    let range = range.and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    let deed = Deed {
        kind: Kind::Edit,
        path: open.clone(),
        range: range.filter(|(a, b)| a <= b),
        ..Deed::default()
    };
    let first = tape.deed(deed, Evidence::State, action);
    let shown = Deed {
        kind: Kind::View,
        path: open,
        ..Deed::default()
    };
    let second = tape.deed(shown, Evidence::State, action);
    Tape::joined(&first, &second)
}
