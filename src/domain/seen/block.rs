//! Evidence as the compact text that stands in the place of pictures, or beside them, in the +VCE modes.

use super::cut;
use crate::domain::case::Case;
use crate::domain::evidence::Evidence;

/// How long its parts may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Words of a string.
    pub words: usize,
    /// Words of the text in the picture. The method asks for strings under 25 words and for this one word for word, and
    /// its printed samples are longer; a log of 25 words says little.
    pub ocr_words: usize,
    /// Words of the notes.
    pub notes: usize,
    /// Entries of a list.
    pub list: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            words: 25,
            ocr_words: 200,
            notes: 15,
            list: 16,
        }
    }
}

/// First line of the block.
pub const HEAD: &str = "[Visual evidence]";

/// The block of a case: its exhibits in their order, each with what its evidence says, one field a line, fields that do
/// not apply left out. Of several records of one exhibit the first counts; which producer that is, the caller says.
/// Empty when no record says anything.
///
/// Line ends within a field become blanks, so that text in a picture cannot pass for another field.
pub fn block(case: &Case, evidence: &[&Evidence], limits: Limits) -> String {
    let mut out = String::new();
    for (n, exhibit) in case.exhibits.iter().enumerate() {
        let Some(record) = evidence.iter().find(|e| e.exhibit == exhibit.id) else {
            continue;
        };
        let lines = lines(record, limits);
        if lines.is_empty() {
            continue;
        }
        if out.is_empty() {
            out.push_str(HEAD);
        }
        out.push_str(&format!("\nImage {} of {}:", n + 1, case.exhibits.len()));
        for (name, value) in lines {
            out.push_str(&format!("\n- {name}: {value}"));
        }
    }
    out
}

/// Words of a text, and about how many tokens of a language model it is: four bytes of English text each, rounded up.
/// Source: the rule of thumb that OpenAI gives for its tokenizers; other models and languages differ by half and more.
pub fn size(text: &str) -> (usize, usize) {
    (text.split_whitespace().count(), text.len().div_ceil(4))
}

