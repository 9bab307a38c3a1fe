//! Coloured runs of a line and how several layers of them merge.

/// What a piece of source text is; themes give each a look. Both highlighters map onto these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ink {
    /// Reserved words, storage classes, preprocessor words.
    Keyword,
    /// Function and method names where defined or called.
    Function,
    /// Types, classes, modules, namespaces.
    Type,
    /// String and character literals, regular expressions.
    String,
    /// Escapes inside literals, interpolation marks.
    Escape,
    /// Numeric literals.
    Number,
    /// Constants and built-in values.
    Constant,
    /// Comments and documentation.
    Comment,
    /// Plain variables and parameters.
    Variable,
    /// Fields, properties, object keys.
    Property,
    /// Operators.
    Operator,
    /// Brackets and delimiters.
    Punctuation,
    /// Markup tags.
    Tag,
    /// Markup attributes, decorators, annotations.
    Attribute,
}

/// Bytes `start..end` of one line carry `what`. Offsets are bytes of the cleaned line, on character boundaries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run<T> {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// What the bytes are.
    pub what: T,
}

/// Syntax colours of one line: sorted, disjoint runs; bytes in no run are plain text.
pub type Inks = Vec<Run<Ink>>;
