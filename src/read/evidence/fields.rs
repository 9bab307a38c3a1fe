//! The eight fields out of an object: any spelling, wrong types brought to right ones, each change noted.

use serde_json::{Map, Value};

use crate::domain::evidence::{CodeHint, ErrorSignal, Evidence};
use crate::read::mend::{self, plain};

/// Fields by name and as [`plain`] makes them.
pub(super) const FIELDS: [(&str, &str); 8] = [
    ("ocr_text", "ocrtext"),
    ("error_signal", "errorsignal"),
    ("ui_elements", "uielements"),
    ("user_action", "useraction"),
    ("code_hint", "codehint"),
    ("visual_saliency", "visualsaliency"),
    ("confidence", "confidence"),
    ("notes", "notes"),
];

/// The field that a key (as [`plain`] makes it) means.
pub(super) fn canonical(key: &str) -> Option<&'static str> {
    let key = match key {
        "ocr" => "ocrtext",
        "errorsignals" => "errorsignal",
        "uielement" | "uicomponents" => "uielements",
        "useractions" => "useraction",
        "codehints" => "codehint",
        "saliency" | "visualsalience" => "visualsaliency",
        "confidencescore" => "confidence",
        "note" => "notes",
        key => key,
    };
    FIELDS.iter().find(|f| f.1 == key).map(|f| f.0)
}

/// How many of the fields an object has; `confidence` and `notes` alone are none, other formats have them too.
pub(super) fn count(o: &Map<String, Value>) -> usize {
    let all: Vec<&str> = o.keys().filter_map(|k| canonical(&plain(k))).collect();
    if all.iter().all(|f| matches!(*f, "confidence" | "notes")) {
        return 0;
    }
    all.len()
}

/// Fills the fields from an object.
pub(super) fn fill(o: &Map<String, Value>, evidence: &mut Evidence) {
    let mut mend = Mend::default();
    for (key, value) in o {
        let Some(name) = canonical(&plain(key)) else { continue };
        mend.field = name;
        match name {
            "ocr_text" => evidence.ocr_text = mend.text(value),
            "error_signal" => evidence.error_signal = mend.error(value),
            "ui_elements" => evidence.ui_elements = mend.list(value),
            "user_action" => evidence.user_action = mend.text(value),
            "code_hint" => evidence.code_hint = mend.hint(value),
            "visual_saliency" => evidence.visual_saliency = mend.text(value),
            "confidence" => evidence.confidence = mend.confidence(value),
            _ => evidence.notes = mend.text(value),
        }
    }
    for how in mend.how {
        if !evidence.mended.contains(&how) {
            evidence.mended.push(how);
        }
    }
}

#[derive(Default)]
struct Mend {
    field: &'static str,
    how: Vec<String>,
}

impl Mend {
    fn note(&mut self, what: &str) {
        self.how.push(format!("{}: {what}", self.field));
    }

    fn text(&mut self, value: &Value) -> Option<String> {
        let text = match value {
            Value::Null => return None,
            Value::String(s) => s.clone(),
            Value::Array(list) => {
                self.note("list for text");
                list.iter().filter_map(words).collect::<Vec<_>>().join("\n")
            }
            Value::Object(_) => {
                self.note("object for text");
                words(value)?
            }
            other => {
                self.note("number for text");
                other.to_string()
            }
        };
        // Models write the word where the prompt asks for the value.
        let blank = matches!(text.trim().to_lowercase().as_str(), "" | "null" | "none" | "n/a");
        if blank && !text.is_empty() {
            self.note("word for nothing");
        }
        (!blank).then_some(text)
    }

    fn list(&mut self, value: &Value) -> Vec<String> {
        match value {
            Value::Null => Vec::new(),
            Value::Array(list) => {
                if list.iter().any(|v| !v.is_string()) {
                    self.note("elements that are no text");
                }
                list.iter().filter_map(words).filter(|t| !t.trim().is_empty()).collect()
            }
            Value::String(s) => {
                if s.trim_start().starts_with('[')
                    && let Some(Value::Array(list)) = mend::mend(s, &[]).map(|m| m.value)
                {
                    self.note("text for a list");
                    return list.iter().filter_map(words).collect();
                }
                let Some(text) = self.text(value) else {
                    return Vec::new();
                };
                self.note("text for a list");
                let lines = text
                    .lines()
                    .map(|l| l.trim().trim_start_matches(['-', '*', '•']).trim());
                lines.filter(|l| !l.is_empty()).map(str::to_owned).collect()
            }
            Value::Object(o) => {
                self.note("object for a list");
                let pair = |(k, v): (&String, &Value)| words(v).map_or_else(|| k.clone(), |v| format!("{k}: {v}"));
                o.iter().map(pair).collect()
            }
            other => {
                self.note("number for a list");
                vec![other.to_string()]
            }
        }
    }

