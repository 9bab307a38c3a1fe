//! Judgements made elsewhere become entries of journals: each finds its subject and question, and keeps the time at which
//! it was given. What is there already is not written again, and nothing is overwritten in silence.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use serde_json::Value;

use crate::base::error::{Problem, Result};
use crate::domain::candidate::Candidate;
use crate::domain::entry::{Entry, EntryId, Imported, Op, Sight, Subject, VERSION};
use crate::domain::form::Form;
use crate::domain::judged::{Judged, answer, is_blank, moment, question};
use crate::domain::ledger::{Key, Ledger};
use crate::read::meter::Meter;
use crate::read::reader::Sink;
use crate::store::disk::RealDisk;
use crate::store::forms;
use crate::store::journal::Journal;
use crate::store::replay::{Whose, replay};
use crate::store::workspace::{Workspace, annotator};
use crate::work::forms::in_use;
use crate::work::merge::old_lines;

use super::cases::{Cases, Shown};
use super::intake::Intake;
use super::restore::{Found, There};
use super::{Plan, evidence};

/// An answer that is to be written.
struct Row {
    subject: Subject,
    question: String,
    value: Value,
    at: Option<String>,
    took_ms: u64,
    form_hash: String,
    from: String,
}

/// Answers that are to be written, by annotator, and what stands before them.
#[derive(Default)]
pub(super) struct Answers {
    rows: BTreeMap<String, Vec<Row>>,
    ledger: Ledger,
    imported: HashMap<(String, EntryId), (Imported, bool)>,
}

/// An answer with its time; two of one are the same judgement.
type Same = (String, Subject, String, String, String);

fn same(by: &str, subject: &Subject, question: &str, value: &Value, at: &str) -> Same {
    let owned = |text: &str| text.to_owned();
    (
        owned(by),
        subject.clone(),
        owned(question),
        value.to_string(),
        owned(at),
    )
}

/// Prepares entries to be put back, and finds out what other answers mean.
pub(super) fn merge(ws: &Workspace, intake: &mut Intake, cases: &Cases, meter: &Meter) -> Result<Answers> {
    let mut out = Answers::default();
    if intake.judgements.is_empty() {
        return Ok(out);
    }
    meter.phase("reading journals", 0);
    let (mut there, mut known) = (There::default(), HashSet::new());
    let mut failed = Ok(());
    let found = replay(&ws.root, &Whose::All, false, &mut |entry| {
        let noted = there.note(&entry);
        if failed.is_ok() {
            failed = noted;
        }
        let (subject, question) = (&entry.subject, &entry.question);
        known.insert(same(&entry.by, subject, question, &entry.value, &entry.at));
        if let Some(imported) = &entry.imported {
            // Brought in without a time of its own: it is as old as its import.
            let timed = imported.at != entry.at;
            if !timed {
                known.insert(same(&entry.by, subject, question, &entry.value, ""));
            }
            out.imported
                .insert((entry.by.clone(), entry.id()), (imported.clone(), timed));
        }
        out.ledger.take(entry);
    });
    failed?;
    for p in found.damage {
        intake.report.note(p);
    }
    let mut desk = Desk {
        ws,
        forms: in_use(ws)?,
        candidates: None,
        cases,
    };
    let mut spool = std::mem::replace(
        &mut intake.judgements,
        crate::store::spool::Spool::new(intake.stage.dir())?,
    );
    meter.phase("reading judgements", spool.len() as u64);
    let mut back = Found::default();
    let keys: Vec<String> = spool.keys().map(str::to_owned).collect();
    for (place, key) in keys.iter().enumerate() {
        meter.check()?;
        meter.add(1);
        let Some(judged) = spool.get::<Judged>(key)? else {
            continue;
        };
        let mut parts = key.splitn(4, '\n').skip(1);
        let line = parts.next().and_then(|n| n.parse().ok()).unwrap_or(1);
        let format = parts.next().unwrap_or("");
        let file = parts.next().unwrap_or("");
        let taken = match &judged.entry {
            Some(entry) => back.take(entry, place, &there, &mut intake.report),
            None => match desk.row(&judged, format!("{format}: {}", name(file))) {
                Ok(None) => Ok(()),
                Ok(Some((by, row))) => {
                    if judged.at.is_some() && row.at.is_none() {
                        let how = "time of a judgement not understood: left out";
                        *intake.report.mended.entry(how.to_owned()).or_default() += 1;
                    }
                    let at = row.at.as_deref().unwrap_or("");
                    let new = known.insert(same(&by, &row.subject, &row.question, &row.value, at));
                    intake.report.judged(&by, usize::from(!new));
                    if new {
                        out.rows.entry(by).or_default().push(row);
                    }
                    Ok(())
                }
                Err(p) => Err(p),
            },
        };
        if let Err(p) = taken {
            let by = annotator(&judged.by).unwrap_or_else(|_| judged.by.clone());
            intake.report.judged(&by, 2);
            intake.refuse(p.in_file(file).at_line(line))?;
        }
    }
    let strict = intake.is_strict();
    back.settle(&mut spool, &there, &mut intake.report, &mut |report, p| {
        if strict {
            return Err(p);
        }
        report.refuse(p);
        Ok(())
    })?;
    if !back.is_empty() {
        back.stage(ws, &mut spool, &mut intake.stage, meter)?;
    }
    Ok(out)
}

