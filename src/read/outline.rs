//! The functions and classes of one source file, read from its syntax tree.
//!
//! One walk with its own stack, so hostile nesting costs memory and never the call stack. What counts as a
//! definition is data (`table`); how it is called is one small function per family of languages (`names`,
//! `script`). Broken code gives the definitions that still can be read: nothing is gated on parse errors.

mod classes;
mod embedded;
mod forms;
mod given;
#[cfg(test)]
mod gold_tests;
mod inert;
mod mend;
mod more_tables;
#[cfg(test)]
mod more_tests;
mod names;
mod role;
mod script;
mod table;
#[cfg(test)]
mod tests;

use std::cell::Cell;

use tree_sitter::Node;

use self::table::{Role, Rules, rules};
use super::lang::Lang;
use crate::base::num::small;
use crate::domain::symbol::{LineSpan, Outline, Symbol, SymbolKind};

/// Bytes of the names around it that a definition repeats at most; deeper ones keep their own name only.
const QUALIFIER: usize = 400;

/// Bytes of one component of a name.
const COMPONENT: usize = 160;

/// Nodes visited between two looks at `stop`.
const PATIENCE: u32 = 4_096;

/// The definitions of the file at `path`, with the scripts of component files (Vue, Svelte); `None` when no
/// grammar reads it.
pub fn outline_of(path: &str, text: &str, stop: &dyn Fn() -> bool) -> Option<Outline> {
    Lang::of(path, text).map(|lang| outline(lang, text, stop))
}

/// The definitions of `text`. Lines are counted from 1, as in the file. Empty when `stop` became true.
pub fn outline(lang: Lang, text: &str, stop: &dyn Fn() -> bool) -> Outline {
    if lang.holds_scripts() {
        let (lang, script) = embedded::scripts(lang, text, stop);
        return outline(lang, &script, stop);
    }
    let Some(tree) = mend::parsed(lang, text, stop) else {
        return Outline::default();
    };
    let mut walk = Walk {
        rules: rules(lang),
        text,
        path: Vec::new(),
        open: Vec::new(),
        spaces: Vec::new(),
        package: Cell::new((0, 0)),
        code_row: 0,
        symbols: Vec::new(),
    };
    let mut cursor = tree.walk();
    let mut seen = 0u32;
    loop {
        seen = seen.wrapping_add(1);
        if seen.is_multiple_of(PATIENCE) && stop() {
            return Outline::default();
        }
        let node = cursor.node();
        if walk.rules.is_closed(node) {
            walk.pass(node);
        } else {
            walk.enter(node);
            if cursor.goto_first_child() {
                continue;
            }
            walk.leave();
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return Outline { symbols: walk.symbols };
            }
            walk.leave();
        }
    }
}

/// What a naming function found.
struct Named {
    /// Own name, possibly with dots (`Type.method`).
    name: String,
    /// Index in the path of the node that carries the name; the definition reaches at least as far.
    base: usize,
    /// First row, and first row with what belongs to it above, when the node before holds the head.
    head: Option<(usize, usize)>,
}

/// Rows of comments and attributes that belong to the node that comes next.
#[derive(Clone, Copy)]
struct Lead {
    first: usize,
    last: usize,
    /// The last one was an attribute: it holds across blank lines.
    bound: bool,
}

/// An open node on the way from the root.
struct Step<'t> {
    node: Node<'t>,
    role: Role,
    /// First row with the comments and attributes directly above.
    outer: usize,
    /// For the child that comes next.
    lead: Option<Lead>,
    /// The child before the open one, and its first row with what belongs to it above.
    before: Option<(Node<'t>, usize)>,
    /// The open child, likewise.
    child: Option<(Node<'t>, usize)>,
    /// This node opened a definition.
    opened: bool,
}

struct Walk<'t> {
    rules: &'static Rules,
    text: &'t str,
    path: Vec<Step<'t>>,
    /// Indices of the definitions around.
    open: Vec<usize>,
    /// Names of namespaces seen so far; they are no part of a name.
    spaces: Vec<&'t str>,
    /// Bytes of the name of the package that a statement opened for what follows (Perl).
    package: Cell<(usize, usize)>,
    /// Last row with a token that is no comment.
    code_row: usize,
    symbols: Vec<Symbol>,
}

