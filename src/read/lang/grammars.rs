//! The grammars that are built in: those of the core always, the others by Cargo feature.

use tree_sitter::Language;

use super::Lang;

/// The grammar of `lang`; `None` when its feature is not built in.
pub(super) fn grammar(lang: Lang) -> Option<Language> {
    #[cfg(feature = "perl")]
    if lang == Lang::Perl {
        return Some(arborium_perl::language().into());
    }
    core(lang).or_else(|| more(lang)).or_else(|| heavy(lang))
}

fn core(lang: Lang) -> Option<Language> {
    let built = match lang {
        Lang::TypeScript => tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
        Lang::Tsx => tree_sitter_typescript::LANGUAGE_TSX,
        Lang::JavaScript => tree_sitter_javascript::LANGUAGE,
        Lang::Python => tree_sitter_python::LANGUAGE,
        Lang::Java => tree_sitter_java::LANGUAGE,
        Lang::C => tree_sitter_c::LANGUAGE,
        Lang::Cpp => tree_sitter_cpp::LANGUAGE,
        Lang::Go => tree_sitter_go::LANGUAGE,
        Lang::Rust => tree_sitter_rust::LANGUAGE,
        Lang::CSharp => tree_sitter_c_sharp::LANGUAGE,
        Lang::Php => tree_sitter_php::LANGUAGE_PHP,
        Lang::Ruby => tree_sitter_ruby::LANGUAGE,
        Lang::Html | Lang::Vue => tree_sitter_html::LANGUAGE,
        // Its blocks (`{#if a < b}`) need a grammar of their own; the scripts come out without it as well.
        #[cfg(not(feature = "more"))]
        Lang::Svelte => tree_sitter_html::LANGUAGE,
        _ => return None,
    };
    Some(built.into())
}

#[cfg(feature = "more")]
fn more(lang: Lang) -> Option<Language> {
    let built = match lang {
        Lang::Svelte => tree_sitter_svelte_ng::LANGUAGE,
        Lang::Css => tree_sitter_css::LANGUAGE,
        Lang::Kotlin => tree_sitter_kotlin_sg::LANGUAGE,
        Lang::Swift => tree_sitter_swift::LANGUAGE,
        Lang::Scala => tree_sitter_scala::LANGUAGE,
        Lang::Dart => tree_sitter_dart::LANGUAGE,
        Lang::Lua => tree_sitter_lua::LANGUAGE,
        Lang::Shell => tree_sitter_bash::LANGUAGE,
        Lang::Elixir => tree_sitter_elixir::LANGUAGE,
        Lang::R => tree_sitter_r::LANGUAGE,
        Lang::Zig => tree_sitter_zig::LANGUAGE,
        Lang::Solidity => tree_sitter_solidity::LANGUAGE,
        Lang::GdScript => tree_sitter_gdscript::LANGUAGE,
        Lang::Clojure => tree_sitter_clojure_orchard::LANGUAGE,
        _ => return None,
    };
    Some(built.into())
}

#[cfg(not(feature = "more"))]
fn more(_: Lang) -> Option<Language> {
    None
}

#[cfg(feature = "heavy")]
fn heavy(lang: Lang) -> Option<Language> {
    let built = match lang {
        Lang::ObjectiveC => tree_sitter_objc::LANGUAGE,
        Lang::Haskell => tree_sitter_haskell::LANGUAGE,
        Lang::Julia => tree_sitter_julia::LANGUAGE,
        Lang::OCaml => tree_sitter_ocaml::LANGUAGE_OCAML,
        Lang::OCamlInterface => tree_sitter_ocaml::LANGUAGE_OCAML_INTERFACE,
        Lang::FSharp => tree_sitter_fsharp::LANGUAGE_FSHARP,
        Lang::Sql => tree_sitter_sequel::LANGUAGE,
        _ => return None,
    };
    Some(built.into())
}

#[cfg(not(feature = "heavy"))]
fn heavy(_: Lang) -> Option<Language> {
    None
}
