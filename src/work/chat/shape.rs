//! Structured output: how strictly an endpoint can be asked, and what tells that it cannot.

use crate::domain::seen::prompt::Structure;
use crate::read::chat::Trouble;

/// Words in which servers refuse `response_format`.
const SIGNS: [&str; 7] = [
    "response_format",
    "json_schema",
    "json_object",
    "structured",
    "grammar",
    "guided",
    "schema",
];

/// The word under which a structure is remembered.
pub(super) fn word(shape: Structure) -> &'static str {
    match shape {
        Structure::Schema => "schema",
        Structure::Object => "object",
        Structure::Words => "words",
    }
}

/// The structure of a word.
pub(super) fn of_word(word: &str) -> Option<Structure> {
    [Structure::Schema, Structure::Object, Structure::Words]
        .into_iter()
        .find(|s| self::word(*s) == word)
}

/// Whether a refusal is about the structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum About {
    /// It says so.
    Surely,
    /// A bare "bad request" may be.
    Perhaps,
    /// No.
    No,
}

/// Whether `trouble` is about structured output.
pub(super) fn about(trouble: &Trouble) -> About {
    match trouble {
        Trouble::Refused(400 | 404 | 422, words) => {
            let words = words.to_lowercase();
            if SIGNS.iter().any(|s| words.contains(s)) {
                About::Surely
            } else if matches!(trouble, Trouble::Refused(400, _)) {
                About::Perhaps
            } else {
                About::No
            }
        }
        _ => About::No,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_of_real_servers() {
        for (status, words, want) in [
            (
                400,
                "'response_format' of type 'json_schema' is not supported with this model",
                About::Surely,
            ),
            (422, "body.response_format: Input should be 'text'", About::Surely),
            (404, "No endpoints found that support structured outputs", About::Surely),
            (400, "failed to parse grammar", About::Surely),
            (400, "Bad Request", About::Perhaps),
            (404, "model 'x' not found", About::No),
            (401, "json_schema", About::No),
        ] {
            assert_eq!(about(&Trouble::Refused(status, words.to_owned())), want, "{words}");
        }
        for shape in [Structure::Schema, Structure::Object, Structure::Words] {
            assert_eq!(of_word(word(shape)), Some(shape));
        }
    }
}
