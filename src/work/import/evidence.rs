//! Evidence: each record finds its exhibit, then the files of the producers are merged.

use crate::base::error::{Problem, Result};
use crate::domain::evidence::Evidence;
use crate::read::meter::Meter;
use crate::read::reader::Sink;
use crate::store::spool::Spool;
use crate::store::workspace::Workspace;

use super::cases::{Cases, Shown};
use super::intake::Intake;
use crate::work::merge;

/// Prepares the files of all producers.
pub(super) fn merge(ws: &Workspace, intake: &mut Intake, cases: &Cases, meter: &Meter) -> Result<()> {
    for (producer, mut found) in std::mem::take(&mut intake.evidence) {
        let mut settled = Spool::new(intake.stage.dir())?;
        let mut twice = 0usize;
        let keys: Vec<String> = found.keys().map(str::to_owned).collect();
        for key in keys {
            let Some(mut evidence) = found.get::<Evidence>(&key)? else {
                continue;
            };
            // Line and file of the record end its key.
            let mut parts = key.splitn(3, '\n').skip(1);
            let line = parts.next().and_then(|n| n.parse().ok()).unwrap_or(1);
            let file = parts.next().unwrap_or("").to_owned();
            match resolve(&evidence, cases) {
                Ok(id) => {
                    if evidence.exhibit.is_empty() {
                        let how = "no exhibit named: taken as the only one";
                        *intake.report.mended.entry(how.to_owned()).or_default() += 1;
                        evidence.mended.push(how.to_owned());
                    }
                    evidence.exhibit = id;
                    let again = settled.put(&merge::key(&evidence.case, &evidence.exhibit), &evidence)?;
                    twice += usize::from(again);
                }
                Err(p) => intake.refuse(p.in_file(file).at_line(line))?,
            }
        }
        if twice > 0 {
            let s = if twice == 1 { " stands" } else { "s stand" };
            intake.report.note(Problem::input(format!(
                "evidence of {producer}: {twice} record{s} twice; the last one counts"
            )));
        }
        if settled.is_empty() {
            continue;
        }
        let path = ws.root.join("evidence").join(format!("{producer}.jsonl"));
        let merged = merge::merge(&path, &mut settled, true, false, &mut intake.stage, meter)?;
        intake.report.evidence.add(merged.count);
        intake.stage.add(merged.file);
    }
    Ok(())
}

/// The exhibit that a reader names by id, `url:`, `file:` or `index:`; the only one where nothing is named.
pub(super) fn find<'s>(named: &str, shown: &'s [Shown]) -> Option<&'s Shown> {
    let find = |is: &dyn Fn(&Shown) -> bool| shown.iter().find(|s| is(s));
    if let Some(url) = named.strip_prefix("url:") {
        find(&|s| s.source == url)
    } else if let Some(file) = named.strip_prefix("file:") {
        let last = file.rsplit(['/', '\\']).next().unwrap_or(file);
        find(&|s| s.source == file).or_else(|| find(&|s| s.name() == last))
    } else if let Some(n) = named.strip_prefix("index:") {
        n.parse::<usize>().ok().and_then(|n| shown.get(n.checked_sub(1)?))
    } else if named.is_empty() && shown.len() == 1 {
        shown.first()
    } else {
        find(&|s| s.id == named)
    }
}

/// The id of the exhibit that a record names by id, address, file name or place, or of the only one of its case.
fn resolve(evidence: &Evidence, cases: &Cases) -> Result<String> {
    let Some(shown) = cases.exhibits(&evidence.case) else {
        return Err(Problem::input(format!("no case '{}' in the workspace", evidence.case))
            .at_field("case")
            .mend("import the cases first, or in the same command"));
    };
    let named = evidence.exhibit.as_str();
    find(named, shown).map(|s| s.id.clone()).ok_or_else(|| {
        if named.is_empty() {
            return Problem::input(format!("names no exhibit; the case shows {}", shown.len()))
                .at_field("exhibit")
                .mend("name it by id, address, file name or place (from 1)");
        }
        no_exhibit(&evidence.case, named, shown.len())
    })
}

/// What is said about a name that no exhibit of a case has.
pub(in crate::work) fn no_exhibit(case: &str, named: &str, shown: usize) -> Problem {
    Problem::input(format!("case '{case}' shows no image '{named}'; it shows {shown}"))
        .at_field("exhibit")
        .mend("name it by id, address, file name or place (from 1)")
}
