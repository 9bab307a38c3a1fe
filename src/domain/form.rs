//! Forms: a set of questions with allowed answers, as data. Reading the TOML is `store::forms`.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Type of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// One of the options, unordered.
    Choice,
    /// One of the options, ordered as listed.
    Ordinal,
    /// true or false.
    YesNo,
    /// Free text.
    Text,
}

/// What a question can be asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum On {
    /// A case.
    Case,
    /// An exhibit.
    Exhibit,
}

/// One allowed answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// Value as it stands in the journal: text or whole number.
    pub value: Value,
    /// Words for a person.
    pub label: String,
    /// One line of guidance.
    #[serde(default)]
    pub help: String,
}

/// One question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// Name in journals and exports.
    pub id: String,
    /// Words for a person.
    pub label: String,
    /// Type of the answer.
    pub answer: Answer,
    /// What it is asked about.
    pub on: Vec<On>,
    /// Whether an item counts as decided only with an answer to it.
    #[serde(default)]
    pub required: bool,
    /// One line of guidance.
    #[serde(default)]
    pub help: String,
    /// Allowed answers of a choice or ordinal question.
    #[serde(default, rename = "option")]
    pub options: Vec<Choice>,
}

/// A set of questions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Form {
    /// Name of the form.
    pub id: String,
    /// Words for a person.
    pub title: String,
    /// The questions in order.
    #[serde(rename = "question")]
    pub questions: Vec<Question>,
    /// `id@hash` of the text it was read from; set by the loader.
    #[serde(skip)]
    pub hash: String,
}

impl Form {
    /// The question with this name.
    pub fn question(&self, id: &str) -> Option<&Question> {
        self.questions.iter().find(|q| q.id == id)
    }

    /// Questions that must be answered about `on` for an item to count as decided.
    pub fn required(&self, on: On) -> impl Iterator<Item = &Question> {
        self.questions.iter().filter(move |q| q.required && q.on.contains(&on))
    }

    /// Faults that the type system cannot see, as `(question, what is wrong)`.
    pub fn faults(&self) -> Vec<(String, String)> {
        let mut out = Vec::new();
        for (n, q) in self.questions.iter().enumerate() {
            if self.questions.iter().take(n).any(|p| p.id == q.id) {
                out.push((q.id.clone(), "is asked twice; give each question its own id".into()));
            }
            if q.id.is_empty() || q.id.starts_with('_') {
                out.push((q.id.clone(), "needs an id that does not start with '_'".into()));
            }
            if q.on.is_empty() {
                out.push((
                    q.id.clone(),
                    "is asked about nothing; set on = [\"case\"] or [\"exhibit\"]".into(),
                ));
            }
            let closed = matches!(q.answer, Answer::Choice | Answer::Ordinal);
            if closed && q.options.len() < 2 {
                out.push((q.id.clone(), "needs at least two options".into()));
            }
            if !closed && !q.options.is_empty() {
                out.push((
                    q.id.clone(),
                    "takes no options; only choice and ordinal questions do".into(),
                ));
            }
            for (m, c) in q.options.iter().enumerate() {
                if !(c.value.is_string() || c.value.is_i64()) {
                    out.push((
                        q.id.clone(),
                        format!("option {} must be text or a whole number", c.value),
                    ));
                }
                if q.options.iter().take(m).any(|d| d.value == c.value) {
                    out.push((q.id.clone(), format!("option {} stands twice", c.value)));
                }
            }
        }
        out
    }
}

impl Question {
    /// The allowed value that `word` stands for, or what was expected.
    ///
    /// # Errors
    /// A sentence naming the allowed answers.
    pub fn parse(&self, word: &str) -> Result<Value, String> {
        match self.answer {
            Answer::Choice | Answer::Ordinal => self
                .options
                .iter()
                .map(|c| &c.value)
                .find(|v| plain(v) == word)
                .cloned()
                .ok_or_else(|| {
                    let all: Vec<String> = self.options.iter().map(|c| plain(&c.value)).collect();
                    format!(
                        "'{word}' is no answer to '{}'; expected one of {}",
                        self.id,
                        all.join(", ")
                    )
                }),
            Answer::YesNo => match word {
                "yes" | "true" => Ok(Value::Bool(true)),
                "no" | "false" => Ok(Value::Bool(false)),
                _ => Err(format!("'{word}' is no answer to '{}'; expected yes or no", self.id)),
            },
            Answer::Text => Ok(Value::String(word.to_owned())),
        }
    }
}

/// A value as a word: text without quotes, numbers as digits, null as nothing.
pub fn plain(value: &Value) -> String {
    match value {
        Value::String(s) => s.clone(),
        Value::Null => String::new(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        other => other.to_string(),
    }
}
