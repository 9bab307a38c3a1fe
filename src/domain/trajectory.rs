//! What an agent did on the way to its answer, as one stream of events whatever system wrote it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A line of `runs/RUN/events.jsonl`: the events of one case.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Trajectory {
    /// Version of the record.
    pub v: u32,
    /// Case it is about.
    pub case: String,
    /// System that wrote it, by its usual name.
    pub system: String,
    /// Number of turns of the agent.
    pub turns: u32,
    /// Whether the model was sent pixels; `None` when the format does not tell.
    #[serde(default)]
    pub pixels: Option<bool>,
    /// Number of images sent, each time counted.
    #[serde(default)]
    pub images: u32,
    /// Steps before which the history was condensed: what came before may be forgotten.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub condensed: Vec<u32>,
    /// Steps that looked up the fix itself (pull request, `.diff`, `.patch`, commit of the fix).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub own_fix: Vec<u32>,
    /// How the run ended, as the harness wrote it.
    #[serde(default)]
    pub exit_status: Option<String>,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// File, line and bytes it was read from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Value>,
    /// What actions printed. Never kept: only there when the original is looked at again.
    #[serde(skip)]
    pub printed: Vec<Printed>,
}

/// What one action printed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Printed {
    /// Turn of the action.
    pub step: u32,
    /// Place of its first event within the turn.
    pub sub: u32,
    /// The text.
    pub text: String,
}

/// One thing an agent did.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Event {
    /// Turn of the agent, from 1; calls of one turn share it.
    pub step: u32,
    /// Place within the turn, from 0.
    #[serde(default)]
    pub sub: u32,
    /// What it did.
    pub kind: Kind,
    /// File or folder it was about, relative to the repository where that could be told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Lines, first and last, from 1; `None` for all or unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<(u32, u32)>,
    /// What was searched for; of a view: it showed only the lines that match this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub query: Option<String>,
    /// Where it was searched: folder, file or pattern; of a view: the class or function that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<String>,
    /// Whether it worked; `None` when that is not known. What failed showed nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ok: Option<bool>,
    /// How it is known.
    #[serde(default)]
    pub evidence: Evidence,
    /// The action as written, at most 500 characters.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub raw: String,
}

/// What an agent can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A file's content was printed.
    View,
    /// Something was searched for.
    Search,
    /// Names of files were listed.
    List,
    /// A file was changed.
    Edit,
    /// Another program ran.
    #[default]
    Run,
    /// Something was fetched from the network.
    Web,
    /// Thought, plan or talk.
    Think,
    /// The answer was given.
    Answer,
}

/// How an event is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Evidence {
    /// A tool call says so.
    #[default]
    Explicit,
    /// The state that the harness recorded says so (an open file).
    State,
    /// Read out of a shell command.
    Shell,
    /// The path stood in what the action printed: mentioned, not opened.
    OutputMention,
}
