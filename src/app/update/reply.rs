//! Answers of the lanes. `accept` is the one place that drops what came too late.

use std::sync::Arc;

use crate::app::cmd::Cmd;
use crate::app::model::Model;
use crate::app::model::desk::KEPT;
use crate::base::ticket::Ticket;
use crate::work::job::Reply;

use super::{bench, list, nav, source, steps, terms};

/// Whether `got` is the answer that is waited for; counts the others.
fn accept(stale: &mut u64, wanted: Ticket, got: Ticket) -> bool {
    let fresh = wanted == got;
    *stale += u64::from(!fresh);
    fresh
}

/// The ticket of the request that a reply of this kind answers.
fn wanted(m: &Model, reply: &Reply) -> Ticket {
    match reply {
        Reply::Rows(_) | Reply::RowsDone(_) | Reply::Runs(..) => m.list.rows_ticket,
        Reply::Outcomes(..) => m.list.outcomes_ticket,
        Reply::Order(_) => m.list.order_ticket,
        Reply::Case(_)
        | Reply::CaseFault(_)
        | Reply::Ahead(_)
        | Reply::Presence(_)
        | Reply::Ground(_)
        | Reply::Findings(_) => m.desk.ticket,
        Reply::Source(_) | Reply::SourceFault(_) | Reply::Outline(..) | Reply::Inks(..) | Reply::Inked(_) => {
            m.source.ticket
        }
        Reply::Blame(..) => m.source.blame_ticket,
        Reply::Candidates(_) => m.candidates.ticket,
        Reply::Agree(_) => m.agree.ticket,
        Reply::Gate(_) => m.gate.ticket,
        Reply::Board(..) => m.bench.ticket,
        Reply::Asking(..) | Reply::Why(_) => m.bench.misses.ticket,
        Reply::Reading(..) | Reply::Bench(_) | Reply::Weighed(_) => m.terms.ticket,
        Reply::Steps(_) => m.steps.ticket,
        Reply::Original(_) => m.steps.original_ticket,
        Reply::Page(..) => m.steps.pane.ticket,
    }
}

pub(super) fn reply(m: &mut Model, ticket: Ticket, reply: Reply, out: &mut Vec<Cmd>) {
    let wanted = wanted(m, &reply);
    if !accept(&mut m.stale, wanted, ticket) {
        return;
    }
    match reply {
        Reply::Rows(more) => list::rows(m, more, out),
        Reply::RowsDone(problems) => {
            m.list.complete = true;
            list::touched(m);
            faults(m, &problems);
            nav::renew(m, out);
            if !m.list.filter.is_empty() || m.list.sort.by.is_some() {
                list::order(m, out);
            }
        }
        Reply::Runs(runs, problems) => {
            let name = m.run().map(|r| r.name.clone());
            m.runs = runs;
            m.run = name.and_then(|n| m.runs.iter().position(|r| r.name == n)).unwrap_or(0);
            faults(m, &problems);
            list::ask_outcomes(m, out);
            if bench::is_bench(m.screen) {
                bench::ask(m, out);
            }
        }
        Reply::Outcomes(run, all) => {
            if m.run().is_some_and(|r| r.name == run) {
                m.list.outcomes = Arc::new(all);
                if !m.list.filter.is_empty() || m.list.sort.by.is_some() {
                    list::order(m, out);
                }
            }
        }
        Reply::Order(order) => list::set_order(m, order),
        Reply::Case(file) => {
            let new = m.desk.file.as_ref().is_none_or(|old| **old != *file);
            faults(m, &file.problems);
            m.desk.fault = None;
            let fresh = m.desk.file.is_none();
            m.desk.exhibit = m.desk.exhibit.min(file.case.exhibits.len().saturating_sub(1));
            m.desk.file = Some(file);
            m.desk.producer = m.desk.producer.min(m.records().len().saturating_sub(1));
            if new {
                m.desk.flowed = crate::app::model::desk::Flowed::default();
            }
            if fresh {
                nav::first_open(m);
            }
        }
        Reply::CaseFault(p) => m.desk.fault = Some(crate::text::clean::line(&p.to_string().replace('\n', "; "))),
        Reply::Ahead(file) => {
            m.desk.kept.retain(|k| k.case.id != file.case.id);
            m.desk.kept.push(file);
            if m.desk.kept.len() > KEPT {
                m.desk.kept.remove(0);
            }
        }
        Reply::Presence(known) => m.desk.presence = known,
        Reply::Ground(known) => m.desk.ground = Some(known),
        Reply::Findings(found) => m.desk.findings = found,
        Reply::Source(lines) => text(m, lines),
        Reply::SourceFault(fault) => m.source.fault = Some(fault.to_string()),
        Reply::Outline(outline, lang) => {
            m.source.outline = outline;
            if let Some(lang) = lang {
                lang.clone_into(&mut m.source.note);
            }
            source::spans(m);
            source::arrive(m);
        }
        Reply::Inks(first, more) => {
            if m.source.inks.len() < first {
                m.source.inks.resize(first, Vec::new());
            }
            m.source.inks.truncate(first);
            m.source.inks.extend(more);
        }
        Reply::Inked(note) => {
            if !note.is_empty() {
                m.source.note = note;
            }
        }
        ranked @ (Reply::Reading(..) | Reply::Bench(_) | Reply::Weighed(_)) => terms::reply(m, ranked, out),
        Reply::Steps(found) => steps::loaded(m, found),
        Reply::Original(found) => steps::told(m, found),
        Reply::Page(span, n, came) => steps::paged(m, span, n, came),
        Reply::Blame(line, said) => m.source.blame = Some((line, Some(said))),
        Reply::Candidates(found) => super::sheet::queue::came(m, found),
        Reply::Agree(found) => super::agree::take(m, found, out),
        Reply::Gate(found) => super::gate::take(m, found),
        Reply::Board(board, problems) => {
            faults(m, &problems);
            bench::take(m, board, out);
        }
        Reply::Asking(done, all) => m.bench.misses.progress = Some((done, all)),
        Reply::Why(found) => bench::misses::take(m, found),
    }
}

/// Takes the text of a source file.
fn text(m: &mut Model, lines: Vec<Box<str>>) {
    m.source.lines = lines;
    m.source.loaded = true;
    if m.source.goal.is_none() && !m.source.moved {
        source::arrive(m);
    } else if m.source.moved {
        let at = m.source.cursor;
        source::go(m, at);
    }
    let text = m.source.search.clone();
    source::search(m, &text);
}

fn faults(m: &mut Model, problems: &[crate::base::error::Problem]) {
    if let Some(first) = problems.first() {
        let more = if problems.len() > 1 {
            format!(" (and {} more)", problems.len() - 1)
        } else {
            String::new()
        };
        let text = crate::text::clean::line(&first.to_string().replace('\n', "; "));
        m.banners.push(format!("{text}{more}"));
    }
}
