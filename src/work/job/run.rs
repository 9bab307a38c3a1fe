//! How each job is run.

use std::collections::HashMap;
use std::sync::Arc;

use crate::base::path::RepoPath;
use crate::domain::order::{self, Item};
use crate::domain::row::Mine;
use crate::read::blame::{self};
use crate::read::lang::Lang;
use crate::read::{color, outline, repo};
use crate::text::clean;

use crate::work::agree::whole::whole;
use crate::work::casefile::{self, CaseFile};
use crate::work::inquiry::{self};
use crate::work::lane::Desk;
use crate::work::office::{Office, Slice};
use crate::work::rank::bench::{self};
use crate::work::sieve::sieve;
use crate::work::steps::{self};
use crate::work::{board, candidates, ground, index};

use super::{Arrange, Job, Location, Reply, RunHead};

/// Runs one job.
pub(in crate::work) fn run(job: Job, office: &Office, desk: &Desk<'_>) {
    match job {
        Job::Rows => {
            let problems = index::rows(&office.ws, &mut |chunk| {
                desk.reply(Reply::Rows(chunk));
                !desk.stop()
            });
            desk.reply(Reply::RowsDone(problems));
            let catalog = office.catalog();
            let heads = catalog
                .runs
                .iter()
                .map(|r| RunHead {
                    name: Arc::from(r.name.as_str()),
                    info: r.info.clone(),
                    cases: r.lines.len(),
                })
                .collect();
            desk.reply(Reply::Runs(heads, catalog.problems.clone()));
        }
        Job::Outcomes { run, rows } => {
            let catalog = office.catalog();
            if let Some(found) = catalog.runs.iter().find(|r| r.name.as_str() == &*run)
                && let Some(all) = index::outcomes(&catalog, found, &rows, &|| desk.stop())
            {
                desk.reply(Reply::Outcomes(run, all));
            }
        }
        Job::Arrange(a) => desk.reply(Reply::Order(arrange(&a))),
        Job::Case { slice, ahead } => case(office, desk, slice, &ahead),
        Job::Source(at) => source(office, desk, &at),
        Job::Steps { run, case, gold } => {
            let found = steps::walk(&office.catalog(), &run, &case, &gold);
            desk.reply(Reply::Steps(found.map(|w| w.map(Arc::new))));
        }
        Job::Original { run, walk } => {
            desk.reply(Reply::Original(steps::original(office, &run, &walk, &|| desk.stop())));
        }
        Job::Page { path, span, n } => desk.reply(Reply::Page(span, n, steps::page(&path, span, n))),
        Job::Blame { at, line } => {
            let said = match office.repo_dir(&at.repo) {
                Some(dir) => blame::blame(&dir, &at.commit, &at.path, line, &|| desk.stop()),
                None => Err(repo::Fault::NoRepository(at.repo).to_string()),
            };
            desk.reply(Reply::Blame(line, said));
        }
        Job::Candidates => desk.reply(Reply::Candidates(candidates::read(&office.ws))),
        Job::Agree { dataset } => {
            let found = whole(&office.ws, dataset, &|| desk.stop());
            desk.reply(Reply::Agree(found.map(Arc::new)));
        }
        Job::Gate => desk.reply(Reply::Gate(sieve(&office.ws, &|| desk.stop()).map(Arc::new))),
        Job::Board => {
            let stop = desk.stopper();
            if let Some(built) = board::build(&office.ws, &stop) {
                desk.reply(Reply::Board(Arc::new(built.board), built.problems));
            }
        }
        Job::Why { run } => {
            let mut told = 0;
            let found = inquiry::inquire(office, &run, &[], &|| desk.stop(), &mut |done, all| {
                // A reply for every case would flood the main loop.
                if done == 0 || done >= told + 16 {
                    told = done;
                    desk.reply(Reply::Asking(done, all));
                }
            });
            if !desk.stop() {
                desk.reply(Reply::Why(found.map(Arc::new)));
            }
        }
        Job::Bench(file) => bench::run(office, desk, &file.case),
        Job::Weigh(bench, dials, at) => desk.reply(Reply::Weighed(Box::new(bench.weigh(&dials, at)))),
    }
}

