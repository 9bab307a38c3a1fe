//! Paths and names of files in a text.

/// Endings of files that software is made of.
const ENDINGS: [&str; 92] = [
    "js",
    "jsx",
    "mjs",
    "cjs",
    "ts",
    "tsx",
    "mts",
    "cts",
    "vue",
    "svelte",
    "astro",
    "coffee",
    "py",
    "pyi",
    "pyx",
    "ipynb",
    "java",
    "kt",
    "kts",
    "scala",
    "groovy",
    "clj",
    "cljs",
    "go",
    "rs",
    "c",
    "cc",
    "cpp",
    "cxx",
    "h",
    "hpp",
    "hh",
    "hxx",
    "cs",
    "fs",
    "vb",
    "xaml",
    "razor",
    "cshtml",
    "php",
    "twig",
    "rb",
    "erb",
    "haml",
    "rake",
    "swift",
    "m",
    "mm",
    "zig",
    "lua",
    "pl",
    "pm",
    "r",
    "jl",
    "ex",
    "exs",
    "erl",
    "hs",
    "ml",
    "mli",
    "dart",
    "css",
    "scss",
    "sass",
    "less",
    "styl",
    "html",
    "htm",
    "xml",
    "json",
    "json5",
    "yaml",
    "yml",
    "toml",
    "ini",
    "cfg",
    "conf",
    "properties",
    "sql",
    "sh",
    "bash",
    "ps1",
    "bat",
    "md",
    "mdx",
    "rst",
    "txt",
    "log",
    "proto",
    "graphql",
    "gradle",
    "cmake",
];

/// Products whose names look like files.
const PRODUCTS: [&str; 24] = [
    "node",
    "vue",
    "next",
    "nuxt",
    "react",
    "express",
    "three",
    "d3",
    "chart",
    "socket",
    "moment",
    "p5",
    "angular",
    "ember",
    "backbone",
    "babylon",
    "alpine",
    "discord",
    "handlebars",
    "solid",
    "ethers",
    "deck",
    "asp",
    "knockout",
];

/// Folders by which a path without an ending is known.
const FOLDERS: [&str; 20] = [
    "src",
    "lib",
    "app",
    "apps",
    "pkg",
    "packages",
    "components",
    "test",
    "tests",
    "node_modules",
    "include",
    "internal",
    "cmd",
    "crates",
    "modules",
    "plugins",
    "site-packages",
    "dist",
    "vendor",
    "static",
];

fn part(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '/' | '\\' | '@' | '+' | '~' | '$' | '*' | '%')
}

/// Whether a name ends as files do.
pub(super) fn is_name(name: &str) -> bool {
    let Some((stem, ending)) = name.rsplit_once('.') else {
        return false;
    };
    let letters = stem.chars().filter(char::is_ascii_alphabetic).count();
    // `a.m.`, `f.ex.`
    let least = if ending.len() == 1 || ending == "ex" { 2 } else { 1 };
    letters >= least && ENDINGS.iter().any(|e| e.eq_ignore_ascii_case(ending))
}

fn is_product(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name);
    PRODUCTS.iter().any(|p| p.eq_ignore_ascii_case(stem)) && name.to_ascii_lowercase().ends_with(".js")
}

/// The file of one run of [`part`] characters; `None` when it is none.
fn file(run: &str) -> Option<&str> {
    let run = run.trim_end_matches(['.', '/', '-', '+', '~', '@', '$', '*', '%']);
    let run = run.trim_start_matches(['-', '+', '*', '$']);
    let name = run.rsplit(['/', '\\']).next().unwrap_or(run);
    if is_name(name) && !(name == run && is_product(name)) {
        return Some(run);
    }
    let mut folders = run.split('/').filter(|f| !matches!(*f, "" | "." | ".." | "~"));
    let many = folders.clone().count() > 1;
    (many && folders.any(|f| FOLDERS.contains(&f))).then_some(run)
}

/// Files in order of the text, without line numbers. Of an address the path counts, and only when it names a file.
pub(super) fn all(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some((_, run)) = rest.find(part).and_then(|at| rest.split_at_checked(at)) {
        let end = run.find(|c: char| !part(c)).unwrap_or(run.len());
        let Some((head, after)) = run.split_at_checked(end) else {
            break;
        };
        rest = after;
        // `C:\x.cs`, `file:///x.js`, `http://host:80/x.js`.
        let drive = head.len() == 1 && after.starts_with(":\\");
        if drive {
            let path = after.get(1..).unwrap_or_default();
            let end = path.find(|c: char| !part(c)).unwrap_or(path.len());
            let whole = run.get(..2 + end).and_then(|w| file(w.get(2..)?).map(|f| (w, f)));
            if let Some((whole, f)) = whole {
                out.extend(whole.get(..2 + f.len()));
            }
            rest = path.get(end..).unwrap_or_default();
        } else if head.starts_with("//") && text_before(text, run).ends_with(':') {
            let address = head.trim_start_matches('/');
            let inside = if head.starts_with("///") {
                Some(address)
            } else {
                address.split_once('/').map(|(_, p)| p)
            };
            // A port: the path comes in the next run.
            out.extend(inside.filter(|p| is_name(p.rsplit('/').next().unwrap_or(p))));
        } else if head.starts_with(|c: char| c.is_ascii_digit())
            && head.contains('/')
            && text_before(text, run).ends_with(':')
        {
            let inside = head.split_once('/').map(|(_, p)| p);
            out.extend(inside.filter(|p| is_name(p.rsplit('/').next().unwrap_or(p))));
        } else {
            out.extend(file(head).filter(|f| f.contains('/') || !is_call(f, after)));
        }
    }
    out
}

/// Whether `console.log(x)` rather than a file with its place, `a.ts(12,5)`.
pub(super) fn is_call(name: &str, after: &str) -> bool {
    let bracket = after.strip_prefix('(');
    bracket.is_some_and(|r| !r.starts_with(|c: char| c.is_ascii_digit())) || name.starts_with("console.")
}

/// What of `text` stands before its tail `run`.
fn text_before<'a>(text: &'a str, run: &str) -> &'a str {
    text.get(..text.len().saturating_sub(run.len())).unwrap_or_default()
}
