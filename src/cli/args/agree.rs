//! Arguments of `agree`.

use std::path::PathBuf;

/// Examples of `agree`.
const EXAMPLES: &str = "\
Examples:
  casefile agree -w study                                how far annotators agree, question by question
  casefile agree -w study --question relevance --list    how the numbers come about, and who differs where
  casefile agree -w study --with-dataset                 people against the labels that came with the data
  casefile agree -w study --min 0.67                     exit code 1 when an alpha is below, for a script
  casefile agree -w study --form verification --verdicts what is retained, rejected, disputed";

/// Tell how far annotators agree, question by question.
///
/// Percent agreement, Cohen's kappa as the mean over pairs of annotators (plain; with linear and quadratic weights on the
/// declared order), Fleiss' kappa, Krippendorff's alpha at the level of the question, Gwet's AC1. A missing answer is
/// simply missing. What is undefined is said, with the reason. Intervals are bootstrapped over items with a fixed seed.
///
/// While a round is blind and not closed, nobody's answers are read: the command refuses.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "switches of a command line")]
pub struct Agree {
    /// Workspace.
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    pub workspace: PathBuf,
    /// Only this form; without it, all in use.
    #[arg(long, value_name = "ID")]
    pub form: Option<String>,
    /// Only this question, with how its numbers come about: who gave which answer, tables of pairs, disagreement
    /// observed and expected.
    #[arg(long, value_name = "ID")]
    pub question: Option<String>,
    /// Labels that came with the data count as one more annotator: dataset:ai, dataset:human or dataset.
    #[arg(long)]
    pub with_dataset: bool,
    /// The AI gate counts as one more annotator, gate: the relevance of its stage A and the category of B, image by image.
    #[arg(long)]
    pub gate: bool,
    /// Exit code 1 when a question's measure is below this, or undefined.
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    pub min: Option<f64>,
    /// The measure for --min; kappa is Cohen's, unweighted, percent goes from 0 to 1.
    #[arg(long, value_name = "NAME", value_parser = ["alpha", "kappa", "ac1", "percent"], default_value = "alpha")]
    pub measure: String,
    /// List the items on which annotators differ, with their answers.
    #[arg(long)]
    pub list: bool,
    /// What the verdicts make of every item, by the form's rules of retention.
    #[arg(long, conflicts_with_all = ["question", "with_dataset", "gate", "min", "list"])]
    pub verdicts: bool,
    /// Read the answers of an open blind round: for whoever keeps it and judges nothing.
    #[arg(long)]
    pub reveal: bool,
    /// As JSON.
    #[arg(long, conflicts_with = "list")]
    pub json: bool,
}
