//! How definitions are called in the languages that have classes and declarators, not function values.

use tree_sitter::Node;

use super::{Named, Walk};

/// Steps down a chain of declarators or type wrappers; real code needs a handful.
const CHAIN: usize = 64;

/// Most languages: the field `name`.
pub(super) fn by_field(walk: &Walk<'_>) -> Option<Named> {
    walk.field("name")
}

/// C and C++: the innermost declarator; classes only where their body is.
pub(super) fn c_family(walk: &Walk<'_>) -> Option<Named> {
    let node = walk.here()?;
    if node.kind() == "compound_statement" {
        return after_macro(walk);
    }
    if node.kind() != "function_definition" {
        // A mention of a type is no definition.
        node.child_by_field_name("body")?;
        let name = node.child_by_field_name("name")?;
        let (scopes, last) = qualified(walk, name)?;
        return Some(walk.named(joined(walk, scopes, &last)));
    }
    let mut at = node.child_by_field_name("declarator")?;
    let mut declarator = None;
    for _ in 0..CHAIN {
        match at.kind() {
            "operator_cast" => {
                let kind = at.child_by_field_name("type").and_then(|t| walk.word(t))?;
                return Some(walk.named(format!("operator {kind}")));
            }
            "qualified_identifier" => {
                let (scopes, last) = qualified(walk, at)?;
                return Some(walk.named(joined(walk, scopes, &last)));
            }
            "template_function" | "template_method" => at = at.child_by_field_name("name")?,
            "function_declarator" => {
                declarator = Some(at);
                at = at.child_by_field_name("declarator")?;
            }
            _ => match inner(at) {
                Some(next) => at = next,
                None => break,
            },
        }
    }
    let name = walk.word(at)?;
    let arguments = declarator.and_then(|d| d.child_by_field_name("parameters"));
    Some(walk.named(defined_by(walk, name, arguments)))
}

/// The declarator inside a pointer, reference, array, parenthesis or attribute.
fn inner(node: Node<'_>) -> Option<Node<'_>> {
    if let Some(next) = node.child_by_field_name("declarator") {
        return Some(next);
    }
    if !node.kind().ends_with("declarator") {
        return None;
    }
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .find(|c| c.kind().ends_with("declarator") || c.kind().ends_with("identifier"))
}

/// `SYSCALL_DEFINE3(read, …)` defines `read`; other macros with a body go by their own name.
fn defined_by(walk: &Walk<'_>, name: String, arguments: Option<Node<'_>>) -> String {
    if !name.contains("DEFINE") {
        return name;
    }
    arguments
        .and_then(|a| a.named_child(0))
        .and_then(|first| walk.word(first))
        .unwrap_or(name)
}

/// C reads a macro with a body as a call, then a block: `SYSCALL_DEFINE3(…) { … }`.
fn after_macro(walk: &Walk<'_>) -> Option<Named> {
    let up = walk.path.get(walk.path.len().checked_sub(2)?)?;
    if up.node.kind() != "translation_unit" && !up.node.kind().starts_with("preproc_if") {
        return None;
    }
    let (before, outer) = up.before?;
    let call = before.named_child(0).filter(|c| c.kind() == "call_expression")?;
    let name = walk.word(call.child_by_field_name("function")?)?;
    let name = defined_by(walk, name, call.child_by_field_name("arguments"));
    Some(Named {
        head: Some((before.start_position().row, outer)),
        ..walk.named(name)
    })
}

/// The scopes of `A::B::name`, without template arguments, and the name.
fn qualified<'t>(walk: &Walk<'t>, node: Node<'t>) -> Option<(Vec<&'t str>, String)> {
    let mut scopes = Vec::new();
    let mut at = node;
    for _ in 0..CHAIN {
        match at.kind() {
            "qualified_identifier" => {
                if let Some(scope) = at.child_by_field_name("scope") {
                    let scope = scope.child_by_field_name("name").unwrap_or(scope);
                    scopes.push(walk.text_of(scope).trim());
                }
                at = at.child_by_field_name("name")?;
            }
            "template_type" | "template_function" | "template_method" => at = at.child_by_field_name("name")?,
            "operator_cast" => {
                let kind = at.child_by_field_name("type").and_then(|t| walk.word(t))?;
                return Some((scopes, format!("operator {kind}")));
            }
            _ if at.kind().ends_with("declarator") => at = inner(at)?,
            _ => break,
        }
    }
    Some((scopes, walk.word(at)?))
}