/// Rows to show, in order.
pub fn arrange(a: &Arrange) -> Vec<u32> {
    let none = Mine::default();
    let item = |n: usize| {
        a.rows.get(n).map(|row| Item {
            row,
            mine: a.mine.get(&crate::base::num::small(n)).unwrap_or(&none),
            outcome: a.outcomes.get(n).copied().unwrap_or_default(),
        })
    };
    let mut out = order::arrange(a.rows.len(), item, &a.filter, a.sort);
    if let Some(subset) = &a.subset {
        out.retain(|row| subset.contains(row));
    }
    out
}

fn case(office: &Office, desk: &Desk<'_>, slice: Slice, ahead: &[Slice]) {
    let file = match casefile::load(office, slice) {
        Ok(file) => Arc::new(file),
        Err(p) => return desk.reply(Reply::CaseFault(p)),
    };
    desk.reply(Reply::Case(file.clone()));
    desk.reply(Reply::Presence(presence(office, &file)));
    for next in ahead {
        if desk.stop() {
            return;
        }
        if let Ok(file) = casefile::load(office, *next) {
            desk.reply(Reply::Ahead(Arc::new(file)));
        }
    }
    if !desk.stop() {
        let known = ground::ground(office, &file, &|| desk.stop());
        let known = Arc::new(known);
        desk.reply(Reply::Ground(known.clone()));
        let found = inquiry::of_case(office, &file, &known, &|| desk.stop());
        desk.reply(Reply::Findings(Arc::new(found)));
    }
}

fn presence(office: &Office, file: &CaseFile) -> Result<HashMap<RepoPath, bool>, String> {
    let repo = office.repo(&file.case.repo).map_err(|f| f.to_string())?;
    let mut paths: Vec<RepoPath> = file.case.gold.files.clone();
    for (_, s) in &file.suspects {
        paths.extend(s.files.iter().chain(&s.functions).map(|s| s.path.clone()));
    }
    paths.sort();
    paths.dedup();
    let there = repo
        .present(&file.case.base_commit, &paths)
        .map_err(|f| f.to_string())?;
    Ok(paths.into_iter().zip(there).collect())
}

fn source(office: &Office, desk: &Desk<'_>, at: &Location) {
    if at.commit.is_empty() {
        return desk.reply(Reply::SourceFault(repo::Fault::NoBase));
    }
    let text = office
        .repo(&at.repo)
        .and_then(|r| r.blob(&at.commit, &at.path))
        .and_then(|b| repo::as_text(&b));
    let text = match text {
        Ok(text) => clean::text(&text),
        Err(fault) => return desk.reply(Reply::SourceFault(fault)),
    };
    let body = text.strip_suffix('\n').unwrap_or(&text);
    desk.reply(Reply::Source(body.split('\n').map(Box::from).collect()));
    let found = match color::plain_reason(body) {
        None => outline::outline_of(at.path.as_str(), body, &|| desk.stop()),
        Some(_) => None,
    };
    if desk.stop() {
        return;
    }
    let lang = found
        .as_ref()
        .and_then(|_| Lang::of(at.path.as_str(), body))
        .map(Lang::name);
    desk.reply(Reply::Outline(found.unwrap_or_default(), lang));
    let how = color::color(at.path.as_str(), body, &|| desk.stop(), &mut |first, inks| {
        desk.reply(Reply::Inks(first, inks));
    });
    let note = match how.end {
        color::End::Refused(why) => why.to_string(),
        color::End::Stopped { .. } => String::new(),
        color::End::Whole => how.syntax,
    };
    desk.reply(Reply::Inked(note));
}
