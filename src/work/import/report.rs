//! What an import did, in counts and in words.

use std::collections::{BTreeMap, HashMap};

use crate::base::error::Problem;
use crate::read::reader::Mapping;

/// Refusals and notes that are kept one by one; beyond that only counts.
const KEPT: usize = 10_000;

/// Counts of one kind of thing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// Not there before.
    pub new: usize,
    /// There, and different now.
    pub changed: usize,
    /// There already, exactly so.
    pub same: usize,
}

impl Count {
    /// Counts one thing: `None` was not there before, `Some(true)` was there exactly so.
    pub fn note(&mut self, before: Option<bool>) {
        match before {
            None => self.new += 1,
            Some(true) => self.same += 1,
            Some(false) => self.changed += 1,
        }
    }

    /// Adds the counts of another part.
    pub(in crate::work) fn add(&mut self, more: Self) {
        self.new += more.new;
        self.changed += more.changed;
        self.same += more.same;
    }

    /// Whether anything was taken.
    pub fn took(&self) -> bool {
        self.new + self.changed > 0
    }
}

/// What an import did.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// Cases.
    pub cases: Count,
    /// Images.
    pub images: Count,
    /// Runs.
    pub runs: Count,
    /// Answers of runs, one a case.
    pub answers: Count,
    /// Trajectories, one a case.
    pub trajectories: Count,
    /// Evidence records.
    pub evidence: Count,
    /// Harmful-image candidates.
    pub candidates: Count,
    /// Judgements.
    pub judgements: Count,
    /// Judgements by annotator: new ones, known ones, refused ones.
    pub annotators: BTreeMap<String, [usize; 3]>,
    /// Cases with published gold of their own file.
    pub gold: Count,
    /// Linked repositories.
    pub repos: Count,
    /// Images named by a case but not given, by the mapping or otherwise.
    pub missing_images: usize,
    /// Images that cannot be shown, with the reason; they are kept all the same.
    pub faulty_images: Vec<Problem>,
    /// Records mended before they were taken: how, and how many.
    pub mended: BTreeMap<String, usize>,
    /// Records that were refused; the first 10,000.
    pub refused: Vec<Problem>,
    /// Number of records that were refused.
    pub refusals: usize,
    /// Files of folders that no reader knows.
    pub skipped: Vec<Problem>,
    /// What was taken, but should be known.
    pub notes: Vec<Problem>,
    /// How the columns of datasets were understood.
    pub mappings: Vec<Mapping>,
}

impl Report {
    /// The counts with their names.
    pub fn rows(&self) -> [(&'static str, Count); 10] {
        [
            ("cases", self.cases),
            ("images", self.images),
            ("runs", self.runs),
            ("answers", self.answers),
            ("trajectories", self.trajectories),
            ("evidence", self.evidence),
            ("candidates", self.candidates),
            ("judgements", self.judgements),
            ("gold", self.gold),
            ("repositories", self.repos),
        ]
    }

    /// Takes a refusal in.
    pub(super) fn refuse(&mut self, problem: Problem) {
        self.refusals += 1;
        if self.refused.len() < KEPT {
            self.refused.push(problem);
        }
    }

    /// Counts a judgement of `by`: 0 a new one, 1 a known one, 2 a refused one.
    pub(super) fn judged(&mut self, by: &str, what: usize) {
        if let Some(n) = self.annotators.entry(by.to_owned()).or_default().get_mut(what) {
            *n += 1;
        }
        match what {
            0 => self.judgements.new += 1,
            1 => self.judgements.same += 1,
            _ => {}
        }
    }

    /// Takes a note in.
    pub(super) fn note(&mut self, problem: Problem) {
        if self.notes.len() < KEPT {
            self.notes.push(problem);
        }
    }
}

/// Refusals by kind, the most frequent first: words without what differs from record to record, and the records.
pub fn by_kind(problems: &[Problem]) -> Vec<(String, Vec<&Problem>)> {
    let mut at: HashMap<String, usize> = HashMap::new();
    let mut out: Vec<(String, Vec<&Problem>)> = Vec::new();
    for p in problems {
        let kind = kind(p);
        let n = *at.entry(kind.clone()).or_insert_with(|| {
            out.push((kind, Vec::new()));
            out.len() - 1
        });
        if let Some((_, all)) = out.get_mut(n) {
            all.push(p);
        }
    }
    out.sort_by_key(|(_, all)| std::cmp::Reverse(all.len()));
    out
}

fn kind(p: &Problem) -> String {
    let mut out = p.field.as_ref().map(|f| format!("{f}: ")).unwrap_or_default();
    let mut quoted = false;
    let mut number = false;
    for c in p.what.chars() {
        if c == '\'' {
            if !quoted {
                out.push('…');
            }
            quoted = !quoted;
        } else if !quoted {
            if !c.is_ascii_digit() {
                out.push(c);
            } else if !number {
                out.push('N');
            }
            number = c.is_ascii_digit();
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_of_one_kind_are_counted_together() {
        let all = [
            Problem::input("no case 'a' in the workspace").at_line(1),
            Problem::input("not JSON at column 31: EOF"),
            Problem::input("no case 'bc' in the workspace").at_line(9),
        ];
        let got = by_kind(&all);
        assert_eq!(got.len(), 2);
        assert_eq!(
            (got[0].0.as_str(), got[0].1.len(), got[0].1[1].line),
            ("no case … in the workspace", 2, Some(9))
        );
        assert_eq!(got[1].0, "not JSON at column N: EOF");
    }
}