impl<'t> Walk<'t> {
    /// Notes a node that needs no look inside.
    fn pass(&mut self, node: Node<'t>) {
        let role = self.rules.role(node);
        if let Some(up) = self.path.last_mut() {
            up.child(node, role, self.rules.docs, self.text);
        }
        if self.rules.trim_tail && role != Role::Comment && node.end_byte() > node.start_byte() {
            self.code_row = self.code_row.max(last_row(node));
        }
    }

    fn enter(&mut self, node: Node<'t>) {
        let role = self.rules.role(node);
        let outer = match self.path.last_mut() {
            Some(up) => up.child(node, role, self.rules.docs, self.text),
            None => node.start_position().row,
        };
        self.path.push(Step {
            node,
            role,
            outer,
            lead: None,
            before: None,
            child: None,
            opened: false,
        });
        let kind = match role {
            Role::Function => SymbolKind::Function,
            Role::Class => SymbolKind::Class,
            Role::Module => {
                if let Some(name) = node.child_by_field_name("name") {
                    self.spaces.extend(self.text_of(name).split("::").map(str::trim));
                }
                SymbolKind::Module
            }
            _ => return,
        };
        if let Some(named) = (self.rules.name)(self) {
            self.define((self.rules.sort)(self, kind), &named);
        }
    }

    fn define(&mut self, kind: SymbolKind, named: &Named) {
        let base = self.carrier(named.base);
        let Some(step) = self.path.get(base) else { return };
        let (first, outer) = named.head.unwrap_or_else(|| (self.first_row(step.node), step.outer));
        let (first, outer) = (
            small(first).saturating_add(1),
            small(outer.min(first)).saturating_add(1),
        );
        let last = small(last_row(step.node)) + 1;
        let parent = self.open.last().copied();
        let place = self.symbols.len();
        let anchor = self
            .open
            .iter()
            .copied()
            .find(|&i| self.symbols.get(i).is_some_and(|s| s.kind == SymbolKind::Function))
            .filter(|_| kind == SymbolKind::Function)
            .unwrap_or(place);
        let name = self.qualified(&named.name);
        let place = self.same_before(&name, kind, parent).unwrap_or(place);
        if place == self.symbols.len() {
            self.symbols.push(Symbol {
                name,
                kind,
                span: LineSpan::new(first, last),
                outer: LineSpan::new(outer, last),
                parent,
                anchor,
            });
        }
        self.open.push(place);
        if let Some(step) = self.path.last_mut() {
            step.opened = true;
        }
    }

    /// Joins `own` to the name of the nearest definition around that lends its name.
    fn qualified(&self, own: &str) -> String {
        let around = self
            .open
            .iter()
            .rev()
            .filter_map(|&i| self.symbols.get(i))
            .find(|s| self.rules.modules_named || s.kind != SymbolKind::Module);
        match around {
            Some(up) if up.name.len() <= QUALIFIER => format!("{}.{own}", up.name),
            _ => own.to_owned(),
        }
    }

    /// Climbs from `base` through statements that hold nothing but this definition.
    fn carrier(&self, base: usize) -> usize {
        let mut at = base;
        while let Some(up) = at.checked_sub(1).and_then(|i| self.path.get(i)) {
            let sole = match up.role {
                Role::Carrier => true,
                Role::Declaration => up.node.named_child_count() == 1,
                _ => false,
            };
            if !sole {
                break;
            }
            at -= 1;
        }
        at
    }

    /// The first row of `node` that is neither an attribute nor a comment.
    fn first_row(&self, node: Node<'t>) -> usize {
        let mut todo = node;
        // Attributes sit among the first children, or one level down in a list of modifiers.
        for _ in 0..4 {
            let mut cursor = todo.walk();
            let next = todo
                .children(&mut cursor)
                .find(|c| !matches!(self.rules.role(*c), Role::Attribute | Role::Comment) && !self.only_attributes(*c));
            match next {
                Some(child) if self.rules.holds_attributes(child) => todo = child,
                Some(child) => return child.start_position().row,
                None => break,
            }
        }
        todo.start_position().row
    }

