//! How definitions are called in the languages of equations, forms and statements: Haskell, Elixir, Clojure,
//! OCaml, F#, SQL.

#[cfg(test)]
mod tests;

use tree_sitter::Node;

use super::classes::{by_child, child};
use super::{Named, Walk};
use crate::domain::symbol::SymbolKind;

/// Definitions inside of an equation that are skipped to find the equation before.
const NEAR: usize = 64;

impl Walk<'_> {
    /// The function `name` that the innermost node goes on with, in languages of equations.
    pub(super) fn same_before(&self, name: &str, kind: SymbolKind, parent: Option<usize>) -> Option<usize> {
        if !self.rules.merges || kind != SymbolKind::Function {
            return None;
        }
        let mut near = self.symbols.iter().enumerate().rev().take(NEAR);
        let (place, before) = near.find(|(_, s)| s.parent == parent)?;
        (before.kind == kind && before.name == name).then_some(place)
    }
}

/// The step above the innermost node.
fn around<'a, 't>(walk: &'a Walk<'t>) -> Option<&'a super::Step<'t>> {
    walk.path.get(walk.path.len().checked_sub(2)?)
}

/// As `named`, with what stands above the `and` before, or else above the statement around.
fn leading(walk: &Walk<'_>, name: String) -> Named {
    let head = around(walk).zip(walk.here()).map(|(up, node)| match up.before {
        Some((and, outer)) if and.kind() == "and" => (and.start_position().row, outer),
        _ => (node.start_position().row, up.outer),
    });
    Named {
        head,
        ..walk.named(name)
    }
}

/// All equations of a function are one; instances are called like their type. Values count at the top only.
pub(super) fn haskell(walk: &Walk<'_>) -> Option<Named> {
    let node = walk.here()?;
    match node.kind() {
        // Types have nodes of the same kind.
        "function" => {
            node.child_by_field_name("match")?;
            let name = match node.child_by_field_name("name") {
                Some(name) => name,
                None => child(node, &["infix"])?.child_by_field_name("operator")?,
            };
            let word = walk.word(name)?;
            let bare = word.trim_matches(['(', ')', '`', ' ']);
            (!bare.is_empty()).then(|| walk.named(bare.to_owned()))
        }
        "bind" => {
            let up = around(walk)?.node.kind();
            matches!(up, "declarations" | "class_declarations" | "instance_declarations")
                .then(|| walk.field("name"))
                .flatten()
        }
        "instance" => {
            let types = walk.word(node.child_by_field_name("patterns")?)?;
            let name: String = types
                .trim_start_matches(['(', '[', ' '])
                .chars()
                .take_while(|c| c.is_alphanumeric() || "_'.".contains(*c))
                .collect();
            if name.is_empty() {
                return walk.field("name");
            }
            Some(walk.named(name))
        }
        _ => walk.field("name"),
    }
}

/// `def` and its relatives; modules are part of the name, with their dots.
pub(super) fn elixir(walk: &Walk<'_>) -> Option<Named> {
    let node = walk.here()?;
    let word = elixir_word(walk)?;
    let arguments = child(node, &["arguments"])?;
    let first = arguments.named_child(0)?;
    match word {
        "defmodule" | "defprotocol" => (first.kind() == "alias")
            .then(|| walk.word(first).map(|w| walk.named(w)))
            .flatten(),
        "defimpl" => {
            let protocol = walk.word(first)?;
            let target = child(arguments, &["keywords"])
                .and_then(|k| k.named_child(0))
                .and_then(|pair| pair.child_by_field_name("value"))
                .filter(|v| v.kind() == "alias")
                .and_then(|v| walk.word(v));
            Some(walk.named(match target {
                Some(t) => format!("{protocol}.{t}"),
                None => protocol,
            }))
        }
        "def" | "defp" | "defmacro" | "defmacrop" | "defguard" | "defguardp" | "defdelegate" | "defn" | "defnp" => {
            let mut head = first;
            if head.kind() == "binary_operator" && operator(walk, head) == "when" {
                head = head.child_by_field_name("left")?;
            }
            let name = match head.kind() {
                "identifier" => walk.word(head)?,
                "call" => {
                    let target = head
                        .child_by_field_name("target")
                        .filter(|t| t.kind() == "identifier")?;
                    walk.word(target).filter(|w| w != "unquote")?
                }
                "binary_operator" | "unary_operator" => operator(walk, head).to_owned(),
                _ => return None,
            };
            (!name.is_empty()).then(|| walk.named(name))
        }
        _ => None,
    }
}

fn elixir_word<'t>(walk: &Walk<'t>) -> Option<&'t str> {
    let target = walk.here()?.child_by_field_name("target")?;
    (target.kind() == "identifier").then(|| walk.text_of(target))
}

fn operator<'t>(walk: &Walk<'t>, node: Node<'t>) -> &'t str {
    node.child_by_field_name("operator").map_or("", |o| walk.text_of(o))
}

pub(super) fn elixir_sort(walk: &Walk<'_>, kind: SymbolKind) -> SymbolKind {
    match elixir_word(walk) {
        Some("defmodule" | "defprotocol" | "defimpl") => SymbolKind::Class,
        _ => kind,
    }
}

