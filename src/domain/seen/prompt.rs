//! What a vision model is asked about one picture: prompt, shape of the answer, and the key under which the answer is kept.

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::cut;
use crate::base::num::hex;
use crate::domain::case::CATEGORIES;

/// Characters of an issue's body that a prompt holds unless told otherwise.
pub const BODY: usize = 6000;

/// The category where none is known.
pub const UNKNOWN: &str = "unknown";

/// Name of the schema in a request.
const NAME: &str = "evidence";

/// The texts a prompt is made of. `{category}`, `{focus}`, `{title}` and `{body}` are filled in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    /// Rules that hold for every picture.
    pub system: String,
    /// What is asked about one picture.
    pub user: String,
    /// What matters in each category, one a line: `CATEGORY: text`, and one for `unknown`.
    pub focus: String,
}

/// A prompt, ready but for the picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Prompt {
    /// Rules that hold for every picture.
    pub system: String,
    /// What is asked about this one.
    pub user: String,
    /// [`Template::version`] of what it was made from.
    pub version: String,
    /// Characters of the body that were left out; the prompt says so too.
    pub left_out: usize,
    /// Name of the answer's shape.
    pub name: &'static str,
    /// JSON Schema of the answer.
    pub schema: Value,
}

/// How an endpoint is asked to keep to the shape of the answer, strictest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Structure {
    /// `response_format` with the schema.
    #[default]
    Schema,
    /// `response_format` of any JSON object.
    Object,
    /// By words alone.
    Words,
}

impl Structure {
    /// What to fall back to where an endpoint refuses this one.
    pub fn looser(self) -> Option<Self> {
        match self {
            Self::Schema => Some(Self::Object),
            Self::Object => Some(Self::Words),
            Self::Words => None,
        }
    }
}

impl Default for Template {
    /// The one that comes with casefile.
    fn default() -> Self {
        Self {
            system: include_str!("../../../assets/prompts/see-system.txt")
                .trim_end()
                .to_owned(),
            user: include_str!("../../../assets/prompts/see.txt").trim_end().to_owned(),
            focus: include_str!("../../../assets/prompts/see-focus.txt")
                .trim_end()
                .to_owned(),
        }
    }
}

impl Template {
    /// First 12 hex digits of the SHA-256 of its texts and of [`schema`]: changes with every change of either.
    pub fn version(&self) -> String {
        let schema = canonical(&schema());
        hex(digest(&[&self.system, &self.user, &self.focus, &schema]).iter().take(6))
    }

    /// What matters in a category; the text for `unknown` where it has none of its own.
    pub fn focus(&self, category: &str) -> &str {
        let of = |name: &str| {
            let mut lines = self.focus.lines().filter_map(|l| l.split_once(':'));
            lines.find(|(n, _)| n.trim() == name).map(|(_, text)| text.trim())
        };
        of(category).or_else(|| of(UNKNOWN)).unwrap_or_default()
    }

    /// The prompt for one picture of an issue. A category that is none of the seven counts as unknown. At most `most`
    /// characters of the body are in it. Braces in title and body stay what they are.
    pub fn prompt(&self, category: Option<&str>, title: &str, body: &str, most: usize) -> Prompt {
        let category = category.filter(|c| CATEGORIES.contains(c)).unwrap_or(UNKNOWN);
        let (head, left_out) = cut::chars(body.trim(), most);
        let body = if left_out > 0 {
            format!("{head}\n[{left_out} more characters left out]")
        } else {
            head.to_owned()
        };
        let user = fill(
            &self.user,
            &[
                ("category", category),
                ("focus", self.focus(category)),
                ("title", title.trim()),
                ("body", &body),
            ],
        );
        Prompt {
            system: self.system.clone(),
            user,
            version: self.version(),
            left_out,
            name: NAME,
            schema: schema(),
        }
    }
}

impl Prompt {
    /// The whole text of it, for the cache key, an estimate of tokens, or a dry run.
    pub fn text(&self) -> String {
        format!("{}\n\n{}", self.system, self.user)
    }

    /// The body of a request to an OpenAI-compatible chat endpoint. `images` are data URIs, in their order. `parameters` (temperature,
    /// limits, a seed) are put beside the rest, and cannot replace `model`, `messages` or `response_format`.
    pub fn request(
        &self,
        model: &str,
        images: &[String],
        parameters: &Map<String, Value>,
        structure: Structure,
    ) -> Value {
        let mut out = parameters.clone();
        let mut parts = vec![json!({"type": "text", "text": self.user})];
        parts.extend(
            images
                .iter()
                .map(|url| json!({"type": "image_url", "image_url": {"url": url}})),
        );
        out.insert("model".to_owned(), model.into());
        out.insert(
            "messages".to_owned(),
            json!([
                {"role": "system", "content": self.system},
                {"role": "user", "content": parts},
            ]),
        );
        let format = match structure {
            Structure::Schema => Some(json!({
                "type": "json_schema",
                "json_schema": {"name": self.name, "strict": true, "schema": self.schema},
            })),
            Structure::Object => Some(json!({"type": "json_object"})),
            Structure::Words => None,
        };
        out.remove("response_format");
        if let Some(format) = format {
            out.insert("response_format".to_owned(), format);
        }
        Value::Object(out)
    }
}

