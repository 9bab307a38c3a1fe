//! Terms of English as Lucene's `EnglishAnalyzer` makes them: Unicode words (UAX #29), the possessive cut, lower
//! case, 33 stop words, Porter stems.

use unicode_segmentation::UnicodeSegmentation;

use super::{porter, stop};

/// Longest word, in bytes; longer ones are data.
const LONGEST: usize = 255;

/// Calls `take` with every word of `text` that holds a letter or digit.
pub(super) fn runs<'t>(text: &'t str, take: &mut dyn FnMut(&'t str)) {
    text.unicode_words().for_each(take);
}

/// Calls `take` with the term of one word, if it has one.
pub(super) fn terms(run: &str, take: &mut dyn FnMut(&str)) {
    if run.len() > LONGEST {
        return;
    }
    let own = ["'s", "'S", "\u{2019}s", "\u{2019}S", "\u{ff07}s", "\u{ff07}S"];
    let word = own
        .iter()
        .find_map(|e| run.strip_suffix(e))
        .unwrap_or(run)
        .to_lowercase();
    if !word.is_empty() && !stop::lucene(&word) {
        take(&porter::stem(&word));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stems_of_words() {
        let mut out = Vec::new();
        runs(
            "The chart's labels aren't rendered; see foo_bar.js, 3.5 ponies!",
            &mut |run| {
                terms(run, &mut |t| out.push(t.to_owned()));
            },
        );
        // By hand from the analyser's steps; `foo_bar.js` and `3.5` are one word each by UAX #29.
        assert_eq!(
            out,
            ["chart", "label", "aren't", "render", "see", "foo_bar.j", "3.5", "poni"]
        );
    }
}
