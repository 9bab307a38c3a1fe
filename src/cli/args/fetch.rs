//! Arguments of `fetch`.

use std::path::PathBuf;

/// Bring images that cases name by their address into the workspace, over the network.
///
/// Only exhibits without an image are asked for, only over http and https, and each address once. Hosts with an address
/// that is not public (loopback, private, link-local) are refused, also behind a redirect. What an answer is, its content
/// decides; SVG and videos are kept to be opened externally. A host is asked by two requests at a time at most, and
/// Retry-After is obeyed.
///
/// Images are kept as they come: ctrl-c, or a kill, loses nothing, and the same command goes on from there. What could
/// not be had is told with the reason, stays with the exhibit, and is asked for again with --retry-failed only. Proxies of
/// the environment are not used.
///
/// Exit codes: 0 all is there; 1 something could not be had; 3 no host can be reached, or it was stopped.
#[derive(Debug, clap::Args)]
pub struct Fetch {
    /// Case ids; without them, all cases.
    pub cases: Vec<String>,
    /// Workspace.
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    pub workspace: PathBuf,
    /// Ask hosts on this machine and in this network, too; with names, only those, as in --allow-private=git.intra.
    #[arg(long, value_name = "HOSTS", num_args = 0.., require_equals = true, value_delimiter = ',')]
    pub allow_private: Option<Vec<String>>,
    /// Most bytes of an image; 64 MiB at most.
    #[arg(long, value_name = "N", default_value_t = 64 << 20, value_parser = clap::value_parser!(u64).range(1..=64 << 20))]
    pub max_bytes: u64,
    /// Most images to ask for; the others are left for the next time.
    #[arg(long, value_name = "N")]
    pub max_images: Option<usize>,
    /// Most seconds for one image, redirects included; a third of it, and 20 at most, without a byte.
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub timeout: u64,
    /// Requests a second to one host, 0.01 to 1000.
    #[arg(long, value_name = "N", default_value_t = 4.0)]
    pub per_host: f64,
    /// Ask again for what could not be had before.
    #[arg(long)]
    pub retry_failed: bool,
    /// Tell how many images would be asked for, by host, and ask for nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// Report as JSON, with every image that could not be had.
    #[arg(long)]
    pub json: bool,
}
