//! Evidence (VCE): the structured text read out of one exhibit by one producer.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// One evidence record. Fields that do not apply are empty or `None`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Evidence {
    /// Version of the record.
    #[serde(default)]
    pub v: u32,
    /// Case it belongs to.
    pub case: String,
    /// Exhibit it was read from.
    pub exhibit: String,
    /// Model, engine or person that read it.
    pub producer: String,
    /// When, RFC 3339.
    #[serde(default)]
    pub at: String,
    /// Text in the image, as read.
    #[serde(default)]
    pub ocr_text: Option<String>,
    /// An error the image shows.
    #[serde(default)]
    pub error_signal: Option<ErrorSignal>,
    /// Visible interface parts.
    #[serde(default, deserialize_with = "or_default")]
    pub ui_elements: Vec<String>,
    /// What the person at the screen does.
    #[serde(default)]
    pub user_action: Option<String>,
    /// Names that point into code.
    #[serde(default)]
    pub code_hint: Option<CodeHint>,
    /// What stands out.
    #[serde(default)]
    pub visual_saliency: Option<String>,
    /// 0 to 1, the producer's own.
    #[serde(default)]
    pub confidence: Option<f64>,
    /// At most 15 words.
    #[serde(default)]
    pub notes: Option<String>,
    /// The reply before it was parsed.
    #[serde(default)]
    pub raw: Option<Value>,
    /// What had to be mended in the reply: `fence`, `ui_elements: text for a list`, `confidence out of range`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mended: Vec<String>,
    /// Why there is no evidence, though it was asked for: `the reply was cut off`. All eight fields are empty then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// Version of the prompt, or settings of the engine, that it was read with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// Milliseconds that reading it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub took_ms: Option<u64>,
    /// What it cost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
}

/// What a call of a model cost, in tokens, as the endpoint says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens of the request.
    #[serde(default)]
    pub prompt_tokens: u64,
    /// Tokens of the answer.
    #[serde(default)]
    pub completion_tokens: u64,
}

/// An error that an image shows.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ErrorSignal {
    /// Exception, assertion, warning …
    #[serde(default)]
    pub kind: Option<String>,
    /// Its type name.
    #[serde(default, rename = "type")]
    pub type_name: Option<String>,
    /// Its message.
    #[serde(default)]
    pub message: Option<String>,
    /// Lines of a stack trace.
    #[serde(default, deserialize_with = "or_default")]
    pub stack_hint: Vec<String>,
}

/// Names that point into code.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CodeHint {
    /// Functions named or implied.
    #[serde(default, deserialize_with = "or_default")]
    pub function_names: Vec<String>,
    /// File names or patterns.
    #[serde(default, deserialize_with = "or_default")]
    pub file_patterns: Vec<String>,
    /// Frameworks and libraries.
    #[serde(default, deserialize_with = "or_default")]
    pub frameworks: Vec<String>,
}

/// Producers write `null` where a list is empty.
fn or_default<'de, D: Deserializer<'de>>(input: D) -> Result<Vec<String>, D::Error> {
    Ok(Option::<Vec<String>>::deserialize(input)?.unwrap_or_default())
}

/// One field of an evidence record as a person reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Name of the field in the record.
    pub name: &'static str,
    /// Its parts, one a line; empty when the field does not apply.
    pub lines: Vec<String>,
}

impl Evidence {
    /// All eight fields in the order of the record.
    pub fn fields(&self) -> [Field; 8] {
        let one = |name, text: &Option<String>| Field {
            name,
            lines: text.iter().flat_map(|t| t.lines().map(str::to_owned)).collect(),
        };
        let mut error = Vec::new();
        if let Some(signal) = &self.error_signal {
            let head: Vec<&str> = [&signal.kind, &signal.type_name]
                .into_iter()
                .flatten()
                .map(String::as_str)
                .collect();
            if !head.is_empty() {
                error.push(head.join(" · "));
            }
            error.extend(signal.message.clone());
            error.extend(signal.stack_hint.iter().map(|s| match s.trim_start() {
                line if line.starts_with("at ") => line.to_owned(),
                line => format!("at {line}"),
            }));
        }
        let mut hint = Vec::new();
        if let Some(code) = &self.code_hint {
            for (label, list) in [
                ("functions", &code.function_names),
                ("files", &code.file_patterns),
                ("frameworks", &code.frameworks),
            ] {
                if !list.is_empty() {
                    hint.push(format!("{label}: {}", list.join(", ")));
                }
            }
        }
        [
            one("ocr_text", &self.ocr_text),
            Field {
                name: "error_signal",
                lines: error,
            },
            Field {
                name: "ui_elements",
                lines: if self.ui_elements.is_empty() {
                    Vec::new()
                } else {
                    vec![self.ui_elements.join(" · ")]
                },
            },
            one("user_action", &self.user_action),
            Field {
                name: "code_hint",
                lines: hint,
            },
            one("visual_saliency", &self.visual_saliency),
            Field {
                name: "confidence",
                lines: self.confidence.map(|c| format!("{c:.2}")).into_iter().collect(),
            },
            one("notes", &self.notes),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn null_lists_are_empty_and_all_eight_fields_are_there() {
        let e: Evidence = serde_json::from_str(
            r#"{"case":"a","exhibit":"x","producer":"m","ui_elements":null,
                "error_signal":{"kind":"exception","type":null,"message":"boom","stack_hint":null},
                "code_hint":{"function_names":["f"],"file_patterns":null,"frameworks":[]},"confidence":0.5}"#,
        )
        .unwrap();
        let fields = e.fields();
        assert_eq!(fields.len(), 8);
        assert_eq!(fields[1].lines, ["exception", "boom"]);
        assert_eq!(fields[4].lines, ["functions: f"]);
        assert!(fields[2].lines.is_empty());
        assert_eq!(fields[6].lines, ["0.50"]);
    }

    #[test]
    fn lines_of_a_stack_have_one_at() {
        let e = Evidence {
            error_signal: Some(ErrorSignal {
                stack_hint: vec!["at draw (legend.ts:3)".into(), "attach.ts:9".into(), "  at fit".into()],
                ..ErrorSignal::default()
            }),
            ..Evidence::default()
        };
        assert_eq!(
            e.fields()[1].lines,
            ["at draw (legend.ts:3)", "at attach.ts:9", "at fit"]
        );
    }
}
