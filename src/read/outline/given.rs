//! How functions are called in the languages of scripts, where many are values: Lua, R, Julia, Perl.

#[cfg(test)]
mod tests;

use tree_sitter::Node;

use super::classes::{by_child, child};
use super::{Named, Walk};
use crate::domain::symbol::SymbolKind;

/// Steps down a chain of wrappers; real code needs a handful.
const CHAIN: usize = 16;

/// Values of one assignment that are matched to its targets.
const VALUES: usize = 16;

/// The node `n` steps above the innermost one.
fn up<'t>(walk: &Walk<'t>, n: usize) -> Option<Node<'t>> {
    Some(walk.path.get(walk.path.len().checked_sub(n + 1)?)?.node)
}

/// `name` carried by the node `n` steps above the innermost one.
fn carried(walk: &Walk<'_>, name: String, n: usize) -> Option<Named> {
    Some(Named {
        name,
        base: walk.path.len().checked_sub(n + 1)?,
        head: None,
    })
}

/// `a.b:c` is `a.b.c`; functions in tables go by their key alone, as in object literals.
pub(super) fn lua(walk: &Walk<'_>) -> Option<Named> {
    let node = walk.here()?;
    if node.kind() == "function_declaration" {
        let name = lua_target(walk, node.child_by_field_name("name")?)?;
        return Some(walk.named(name));
    }
    let holder = up(walk, 1)?;
    match holder.kind() {
        "field" => carried(walk, key(walk, holder.child_by_field_name("name")?)?, 1),
        "expression_list" => {
            let assignment = up(walk, 2).filter(|a| a.kind() == "assignment_statement")?;
            let mut cursor = holder.walk();
            let place = holder
                .named_children(&mut cursor)
                .take(VALUES)
                .position(|v| v == node)?;
            let targets = child(assignment, &["variable_list"])?;
            let mut cursor = targets.walk();
            let target = targets.named_children(&mut cursor).nth(place)?;
            carried(walk, lua_target(walk, target)?, 2)
        }
        _ => None,
    }
}

fn lua_target<'t>(walk: &Walk<'t>, node: Node<'t>) -> Option<String> {
    if node.kind() == "bracket_index_expression" {
        let field = node.child_by_field_name("field").filter(|f| f.kind() == "string")?;
        let table = walk.word(node.child_by_field_name("table")?)?;
        return Some(format!("{table}.{}", key(walk, field)?));
    }
    let text: String = walk.word(node)?.split_whitespace().collect();
    let text = text.replace(':', ".");
    let bare = ["self.", "_G.", "_ENV."].iter().find_map(|h| text.strip_prefix(h));
    Some(bare.unwrap_or(&text).to_owned())
}

/// A key without quotes.
fn key<'t>(walk: &Walk<'t>, node: Node<'t>) -> Option<String> {
    let word = walk.word(node)?;
    let bare = word.trim_matches(['"', '\'', '`']);
    (!bare.is_empty()).then(|| bare.to_owned())
}

/// What a value is given to with `<-`, `=` or as an element of a `list`; methods of S4 are `Class.method`.
pub(super) fn r(walk: &Walk<'_>) -> Option<Named> {
    let node = walk.here()?;
    if node.kind() == "binary_operator" {
        let value = node.child_by_field_name("rhs")?;
        if !assigns(walk, node) || !(value.kind() == "function_definition" || makes_class(walk, value)) {
            return None;
        }
        let name = r_target(walk, node.child_by_field_name("lhs")?)?;
        return Some(walk.named(name));
    }
    let argument = up(walk, 1).filter(|a| a.kind() == "argument")?;
    let call = up(walk, 3).filter(|c| c.kind() == "call")?;
    let callee = walk.text_of(call.child_by_field_name("function")?);
    match callee {
        "list" => carried(walk, key(walk, argument.child_by_field_name("name")?)?, 1),
        "setMethod" | "setGeneric" | "setReplaceMethod" | "assign" => {
            let arguments = up(walk, 2)?;
            let mut cursor = arguments.walk();
            let mut texts = arguments
                .named_children(&mut cursor)
                .filter(|c| c.kind() == "argument")
                .take(2)
                .map(|a| a.child_by_field_name("value").filter(|v| v.kind() == "string"));
            let name = key(walk, texts.next()??)?;
            let name = match texts.next().flatten().and_then(|c| key(walk, c)) {
                Some(class) => format!("{class}.{name}"),
                None => name,
            };
            carried(walk, name, 3)
        }
        _ => None,
    }
}

pub(super) fn r_sort(walk: &Walk<'_>, kind: SymbolKind) -> SymbolKind {
    let value = walk
        .here()
        .filter(|n| n.kind() == "binary_operator")
        .and_then(|n| n.child_by_field_name("rhs"));
    match value {
        Some(value) if value.kind() == "call" => SymbolKind::Class,
        _ => kind,
    }
}

fn assigns<'t>(walk: &Walk<'t>, node: Node<'t>) -> bool {
    node.child_by_field_name("operator")
        .is_some_and(|o| matches!(walk.text_of(o), "<-" | "=" | "<<-" | ":="))
}

fn makes_class<'t>(walk: &Walk<'t>, value: Node<'t>) -> bool {
    let callee = value.child_by_field_name("function").map_or("", |f| walk.text_of(f));
    let callee = callee.rsplit(':').next().unwrap_or(callee);
    value.kind() == "call" && matches!(callee, "R6Class" | "setRefClass" | "ggproto")
}

