//! What the names of both highlighters mean in inks: two tables, looked up by prefix.

use crate::text::layers::Ink;

/// What a name says about the text that carries it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// This ink.
    Ink(Ink),
    /// Code inside a literal: plain again.
    Plain,
}

/// Capture names of tree-sitter queries; the first prefix that fits decides.
const CAPTURES: [(&str, Mark); 27] = [
    ("comment", Mark::Ink(Ink::Comment)),
    ("string.escape", Mark::Ink(Ink::Escape)),
    ("string.special.symbol", Mark::Ink(Ink::Constant)),
    ("string", Mark::Ink(Ink::String)),
    ("escape", Mark::Ink(Ink::Escape)),
    ("number", Mark::Ink(Ink::Number)),
    ("float", Mark::Ink(Ink::Number)),
    ("boolean", Mark::Ink(Ink::Constant)),
    ("constant", Mark::Ink(Ink::Constant)),
    ("constructor", Mark::Ink(Ink::Type)),
    ("function", Mark::Ink(Ink::Function)),
    ("keyword", Mark::Ink(Ink::Keyword)),
    ("label", Mark::Ink(Ink::Constant)),
    ("module", Mark::Ink(Ink::Type)),
    ("namespace", Mark::Ink(Ink::Type)),
    ("type", Mark::Ink(Ink::Type)),
    ("property.definition", Mark::Ink(Ink::Property)),
    ("property", Mark::Ink(Ink::Property)),
    ("variable.builtin", Mark::Ink(Ink::Constant)),
    ("variable", Mark::Ink(Ink::Variable)),
    ("operator", Mark::Ink(Ink::Operator)),
    ("punctuation.special", Mark::Ink(Ink::Escape)),
    ("punctuation", Mark::Ink(Ink::Punctuation)),
    ("delimiter", Mark::Ink(Ink::Punctuation)),
    ("tag", Mark::Ink(Ink::Tag)),
    ("attribute", Mark::Ink(Ink::Attribute)),
    ("embedded", Mark::Plain),
];

/// Scopes of syntax definitions; the first prefix that fits decides.
pub(super) const SCOPES: [(&str, Mark); 68] = [
    ("comment", Mark::Ink(Ink::Comment)),
    ("punctuation.definition.comment", Mark::Ink(Ink::Comment)),
    ("constant.character.escape", Mark::Ink(Ink::Escape)),
    ("constant.other.placeholder", Mark::Ink(Ink::Escape)),
    ("punctuation.section.interpolation", Mark::Ink(Ink::Escape)),
    ("punctuation.section.embedded", Mark::Ink(Ink::Escape)),
    ("punctuation.definition.template-expression", Mark::Ink(Ink::Escape)),
    ("meta.interpolation", Mark::Plain),
    ("meta.template.expression", Mark::Plain),
    ("meta.embedded", Mark::Plain),
    ("source", Mark::Plain),
    ("punctuation.definition.string", Mark::Ink(Ink::String)),
    ("string", Mark::Ink(Ink::String)),
    ("constant.numeric", Mark::Ink(Ink::Number)),
    ("constant.other.color", Mark::Ink(Ink::Number)),
    ("keyword.other.unit", Mark::Ink(Ink::Number)),
    ("constant.character", Mark::Ink(Ink::String)),
    ("constant", Mark::Ink(Ink::Constant)),
    ("entity.name.function.decorator", Mark::Ink(Ink::Attribute)),
    ("entity.name.function", Mark::Ink(Ink::Function)),
    ("variable.function", Mark::Ink(Ink::Function)),
    ("support.function", Mark::Ink(Ink::Function)),
    ("entity.name.tag.yaml", Mark::Ink(Ink::Property)),
    ("entity.name.tag.toml", Mark::Ink(Ink::Property)),
    ("entity.name.tag", Mark::Ink(Ink::Tag)),
    ("entity.other.attribute-name", Mark::Ink(Ink::Attribute)),
    ("meta.annotation", Mark::Ink(Ink::Attribute)),
    ("meta.decorator", Mark::Ink(Ink::Attribute)),
    ("variable.annotation", Mark::Ink(Ink::Attribute)),
    ("storage.type.annotation", Mark::Ink(Ink::Attribute)),
    ("punctuation.definition.annotation", Mark::Ink(Ink::Attribute)),
    ("entity.name.section", Mark::Ink(Ink::Keyword)),
    ("entity.name.label", Mark::Ink(Ink::Constant)),
    ("entity.name", Mark::Ink(Ink::Type)),
    ("entity.other.inherited-class", Mark::Ink(Ink::Type)),
    ("support.type.property-name", Mark::Ink(Ink::Property)),
    ("support.type.vendor-prefix", Mark::Ink(Ink::Property)),
    ("meta.property-name", Mark::Ink(Ink::Property)),
    ("support.class", Mark::Ink(Ink::Type)),
    ("support.type", Mark::Ink(Ink::Type)),
    ("support.module", Mark::Ink(Ink::Type)),
    ("support.constant", Mark::Ink(Ink::Constant)),
    ("support.variable", Mark::Ink(Ink::Constant)),
    ("keyword.operator.word", Mark::Ink(Ink::Keyword)),
    ("keyword.operator.new", Mark::Ink(Ink::Keyword)),
    ("keyword.operator.logical.python", Mark::Ink(Ink::Keyword)),
    ("keyword.operator", Mark::Ink(Ink::Operator)),
    ("keyword", Mark::Ink(Ink::Keyword)),
    ("storage.type.numeric", Mark::Ink(Ink::Number)),
    ("storage", Mark::Ink(Ink::Keyword)),
    ("variable.language", Mark::Ink(Ink::Constant)),
    ("variable.other.constant", Mark::Ink(Ink::Constant)),
    ("variable.other.property", Mark::Ink(Ink::Property)),
    ("variable.other.member", Mark::Ink(Ink::Property)),
    ("variable.other.object.property", Mark::Ink(Ink::Property)),
    ("variable", Mark::Ink(Ink::Variable)),
    ("punctuation.definition.variable", Mark::Ink(Ink::Variable)),
    ("punctuation.definition.keyword", Mark::Ink(Ink::Keyword)),
    ("punctuation.definition.heading", Mark::Ink(Ink::Keyword)),
    ("punctuation", Mark::Ink(Ink::Punctuation)),
    ("markup.heading", Mark::Ink(Ink::Keyword)),
    ("markup.raw", Mark::Ink(Ink::String)),
    ("markup.quote", Mark::Ink(Ink::Comment)),
    ("markup.underline", Mark::Ink(Ink::Constant)),
    ("markup.inserted", Mark::Ink(Ink::String)),
    ("markup.deleted", Mark::Ink(Ink::Keyword)),
    ("markup.changed", Mark::Ink(Ink::Constant)),
    ("support", Mark::Ink(Ink::Function)),
];

/// The mark of a capture name such as `function.method`; `None` when it says nothing.
pub(super) fn of_capture(name: &str) -> Option<Mark> {
    CAPTURES
        .iter()
        .find(|(prefix, _)| {
            name.strip_prefix(prefix)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
        .map(|(_, mark)| *mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captures_match_whole_words() {
        assert_eq!(of_capture("function.method.builtin"), Some(Mark::Ink(Ink::Function)));
        assert_eq!(of_capture("string.special.symbol"), Some(Mark::Ink(Ink::Constant)));
        assert_eq!(of_capture("string.special.regex"), Some(Mark::Ink(Ink::String)));
        assert_eq!(of_capture("typewriter"), None);
        assert_eq!(of_capture("none"), None);
    }
}
