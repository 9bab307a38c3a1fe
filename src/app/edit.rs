//! Text fields. The only file of this floor that knows the editor widget; everything else sees text in, text out.

use ratatui_textarea::{Input, Key as AreaKey, TextArea, WrapMode};

use crate::keys::stroke::{Key, Stroke};
use crate::text::clean;

/// A text field of one or many lines.
#[derive(Debug, Clone)]
pub struct Edit {
    area: TextArea<'static>,
    many: bool,
}

impl Edit {
    /// A field of one line.
    pub fn line(text: &str) -> Self {
        Self::new(&clean::line(text), false)
    }

    /// A field of many lines.
    pub fn lines(text: &str) -> Self {
        Self::new(&clean::text(text), true)
    }

    fn new(text: &str, many: bool) -> Self {
        let mut area = TextArea::new(text.split('\n').map(str::to_owned).collect());
        if many {
            area.set_wrap_mode(WrapMode::WordOrGlyph);
        }
        area.move_cursor(ratatui_textarea::CursorMove::Bottom);
        area.move_cursor(ratatui_textarea::CursorMove::End);
        Self { area, many }
    }

    /// Takes a key; false when the field has no use for it.
    pub fn key(&mut self, stroke: Stroke) -> bool {
        let key = match stroke.key {
            Key::Char(c) => AreaKey::Char(c),
            Key::Enter if self.many => AreaKey::Enter,
            Key::Backspace => AreaKey::Backspace,
            Key::Delete => AreaKey::Delete,
            Key::Left => AreaKey::Left,
            Key::Right => AreaKey::Right,
            Key::Up if self.many => AreaKey::Up,
            Key::Down if self.many => AreaKey::Down,
            Key::Home => AreaKey::Home,
            Key::End => AreaKey::End,
            Key::PageUp if self.many => AreaKey::PageUp,
            Key::PageDown if self.many => AreaKey::PageDown,
            _ => return false,
        };
        if stroke.ctrl {
            match stroke.key {
                // Some terminals send these for return.
                Key::Char('m' | 'j') if self.many => {
                    self.area.insert_newline();
                    return true;
                }
                Key::Char('m' | 'j') => return false,
                Key::Char('u') => {
                    self.area.delete_line_by_head();
                    return true;
                }
                _ => {}
            }
        }
        self.area.input(Input {
            key,
            ctrl: stroke.ctrl,
            alt: stroke.alt,
            shift: stroke.shift,
        });
        true
    }

    /// Takes pasted text.
    pub fn paste(&mut self, text: &str) {
        // Terminals paste line ends as carriage returns.
        let text = clean::text(&text.replace("\r\n", "\n").replace('\r', "\n"));
        let text = if self.many { text } else { text.replace('\n', " ") };
        self.area.insert_str(text);
    }

    /// Whether it takes many lines.
    pub fn is_many(&self) -> bool {
        self.many
    }

    /// The text.
    pub fn text(&self) -> String {
        self.area.lines().join("\n")
    }

    /// Line and character of the cursor, from 0.
    pub fn cursor(&self) -> (usize, usize) {
        let at = self.area.cursor();
        (at.0, at.1)
    }

    /// The widget, for drawing.
    pub fn area(&self) -> &TextArea<'static> {
        &self.area
    }
}
