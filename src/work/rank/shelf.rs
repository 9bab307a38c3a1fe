//! One repository made ready to be ranked: what was read of its blobs, and the pool of a commit with its index.

use crate::base::path::RepoPath;
use crate::domain::bm25::Recipe;
use crate::domain::bm25::ask::Ask;
use crate::domain::bm25::index::Index;
use crate::domain::bm25::pack::{Leaf, Library, Part};
use crate::domain::bm25::pool;
use crate::domain::bm25::words::{Bag, Words};
use crate::domain::case::Case;
use crate::domain::evidence::Evidence;
use crate::domain::symbol::SymbolKind;
use crate::read::repo::{self, Entry, Fault, Repo};
use crate::read::{lang, outline};
use crate::store::cache;
use crate::store::workspace::Workspace;
use crate::work::office::Office;

/// What a pool holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Want {
    /// Functions too.
    pub functions: bool,
    /// Tests too.
    pub tests: bool,
}

/// One document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doc {
    /// Its file.
    pub path: RepoPath,
    /// The function, `Class.method`; `None` for a file.
    pub name: Option<Box<str>>,
    /// Lines of the function, first and last.
    pub lines: Option<(u32, u32)>,
}

/// Documents with their index, in order of path and name.
#[derive(Debug, Default)]
pub struct Level {
    /// The documents.
    pub docs: Vec<Doc>,
    /// Their index.
    pub index: Index,
}

impl Level {
    /// The number of a file.
    pub fn file(&self, path: &RepoPath) -> Option<u32> {
        let at = self.docs.binary_search_by(|d| d.path.cmp(path)).ok()?;
        u32::try_from(at).ok()
    }

    /// A document by number.
    pub fn doc(&self, n: u32) -> Option<&Doc> {
        self.docs.get(usize::try_from(n).ok()?)
    }
}

/// What is ranked at one commit.
#[derive(Debug, Default)]
pub struct Pool {
    /// Its files.
    pub files: Level,
    /// Its functions; `None` when nobody asked for them.
    pub functions: Option<Level>,
    /// Source files that are left out as tests, and as generated, binary or too large.
    pub tests: usize,
    /// See `tests`.
    pub others: usize,
}

/// A repository at hand.
#[derive(Debug)]
pub struct Shelf {
    repo: Repo,
    name: String,
    lib: Library,
}

/// Told how many files of how many are read; says whether to go on.
pub type Watch<'a> = dyn FnMut(usize, usize) -> bool + 'a;

impl Shelf {
    /// Opens the repository and takes what an earlier command kept of it.
    ///
    /// # Errors
    /// There is no such repository.
    pub fn open(office: &Office, name: &str, recipe: Recipe) -> Result<Self, Fault> {
        let repo = office.repo(name)?;
        let kept = cache::load(&office.ws.root, &file_name(name, recipe));
        let lib = kept.and_then(|bytes| Library::unpack(recipe, &bytes));
        Ok(Self {
            repo,
            name: name.to_owned(),
            lib: lib.unwrap_or_else(|| Library::new(recipe)),
        })
    }

    /// Keeps what was read for the next command. A cache that cannot be written is no reason to fail.
    pub fn keep(&self, ws: &Workspace) {
        if self.lib.changed() {
            let most = usize::try_from(cache::LARGEST).unwrap_or(usize::MAX) / 2;
            let bytes = self.lib.pack(most);
            drop(cache::save(
                &ws.root,
                &file_name(&self.name, self.lib.words.recipe()),
                &bytes,
            ));
        }
    }

    /// Its terms.
    pub fn words(&self) -> &Words {
        &self.lib.words
    }

    /// The query of a case.
    pub fn ask(&self, case: &Case, evidence: &[Evidence]) -> Ask {
        Ask::new(&self.lib.words, &case.title, &case.body, evidence)
    }

    /// Which of these paths exist at `commit`.
    ///
    /// # Errors
    /// The commit is not in this clone.
    pub fn present(&self, commit: &str, paths: &[RepoPath]) -> Result<Vec<bool>, Fault> {
        self.repo.present(commit, paths)
    }