fn r_target<'t>(walk: &Walk<'t>, node: Node<'t>) -> Option<String> {
    match node.kind() {
        "identifier" | "string" => key(walk, node),
        "extract_operator" => {
            let holder = r_word(walk, node.child_by_field_name("lhs")?)?;
            let name = key(walk, node.child_by_field_name("rhs")?)?;
            Some(if holder == "self" {
                name
            } else {
                format!("{holder}.{name}")
            })
        }
        _ => None,
    }
}

fn r_word<'t>(walk: &Walk<'t>, node: Node<'t>) -> Option<String> {
    (node.kind() == "identifier").then(|| walk.word(node)).flatten()
}

/// The short form `f(x) = …` is a function; what extends another module (`Base.show`) goes by its last name;
/// modules lend no name.
pub(super) fn julia(walk: &Walk<'_>) -> Option<Named> {
    let node = walk.here()?;
    match node.kind() {
        "module_definition" => walk.field("name"),
        "struct_definition" => {
            let head = child(node, &["type_head"])?;
            let name = descend(
                head,
                &["binary_expression", "parametrized_type_expression", "type_head"],
            )?;
            Some(walk.named(walk.word(name)?))
        }
        "assignment" => {
            let left = node.named_child(0)?;
            let last = node.named_child(node.named_child_count().checked_sub(1)?.try_into().ok()?)?;
            let valued = matches!(last.kind(), "arrow_function_expression" | "function_expression")
                || (last.kind() == "function_definition" && signature(walk, last).is_none());
            if left.kind() == "identifier" {
                return valued.then(|| walk.word(left).map(|w| walk.named(w))).flatten();
            }
            Some(walk.named(julia_head(walk, left)?))
        }
        _ => Some(walk.named(signature(walk, node)?)),
    }
}

fn signature<'t>(walk: &Walk<'t>, node: Node<'t>) -> Option<String> {
    let head = child(node, &["signature"])?.named_child(0)?;
    if head.kind() == "identifier" {
        return walk.word(head);
    }
    julia_head(walk, head)
}

/// The name in `Module.name{T}(args)::R where T`.
fn julia_head<'t>(walk: &Walk<'t>, node: Node<'t>) -> Option<String> {
    let mut call = descend(node, &["where_expression", "typed_expression"])?;
    if call.kind() == "parenthesized_expression" {
        call = call.named_child(0)?;
    }
    if call.kind() != "call_expression" {
        return None;
    }
    let mut name = descend(
        call,
        &["call_expression", "parametrized_type_expression", "curly_expression"],
    )?;
    match name.kind() {
        "parenthesized_expression" => {
            // A callable object: its type.
            let typed = name.named_child(0).filter(|t| t.kind() == "typed_expression")?;
            name = descend(
                last_child(typed)?,
                &["parametrized_type_expression", "curly_expression"],
            )?;
        }
        "field_expression" => name = last_child(name)?,
        _ => {}
    }
    let word = walk.word(name)?;
    Some(word.trim_matches([':', '(', ')']).to_owned()).filter(|w| !w.is_empty())
}

/// The first child of the first child …, while `kinds` wrap it.
fn descend<'t>(node: Node<'t>, kinds: &[&str]) -> Option<Node<'t>> {
    let mut at = node;
    for _ in 0..CHAIN {
        if !kinds.contains(&at.kind()) {
            return Some(at);
        }
        at = at.named_child(0)?;
    }
    None
}

fn last_child(node: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).last()
}

/// Packages are part of the name, with dots; a package statement holds until the next. `main` is left out.
pub(super) fn perl(walk: &Walk<'_>) -> Option<Named> {
    let node = walk.here()?;
    match node.kind() {
        "package_statement" | "class_statement" | "role_statement" => {
            let name = node.child_by_field_name("name")?;
            if child(node, &["block"]).is_none() {
                walk.package.set((name.start_byte(), name.end_byte()));
            }
            Some(walk.named(dotted(&walk.word(name)?)))
        }
        "anonymous_subroutine_expression" => {
            let assignment = up(walk, 1).filter(|a| a.kind() == "assignment_expression")?;
            let left = assignment.child_by_field_name("left")?;
            if assignment.child_by_field_name("right") != Some(node) {
                return None;
            }
            let left = child(left, &["scalar"]).unwrap_or(left);
            if !matches!(left.kind(), "scalar" | "glob") {
                return None;
            }
            let name = walk.word(child(left, &["varname"])?)?;
            let name = dotted(&name);
            let within = !walk.open.is_empty() || left.kind() == "scalar";
            let name = if within { name } else { packaged(walk, name) };
            carried(walk, name, 1)
        }
        _ => {
            let name = dotted(&by_child(walk, &["bareword"])?.name);
            let name = if walk.open.is_empty() && !name.contains('.') {
                packaged(walk, name)
            } else {
                name
            };
            Some(walk.named(name))
        }
    }
}

/// A package with a block holds its functions like a class.
pub(super) fn perl_sort(walk: &Walk<'_>, kind: SymbolKind) -> SymbolKind {
    match walk.here().and_then(|n| child(n, &["block"])) {
        Some(_) if kind == SymbolKind::Module => SymbolKind::Class,
        _ => kind,
    }
}

fn dotted(name: &str) -> String {
    name.trim_start_matches("main::").replace("::", ".").replace('\'', ".")
}

fn packaged(walk: &Walk<'_>, name: String) -> String {
    let (from, to) = walk.package.get();
    match walk.text.get(from..to).unwrap_or_default() {
        "" | "main" => name,
        package => format!("{}.{name}", dotted(package)),
    }
}
