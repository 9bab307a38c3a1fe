//! The runtime: the model with the threads that serve it. The workbench and `play` drive the same one.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use ratatui::buffer::Buffer;

use crate::app::cmd::Cmd;
use crate::app::model::review::Journal;
use crate::app::model::{Model, Settings};
use crate::app::msg::{Msg, Now};
use crate::app::update::{start, update};
use crate::base::error::{Problem, Result};
use crate::base::ticket::Ticket;
use crate::store::disk::RealDisk;
use crate::store::replay::Whose;
use crate::store::workspace::Workspace;
use crate::ui::picture::{Pictures, Want};
use crate::ui::stage::Stage;
use crate::ui::theme::Theme;
use crate::ui::view::view;
use crate::work::job::{Event, LaneName};
use crate::work::journal_lane::{JournalLane, Start};
use crate::work::lane::Lane;
use crate::work::office::Office;

use super::picture_lane::{PictureLane, Report};

/// Bytes of encoded pictures kept.
const PICTURES: usize = 48 << 20;

/// Anything that reaches the main loop.
#[derive(Debug)]
pub enum Incoming {
    /// From a lane.
    Work(Event),
    /// From the picture lane.
    Picture(Report),
    /// From the terminal; `None` when it is gone.
    Terminal(Option<Msg>),
}

/// What the owner of the terminal has to do.
#[derive(Debug, PartialEq, Eq)]
pub enum Effect {
    /// Leave.
    Quit,
    /// Stop the process until woken.
    Suspend,
    /// Run the editor.
    Edit(String),
    /// Draw everything again.
    Redraw,
}

struct Lanes {
    index: Lane,
    case: Lane,
    source: Lane,
    blame: Lane,
    board: Lane,
    why: Lane,
    rank: Lane,
    steps: Lane,
    review: Lane,
}

impl Lanes {
    fn start(office: &Office, out: &Sender<Incoming>) -> std::io::Result<Self> {
        let lane = |name| {
            let out = out.clone();
            Lane::start(name, office.clone(), move |event| {
                // The main loop is gone only when the process ends.
                let _ignored: std::result::Result<(), _> = out.send(Incoming::Work(event));
            })
        };
        Ok(Self {
            index: lane("index")?,
            case: lane("case")?,
            source: lane("source")?,
            blame: lane("blame")?,
            board: lane("board")?,
            why: lane("why")?,
            rank: lane("rank")?,
            steps: lane("steps")?,
            review: lane("review")?,
        })
    }

    fn of(&self, name: LaneName) -> &Lane {
        match name {
            LaneName::Index => &self.index,
            LaneName::Case => &self.case,
            LaneName::Source => &self.source,
            LaneName::Blame => &self.blame,
            LaneName::Board => &self.board,
            LaneName::Why => &self.why,
            LaneName::Rank => &self.rank,
            LaneName::Steps => &self.steps,
            LaneName::Review => &self.review,
        }
    }
}

/// The model with its threads.
pub struct Runtime {
    /// The model.
    pub model: Model,
    /// Theme and pictures.
    pub stage: Stage,
    /// Something changed since the last frame.
    pub dirty: bool,
    /// The terminal changed its size since the last frame, perhaps there and back: nothing on it can be relied on.
    pub resized: bool,
    out: Sender<Incoming>,
    inbox: Receiver<Incoming>,
    lanes: Lanes,
    journal: JournalLane,
    pictures: PictureLane,
    asked: HashSet<Ticket>,
    wanted: Vec<Want>,
    moving: Option<Want>,
}

impl std::fmt::Debug for Runtime {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Runtime")
            .field("asked", &self.asked)
            .finish_non_exhaustive()
    }
}

/// What a runtime starts with.
#[derive(Debug)]
pub struct Setup {
    /// The workspace.
    pub ws: Workspace,
    /// Settings of the model.
    pub settings: Settings,
    /// Looks.
    pub theme: Theme,
    /// Pictures of this terminal.
    pub pictures: Pictures,
    /// Columns and rows.
    pub size: (u16, u16),
    /// Clock and process, for the identity of a new writer.
    pub salt: String,
}

