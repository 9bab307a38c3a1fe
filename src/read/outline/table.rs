//! Which node kinds of which grammar define what: data, one table per language.
//!
//! Kinds are named as the grammars name them; a test fails when a grammar no longer knows one.

use std::sync::OnceLock;

use tree_sitter::Node;

pub(super) use super::role::{Docs, Role};
use super::{Named, Walk, inert, more_tables, names, script};
use crate::domain::symbol::SymbolKind;
use crate::read::lang::Lang;

type Namer = for<'a, 't> fn(&'a Walk<'t>) -> Option<Named>;

/// What a node is, where its kind alone cannot say it.
type Sorter = for<'a, 't> fn(&'a Walk<'t>, SymbolKind) -> SymbolKind;

/// A table as written below.
pub(super) struct Table {
    pub(super) functions: &'static [&'static str],
    pub(super) classes: &'static [&'static str],
    pub(super) modules: &'static [&'static str],
    pub(super) attributes: &'static [&'static str],
    pub(super) modifiers: &'static [&'static str],
    pub(super) comments: &'static [&'static str],
    pub(super) carriers: &'static [&'static str],
    pub(super) declarations: &'static [&'static str],
    pub(super) docs: Docs,
    pub(super) modules_named: bool,
    pub(super) trim_tail: bool,
    pub(super) name: Namer,
    pub(super) sort: Sorter,
    pub(super) merges: bool,
}

/// A table ready for use.
pub(super) struct Rules {
    /// By the number of a kind: what it means, and whether no definition is ever inside.
    kinds: Vec<(Role, bool)>,
    /// Which comments are documentation.
    pub(super) docs: Docs,
    /// Modules are part of the names inside.
    pub(super) modules_named: bool,
    /// Blocks swallow the comments after them.
    pub(super) trim_tail: bool,
    /// Names the innermost node of the walk.
    pub(super) name: Namer,
    /// Says what it is.
    pub(super) sort: Sorter,
    /// Functions of one name that follow each other are one.
    pub(super) merges: bool,
}

impl Rules {
    pub(super) fn role(&self, node: Node<'_>) -> Role {
        self.kind(node).0
    }

    /// There is no need to look inside of `node`.
    pub(super) fn is_closed(&self, node: Node<'_>) -> bool {
        match self.kind(node) {
            // Broken code may hold anything.
            (_, true) => !node.has_error(),
            (Role::Plain, false) => node.child_count() == 0,
            _ => false,
        }
    }

    fn kind(&self, node: Node<'_>) -> (Role, bool) {
        let place = usize::from(node.kind_id());
        self.kinds.get(place).copied().unwrap_or((Role::Plain, false))
    }

    /// Attributes may be the first children of `node`.
    pub(super) fn holds_attributes(&self, node: Node<'_>) -> bool {
        matches!(
            self.role(node),
            Role::Modifiers | Role::Carrier | Role::Declaration | Role::Function | Role::Class
        )
    }
}

/// The rules of `lang`, built once.
pub(super) fn rules(lang: Lang) -> &'static Rules {
    static BUILT: [OnceLock<Rules>; Lang::COUNT] = [const { OnceLock::new() }; Lang::COUNT];
    static NONE: Rules = Rules {
        kinds: Vec::new(),
        docs: Docs::Never,
        modules_named: false,
        trim_tail: false,
        name: |_| None,
        sort: |_, kind| kind,
        merges: false,
    };
    BUILT
        .get(lang.place())
        .map_or(&NONE, |slot| slot.get_or_init(|| build(lang)))
}

fn build(lang: Lang) -> Rules {
    let table = table(lang);
    let inert = inert::kinds(lang);
    let kinds = lang.grammar().map_or_else(Vec::new, |grammar| {
        (0..u16::try_from(grammar.node_kind_count()).unwrap_or(u16::MAX))
            .map(|id| match grammar.node_kind_for_id(id) {
                Some(kind) if grammar.node_kind_is_named(id) => {
                    let role = table.role(kind);
                    (role, role == Role::Comment || inert.contains(&kind))
                }
                _ => (Role::Plain, false),
            })
            .collect()
    });
    Rules {
        kinds,
        docs: table.docs,
        modules_named: table.modules_named,
        trim_tail: table.trim_tail,
        name: table.name,
        sort: table.sort,
        merges: table.merges,
    }
}

impl Table {
    fn columns(&self) -> [(&'static [&'static str], Role); 8] {
        [
            (self.functions, Role::Function),
            (self.classes, Role::Class),
            (self.modules, Role::Module),
            (self.attributes, Role::Attribute),
            (self.modifiers, Role::Modifiers),
            (self.comments, Role::Comment),
            (self.carriers, Role::Carrier),
            (self.declarations, Role::Declaration),
        ]
    }

    fn role(&self, kind: &str) -> Role {
        self.columns()
            .into_iter()
            .find(|(kinds, _)| kinds.contains(&kind))
            .map_or(Role::Plain, |(_, role)| role)
    }
}

pub(super) const EMPTY: Table = Table {
    functions: &[],
    classes: &[],
    modules: &[],
    attributes: &[],
    modifiers: &[],
    comments: &["comment"],
    carriers: &[],
    declarations: &[],
    docs: Docs::Marked,
    modules_named: false,
    trim_tail: false,
    name: names::by_field,
    sort: |_, kind| kind,
    merges: false,
};

