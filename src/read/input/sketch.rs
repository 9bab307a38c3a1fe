//! The outline of a JSON document of any size: all keys near the top, the first elements of lists, the start of
//! texts. Enough to tell one format from another.

use std::fmt;
use std::io::Read;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// Levels that are kept.
const DEPTH: usize = 6;
/// Entries of an object, elements of a list, and characters of a text that are kept.
const KEYS: usize = 200;
const ELEMENTS: usize = 3;
const TEXT: usize = 400;

/// Reads one value from `from`; `None` when it is not JSON. Tells also whether anything follows it.
pub(super) fn sketch(from: impl Read) -> Option<(Value, bool)> {
    let mut de = serde_json::Deserializer::from_reader(from);
    let value = Sketch(DEPTH).deserialize(&mut de).ok()?;
    Some((value, de.end().is_err()))
}

/// As [`sketch`], of a value in memory.
pub(super) fn sketch_of(raw: &[u8]) -> Option<Value> {
    let mut de = serde_json::Deserializer::from_slice(raw);
    let value = Sketch(DEPTH).deserialize(&mut de).ok()?;
    de.end().ok().map(|()| value)
}

#[derive(Clone, Copy)]
struct Sketch(usize);

impl<'de> DeserializeSeed<'de> for Sketch {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, de: D) -> Result<Value, D::Error> {
        de.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Sketch {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, v: bool) -> Result<Value, E> {
        Ok(v.into())
    }

    fn visit_i64<E>(self, v: i64) -> Result<Value, E> {
        Ok(v.into())
    }

    fn visit_u64<E>(self, v: u64) -> Result<Value, E> {
        Ok(v.into())
    }

    fn visit_f64<E>(self, v: f64) -> Result<Value, E> {
        Ok(v.into())
    }

    fn visit_str<E>(self, v: &str) -> Result<Value, E> {
        Ok(v.chars().take(TEXT).collect::<String>().into())
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut out = Vec::new();
        if let Some(depth) = self.0.checked_sub(1) {
            while out.len() < ELEMENTS {
                match seq.next_element_seed(Self(depth))? {
                    Some(v) => out.push(v),
                    None => return Ok(Value::Array(out)),
                }
            }
        }
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Value::Array(out))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut out = Map::new();
        if let Some(depth) = self.0.checked_sub(1) {
            while out.len() < KEYS {
                match map.next_key::<String>()? {
                    Some(key) => {
                        let value = map.next_value_seed(Self(depth))?;
                        out.insert(key, value);
                    }
                    None => return Ok(Value::Object(out)),
                }
            }
        }
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Value::Object(out))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_things_are_cut_and_keys_kept() {
        let long = "x".repeat(5_000);
        let text = format!(r#"{{"a":[1,2,3,4,5],"t":"{long}","deep":[[[[[[[[1]]]]]]]],"z":null}} tail"#);
        let (v, more) = sketch(text.as_bytes()).unwrap();
        assert!(more);
        assert_eq!(v["a"], serde_json::json!([1, 2, 3]));
        assert_eq!(v["t"].as_str().unwrap().len(), 400);
        assert!(v["z"].is_null());
        assert!(sketch("{".as_bytes()).is_none());
    }
}