fn name(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}

/// What is needed to find out what an answer means.
struct Desk<'a> {
    ws: &'a Workspace,
    forms: Vec<Arc<Form>>,
    /// Cases of the candidates, read when the first is asked for.
    candidates: Option<HashMap<String, String>>,
    cases: &'a Cases,
}

impl Desk<'_> {
    /// The answer as it goes into the journal of an annotator; nothing for a blank one.
    fn row(&mut self, judged: &Judged, from: String) -> Result<Option<(String, Row)>> {
        if is_blank(&judged.value) {
            return Ok(None);
        }
        let by = annotator(&judged.by).map_err(|p| p.at_field("annotator"))?;
        let subject = self.subject(judged)?;
        let (form, id, value) = self.answer(judged, &subject)?;
        let row = Row {
            subject,
            question: id,
            value,
            at: judged.at.as_deref().and_then(moment),
            took_ms: judged.took_ms.unwrap_or(0),
            form_hash: form,
            from,
        };
        Ok(Some((by, row)))
    }

    fn answer(&self, judged: &Judged, subject: &Subject) -> Result<(String, String, Value)> {
        let wish = judged.form.as_deref().map(|f| f.split('@').next().unwrap_or(f));
        let own;
        let all: &[Arc<Form>] = match wish {
            Some(name) if !self.forms.iter().any(|f| f.id == name) => {
                own = [Arc::new(
                    forms::load(&self.ws.root, name).map_err(|p| p.at_field("form"))?,
                )];
                &own
            }
            _ => &self.forms,
        };
        let mut why = None;
        for form in all.iter().filter(|f| wish.is_none_or(|w| f.id == w)) {
            match question(form, &judged.question, subject.on()) {
                Ok((q, id)) => {
                    let reason = id != q.id;
                    let read = |v: &Value| match v {
                        Value::String(_) if reason => Ok(v.clone()),
                        other if reason => Err(format!("expected a sentence for '{id}', found {other}")),
                        other => answer(q, other),
                    };
                    let other = || judged.other.as_ref().and_then(|v| read(v).ok());
                    let value = read(&judged.value).or_else(|e| other().ok_or(e));
                    let value = value.map_err(|e| Problem::input(e).at_field(&judged.question))?;
                    return Ok((form.hash.clone(), id, value));
                }
                Err(e) => why = why.or(Some(e)),
            }
        }
        let mend = "give the column the name of a question, or name the form under forms in casefile.toml";
        Err(Problem::input(why.unwrap_or_default()).at_field("question").mend(mend))
    }

    fn subject(&mut self, judged: &Judged) -> Result<Subject> {
        if let Some(candidate) = &judged.candidate {
            let known = self.candidates()?;
            let case = known.get(candidate).cloned().ok_or_else(|| {
                let what = format!("no candidate '{candidate}' in the workspace");
                Problem::input(what)
                    .at_field("candidate")
                    .mend("import the candidates first")
            })?;
            let candidate = candidate.clone();
            return Ok(Subject::Candidate { case, candidate });
        }
        let (case, part) = match self.cases.exhibits(&judged.case) {
            Some(_) => (judged.case.as_str(), None),
            None => judged
                .case
                .rsplit_once('#')
                .map_or((judged.case.as_str(), None), |(c, e)| (c, Some(e))),
        };
        let shown = self.cases.exhibits(case).ok_or_else(|| {
            let what = format!("no case '{case}' in the workspace");
            Problem::input(what)
                .at_field("case")
                .mend("import the cases first, or in the same command")
        })?;
        let case = case.to_owned();
        if let Some((run, suspect)) = judged.suspect.clone() {
            return Ok(Subject::Suspect { case, run, suspect });
        }
        match judged.exhibit.as_deref().or(part) {
            None => Ok(Subject::Case { case }),
            Some(named) => {
                let exhibit = find(shown, named).ok_or_else(|| evidence::no_exhibit(&case, named, shown.len()))?;
                Ok(Subject::Exhibit { case, exhibit })
            }
        }
    }

    fn candidates(&mut self) -> Result<&HashMap<String, String>> {
        if self.candidates.is_none() {
            let mut all = HashMap::new();
            old_lines(&self.ws.candidates(), &mut |_, line| {
                // What is no candidate is told by the commands about them.
                if let Ok(c) = serde_json::from_slice::<Candidate>(line) {
                    all.insert(c.id, c.case);
                }
                Ok(())
            })?;
            self.candidates = Some(all);
        }
        Ok(self.candidates.get_or_insert_with(HashMap::new))
    }
}