    /// The pool of `commit`; `None` when `watch` said to stop.
    ///
    /// # Errors
    /// No commit id, a commit or a file that is not in this clone.
    pub fn pool(&mut self, commit: &str, want: Want, watch: &mut Watch<'_>) -> Result<Option<Pool>, Fault> {
        if commit.is_empty() {
            return Err(Fault::NoBase);
        }
        // A branch or tag names another commit tomorrow.
        if commit.len() < 7 || !commit.chars().all(|c| c.is_ascii_hexdigit()) {
            return Err(Fault::Git(format!("the base commit '{commit}' is no commit id")));
        }
        let mut out = Pool::default();
        let mut files = self.repo.files(commit, &|| false)?;
        files.retain(|f| lang::is_source(&f.path));
        if !want.tests {
            let before = files.len();
            files.retain(|f| !pool::is_test(&f.path));
            out.tests = before - files.len();
        }
        let before = files.len();
        files.retain(|f| !pool::is_minified(&f.path));
        out.others = before - files.len();
        let total = files.len();
        let mut bags = Vec::with_capacity(total);
        let mut parts: Vec<(Doc, Bag)> = Vec::new();
        let times = self.lib.words.recipe().path();
        for (n, file) in files.iter().enumerate() {
            if n % 16 == 0 && !watch(n, total) {
                return Ok(None);
            }
            let leaf = self.leaf(file, want.functions)?;
            let Some(bag) = &leaf.bag else {
                out.others += 1;
                continue;
            };
            let path = self.lib.words.bag(&file.path);
            let doc = Doc {
                path: RepoPath::new(file.path.as_str()),
                name: None,
                lines: None,
            };
            bags.push(bag.and(&path, times));
            for part in leaf.parts.iter().flatten().filter(|_| want.functions) {
                let name = self.lib.words.bag(&part.name);
                parts.push((
                    Doc {
                        name: Some(part.name.clone()),
                        lines: Some(part.lines),
                        ..doc.clone()
                    },
                    part.bag.and(&name, 1).and(&path, times),
                ));
            }
            out.files.docs.push(doc);
        }
        if !watch(total, total) {
            return Ok(None);
        }
        let recipe = self.lib.words.recipe();
        out.files.index = Index::new(recipe, &bags);
        if want.functions {
            parts.sort_by(|(a, _), (b, _)| (&a.path, &a.name).cmp(&(&b.path, &b.name)));
            let (docs, bags): (Vec<Doc>, Vec<Bag>) = parts.into_iter().unzip();
            let index = Index::new(recipe, &bags);
            out.functions = Some(Level { docs, index });
        }
        Ok(Some(out))
    }

    fn leaf(&mut self, file: &Entry, functions: bool) -> Result<std::sync::Arc<Leaf>, Fault> {
        // The language, and so the outline, depends on the name.
        let name = file.path.rsplit('/').next().unwrap_or("");
        let kind = name.rsplit_once('.').map_or(name, |(_, ext)| ext);
        let key = format!("{}.{kind}", file.id);
        if let Some(leaf) = self.lib.get(&key)
            && (leaf.bag.is_none() || leaf.parts.is_some() || !functions)
        {
            return Ok(leaf);
        }
        let text = match self.repo.content(file, pool::LARGEST) {
            Ok(raw) => repo::as_text(&raw).ok().filter(|t| !pool::is_generated(t)),
            Err(Fault::TooLarge(_)) => None,
            Err(fault) => return Err(fault),
        };
        let leaf = text.map_or_else(Leaf::default, |text| Leaf {
            bag: Some(self.lib.words.bag(&text)),
            parts: functions.then(|| parts(&mut self.lib.words, &file.path, &text)),
        });
        Ok(self.lib.put(&key, leaf))
    }
}

fn file_name(repo: &str, recipe: Recipe) -> String {
    cache::name(repo, recipe.name())
}

/// The outermost functions of a file with the lines that belong to them; those of one name are one document.
fn parts(words: &mut Words, path: &str, text: &str) -> Vec<Part> {
    let Some(outline) = outline::outline_of(path, text, &|| false) else {
        return Vec::new();
    };
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut out: Vec<Part> = Vec::new();
    for (n, symbol) in outline.symbols.iter().enumerate() {
        if symbol.kind != SymbolKind::Function || symbol.anchor != n {
            continue;
        }
        let at = |line: u32| usize::try_from(line).unwrap_or(usize::MAX);
        let (first, last) = (at(symbol.outer.first.0) - 1, at(symbol.outer.last.0).min(lines.len()));
        let body: String = lines.get(first..last).unwrap_or_default().concat();
        let bag = words.bag(&body);
        match out.iter_mut().find(|p| *p.name == *symbol.name) {
            Some(same) => same.bag = same.bag.and(&bag, 1),
            None => out.push(Part {
                name: symbol.name.as_str().into(),
                lines: (symbol.span.first.0, symbol.span.last.0),
                bag,
            }),
        }
    }
    out
}
