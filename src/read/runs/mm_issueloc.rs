//! Answers of localising agents as MM-IssueLoc's prompts ask for them, and `CodeScout`'s: rows with lists, rows with
//! the raw reply, one file per case, or a map from case to answer.

mod answer;
mod entries;
#[cfg(test)]
mod tests;

use serde_json::{Map, Value};

use crate::base::error::{Problem, Result};
use crate::domain::run::{Status, Suspects};
use crate::read::input::{Form, Head, Input, Record};
use crate::read::mend::plain;
use crate::read::reader::{Reader, Sink, each};

pub(in crate::read) use self::answer::KNOWN;
use self::answer::is_answer;
pub use self::answer::{of_value, parse_answer};
use super::row::{self, Runs, field, text};

/// Fields that hold the reply of a model, the surest first.
const REPLY: [&str; 11] = [
    "finalanswer",
    "submission",
    "answer",
    "prediction",
    "response",
    "rawoutput",
    "output",
    "message",
    "rawtext",
    "completion",
    "result",
];

/// More of them, too common to be one in any row: where a row names case and mode, as the export of modes does.
const MODE_REPLY: [&str; 5] = ["reply", "modeloutput", "raw", "text", "content"];

/// Fields of other formats: a row with one of them is no answer.
const FOREIGN: [&str; 21] = [
    "problem_statement",
    "patch",
    "model_patch",
    "base_commit",
    "trajectory",
    "history",
    "messages",
    "trajs",
    "exhibit",
    "image_url",
    "image_id",
    "hits",
    "docs",
    "file_changes",
    "found_related_locs",
    "found_edit_locs",
    "found_locs",
    "found_modules",
    "node_info",
    "file_traj",
    "conclusion",
];

/// Reads `{"file_level": […], "function_level": […]}` in all its spellings.
#[derive(Debug)]
pub struct MmIssueLoc;

impl Reader for MmIssueLoc {
    fn name(&self) -> &'static str {
        "mm-issueloc"
    }

    fn about(&self) -> &'static str {
        "answers of agents: {file_level, function_level}, two lists, or the reply as text; MM-IssueLoc and CodeScout"
    }

    fn knows(&self, head: &Head<'_>) -> bool {
        let foreign = |v: &Value| FOREIGN.iter().any(|f| v.get(f).is_some());
        match (&head.record, head.form) {
            // A list of paths is an answer only in a file that is about a case.
            (Some(Value::String(s)), Form::List) => like_path(s) && Input::new(head.path).instance().contains("__"),
            (Some(v @ Value::Object(o)), _) => {
                answered(v)
                    || !foreign(v)
                        && ((is_lists(v) && (head.form == Form::Map || is_sure(o)))
                            || reply_names_files(o)
                            || only_reply(o)
                            || texts_by_case(o))
            }
            (None, Form::Text) => head.form == Form::Text && names_files(&head.text),
            _ => false,
        }
    }

    fn read(&self, input: &Input, sink: &mut dyn Sink) -> Result<()> {
        let head = input.head()?;
        let id = |v: &Value| v.as_object().is_some_and(|o| row::case(o).is_some());
        let rows = match head.form {
            // `{"answer": {…}}` alone looks like a map too.
            Form::Map => !head.document.iter().filter_map(Value::as_object).any(|o| {
                o.keys()
                    .all(|k| REPLY.contains(&plain(k).as_str()) || plain(k) == "arguments")
            }),
            Form::Csv | Form::Parquet => true,
            Form::Document
                if head
                    .record
                    .as_ref()
                    .and_then(Value::as_object)
                    .is_some_and(texts_by_case) =>
            {
                return by_case(input, sink);
            }
            _ => head.record.as_ref().is_some_and(id),
        };
        if !rows {
            return one_file(input, head.form, sink);
        }
        let mut runs = Runs::new(input.run(), "", "").by_mode(input.run_of_modes());
        each(input, sink, &mut |record, sink| {
            let line = record.line;
            let source = record.source(input);
            let (suspects, row) = of_record(record)?;
            let suspects = Suspects {
                source: Some(source),
                ..suspects
            };
            let run = runs.of(&row, (input, line), sink)?;
            row::send(run, suspects, (input, line), sink)
        })
    }
}

fn like_path(text: &str) -> bool {
    text.contains(['.', '/']) && !text.contains(char::is_whitespace) && !text.contains("://") && text.len() < 400
}

