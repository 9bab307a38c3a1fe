//! Tesseract's table of words: twelve columns between tabs, a line a page, block, paragraph, line or word.

use super::Reading;

/// Columns of a line: level, page, block, paragraph, line, word, four of the place, confidence, text.
const COLUMNS: usize = 12;

/// Level of a word.
const WORD: u32 = 5;

/// First columns of the first line.
const HEAD: &str = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num";

/// A word and where it belongs.
struct Word<'a> {
    /// Page, block, paragraph, line, and place in the line.
    at: [u32; 5],
    /// 0 to 100.
    confidence: f64,
    text: &'a str,
}

/// The words put together to lines, in reading order; `None` when it is no such table. Control characters are left out.
pub(super) fn reading(table: &str) -> Option<Reading> {
    let mut lines = table.lines();
    if !lines.next()?.starts_with(HEAD) {
        return None;
    }
    let mut words: Vec<Word<'_>> = lines.filter_map(word).collect();
    words.sort_by_key(|w| w.at);
    let mut text = String::new();
    let mut last = None;
    let (mut sum, mut letters) = (0.0, 0.0);
    for word in &words {
        let [page, block, paragraph, line, _] = word.at;
        let here = [page, block, paragraph, line];
        match last.replace(here) {
            None => {}
            Some(before) if before == here => text.push(' '),
            Some(_) => text.push('\n'),
        }
        let start = text.len();
        text.extend(word.text.chars().filter(|c| !c.is_control()));
        let n = text.get(start..).map_or(0, |t| t.chars().count()) as f64;
        sum += n * word.confidence.clamp(0.0, 100.0);
        letters += n;
    }
    // Three places: more is noise, and would only fill the file.
    let confidence = (letters > 0.0).then(|| (sum / letters * 10.0).round() / 1000.0);
    Some(Reading { text, confidence })
}

/// The word of a line; `None` for other levels, blank ones and broken lines.
fn word(line: &str) -> Option<Word<'_>> {
    let columns: Vec<&str> = line.splitn(COLUMNS, '\t').collect();
    let [level, page, block, paragraph, row, place, _, _, _, _, confidence, text] = columns.as_slice() else {
        return None;
    };
    let number = |t: &str| t.parse::<u32>().ok();
    let text = text.trim();
    let says = text.chars().any(|c| !c.is_control() && !c.is_whitespace());
    if number(level)? != WORD || !says {
        return None;
    }
    let confidence: f64 = confidence.parse().ok()?;
    Some(Word {
        at: [
            number(page)?,
            number(block)?,
            number(paragraph)?,
            number(row)?,
            number(place)?,
        ],
        confidence: if confidence.is_finite() { confidence } else { 0.0 },
        text,
    })
}
