//! `casefile [WORKSPACE]`: the workbench.

use std::path::Path;

use crate::base::error::Result;
use crate::tui::hook;
use crate::tui::run::{Options, run as run_tui};
use crate::tui::runtime::Setup;

use super::args::Shared;
use super::env::Env;
use super::session;

/// Opens the workbench.
///
/// # Errors
/// See [`session::prepare`] and [`crate::tui::run::run`].
pub fn run(dir: Option<&Path>, shared: &Shared, fresh: bool, env: &Env) -> Result<u8> {
    let session = session::prepare(dir, shared, fresh, env)?;
    hook::install(env.log.clone());
    let options = Options {
        env: env.terminal.clone(),
        protocol: session.protocol,
        editor: env.editor.clone(),
    };
    let salt = super::play::salt();
    let out = run_tui(&options, |found, size| {
        let pictures = Setup::pictures(found.protocol, found.cell_px, &session.theme).with_max_px(found.max_px);
        Ok(Setup {
            ws: session.ws,
            settings: session.settings,
            theme: session.theme,
            pictures,
            size,
            salt,
        })
    });
    out.map(|()| 0)
}