/// `template` with each `{name}` of `values` in place. One pass: what is put in is not looked at again, so that a text
/// cannot bring placeholders of its own. Other braces stay. Its marks are those of [`marks`], so that a text cannot end
/// the block that it stands in either.
pub fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let template = marks(template, template, values);
    let mut out = String::with_capacity(template.len());
    let mut rest = template.as_str();
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let known = values.iter().find_map(|(name, value)| {
            let rest = after.strip_prefix(name)?.strip_prefix('}')?;
            Some((value, rest))
        });
        rest = match known {
            Some((value, rest)) => {
                out.push_str(value);
                rest
            }
            None => {
                out.push('{');
                after
            }
        };
    }
    out.push_str(rest);
    out
}

/// `text`, which is a template or speaks of its marks, with the marks `<<<` and `>>>` that they have when `template` is
/// filled: one sign longer than the longest line, of the values it uses, that is nothing but three or more of `<` or of
/// `>`, blanks around them aside. Byte for byte as it is where there is no such line.
pub fn marks(text: &str, template: &str, values: &[(&str, &str)]) -> String {
    let used = values
        .iter()
        .filter(|(name, _)| template.contains(&format!("{{{name}}}")));
    let lines = used.flat_map(|(_, v)| v.split(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']));
    let alone = |line: &str| {
        let line = line.trim();
        let like = line.starts_with("<<<") || line.starts_with(">>>");
        let first = line.chars().next();
        (like && line.chars().all(|c| Some(c) == first)).then_some(line.len())
    };
    match lines.filter_map(alone).max() {
        None => text.to_owned(),
        Some(most) => text
            .replace("<<<", &"<".repeat(most + 1))
            .replace(">>>", &">".repeat(most + 1)),
    }
}

/// JSON Schema of the answer: the eight fields of the record, all required, null where they do not apply. Written so that
/// endpoints with strict structured output take it (no further fields, no limits of length).
pub fn schema() -> Value {
    let text = json!({"type": ["string", "null"]});
    let list = json!({"type": ["array", "null"], "items": {"type": "string"}});
    json!({
        "type": "object",
        "properties": {
            "ocr_text": text,
            "error_signal": {
                "type": ["object", "null"],
                "properties": {"kind": text, "type": text, "message": text, "stack_hint": list},
                "required": ["kind", "type", "message", "stack_hint"],
                "additionalProperties": false,
            },
            "ui_elements": list,
            "user_action": text,
            "code_hint": {
                "type": ["object", "null"],
                "properties": {"function_names": list, "file_patterns": list, "frameworks": list},
                "required": ["function_names", "file_patterns", "frameworks"],
                "additionalProperties": false,
            },
            "visual_saliency": text,
            "confidence": {"type": "number"},
            "notes": text,
        },
        "required": [
            "ocr_text", "error_signal", "ui_elements", "user_action", "code_hint", "visual_saliency", "confidence", "notes",
        ],
        "additionalProperties": false,
    })
}

/// The key under which an answer is kept: SHA-256, 64 hex digits, of the picture's own hash, the full prompt, the model, the
/// parameters and the schema (null where none was sent). The order of keys within the last two does not count.
pub fn cache_key(image_sha: &str, prompt: &str, model: &str, parameters: &Value, schema: &Value) -> String {
    let parts = [image_sha, prompt, model, &canonical(parameters), &canonical(schema)];
    hex(&digest(&parts))
}

/// SHA-256 of texts, each after its length, so that none can run into the next.
pub(in crate::domain) fn digest(parts: &[&str]) -> [u8; 32] {
    let mut sum = Sha256::new();
    for part in parts {
        sum.update((part.len() as u64).to_le_bytes());
        sum.update(part.as_bytes());
    }
    sum.finalize().into()
}

/// A value as JSON with the keys of every object sorted.
pub(in crate::domain) fn canonical(value: &Value) -> String {
    fn sorted(value: &Value) -> Value {
        match value {
            Value::Object(o) => {
                let mut all: Vec<(&String, &Value)> = o.iter().collect();
                all.sort_by_key(|(k, _)| k.as_str());
                Value::Object(all.into_iter().map(|(k, v)| (k.clone(), sorted(v))).collect())
            }
            Value::Array(list) => list.iter().map(sorted).collect(),
            other => other.clone(),
        }
    }
    sorted(value).to_string()
}

#[cfg(test)]
mod tests;
