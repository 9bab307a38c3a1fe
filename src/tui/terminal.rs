//! Taking the terminal and giving it back, whatever happens in between.

use std::io::{self, Stdout, Write, stdout};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture};
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute, queue};

/// The terminal while casefile has it.
pub type Screen = Terminal<CrosstermBackend<Stdout>>;

/// Takes the terminal: raw, alternate screen, mouse, bracketed paste.
///
/// # Errors
/// Standard output is no terminal, or refuses.
pub fn enter() -> io::Result<Screen> {
    enable_raw_mode()?;
    let taken = execute!(
        stdout(),
        EnterAlternateScreen,
        EnableBracketedPaste,
        EnableMouseCapture,
        cursor::Hide
    )
    .and_then(|()| Terminal::new(CrosstermBackend::new(stdout())));
    if taken.is_err() {
        restore();
    }
    taken
}

/// Gives the terminal back. Never fails loudly: it also runs in a panic.
pub fn restore() {
    let mut out = stdout();
    let said = execute!(
        out,
        EndSynchronizedUpdate,
        DisableMouseCapture,
        DisableBracketedPaste,
        LeaveAlternateScreen,
        cursor::Show
    );
    let raw = disable_raw_mode();
    drop((said, raw));
}

/// Draws one frame as one update, so that no half frame shows.
///
/// # Errors
/// The terminal is gone.
pub fn draw(screen: &mut Screen, paint: impl FnOnce(&mut ratatui::Frame<'_>)) -> io::Result<()> {
    queue!(stdout(), BeginSynchronizedUpdate)?;
    screen.draw(paint)?;
    execute!(stdout(), EndSynchronizedUpdate)?;
    stdout().flush()
}
