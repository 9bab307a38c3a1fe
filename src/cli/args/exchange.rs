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
  casefile import study-export/*.jsonl -w copy             the same cases and answers again
  casefile export -w study --what modes --images --out prompts
                                                           the four inputs of a system, in prompts/modes/
  casefile export -w study --what modes --mode vce --producer MODEL --out - | my-system > mysystem-vce.jsonl
  casefile import mysystem-vce.jsonl -w study              its answers, as a run of that mode";

/// Write cases, judgements and candidates as files for other tools, or for another workspace.
///
/// Cases have the field names of MM-IssueLoc, their unknown fields as they came, and in one field more, `casefile`, what
/// those names cannot hold; importing them again gives the same records. Judgements are all entries of all journals, with
/// who, when and how long, undone ones included. The files of one export are written together or not at all.
///
/// Modes are the cases as a system outside reads them, a file each in modes/: text-only, with-image, vce (what was read out
/// of the images in their place), vce-image. A row has a ready prompt and nothing of gold, fix and labels; paths of images
/// are those below the workspace, or below the folder of the export with --images. An answer that carries its 'mode' back,
/// or whose file is named like the export, becomes a run of that mode.
#[derive(Debug, clap::Args)]
#[command(after_help = EXPORT)]
#[expect(clippy::struct_excessive_bools, reason = "switches of a command line")]
pub struct Export {
    /// Workspace.
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    pub workspace: PathBuf,
    /// cases, judgements, candidates, harmful (accepted candidates as cases), agreement, scores, modes; several with commas between.
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',', default_values_t = ["cases", "judgements", "candidates", "harmful"].map(String::from))]
    pub what: Vec<String>,
    /// jsonl, csv or parquet.
    #[arg(long = "as", value_name = "FORM", default_value = "jsonl")]
    pub form: String,
    /// Folder to write, new or holding earlier exports; without it WORKSPACE-export beside the workspace. - is standard
    /// output, for one thing as JSON Lines or CSV.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Labels and evidence as they came with the data, without what annotators agreed on or corrected.
    #[arg(long)]
    pub raw: bool,
    /// With modes: some of text-only, with-image, vce, vce-image; without it all four.
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',')]
    pub mode: Vec<String>,
    /// With modes: whose evidence counts; of several the first that read anything in an image. A person's name takes what
    /// that person wrote. Without it all producers in order of name.
    #[arg(long, value_name = "NAME")]
    pub producer: Vec<String>,
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