/// The id of the exhibit that `named` means: id, `#id`, address, place from 1, or file name.
pub(in crate::work) fn find(shown: &[Shown], named: &str) -> Option<String> {
    let bare = named.strip_prefix('#').unwrap_or(named);
    let last = named.rsplit(['/', '\\']).next().unwrap_or(named);
    let place = || shown.get(named.parse::<usize>().ok()?.checked_sub(1)?);
    let by_id = shown.iter().find(|s| s.id == bare || s.source == named);
    let hit = by_id
        .or_else(place)
        .or_else(|| shown.iter().find(|s| s.name() == last))?;
    Some(hit.id.clone())
}

/// Writes the answers into the journals of their annotators.
///
/// # Errors
/// A damaged journal of this clone's own, a full disk. What stands then is found again when the import is repeated.
pub(super) fn append(ws: &Workspace, plan: &Plan, answers: Answers) -> Result<()> {
    let Answers {
        rows,
        mut ledger,
        mut imported,
    } = answers;
    for (by, mut rows) in rows {
        let (mut journal, opened) = Journal::open(&ws.root, &by, &plan.salt, Box::new(RealDisk))?;
        let time = |at: Option<&str>| at.and_then(|a| a.parse::<jiff::Timestamp>().ok());
        rows.sort_by_key(|r| time(r.at.as_deref()));
        let mut entries = Vec::with_capacity(rows.len());
        for (seq, row) in (opened.next..).zip(rows) {
            let key = Key {
                by: by.clone(),
                subject: row.subject,
                question: row.question,
            };
            // An earlier answer from the same source gives way; any other one stays beside it, as a conflict to be seen.
            let older = |head: &crate::domain::ledger::Head| {
                let Some((before, timed)) = imported.get(&(by.clone(), head.id.clone())) else {
                    return false;
                };
                let times = (time(Some(&head.at)).filter(|_| *timed), time(row.at.as_deref()));
                let (Some(then), Some(now)) = times else {
                    return before.from == row.from;
                };
                before.from == row.from && then < now
            };
            let heads = ledger.heads(&key).iter();
            let supersedes = heads.filter(|h| older(h)).map(|h| h.id.clone()).collect();
            let brought = Imported {
                at: plan.now.clone(),
                from: row.from,
            };
            let timed = row.at.is_some();
            let entry = Entry {
                v: VERSION,
                seq,
                prev: String::new(),
                writer: opened.writer.clone(),
                at: row.at.unwrap_or_else(|| plan.now.clone()),
                by: by.clone(),
                subject: key.subject,
                question: key.question,
                op: Op::Set,
                value: row.value,
                supersedes,
                about: None,
                form_hash: row.form_hash,
                sight: Sight::Open,
                took_ms: row.took_ms,
                saw: String::new(),
                imported: Some(brought.clone()),
            };
            imported.insert((by.clone(), entry.id()), (brought, timed));
            ledger.apply(&entry);
            entries.push(entry);
        }
        journal.append_all(entries)?;
    }
    Ok(())
}
