//! Small looks into JSON of messages: text without copying it, images without decoding them.

use std::borrow::Cow;

use serde_json::Value;

/// The first of `keys` that holds a text.
pub(super) fn text<'v>(value: &'v Value, keys: &[&str]) -> Option<&'v str> {
    keys.iter().find_map(|k| value.get(*k)?.as_str())
}

/// The first of `keys` that holds a number of a line.
pub(super) fn line(value: &Value, keys: &[&str]) -> Option<u32> {
    let number = |v: &Value| v.as_u64().or_else(|| v.as_str()?.trim().parse().ok());
    keys.iter()
        .find_map(|k| number(value.get(*k)?))
        .and_then(|n| u32::try_from(n).ok())
}

/// `[first, last]`; a last line of -1 is the end of the file.
pub(super) fn range(value: Option<&Value>) -> Option<(u32, u32)> {
    let owned: Value;
    let value = match value? {
        Value::String(s) => {
            owned = serde_json::from_str(s).ok()?;
            &owned
        }
        other => other,
    };
    let list = value.as_array()?;
    let number = |n: usize| list.get(n)?.as_u64().and_then(|n| u32::try_from(n).ok());
    Some((number(0)?, number(1)?)).filter(|(a, b)| a <= b)
}

/// The text of a message's content: a text, or a list of parts.
pub(super) fn content(value: Option<&Value>) -> Cow<'_, str> {
    match value {
        Some(Value::String(s)) => Cow::Borrowed(s),
        Some(Value::Array(parts)) => {
            let mut texts = parts
                .iter()
                .filter_map(|p| p.as_str().or_else(|| text(p, &["text", "content", "output"])));
            match (texts.next(), texts.next()) {
                (None, _) => Cow::Borrowed(""),
                (Some(one), None) => Cow::Borrowed(one),
                (Some(one), Some(two)) => {
                    let mut out = format!("{one}\n{two}");
                    for more in texts {
                        out.push('\n');
                        out.push_str(more);
                    }
                    Cow::Owned(out)
                }
            }
        }
        Some(object @ Value::Object(_)) => Cow::Borrowed(text(object, &["text", "content", "output"]).unwrap_or("")),
        _ => Cow::Borrowed(""),
    }
}

/// Number of images among the parts of a content.
pub(super) fn images(value: Option<&Value>) -> u32 {
    let Some(Value::Array(parts)) = value else { return 0 };
    let kind = |p: &Value| text(p, &["type"]).is_some_and(|t| matches!(t, "image" | "image_url" | "input_image"));
    let of = |p: &Value| match p.get("image_urls").and_then(Value::as_array) {
        Some(many) => many.len(),
        None => usize::from(kind(p)),
    };
    crate::base::num::small(parts.iter().map(of).sum())
}

/// A text that holds JSON, as JSON; anything else as it is.
pub(super) fn opened(value: Option<&Value>) -> Option<Cow<'_, Value>> {
    match value? {
        Value::String(s) => serde_json::from_str(s).ok().map(Cow::Owned),
        other => Some(Cow::Borrowed(other)),
    }
}
