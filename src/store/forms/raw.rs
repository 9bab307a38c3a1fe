//! A form as it stands in TOML, with the place of everything that can be wrong.

use serde::Deserialize;
use serde_json::Value;
use toml::Spanned;

use crate::domain::form::{Answer, On, Rollup, Shows};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Form {
    pub(super) id: Spanned<String>,
    pub(super) title: String,
    #[serde(default)]
    pub(super) guide: String,
    #[serde(default)]
    pub(super) blind: bool,
    #[serde(default, rename = "question")]
    pub(super) questions: Vec<Question>,
    #[serde(default, rename = "check")]
    pub(super) checks: Vec<Check>,
    #[serde(default)]
    pub(super) retention: Vec<Retention>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Question {
    pub(super) id: Spanned<String>,
    pub(super) label: String,
    pub(super) answer: Spanned<Answer>,
    pub(super) on: Spanned<Vec<On>>,
    #[serde(default)]
    pub(super) required: bool,
    #[serde(default)]
    pub(super) help: String,
    #[serde(default)]
    pub(super) guide: String,
    #[serde(default, rename = "example")]
    pub(super) examples: Vec<Example>,
    #[serde(default, rename = "option")]
    pub(super) options: Vec<Choice>,
    pub(super) min: Option<Spanned<i64>>,
    pub(super) max: Option<Spanned<i64>>,
    #[serde(default)]
    pub(super) ends: Option<Spanned<Vec<String>>>,
    pub(super) when: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) reason: bool,
    #[serde(default)]
    pub(super) shows: Shows,
    #[serde(default)]
    pub(super) former: Vec<Spanned<String>>,
    pub(super) rollup: Option<Spanned<Rollup>>,
    pub(super) agree: Option<Spanned<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Choice {
    pub(super) value: Spanned<Value>,
    pub(super) label: Option<String>,
    #[serde(default)]
    pub(super) help: String,
    pub(super) key: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) former: Vec<Value>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Example {
    #[serde(default)]
    pub(super) image: String,
    pub(super) value: Option<Spanned<Value>>,
    pub(super) says: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Check {
    pub(super) when: Spanned<String>,
    pub(super) says: String,
    #[serde(default)]
    pub(super) block: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Retention {
    pub(super) name: Spanned<String>,
    pub(super) when: Option<Spanned<String>>,
    pub(super) reviewers: Spanned<u32>,
    pub(super) pass: Spanned<String>,
    pub(super) unsure: Option<Spanned<String>>,
    pub(super) veto: Option<Spanned<String>>,
    pub(super) reason: Option<Spanned<String>>,
    pub(super) combine: Spanned<String>,
    #[serde(default)]
    pub(super) within: std::collections::BTreeMap<Spanned<String>, u32>,
    pub(super) audit: Option<Spanned<String>>,
}
