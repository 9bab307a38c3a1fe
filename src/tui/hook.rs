//! The panic hook: a panic of the main thread gives the terminal back and tells; a panic of a lane goes to the log
//! alone, for the lane reports it and the screen stays whole; a picture decoder's panic is silent.

use std::fs::OpenOptions;
use std::io::Write;
use std::panic;
use std::path::PathBuf;

use crate::read::image::guard;

use super::terminal;

/// Installs the hook; `log` is where panics of lanes are written.
pub fn install(log: Option<PathBuf>) {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if guard::inside() {
            return;
        }
        let main = std::thread::current().name() == Some("main");
        if main {
            terminal::restore();
        }
        if let Some(path) = &log {
            let written = path
                .parent()
                .map_or(Ok(()), std::fs::create_dir_all)
                .and_then(|()| OpenOptions::new().create(true).append(true).open(path))
                .and_then(|mut f| writeln!(f, "{info}\n{}", std::backtrace::Backtrace::capture()));
            drop(written);
        }
        if main {
            before(info);
        }
    }));
}