impl Setup {
    /// Pictures with the usual cache.
    pub fn pictures(protocol: crate::ui::picture::Protocol, cell: (u16, u16), theme: &Theme) -> Pictures {
        Pictures::new(protocol, cell, theme.background, PICTURES)
    }
}

impl Runtime {
    /// Starts the threads and sends the first requests.
    ///
    /// # Errors
    /// When the system refuses a thread.
    pub fn start(setup: Setup) -> Result<Self> {
        let (out, inbox) = channel();
        let ws = Arc::new(setup.ws);
        let office = Office::new(ws.clone());
        let thread = |e: std::io::Error| Problem::environment(format!("cannot start a thread: {e}"));
        let lanes = Lanes::start(&office, &out).map_err(thread)?;
        let events = out.clone();
        let whose = if setup.settings.secret {
            Whose::Own(setup.settings.me.clone())
        } else {
            Whose::All
        };
        let journal = JournalLane::start(
            Start {
                root: ws.root.clone(),
                by: setup.settings.me.clone(),
                whose,
                salt: setup.salt,
                disk: Box::new(RealDisk),
            },
            move |event| {
                // As above.
                let _ignored: std::result::Result<(), _> = events.send(Incoming::Work(event));
            },
        )
        .map_err(thread)?;
        let reports = out.clone();
        let pictures = PictureLane::start(setup.pictures.encoder(), move |report| {
            // As above.
            let _ignored: std::result::Result<(), _> = reports.send(Incoming::Picture(report));
        })
        .map_err(thread)?;
        let cell = setup.pictures.cell_px();
        let mut model = Model::new(setup.settings, setup.size, cell);
        let first = start(&mut model);
        let mut this = Self {
            model,
            stage: Stage::new(setup.theme, setup.pictures),
            dirty: true,
            resized: false,
            out,
            inbox,
            lanes,
            journal,
            pictures,
            asked: HashSet::new(),
            wanted: Vec::new(),
            moving: None,
        };
        let _none: Vec<Effect> = this.carry_out(first);
        Ok(this)
    }

    /// Where other threads send what happens.
    pub fn sender(&self) -> Sender<Incoming> {
        self.out.clone()
    }

    /// Waits for the next thing to happen, at most `patience`.
    pub fn next(&self, patience: Duration) -> Option<Incoming> {
        self.inbox.recv_timeout(patience).ok()
    }

    /// Takes one thing that happened.
    pub fn take(&mut self, incoming: Incoming, now: Now) -> Vec<Effect> {
        match incoming {
            Incoming::Terminal(Some(msg)) => {
                self.resized |= matches!(msg, Msg::Resize(..));
                self.message(msg, now)
            }
            Incoming::Terminal(None) => self.message(Msg::Terminate, now),
            Incoming::Work(Event::Reply(ticket, reply)) => self.message(Msg::Reply(ticket, reply), now),
            Incoming::Work(Event::Journal(event)) => self.message(Msg::Journal(event), now),
            Incoming::Work(Event::Crashed { lane, what }) => self.message(
                Msg::Crashed {
                    lane: lane.to_owned(),
                    what,
                },
                now,
            ),
            Incoming::Work(Event::Dropped(ticket) | Event::Idle(ticket)) => {
                self.asked.remove(&ticket);
                Vec::new()
            }
            Incoming::Picture(report) => {
                self.picture(report);
                Vec::new()
            }
        }
    }

    /// Takes one message.
    pub fn message(&mut self, msg: Msg, now: Now) -> Vec<Effect> {
        self.dirty = true;
        let cmds = update(&mut self.model, msg, now);
        self.carry_out(cmds)
    }

    fn picture(&mut self, report: Report) {
        self.dirty = true;
        match report {
            Report::Picture(done) => {
                self.wanted.retain(|w| *w != done.want);
                self.stage.pictures.accept(done);
            }
            Report::Frame { done, slot } => {
                self.stage.frame = done.want.frame;
                self.stage.pictures.accept(done);
                drop(slot);
            }
            Report::Stopped { fault, .. } => {
                self.model.desk.playing = false;
                self.model.say(format!("the animation ends here: {fault}"));
            }
        }
    }

