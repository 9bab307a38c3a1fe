//! The input thread: events of the terminal as messages. Can be paused while an editor has the terminal.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};

use crate::app::msg::{MouseKind, Msg};
use crate::keys::stroke::{Key, Stroke};

/// How long one look for events takes at most.
const LOOK: Duration = Duration::from_millis(50);

/// Handle of the thread.
#[derive(Debug, Clone, Default)]
pub struct Input {
    paused: Arc<AtomicBool>,
    idle: Arc<AtomicBool>,
    ended: Arc<AtomicBool>,
}

impl Input {
    /// Starts the thread; `out` takes messages and says whether to go on. `None` means that the terminal is gone.
    ///
    /// # Errors
    /// When the system refuses a thread.
    pub fn start(out: impl Fn(Option<Msg>) -> bool + Send + 'static) -> std::io::Result<Self> {
        let handle = Self::default();
        let (paused, idle, ended) = (handle.paused.clone(), handle.idle.clone(), handle.ended.clone());
        thread::Builder::new().name("input".to_owned()).spawn(move || {
            while !ended.load(Ordering::Acquire) {
                if paused.load(Ordering::Acquire) {
                    idle.store(true, Ordering::Release);
                    thread::sleep(Duration::from_millis(10));
                    continue;
                }
                idle.store(false, Ordering::Release);
                let read = match event::poll(LOOK) {
                    Ok(true) => event::read().map(Some),
                    Ok(false) => Ok(None),
                    Err(e) => Err(e),
                };
                let go_on = match read {
                    Ok(None) => true,
                    Ok(Some(event)) => message(&event).is_none_or(|m| out(Some(m))),
                    Err(_) => {
                        let _last: bool = out(None);
                        false
                    }
                };
                if !go_on {
                    return;
                }
            }
        })?;
        Ok(handle)
    }

    /// Stops reading and returns once the thread reads no more.
    pub fn pause(&self) {
        self.paused.store(true, Ordering::Release);
        for _ in 0..50 {
            if self.idle.load(Ordering::Acquire) {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Reads again.
    pub fn resume(&self) {
        self.idle.store(false, Ordering::Release);
        self.paused.store(false, Ordering::Release);
    }

    /// Ends the thread.
    pub fn end(&self) {
        self.ended.store(true, Ordering::Release);
    }
}

/// The message of an event, if it means something here.
fn message(event: &Event) -> Option<Msg> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => stroke(key.code, key.modifiers).map(Msg::Key),
        Event::Paste(text) => Some(Msg::Paste(text.clone())),
        Event::Resize(w, h) => Some(Msg::Resize(*w, *h)),
        Event::Mouse(m) => {
            let kind = match m.kind {
                MouseEventKind::Down(MouseButton::Left) => MouseKind::Click,
                MouseEventKind::ScrollUp => MouseKind::WheelUp,
                MouseEventKind::ScrollDown => MouseKind::WheelDown,
                _ => return None,
            };
            Some(Msg::Mouse(kind, m.column, m.row))
        }
        _ => None,
    }
}

/// A stroke as keymaps write it: for characters the case decides and shift is dropped, since terminals disagree.
pub fn stroke(code: KeyCode, modifiers: KeyModifiers) -> Option<Stroke> {
    let mut out = Stroke {
        key: Key::Esc,
        ctrl: modifiers.contains(KeyModifiers::CONTROL),
        alt: modifiers.contains(KeyModifiers::ALT),
        shift: modifiers.contains(KeyModifiers::SHIFT),
    };
    out.key = match code {
        KeyCode::Char(c) => {
            let upper = out.shift && c.is_ascii_lowercase() && !out.ctrl;
            out.shift = false;
            Key::Char(if upper {
                c.to_ascii_uppercase()
            } else if out.ctrl {
                c.to_ascii_lowercase()
            } else {
                c
            })
        }
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Esc,
        KeyCode::Tab => Key::Tab,
        KeyCode::BackTab => {
            out.shift = true;
            Key::Tab
        }
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Delete => Key::Delete,
        KeyCode::Insert => Key::Insert,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::F(n) => Key::F(n),
        _ => return None,
    };
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shift_is_normalised_once() {
        let of = |c, m| stroke(KeyCode::Char(c), m).unwrap().to_string();
        assert_eq!(of('g', KeyModifiers::SHIFT), "G");
        assert_eq!(of('G', KeyModifiers::SHIFT), "G");
        assert_eq!(of('?', KeyModifiers::SHIFT), "?");
        assert_eq!(of('C', KeyModifiers::CONTROL | KeyModifiers::SHIFT), "ctrl-c");
        assert_eq!(
            stroke(KeyCode::BackTab, KeyModifiers::SHIFT).unwrap().to_string(),
            "shift-tab"
        );
    }
}
