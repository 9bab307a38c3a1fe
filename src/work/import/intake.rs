//! Takes what readers find and sets it aside.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use indexmap::IndexMap;

use crate::base::error::{Problem, Result};
use crate::domain::candidate::Candidate;
use crate::domain::run::RunInfo;
use crate::read::reader::{GoldRow, ImageFrom, ImageLink, Item, Mapping, Sink};
use crate::store::spool::Spool;
use crate::store::stage::Stage;

use super::report::Report;

/// An image link with the place that named it.
#[derive(Debug)]
pub(super) struct Link {
    pub(super) source: String,
    pub(super) from: PathBuf,
    pub(super) line: usize,
    pub(super) held: Held,
}

/// What holds the image of a link.
#[derive(Debug)]
pub(super) enum Held {
    File(PathBuf),
    /// Bytes set aside in this file.
    Aside(PathBuf),
}

/// One run as far as it was read.
pub(super) struct RunIntake {
    pub(super) info: RunInfo,
    pub(super) answers: Spool,
    pub(super) trajectories: Spool,
    /// Files that hold the trajectories, by case.
    pub(super) originals: BTreeMap<String, PathBuf>,
    /// Format and number of the file of a case's last answer, to tell rows that repeat each other from a list of
    /// predictions and a trajectory that complete each other.
    from: HashMap<Box<str>, (&'static str, usize)>,
    /// Rows about a case that this file had before, and that another file of the same format had.
    pub(super) twice: usize,
    pub(super) elsewhere: usize,
    /// Models that the files name.
    pub(super) models: Vec<String>,
}

/// A candidate with the place that named it.
#[derive(Debug)]
pub(super) struct Seen {
    pub(super) candidate: Candidate,
    pub(super) image: Option<PathBuf>,
    pub(super) file: PathBuf,
    pub(super) line: usize,
}

/// Everything read so far.
pub(super) struct Intake {
    pub(super) stage: Stage,
    pub(super) report: Report,
    pub(super) cases: Spool,
    pub(super) links: HashMap<String, Vec<Link>>,
    pub(super) gold: HashMap<String, GoldRow>,
    pub(super) runs: BTreeMap<String, RunIntake>,
    /// Evidence by producer; keys hold number, line and file of the record.
    pub(super) evidence: BTreeMap<String, Spool>,
    /// Candidates by id; the last of an id counts.
    pub(super) candidates: IndexMap<String, Seen>,
    /// Cases that evidence or candidates are about.
    /// Judgements; keys hold number, line, format and file of the record.
    pub(super) judgements: Spool,
    /// Cases that evidence and judgements are about.
    pub(super) seen: HashSet<String>,
    strict: bool,
    aside: usize,
    /// Format and number of the file that is being read.
    pub(super) reading: (&'static str, usize),
}

impl Intake {
    pub(super) fn new(stage: Stage, strict: bool) -> Result<Self> {
        Ok(Self {
            cases: Spool::new(stage.dir())?,
            judgements: Spool::new(stage.dir())?,
            stage,
            report: Report::default(),
            links: HashMap::new(),
            gold: HashMap::new(),
            runs: BTreeMap::new(),
            evidence: BTreeMap::new(),
            candidates: IndexMap::new(),
            seen: HashSet::new(),
            strict,
            aside: 0,
            reading: ("", 0),
        })
    }

    /// Whether the first refusal ends the import.
    pub(super) fn is_strict(&self) -> bool {
        self.strict
    }

    /// Whether nothing was found, not even something to refuse.
    pub(super) fn is_idle(&self) -> bool {
        self.cases.is_empty()
            && self.links.is_empty()
            && self.gold.is_empty()
            && self.runs.is_empty()
            && self.evidence.is_empty()
            && self.candidates.is_empty()
            && self.judgements.is_empty()
            && self.report.refusals == 0
            && self.report.images == super::Count::default()
    }

    fn run(&mut self, name: &str) -> Result<&mut RunIntake> {
        if !self.runs.contains_key(name) {
            let run = RunIntake {
                info: RunInfo::default(),
                answers: Spool::new(self.stage.dir())?,
                trajectories: Spool::new(self.stage.dir())?,
                originals: BTreeMap::new(),
                from: HashMap::new(),
                twice: 0,
                elsewhere: 0,
                models: Vec::new(),
            };
            self.runs.insert(name.to_owned(), run);
        }
        self.runs
            .get_mut(name)
            .ok_or_else(|| Problem::environment("a run was lost while it was read"))
    }

    /// Sets the bytes of an image aside.
    fn aside(&mut self, bytes: Vec<u8>) -> Result<PathBuf> {
        self.aside += 1;
        let path = self.stage.dir().join(format!("image-{}", self.aside));
        std::fs::write(&path, bytes).map_err(|e| Problem::io("write", &path, &e))?;
        Ok(path)
    }

