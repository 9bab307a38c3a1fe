//! Options of every command that asks a model behind an endpoint.

/// How requests are made.
#[derive(Debug, clap::Args)]
pub struct Wire {
    /// Environment variable of the endpoint's key; no key is sent when it is unset, and it is never stored.
    #[arg(
        long,
        value_name = "NAME",
        default_value = "CASEFILE_API_KEY",
        help_heading = "Endpoint"
    )]
    pub key_env: String,
    /// A parameter of the request, JSON or a word, as in --param seed=7; null takes one away. Without it: temperature
    /// 0, and 2048 tokens at most for a reply.
    #[arg(long, value_name = "NAME=VALUE", requires = "endpoint", help_heading = "Endpoint")]
    pub param: Vec<String>,
    /// Requests for one image when they fail; being told to come back later does not count.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=10), help_heading = "Endpoint")]
    pub tries: u32,
    /// Longest Retry-After that is obeyed, in seconds; beyond it the command stops.
    #[arg(long, value_name = "S", default_value_t = 120, value_parser = clap::value_parser!(u64).range(0..=86400), help_heading = "Endpoint")]
    pub patience: u64,
    /// Longest side of a picture that is sent, in pixels; larger ones are scaled down.
    #[arg(long, value_name = "PX", default_value_t = 2048, value_parser = clap::value_parser!(u32).range(64..=8192), help_heading = "Endpoint")]
    pub side: u32,
    /// Most requests; the others are left for the next time.
    #[arg(long, value_name = "N", requires = "endpoint", help_heading = "Endpoint")]
    pub max_calls: Option<usize>,
}
