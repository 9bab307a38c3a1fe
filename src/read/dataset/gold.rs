//! Gold that a row publishes: edited files, and functions in the spellings of the datasets.

use std::collections::HashSet;

use serde_json::Value;

use crate::base::path::RepoPath;
use crate::domain::case::{Gold, Origin};
use crate::domain::diff;
use crate::domain::matching::split_function;

use super::list;
use super::map::{Field, squeeze};
use super::row::{Cell, Row, filled};

/// Files a patch touches, in order, each once.
pub fn files_of(patch: Option<&str>) -> Vec<RepoPath> {
    let files = diff::read(patch.unwrap_or(""));
    once(files.iter().filter_map(diff::FileDiff::path).map(RepoPath::as_str))
}

/// Files as published, else those of the patch, else those of the published functions. Functions are `None` when
/// the row does not speak of them.
pub(super) fn gold(row: &mut Row<'_>, patch: Option<&str>) -> Gold {
    let files = row.pick(Field::GoldFiles, |_, v, _| {
        let files = paths(&items(v)?)?;
        Some((files, kept(v)))
    });
    let blocks = row
        .pick(Field::Blocks, |_, v, _| {
            Some((
                list::values(v)?.iter().filter_map(block).collect::<Vec<_>>(),
                Cell::Stays,
            ))
        })
        .unwrap_or_default();
    let mut keys: Vec<RepoPath> = Vec::new();
    let functions = row.pick(Field::GoldFunctions, |column, v, _| {
        let all = items(v)?;
        let column = squeeze(column);
        let found = match column.as_str() {
            "modifiednodes" => all.iter().filter_map(|v| node(v.as_str()?)).collect(),
            "gtsymbolsmodified" => symbols(&all, &blocks)?,
            _ => names(&all)?,
        };
        Some(((found, by_file(&all)), kept(v)))
    });
    let functions = functions.map(|(found, files)| {
        keys = files;
        found
    });
    let functions = functions.or_else(|| {
        let named = blocks.iter().filter(|(_, name)| !name.is_empty());
        let all: Vec<String> = named.map(|(path, name)| format!("{path}:{name}")).collect();
        (!blocks.is_empty()).then_some(all)
    });
    let functions = functions.map(distinct);
    // A file without functions in an object of files is an edited one too.
    let of_functions = || {
        let files = functions.iter().flatten().map(|f| split_function(f).0);
        once(keys.iter().map(RepoPath::as_str).chain(files))
    };
    // A fix edits files without editing a function of theirs, so the patch tells more than the functions.
    let patched = || Some(files_of(patch)).filter(|all| !all.is_empty());
    let files = files.or_else(patched).unwrap_or_else(|| match of_functions() {
        all if all.is_empty() => once(blocks.iter().map(|(path, _)| path.as_str())),
        all => all,
    });
    Gold {
        files,
        functions,
        origin: Origin::Dataset,
        published: None,
    }
}

/// The entries of a cell. One text may hold several behind commas or semicolons, if each looks like a path or a
/// `path:function`: the arguments of a function have commas too.
fn items(value: &Value) -> Option<Vec<Value>> {
    let all = list::values(value)?;
    if !value.is_string() || !all.iter().all(Value::is_string) || value.as_str().and_then(list::parsed).is_some() {
        return Some(all);
    }
    let mut out = Vec::new();
    for text in all.iter().filter_map(Value::as_str) {
        let parts = || text.split([',', ';']).map(str::trim).filter(|p| !p.is_empty());
        if parts().all(is_path) {
            out.extend(parts().map(Value::from));
        } else {
            out.push(text.into());
        }
    }
    Some(out)
}

/// Whether a text looks like a path, or a path and a function.
fn is_path(text: &str) -> bool {
    let path = split_function(text).0;
    let odd = |c: char| c.is_whitespace() || "()[]{}<>\"'*|".contains(c);
    path.contains(['/', '.']) && !path.starts_with('.') && !text.contains(odd)
}

/// The files of objects of files and their functions, `{"src/a.py": ["A.get"]}`.
fn by_file(all: &[Value]) -> Vec<RepoPath> {
    let objects = all.iter().filter_map(functions_of_files);
    objects
        .flatten()
        .map(|(path, _)| RepoPath::from(path.as_str()))
        .collect()
}

