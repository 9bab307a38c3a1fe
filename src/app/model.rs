//! The model: everything the screens show. Changed by `update` alone.

pub mod agree;
pub mod bench;
pub mod desk;
pub mod gate;
pub mod list;
pub mod popup;
pub mod review;
pub mod seen;
pub mod sheet;
pub mod source;
pub mod steps;
pub mod terms;
pub mod zoom;

use std::path::PathBuf;
use std::sync::Arc;

use crate::base::area::Area;
use crate::base::ticket::Tickets;
use crate::domain::entry::Subject;
use crate::domain::form::{Form, On, Question, of_why};
use crate::domain::ledger::Key;
use crate::domain::round::Round;
use crate::keys::action::Context;
use crate::keys::keymap::Keymap;
use crate::keys::stroke::Stroke;
use crate::work::job::RunHead;

/// The screen that is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Screen {
    /// All cases.
    List,
    /// One case.
    Desk,
    /// A source file.
    Source,
    /// An exhibit over the full screen.
    Zoom,
    /// Runs and their scores.
    Runs,
    /// Two runs, case by case.
    Compare,
    /// Why a run missed.
    Misses,
    /// Why gold stands where it stands.
    Terms,
    /// The steps of a run.
    Steps,
    /// The questions of a form about one subject.
    Sheet,
    /// Harmful-image candidates.
    Candidates,
    /// How far people agree.
    Agree,
    /// What the AI gate made of the images.
    Gate,
    /// Evidence of two producers side by side.
    Evidence,
}

/// Weight of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// Something happened.
    Info,
    /// Something did not work.
    Error,
}

/// The line at the bottom about what the user just did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Its weight.
    pub tone: Tone,
    /// One line.
    pub text: String,
}

/// Settings that do not change while casefile runs.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Root of the workspace.
    pub root: PathBuf,
    /// Name of the workspace on screen.
    pub name: String,
    /// The annotator.
    pub me: String,
    /// How the name was found.
    pub me_from: &'static str,
    /// Gold, suspects and others' answers are hidden until revealed.
    pub blind: bool,
    /// Stay on the item after its last answer.
    pub stay: bool,
    /// The form of the desk.
    pub form: Arc<Form>,
    /// All forms in use; that of the desk comes first.
    pub forms: Vec<Arc<Form>>,
    /// Others' answers are not read now: a blind round, or a blind form, while the round is open.
    pub secret: bool,
    /// The round.
    pub round: Arc<Round>,
    /// The keymap.
    pub keymap: Arc<Keymap>,
}

impl Settings {
    /// The form in use that asks `id` about `on`, with the question; for reasoning, the question it belongs to.
    pub fn asks(&self, id: &str, on: On) -> Option<(&Arc<Form>, &Question)> {
        let id = of_why(id).unwrap_or(id);
        self.forms.iter().find_map(|f| {
            let q = f.question(id).filter(|q| q.on.contains(&on))?;
            Some((f, q))
        })
    }

    /// What the gate says about an image is one more opinion about it: hidden while those are, and not because of a form
    /// about other things.
    pub fn hides_gate(&self) -> bool {
        let about = |f: &Arc<Form>| f.blind && (f.is_about(On::Exhibit) || f.is_about(On::Case));
        self.secret && (self.blind || self.forms.iter().any(about))
    }

    /// Places of the forms in use that ask anything about `on`.
    pub fn forms_about(&self, on: On) -> impl Iterator<Item = usize> + '_ {
        (0..self.forms.len()).filter(move |n| self.forms.get(*n).is_some_and(|f| f.is_about(on)))
    }
}

/// Where the user was, for jumping back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    /// The screen.
    pub screen: Screen,
    /// Row of the case.
    pub row: Option<u32>,
    /// Source file and line (from 0), on the source screen.
    pub source: Option<(crate::work::job::Location, usize)>,
}

/// Everything.
#[derive(Debug)]
pub struct Model {
    /// Settings.
    pub settings: Settings,
    /// Columns and rows of the screen.
    pub size: (u16, u16),
    /// Pixels of a cell, width and height.
    pub cell: (u16, u16),
    /// The screen that is on.
    pub screen: Screen,
    /// What lies over it.
    pub popup: Option<popup::Popup>,
    /// Strokes of a sequence typed so far.
    pub typed: Vec<Stroke>,
    /// About what the user just did.
    pub message: Option<Message>,
    /// Sticky faults, the newest last; shown until the end of the session.
    pub banners: Vec<String>,
    /// The list.
    pub list: list::List,
    /// The desk.
    pub desk: desk::Desk,
    /// The source view.
    pub source: source::Source,
    /// The steps of the chosen run on the case of the desk.
    pub steps: steps::Steps,
    /// The zoomed exhibit.
    pub zoom: zoom::Zoom,
    /// The screens about runs.
    pub bench: bench::Bench,
    /// The terms between gold and wrong files.
    pub terms: terms::Terms,
    /// The sheet.
    pub sheet: sheet::Sheet,
    /// The candidates.
    pub candidates: sheet::Candidates,
    /// Agreement, and what became of differences.
    pub agree: agree::Agree,
    /// What the AI gate made of the images.
    pub gate: gate::Gate,
    /// Evidence side by side, and what people say about it.
    pub seen: seen::Seen,
    /// The screen to which back leads from the candidates.
    pub candidates_from: Screen,
    /// The screen to which back leads from the full screen.
    pub zoom_from: Screen,
    /// Answers, pending and saved.
    pub review: review::Review,
    /// The runs.
    pub runs: Vec<RunHead>,
    /// Index of the chosen run.
    pub run: usize,
    /// Jump list: earlier spots and, after going back, later ones.
    pub spots: (Vec<Spot>, Vec<Spot>),
    /// Hands out tickets.
    pub tickets: Tickets,
    /// Replies that came too late, for `doctor` and tests.
    pub stale: u64,
    /// Leaving as soon as nothing is pending.
    pub leaving: bool,
}

