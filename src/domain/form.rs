//! Forms: a set of questions with allowed answers, as data. Reading the TOML is `store::forms`.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::cond::{Answers, Cond};

pub mod keys;
pub mod rules;

pub use rules::{Check, Combine, Retention, Rollup, Rule};

/// Type of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// One of the options, unordered.
    Choice,
    /// One of the options, ordered as listed.
    Ordinal,
    /// A whole number of the question's own range.
    Scale,
    /// true or false.
    YesNo,
    /// Free text.
    Text,
}

/// What a question can be asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum On {
    /// A case.
    Case,
    /// An exhibit.
    Exhibit,
    /// A harmful-image candidate.
    Candidate,
    /// A suspect of a run.
    Suspect,
}

/// What of a candidate is uncovered while a question is open; each step shows what the earlier ones do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shows {
    /// The text of the issue.
    Text,
    /// The images.
    Image,
    /// The gold, which the solver does not know.
    #[default]
    Gold,
}

/// One allowed answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// Value as it stands in the journal: text or whole number.
    pub value: Value,
    /// Words for a person.
    pub label: String,
    /// One line of guidance.
    pub help: String,
    /// Key that gives this answer; empty when the form names none.
    pub key: String,
    /// Values that meant the same in earlier versions of the form.
    pub former: Vec<Value>,
}

/// An exhibit that shows what an answer means.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    /// Image, as a path from the workspace; empty for words alone.
    pub image: String,
    /// The right answer to it.
    pub value: Option<Value>,
    /// Why.
    pub says: String,
}

/// One question.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// Name in journals and exports.
    pub id: String,
    /// Words for a person.
    pub label: String,
    /// Type of the answer.
    pub answer: Answer,
    /// What it is asked about.
    pub on: Vec<On>,
    /// Whether an item counts as decided only with an answer to it, where it is asked.
    pub required: bool,
    /// One line of guidance.
    pub help: String,
    /// The guideline, several lines.
    pub guide: String,
    /// Exhibits that show what the answers mean.
    pub examples: Vec<Example>,
    /// Allowed answers of a choice or ordinal question.
    pub options: Vec<Choice>,
    /// Least and greatest answer of a scale.
    pub range: (i64, i64),
    /// What the two ends of a scale mean.
    pub ends: [String; 2],
    /// Asked only when this holds.
    pub when: Option<Cond>,
    /// Whether a sentence of reasoning belongs to the answer; its id is [`why`] of this one's.
    pub reason: bool,
    /// What is uncovered while it is open.
    pub shows: Shows,
    /// Ids under which earlier versions of the form asked it.
    pub former: Vec<String>,
    /// How answers about the exhibits of a case make one about the case.
    pub rollup: Option<Rollup>,
    /// How the answers of several annotators make one.
    pub rule: Rule,
}

/// A set of questions.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Form {
    /// Name of the form.
    pub id: String,
    /// Words for a person.
    pub title: String,
    /// The guideline of the whole form.
    pub guide: String,
    /// Others' answers are not read while the round is open.
    pub blind: bool,
    /// The questions in order.
    pub questions: Vec<Question>,
    /// Contradictions to warn of.
    pub checks: Vec<Check>,
    /// What is retained.
    pub retention: Vec<Retention>,
    /// `id@hash` of the text it was read from; set by the loader.
    pub hash: String,
}

/// What an answer given under some version of the form means in this one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reading<'a> {
    /// An allowed answer.
    Current(&'a Value),
    /// An answer that is called otherwise now.
    Renamed(&'a Value),
    /// No allowed answer any more.
    Gone,
}

/// Id of the reasoning sentence of a question.
pub fn why(question: &str) -> String {
    format!("{question}.why")
}

/// The question that a reasoning sentence belongs to.
pub fn of_why(id: &str) -> Option<&str> {
    id.strip_suffix(".why")
}

impl Form {
    /// The question with this name.
    pub fn question(&self, id: &str) -> Option<&Question> {
        self.questions.iter().find(|q| q.id == id)
    }

    /// The question that this id asks, or asked under an earlier name.
    pub fn question_ever(&self, id: &str) -> Option<&Question> {
        self.question(id)
            .or_else(|| self.questions.iter().find(|q| q.former.iter().any(|f| f == id)))
    }

    /// Questions about `on` that apply, given the answers so far.
    pub fn asked<'a>(&'a self, on: On, given: &'a dyn Answers) -> impl Iterator<Item = &'a Question> {
        self.questions
            .iter()
            .filter(move |q| q.on.contains(&on) && q.applies(given))
    }

    /// Ids that must be answered about `on`, given the answers so far, for an item to count as decided: questions and
    /// their reasoning.
    pub fn required<'a>(&'a self, on: On, given: &'a dyn Answers) -> impl Iterator<Item = String> + 'a {
        self.asked(on, given).filter(|q| q.required).flat_map(|q| {
            std::iter::once(q.id.clone()).chain((q.reason && given.answer(&q.id).is_some()).then(|| why(&q.id)))
        })
    }

    /// Contradictions in the answers, those that block first.
    pub fn warnings<'a>(&'a self, given: &dyn Answers) -> Vec<&'a Check> {
        let mut out: Vec<&Check> = self
            .checks
            .iter()
            .filter(|c| c.when.holds(given) == Some(true))
            .collect();
        out.sort_by_key(|c| !c.block);
        out
    }

    /// Whether it asks anything about `on`.
    pub fn is_about(&self, on: On) -> bool {
        self.questions.iter().any(|q| q.on.contains(&on))
    }

    /// Whether `hash`, as entries carry it, is that of this very version.
    pub fn is_version(&self, hash: &str) -> bool {
        hash.is_empty() || hash == self.hash
    }
}

impl Question {
    /// Whether it is asked, given the answers so far.
    pub fn applies(&self, given: &dyn Answers) -> bool {
        self.when.as_ref().is_none_or(|c| c.holds(given) == Some(true))
    }

    /// The allowed answers in declared order; for a text none.
    pub fn domain(&self) -> Vec<Value> {
        match self.answer {
            Answer::Choice | Answer::Ordinal => self.options.iter().map(|c| c.value.clone()).collect(),
            Answer::Scale => (self.range.0..=self.range.1).map(Value::from).collect(),
            Answer::YesNo => vec![Value::Bool(false), Value::Bool(true)],
            Answer::Text => Vec::new(),
        }
    }

    /// What an answer given under some version of the form means in this one.
    pub fn reading<'a>(&'a self, value: &'a Value) -> Reading<'a> {
        let fits = match self.answer {
            Answer::Choice | Answer::Ordinal => self.options.iter().any(|c| c.value == *value),
            Answer::Scale => value
                .as_i64()
                .is_some_and(|n| (self.range.0..=self.range.1).contains(&n)),
            Answer::YesNo => value.is_boolean(),
            Answer::Text => value.is_string(),
        };
        if fits {
            return Reading::Current(value);
        }
        let renamed = self.options.iter().find(|c| c.former.contains(value));
        renamed.map_or(Reading::Gone, |c| Reading::Renamed(&c.value))
    }

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
            Answer::Scale => match word.parse::<i64>() {
                Ok(n) if (self.range.0..=self.range.1).contains(&n) => Ok(n.into()),
                _ => Err(format!(
                    "'{word}' is no answer to '{}'; expected a whole number from {} to {}",
                    self.id, self.range.0, self.range.1
                )),
            },
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
