//! Arguments of `see`.

use std::path::PathBuf;

use super::wire::Wire;

/// Examples of `see`.
const EXAMPLES: &str = "\
Examples:
  casefile see -w study                        read the text in all images, with Tesseract
  casefile see --list -w study                 the same, with the time for each
  casefile see --lang eng+deu --psm 11 -w study
  casefile see --endpoint http://localhost:11434/v1 --model qwen2.5vl --dry-run -w study
                                               what it would cost to ask a vision model
  CASEFILE_API_KEY=... casefile see --endpoint https://api.example.org/v1 --model NAME -w study
  casefile see --report -w study               what the evidence is worth, by producer
  casefile see --hints -w study                what it points at: words of gold and of suspects";

/// Read evidence out of images that have none.
///
/// Without --endpoint, the engine is Tesseract, on this machine: it fills the text of the image, and rules find errors, stack lines, files,
/// functions and frameworks in that text. What somebody does and what stands out stay empty, for no rule can tell. Each
/// image is read once, however many cases show it. An animation is read by its first frame.
///
/// With --endpoint and --model, a vision model behind any OpenAI-compatible chat endpoint (vLLM, Ollama, llama.cpp, a
/// hosted one) is asked: it gets category, title and body of the issue and the picture, and fills all fields. Its key
/// is read from the environment, sent to that endpoint only, and written nowhere. Replies are kept in
/// .casefile/cache/replies.jsonl by picture, prompt, model and parameters, so nothing is paid for twice; a reply that
/// cannot be used is refused with the reason and kept with the record.
///
/// Records go to evidence/PRODUCER.jsonl; those of other producers are not touched. What was read is kept as it comes:
/// after ctrl-c, or a kill, the same command goes on from there. An exhibit that cannot be read keeps a record with the
/// reason, and is read again with --retry-failed only.
///
/// Exit codes: 0 all have evidence; 1 some exhibits have none, for a reason or beyond a limit; 2 key, model or address are wrong; 3 no
/// Tesseract, nobody answers at the endpoint, or it was stopped.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "switches of a command line")]
pub struct See {
    /// Case ids; without them, all cases.
    pub cases: Vec<String>,
    /// Workspace.
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    pub workspace: PathBuf,
    /// Name under which evidence is kept; without it, that of the engine.
    #[arg(long, value_name = "NAME")]
    pub producer: Option<String>,
    /// The Tesseract to use.
    #[arg(long, value_name = "PROGRAM", default_value = "tesseract")]
    pub tesseract: String,
    /// Languages of the text, as Tesseract names them, with + between.
    #[arg(long, value_name = "LANG", default_value = "eng")]
    pub lang: String,
    /// How Tesseract searches: 3 for pages, on the image enlarged twice and inverted where it is dark; 11 for text
    /// anywhere, on the image as it is, which is faster and reads less.
    #[arg(long, value_name = "N", default_value = "3", value_parser = ["3", "11"])]
    pub psm: String,
    /// Most exhibits to look at; the others are left for the next time.
    #[arg(long, value_name = "N")]
    pub max: Option<usize>,
    /// Images that are read at once; without it, one a core, and 4 requests to an endpoint.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub workers: Option<u16>,
    /// Most seconds for one image; with an endpoint, for one request.
    #[arg(long, value_name = "S", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub timeout: u64,
    /// Options of a vision model.
    #[command(flatten)]
    pub vision: Vision,
    /// Also exhibits that have evidence of this producer; nothing is taken from memory.
    #[arg(long)]
    pub again: bool,
    /// Also exhibits whose record tells a fault.
    #[arg(long)]
    pub retry_failed: bool,
    /// Tell how many exhibits would be looked at, and do nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// List every exhibit: its time, and what came of it.
    #[arg(long)]
    pub list: bool,
    /// Instead of reading: how much evidence each producer has in the workspace, what these records cost, what is
    /// doubtful about them, and what people said about their parts.
    #[arg(long, conflicts_with_all = ["hints", "dry_run", "list", "cases"])]
    pub report: bool,
    /// Instead of reading: the words of every exhibit's evidence that occur in gold paths and functions, and in the
    /// first ten suspects of the runs; of --producer alone, where it is given.
    #[arg(long, conflicts_with_all = ["dry_run", "list"])]
    pub hints: bool,
    /// With --hints, also words that at most ten files of the repository have and the issue does not.
    #[arg(long, requires = "hints")]
    pub rare: bool,
    /// With --hints, show in a blind round what it hides. It is not recorded.
    #[arg(long, requires = "hints")]
    pub reveal: bool,
    /// Report as JSON, every exhibit included.
    #[arg(long, conflicts_with = "list")]
    pub json: bool,
}

/// Options of `see` for a vision model.
#[derive(Debug, clap::Args)]
pub struct Vision {
    /// Base address of an OpenAI-compatible endpoint, its /v1 included.
    #[arg(long, value_name = "URL", requires = "model", conflicts_with_all = ["tesseract", "lang", "psm"], help_heading = "Endpoint")]
    pub endpoint: Option<String>,
    /// The model, as the endpoint names it; also the producer, unless told otherwise.
    #[arg(long, value_name = "NAME", requires = "endpoint", help_heading = "Endpoint")]
    pub model: Option<String>,
    /// How requests are made.
    #[command(flatten)]
    pub wire: Wire,
}
