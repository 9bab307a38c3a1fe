//! Arguments, and help that teaches.

use std::path::PathBuf;

use clap::{CommandFactory, Parser, Subcommand};

mod agree;
mod exchange;
mod fetch;
mod gate;
mod review;
mod runs;
mod see;
mod sync;
mod synth;
mod wire;

pub use agree::Agree;
pub use exchange::Export;
pub use fetch::Fetch;
pub use gate::Gate;
pub use review::Forms;
pub use runs::{Audit, Compare, Rank, Report, Score, Why};
pub use see::See;
pub use sync::{Queue, Sync};
pub use synth::Synth;
pub use wire::Wire;

/// The case file of a software issue, in the terminal: its text with the screenshots in place, the evidence read
/// out of them, gold, and every model's ranked suspects, side by side.
///
/// With no argument the embedded sample opens; it needs no set-up. Press ? for the keys, ctrl-c to leave.
/// Every answer is on the disk before the screen says so; there is no save key.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true, after_help = EXAMPLES, max_term_width = 100)]
pub struct Args {
    /// Workspace to open; without it, the embedded sample.
    pub workspace: Option<PathBuf>,
    /// Options of the screens.
    #[command(flatten)]
    pub shared: Shared,
    /// Lay the sample out anew; answers given in it go.
    #[arg(long)]
    pub fresh: bool,
    /// What to do instead of opening the workbench.
    #[command(subcommand)]
    pub command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  casefile                                     look around in the sample
  casefile init study                          make a workspace
  casefile import rows.jsonl images.jsonl preds.json -w study
  casefile import --repo markedjs/marked=../marked -w study
  casefile fetch -w study                      images that cases name by their address
  casefile see -w study                        read the text in the images, with Tesseract
  casefile gate --replies rows.jsonl -w study  which images help: models' verdicts, stage by stage
  casefile gold -w study                       functions that the fixes edit
  casefile study --as mara                     label
  casefile score --by category -w study        how good is each run, and where
  casefile audit -w study                      what is inconsistent in the data
  casefile audit --table samples/tables/*.json what is inconsistent in published numbers
  casefile rank --mode both -w study           a BM25 run to hold others against
  casefile export --as parquet -w study        cases, judgements and candidates for others
  casefile compare text-only with-image -w study
  casefile study --as jun --blind              a second opinion, with gold and suspects hidden
  casefile synth -w study                      candidates with swapped images, to review with g h
  casefile agree --list -w study               how far annotators agree, and where they differ
  casefile sync --as mara -w study             exchange answers through git
  casefile export --out release -w study       agreed labels, judgements, candidates
  casefile show markedjs__marked-1683 -w study | less -R
  casefile play 'enter . 2 u' -w study --size 120x40

Exit codes: 0 done; 1 the answer is no; 2 wrong use or bad input; 3 disk, terminal or network failed.";

/// Options that every screen takes.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Shared {
    /// Annotator; without it config.toml, then git's user.name.
    #[arg(long = "as", value_name = "NAME", global = false)]
    pub name: Option<String>,
    /// Hide gold, suspects and others' answers until revealed.
    #[arg(long)]
    pub blind: bool,
    /// dark, light, mono, or a .toml file.
    #[arg(long, value_name = "NAME|FILE")]
    pub theme: Option<String>,
    /// default, vim, one-hand, or a .toml file.
    #[arg(long, value_name = "NAME|FILE")]
    pub keymap: Option<String>,
    /// How to show images: kitty, sixel, iterm2, halfblocks, none. Found out by asking the terminal otherwise.
    #[arg(long, value_name = "NAME")]
    pub protocol: Option<String>,
}

/// Subcommands. A doc comment on a variant that holds a struct would hide the struct's, and so most of its help.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Make an empty workspace.
    Init {
        /// A new or empty folder.
        dir: PathBuf,
    },
    Import(Import),
    Fetch(Fetch),
    See(See),
    Gate(Gate),
    Gold(Gold),
    Score(Score),
    Compare(Compare),
    Why(Why),
    Report(Report),
    Agree(Agree),
    Audit(Audit),
    Rank(Rank),
    Forms(Forms),
    Synth(Synth),
    Queue(Queue),
    Sync(Sync),
    Export(Export),
    Show(Show),
    Play(Play),
    Keys(Keys),
    /// What this terminal, workspace and clone can do, and what is wrong.
    Doctor {
        /// Workspace; without it, only the terminal.
        #[arg(short, long, value_name = "DIR")]
        workspace: Option<PathBuf>,
        /// As JSON.
        #[arg(long)]
        json: bool,
    },
    /// Completions for a shell.
    Completions {
        /// bash, zsh, fish, elvish, powershell.
        shell: clap_complete::Shell,
    },
}

/// Bring cases, images, runs and repositories into a workspace.
///
/// A file's format is recognised by its content, packed (gzip, zstd) or not. A folder is searched for clones named
/// `OWNER__NAME`[.git] or OWNER/NAME, else for data and for images named by the last part of their address.
/// Repositories are linked, never copied. The same input again changes nothing; ctrl-c leaves all as it was.
#[derive(Debug, clap::Args)]
pub struct Import {
    /// Files and folders.
    pub paths: Vec<PathBuf>,
    /// Workspace to import into.
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    pub workspace: PathBuf,
    /// Format of the files, instead of recognising it; the list is below.
    #[arg(long = "as", value_name = "FORMAT")]
    pub format: Option<String>,
    /// Where a repository is.
    #[arg(long, value_name = "OWNER/NAME=DIR")]
    pub repo: Vec<String>,
    /// Input mode of the imported runs: text-only, with-image, VCE, VCE+image.
    #[arg(long, value_name = "MODE")]
    pub input: Option<String>,
    /// Name of the imported run, instead of one taken from the file or folder.
    #[arg(long, value_name = "NAME")]
    pub run: Option<String>,
    /// Column of a dataset that holds one of our fields, where its name does not tell.
    #[arg(long, value_name = "FIELD=COLUMN")]
    pub map: Vec<String>,
    /// Drop a run's older rows, and take published gold even where there is other gold.
    #[arg(long)]
    pub replace: bool,
    /// Stop at the first record that is refused.
    #[arg(long)]
    pub strict: bool,
    /// Report as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Compute file and function gold from patch and repository.
///
/// Reads the files that each patch touches at the commit before the fix, and names the functions that were there and
/// are edited: `path:Class.method`. What gives no function is told with the reason, hunk by hunk. Functions that the
/// dataset published stay; where they differ, the reason is told. All of it is kept in gold.jsonl.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "switches of a command line")]
pub struct Gold {
    /// Case ids; without them, all cases.
    pub cases: Vec<String>,
    /// Workspace.
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    pub workspace: PathBuf,
    /// Put computed functions in place of published ones.
    #[arg(long)]
    pub replace: bool,
    /// Compute and tell, but write nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// List every case: files, functions, what was left out and why.
    #[arg(long)]
    pub list: bool,
    /// Report as JSON, every case included.
    #[arg(long, conflicts_with = "list")]
    pub json: bool,
}

/// Print one case with its images, for pipes and quick looks.
///
/// In a pipe it is text alone. Gold, evidence and suspects follow the text. With --steps it is the list of what an agent
/// did, with where it met gold.
#[derive(Debug, clap::Args)]
pub struct Show {
    /// Case id; without it the ids are listed.
    pub case: Option<String>,
    /// Workspace; without it, the sample.
    #[arg(short, long, value_name = "DIR")]
    pub workspace: Option<PathBuf>,
    /// Columns of the text.
    #[arg(long, value_name = "N")]
    pub width: Option<u16>,
    /// How to show images; none for text alone.
    #[arg(long, value_name = "NAME")]
    pub protocol: Option<String>,
    /// Show what a blind round hides: gold and suspects. It is not recorded; X in the workbench is.
    #[arg(long)]
    pub reveal: bool,
    /// What the runs did on the way to their answers, step by step, instead of the case.
    #[arg(long)]
    pub steps: bool,
    /// Only the steps of this run.
    #[arg(long, value_name = "NAME", requires = "steps")]
    pub run: Option<String>,
    /// The record as JSON; with --steps the trajectories, one a line.
    #[arg(long)]
    pub json: bool,
}

/// Run the workbench without a terminal: type KEYS, print the last screen.
///
/// KEYS are written as in keymaps, separated by blanks; text to type stands in double quotes:
///   casefile play '/ "lang:ts" enter enter g d'
/// Images are half-blocks. Answers are saved as in the workbench.
#[derive(Debug, clap::Args)]
pub struct Play {
    /// Keys to type.
    pub keys: String,
    /// Workspace; without it, the sample.
    #[arg(short, long, value_name = "DIR")]
    pub workspace: Option<PathBuf>,
    /// Columns and rows.
    #[arg(long, value_name = "COLSxROWS", default_value = "160x48")]
    pub size: String,
    /// File to write instead of standard output: .txt, .svg or .png.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Options of the screens.
    #[command(flatten)]
    pub shared: Shared,
}

/// The keys and the actions behind them.
#[derive(Debug, clap::Args)]
pub struct Keys {
    /// default, vim, one-hand, or a .toml file.
    #[arg(long, value_name = "NAME|FILE")]
    pub keymap: Option<String>,
    /// As the table of the README.
    #[arg(long)]
    pub markdown: bool,
    /// As JSON.
    #[arg(long, conflicts_with = "markdown")]
    pub json: bool,
}

impl Args {
    /// The command line with the formats that `import` reads, taken from the table of readers.
    pub fn grammar() -> clap::Command {
        let mut formats = String::from("Formats (--as):\n");
        for reader in crate::read::reader::all() {
            formats.push_str(&format!("  {:<16} {}\n", reader.name(), reader.about()));
        }
        Self::command().mut_subcommand("import", |c| c.after_help(formats))
    }

    /// Whether errors are to be told as JSON.
    pub fn json(&self) -> bool {
        match &self.command {
            Some(Command::Import(i)) => i.json,
            Some(Command::Fetch(f)) => f.json,
            Some(Command::See(s)) => s.json,
            Some(Command::Gate(g)) => g.json,
            Some(Command::Gold(g)) => g.json,
            Some(Command::Score(s)) => s.json,
            Some(Command::Compare(c)) => c.json,
            Some(Command::Why(w)) => w.json,
            Some(Command::Agree(a)) => a.json,
            Some(Command::Audit(a)) => a.json,
            Some(Command::Rank(r)) => r.json,
            Some(Command::Forms(f)) => f.json,
            Some(Command::Synth(s)) => s.json,
            Some(Command::Queue(q)) => q.json,
            Some(Command::Sync(s)) => s.json,
            Some(Command::Export(e)) => e.json,
            Some(Command::Show(s)) => s.json,
            Some(Command::Keys(k)) => k.json,
            Some(Command::Doctor { json, .. }) => *json,
            _ => false,
        }
    }
}
