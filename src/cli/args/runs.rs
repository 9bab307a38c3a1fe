//! Arguments of the commands about runs and about what is wrong with data.

use std::path::PathBuf;

/// Examples of `audit`.
const AUDIT: &str = "\
Examples:
  casefile audit -w study
  casefile audit -w study --kind gold_path --kind leak --list
  casefile audit --table samples/tables/mm-issueloc.json
  casefile audit --table ours.csv theirs.json --json | jq '.findings[].what'";

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
    /// mine:QUESTION, or a field that came with the rows; several with commas between.
    #[arg(long, value_name = "FIELD,FIELD", value_delimiter = ',')]
    pub by: Vec<String>,
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
#[expect(clippy::struct_excessive_bools, reason = "switches of a command line")]
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
    /// Whose evidence counts; without it, that of all producers. The name becomes part of the run's.
    #[arg(long, value_name = "NAME")]
    pub producer: Option<String>,
    /// Suspects of a case and level, at most.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub top: usize,
    /// Name of the run, instead of one made of recipe, mode and settings.
    #[arg(long, value_name = "NAME")]
    pub run: Option<String>,
    /// For one case: why gold stands where it stands. Writes no run.
    #[arg(long, conflicts_with_all = ["run", "top", "level", "mode"])]
    pub explain: bool,
    /// List the best rank of gold in every case, the modes side by side.
    #[arg(long, conflicts_with = "explain")]
    pub list: bool,
    /// Report as JSON, the ranks of every case included.
    #[arg(long, conflicts_with = "list")]
    pub json: bool,
}
