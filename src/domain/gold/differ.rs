//! How gold that a dataset publishes differs from what its patch edits, and the usual reason.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::domain::matching::split_function;
use crate::domain::symbol::{Outline, SymbolKind};

/// One item that stands on one side only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// The published item; `None` when only the computed one is there.
    pub published: Option<String>,
    /// The computed item it stands for, or that is not published.
    pub computed: Option<String>,
    /// The reason.
    pub why: Kind,
}

/// Why published and computed gold differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The name holds the argument list or the declarator around it.
    ArgumentList,
    /// The name is spelt with other separators.
    Separators,
    /// A namespace or module was taken as function.
    Namespace,
    /// A class was taken as function: an edit at class level, or a constructor folded into its class.
    Class,
    /// The right function name under the wrong class, or none.
    WrongClass,
    /// The inner function instead of the outermost one around it, or without its qualifier.
    Nested,
    /// The heading of a hunk was taken as the edited function.
    HunkHeading,
    /// The fix adds it; the base does not have it.
    NewFunction,
    /// It is in the base, but the patch does not edit it.
    NotEdited,
    /// The base has no such function.
    NotInBase,
    /// Its file is not part of the patch.
    OtherFile,
    /// Its file could not be read for functions.
    Unread,
    /// Edited, but not published.
    Unpublished,
}

impl Kind {
    /// Words for tables.
    pub fn words(self) -> &'static str {
        match self {
            Self::ArgumentList => "argument list in the name",
            Self::Separators => "other separators",
            Self::Namespace => "namespace taken as function",
            Self::Class => "class taken as function",
            Self::WrongClass => "wrong class",
            Self::Nested => "nested function named otherwise",
            Self::HunkHeading => "hunk heading taken as function",
            Self::NewFunction => "new function",
            Self::NotEdited => "not edited by the patch",
            Self::NotInBase => "no such function at the base",
            Self::OtherFile => "file not in the patch",
            Self::Unread => "file not readable for functions",
            Self::Unpublished => "edited, not published",
        }
    }
}

/// What is known of the patch's files.
#[derive(Debug, Default)]
pub struct Known<'a> {
    /// Outline of each file that was read.
    pub outlines: BTreeMap<&'a str, &'a Outline>,
    /// Files of the patch.
    pub files: Vec<&'a str>,
    /// Headings of hunks, with their file.
    pub headings: Vec<(&'a str, &'a str)>,
    /// Innermost functions, `path:name`.
    pub innermost: &'a [String],
    /// Functions the fix adds, `path:name`.
    pub new: &'a [String],
}

/// Compares `published` with `computed`, both as `path:Class.method`.
pub fn differences(published: &[String], computed: &[String], known: &Known<'_>) -> Vec<Difference> {
    let mut out = Vec::new();
    let mut met: Vec<&String> = Vec::new();
    for item in published {
        let (path, name) = split_function(item);
        let same = |c: &&String| split_function(c) == (path, name);
        if let Some(hit) = computed.iter().find(same) {
            met.push(hit);
            continue;
        }
        let (why, twin) = explain(path, name, computed, known);
        let twin = twin.and_then(|t| computed.iter().find(|c| **c == t));
        met.extend(twin);
        out.push(Difference {
            published: Some(item.clone()),
            computed: twin.cloned(),
            why,
        });
    }
    for item in computed {
        if !met.contains(&item) {
            out.push(Difference {
                published: None,
                computed: Some(item.clone()),
                why: Kind::Unpublished,
            });
        }
    }
    out
}

fn explain(path: &str, name: &str, computed: &[String], known: &Known<'_>) -> (Kind, Option<String>) {
    if !known.files.contains(&path) {
        return (Kind::OtherFile, None);
    }
    let Some(outline) = known.outlines.get(path) else {
        return (Kind::Unread, None);
    };
    let id = |n: &str| format!("{path}:{n}");
    let has = |n: &str| computed.contains(&id(n));
    let dotted = name.replace("::", ".").replace(['#', '/'], ".").replace("->", ".");
    if has(&dotted) {
        return (Kind::Separators, Some(id(&dotted)));
    }
    if name.contains(['(', '*', '&', ' ']) {
        let head = dotted.split('(').next().unwrap_or("").trim();
        let bare = head.rsplit([' ', '*', '&']).next().unwrap_or(head);
        if has(bare) {
            return (Kind::ArgumentList, Some(id(bare)));
        }
        if outline.symbols.iter().any(|s| s.name == bare) {
            return (Kind::ArgumentList, None);
        }
    }
    let leaf = |n: &str| n.rsplit('.').next().unwrap_or(n).to_owned();
    let of_name = |kind: SymbolKind| outline.symbols.iter().any(|s| s.kind == kind && s.name == dotted);
    if of_name(SymbolKind::Class) {
        let lead = format!("{dotted}.");
        let member = computed.iter().find(|c| split_function(c).1.starts_with(&lead));
        return (Kind::Class, member.cloned());
    }
    if let Some(symbol) = outline
        .symbols
        .iter()
        .find(|s| s.kind == SymbolKind::Function && (s.name == dotted || s.name.ends_with(&format!(".{dotted}"))))
    {
        let anchor = outline.anchor_of(symbol);
        let inner = known.innermost.contains(&id(&symbol.name));
        if anchor.name != symbol.name && inner && has(&anchor.name) {
            return (Kind::Nested, Some(id(&anchor.name)));
        }
    }
    if outline
        .symbols
        .iter()
        .any(|s| s.kind == SymbolKind::Module && leaf(&s.name) == leaf(&dotted))
    {
        return (Kind::Namespace, None);
    }
    if known.new.iter().any(|n| {
        let (p, n) = split_function(n);
        p == path && (n == dotted || leaf(n) == dotted)
    }) {
        return (Kind::NewFunction, None);
    }
    let twin = computed.iter().find(|c| {
        let (p, n) = split_function(c);
        p == path && leaf(n) == leaf(&dotted)
    });
    if let Some(twin) = twin {
        return (Kind::WrongClass, Some(twin.clone()));
    }
    let there = of_name(SymbolKind::Function);
    let heading = known
        .headings
        .iter()
        .any(|(p, h)| *p == path && words(h).any(|w| w == leaf(&dotted)));
    match (there, heading) {
        (_, true) => (Kind::HunkHeading, None),
        (true, false) => (Kind::NotEdited, None),
        (false, false) => (Kind::NotInBase, None),
    }
}

/// Identifiers of a heading.
fn words(heading: &str) -> impl Iterator<Item = &str> {
    heading.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'))
}