/// `defn` and its relatives, whatever namespace the word comes from; the methods of a record or protocol.
pub(super) fn clojure(walk: &Walk<'_>) -> Option<Named> {
    let node = walk.here()?;
    let word = form(walk, node)?;
    match word {
        "defn" | "defn-" | "defmacro" | "defmacro-" | "defmulti" | "defmethod" | "deftest" | "definline" => {
            symbol(walk, second(node)?)
        }
        "def" | "defonce" => {
            let mut cursor = node.walk();
            let value = node.children_by_field_name("value", &mut cursor).last()?;
            let function =
                value.kind() == "anon_fn_lit" || (value.kind() == "list_lit" && form(walk, value) == Some("fn"));
            function.then(|| symbol(walk, second(node)?)).flatten()
        }
        _ if holder(word) => symbol(walk, second(node)?),
        _ => {
            let up = around(walk)?.node;
            let inside = up.kind() == "list_lit" && form(walk, up).is_some_and(holder);
            (inside && second(node)?.kind() == "vec_lit")
                .then(|| symbol(walk, node.child_by_field_name("value")?))
                .flatten()
        }
    }
}

fn holder(word: &str) -> bool {
    matches!(
        word,
        "defrecord" | "deftype" | "defprotocol" | "definterface" | "extend-type" | "extend-protocol"
    )
}

/// The first word of a form, without its namespace.
fn form<'t>(walk: &Walk<'t>, node: Node<'t>) -> Option<&'t str> {
    let first = node.child_by_field_name("value").filter(|v| v.kind() == "sym_lit")?;
    Some(walk.text_of(first.child_by_field_name("name")?))
}

fn second(node: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    node.children_by_field_name("value", &mut cursor).nth(1)
}

fn symbol<'t>(walk: &Walk<'t>, node: Node<'t>) -> Option<Named> {
    if node.kind() != "sym_lit" {
        return None;
    }
    let name = walk.word(node.child_by_field_name("name")?)?;
    Some(walk.named(name))
}

pub(super) fn clojure_sort(walk: &Walk<'_>, kind: SymbolKind) -> SymbolKind {
    match walk.here().and_then(|n| form(walk, n)) {
        Some(word) if holder(word) => SymbolKind::Class,
        _ => kind,
    }
}

/// Bindings with parameters, or of a function; modules with a body, functors, classes.
pub(super) fn ocaml(walk: &Walk<'_>) -> Option<Named> {
    let node = walk.here()?;
    let name = match node.kind() {
        "let_binding" => {
            let body = node.child_by_field_name("body").map(|b| b.kind());
            let function =
                child(node, &["parameter"]).is_some() || matches!(body, Some("fun_expression" | "function_expression"));
            let name = node
                .child_by_field_name("pattern")
                .filter(|p| matches!(p.kind(), "value_name" | "parenthesized_operator"))?;
            let word = walk.word(name).filter(|_| function)?;
            word.trim_matches(['(', ')', ' ']).to_owned()
        }
        "method_definition" => return by_child(walk, &["method_name"]),
        "module_type_definition" => return by_child(walk, &["module_type_name"]),
        "module_binding" => {
            let own = |f: &str| {
                node.child_by_field_name(f)
                    .is_some_and(|b| !b.kind().ends_with("path") && !b.kind().ends_with("application"))
            };
            if !own("body") && !own("module_type") {
                return None;
            }
            walk.word(child(node, &["module_name"])?)?
        }
        _ => walk.word(child(node, &["class_name"])?)?,
    };
    Some(leading(walk, name))
}

/// Bindings with parameters, or of a function; members by their own name, constructors are `new`.
pub(super) fn fsharp(walk: &Walk<'_>) -> Option<Named> {
    let node = walk.here()?;
    match node.kind() {
        "function_or_value_defn" => {
            let name = if let Some(left) = child(node, &["function_declaration_left"]) {
                child(left, &["identifier", "op_identifier", "active_pattern"])
            } else {
                let body = node.child_by_field_name("body").map(|b| b.kind());
                child(node, &["value_declaration_left"])
                    .and_then(|left| child(left, &["identifier_pattern"]))
                    .filter(|_| matches!(body, Some("fun_expression" | "function_expression")))
            };
            let word = walk.word(name?)?;
            let bare = word.trim_matches(['(', ')', ' ']).to_owned();
            Some(leading(walk, bare))
        }
        "method_or_prop_defn" => {
            let name = node.child_by_field_name("name")?;
            let name = match name.child_by_field_name("method") {
                Some(method) => method,
                None => child(name, &["identifier"])?,
            };
            Some(walk.named(walk.word(name)?))
        }
        "member_signature" | "module_defn" => by_child(walk, &["identifier"]),
        "additional_constr_defn" => Some(walk.named("new".to_owned())),
        _ => {
            let name = child(node, &["type_name"])?;
            let name = name.child_by_field_name("type_name").unwrap_or(name);
            Some(walk.named(walk.word(name)?))
        }
    }
}

/// The object created, without its schema and quotes.
pub(super) fn sql(walk: &Walk<'_>) -> Option<Named> {
    let object = child(walk.here()?, &["object_reference"])?;
    let name = walk.word(object.child_by_field_name("name")?)?;
    let bare = name.trim_matches(['"', '`', '[', ']']);
    (!bare.is_empty()).then(|| walk.named(bare.to_owned()))
}
