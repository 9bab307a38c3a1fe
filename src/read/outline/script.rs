//! How functions are called in JavaScript and TypeScript, where most of them are values.
//!
//! A function value is called like what it is given to: a variable, a class field, a property or the target
//! of an assignment, also through wrappers that give the function back. What is given to nothing has no
//! name, unless it brings one.

use tree_sitter::Node;

use super::names::solid_child;
use super::{Named, Walk};

/// Calls that give back, in essence, the function they were given.
const WRAPPERS: [&str; 8] = [
    "memo",
    "forwardRef",
    "useCallback",
    "useEvent",
    "useEventCallback",
    "observer",
    "debounce",
    "throttle",
];

/// Parts of an assignment target that add nothing to a name.
const HOLDERS: [&str; 4] = ["this", "exports", "module", "prototype"];

pub(super) fn name(walk: &Walk<'_>) -> Option<Named> {
    let node = walk.here()?;
    match node.kind() {
        "function_expression" | "generator_function" | "arrow_function" | "class" => {
            let given = given(walk);
            // `module.exports = class Parser` has a name; only what has none is the default.
            match given {
                Some(mut named) if named.name == "default" => {
                    if let Some(own) = own(walk, node) {
                        named.name = own.name;
                    }
                    Some(named)
                }
                given => given.or_else(|| own(walk, node)),
            }
        }
        // Members of an interface are types; in a class they are overloads.
        "method_signature" => {
            let up = walk.path.get(walk.path.len().checked_sub(2)?)?;
            (up.node.kind() == "class_body").then(|| own(walk, node)).flatten()
        }
        "internal_module" | "module" => own(walk, node),
        _ => own(walk, node).or_else(|| given(walk)),
    }
}

fn own<'t>(walk: &Walk<'t>, node: Node<'t>) -> Option<Named> {
    let name = key(walk, node.child_by_field_name("name")?)?;
    Some(walk.named(name))
}

/// A property name without quotes.
fn key<'t>(walk: &Walk<'t>, node: Node<'t>) -> Option<String> {
    let text = walk.word(node)?;
    if node.kind() != "string" {
        return Some(text);
    }
    let bare = text.trim_matches(['"', '\'', '`']);
    (!bare.is_empty()).then(|| bare.to_owned())
}

/// The name of what the innermost node is given to.
fn given(walk: &Walk<'_>) -> Option<Named> {
    let mut at = walk.path.len().checked_sub(1)?;
    loop {
        let child = walk.path.get(at)?.node;
        at = at.checked_sub(1)?;
        let up = walk.path.get(at)?.node;
        let name = match up.kind() {
            "parenthesized_expression"
            | "as_expression"
            | "satisfies_expression"
            | "non_null_expression"
            | "type_assertion" => continue,
            "arguments" => {
                let call = walk.path.get(at.checked_sub(1)?)?.node;
                if call.kind() != "call_expression" || solid_child(up) != Some(child) || !wraps(walk, call) {
                    return None;
                }
                at -= 1;
                continue;
            }
            "variable_declarator" => key(walk, up.child_by_field_name("name")?),
            "pair" => {
                let name = up.child_by_field_name("key")?;
                (up.child_by_field_name("value") == Some(child))
                    .then(|| key(walk, name))
                    .flatten()
            }
            "field_definition" | "public_field_definition" => {
                let name = up
                    .child_by_field_name("property")
                    .or_else(|| up.child_by_field_name("name"))?;
                (name != child).then(|| key(walk, name)).flatten()
            }
            "assignment_expression" | "augmented_assignment_expression" => {
                let left = up.child_by_field_name("left")?;
                (left != child).then(|| target(walk, left)).flatten()
            }
            "export_statement" => is_default(walk, up).then(|| "default".to_owned()),
            _ => None,
        };
        return Some(Named {
            name: name?,
            base: at,
            head: None,
        });
    }
}

fn is_default(walk: &Walk<'_>, export: Node<'_>) -> bool {
    let mut cursor = export.walk();
    let found = export.children(&mut cursor).any(|c| c.kind() == "default");
    // `export = …` has no such word.
    found
        || walk
            .text
            .get(export.byte_range())
            .is_some_and(|t| t.starts_with("export ="))
}

fn wraps<'t>(walk: &Walk<'t>, call: Node<'t>) -> bool {
    let Some(callee) = call.child_by_field_name("function") else {
        return false;
    };
    let callee = callee.child_by_field_name("property").unwrap_or(callee);
    WRAPPERS.contains(&walk.text_of(callee))
}

/// `X.prototype.m` → `X.m`, `exports.f` → `f`, `module.exports` → `default`.
fn target<'t>(walk: &Walk<'t>, left: Node<'t>) -> Option<String> {
    match left.kind() {
        "identifier" => return walk.word(left),
        "member_expression" => {}
        _ => return None,
    }
    let text: String = walk.text_of(left).split_whitespace().collect();
    let text = text.replace("?.", ".");
    if text == "module.exports" {
        return Some("default".to_owned());
    }
    let plain = |part: &&str| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || "_$#".contains(c));
    let parts: Vec<&str> = text.split('.').collect();
    if !parts.iter().all(plain) {
        // An element of something computed: the last word is all that is known.
        return walk.word(left.child_by_field_name("property")?);
    }
    let last = parts.last().copied()?;
    let mut kept: Vec<&str> = parts
        .iter()
        .take(parts.len() - 1)
        .copied()
        .filter(|p| !HOLDERS.contains(p))
        .collect();
    kept.push(last);
    Some(kept.join("."))
}