/// Whether an object has the lists themselves, in a shape that can be one.
fn is_lists(value: &Value) -> bool {
    let fields = value.as_object().into_iter().flatten();
    let mut known = fields.filter(|(k, _)| KNOWN.contains(&plain(k).as_str()));
    known.next().is_some_and(|(k, v)| match v {
        Value::Array(list) => list.iter().all(|e| e.is_string() || e.is_object()),
        Value::String(s) => like_path(s) || plain(k).ends_with("level"),
        Value::Object(_) | Value::Null => plain(k).ends_with("level"),
        _ => false,
    })
}

/// Whether the lists are those of an answer: `files` alone stands in many other files.
fn is_sure(row: &Map<String, Value>) -> bool {
    let keys: Vec<String> = row.keys().map(|k| plain(k)).collect();
    let has = |name: &str| keys.iter().any(|k| k == name);
    let own = keys.iter().any(|k| k.ends_with("level") || k.starts_with("found"));
    row::case(row).is_some() || own || has("tool") || (has("files") && has("functions")) || has("locations")
}

/// Whether a text speaks of files in the way of an answer.
fn names_files(text: &str) -> bool {
    let keys = [
        "file_level",
        "file level",
        "filelevel",
        "function_level",
        "function level",
        "files\"",
        "files'",
        "functions\"",
        "found_files",
        "locations\"",
    ];
    let has = |t: &str| t.contains('{') && keys.iter().any(|k| t.contains(k));
    let lower = text.to_lowercase();
    has(&lower) || has(&lower.replace('\\', ""))
}

/// The fields of a row that hold the reply, the surest first.
fn replies(row: &Map<String, Value>) -> Vec<&'static str> {
    let modal = field(row, &["instanceid"]).is_some() && field(row, &row::MODE).is_some();
    let more = MODE_REPLY.iter().filter(|_| modal);
    REPLY.iter().chain(more).copied().collect()
}

fn reply_names_files(row: &Map<String, Value>) -> bool {
    replies(row).iter().filter_map(|f| field(row, &[f])).any(|v| match v {
        Value::String(s) => names_files(s),
        v => is_lists(v),
    })
}

/// Whether it is a row as the export of modes makes them, with an answer beside the prompt.
fn answered(row: &Value) -> bool {
    let given = |o: &Map<String, Value>| replies(o).iter().any(|f| field(o, &[f]).is_some());
    row.as_object()
        .is_some_and(|o| ["mode", "prompt", "unseen"].iter().all(|k| o.contains_key(*k)) && (is_lists(row) || given(o)))
}

/// Whether a row has nothing but a case, a reply and what describes the run.
fn only_reply(row: &Map<String, Value>) -> bool {
    let about = [
        "mode",
        "inputmode",
        "model",
        "modelname",
        "modelnameorpath",
        "system",
        "agent",
        "harness",
        "exitstatus",
        "status",
        "run",
        "runid",
        "error",
        "cost",
        "steps",
        "usage",
        "repo",
        "language",
    ];
    let mut reply = false;
    let replies = replies(row);
    row::case(row).is_some()
        && row.keys().map(|k| plain(k)).all(|k| {
            let k = k.as_str();
            reply |= replies.contains(&k);
            replies.contains(&k) || row::IDS.contains(&k) || about.contains(&k)
        })
        && reply
}

/// `{"owner__name-1": "reply", …}`.
fn texts_by_case(o: &Map<String, Value>) -> bool {
    !o.is_empty()
        && o.iter()
            .all(|(k, v)| k.contains("__") && (v.is_string() || v.is_null() || v.is_object()))
        && o.values().any(|v| v.as_str().is_some_and(names_files))
}

/// One file about one case: all of it is the answer.
fn one_file(input: &Input, form: Form, sink: &mut dyn Sink) -> Result<()> {
    if form == Form::Empty {
        return sink.refuse(Problem::input("the file is empty").in_file(input.path()));
    }
    let text = input.text()?;
    let case = input.instance();
    let mut map = Map::new();
    let mut suspects = match serde_json::from_str(&text) {
        Ok(Value::Object(o)) if !is_answer(&Value::Object(o.clone())) => {
            map = o;
            of_row(&case, &map)
        }
        parsed => {
            if let Ok(Value::Object(o)) = parsed {
                map = o;
            }
            let (status, found, mended) = parse_answer(&text);
            Suspects {
                status,
                mended,
                raw_text: Some(text),
                ..Suspects::answer(&case, found)
            }
        }
    };
    exit(&map, &mut suspects);
    suspects.source = Some(serde_json::json!({"file": input.name(), "line": 1}));
    let mut runs = Runs::new(input.run_of_folder("mm-issueloc"), "", "");
    let run = runs.of(&map, (input, 1), sink)?;
    row::send(run, suspects, (input, 1), sink)
}

