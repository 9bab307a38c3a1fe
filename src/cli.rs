//! Floor 7: the command line. One file per subcommand; `run` gives the exit code.

pub mod agree;
pub mod args;
pub mod audit;
pub mod compare;
pub mod doctor;
pub mod env;
pub mod export;
pub mod fetch;
pub mod forms;
pub mod gate;
pub mod gold;
mod grid;
pub mod import;
pub mod keys;
mod list;
pub mod open;
pub mod play;
pub mod progress;
pub mod queue;
pub mod rank;
mod rank_list;
mod rank_why;
pub mod report;
pub mod score;
pub mod see;
pub mod session;
pub mod show;
pub mod show_image;
mod show_steps;
pub mod sync;
pub mod synth;
pub mod why;
mod wire;

use std::io::Write;

use clap::FromArgMatches;

use crate::base::error::{Kind, Problem, Result};
use crate::store::workspace::Workspace;
use crate::text::clean;

use args::{Args, Command};
use env::Env;

/// Runs the command line; the exit code comes back.
pub fn run() -> u8 {
    let env = Env::read();
    let args = match Args::from_arg_matches(&Args::grammar().get_matches()) {
        Ok(args) => args,
        Err(e) => e.exit(),
    };
    let json = args.json();
    match dispatch(args, &env) {
        Ok(code) => code,
        // Whoever reads a pipe may stop when they have enough.
        Err(p) if p.what.contains("Broken pipe") => 0,
        Err(p) => {
            let mut err = std::io::stderr().lock();
            let said = if json {
                writeln!(
                    err,
                    "{}",
                    serde_json::json!({"error": p.what, "file": p.file, "line": p.line, "field": p.field, "mend": p.mend})
                )
            } else {
                // Names out of data may stand in it.
                writeln!(err, "casefile: {}", clean::text(&p.to_string()))
            };
            // Nobody listens on standard error: the exit code still tells.
            drop(said);
            p.exit_code()
        }
    }
}

fn dispatch(args: Args, env: &Env) -> Result<u8> {
    let Args {
        workspace,
        shared,
        fresh,
        command,
    } = args;
    match command {
        None => open::run(workspace.as_deref(), &shared, fresh, env),
        Some(Command::Init { dir }) => {
            let ws = Workspace::init(&dir)?;
            print(&format!(
                "made an empty workspace in {}\nbring cases in with: casefile import FILE… -w {}\n",
                ws.root.display(),
                dir.display()
            ))?;
            Ok(0)
        }
        Some(Command::Import(import)) => import::run(&import),
        Some(Command::Fetch(args)) => fetch::run(&args),
        Some(Command::See(args)) => see::run(&args),
        Some(Command::Gate(args)) => gate::run(&args),
        Some(Command::Gold(gold)) => gold::run(&gold),
        Some(Command::Score(score)) => score::run(&score),
        Some(Command::Compare(compare)) => compare::run(&compare),
        Some(Command::Why(why)) => why::run(&why),
        Some(Command::Report(report)) => report::run(&report),
        Some(Command::Agree(agree)) => agree::run(&agree),
        Some(Command::Audit(audit)) => audit::run(&audit),
        Some(Command::Rank(rank)) => rank::run(&rank),
        Some(Command::Forms(forms)) => forms::run(&forms),
        Some(Command::Synth(synth)) => synth::run(&synth),
        Some(Command::Queue(args)) => queue::run(&args, env),
        Some(Command::Sync(args)) => sync::run(&args, env),
        Some(Command::Export(export)) => export::run(&export),
        Some(Command::Show(show)) => show::run(&show, &shared, env),
        Some(Command::Play(play)) => play::run(&play, &shared, env),
        Some(Command::Keys(keys)) => keys::run(&keys, &shared, env),
        Some(Command::Doctor { workspace, json }) => doctor::run(workspace.as_deref(), json, &shared, env),
        Some(Command::Completions { shell }) => {
            let mut out = Vec::new();
            clap_complete::generate(shell, &mut Args::grammar(), "casefile", &mut out);
            print(&String::from_utf8_lossy(&out))?;
            Ok(0)
        }
    }
}

/// JSON whose text cannot steer a terminal: what the cleaner would hide is escaped.
pub fn safe_json(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c == '\n' || crate::text::clean::shows(c) {
            out.push(c);
        } else {
            let mut units = [0u16; 2];
            for unit in c.encode_utf16(&mut units) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    out
}

/// Tells on standard error what does not stop the command.
pub(crate) fn warn(p: &Problem) {
    let mut err = std::io::stderr().lock();
    // Nobody listens on standard error: the result does not depend on it.
    let _said: std::io::Result<()> = writeln!(err, "casefile: {}", clean::text(&p.to_string()));
}

/// Tells the first of some problems, and how many more there are.
pub(crate) fn warn_all(problems: &[Problem]) {
    problems.iter().take(list::LISTED).for_each(warn);
    let more = problems.len().saturating_sub(list::LISTED);
    if more > 0 {
        warn(&Problem::input(format!("… and {more} more lines that cannot be read")));
    }
}

/// Writes to standard output.
///
/// # Errors
/// When it cannot be written (a closed pipe among them).
pub fn print(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|e| {
        let mut p = Problem::environment(format!("cannot write to standard output: {e}"));
        p.kind = Kind::Environment;
        p
    })
}
