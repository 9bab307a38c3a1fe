//! Breaking styled pieces into lines of a given width: at blanks, after CJK characters, else anywhere.

use unicode_segmentation::UnicodeSegmentation;

use super::doc::Piece;
use super::width;

/// Breaks `pieces` into lines of at most `cols` cells (at least 1). Blanks at a break go.
pub fn wrap(pieces: &[Piece], cols: usize) -> Vec<Vec<Piece>> {
    let cols = cols.max(1);
    let mut lines: Vec<Vec<Piece>> = vec![Vec::new()];
    let mut used = 0usize;
    for word in words(pieces) {
        let w: usize = word.iter().map(|p| width::of(&p.text)).sum();
        let blank = word.iter().all(|p| p.text.chars().all(|c| c == ' '));
        if used + w <= cols {
            if !(blank && used == 0 && lines.len() > 1) {
                used += w;
                push_all(&mut lines, word);
            }
        } else if blank {
            lines.push(Vec::new());
            used = 0;
        } else {
            if used > 0 {
                lines.push(Vec::new());
                used = 0;
            }
            for piece in word {
                let mut rest = piece.text.as_str();
                while !rest.is_empty() {
                    let (mut head, mut tail) = width::split(rest, cols - used);
                    if head.is_empty() {
                        if used > 0 {
                            lines.push(Vec::new());
                            used = 0;
                            continue;
                        }
                        // One grapheme wider than the whole line: shown all the same, the screen cuts it.
                        let len = rest.graphemes(true).next().map_or(rest.len(), str::len);
                        (head, tail) = rest.split_at(len);
                    }
                    used += width::of(head);
                    push_all(&mut lines, vec![Piece::new(head, piece.look)]);
                    rest = tail;
                }
            }
        }
    }
    for line in &mut lines {
        trim_end(line);
    }
    lines
}

fn push_all(lines: &mut [Vec<Piece>], word: Vec<Piece>) {
    let Some(line) = lines.last_mut() else { return };
    for piece in word {
        match line.last_mut() {
            Some(last) if last.look == piece.look => last.text.push_str(&piece.text),
            _ => line.push(piece),
        }
    }
}

fn trim_end(line: &mut Vec<Piece>) {
    while let Some(last) = line.last_mut() {
        let keep = last.text.trim_end_matches(' ').len();
        last.text.truncate(keep);
        if !last.text.is_empty() {
            break;
        }
        line.pop();
    }
}

/// Cuts into unbreakable words and runs of blanks; a word may span pieces of different looks.
fn words(pieces: &[Piece]) -> Vec<Vec<Piece>> {
    let mut out: Vec<Vec<Piece>> = Vec::new();
    let mut open = false;
    for piece in pieces {
        for part in piece.text.split_word_bounds() {
            let blank = part.chars().all(|c| c == ' ');
            let wide = part.chars().next().is_some_and(breaks_around);
            let join = open && !blank && !wide;
            let word = Piece::new(part, piece.look);
            match out.last_mut() {
                Some(last) if join => push_all(std::slice::from_mut(last), vec![word]),
                _ => out.push(vec![word]),
            }
            open = !blank && !wide;
        }
    }
    out
}

fn breaks_around(c: char) -> bool {
    matches!(c, '\u{2E80}'..='\u{A4CF}' | '\u{AC00}'..='\u{D7A3}' | '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE4F}' | '\u{FF00}'..='\u{FFEF}' | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::doc::Look;

    fn lines(text: &str, cols: usize) -> Vec<String> {
        wrap(&[Piece::new(text, Look::default())], cols)
            .into_iter()
            .map(|l| l.into_iter().map(|p| p.text).collect())
            .collect()
    }

    #[test]
    fn breaks_at_blanks_and_inside_long_words() {
        assert_eq!(lines("the quick brown fox", 9), ["the quick", "brown fox"]);
        assert_eq!(lines("abcdefghij k", 4), ["abcd", "efgh", "ij k"]);
        assert_eq!(lines("世界世界", 5), ["世界", "世界"]);
        assert_eq!(lines("don't, stop", 6), ["don't,", "stop"]);
    }

    #[test]
    fn a_word_of_two_looks_stays_together() {
        let bold = Look {
            strong: true,
            ..Look::default()
        };
        let got = wrap(&[Piece::new("say foo", Look::default()), Piece::new("bar", bold)], 8);
        assert_eq!(got.len(), 2);
        assert_eq!(got[1].len(), 2);
    }

    proptest::proptest! {
        #[test]
        fn nothing_but_blanks_is_lost_and_lines_fit(text in "[a-c 世é.]{0,60}", cols in 2usize..12) {
            let got = lines(&text, cols);
            proptest::prop_assert!(got.iter().all(|l| width::of(l) <= cols));
            let flat = |s: &str| s.chars().filter(|c| *c != ' ').collect::<String>();
            proptest::prop_assert_eq!(flat(&got.concat()), flat(&text));
        }
    }
}
