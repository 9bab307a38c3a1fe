//! Candidates: each finds its case, its exhibit and its image, then they are merged into `candidates.jsonl` by id.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use serde::Deserialize;

use crate::base::error::{Problem, Result};
use crate::domain::candidate::Candidate;
use crate::domain::case::StoredImage;
use crate::read::image::{self, Limits};
use crate::read::meter::Meter;
use crate::read::reader::Sink;
use crate::store::spool::Spool;
use crate::store::workspace::Workspace;

use super::cases::{Cases, last_part};
use super::evidence::find;
use super::images::{self, Staged};
use super::intake::{Intake, Seen};
use crate::work::merge::{damaged, old_lines, put};

/// Prepares the file.
pub(super) fn merge(
    ws: &Workspace,
    intake: &mut Intake,
    cases: &Cases,
    pictures: &HashMap<String, Vec<PathBuf>>,
    meter: &Meter,
) -> Result<()> {
    if intake.candidates.is_empty() {
        return Ok(());
    }
    meter.phase("merging candidates", intake.candidates.len() as u64);
    let mut found = std::mem::take(&mut intake.candidates);
    let addresses: HashSet<&str> = found.values().map(|s| s.candidate.swapped.source.as_str()).collect();
    let shown = stored(ws, &addresses)?;
    let mut staged = Staged::default();
    let mut settled = Spool::new(intake.stage.dir())?;
    for seen in found.values_mut() {
        meter.check()?;
        meter.add(1);
        let Some(exhibits) = cases.exhibits(&seen.candidate.case) else {
            let p = Problem::input(format!("no case '{}' in the workspace", seen.candidate.case))
                .at_field("case")
                .mend("import the cases first, or in the same command");
            intake.refuse(p.in_file(&seen.file).at_line(seen.line))?;
            continue;
        };
        let named = &seen.candidate.replaces;
        if !named.is_empty() {
            let exhibit = find(named, exhibits).or_else(|| exhibits.first());
            seen.candidate.replaces = exhibit.map(|e| e.id.clone()).unwrap_or_default();
        }
        picture(ws, intake, seen, &shown, pictures, &mut staged)?;
        let _again: bool = settled.put(&seen.candidate.id, &seen.candidate)?;
    }
    write(ws, intake, &mut settled)?;
    staged.adopt(&mut intake.stage)
}

/// Finds the image of a candidate: the file that it names, one of that name in a folder, an exhibit of its address.
fn picture(
    ws: &Workspace,
    intake: &mut Intake,
    seen: &mut Seen,
    shown: &HashMap<String, StoredImage>,
    pictures: &HashMap<String, Vec<PathBuf>>,
    staged: &mut Staged,
) -> Result<()> {
    let swapped = &mut seen.candidate.swapped;
    let told = |p: Problem| p.in_file(&seen.file).at_line(seen.line);
    if swapped.image.as_ref().is_some_and(|i| ws.image(i).is_file()) {
        return Ok(());
    }
    let by_name = || match pictures.get(last_part(&swapped.source)).map(Vec::as_slice) {
        Some([only]) => Some(only.clone()),
        _ => None,
    };
    let file = seen.image.clone().or_else(by_name);
    let Some(file) = file else {
        match shown.get(&swapped.source) {
            Some(image) => {
                let bytes = image::read_file(&ws.image(image), &Limits::default());
                let look = bytes.and_then(|b| image::look(&b, &Limits::default()));
                swapped.phash = look.map(|l| l.to_string()).unwrap_or_default();
                swapped.image = Some(image.clone());
            }
            None if swapped.image.is_some() => intake.report.note(told(Problem::input("its image is not here"))),
            None => intake.report.missing_images += 1,
        }
        return Ok(());
    };
    let bytes = match image::read_file(&file, &Limits::default()) {
        Ok(bytes) => bytes,
        Err(fault) => {
            intake.report.note(told(Problem::input(format!("its image: {fault}"))));
            return Ok(());
        }
    };
    let look = match image::look(&bytes, &Limits::default()) {
        Ok(look) => look,
        Err(fault) => {
            intake
                .report
                .faulty_images
                .push(Problem::input(format!("left out: {fault}")).in_file(file));
            return Ok(());
        }
    };
    let stored = images::aside(ws, &bytes, staged, intake.stage.dir())?;
    if swapped.image.as_ref().is_some_and(|i| i.sha256 != stored.sha256) {
        intake
            .report
            .note(told(Problem::input("its image is another one by now; it was left out")));
        return Ok(());
    }
    swapped.image = Some(stored);
    swapped.phash = look.to_string();
    Ok(())
}

#[derive(Deserialize)]
struct Known {
    #[serde(default)]
    exhibits: Vec<Exhibit>,
}

#[derive(Deserialize)]
struct Exhibit {
    source: String,
    image: Option<StoredImage>,
}

/// Images of the cases that are there, by those of their addresses that are asked for.
fn stored(ws: &Workspace, addresses: &HashSet<&str>) -> Result<HashMap<String, StoredImage>> {
    let path = ws.cases();
    let mut out = HashMap::new();
    old_lines(&path, &mut |number, line| {
        let case: Known = serde_json::from_slice(line).map_err(|e| damaged(&path, number, &e))?;
        for exhibit in case.exhibits {
            if let Some(image) = exhibit.image
                && addresses.contains(exhibit.source.as_str())
            {
                out.insert(exhibit.source, image);
            }
        }
        Ok(())
    })?;
    Ok(out)
}

/// Old lines stay or are replaced by what was read of the same id, which keeps the image it had.
fn write(ws: &Workspace, intake: &mut Intake, new: &mut Spool) -> Result<()> {
    let path = ws.candidates();
    let mut met = vec![false; new.len()];
    let Intake { stage, report, .. } = intake;
    let file = stage.prepare(&path, |to| {
        let mut differs = false;
        old_lines(&path, &mut |number, line| {
            let old: Candidate = serde_json::from_slice(line).map_err(|e| damaged(&path, number, &e))?;
            let Some(at) = new.place(&old.id) else {
                return put(to, &path, line);
            };
            let Some(mut now) = new.get::<Candidate>(&old.id)? else {
                return put(to, &path, line);
            };
            if now.swapped.image.is_none() {
                now.swapped.image.clone_from(&old.swapped.image);
                now.swapped.phash.clone_from(&old.swapped.phash);
            }
            let first = met.get_mut(at).is_some_and(|met| !std::mem::replace(met, true));
            if first {
                report.candidates.note(Some(now == old));
            }
            if now == old || !first {
                return put(to, &path, line);
            }
            differs = true;
            let raw = serde_json::to_vec(&now).map_err(|e| Problem::environment(e.to_string()))?;
            put(to, &path, &raw)
        })?;
        for (at, _) in met.iter().enumerate().filter(|(_, met)| !**met) {
            if let Some(raw) = new.raw_at(at)? {
                report.candidates.note(None);
                differs = true;
                put(to, &path, &raw)?;
            }
        }
        Ok(differs)
    })?;
    stage.add(file);
    Ok(())
}
