//! Functions and classes of one source file, as an outline.

/// A line number, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line1(pub u32);

/// Lines `first..=last`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LineSpan {
    /// First line.
    pub first: Line1,
    /// Last line, included.
    pub last: Line1,
}

impl LineSpan {
    /// Lines `first..=last`, both counted from 1.
    pub fn new(first: u32, last: u32) -> Self {
        Self {
            first: Line1(first),
            last: Line1(last.max(first)),
        }
    }

    /// Whether `line` lies inside.
    pub fn holds(self, line: Line1) -> bool {
        self.first <= line && line <= self.last
    }

    /// Number of lines.
    pub fn len(self) -> u32 {
        self.last.0 - self.first.0 + 1
    }

    /// A span holds at least one line.
    pub fn is_empty(self) -> bool {
        false
    }
}

/// What kind of definition a symbol is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SymbolKind {
    /// Function, method, constructor, accessor, named arrow function.
    Function,
    /// Class, struct, interface, trait, enum, impl block, object type.
    Class,
    /// Module or namespace.
    Module,
}

/// One definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// Qualified name with dots: `Class.method`, `func`, `outer.inner`.
    pub name: String,
    /// What it is.
    pub kind: SymbolKind,
    /// From the first line of the definition itself to its last.
    pub span: LineSpan,
    /// As `span`, with decorators, attributes, annotations and doc comments directly above.
    pub outer: LineSpan,
    /// Index of the enclosing symbol in the outline.
    pub parent: Option<usize>,
    /// Index of the outermost enclosing function (itself when there is none); for classes and modules itself.
    pub anchor: usize,
}

/// Definitions of one file in order of their first line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outline {
    /// The definitions; parents come before their children.
    pub symbols: Vec<Symbol>,
}

impl Outline {
    /// The innermost function whose outer span holds `line`.
    pub fn function_at(&self, line: Line1) -> Option<&Symbol> {
        self.symbols
            .iter()
            .filter(|s| s.kind == SymbolKind::Function && s.outer.holds(line))
            .min_by_key(|s| s.outer.len())
    }

    /// The outermost function around `symbol` (the one gold names).
    pub fn anchor_of<'a>(&'a self, symbol: &'a Symbol) -> &'a Symbol {
        self.symbols.get(symbol.anchor).unwrap_or(symbol)
    }

    /// Finds a definition by qualified name; failing that, by its last component when only one has it.
    pub fn find(&self, name: &str) -> Option<&Symbol> {
        if let Some(hit) = self.symbols.iter().find(|s| s.name == name) {
            return Some(hit);
        }
        let leaf = name.rsplit(['.', ':', '#']).next().unwrap_or(name);
        let mut hits = self.symbols.iter().filter(|s| s.name.rsplit('.').next() == Some(leaf));
        match (hits.next(), hits.next()) {
            (Some(only), None) => Some(only),
            _ => None,
        }
    }
}
