//! What a node can mean to an outline, and which comments document a definition.

/// What a node means to an outline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Nothing by itself.
    Plain,
    /// Defines a function, if it can be named.
    Function,
    /// Defines a class or another holder of methods.
    Class,
    /// Defines a namespace or module.
    Module,
    /// Belongs to the definition that follows or holds it.
    Attribute,
    /// A list that may start with attributes.
    Modifiers,
    /// A comment.
    Comment,
    /// A statement around one definition, part of it.
    Carrier,
    /// As `Carrier` when it has one child only.
    Declaration,
}

/// Which comments directly above a definition document it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Docs {
    /// None: documentation lives inside.
    Never,
    /// `/** … */`, `/*! … */`, `/// …`.
    Marked,
    /// Any block comment, and `/// …`.
    Block,
    /// Any comment but the line that names an interpreter.
    Any,
    /// As `Any`; of the attributes those that document or type a function (Elixir's `@doc`, `@spec`).
    Tagged,
}

impl Docs {
    pub(super) fn is_doc(self, comment: &str) -> bool {
        match self {
            Self::Never => false,
            Self::Any | Self::Tagged => !comment.starts_with("#!"),
            Self::Block => comment.starts_with("/*") || comment.starts_with("///") || comment.starts_with("//!"),
            Self::Marked => ["/**", "/*!", "///"].iter().any(|m| comment.starts_with(m)),
        }
    }
}