impl Model {
    /// The first state.
    pub fn new(settings: Settings, size: (u16, u16), cell: (u16, u16)) -> Self {
        Self {
            settings,
            size,
            cell,
            screen: Screen::List,
            popup: None,
            typed: Vec::new(),
            message: None,
            banners: Vec::new(),
            list: list::List::default(),
            desk: desk::Desk::default(),
            source: source::Source::default(),
            steps: steps::Steps::default(),
            zoom: zoom::Zoom::default(),
            bench: bench::Bench::default(),
            terms: terms::Terms::default(),
            sheet: sheet::Sheet::default(),
            candidates: sheet::Candidates::default(),
            agree: agree::Agree::default(),
            gate: gate::Gate::default(),
            seen: seen::Seen::default(),
            candidates_from: Screen::List,
            zoom_from: Screen::Desk,
            review: review::Review::default(),
            runs: Vec::new(),
            run: 0,
            spots: (Vec::new(), Vec::new()),
            tickets: Tickets::default(),
            stale: 0,
            leaving: false,
        }
    }

    /// The screen; a sticky banner keeps its last row.
    pub fn area(&self) -> Area {
        let banner = u16::from(!self.banners.is_empty());
        Area::new(0, 0, self.size.0, self.size.1.saturating_sub(banner))
    }

    /// Where keys are looked up.
    pub fn context(&self) -> Context {
        match self.screen {
            Screen::List => Context::List,
            Screen::Desk => Context::Desk,
            Screen::Source => Context::Source,
            Screen::Zoom => Context::Zoom,
            Screen::Runs => Context::Runs,
            Screen::Compare => Context::Compare,
            Screen::Misses => Context::Misses,
            Screen::Terms => Context::Terms,
            Screen::Steps => Context::Steps,
            Screen::Sheet => Context::Sheet,
            Screen::Candidates => Context::Candidates,
            Screen::Agree => Context::Agree,
            Screen::Gate => Context::Gate,
            Screen::Evidence => Context::Evidence,
        }
    }

    /// The chosen run.
    pub fn run(&self) -> Option<&RunHead> {
        self.runs.get(self.run)
    }

    /// Name of the chosen run; empty when there is none.
    pub fn run_name(&self) -> String {
        self.run().map(|r| r.name.to_string()).unwrap_or_default()
    }

    /// Whether gold, suspects and others' answers are hidden for the case on the desk.
    pub fn hidden(&self) -> bool {
        self.settings.blind
            && self
                .desk
                .id()
                .is_none_or(|id| !self.review.revealed(&self.settings.me, id))
    }

    /// The form on the sheet.
    pub fn sheet_form(&self) -> Option<&Arc<Form>> {
        self.settings.forms.get(self.sheet.form)
    }

    /// Whether my answer to a question was given to another version of its form.
    pub fn is_old(&self, subject: &Subject, question: &str) -> bool {
        let key = Key {
            by: self.settings.me.clone(),
            subject: subject.clone(),
            question: question.to_owned(),
        };
        let heads = self.review.ledger.heads(&key);
        match self.settings.asks(question, subject.on()) {
            Some((form, _)) => heads.iter().any(|h| !h.form.is_empty() && *h.form != *form.hash),
            None => false,
        }
    }

    /// The suspect under the cursor of the desk, as a subject, where the keys are in that pane.
    pub fn desk_suspect(&self) -> Option<Subject> {
        let run = self.run_name();
        let pane = matches!(self.screen, Screen::Desk | Screen::Sheet)
            && self.desk.focus == crate::app::layout::Pane::Suspects;
        let ranked = self.desk.ranked(&run);
        let s = ranked.get(self.desk.suspect).filter(|_| pane && !self.hidden())?;
        let suspect = match &s.name {
            Some(name) => format!("{}:{name}", s.path),
            None => s.path.to_string(),
        };
        let case = self.desk.id()?.to_owned();
        Some(Subject::Suspect { case, run, suspect })
    }

    /// Whether they are hidden in the list, where rows of many cases stand together.
    pub fn hidden_in_list(&self) -> bool {
        self.settings.blind
    }

    /// Says something at the bottom.
    pub fn say(&mut self, text: impl Into<String>) {
        self.message = Some(Message {
            tone: Tone::Info,
            text: text.into(),
        });
    }

    /// Says that something did not work.
    pub fn fail(&mut self, text: impl Into<String>) {
        self.message = Some(Message {
            tone: Tone::Error,
            text: text.into(),
        });
    }

    /// Rows of the list's body.
    pub fn list_page(&self) -> usize {
        usize::from(super::layout::plain(self.area()).body.h)
    }

    /// Position of the case on the desk among the shown rows, from 1, and their number.
    pub fn place(&self) -> (usize, usize) {
        let at = self
            .desk
            .row
            .and_then(|row| self.list.position(row))
            .map_or(0, |p| p + 1);
        (at, self.list.order.len())
    }
}
