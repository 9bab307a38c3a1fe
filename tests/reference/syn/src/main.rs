//! Functions as `syn` sees them. `reference-syn ROOT < paths` prints JSON lines.

use proc_macro2::Span;
use serde_json::json;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{ForeignItemFn, ImplItemFn, ItemFn, ItemImpl, ItemTrait, Signature, TraitItemFn, Type, Visibility};

struct Walk<'a> {
    file: &'a str,
    around: Vec<String>,
}

impl Walk<'_> {
    fn function(&mut self, visibility: Option<&Visibility>, defaultness: Option<Span>, sig: &Signature, end: Span) {
        // Attributes stand above a definition.
        let start = match (visibility, defaultness) {
            (Some(v), _) if !matches!(v, Visibility::Inherited) => v.span(),
            (_, Some(word)) => word,
            _ => sig.span(),
        };
        self.around.push(sig.ident.to_string());
        let name = self.around.join(".");
        let (first, last) = (start.start().line, end.end().line);
        println!("{}", json!({"file": self.file, "name": name, "first": first, "last": last}));
    }

    fn inside(&mut self, visit: impl FnOnce(&mut Self)) {
        visit(self);
        self.around.pop();
    }
}

/// The type of an `impl`, stripped to its name.
fn name(ty: &Type) -> String {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|s| s.ident.to_string()).unwrap_or_default(),
        Type::Reference(inner) => name(&inner.elem),
        Type::Ptr(inner) => name(&inner.elem),
        Type::Paren(inner) => name(&inner.elem),
        Type::Group(inner) => name(&inner.elem),
        Type::TraitObject(object) => object
            .bounds
            .iter()
            .find_map(|b| match b {
                syn::TypeParamBound::Trait(t) => t.path.segments.last().map(|s| s.ident.to_string()),
                _ => None,
            })
            .unwrap_or_default(),
        other => {
            let text = other.span().source_text().unwrap_or_default();
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        }
    }
}

impl<'ast> Visit<'ast> for Walk<'_> {
    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.function(Some(&item.vis), None, &item.sig, item.block.span());
        self.inside(|w| visit::visit_item_fn(w, item));
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        let word = item.defaultness.map(|d| d.span);
        self.function(Some(&item.vis), word, &item.sig, item.block.span());
        self.inside(|w| visit::visit_impl_item_fn(w, item));
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        self.function(None, None, &item.sig, item.span());
        self.inside(|w| visit::visit_trait_item_fn(w, item));
    }

    fn visit_foreign_item_fn(&mut self, item: &'ast ForeignItemFn) {
        self.function(Some(&item.vis), None, &item.sig, item.span());
        self.inside(|w| visit::visit_foreign_item_fn(w, item));
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        self.around.push(name(&item.self_ty));
        self.inside(|w| visit::visit_item_impl(w, item));
    }

    fn visit_item_trait(&mut self, item: &'ast ItemTrait) {
        self.around.push(item.ident.to_string());
        self.inside(|w| visit::visit_item_trait(w, item));
    }
}

fn main() {
    let root = std::env::args().nth(1).expect("a folder");
    for file in std::io::stdin().lines() {
        let file = file.expect("a path");
        let source = std::fs::read(format!("{root}/{file}")).expect("a file");
        let source = String::from_utf8_lossy(&source);
        match syn::parse_file(&source) {
            Ok(tree) => Walk { file: &file, around: Vec::new() }.visit_file(&tree),
            Err(error) => println!("{}", json!({"file": file, "error": error.to_string()})),
        }
    }
}