    fn carry_out(&mut self, cmds: Vec<Cmd>) -> Vec<Effect> {
        let mut out = Vec::new();
        for cmd in cmds {
            match cmd {
                Cmd::Run(ticket, job) => {
                    self.asked.insert(ticket);
                    self.lanes.of(job.lane()).ask(ticket, job);
                }
                Cmd::Cancel(lane, ticket) => self.lanes.of(lane).cancel(ticket),
                Cmd::Append(entry) => {
                    self.journal.append(entry);
                }
                Cmd::Reload => self.reload(),
                Cmd::Edit(text) => out.push(Effect::Edit(text)),
                Cmd::Suspend => out.push(Effect::Suspend),
                Cmd::Redraw => out.push(Effect::Redraw),
                Cmd::Quit => out.push(Effect::Quit),
            }
        }
        out
    }

    /// Opens the workspace again with lanes of its own; the journal goes on.
    fn reload(&mut self) {
        self.stage.pictures.forget_faults();
        self.journal.reread();
        let opened = Workspace::open(&self.model.settings.root).and_then(|ws| {
            Lanes::start(&Office::new(Arc::new(ws)), &self.out).map_err(|e| Problem::environment(e.to_string()))
        });
        match opened {
            Ok(lanes) => self.lanes = lanes,
            Err(p) => self.model.fail(p.to_string()),
        }
    }

    /// Draws the model and asks for the pictures that are missing.
    pub fn draw(&mut self, buf: &mut Buffer) {
        self.dirty = false;
        view(&self.model, &mut self.stage, buf);
        let wants = self.stage.pictures.take_wants();
        if wants != self.wanted {
            self.wanted.clone_from(&wants);
            self.pictures.want(wants);
        }
        if self.stage.moving != self.moving {
            self.moving.clone_from(&self.stage.moving);
            self.stage.frame = 0;
            match &self.moving {
                Some(want) => self.pictures.play(want.clone()),
                None => self.pictures.stop(),
            }
        }
    }

    /// Cells have another size, or the terminal another protocol.
    pub fn cells(&mut self, cell: (u16, u16)) {
        if cell != self.stage.pictures.cell_px() {
            let protocol = self.stage.pictures.protocol();
            self.stage.pictures = Setup::pictures(protocol, cell, &self.stage.theme);
            self.pictures.encode_with(self.stage.pictures.encoder());
            self.wanted.clear();
            self.model.cell = cell;
        }
    }

    /// Whether nothing is under way: no request, no answer unsaved, no picture (`except` those of an animation).
    pub fn settled(&self) -> bool {
        self.asked.is_empty()
            && self.model.review.unsaved() == 0
            && self.model.review.waiting.is_empty()
            && self.model.review.journal != Journal::Opening
            && self.model.review.replayed
            && self.wanted.is_empty()
            && !self.dirty
    }

    /// What could not be saved, in words, so that it is not lost with the screen.
    pub fn unsaved(&self) -> Option<Problem> {
        let lost = &self.model.review.failed;
        if lost.is_empty() {
            return None;
        }
        let list: Vec<String> = lost
            .iter()
            .map(|l| {
                let exhibit = l.subject.exhibit().map(|e| format!(" exhibit {e}")).unwrap_or_default();
                let value = crate::text::clean::line(&crate::domain::form::plain(&l.value));
                format!("{}{exhibit}: {} = {value}", l.subject.case(), l.question)
            })
            .collect();
        let why = match &self.model.review.journal {
            Journal::Closed(why) => why.clone(),
            _ => String::new(),
        };
        Some(Problem::environment(format!("answers were NOT saved: {why}")).mend(list.join("\n  ")))
    }

    /// Lets the journal finish what it has.
    pub fn finish(&mut self) {
        self.pictures.stop();
        self.journal.finish();
    }
}