/// One object from case to reply.
fn by_case(input: &Input, sink: &mut dyn Sink) -> Result<()> {
    let document = input.document()?;
    let mut runs = Runs::new(input.run(), "", "");
    let run = runs.of(&Map::new(), (input, 1), sink)?;
    for (case, reply) in document.as_object().into_iter().flatten() {
        let suspects = Suspects {
            source: Some(serde_json::json!({"file": input.name(), "line": 1, "key": case})),
            ..of_reply(case, Some(reply))
        };
        row::send(run.clone(), suspects, (input, 1), sink)?;
    }
    Ok(())
}

fn of_record(record: Record) -> Result<(Suspects, Map<String, Value>)> {
    let row = match (record.value, &record.key) {
        (Value::Object(row), _) => row,
        (other, Some(case)) => return Ok((of_reply(case, Some(&other)), Map::new())),
        _ => return Err(Problem::input("expected an object with the case and its answer")),
    };
    let case = row::case(&row).or(record.key).ok_or_else(|| {
        Problem::input("no case is named")
            .at_field("instance_id")
            .mend("add instance_id, or write one file per case named by it")
    })?;
    let mut suspects = of_row(&case, &row);
    exit(&row, &mut suspects);
    let replies = replies(&row);
    if suspects.status == Status::NoSubmission
        && suspects.exit_status.is_none()
        && !row.keys().any(|k| replies.contains(&plain(k).as_str()))
    {
        return Err(Problem::input("neither lists of files and functions nor a reply")
            .at_field("file_level")
            .mend("expected file_level and function_level, or the reply of the model in 'response'"));
    }
    Ok((suspects, row))
}

/// The record of a row: its own lists, else the reply in it.
fn of_row(case: &str, row: &Map<String, Value>) -> Suspects {
    let whole = Value::Object(row.clone());
    if is_answer(&whole) {
        let (found, mended) = of_value(&whole).unwrap_or_default();
        return Suspects {
            mended,
            raw_text: text(row, &replies(row)).map(str::to_owned),
            ..Suspects::answer(case, found)
        };
    }
    let mut best = of_reply(case, None);
    for reply in replies(row).iter().filter_map(|f| field(row, &[f])) {
        let got = of_reply(case, Some(reply));
        let better = match (best.status, got.status) {
            (_, Status::Ok) => true,
            (Status::NoSubmission, _) => true,
            (Status::InvalidJson, new) => !matches!(new, Status::NoSubmission | Status::InvalidJson),
            _ => false,
        };
        if better {
            best = got;
        }
        if best.status == Status::Ok {
            break;
        }
    }
    best
}

/// The record of a reply: text, or JSON that was parsed already.
fn of_reply(case: &str, reply: Option<&Value>) -> Suspects {
    let (status, found, mended, raw) = match reply {
        None | Some(Value::Null) => (Status::NoSubmission, None, Vec::new(), None),
        Some(Value::String(text)) => {
            let (status, found, mended) = parse_answer(text);
            (status, Some(found), mended, Some(text.clone()))
        }
        Some(value) => match of_value(value) {
            Some((found, mended)) if found.is_empty() => (Status::Empty, None, mended, None),
            Some((found, mended)) => (Status::Ok, Some(found), mended, None),
            None => (Status::InvalidJson, None, Vec::new(), Some(value.to_string())),
        },
    };
    Suspects {
        status,
        mended,
        raw_text: raw,
        ..Suspects::answer(case, found.unwrap_or_default())
    }
}

/// Takes the exit status over; a run that ended by it without an answer did not submit an empty one.
fn exit(row: &Map<String, Value>, suspects: &mut Suspects) {
    let Some(raw) = text(row, &["exitstatus"]) else { return };
    suspects.exit_status = Some(raw.to_owned());
    let plain = plain(raw);
    let normal = ["submitted", "finished", "completed", "success", "done", "stop", "ok"];
    let ended = normal.iter().any(|n| plain.starts_with(n));
    if ended || !suspects.files.is_empty() || !suspects.functions.is_empty() {
        return;
    }
    if matches!(
        suspects.status,
        Status::Empty | Status::NoSubmission | Status::InvalidJson
    ) {
        let limit = ["limit", "exceeded", "cost", "context", "format", "timeout", "iteration"];
        let crashed = (plain.contains("error") || plain.contains("exception") || plain.contains("crash"))
            && !limit.iter().any(|l| plain.contains(l));
        suspects.status = if crashed { Status::Crashed } else { Status::NoSubmission };
    }
}