    /// An object, an object as text, or the only one of a list.
    fn object(&mut self, value: &Value) -> Option<Map<String, Value>> {
        match value {
            Value::Object(o) => Some(o.clone()),
            Value::Array(list) => {
                let first = list.iter().find_map(Value::as_object)?;
                self.note(if list.len() > 1 {
                    "list for an object; the first counts"
                } else {
                    "list for an object"
                });
                Some(first.clone())
            }
            Value::String(s) if s.contains('{') => {
                let inner = mend::mend(s, &[])?.value;
                self.note("text for an object");
                inner.as_object().cloned()
            }
            _ => None,
        }
    }

    fn error(&mut self, value: &Value) -> Option<ErrorSignal> {
        let Some(o) = self.object(value) else {
            let text = self.text(value)?;
            self.note("text for an object");
            return Some(ErrorSignal {
                message: Some(text),
                ..ErrorSignal::default()
            });
        };
        let mut out = ErrorSignal::default();
        for (key, v) in &o {
            match plain(key).as_str() {
                "kind" | "errorkind" => out.kind = self.text(v),
                "type" | "errortype" | "typename" => out.type_name = self.text(v),
                "message" | "errormessage" | "msg" => out.message = self.text(v),
                "stackhint" | "stackhints" | "stack" | "stacktrace" => out.stack_hint = self.list(v),
                _ => {}
            }
        }
        (out != ErrorSignal::default()).then_some(out)
    }

    fn hint(&mut self, value: &Value) -> Option<CodeHint> {
        let mut out = CodeHint::default();
        if let Some(o) = self.object(value) {
            for (key, v) in &o {
                match plain(key).as_str() {
                    "functionnames" | "functions" | "functionname" => out.function_names = self.list(v),
                    "filepatterns" | "files" | "filepattern" | "filenames" => out.file_patterns = self.list(v),
                    "frameworks" | "framework" | "libraries" => out.frameworks = self.list(v),
                    _ => {}
                }
            }
        } else {
            let names = self.list(value);
            if names.is_empty() {
                return None;
            }
            self.note("list for an object");
            let file = |n: &String| n.contains('/') || (n.contains('.') && !n.contains('('));
            (out.file_patterns, out.function_names) = names.into_iter().partition(file);
        }
        (out != CodeHint::default()).then_some(out)
    }

    /// 0 to 1: a number, one as text, or percent. Below 10 and above 1 nobody knows the scale.
    fn confidence(&mut self, value: &Value) -> Option<f64> {
        let (number, percent) = match value {
            Value::Null => return None,
            Value::Number(n) => (n.as_f64()?, false),
            Value::String(s) => {
                let s = s.trim();
                let bare = s.strip_suffix('%').map(str::trim_end);
                let Ok(number) = bare.unwrap_or(s).parse::<f64>() else {
                    self.note("in words, left out");
                    return None;
                };
                if bare.is_none() {
                    self.note("text for a number");
                }
                (number, bare.is_some())
            }
            _ => {
                self.note("no number, left out");
                return None;
            }
        };
        if percent || (10.0..=100.0).contains(&number) {
            if !(0.0..=100.0).contains(&number) {
                self.note("out of range, left out");
                return None;
            }
            self.note("percent");
            return Some(number / 100.0);
        }
        if !(0.0..=1.0).contains(&number) {
            self.note("out of range, left out");
            return None;
        }
        Some(number)
    }
}

/// A value as words: texts as they are, the values of an object one after another.
fn words(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(s) => Some(s.clone()),
        Value::Object(o) => {
            // `{"type": "button", "label": "Save"}`.
            let parts: Vec<&str> = o.values().filter_map(Value::as_str).collect();
            Some(if parts.is_empty() {
                value.to_string()
            } else {
                parts.join(" ")
            })
        }
        other => Some(other.to_string()),
    }
}
