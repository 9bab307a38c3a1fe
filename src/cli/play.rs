//! `casefile play`: the workbench without a terminal. The same runtime, fed with keys, drawn into a buffer.

use std::path::Path;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::app::msg::{Msg, Now};
use crate::base::error::{Problem, Result};
use crate::keys::stroke::{self, Key, Stroke};
use crate::store::whole;
use crate::tui::run::Clock;
use crate::tui::runtime::{Effect, Runtime, Setup};
use crate::ui::export;
use crate::ui::picture::Protocol;

use super::args::{Play, Shared};
use super::env::Env;
use super::session;

/// Pixels of a cell of the screen that does not exist.
const CELL: (u16, u16) = (8, 16);

/// Longest wait for everything to settle after a key.
const PATIENCE_MS: u64 = 20_000;

/// Something that makes a new identity unlike any other: clock and process.
pub fn salt() -> String {
    let Now { unix_ms, .. } = Clock::start().now();
    format!("{unix_ms}-{}", std::process::id())
}

/// Now, UTC, RFC 3339.
pub fn moment() -> String {
    let Now { unix_ms, .. } = Clock::start().now();
    jiff::Timestamp::from_millisecond(unix_ms).map_or_else(|_| String::new(), |at| at.to_string())
}

/// Types the keys and prints the last screen.
///
/// # Errors
/// Keys that are no keys, a size that is none, a workspace that cannot be opened, a screen that never settles.
pub fn run(args: &Play, outer: &Shared, env: &Env) -> Result<u8> {
    let strokes = keys(&args.keys)?;
    let size = size(&args.size)?;
    // Before a key is typed: keys may save answers.
    let kind = kind(args.out.as_deref())?;
    let mut shared = args.shared.clone();
    shared.name = shared.name.or_else(|| outer.name.clone());
    let session = session::prepare(args.workspace.as_deref(), &shared, false, env)?;
    let protocol = session.protocol.unwrap_or(Protocol::Halfblocks);
    let pictures = Setup::pictures(protocol, CELL, &session.theme);
    let mut runtime = Runtime::start(Setup {
        ws: session.ws,
        settings: session.settings,
        theme: session.theme,
        pictures,
        size,
        salt: salt(),
    })?;
    let clock = Clock::start();
    let mut buf = Buffer::empty(Rect::new(0, 0, size.0, size.1));
    settle(&mut runtime, &mut buf, clock)?;
    let mut left = false;
    for stroke in strokes {
        let effects = runtime.message(Msg::Key(stroke), clock.now());
        left = effects.contains(&Effect::Quit);
        if effects.iter().any(|e| matches!(e, Effect::Edit(_))) {
            runtime.message(
                Msg::Edited(Err("there is no terminal for an editor here".to_owned())),
                clock.now(),
            );
        }
        if left {
            break;
        }
        settle(&mut runtime, &mut buf, clock)?;
    }
    if !left {
        settle(&mut runtime, &mut buf, clock)?;
    }
    runtime.finish();
    let unsaved = runtime.unsaved();
    let bytes = match kind {
        Kind::Svg => export::svg(&buf, &runtime.stage.theme).into_bytes(),
        Kind::Png => export::png(&buf, &runtime.stage.theme)?,
        Kind::Text => export::text(&buf).into_bytes(),
    };
    match &args.out {
        Some(path) if path.parent().is_some_and(|d| !d.as_os_str().is_empty() && !d.is_dir()) => {
            return Err(Problem::input("the folder does not exist").in_file(path));
        }
        Some(path) => whole::write(path, |out| {
            out.write_all(&bytes).map_err(|e| Problem::io("write", path, &e))
        })?,
        None => super::print(&String::from_utf8_lossy(&bytes))?,
    }
    unsaved.map_or(Ok(0), Err)
}

/// Draws and waits until nothing is under way.
fn settle(runtime: &mut Runtime, buf: &mut Buffer, clock: Clock) -> Result<()> {
    let start = clock.now().mono_ms;
    loop {
        if runtime.dirty {
            buf.reset();
            runtime.draw(buf);
        }
        if runtime.settled() {
            return Ok(());
        }
        if let Some(incoming) = runtime.next(Duration::from_millis(50)) {
            let _effects: Vec<Effect> = runtime.take(incoming, clock.now());
        }
        if clock.now().mono_ms - start > PATIENCE_MS {
            return Err(Problem::environment("the screen did not settle").mend("try again; if it stays so, report it"));
        }
    }
}

/// Reads the keys: strokes separated by blanks, text to type in double quotes.
fn keys(raw: &str) -> Result<Vec<Stroke>> {
    let mut out = Vec::new();
    for (n, part) in raw.split('"').enumerate() {
        if n % 2 == 1 {
            out.extend(part.chars().map(|c| match c {
                '\n' => Stroke::plain(Key::Enter),
                c => Stroke::plain(Key::Char(c)),
            }));
        } else if !part.trim().is_empty() {
            let strokes = stroke::sequence(part)
                .map_err(|e| Problem::input(e).mend("separate keys by blanks; put text in double quotes"))?;
            out.extend(strokes);
        }
    }
    if raw.matches('"').count() % 2 == 1 {
        return Err(Problem::input("a double quote is not closed"));
    }
    Ok(out)
}

/// What a screen is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Svg,
    Png,
}

fn kind(out: Option<&Path>) -> Result<Kind> {
    let name = out
        .and_then(Path::extension)
        .map(|e| e.to_string_lossy().to_lowercase());
    match name.as_deref() {
        None | Some("txt") => Ok(Kind::Text),
        Some("svg") => Ok(Kind::Svg),
        Some("png") => Ok(Kind::Png),
        Some(other) => Err(Problem::input(format!("--out: '.{other}' is not known")).mend("use .txt, .svg or .png")),
    }
}

fn size(raw: &str) -> Result<(u16, u16)> {
    let parts = raw
        .split_once(['x', 'X', '×'])
        .and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    match parts {
        Some((w, h)) if (1..=1000).contains(&w) && (1..=1000).contains(&h) => Ok((w, h)),
        _ => Err(Problem::input(format!("--size {raw}: no size")).mend("write columns and rows, as in 160x48")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_text() {
        let got: Vec<String> = keys("/ \"a b\" enter g d")
            .unwrap()
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(got, ["/", "a", "space", "b", "enter", "g", "d"]);
        assert!(keys("gd").is_err() && keys("\"x").is_err());
        assert!(keys("").unwrap().is_empty());
    }

    #[test]
    fn sizes() {
        assert_eq!(size("160x48").unwrap(), (160, 48));
        assert!(size("0x10").is_err() && size("axb").is_err() && size("80").is_err());
    }
}
