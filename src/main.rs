//! The `casefile` binary: everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(casefile::cli::run())
}
