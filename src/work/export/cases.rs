//! The cases as rows.

use std::collections::HashSet;

use indexmap::IndexSet;
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};

use super::agreed::Standings;
use super::machine::Accepted;
use super::{Out, Sheet, Task, lines};
use crate::base::error::{Problem, Result};
use crate::domain::case::Case;
use crate::domain::exchange::case::{Agreed, columns, to_row};
use crate::work::merge::{no_case, old_lines};

/// Most columns of unknown fields in a table; fields beyond go into the one of ours, and nothing is lost.
const MOST: usize = 500;

/// As much of a case as tells its unknown fields.
#[derive(Deserialize)]
struct Fields {
    #[serde(default)]
    extra: Names,
}

/// The keys of an object; what they hold may be large and is passed over.
#[derive(Default)]
struct Names(Vec<String>);

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(from: D) -> std::result::Result<Self, D::Error> {
        struct Keys;
        impl<'de> Visitor<'de> for Keys {
            type Value = Names;

            fn expecting(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                out.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<Names, A::Error> {
                let mut out = Vec::new();
                while let Some((key, _)) = map.next_entry::<String, IgnoredAny>()? {
                    out.push(key);
                }
                Ok(Names(out))
            }
        }
        from.deserialize_map(Keys)
    }
}

/// Writes all cases.
pub(super) fn write(
    Task {
        ws,
        plan,
        meter,
        report,
        standings: held,
    }: Task<'_>,
    out: Out<'_>,
) -> Result<usize> {
    let path = ws.cases();
    meter.phase("exporting cases", lines(&path));
    let mut names: IndexSet<String> = IndexSet::new();
    if plan.form.is_table() {
        old_lines(&path, &mut |number, line| {
            meter.check()?;
            let found: Fields = serde_json::from_slice(line).map_err(|e| damaged(no_case(&path, number, &e)))?;
            let room = MOST.saturating_sub(names.len());
            let new: Vec<String> = found
                .extra
                .0
                .into_iter()
                .filter(|k| !names.contains(k))
                .take(room)
                .collect();
            names.extend(new);
            Ok(())
        })?;
    }
    let heads = columns(names.iter().map(String::as_str));
    let known: HashSet<String> = heads.iter().map(|c| c.name.clone()).collect();
    let table = plan.form.is_table();
    let mut sheet = Sheet::new(plan.form, out, heads)?;
    let standings = if plan.raw {
        None
    } else {
        let standings = Standings::once(held, ws, plan, report)?;
        Some((standings, Accepted::read(ws, standings, report)?))
    };
    old_lines(&path, &mut |number, line| {
        meter.check()?;
        meter.add(1);
        let case: Case = serde_json::from_slice(line).map_err(|e| damaged(no_case(&path, number, &e)))?;
        let mut agreed = Agreed::default();
        if let Some((standings, accepted)) = &standings {
            agreed = standings.of_case(&case);
            accepted.label(&case, standings, &mut agreed);
        }
        sheet.row(to_row(&case, &agreed, &|name| !table || known.contains(name)))
    })?;
    if names.len() == MOST {
        let note = format!("more than {MOST} unknown fields: those beyond stand in the column casefile");
        report.notes.push(Problem::input(note));
    }
    sheet.end()
}

/// A line that is no case is left out by nobody in silence.
fn damaged(p: Problem) -> Problem {
    p.mend("restore the line from git before exporting, so that nothing of it is lost")
}
