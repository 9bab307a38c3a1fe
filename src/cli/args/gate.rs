//! Arguments of `gate`.

use std::path::PathBuf;

use super::wire::Wire;

/// Examples of `gate`.
const EXAMPLES: &str = "\
Examples:
  casefile gate --replies replies.jsonl -w study         answers that models gave elsewhere
  casefile gate -w study                                 how many images pass, stage by stage
  casefile gate -w study --list --state failed:D         what a second model did not agree with
  casefile gate -w study --list --confidence .60..=.65   what is just above the limit of B
  casefile gate -w study --min-confidence 0.7            the same log under another limit; no call
  casefile gate -w study --endpoint http://localhost:8000/v1 --model qwen2.5-vl --second-model internvl3 --dry-run

A row of recorded replies: {\"case\": ID, \"exhibit\": id, address, file name or place from 1, \"stage\": \"A\", \"model\": NAME,
\"reply\": text or object, \"finish_reason\"?, \"usage\"?, \"at\"?}; or a record of another gate.jsonl.";

/// Ask models which images help, in four stages, and tell which images pass.
///
/// A: relevance, +1 and +2 pass. B: one of seven categories, with confidence of 0.6 or more. C: whether the fix plausibly
/// addresses what the image shows. D: a second model, which sees none of these answers, gives a relevance at most one apart
/// and the same category. Each answer is a line of gate.jsonl with model, reason and cost; the verdicts follow from these,
/// from the limits and from what people said about a stage, so that another limit needs no call.
///
/// Without --endpoint and --replies it only tells. An answer that is cut off, refused, or of another shape is an error and
/// never passes. People go before the log; while a round is blind and not closed, what they said is not read.
///
/// Each stage is written when it ends, also after ctrl-c; a command that is killed finds its replies again and pays for none
/// twice. An image that is not there, and a case without a fix at C, is told and stays open.
///
/// Exit codes: 0 done; 1 some replies were refused or cannot be used, or some images could not be asked about; 2 wrong use or bad input; 3 the environment failed, or it was stopped.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "switches of a command line")]
pub struct Gate {
    /// Case ids; without them, all cases.
    pub cases: Vec<String>,
    /// Workspace.
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    pub workspace: PathBuf,
    /// Files with recorded replies, JSON Lines or a JSON list; the same again changes nothing.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub replies: Vec<PathBuf>,
    /// Stop at the first reply that is refused; nothing is written then.
    #[arg(long, requires = "replies")]
    pub strict: bool,
    /// Least relevance that A lets pass, -1 to 2.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true,
        value_parser = clap::value_parser!(i8).range(-1..=2))]
    pub relevance: i8,
    /// Least confidence with which B passes, 0 to 1.
    #[arg(long, value_name = "X", default_value_t = 0.6)]
    pub min_confidence: f64,
    /// Most by which the relevance of D may differ from that of A.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=3))]
    pub apart: u8,
    /// List the images with the verdict, reason and model of each stage.
    #[arg(long)]
    pub list: bool,
    /// List only these: accepted, failed, failed:D, error, error:B, open, flagged, overridden.
    #[arg(long, value_name = "STATE")]
    pub state: Option<String>,
    /// List only those with a confidence of B in this range, as .60..=.65.
    #[arg(long, value_name = "RANGE")]
    pub confidence: Option<String>,
    /// Ask what is open: address of an OpenAI-compatible endpoint whose model takes images, up to
    /// `/v1`.
    #[arg(long, value_name = "URL", requires = "model", conflicts_with = "replies")]
    pub endpoint: Option<String>,
    /// Model for A, B and C.
    #[arg(long, value_name = "NAME", requires = "endpoint")]
    pub model: Option<String>,
    /// Model for D, another one; without it D stays open.
    #[arg(long, value_name = "NAME", requires = "endpoint")]
    pub second_model: Option<String>,
    /// Endpoint of the second model; without it, the same with the same key.
    #[arg(long, value_name = "URL", requires = "second_model")]
    pub second_endpoint: Option<String>,
    /// Environment variable that holds the key of the second endpoint, which gets no other one.
    #[arg(long, value_name = "NAME", requires = "second_endpoint")]
    pub second_key_env: Option<String>,
    /// Ask again where there is no usable answer.
    #[arg(long, requires = "endpoint")]
    pub retry_failed: bool,
    /// Ask again where text, image, fix, prompt or model changed since.
    #[arg(long, requires = "endpoint")]
    pub again: bool,
    /// Requests at a time.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub workers: u16,
    /// Most seconds for one request.
    #[arg(long, value_name = "S", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub timeout: u64,
    /// Tell how many requests there would be at most, stage by stage, and ask for nothing.
    #[arg(long, requires = "endpoint")]
    pub dry_run: bool,
    /// How requests are made.
    #[command(flatten)]
    pub wire: Wire,
    /// Report as JSON, every image included.
    #[arg(long)]
    pub json: bool,
}
