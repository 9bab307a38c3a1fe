//! Files that a piece of Python opens for writing: `open(p, "w")`, `Path(p).write_text(…)`. A scan for these
//! forms, no parser.

use std::collections::HashMap;

/// Paths it writes, as written, each once.
pub(in crate::read::events) fn writes(code: &str) -> Vec<String> {
    let names = names(code);
    let mut out: Vec<String> = Vec::new();
    let mut add = |path: Option<String>| {
        if let Some(p) = path.filter(|p| !p.is_empty() && !out.contains(p)) {
            out.push(p);
        }
    };
    for (_, rest) in places(code, "open(") {
        let args = rest.split([')', '\n']).next().unwrap_or("");
        let Some((file, mode)) = args.split_once(',') else {
            continue;
        };
        let mode = mode
            .trim_start()
            .trim_start_matches("mode")
            .trim_start_matches([' ', '=']);
        let mode = mode.trim_start_matches(['"', '\'']);
        if mode.starts_with(['w', 'a', 'x']) || mode.starts_with("r+") {
            add(value(file, &names));
        }
    }
    for form in [".write_text(", ".write_bytes("] {
        for (before, _) in places(code, form) {
            add(owner(before, &names));
        }
    }
    out
}

fn places<'a>(code: &'a str, what: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
    code.match_indices(what)
        .take(200)
        .filter_map(move |(at, _)| Some((code.get(..at)?, code.get(at + what.len()..)?)))
}

/// What stands in front of `.write_text`: `Path("x")` or a name.
fn owner(before: &str, names: &HashMap<&str, String>) -> Option<String> {
    if let Some(inside) = before.strip_suffix(')') {
        let (_, arg) = inside.rsplit_once('(')?;
        return value(arg, names);
    }
    let start = before
        .rfind(|c: char| !c.is_alphanumeric() && c != '_')
        .map_or(0, |n| n + 1);
    names.get(before.get(start..)?).cloned()
}

fn value(raw: &str, names: &HashMap<&str, String>) -> Option<String> {
    let raw = raw.trim();
    literal(raw).or_else(|| names.get(raw).cloned())
}

fn literal(raw: &str) -> Option<String> {
    let raw = raw.trim_start_matches(['r', 'b', 'f']);
    let quote = raw.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let inside = raw.get(1..)?.split(quote).next()?;
    (!inside.is_empty() && !inside.contains('{')).then(|| inside.to_owned())
}

/// Names that stand for a path: `p = "x"`, `p = Path("x")`.
fn names(code: &str) -> HashMap<&str, String> {
    let mut out = HashMap::new();
    for line in code.split(['\n', ';']).take(5_000) {
        let Some((name, what)) = line.split_once('=') else {
            continue;
        };
        let name = name.trim();
        if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let what = what.trim();
        let inner = what.rsplit_once("Path(").map_or(what, |(_, arg)| arg);
        if let Some(path) = literal(inner) {
            out.insert(name, path);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::writes;

    #[test]
    fn writing_is_told_from_reading() {
        assert_eq!(writes("open('a.py','w').write(s)"), ["a.py"]);
        assert_eq!(writes("with open(\"b/c.ts\", mode=\"a\") as f:\n  pass"), ["b/c.ts"]);
        assert_eq!(writes("s = open('a.py').read()\nprint(open('x', 'r').read())"), [""; 0]);
        assert_eq!(
            writes("p='src/a.py'\ns=open(p).read()\nopen(p, 'w').write(s)"),
            ["src/a.py"]
        );
        assert_eq!(
            writes("from pathlib import Path\np = Path('k/[id].tsx')\nt = p.read_text()\np.write_text(t)"),
            ["k/[id].tsx"]
        );
        assert_eq!(writes("Path('z.md').write_text('')"), ["z.md"]);
        assert_eq!(writes("open(f'{x}.py','w')"), [""; 0]);
    }
}
