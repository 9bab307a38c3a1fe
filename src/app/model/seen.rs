//! State of the screen of evidence: two producers side by side, and what people say about the parts of their records.

use std::sync::Arc;

use crate::app::model::popup::Amend;
use crate::app::model::review::Saved;
use crate::app::model::{Model, Screen};
use crate::domain::entry::Subject;
use crate::domain::evidence::Evidence;
use crate::domain::seen::doubt::Doubt;
use crate::domain::seen::field::{Part, Said, Say, Sayings, question};
use crate::work::casefile::CaseFile;

/// How a piece of the table looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// A value.
    Plain,
    /// What only this producer has.
    Only,
    /// What is doubtful.
    Doubt,
    /// Of little weight.
    Dim,
    /// The name of a part.
    Name,
    /// A judgement on the disk.
    Saved,
    /// One on its way.
    Pending,
    /// Something did not work.
    Error,
}

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bit {
    /// Clean text.
    pub text: String,
    /// How it looks.
    pub ink: Ink,
}

impl Bit {
    /// Text with a look.
    pub fn new(text: impl Into<String>, ink: Ink) -> Self {
        Self { text: text.into(), ink }
    }
}

/// A line of the table, or of the text in its place.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Line {
    /// Place of its part among all; `None` for what stands above the parts.
    pub row: Option<usize>,
    /// First line of its part.
    pub first: bool,
    /// The two columns.
    pub cells: [Vec<Bit>; 2],
}

/// What a table was laid out for; it is laid out again when any of it changes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct For {
    /// Exhibit.
    pub exhibit: usize,
    /// Records in the columns, the column with the keys, the part under the cursor.
    pub shown: ([usize; 2], usize, usize),
    /// The text for a model stands in the place of the table.
    pub block: bool,
    /// Cells of the columns.
    pub cols: [u16; 2],
    /// Entries saved, on their way, not yet numbered, lost; answers given in this session.
    pub counts: [usize; 5],
    /// What others say is shown.
    pub others: bool,
}

/// The table as lines.
#[derive(Debug, Clone, Default)]
pub struct Laid {
    /// What it was laid out for; `None` to lay it out anew.
    pub of: Option<(Option<Arc<CaseFile>>, For)>,
    /// The lines.
    pub lines: Vec<Line>,
}

/// Evidence side by side, and what people say about it.
#[derive(Debug)]
pub struct Seen {
    /// What the ledger says about parts of records.
    pub sayings: Sayings,
    /// The ledger was read anew: all of it counts again.
    pub stale: bool,
    /// Case, and the records that people wrote about it themselves; an empty case to find them anew.
    pub written: (String, Vec<Evidence>),
    /// The screen to which back leads.
    pub from: Screen,
    /// Case and exhibit for which the cursor stands.
    pub at: (String, usize),
    /// Records in the two columns.
    pub shown: [usize; 2],
    /// The column with the keys, 0 or 1.
    pub side: usize,
    /// The part under the cursor.
    pub row: usize,
    /// First shown line.
    pub top: usize,
    /// The text for a model stands in the place of the table.
    pub block: bool,
    /// The table as lines.
    pub laid: Laid,
    /// What $EDITOR is open for.
    pub editing: Option<Amend>,
}

impl Default for Seen {
    fn default() -> Self {
        Self {
            sayings: Sayings::default(),
            stale: true,
            written: (String::new(), Vec::new()),
            from: Screen::Desk,
            at: (String::new(), 0),
            shown: [0, 1],
            side: 0,
            row: 0,
            top: 0,
            block: false,
            laid: Laid::default(),
            editing: None,
        }
    }
}

/// A record of the chosen exhibit, as the screens list it.
#[derive(Debug, Clone, Copy)]
pub struct Listed<'a> {
    /// The record.
    pub record: &'a Evidence,
    /// What is doubtful about it.
    pub doubts: &'a [Doubt],
    /// It comes from no file: a person wrote it here, part by part.
    pub written: bool,
}

