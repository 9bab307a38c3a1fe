//! Display width in terminal cells, and cutting by it. Never counts bytes or characters.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Cells that `s` takes.
pub fn of(s: &str) -> usize {
    if s.is_ascii() {
        return s.len();
    }
    s.graphemes(true).map(|g| g.width().min(2)).sum()
}

/// The longest start of `s` that fits `cols` cells, and the rest. Never cuts a grapheme.
pub fn split(s: &str, cols: usize) -> (&str, &str) {
    let mut used = 0;
    for (at, g) in s.grapheme_indices(true) {
        let w = g.width().min(2);
        if used + w > cols {
            return s.split_at(at);
        }
        used += w;
    }
    (s, "")
}

/// `s` cut to `cols` cells with `…` at the end when something was cut.
pub fn fit(s: &str, cols: usize) -> String {
    if of(s) <= cols {
        return s.to_owned();
    }
    if cols == 0 {
        return String::new();
    }
    let (head, _) = split(s, cols - 1);
    format!("{head}…")
}

/// `s` cut to `cols` cells with `…` at the front: keeps the end, which names the file.
pub fn fit_end(s: &str, cols: usize) -> String {
    let total = of(s);
    if total <= cols {
        return s.to_owned();
    }
    if cols == 0 {
        return String::new();
    }
    let mut drop = total - (cols - 1);
    for (at, g) in s.grapheme_indices(true) {
        if drop == 0 {
            return format!("…{}", s.split_at(at).1);
        }
        drop = drop.saturating_sub(g.width().min(2));
    }
    "…".to_owned()
}

/// `s` cut or padded with blanks to exactly `cols` cells.
pub fn pad(s: &str, cols: usize) -> String {
    let mut out = fit(s, cols);
    let w = of(&out);
    out.extend(std::iter::repeat_n(' ', cols.saturating_sub(w)));
    out
}

/// `s` cut or padded on the left to exactly `cols` cells.
pub fn pad_left(s: &str, cols: usize) -> String {
    let cut = fit(s, cols);
    let w = of(&cut);
    let mut out = " ".repeat(cols.saturating_sub(w));
    out.push_str(&cut);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_and_combined_characters() {
        assert_eq!(of("世界"), 4);
        assert_eq!(of("e\u{301}"), 1);
        assert_eq!(of("👩\u{200D}💻"), 2);
    }

    #[test]
    fn cuts_never_split_a_wide_character() {
        assert_eq!(split("世界x", 3), ("世", "界x"));
        assert_eq!(fit("世界世界", 5), "世界…");
        assert_eq!(fit_end("src/lib/世.rs", 6), "…世.rs");
        assert_eq!(of(&fit_end("src/lib/Tokenizer.js", 10)), 10);
        assert_eq!(pad("世", 4), "世  ");
    }
}
