//! Arguments of the commands that exchange data with others.

use std::path::PathBuf;

/// Examples of `export`.
const EXPORT: &str = "\
Examples:
  casefile export -w study                                 cases, judgements and candidates into study-export/
  casefile export -w study --as parquet --out release
  casefile export -w study --what cases --images --out release
  casefile export -w study --what judgements --as csv --out - | less
  casefile export -w study --what cases --raw --out - | jq -r .instance_id
  casefile import study-export/*.jsonl -w copy             the same cases and answers again";

/// Write cases, judgements and candidates as files for other tools, or for another workspace.
///
/// Cases have the field names of MM-IssueLoc, their unknown fields as they came, and in one field more, `casefile`, what
/// those names cannot hold; importing them again gives the same records. Judgements are all entries of all journals, with
/// who, when and how long, undone ones included. The files of one export are written together or not at all.
#[derive(Debug, clap::Args)]
#[command(after_help = EXPORT)]
#[expect(clippy::struct_excessive_bools, reason = "switches of a command line")]
pub struct Export {
    /// Workspace.
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    pub workspace: PathBuf,
    /// cases, judgements, candidates, harmful (accepted candidates as cases), agreement, scores; several with commas between.
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',', default_values_t = ["cases", "judgements", "candidates", "harmful"].map(String::from))]
    pub what: Vec<String>,
    /// jsonl, csv or parquet.
    #[arg(long = "as", value_name = "FORM", default_value = "jsonl")]
    pub form: String,
    /// Folder to write, new or holding earlier exports; without it WORKSPACE-export beside the workspace. - is standard
    /// output, for one thing as JSON Lines or CSV.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Labels as they came with the data, without what annotators agreed on.
    #[arg(long)]
    pub raw: bool,
    /// Copy the images of the cases into the folder too.
    #[arg(long)]
    pub images: bool,
    /// Also while a blind round is open. Whoever reads the files sees the answers of others; nobody notes that.
    #[arg(long)]
    pub reveal: bool,
    /// Also when a journal is damaged: whatever can be read of it.
    #[arg(long)]
    pub allow_damage: bool,
    /// Report as JSON.
    #[arg(long)]
    pub json: bool,
}