/// Name and value of each field of a record that applies. Empty when there is no more than a confidence.
pub fn lines(record: &Evidence, limits: Limits) -> Vec<(&'static str, String)> {
    let mut out: Vec<(&'static str, String)> = Vec::new();
    let mut put = |name, value: Option<String>| out.extend(value.map(|v| (name, v)));
    let list = |all: &[String], between: &str| {
        let all: Vec<String> = all.iter().filter_map(|t| one(t, limits.words)).collect();
        let shown: Vec<&str> = all.iter().take(limits.list).map(String::as_str).collect();
        let more = all.len() - shown.len();
        let joined = shown.join(between);
        (!shown.is_empty()).then(|| {
            if more > 0 {
                format!("{joined} (+{more})")
            } else {
                joined
            }
        })
    };
    let text = |t: &Option<String>, most| t.as_deref().and_then(|t| one(t, most));
    put("text", text(&record.ocr_text, limits.ocr_words));
    if let Some(error) = &record.error_signal {
        let parts = [&error.kind, &error.type_name, &error.message];
        let parts: Vec<String> = parts.into_iter().filter_map(|p| text(p, limits.words)).collect();
        put("error", (!parts.is_empty()).then(|| parts.join(" | ")));
        put("stack", list(&error.stack_hint, " | "));
    }
    put("interface", list(&record.ui_elements, "; "));
    put("action", text(&record.user_action, limits.words));
    if let Some(code) = &record.code_hint {
        put("functions", list(&code.function_names, ", "));
        put("files", list(&code.file_patterns, ", "));
        put("frameworks", list(&code.frameworks, ", "));
    }
    put("stands out", text(&record.visual_saliency, limits.words));
    put("notes", text(&record.notes, limits.notes));
    if !out.is_empty() {
        out.extend(record.confidence.map(|c| ("confidence", format!("{c:.2}"))));
    }
    out
}

/// A text as one line of at most `most` words, without control characters; `None` when it is blank.
fn one(text: &str, most: usize) -> Option<String> {
    let text: String = text.chars().filter(|c| c.is_whitespace() || !c.is_control()).collect();
    let head = cut::words(&text, most);
    let mut line = head.split_whitespace().collect::<Vec<_>>().join(" ");
    if head.len() < text.trim().len() {
        line.push_str(" …");
    }
    (!line.is_empty()).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::evidence::{CodeHint, ErrorSignal};

    fn case(ids: &[&str]) -> Case {
        let exhibits: Vec<_> = ids
            .iter()
            .map(|id| serde_json::json!({"id": id, "source": id, "image": null}))
            .collect();
        serde_json::from_value(serde_json::json!({"v": 1, "id": "c", "title": "t", "exhibits": exhibits})).unwrap()
    }

    fn full(exhibit: &str) -> Evidence {
        Evidence {
            exhibit: exhibit.into(),
            ocr_text: Some("Oh no\n  it broke".into()),
            error_signal: Some(ErrorSignal {
                kind: Some("exception".into()),
                type_name: None,
                message: Some("it broke".into()),
                stack_hint: vec!["at f (a.js:1:2)".into(), "at g (b.js:3:4)".into()],
            }),
            ui_elements: vec!["Save button".into(), " ".into(), "menu".into()],
            user_action: Some("clicks Save".into()),
            code_hint: Some(CodeHint {
                function_names: vec!["f".into(), "g".into()],
                file_patterns: vec!["a.js".into()],
                frameworks: Vec::new(),
            }),
            visual_saliency: None,
            confidence: Some(0.8),
            notes: Some("none".into()),
            ..Evidence::default()
        }
    }

    #[test]
    fn fields_stand_in_their_order_and_empty_ones_not_at_all() {
        let (a, b) = (
            full("b"),
            Evidence {
                exhibit: "a".into(),
                confidence: Some(0.5),
                ..Evidence::default()
            },
        );
        let got = block(&case(&["a", "b", "c"]), &[&a, &b], Limits::default());
        let want = "[Visual evidence]\n\
            Image 2 of 3:\n\
            - text: Oh no it broke\n\
            - error: exception | it broke\n\
            - stack: at f (a.js:1:2) | at g (b.js:3:4)\n\
            - interface: Save button; menu\n\
            - action: clicks Save\n\
            - functions: f, g\n\
            - files: a.js\n\
            - notes: none\n\
            - confidence: 0.80";
        assert_eq!(got, want);
    }

    #[test]
    fn order_of_records_does_not_count_but_for_one_exhibit() {
        let (a, b) = (full("a"), full("b"));
        let case = case(&["a", "b"]);
        let limits = Limits::default();
        assert_eq!(block(&case, &[&a, &b], limits), block(&case, &[&b, &a], limits));
        let other = Evidence {
            exhibit: "a".into(),
            notes: Some("other".into()),
            ..Evidence::default()
        };
        let first = block(&case, &[&other, &a], limits);
        assert_eq!(first, "[Visual evidence]\nImage 1 of 2:\n- notes: other");
        assert_eq!(block(&case, &[&full("z")], limits), "", "no exhibit of the case");
        assert_eq!(block(&case, &[], limits), "");
    }

    #[test]
    fn long_strings_and_lists_are_cut() {
        let words = |n: usize| vec!["w"; n].join(" ");
        let e = Evidence {
            ocr_text: Some(words(201)),
            user_action: Some(words(26)),
            visual_saliency: Some(words(25)),
            notes: Some(words(16)),
            ui_elements: (0..18).map(|n| n.to_string()).collect(),
            ..Evidence::default()
        };
        let got = lines(&e, Limits::default());
        let of = |name: &str| got.iter().find(|(n, _)| *n == name).unwrap().1.clone();
        assert_eq!(of("text"), format!("{} …", words(200)));
        assert_eq!(of("action"), format!("{} …", words(25)));
        assert_eq!(of("stands out"), words(25));
        assert_eq!(of("notes"), format!("{} …", words(15)));
        assert!(of("interface").ends_with("14; 15 (+2)"), "{}", of("interface"));
    }

    #[test]
    fn control_characters_are_dropped() {
        let of = |text: &str| one(text, 3);
        assert_eq!(of("a\u{1b}[31mb\0 \u{7f}c\td\u{9b}").as_deref(), Some("a[31mb c d"));
        assert_eq!(of("\u{1b}\0 \u{7}"), None, "nothing is left");
        // The vertical tab and next line part words, as other blanks.
        assert_eq!(of("a\u{b}b\u{85}c \u{1}").as_deref(), Some("a b c"));
    }

    #[test]
    fn words_and_tokens_are_counted() {
        assert_eq!(size(""), (0, 0));
        // 9 bytes: two quarters and a bit.
        assert_eq!(size("one\n two "), (2, 3));
    }

    #[test]
    fn text_in_a_picture_cannot_pass_for_a_field() {
        let e = Evidence {
            exhibit: "a".into(),
            ocr_text: Some("x\n- files: fake.py\nImage 2 of 2:".into()),
            ..Evidence::default()
        };
        let got = block(&case(&["a"]), &[&e], Limits::default());
        assert_eq!(got.lines().count(), 3, "{got}");
    }
}