/// What is said about a part of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// What I say, saved or on its way.
    pub mine: Option<Say>,
    /// State of that.
    pub saved: Saved,
    /// What others say, where it may be seen; the words of a person about their own record are not among them.
    pub others: Vec<Say>,
    /// The others differ among themselves.
    pub apart: bool,
    /// People differ, I among them: what holds is said by [`Said::outcome`].
    pub disputed: bool,
}

impl Judged {
    /// How many others accept, correct and reject.
    pub fn counts(&self) -> [(&'static str, usize); 3] {
        let of = |f: &dyn Fn(&Say) -> bool| self.others.iter().filter(|s| f(s)).count();
        [
            (sign(&Say::Accept), of(&|s| *s == Say::Accept)),
            (sign(&Say::Correct(Vec::new())), of(&|s| matches!(s, Say::Correct(_)))),
            (sign(&Say::Reject), of(&|s| *s == Say::Reject)),
        ]
    }
}

/// The sign of a judgement.
pub fn sign(say: &Say) -> &'static str {
    match say {
        Say::Accept => "✓",
        Say::Correct(_) => "✎",
        Say::Reject => "✗",
    }
}

impl Model {
    /// Whether what others say about evidence may be seen.
    pub fn others_seen(&self) -> bool {
        !self.settings.secret && !self.hidden()
    }

    /// Records of the case on the desk: those of files, then those that people wrote here, where a file has none by the
    /// same producer.
    pub fn case_records(&self) -> Vec<Listed<'_>> {
        let Some(file) = &self.desk.file else {
            return Vec::new();
        };
        let none: &[Doubt] = &[];
        let doubts = file.doubts.iter().map(Vec::as_slice).chain(std::iter::repeat(none));
        let files = file.evidence.iter().zip(doubts).map(|(record, doubts)| Listed {
            record,
            doubts,
            written: false,
        });
        let known = |w: &Evidence| {
            let mut all = file.evidence.iter();
            all.any(|e| e.exhibit == w.exhibit && e.producer == w.producer)
        };
        let may = |w: &Evidence| w.producer == self.settings.me || self.others_seen();
        let written = self.seen.written.1.iter().filter(|w| w.case == file.case.id);
        let written = written.filter(|w| may(w) && !known(w)).map(|record| Listed {
            record,
            doubts: none,
            written: true,
        });
        files.chain(written).collect()
    }

    /// Those of the chosen exhibit.
    pub fn records(&self) -> Vec<Listed<'_>> {
        let Some(exhibit) = self.desk.exhibit() else {
            return Vec::new();
        };
        let mut all = self.case_records();
        all.retain(|l| l.record.exhibit == exhibit.id);
        all
    }

    /// What is said about a part of a record.
    pub fn judged(&self, record: &Evidence, part: Part) -> Judged {
        let me = &self.settings.me;
        let subject = Subject::Exhibit {
            case: record.case.clone(),
            exhibit: record.exhibit.clone(),
        };
        let (value, saved) = self.review.answer(me, &subject, &question(&record.producer, part));
        let said = self
            .seen
            .sayings
            .get(&record.case, &record.exhibit, &record.producer, part)
            .filter(|_| self.others_seen());
        let people = said.into_iter().flat_map(|s| &s.people);
        let others = people.filter(|(by, _)| by != me && *by != record.producer);
        let mut all = Said {
            people: others.cloned().collect(),
        };
        let others = all.people.iter().map(|(_, say)| say.clone()).collect();
        let mine = value.as_ref().and_then(Say::read);
        let value = part.get(record);
        let apart = all.outcome(&record.producer, &value).disputed;
        all.people.extend(mine.clone().map(|say| (me.clone(), say)));
        Judged {
            mine,
            saved,
            others,
            apart,
            disputed: all.outcome(&record.producer, &value).disputed,
        }
    }
}
