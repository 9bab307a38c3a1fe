//! Arguments, and help that teaches.

use std::path::PathBuf;

use clap::{CommandFactory, Parser, Subcommand};

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
  casefile gold -w study                       functions that the fixes edit
  casefile audit -w study                      what is inconsistent in the data
  casefile audit --table samples/tables/*.json what is inconsistent in published numbers
  casefile study --as mara                     label
  casefile score --by category -w study        how good is each run, and where
  casefile rank --mode both -w study           a BM25 run to hold others against
  casefile compare text-only with-image -w study
  casefile study --as jun --blind              a second opinion, with gold and suspects hidden
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
    Gold(Gold),
    Score(Score),
    Compare(Compare),
    Why(Why),
    Report(Report),
    Audit(Audit),
    Rank(Rank),
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

/// Score runs against gold: Acc@K, Hit@K, Recall@K, nDCG, MRR.
///
/// Acc@K is strict: all gold of a case within the top K, ids compared as written, repeated ids removed. A case that a
/// run lacks counts as a miss; what is missing, empty or unreadable is told beside the table.
#[derive(Debug, clap::Args)]
pub struct Score {
    /// Runs; without them, all.
    pub runs: Vec<String>,
    /// Workspace.
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    pub workspace: PathBuf,
    /// file, function or both.
    #[arg(long, value_name = "LEVEL")]
    pub level: Option<String>,
    /// Ks, with commas between.
    #[arg(long, value_name = "K,K", value_delimiter = ',', default_values_t = [1, 3, 5, 10])]
    pub k: Vec<u32>,
    /// Metrics instead of the usual ones: Acc@5, Hit@10, Recall@3, nDCG@10, MRR, AP …
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',')]
    pub metric: Vec<String>,
    /// Slice by language, category, relevance, difficulty, `annotation_by`, images, repo, benchmark, `gold_files`,
    /// mine:QUESTION, or a field that came with the rows.
    #[arg(long, value_name = "FIELD")]
    pub by: Option<String>,
    /// Also under a published rule, to trace its numbers: locagent, swerank, cosil, orcaloca, strict, or all.
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',')]
    pub rule: Vec<String>,
    /// Also after format repair and after qualifier repair.
    #[arg(long)]
    pub repaired: bool,
    /// Annotator whose answers mine:QUESTION takes; without it, answers on which all agree.
    #[arg(long = "as", value_name = "NAME")]
    pub name: Option<String>,
    /// As JSON, with sums, denominators, states and intervals.
    #[arg(long)]
    pub json: bool,
}

/// Compare two runs case by case; without runs, the input modes of every system.
///
/// Only cases that both runs have are compared: gained, lost, both, neither; McNemar's exact test, an exact paired
/// bootstrap interval, and the net number of cases that would be needed. Exit code 1 when B is worse with p < .05.
#[derive(Debug, clap::Args)]
pub struct Compare {
    /// A and B.
    pub runs: Vec<String>,
    /// Workspace.
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    pub workspace: PathBuf,
    /// file or function.
    #[arg(long, value_name = "LEVEL", default_value = "file")]
    pub level: String,
    /// K.
    #[arg(long, value_name = "K", default_value_t = 5)]
    pub k: u32,
    /// Also slice by a field; see casefile score --help.
    #[arg(long, value_name = "FIELD")]
    pub by: Option<String>,
    /// List the cases that flip.
    #[arg(long)]
    pub list: bool,
    /// Annotator whose answers mine:QUESTION takes; without it, answers on which all agree.
    #[arg(long = "as", value_name = "NAME")]
    pub name: Option<String>,
    /// As JSON.
/// Tell what is inconsistent in the data, or in published tables.
///
/// Of a workspace: ids, gold against patch and repository, labels, images, runs, evidence, splits. With --table, tables
/// of results from their numbers alone: percentages that no count gives, the n behind a row, slices against the whole,
/// values at growing K, differences, ceilings, one quantity in two tables, declared against counted. JSON or CSV; the
/// format is told in samples/tables/README.md. An error cannot be; a note is something to know. Exit code 1 when there is an
/// error.
#[derive(Debug, clap::Args)]
#[command(after_help = AUDIT)]
pub struct Audit {
    /// Workspace.
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    pub workspace: PathBuf,
    /// Published tables instead of a workspace; several files are checked together.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "workspace")]
    pub table: Vec<PathBuf>,
    /// Only findings of this kind; several times for several kinds.
    #[arg(long, value_name = "KIND")]
    pub kind: Vec<String>,
    /// Every finding, not the first of each kind.
    #[arg(long)]
    pub list: bool,
    /// Every finding as JSON.
    #[arg(long, conflicts_with = "list")]
    pub json: bool,
}

/// Tell why a run missed gold: one class per miss, with the reason in a line.
///
/// Classes go from what nobody could solve over form and ranking to search: the first single repair that would turn
/// the miss into a hit, else how the nearest wrong suspect lies to gold.
#[derive(Debug, clap::Args)]
pub struct Why {
    /// The run.
    pub run: String,
    /// Case ids; with some, everything about each.
    pub cases: Vec<String>,
    /// Workspace.
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    pub workspace: PathBuf,
    /// file or function.
    #[arg(long, value_name = "LEVEL", default_value = "file")]
    pub level: String,
    /// K: 1, 3, 5 or 10.
    #[arg(long, value_name = "K", default_value_t = 5)]
    pub k: u32,
    /// Only misses of this class, as `R_BEYOND_K`.
    #[arg(long, value_name = "CLASS")]
    pub class: Option<String>,
    /// List all misses with their reasons.
    #[arg(long)]
    pub list: bool,
    /// As JSON.
    #[arg(long, conflicts_with = "list")]
    pub json: bool,
}

/// Write one self-contained file with tables and charts about runs: HTML, or Markdown.
///
/// Scores, slices, input modes, pairs and classes of misses at both levels; every part names the command that gives
/// its numbers again. Nothing in it is fetched from anywhere.
#[derive(Debug, clap::Args)]
pub struct Report {
    /// Runs; without them, all.
    pub runs: Vec<String>,
    /// Workspace.
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    pub workspace: PathBuf,
    /// File to write: .html or .md.
    #[arg(long, value_name = "FILE", default_value = "report.html")]
    pub out: PathBuf,
    /// K: 1, 3, 5 or 10.
    #[arg(long, value_name = "K", default_value_t = 5)]
    pub k: u32,
    /// Fields to slice by; without them, those that tell cases apart.
    #[arg(long, value_name = "FIELD,FIELD", value_delimiter = ',')]
    pub by: Vec<String>,
    /// Leave the classes of misses out; they take the longest.
    #[arg(long)]
    pub no_why: bool,
}
const AUDIT: &str = "\
Examples:
  casefile audit -w study
  casefile audit -w study --kind gold_path --kind leak --list
  casefile audit --table samples/tables/mm-issueloc.json
  casefile audit --table ours.csv theirs.json --json | jq '.findings[].what'";

/// Rank files or functions of the base commit by BM25, as a run to hold others against.
///
/// Source files without tests are ranked for the words of the issue, and in mode VCE for those that the evidence has
/// out of its images. `bm25-code` knows identifiers; `bm25-lucene` does what SWE-bench's own retrieval does. Runs are
/// written into runs/ like imported ones; the same command again changes nothing.
///
/// With --explain, for one case: where gold stands with and without each part of the evidence, how the true images do
/// beside those of 20 other cases, and which terms put wrong files ahead. It is a BM25 proxy: it tells what words in an
/// image could do, not what a model does with the picture.
#[derive(Debug, clap::Args)]
pub struct Rank {
    /// Case ids; without them, all cases.
    pub cases: Vec<String>,
    /// Workspace.
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    pub workspace: PathBuf,
    /// bm25-code or bm25-lucene.
    #[arg(long, value_name = "NAME", default_value = "bm25-code")]
    pub recipe: String,
    /// file, function or both.
    #[arg(long, value_name = "LEVEL", default_value = "file")]
    pub level: String,
    /// text-only, VCE or both.
    #[arg(long, value_name = "MODE", default_value = "text-only")]
    pub mode: String,
    /// Leave tests in the pool.
    #[arg(long)]
    pub tests: bool,
    /// Weight of a word that an image says, beside 1 for one of the body.
    #[arg(long, value_name = "X", default_value_t = crate::domain::bm25::ask::WEIGHT)]
    pub evidence_weight: f64,
    /// Suspects of a case and level, at most.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub top: usize,
    /// Name of the run, instead of one made of recipe, mode and settings.
    #[arg(long, value_name = "NAME")]
    pub run: Option<String>,
    /// For one case: why gold stands where it stands. Writes no run.
    #[arg(long, conflicts_with_all = ["run", "top", "level", "mode"])]
    pub explain: bool,
    /// Report as JSON, the ranks of every case included.
    #[arg(long)]
    pub json: bool,
}

/// Print one case with its images, for pipes and quick looks.
///
/// In a pipe it is text alone. Gold, evidence and suspects follow the text.
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
    /// The record as JSON.
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
            Some(Command::Gold(g)) => g.json,
            Some(Command::Score(s)) => s.json,
            Some(Command::Compare(c)) => c.json,
            Some(Command::Why(w)) => w.json,
            Some(Command::Audit(a)) => a.json,
            Some(Command::Rank(r)) => r.json,
            Some(Command::Show(s)) => s.json,
            Some(Command::Keys(k)) => k.json,
            Some(Command::Doctor { json, .. }) => *json,
            _ => false,
        }
    }
}
