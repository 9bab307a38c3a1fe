//! Our side of the comparison with the languages' own compilers: the functions of files as JSON lines.
//!
//! `outline ROOT < paths` prints one line per function; `--time` and `--parse-only` print seconds instead, for the
//! whole outline and for the grammar alone. `run.sh` drives it.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a program for the command line that measures"
)]

use std::error::Error;
use std::io::Write as _;
use std::path::Path;
use std::time::Instant;

use casefile::domain::symbol::SymbolKind;
use casefile::read::lang::Lang;
use casefile::read::outline::outline_of;
use serde_json::json;

fn main() -> Result<(), Box<dyn Error>> {
    let mut mode = String::new();
    let mut root = String::new();
    for arg in std::env::args().skip(1) {
        if arg.starts_with("--") {
            mode = arg;
        } else {
            root = arg;
        }
    }
    let mut files = Vec::new();
    for path in std::io::stdin().lines() {
        let path = path?;
        let bytes = std::fs::read(Path::new(&root).join(&path))?;
        files.push((path, String::from_utf8_lossy(&bytes).into_owned()));
    }
    let bytes: usize = files.iter().map(|(_, text)| text.len()).sum();
    let start = Instant::now();
    match mode.as_str() {
        "--parse-only" => {
            let nodes: usize = files.iter().map(|(path, text)| parsed(path, text)).sum();
            println!(
                "parse only: {:.3} s, {bytes} bytes, {nodes} nodes",
                start.elapsed().as_secs_f64()
            );
        }
        "--time" => {
            let found: usize = files
                .iter()
                .filter_map(|(path, text)| outline_of(path, text, &|| false))
                .map(|outline| outline.symbols.len())
                .sum();
            println!(
                "outline:    {:.3} s, {bytes} bytes, {found} definitions",
                start.elapsed().as_secs_f64()
            );
        }
        _ => {
            let mut out = std::io::BufWriter::new(std::io::stdout().lock());
            for (path, text) in &files {
                let symbols = outline_of(path, text, &|| false).unwrap_or_default().symbols;
                for s in symbols.iter().filter(|s| s.kind == SymbolKind::Function) {
                    let (first, last) = (s.span.first.0, s.span.last.0);
                    writeln!(
                        out,
                        "{}",
                        json!({"file": path, "name": s.name, "first": first, "last": last})
                    )?;
                }
            }
        }
    }
    Ok(())
}

/// Nodes of the tree of `text`, read as the outline reads it.
fn parsed(path: &str, text: &str) -> usize {
    let Some(lang) = Lang::of(path, text) else { return 0 };
    let mut parser = tree_sitter::Parser::new();
    let Some(grammar) = lang.grammar() else { return 0 };
    if parser.set_language(&grammar).is_err() {
        return 0;
    }
    parser
        .parse(text, None)
        .map_or(0, |tree| tree.root_node().descendant_count())
}
