//! The node kinds of the languages behind the first twelve; see `table` for what the columns mean.

use super::table::{Docs, EMPTY, Table};
use super::{classes, forms, given, names};
use crate::read::lang::Lang;

impl Docs {
    /// Whether an attribute belongs to the definition below it.
    pub(super) fn binds(self, attribute: &str) -> bool {
        const TAGS: [&str; 6] = ["@doc", "@spec", "@impl", "@deprecated", "@since", "@dialyzer"];
        self != Self::Tagged || TAGS.iter().any(|t| attribute.starts_with(t))
    }
}

const KOTLIN: Table = Table {
    functions: &[
        "function_declaration",
        "secondary_constructor",
        "anonymous_initializer",
        "property_declaration",
        "getter",
        "setter",
    ],
    classes: &["class_declaration", "object_declaration", "infix_expression"],
    attributes: &["annotation"],
    modifiers: &["modifiers"],
    comments: &["line_comment", "multiline_comment"],
    name: classes::kotlin,
    ..EMPTY
};

const SWIFT: Table = Table {
    functions: &[
        "function_declaration",
        "protocol_function_declaration",
        "init_declaration",
        "deinit_declaration",
        "subscript_declaration",
        "property_declaration",
    ],
    classes: &["class_declaration", "protocol_declaration"],
    attributes: &["attribute"],
    modifiers: &["modifiers"],
    comments: &["comment", "multiline_comment"],
    name: classes::swift,
    ..EMPTY
};

const SCALA: Table = Table {
    functions: &["function_definition", "function_declaration", "val_definition"],
    classes: &[
        "class_definition",
        "object_definition",
        "trait_definition",
        "enum_definition",
        "given_definition",
        "package_object",
    ],
    attributes: &["annotation"],
    comments: &["comment", "block_comment"],
    trim_tail: true,
    name: classes::scala,
    ..EMPTY
};

const DART: Table = Table {
    functions: &[
        "method_declaration",
        "declaration",
        "function_declaration",
        "getter_declaration",
        "setter_declaration",
        "external_function_declaration",
        "external_getter_declaration",
        "external_setter_declaration",
        "local_function_declaration",
        "function_expression",
    ],
    classes: &[
        "class_declaration",
        "mixin_declaration",
        "extension_declaration",
        "enum_declaration",
    ],
    attributes: &["annotation"],
    comments: &[
        "comment",
        "block_comment",
        "documentation_comment",
        "documentation_block_comment",
    ],
    carriers: &["member_declaration"],
    declarations: &[
        "local_variable_declaration",
        "top_level_variable_declaration",
        "initialized_identifier_list",
        "static_final_declaration_list",
    ],
    name: classes::dart,
    ..EMPTY
};

const SOLIDITY: Table = Table {
    functions: &[
        "function_definition",
        "modifier_definition",
        "constructor_definition",
        "fallback_receive_definition",
    ],
    classes: &[
        "contract_declaration",
        "interface_declaration",
        "library_declaration",
        "struct_declaration",
        "enum_declaration",
    ],
    name: classes::solidity,
    ..EMPTY
};

const OBJECTIVE_C: Table = Table {
    functions: &["function_definition", "method_definition"],
    classes: &[
        "class_implementation",
        "class_interface",
        "protocol_declaration",
        "struct_specifier",
        "union_specifier",
        "enum_specifier",
    ],
    carriers: &["implementation_definition"],
    docs: Docs::Block,
    name: classes::objective_c,
    ..EMPTY
};

const ZIG: Table = Table {
    functions: &["function_declaration"],
    classes: &["variable_declaration"],
    name: classes::zig,
    ..EMPTY
};

const GDSCRIPT: Table = Table {
    functions: &[
        "function_definition",
        "constructor_definition",
        "get_body",
        "set_body",
        "lambda",
    ],
    classes: &["class_definition"],
    attributes: &["annotation"],
    modifiers: &["annotations"],
    docs: Docs::Any,
    trim_tail: true,
    name: classes::gdscript,
    ..EMPTY
};

const LUA: Table = Table {
    functions: &["function_declaration", "function_definition"],
    carriers: &["variable_declaration"],
    docs: Docs::Any,
    name: given::lua,
    ..EMPTY
};

const SHELL: Table = Table {
    functions: &["function_definition"],
    docs: Docs::Any,
    name: names::by_field,
    ..EMPTY
};