    fn image(&mut self, link: ImageLink, file: &Path, line: usize) -> Result<()> {
        let held = match link.from {
            ImageFrom::File(path) => Held::File(path),
            ImageFrom::Bytes(bytes) => Held::Aside(self.aside(bytes)?),
        };
        self.links.entry(link.case).or_default().push(Link {
            source: link.source,
            from: file.to_owned(),
            line,
            held,
        });
        Ok(())
    }
}

impl Sink for Intake {
    fn take(&mut self, item: Item, file: &Path, line: usize) -> Result<()> {
        match item {
            Item::Case(case) => {
                if self.cases.put(&case.id, &*case)? {
                    self.report.note(
                        Problem::input(format!("case '{}' stands twice; the last one counts", case.id))
                            .in_file(file)
                            .at_line(line),
                    );
                }
            }
            Item::Image(link) => self.image(link, file, line)?,
            Item::Run { run, info } => {
                let run = self.run(&run)?;
                if !info.model.is_empty() && !run.models.contains(&info.model) {
                    run.models.push(info.model.clone());
                }
                complete(&mut run.info, info);
            }
            Item::Suspects { run, mut suspects } => {
                let now = self.reading;
                let run = self.run(&run)?;
                match run.from.get(&*suspects.case) {
                    Some((format, _)) if *format != now.0 => {
                        if let Some(first) = run.answers.get(&suspects.case)? {
                            suspects.complete(first);
                        }
                    }
                    Some((_, n)) if *n == now.1 => run.twice += 1,
                    Some(_) => run.elsewhere += 1,
                    None => {}
                }
                run.from.insert(suspects.case.as_str().into(), now);
                let _again: bool = run.answers.put(&suspects.case, &*suspects)?;
            }
            Item::Trajectory { run, trajectory } => {
                let run = self.run(&run)?;
                run.originals.insert(trajectory.case.clone(), file.to_owned());
                let _again: bool = run.trajectories.put(&trajectory.case, &*trajectory)?;
            }
            Item::Evidence(evidence) => {
                let producer = crate::read::input::run_name(&evidence.producer);
                self.seen.insert(evidence.case.clone());
                if !self.evidence.contains_key(&producer) {
                    self.evidence.insert(producer.clone(), Spool::new(self.stage.dir())?);
                }
                if let Some(spool) = self.evidence.get_mut(&producer) {
                    let key = format!("{}\n{line}\n{}", spool.len(), file.display());
                    let _again: bool = spool.put(&key, &*evidence)?;
                }
            }
            Item::Candidate { candidate, image } => {
                let image = match image {
                    Some(ImageFrom::File(path)) => Some(path),
                    Some(ImageFrom::Bytes(bytes)) => Some(self.aside(bytes)?),
                    None => None,
                };
                self.seen.insert(candidate.case.clone());
                let seen = Seen {
                    candidate: *candidate,
                    image,
                    file: file.to_owned(),
                    line,
                };
                self.candidates.insert(seen.candidate.id.clone(), seen);
            }
            Item::Judgement(judged) => {
                // An entry of our own names its subject by id and is taken as it stands.
                if judged.entry.is_none() {
                    self.seen.insert(judged.case.clone());
                    let part = judged.case.rsplit_once('#').map(|(case, _)| case.to_owned());
                    self.seen.extend(part);
                }
                let key = format!(
                    "{}\n{line}\n{}\n{}",
                    self.judgements.len(),
                    self.reading.0,
                    file.display()
                );
                let _again: bool = self.judgements.put(&key, &*judged)?;
            }
            Item::Gold(row) => {
                self.gold.insert(row.case.clone(), row);
            }
        }
        Ok(())
    }

    fn refuse(&mut self, problem: Problem) -> Result<()> {
        if self.strict {
            return Err(problem);
        }
        self.report.refuse(problem);
        Ok(())
    }

    fn mended(&mut self, how: &str, _file: &Path, _line: usize) {
        *self.report.mended.entry(how.to_owned()).or_default() += 1;
    }

    fn note(&mut self, problem: Problem) {
        self.report.note(problem);
    }

    fn mapped(&mut self, mapping: Mapping) {
        self.report.mappings.push(mapping);
    }
}

/// Fills what `info` does not say yet.
pub(super) fn complete(info: &mut RunInfo, more: RunInfo) {
    for (own, other) in [
        (&mut info.system, more.system),
        (&mut info.model, more.model),
        (&mut info.input, more.input),
        (&mut info.made, more.made),
        (&mut info.note, more.note),
        (&mut info.imported_from, more.imported_from),
    ] {
        if own.is_empty() {
            *own = other;
        }
    }
}
