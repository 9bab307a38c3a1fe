//! Kinds of nodes that never hold a definition: the walk does not look inside, which is half of its work.
//!
//! Only for speed; a language without a list is read as well.

use crate::read::lang::Lang;

const PYTHON: &[&str] = &[
    "expression_statement",
    "return_statement",
    "import_statement",
    "import_from_statement",
    "future_import_statement",
    "assert_statement",
    "raise_statement",
    "delete_statement",
    "parameters",
    "argument_list",
    "attribute",
    "binary_operator",
    "boolean_operator",
    "call",
    "comparison_operator",
    "decorator",
    "not_operator",
    "string",
    "subscript",
    "tuple",
    "type",
];

const JAVA: &[&str] = &[
    "annotation",
    "array_type",
    "formal_parameters",
    "generic_type",
    "import_declaration",
    "marker_annotation",
    "package_declaration",
    "scoped_type_identifier",
    "string_literal",
    "super_interfaces",
    "throws",
    "type_parameters",
];

const JAVASCRIPT: &[&str] = &["export_clause", "import_statement", "regex", "string"];

const TYPESCRIPT: &[&str] = &[
    "export_clause",
    "import_statement",
    "interface_body",
    "regex",
    "string",
    "type_alias_declaration",
    "type_annotation",
    "type_arguments",
    "type_parameters",
];

const GO: &[&str] = &[
    "const_declaration",
    "import_declaration",
    "interpreted_string_literal",
    "parameter_list",
    "type_parameter_list",
];

const RUST: &[&str] = &[
    "attribute_item",
    "inner_attribute_item",
    "macro_definition",
    "parameters",
    "string_literal",
    "token_tree",
    "type_arguments",
    "type_parameters",
    "use_declaration",
    "where_clause",
];

const PHP: &[&str] = &["namespace_use_declaration", "string", "variable_name"];

const C: &[&str] = &[
    "argument_list",
    "expression_statement",
    "parameter_list",
    "preproc_include",
    "return_statement",
    "string_literal",
];

const CPP: &[&str] = &["parameter_list", "preproc_include", "string_literal"];

/// The kinds of `lang` without definitions inside.
pub(super) fn kinds(lang: Lang) -> &'static [&'static str] {
    match lang {
        Lang::Python => PYTHON,
        Lang::Java => JAVA,
        Lang::JavaScript => JAVASCRIPT,
        Lang::TypeScript | Lang::Tsx => TYPESCRIPT,
        Lang::Go => GO,
        Lang::Rust => RUST,
        Lang::Php => PHP,
        Lang::C => C,
        Lang::Cpp => CPP,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grammars_know_every_kind() {
        for lang in Lang::ALL {
            for kind in kinds(lang) {
                let known = lang.grammar().is_some_and(|g| g.id_for_node_kind(kind, true) != 0);
                assert!(known, "{}: no {kind}", lang.name());
            }
        }
    }
}