const R: Table = Table {
    functions: &["function_definition", "binary_operator"],
    docs: Docs::Any,
    name: given::r,
    sort: given::r_sort,
    ..EMPTY
};

const JULIA: Table = Table {
    functions: &["function_definition", "macro_definition", "assignment"],
    classes: &["struct_definition"],
    modules: &["module_definition"],
    attributes: &["string_literal"],
    comments: &["line_comment", "block_comment"],
    carriers: &["macrocall_expression", "const_statement"],
    declarations: &["macro_argument_list"],
    docs: Docs::Any,
    name: given::julia,
    ..EMPTY
};

const PERL: Table = Table {
    functions: &[
        "subroutine_declaration_statement",
        "method_declaration_statement",
        "anonymous_subroutine_expression",
    ],
    classes: &["class_statement", "role_statement"],
    modules: &["package_statement"],
    comments: &["comment", "pod"],
    carriers: &["expression_statement"],
    docs: Docs::Any,
    name: given::perl,
    sort: given::perl_sort,
    ..EMPTY
};

const HASKELL: Table = Table {
    functions: &["function", "bind"],
    classes: &["data_type", "newtype", "class", "instance"],
    attributes: &["signature", "pragma"],
    comments: &["comment", "haddock"],
    docs: Docs::Any,
    trim_tail: true,
    name: forms::haskell,
    merges: true,
    ..EMPTY
};

const ELIXIR: Table = Table {
    functions: &["call"],
    attributes: &["unary_operator"],
    docs: Docs::Tagged,
    name: forms::elixir,
    sort: forms::elixir_sort,
    ..EMPTY
};

const CLOJURE: Table = Table {
    functions: &["list_lit"],
    docs: Docs::Any,
    name: forms::clojure,
    sort: forms::clojure_sort,
    ..EMPTY
};

const OCAML: Table = Table {
    functions: &["let_binding", "method_definition"],
    classes: &["module_binding", "module_type_definition", "class_binding"],
    declarations: &["value_definition", "module_definition", "class_definition"],
    docs: Docs::Any,
    name: forms::ocaml,
    ..EMPTY
};

const OCAML_INTERFACE: Table = Table {
    functions: &[],
    declarations: &["module_definition"],
    ..OCAML
};

const FSHARP: Table = Table {
    functions: &[
        "function_or_value_defn",
        "method_or_prop_defn",
        "member_signature",
        "additional_constr_defn",
    ],
    classes: &[
        "anon_type_defn",
        "record_type_defn",
        "union_type_defn",
        "enum_type_defn",
        "interface_type_defn",
        "type_extension",
        "module_defn",
    ],
    attributes: &["attributes"],
    comments: &["line_comment", "block_comment", "xml_doc"],
    carriers: &["member_defn"],
    declarations: &["type_definition", "type_extension_elements"],
    trim_tail: true,
    name: forms::fsharp,
    ..EMPTY
};

const SQL: Table = Table {
    functions: &[
        "create_function",
        "create_trigger",
        "create_view",
        "create_materialized_view",
    ],
    carriers: &["statement"],
    docs: Docs::Any,
    name: forms::sql,
    ..EMPTY
};

pub(super) fn table(lang: Lang) -> &'static Table {
    match lang {
        Lang::Kotlin => &KOTLIN,
        Lang::Swift => &SWIFT,
        Lang::Scala => &SCALA,
        Lang::Dart => &DART,
        Lang::Solidity => &SOLIDITY,
        Lang::ObjectiveC => &OBJECTIVE_C,
        Lang::Zig => &ZIG,
        Lang::GdScript => &GDSCRIPT,
        Lang::Lua => &LUA,
        Lang::Shell => &SHELL,
        Lang::R => &R,
        Lang::Julia => &JULIA,
        Lang::Perl => &PERL,
        Lang::Haskell => &HASKELL,
        Lang::Elixir => &ELIXIR,
        Lang::Clojure => &CLOJURE,
        Lang::OCaml => &OCAML,
        Lang::OCamlInterface => &OCAML_INTERFACE,
        Lang::FSharp => &FSHARP,
        Lang::Sql => &SQL,
        // Markup and styles define no functions of their own; the first twelve have their tables in `table`.
        _ => &EMPTY,
    }
}