/// Scopes and name with dots; scopes known to be namespaces are left out.
fn joined(walk: &Walk<'_>, scopes: Vec<&str>, last: &str) -> String {
    let mut parts: Vec<&str> = scopes
        .into_iter()
        .skip_while(|s| s.is_empty() || walk.spaces.contains(s))
        .collect();
    parts.push(last);
    parts.join(".")
}

/// Go: methods carry their receiver's type, without `*` and type parameters.
pub(super) fn go(walk: &Walk<'_>) -> Option<Named> {
    let node = walk.here()?;
    if node.kind() == "type_spec" {
        let kind = node.child_by_field_name("type")?.kind();
        if !matches!(kind, "struct_type" | "interface_type") {
            return None;
        }
    }
    let own = walk.field("name")?;
    let Some(receiver) = node.child_by_field_name("receiver") else {
        return Some(own);
    };
    let mut cursor = receiver.walk();
    let declared = receiver
        .named_children(&mut cursor)
        .find_map(|c| c.child_by_field_name("type"));
    let Some(declared) = declared else { return Some(own) };
    let kind = walk.word(stripped(declared))?;
    Some(walk.named(format!("{kind}.{}", own.name)))
}

/// Rust: an `impl` is called like its type, stripped to the name.
pub(super) fn rust(walk: &Walk<'_>) -> Option<Named> {
    let node = walk.here()?;
    if node.kind() != "impl_item" {
        return walk.field("name");
    }
    let name = walk.word(stripped(node.child_by_field_name("type")?))?;
    Some(walk.named(name.trim_start_matches("dyn ").to_owned()))
}

/// A type without pointers, references, lifetimes, type arguments and the path before it.
fn stripped(node: Node<'_>) -> Node<'_> {
    let mut at = node;
    for _ in 0..CHAIN {
        let next = match at.kind() {
            "generic_type" | "reference_type" => at.child_by_field_name("type"),
            "scoped_type_identifier" | "qualified_type" => at.child_by_field_name("name"),
            "pointer_type" | "parenthesized_type" | "dynamic_type" | "bracketed_type" | "bounded_type" => at
                .child_by_field_name("type")
                .or_else(|| at.child_by_field_name("trait"))
                .or_else(|| solid_child(at)),
            _ => None,
        };
        match next {
            Some(inner) => at = inner,
            None => break,
        }
    }
    at
}

/// The first named child that is no comment.
pub(super) fn solid_child(node: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).find(|c| !c.is_extra())
}

/// C#: indexers and operators have no name of their own.
pub(super) fn csharp(walk: &Walk<'_>) -> Option<Named> {
    let node = walk.here()?;
    match node.kind() {
        "indexer_declaration" => Some(walk.named("this[]".to_owned())),
        "operator_declaration" => {
            let sign = walk.word(node.child_by_field_name("operator")?)?;
            Some(walk.named(format!("operator {sign}")))
        }
        "conversion_operator_declaration" => {
            let kind = walk.word(node.child_by_field_name("type")?)?;
            Some(walk.named(format!("operator {kind}")))
        }
        "destructor_declaration" => walk.field("name").map(|n| walk.named(format!("~{}", n.name))),
        _ => walk.field("name"),
    }
}

/// Ruby: `A::B` is `A.B`, `def self.m` is `m` of the class, `define_method(:m) { … }` is `m`.
pub(super) fn ruby(walk: &Walk<'_>) -> Option<Named> {
    let node = walk.here()?;
    match node.kind() {
        "call" => defined(walk, node),
        "singleton_method" => {
            let own = walk.field("name")?;
            let object = walk.word(node.child_by_field_name("object")?)?;
            if object == "self" || walk.class_around() == Some(object.as_str()) {
                return Some(own);
            }
            Some(walk.named(format!("{}.{}", object.replace("::", "."), own.name)))
        }
        "method" => walk.field("name"),
        _ => {
            let own = walk.field("name")?;
            Some(walk.named(own.name.trim_start_matches("::").replace("::", ".")))
        }
    }
}

fn defined<'t>(walk: &Walk<'t>, call: Node<'t>) -> Option<Named> {
    let method = call.child_by_field_name("method")?;
    if !matches!(walk.text_of(method), "define_method" | "define_singleton_method") {
        return None;
    }
    call.child_by_field_name("block")?;
    let first = call.child_by_field_name("arguments")?.named_child(0)?;
    if !matches!(first.kind(), "simple_symbol" | "delimited_symbol" | "string") {
        return None;
    }
    let name = walk.word(first)?;
    Some(walk.named(name.trim_matches([':', '"', '\'']).to_owned()))
}
