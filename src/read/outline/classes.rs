//! How definitions are called in the newer languages of classes: Kotlin, Swift, Scala, Dart, Solidity,
//! Objective-C, Zig, Godot's script.

#[cfg(test)]
mod member_tests;
#[cfg(test)]
pub(super) mod tests;

use tree_sitter::Node;

use super::{Named, Walk, names};

/// Definitions inside of an accessor that are skipped to find the accessor before.
const NEAR: usize = 64;

/// The first named child of one of `kinds`.
pub(super) fn child<'t>(node: Node<'t>, kinds: &[&str]) -> Option<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).find(|c| kinds.contains(&c.kind()))
}

/// The text of the first named child of one of `kinds` of the innermost node.
pub(super) fn by_child(walk: &Walk<'_>, kinds: &[&str]) -> Option<Named> {
    let name = walk.word(child(walk.here()?, kinds)?)?;
    Some(walk.named(name))
}

/// Extension functions go by their own name, accessors by that of their property, constructors are
/// `constructor`; a companion object lends no name.
pub(super) fn kotlin(walk: &Walk<'_>) -> Option<Named> {
    let node = walk.here()?;
    match node.kind() {
        "function_declaration" => by_child(walk, &["simple_identifier"]),
        "secondary_constructor" => Some(walk.named("constructor".to_owned())),
        "anonymous_initializer" => Some(walk.named("init".to_owned())),
        "property_declaration" => {
            let value = child(node, &["getter", "setter", "lambda_literal", "anonymous_function"])?;
            let bodiless = value.kind().ends_with("etter") && child(value, &["function_body"]).is_none();
            (!bodiless).then(|| property(walk, node)).flatten()
        }
        // `private set` has no body.
        "getter" | "setter" => child(node, &["function_body"]).and_then(|_| accessor(walk)),
        // An object may be read as three words of an expression: `object Name { … }`.
        "infix_expression" => {
            let first = node.named_child(0).filter(|f| walk.text_of(*f) == "object")?;
            let name = first.next_named_sibling().filter(|n| n.kind() == "simple_identifier")?;
            child(node, &["lambda_literal"])?;
            Some(walk.named(walk.word(name)?))
        }
        _ => by_child(walk, &["type_identifier"]),
    }
}

fn property<'t>(walk: &Walk<'t>, node: Node<'t>) -> Option<Named> {
    let variable = child(node, &["variable_declaration"])?;
    let name = walk.word(child(variable, &["simple_identifier"])?)?;
    Some(walk.named(name))
}

/// An accessor on a line of its own follows its property; with the first the property belongs to it.
fn accessor(walk: &Walk<'_>) -> Option<Named> {
    let up = walk.path.get(walk.path.len().checked_sub(2)?)?;
    let (before, outer) = up.before?;
    match before.kind() {
        "property_declaration" => Some(Named {
            head: Some((before.start_position().row, outer)),
            ..property(walk, before)?
        }),
        "getter" | "setter" => {
            let parent = walk.open.last().copied();
            let twin = walk.symbols.iter().rev().take(NEAR).find(|s| s.parent == parent)?;
            Some(walk.named(twin.name.rsplit('.').next()?.to_owned()))
        }
        _ => None,
    }
}

/// Members of an extension belong to the type; computed properties are members.
pub(super) fn swift(walk: &Walk<'_>) -> Option<Named> {
    let node = walk.here()?;
    match node.kind() {
        "deinit_declaration" => Some(walk.named("deinit".to_owned())),
        "subscript_declaration" => Some(walk.named("subscript".to_owned())),
        "property_declaration" => {
            let value = node.child_by_field_name("value").map(|v| v.kind());
            let computed = node.child_by_field_name("computed_value").is_some()
                || value == Some("lambda_literal")
                || child(node, &["willset_didset_block"]).is_some();
            computed.then(|| walk.field("name")).flatten()
        }
        "class_declaration" => {
            let name = node.child_by_field_name("name")?;
            if name.kind() != "user_type" {
                return walk.field("name");
            }
            let mut cursor = name.walk();
            let parts: Vec<String> = name
                .named_children(&mut cursor)
                .filter(|c| c.kind() == "type_identifier")
                .filter_map(|c| walk.word(c))
                .collect();
            (!parts.is_empty()).then(|| walk.named(parts.join(".")))
        }
        _ => walk.field("name"),
    }
}

/// A `val` is a function when a function is what it holds.
pub(super) fn scala(walk: &Walk<'_>) -> Option<Named> {
    let node = walk.here()?;
    if node.kind() != "val_definition" {
        return walk.field("name");
    }
    let value = node.child_by_field_name("value")?;
    let pattern = node.child_by_field_name("pattern")?;
    (value.kind() == "lambda_expression" && pattern.kind() == "identifier")
        .then(|| walk.field("pattern"))
        .flatten()
}

