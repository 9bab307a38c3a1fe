//! The gate's log with what a screen needs of the images it is about.

use std::collections::HashMap;

use serde::Deserialize;

use crate::base::error::{Problem, Result};
use crate::domain::case::StoredImage;
use crate::domain::gate::Record;
use crate::store::gate_log;
use crate::store::workspace::Workspace;

use super::merge::{no_case, old_lines};

/// Where an exhibit stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Its number in the case, from 1.
    pub at: usize,
    /// Exhibits of the case.
    pub of: usize,
    /// By which name the text has it.
    pub source: String,
    /// The stored image, where there is one.
    pub image: Option<StoredImage>,
}

/// The log and the exhibits.
#[derive(Debug, Clone, Default)]
pub struct Sieve {
    /// The records in the order of the calls.
    pub records: Vec<Record>,
    /// Exhibits of the cases that the log names, by case and exhibit.
    places: HashMap<String, HashMap<String, Place>>,
    /// Lines of the log that are no records.
    pub problems: Vec<Problem>,
}

impl Sieve {
    /// Where an exhibit stands; `None` when the workspace has no such exhibit.
    pub fn place(&self, case: &str, exhibit: &str) -> Option<&Place> {
        self.places.get(case)?.get(exhibit)
    }
}

/// As much of a case as is needed.
#[derive(Deserialize)]
struct Head {
    id: String,
    #[serde(default)]
    exhibits: Vec<Exhibit>,
}

#[derive(Deserialize)]
struct Exhibit {
    id: String,
    #[serde(default)]
    source: String,
    image: Option<StoredImage>,
}

/// Reads the log, and of the cases what it names.
///
/// # Errors
/// A file that cannot be read; a line that is no case; a stop.
pub fn sieve(ws: &Workspace, stop: &dyn Fn() -> bool) -> Result<Sieve> {
    let (records, problems) = gate_log::read(&ws.root)?;
    let mut places: HashMap<String, HashMap<String, Place>> = HashMap::new();
    for record in &records {
        if !places.contains_key(&record.case) {
            places.insert(record.case.clone(), HashMap::new());
        }
    }
    let path = ws.cases();
    // Without a log nothing is asked of the cases.
    if !places.is_empty() {
        old_lines(&path, &mut |number, line| {
            if stop() {
                return Err(Problem::environment("stopped"));
            }
            let head: Head = serde_json::from_slice(line).map_err(|e| no_case(&path, number, &e))?;
            let Some(slot) = places.get_mut(&head.id) else {
                return Ok(());
            };
            let of = head.exhibits.len();
            let all = (1..).zip(head.exhibits).map(|(at, x)| {
                let place = Place {
                    at,
                    of,
                    source: x.source,
                    image: x.image,
                };
                (x.id, place)
            });
            slot.extend(all);
            Ok(())
        })?;
    }
    Ok(Sieve {
        records,
        places,
        problems,
    })
}
