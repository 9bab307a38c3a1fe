//! Answers on their way: numbering, sending, and what the journal says about them.

use crate::app::cmd::Cmd;
use crate::app::model::Model;
use crate::app::model::review::{Draft, Journal, Lost};
use crate::app::msg::Now;
use crate::domain::adjudicate;
use crate::domain::entry::{self, Entry, EntryId, Op, Sight};
use crate::domain::form::On;
use crate::domain::ledger::Key;
use crate::domain::queue::HASTY_MS;
use crate::domain::row::Progress;
use crate::work::journal_lane::JournalEvent;

/// Sends an answer on its way.
pub(in crate::app::update) fn submit(m: &mut Model, draft: Draft, now: Now, out: &mut Vec<Cmd>) {
    match &m.review.journal {
        Journal::Closed(why) => {
            let text = format!("NOT SAVED: {why}");
            m.review.failed.push(Lost {
                subject: draft.subject,
                question: draft.question,
                value: draft.value,
            });
            m.fail(text);
        }
        Journal::Opening => m.review.drafts.push(draft),
        Journal::Open { writer, next } => {
            let (writer, seq) = (writer.clone(), *next);
            let entry = entry(m, draft, writer.clone(), seq, now);
            m.review.journal = Journal::Open { writer, next: seq + 1 };
            m.review.given += 1;
            m.review.pending.push(entry.clone());
            out.push(Cmd::Append(Box::new(entry)));
        }
    }
}

/// What the annotator could see: of a candidate, whether more is uncovered by now than the question asked for.
fn sight(m: &Model, draft: &Draft) -> Sight {
    if draft.subject.on() == On::Candidate && m.sheet.subject.as_ref() == Some(&draft.subject) {
        let asked = m.settings.asks(&draft.question, On::Candidate).map(|(_, q)| q.shows);
        return match asked {
            Some(shows) if shows < super::super::sheet::stage(m) => Sight::Revealed,
            _ => Sight::Blind,
        };
    }
    match (
        m.settings.blind,
        m.review.revealed(&m.settings.me, draft.subject.case()),
    ) {
        (false, _) => Sight::Open,
        (true, true) => Sight::Revealed,
        (true, false) => Sight::Blind,
    }
}

fn entry(m: &Model, draft: Draft, writer: String, seq: u64, now: Now) -> Entry {
    let on_way = m
        .review
        .pending
        .iter()
        .rev()
        .find(|e| e.subject == draft.subject && e.question == draft.question && e.op != Op::Reveal);
    let supersedes: Vec<EntryId> = match on_way {
        Some(e) => vec![e.id()],
        None => {
            let key = Key {
                by: m.settings.me.clone(),
                subject: draft.subject.clone(),
                question: draft.question.clone(),
            };
            m.review.ledger.heads(&key).iter().map(|h| h.id.clone()).collect()
        }
    };
    let sight = sight(m, &draft);
    let asked = adjudicate::of_question(&draft.question).unwrap_or(&draft.question);
    let form_hash = m
        .settings
        .asks(asked, draft.subject.on())
        .map_or_else(|| m.settings.form.hash.clone(), |(form, _)| form.hash.clone());
    let draft_case = draft.subject.case().to_owned();
    Entry {
        v: entry::VERSION,
        seq,
        prev: String::new(),
        writer,
        at: jiff::Timestamp::from_millisecond(now.unix_ms)
            .map(|t| t.to_string())
            .unwrap_or_default(),
        by: m.settings.me.clone(),
        subject: draft.subject,
        question: draft.question,
        op: draft.op,
        value: draft.value,
        supersedes,
        about: draft.about,
        form_hash,
        sight,
        took_ms: draft.took_ms,
        saw: m.desk.print_of(draft_case.as_str()),
        imported: None,
    }
}

