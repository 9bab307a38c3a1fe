//! The one cleaner. Everything that came from a file passes here before it reaches a cell or a pipe.
//!
//! What could steer a terminal or hide from a reader becomes visible: control characters turn into their
//! pictures, bidirectional and zero-width characters into U+FFFD, tabs into spaces. Lines are never joined
//! or split, so line numbers stay those of the file.

use unicode_width::UnicodeWidthChar;

/// What stands for a character that must not be shown.
pub const REPLACEMENT: char = '\u{FFFD}';

/// Cells to the next tab stop.
pub const TAB: usize = 4;

/// Most combining marks kept on one base character; more smear over the lines around.
const MARKS: usize = 4;

/// Cleans one line. A line feed inside becomes `␊`.
pub fn line(raw: &str) -> String {
    if plain(raw) {
        return raw.to_owned();
    }
    let mut out = String::with_capacity(raw.len());
    clean_into(raw, &mut out);
    out
}

/// Cleans text of many lines: CRLF becomes LF, each line is cleaned for itself, the number of lines stays.
pub fn text(raw: &str) -> String {
    let raw = raw.strip_prefix('\u{FEFF}').unwrap_or(raw);
    let mut out = String::with_capacity(raw.len());
    for (n, part) in raw.split('\n').enumerate() {
        if n > 0 {
            out.push('\n');
        }
        let part = part.strip_suffix('\r').unwrap_or(part);
        if plain(part) {
            out.push_str(part);
        } else {
            clean_into(part, &mut out);
        }
    }
    out
}

fn plain(raw: &str) -> bool {
    raw.bytes().all(|b| (0x20..0x7F).contains(&b))
}

fn clean_into(raw: &str, out: &mut String) {
    let mut col = 0usize;
    let mut marks = 0usize;
    let mut before = ' ';
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied();
        let shown = match c {
            '\t' => {
                let n = TAB - col % TAB;
                out.extend(std::iter::repeat_n(' ', n));
                col += n;
                before = ' ';
                continue;
            }
            '\u{0}'..='\u{1F}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(REPLACEMENT),
            '\u{7F}' => '\u{2421}',
            '\u{200D}' if pictograph(before) && next.is_some_and(pictograph) => c,
            '\u{FE0F}' | '\u{FE0E}' if before != ' ' => c,
            _ if hidden(c) => REPLACEMENT,
            _ => c,
        };
        let width = shown.width().unwrap_or(0);
        if width == 0 {
            marks += 1;
            if marks > MARKS {
                continue;
            }
        } else {
            marks = 0;
        }
        if !matches!(shown, '\u{FE0F}' | '\u{FE0E}') {
            before = shown;
        }
        col += width;
        out.push(shown);
    }
}

/// Whether a character may stand on a screen as it is.
pub fn shows(c: char) -> bool {
    !c.is_control() && (!hidden(c) || matches!(c, '\u{200D}' | '\u{FE0E}' | '\u{FE0F}'))
}

/// Characters that are invisible, reorder their neighbours, or mean something to a terminal.
fn hidden(c: char) -> bool {
    matches!(c,
        '\u{80}'..='\u{9F}'
        | '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
        | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}'
        | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}' | '\u{F0000}'..='\u{10FFFF}')
        || (c as u32) & 0xFFFE == 0xFFFE
}

fn pictograph(c: char) -> bool {
    matches!(c, '\u{2190}'..='\u{2BFF}' | '\u{1F000}'..='\u{1FAFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_become_visible() {
        assert_eq!(line("a\x1b[31mred\x07"), "a␛[31mred␇");
        assert_eq!(line("x\u{9b}2J"), "x\u{FFFD}2J");
        assert_eq!(line("\u{10EEEE}"), "\u{FFFD}");
    }

    #[test]
    fn bidi_and_zero_width_are_shown_as_replacement() {
        assert_eq!(line("a\u{202E}b\u{200B}c"), "a\u{FFFD}b\u{FFFD}c");
    }

    #[test]
    fn tabs_reach_the_next_stop_by_display_width() {
        assert_eq!(line("a\tb"), "a   b");
        assert_eq!(line("世\tb"), "世  b");
        assert_eq!(line("abcd\tb"), "abcd    b");
    }

    #[test]
    fn lines_are_kept_and_crlf_goes() {
        assert_eq!(text("a\r\nb\n\nc"), "a\nb\n\nc");
        assert_eq!(text("a\rb"), "a␍b");
        assert_eq!(text("\u{FEFF}x"), "x");
    }

    #[test]
    fn emoji_sequences_stay_and_marks_are_bounded() {
        assert_eq!(line("👩\u{200D}💻"), "👩\u{200D}💻");
        assert_eq!(line("a\u{200D}b"), "a\u{FFFD}b");
        let zalgo: String = std::iter::once('e').chain(std::iter::repeat_n('\u{301}', 50)).collect();
        assert_eq!(line(&zalgo).chars().count(), 1 + MARKS);
    }
}