const JAVASCRIPT: Table = Table {
    functions: &[
        "function_declaration",
        "generator_function_declaration",
        "function_expression",
        "generator_function",
        "arrow_function",
        "method_definition",
    ],
    classes: &["class_declaration", "class"],
    attributes: &["decorator"],
    carriers: &["export_statement", "expression_statement"],
    declarations: &["lexical_declaration", "variable_declaration"],
    name: script::name,
    ..EMPTY
};

const TYPESCRIPT: Table = Table {
    functions: &[
        "function_declaration",
        "generator_function_declaration",
        "function_expression",
        "generator_function",
        "arrow_function",
        "method_definition",
        "function_signature",
        "method_signature",
        "abstract_method_signature",
    ],
    classes: &[
        "class_declaration",
        "abstract_class_declaration",
        "class",
        "interface_declaration",
        "enum_declaration",
    ],
    modules: &["internal_module", "module"],
    carriers: &["export_statement", "expression_statement", "ambient_declaration"],
    ..JAVASCRIPT
};

const PYTHON: Table = Table {
    functions: &["function_definition"],
    classes: &["class_definition"],
    attributes: &["decorator"],
    carriers: &["decorated_definition"],
    docs: Docs::Never,
    trim_tail: true,
    ..EMPTY
};

const JAVA: Table = Table {
    functions: &[
        "method_declaration",
        "constructor_declaration",
        "compact_constructor_declaration",
        "annotation_type_element_declaration",
    ],
    classes: &[
        "class_declaration",
        "interface_declaration",
        "enum_declaration",
        "record_declaration",
        "annotation_type_declaration",
    ],
    attributes: &["annotation", "marker_annotation"],
    modifiers: &["modifiers"],
    comments: &["line_comment", "block_comment"],
    ..EMPTY
};

const C: Table = Table {
    functions: &["function_definition", "compound_statement"],
    classes: &["struct_specifier", "union_specifier", "enum_specifier"],
    attributes: &["attribute_declaration"],
    docs: Docs::Block,
    name: names::c_family,
    ..EMPTY
};

const CPP: Table = Table {
    classes: &[
        "class_specifier",
        "struct_specifier",
        "union_specifier",
        "enum_specifier",
    ],
    functions: &["function_definition"],
    modules: &["namespace_definition"],
    carriers: &["template_declaration"],
    ..C
};

const GO: Table = Table {
    functions: &["function_declaration", "method_declaration"],
    classes: &["type_spec"],
    declarations: &["type_declaration"],
    docs: Docs::Any,
    name: names::go,
    ..EMPTY
};

const RUST: Table = Table {
    functions: &["function_item", "function_signature_item"],
    classes: &["impl_item", "trait_item", "struct_item", "enum_item", "union_item"],
    modules: &["mod_item"],
    attributes: &["attribute_item"],
    comments: &["line_comment", "block_comment"],
    name: names::rust,
    ..EMPTY
};

const CSHARP: Table = Table {
    functions: &[
        "method_declaration",
        "constructor_declaration",
        "destructor_declaration",
        "property_declaration",
        "indexer_declaration",
        "event_declaration",
        "operator_declaration",
        "conversion_operator_declaration",
        "local_function_statement",
    ],
    classes: &[
        "class_declaration",
        "struct_declaration",
        "interface_declaration",
        "record_declaration",
        "enum_declaration",
    ],
    modules: &["namespace_declaration"],
    attributes: &["attribute_list"],
    name: names::csharp,
    ..EMPTY
};

const PHP: Table = Table {
    functions: &["function_definition", "method_declaration"],
    classes: &[
        "class_declaration",
        "trait_declaration",
        "interface_declaration",
        "enum_declaration",
    ],
    modules: &["namespace_definition"],
    attributes: &["attribute_list"],
    ..EMPTY
};

const RUBY: Table = Table {
    functions: &["method", "singleton_method", "call"],
    classes: &["class"],
    modules: &["module"],
    docs: Docs::Any,
    modules_named: true,
    name: names::ruby,
    ..EMPTY
};

fn table(lang: Lang) -> &'static Table {
    match lang {
        Lang::TypeScript | Lang::Tsx => &TYPESCRIPT,
        Lang::JavaScript => &JAVASCRIPT,
        Lang::Python => &PYTHON,
        Lang::Java => &JAVA,
        Lang::C => &C,
        Lang::Cpp => &CPP,
        Lang::Go => &GO,
        Lang::Rust => &RUST,
        Lang::CSharp => &CSHARP,
        Lang::Php => &PHP,
        Lang::Ruby => &RUBY,
        _ => more_tables::table(lang),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grammars_know_every_kind() {
        for lang in Lang::ALL {
            let Some(grammar) = lang.grammar() else { continue };
            for (kinds, role) in table(lang).columns() {
                for kind in kinds {
                    assert!(
                        grammar.id_for_node_kind(kind, true) != 0,
                        "{}: no {kind} for {role:?}",
                        lang.name()
                    );
                }
            }
        }
    }
}