/// News of the journal.
pub(in crate::app::update) fn news(m: &mut Model, event: JournalEvent, now: Now, out: &mut Vec<Cmd>) {
    match event {
        JournalEvent::Replayed(ledger, found) => {
            m.review.ledger = *ledger;
            m.seen.stale = true;
            if std::mem::take(&mut m.review.again) {
                m.say(format!("read again: {} answers", m.review.ledger.len()));
            }
            m.review.replayed = true;
            if let Some(first) = found.damage.first() {
                let more = found.damage.len() - 1;
                let tail = if more > 0 {
                    format!(" (and {more} more; see casefile doctor)")
                } else {
                    String::new()
                };
                m.banners.push(format!(
                    "{}{tail}",
                    crate::text::clean::line(&first.to_string().replace('\n', " "))
                ));
            }
            super::super::list::touched(m);
            if m.review.given == 0 {
                super::super::nav::first_open(m);
            }
            if !m.list.filter.is_empty() || m.list.sort.by.is_some() {
                super::super::list::order(m, out);
            }
        }
        JournalEvent::Open(opened) => {
            if let Some(torn) = opened.torn {
                m.banners
                    .push(format!("an unfinished last line was set aside in {}", torn.display()));
            }
            m.review.journal = Journal::Open {
                writer: opened.writer,
                next: opened.next,
            };
            for draft in std::mem::take(&mut m.review.drafts) {
                submit(m, draft, now, out);
            }
        }
        JournalEvent::Refused(why) => close(m, &why.to_string()),
        JournalEvent::Appended(id) => appended(m, &id, now, out),
        JournalEvent::Failed(_, why) => close(m, &why.to_string()),
    }
}

fn appended(m: &mut Model, id: &EntryId, now: Now, out: &mut Vec<Cmd>) {
    let Some(at) = m
        .review
        .pending
        .iter()
        .position(|e| e.seq == id.seq && e.writer == id.writer)
    else {
        return;
    };
    let entry = m.review.pending.remove(at);
    m.review
        .failed
        .retain(|l| l.subject != entry.subject || l.question != entry.question);
    m.review.ledger.apply(&entry);
    m.agree.dirty = true;
    super::super::seen::touched(m, &entry.subject, &entry.question);
    let case = entry.subject.case().to_owned();
    let row = m.list.index.get(case.as_str()).copied();
    let before = row.map(|r| m.list.progress(r));
    super::super::list::touch(m, &case);
    let after = row.map(|r| m.list.progress(r));
    if after == Some(Progress::Done) && before != after && m.desk.id() == Some(&case) {
        let took = std::mem::take(&mut m.desk.worked_ms);
        m.review.pace.decided(took);
        let key = m
            .settings
            .keymap
            .hint(m.context(), &crate::keys::action::Action::NextUndecided);
        // A gentle sign, and no more: some cases are that clear.
        let fast = if (1..HASTY_MS).contains(&took) {
            format!(" in {}.{} s", took / 1000, took % 1000 / 100)
        } else {
            String::new()
        };
        m.say(format!("case decided{fast} and saved; {key} opens the next one"));
    }
    if m.review.pending.is_empty() && !m.review.waiting.is_empty() {
        let action = m.review.waiting.remove(0);
        super::super::act(m, &action, now, out);
    }
}

/// Nothing more can be saved: what was on its way is not, and the banner stays.
fn close(m: &mut Model, why: &str) {
    let why = crate::text::clean::line(&why.replace('\n', "; "));
    let lost = m.review.pending.drain(..).map(|e| Lost {
        subject: e.subject,
        question: e.question,
        value: e.value,
    });
    m.review.failed.extend(lost);
    m.review.failed.extend(m.review.drafts.drain(..).map(|d| Lost {
        subject: d.subject,
        question: d.question,
        value: d.value,
    }));
    m.review.waiting.clear();
    if m.review.journal != Journal::Closed(why.clone()) {
        m.banners.push(format!("ANSWERS ARE NOT SAVED: {why}"));
        m.review.journal = Journal::Closed(why);
    }
}