/// Named constructors are `Class.named`, the others `Class.Class`.
pub(super) fn dart(walk: &Walk<'_>) -> Option<Named> {
    let node = walk.here()?;
    match node.kind() {
        "function_expression" => {
            let up = walk.path.get(walk.path.len().checked_sub(2)?)?.node;
            if up.child_by_field_name("value") != Some(node) {
                return None;
            }
            Some(Named {
                name: walk.word(up.child_by_field_name("name")?)?,
                base: walk.path.len().checked_sub(2)?,
                head: None,
            })
        }
        "extension_declaration" => walk.field("name").or_else(|| walk.field("class")),
        kind if kind.ends_with("declaration") && node.child_by_field_name("body").is_some() => {
            walk.field("name").or_else(|| signed(walk, node))
        }
        kind if kind.starts_with("class") || kind.starts_with("enum") || kind.starts_with("mixin") => {
            walk.field("name")
        }
        _ => signed(walk, node),
    }
}

/// The name in the signature of a member.
fn signed<'t>(walk: &Walk<'t>, node: Node<'t>) -> Option<Named> {
    let mut at = node;
    for _ in 0..2 {
        let mut cursor = at.walk();
        let next = at.named_children(&mut cursor).find(|c| c.kind().ends_with("signature"));
        match next {
            Some(inner) => at = inner,
            None => break,
        }
    }
    if at.kind() == "operator_signature" {
        let sign = walk.word(at.child_by_field_name("operator")?)?;
        return Some(walk.named(format!("operator {sign}")));
    }
    if !at.kind().ends_with("signature") {
        return None;
    }
    let mut cursor = at.walk();
    let name = at
        .children_by_field_name("name", &mut cursor)
        .filter(Node::is_named)
        .last()?;
    Some(walk.named(walk.word(name)?))
}

/// Constructors and the two functions without a name are called like their keyword.
pub(super) fn solidity(walk: &Walk<'_>) -> Option<Named> {
    let node = walk.here()?;
    match node.kind() {
        "constructor_definition" => Some(walk.named("constructor".to_owned())),
        "fallback_receive_definition" => {
            let text = walk.text_of(node);
            let word: String = text.chars().take_while(char::is_ascii_alphabetic).collect();
            (!word.is_empty()).then(|| walk.named(word))
        }
        _ => walk.field("name"),
    }
}

/// Methods carry their selector, `put:at:`; categories belong to their class. Declarations are no functions.
pub(super) fn objective_c(walk: &Walk<'_>) -> Option<Named> {
    let node = walk.here()?;
    match node.kind() {
        "method_definition" => {
            let mut selector = String::new();
            let mut cursor = node.walk();
            for part in node.named_children(&mut cursor) {
                match part.kind() {
                    "identifier" => selector.push_str(walk.text_of(part).trim()),
                    "method_parameter" => selector.push(':'),
                    _ => {}
                }
                if selector.len() > super::COMPONENT {
                    break;
                }
            }
            (!selector.is_empty()).then(|| walk.named(selector))
        }
        "class_implementation" | "class_interface" | "protocol_declaration" => by_child(walk, &["identifier"]),
        _ => names::c_family(walk),
    }
}

/// A container is called like the constant it is given to; prototypes are no functions.
pub(super) fn zig(walk: &Walk<'_>) -> Option<Named> {
    const HOLDERS: [&str; 4] = [
        "struct_declaration",
        "enum_declaration",
        "union_declaration",
        "opaque_declaration",
    ];
    let node = walk.here()?;
    if node.kind() == "function_declaration" {
        node.child_by_field_name("body")?;
        return walk.field("name");
    }
    child(node, &HOLDERS)?;
    by_child(walk, &["identifier"])
}

/// The class that a whole file is lends no name; accessors and lambdas are called like their variable.
pub(super) fn gdscript(walk: &Walk<'_>) -> Option<Named> {
    let node = walk.here()?;
    let up = |n: usize| Some(walk.path.get(walk.path.len().checked_sub(n)?)?.node);
    let variable = |n: usize| {
        let holder = up(n).filter(|u| u.kind().ends_with("variable_statement") || u.kind() == "const_statement")?;
        walk.word(holder.child_by_field_name("name")?)
    };
    match node.kind() {
        "constructor_definition" => Some(walk.named("_init".to_owned())),
        "get_body" | "set_body" => Some(walk.named(variable(3)?)),
        "lambda" => Some(Named {
            name: variable(2)?,
            base: walk.path.len().checked_sub(2)?,
            head: None,
        }),
        _ => walk.field("name"),
    }
}