    fn only_attributes(&self, node: Node<'t>) -> bool {
        if !self.rules.holds_attributes(node) || self.rules.role(node) != Role::Modifiers {
            return false;
        }
        let mut cursor = node.walk();
        node.children(&mut cursor)
            .all(|c| self.rules.role(c) == Role::Attribute)
    }

    fn leave(&mut self) {
        let Some(step) = self.path.pop() else { return };
        if step.opened
            && let Some(at) = self.open.pop()
            && self.rules.trim_tail
            && let Some(symbol) = self.symbols.get_mut(at)
        {
            let last = small(self.code_row) + 1;
            symbol.span = LineSpan::new(symbol.span.first.0, last);
            symbol.outer = LineSpan::new(symbol.outer.first.0, last);
        }
    }

    /// The innermost open node.
    fn here(&self) -> Option<Node<'t>> {
        self.path.last().map(|s| s.node)
    }

    /// Source text of `node`.
    fn text_of(&self, node: Node<'t>) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    /// Text of `node` as a component of a name: one line, bounded.
    fn word(&self, node: Node<'t>) -> Option<String> {
        let mut word = String::new();
        for part in self.text_of(node).split_whitespace() {
            if word.len() + part.len() > COMPONENT {
                break;
            }
            if !word.is_empty() {
                word.push(' ');
            }
            word.push_str(part);
        }
        (!word.is_empty()).then_some(word)
    }

    /// The text of the field `name` of the innermost node, named there.
    fn field(&self, field: &str) -> Option<Named> {
        let node = self.here()?;
        let name = self.word(node.child_by_field_name(field)?)?;
        Some(self.named(name))
    }

    /// `name` carried by the innermost node.
    fn named(&self, name: String) -> Named {
        Named {
            name,
            base: self.path.len().saturating_sub(1),
            head: None,
        }
    }

    /// Last component of the name of the nearest class around.
    fn class_around(&self) -> Option<&str> {
        self.open
            .iter()
            .rev()
            .filter_map(|&i| self.symbols.get(i))
            .find(|s| s.kind != SymbolKind::Function)
            .and_then(|s| s.name.rsplit('.').next())
    }
}

impl<'t> Step<'t> {
    /// Notes that `node` is the next child; gives its first row with what belongs to it above.
    fn child(&mut self, node: Node<'t>, role: Role, docs: table::Docs, text: &str) -> usize {
        self.before = self.child;
        let outer = self.lead(node, role, docs, text);
        // Ruby keeps the comments above the first member outside of the body that holds it.
        let starts = self.role == Role::Plain && self.before.is_none() && node.start_byte() == self.node.start_byte();
        let outer = if starts { outer.min(self.outer) } else { outer };
        self.child = Some((node, outer));
        outer
    }

    fn lead(&mut self, node: Node<'t>, role: Role, docs: table::Docs, text: &str) -> usize {
        let first = node.start_position().row;
        let kept = self.lead.filter(|l| l.bound || l.last + 1 >= first);
        match role {
            Role::Attribute if docs.binds(text.get(node.byte_range()).unwrap_or_default()) => {
                self.lead = Some(Lead {
                    first: kept.map_or(first, |l| l.first),
                    last: last_row(node),
                    bound: true,
                });
            }
            Role::Comment => {
                let own_line = self.before.is_none_or(|(b, _)| last_row(b) < first);
                let doc = own_line && docs.is_doc(text.get(node.byte_range()).unwrap_or_default());
                let last = last_row(node);
                self.lead = match kept {
                    Some(l) => Some(Lead { last, ..l }),
                    None if doc => Some(Lead {
                        first,
                        last,
                        bound: false,
                    }),
                    None => None,
                };
            }
            _ => {
                self.lead = None;
                return kept.map_or(first, |l| l.first.min(first));
            }
        }
        first
    }
}

/// The last row with something of `node` on it.
fn last_row(node: Node<'_>) -> usize {
    let (start, end) = (node.start_position(), node.end_position());
    if end.column == 0 && end.row > start.row {
        end.row - 1
    } else {
        end.row
    }
}