fn functions_of_files(value: &Value) -> Option<Vec<(String, Vec<String>)>> {
    let entries = value.as_object().filter(|o| !o.is_empty())?;
    let mut out = Vec::new();
    for (path, names) in entries {
        let names = match names {
            Value::Null => Vec::new(),
            Value::String(name) => vec![name.clone()],
            Value::Array(all) => all
                .iter()
                .map(|n| n.as_str().map(str::to_owned))
                .collect::<Option<_>>()?,
            _ => return None,
        };
        if !is_path(path) {
            return None;
        }
        let spelt = |name: String| match name.strip_prefix(path.as_str()) {
            Some(rest) if rest.starts_with(':') => name,
            _ => format!("{path}:{name}"),
        };
        let names = names.into_iter().filter(|n| !n.trim().is_empty()).map(spelt);
        out.push((path.clone(), names.collect()));
    }
    Some(out)
}

/// A real list is kept by the case; text that stands for one is not.
fn kept(value: &Value) -> Cell {
    let plain = |v: &Value| v.as_array().is_some_and(|all| all.iter().all(Value::is_string));
    if plain(value) { Cell::Taken } else { Cell::Stays }
}

fn once<'a>(all: impl Iterator<Item = &'a str>) -> Vec<RepoPath> {
    let mut seen = HashSet::new();
    all.filter(|p| !p.is_empty() && seen.insert(*p))
        .map(RepoPath::from)
        .collect()
}

fn distinct(all: Vec<String>) -> Vec<String> {
    let mut seen = HashSet::new();
    all.into_iter().filter(|f| seen.insert(f.clone())).collect()
}

/// A path, or an object with one.
fn path_in(value: &Value) -> Option<&str> {
    let keys = ["file_path", "path", "file", "filename", "name"];
    filled(value).or_else(|| keys.into_iter().find_map(|k| value.get(k).and_then(filled)))
}

/// Paths of files; `None` when the cell is about something else (a number of files, the text of a diff).
fn paths(all: &[Value]) -> Option<Vec<RepoPath>> {
    let files = by_file(all);
    if !files.is_empty() && all.iter().all(Value::is_object) {
        return Some(files);
    }
    let found: Vec<&str> = all.iter().filter_map(path_in).map(str::trim).collect();
    let sound = found.len() == all.len() && found.iter().all(|p| !p.contains('\n') && !p.starts_with("diff "));
    sound.then(|| once(found.into_iter()))
}

/// Functions as published: `path:Class.method`, or objects of file and name.
fn names(all: &[Value]) -> Option<Vec<String>> {
    let mut out = Vec::new();
    for value in all {
        match value {
            Value::String(s) if s.trim().is_empty() => {}
            Value::String(s) => out.push(s.trim().to_owned()),
            Value::Object(_) => match block(value) {
                Some((path, name)) => out.push(format!("{path}:{name}")),
                None => out.extend(functions_of_files(value)?.into_iter().flat_map(|(_, names)| names)),
            },
            _ => return None,
        }
    }
    Some(out)
}

/// File and symbol of an object such as `{file_path, start_line, end_line, symbol}`.
fn block(value: &Value) -> Option<(String, String)> {
    let get = |keys: &[&str]| keys.iter().find_map(|k| value.get(*k).and_then(filled));
    let path = get(&["file_path", "path", "file"])?;
    let symbol = get(&["symbol", "qualified_name", "function", "name"]).unwrap_or("");
    Some((path.trim().to_owned(), symbol.trim().to_owned()))
}

/// Symbols that name no file are looked up among the blocks; one that is in none of them says too little for gold.
fn symbols(all: &[Value], blocks: &[(String, String)]) -> Option<Vec<String>> {
    let mut out = Vec::new();
    for value in all {
        match value.as_str().map(str::trim) {
            Some(s) if split_function(s).0.contains(['/', '.']) && s.contains(':') => out.push(s.to_owned()),
            Some(s) => out.extend(blocks.iter().filter(|(_, n)| n == s).map(|(p, n)| format!("{p}:{n}"))),
            None => out.extend(names(std::slice::from_ref(value))?),
        }
    }
    Some(out)
}

/// A path through the tree, `src/a.py->module->class_definition:A->function_definition:get`, as `src/a.py:A.get`.
fn node(raw: &str) -> Option<String> {
    let mut parts = raw.split("->");
    let path = parts.next()?.trim();
    let names: Vec<&str> = parts.filter_map(|p| p.split_once(':')).map(|(_, n)| n.trim()).collect();
    (!names.is_empty() && !path.is_empty()).then(|| format!("{path}:{}", names.join(".")))
}
