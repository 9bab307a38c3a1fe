//! The parts of a record that people judge one by one.

use crate::domain::evidence::{CodeHint, ErrorSignal, Evidence};

/// A field, or a part of one. Confidence is the producer's own and not among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// `ocr_text`.
    Text,
    /// `error_signal.kind`.
    ErrorKind,
    /// `error_signal.type`.
    ErrorType,
    /// `error_signal.message`.
    ErrorMessage,
    /// `error_signal.stack_hint`.
    Stack,
    /// `ui_elements`.
    Elements,
    /// `user_action`.
    Action,
    /// `code_hint.function_names`.
    Functions,
    /// `code_hint.file_patterns`.
    Files,
    /// `code_hint.frameworks`.
    Frameworks,
    /// `visual_saliency`.
    Saliency,
    /// `notes`.
    Notes,
}

impl Part {
    /// All in the order of the record.
    pub const ALL: [Self; 12] = [
        Self::Text,
        Self::ErrorKind,
        Self::ErrorType,
        Self::ErrorMessage,
        Self::Stack,
        Self::Elements,
        Self::Action,
        Self::Functions,
        Self::Files,
        Self::Frameworks,
        Self::Saliency,
        Self::Notes,
    ];

    /// Its name in records, with a dot before the name of a part.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "ocr_text",
            Self::ErrorKind => "error_signal.kind",
            Self::ErrorType => "error_signal.type",
            Self::ErrorMessage => "error_signal.message",
            Self::Stack => "error_signal.stack_hint",
            Self::Elements => "ui_elements",
            Self::Action => "user_action",
            Self::Functions => "code_hint.function_names",
            Self::Files => "code_hint.file_patterns",
            Self::Frameworks => "code_hint.frameworks",
            Self::Saliency => "visual_saliency",
            Self::Notes => "notes",
        }
    }

    /// The part of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|p| p.name() == name)
    }

    /// Whether it is a list of entries; else it is one text.
    pub fn is_list(self) -> bool {
        matches!(
            self,
            Self::Stack | Self::Elements | Self::Functions | Self::Files | Self::Frameworks
        )
    }

    /// Its lines, or its entries; empty when it does not apply.
    pub fn get(self, record: &Evidence) -> Vec<String> {
        let text = |t: Option<&String>| t.into_iter().flat_map(|t| t.lines()).map(str::to_owned).collect();
        let error = record.error_signal.as_ref();
        let code = record.code_hint.as_ref();
        match self {
            Self::Text => text(record.ocr_text.as_ref()),
            Self::ErrorKind => text(error.and_then(|e| e.kind.as_ref())),
            Self::ErrorType => text(error.and_then(|e| e.type_name.as_ref())),
            Self::ErrorMessage => text(error.and_then(|e| e.message.as_ref())),
            Self::Stack => error.map(|e| e.stack_hint.clone()).unwrap_or_default(),
            Self::Elements => record.ui_elements.clone(),
            Self::Action => text(record.user_action.as_ref()),
            Self::Functions => code.map(|c| c.function_names.clone()).unwrap_or_default(),
            Self::Files => code.map(|c| c.file_patterns.clone()).unwrap_or_default(),
            Self::Frameworks => code.map(|c| c.frameworks.clone()).unwrap_or_default(),
            Self::Saliency => text(record.visual_saliency.as_ref()),
            Self::Notes => text(record.notes.as_ref()),
        }
    }

    /// Puts lines, or entries, in its place; none take it away. A group all of whose parts are empty goes.
    pub fn set(self, record: &mut Evidence, lines: Vec<String>) {
        let text = |lines: Vec<String>| Some(lines.join("\n")).filter(|t| !t.trim().is_empty());
        let entries =
            |lines: Vec<String>| -> Vec<String> { lines.into_iter().filter(|l| !l.trim().is_empty()).collect() };
        match self {
            Self::Text => record.ocr_text = text(lines),
            Self::Elements => record.ui_elements = entries(lines),
            Self::Action => record.user_action = text(lines),
            Self::Saliency => record.visual_saliency = text(lines),
            Self::Notes => record.notes = text(lines),
            Self::ErrorKind | Self::ErrorType | Self::ErrorMessage | Self::Stack => {
                let mut error = record.error_signal.take().unwrap_or_default();
                match self {
                    Self::ErrorKind => error.kind = text(lines),
                    Self::ErrorType => error.type_name = text(lines),
                    Self::ErrorMessage => error.message = text(lines),
                    _ => error.stack_hint = entries(lines),
                }
                record.error_signal = Some(error).filter(|e| *e != ErrorSignal::default());
            }
            Self::Functions | Self::Files | Self::Frameworks => {
                let mut code = record.code_hint.take().unwrap_or_default();
                match self {
                    Self::Functions => code.function_names = entries(lines),
                    Self::Files => code.file_patterns = entries(lines),
                    _ => code.frameworks = entries(lines),
                }
                record.code_hint = Some(code).filter(|c| *c != CodeHint::default());
            }
        }
    }
}
