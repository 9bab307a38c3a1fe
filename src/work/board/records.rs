//! As much of the records as the board needs, borrowed from the line.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::domain::run::Status;

/// Longest value of a further field that is kept for slices, in bytes.
const LONGEST: usize = 64;

/// A case.
#[derive(Deserialize)]
pub(super) struct Head<'a> {
    #[serde(borrow)]
    pub(super) id: Cow<'a, str>,
    #[serde(default, borrow)]
    pub(super) benchmark: Cow<'a, str>,
    #[serde(default, borrow)]
    pub(super) repo: Cow<'a, str>,
    #[serde(default, borrow)]
    pub(super) language: Cow<'a, str>,
    #[serde(default)]
    pub(super) exhibits: Vec<IgnoredAny>,
    #[serde(default, borrow)]
    pub(super) gold: HeadGold<'a>,
    #[serde(default, borrow)]
    pub(super) labels: HeadLabels<'a>,
    #[serde(default, borrow)]
    pub(super) extra: HashMap<Cow<'a, str>, Scalar>,
}

#[derive(Deserialize, Default)]
pub(super) struct HeadGold<'a> {
    #[serde(default, borrow)]
    pub(super) files: Vec<Cow<'a, str>>,
    #[serde(default, borrow)]
    pub(super) functions: Option<Vec<Cow<'a, str>>>,
}

#[derive(Deserialize, Default)]
pub(super) struct HeadLabels<'a> {
    #[serde(default, borrow)]
    pub(super) category: Option<Cow<'a, str>>,
    #[serde(default)]
    pub(super) relevance: Option<i8>,
    #[serde(default, borrow)]
    pub(super) difficulty: Option<Cow<'a, str>>,
    #[serde(default, borrow)]
    pub(super) annotation_by: Option<Cow<'a, str>>,
}

/// A row of a run, as much of it as ranks need.
#[derive(Deserialize)]
pub(super) struct Row<'a> {
    #[serde(borrow)]
    pub(super) case: Cow<'a, str>,
    pub(super) status: Status,
    #[serde(default, borrow)]
    pub(super) files: Vec<Entry<'a>>,
    #[serde(default, borrow)]
    pub(super) functions: Vec<Entry<'a>>,
}

#[derive(Deserialize)]
pub(super) struct Entry<'a> {
    #[serde(borrow)]
    pub(super) raw: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) path: Cow<'a, str>,
    #[serde(default, borrow)]
    pub(super) name: Option<Cow<'a, str>>,
    pub(super) rank: u32,
    #[serde(default, borrow)]
    pub(super) flags: Vec<Cow<'a, str>>,
}

/// A short text, number or truth value; `None` for anything longer or richer.
pub(super) struct Scalar(pub(super) Option<String>);

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(ScalarVisitor)
    }
}

struct ScalarVisitor;

impl<'de> Visitor<'de> for ScalarVisitor {
    type Value = Scalar;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("any value")
    }

    fn visit_str<E>(self, text: &str) -> Result<Scalar, E> {
        Ok(Scalar((text.len() <= LONGEST).then(|| text.to_owned())))
    }

    fn visit_bool<E>(self, truth: bool) -> Result<Scalar, E> {
        Ok(Scalar(Some(truth.to_string())))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Scalar, E> {
        Ok(Scalar(Some(number.to_string())))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Scalar, E> {
        Ok(Scalar(Some(number.to_string())))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Scalar, E> {
        Ok(Scalar(Some(number.to_string())))
    }

    fn visit_unit<E>(self) -> Result<Scalar, E> {
        Ok(Scalar(None))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Scalar, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Scalar(None))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Scalar, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Scalar(None))
    }
}
