//! The columns of a dataset by meaning: our fields with the names they go by, `--map`, and what was understood.
//!
//! Case, underscores, hyphens and blanks of a name do not count. Names alone are not enough: whoever takes a cell
//! looks at its value too (`row.rs`, `case.rs`).

use std::collections::{BTreeMap, HashSet};

use serde_json::{Map, Value};

use crate::base::error::{Problem, Result};
use crate::read::reader::Mapping;

/// A field of ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Field {
    Id,
    Repo,
    Owner,
    Number,
    BaseCommit,
    Title,
    Body,
    Statement,
    Issues,
    Document,
    Comments,
    CreatedAt,
    Language,
    Images,
    Patch,
    GoldFiles,
    GoldFunctions,
    Blocks,
    Category,
    Relevance,
    Difficulty,
    AnnotationBy,
    Benchmark,
}

/// Field, our name of it, and the names that datasets use, squeezed, the best first.
const TABLE: [(Field, &str, &[&str]); 23] = [
    (Field::Id, "id", &["instanceid", "caseid", "issueid", "taskid", "id"]),
    (
        Field::Repo,
        "repo",
        &["repo", "repofullname", "repository", "fullname", "reponame"],
    ),
    (
        Field::Owner,
        "owner",
        &["org", "owner", "user", "organization", "repoowner"],
    ),
    (Field::Number, "number", &["number", "pullnumber", "prnumber"]),
    (
        Field::BaseCommit,
        "base_commit",
        &[
            "basecommit",
            "basesha",
            "basecommitsha",
            "preagentcommitid",
            "parentcommit",
            "base",
        ],
    ),
    (Field::Title, "title", &["title", "issuetitle"]),
    (Field::Body, "body", &["body", "issuebody"]),
    (
        Field::Statement,
        "statement",
        &["problemstatement", "statement", "issuetext"],
    ),
    (Field::Issues, "issues", &["resolvedissues"]),
    (Field::Document, "document", &["repodocumentcontent", "specification"]),
    (
        Field::Comments,
        "comments",
        &["hintstext", "hints", "comments", "issuecomments"],
    ),
    (
        Field::CreatedAt,
        "created_at",
        &["createdat", "issuecreatedat", "created"],
    ),
    (
        Field::Language,
        "language",
        &["language", "repolanguage", "lang", "programminglanguage"],
    ),
    (
        Field::Images,
        "images",
        &[
            "imageassets",
            "images",
            "issueimages",
            "imagepaths",
            "localimages",
            "imagefiles",
            "imageurls",
            "imagelist",
            "image",
            "imagepath",
            "imageurl",
            "screenshots",
            "screenshot",
        ],
    ),
    (Field::Patch, "patch", &["patch", "fixpatch", "goldpatch"]),
    (
        Field::GoldFiles,
        "gold_files",
        &[
            "difffiles",
            "editfiles",
            "editedfiles",
            "goldfiles",
            "changedfiles",
            "modifiedfiles",
            "files",
        ],
    ),
    (
        Field::GoldFunctions,
        "gold_functions",
        &[
            "editfunctions",
            "editedfunctions",
            "goldfunctions",
            "functions",
            "gtsymbolsmodified",
            "modifiednodes",
        ],
    ),
    (Field::Blocks, "gold_blocks", &["gtcodeblocks"]),
    (
        Field::Category,
        "category",
        &[
            "category",
            "imagecategory",
            "imgcategory",
            "imagecategories",
            "categories",
        ],
    ),
    (
        Field::Relevance,
        "relevance",
        &[
            "relevance",
            "imagerelevance",
            "imgrelevance",
            "imagerelevances",
            "relevances",
        ],
    ),
    (Field::Difficulty, "difficulty", &["difficulty"]),
    (Field::AnnotationBy, "annotation_by", &["annotationby", "annotatedby"]),
    (Field::Benchmark, "benchmark", &["benchmark", "benchmarkname"]),
];

/// Columns of which one file may tell; hostile files could have new ones in every row.
const COLUMNS: usize = 2_000;

impl Field {
    /// Our name of it.
    pub(super) fn name(self) -> &'static str {
        TABLE
            .iter()
            .find(|(f, _, _)| *f == self)
            .map_or("", |(_, name, _)| name)
    }

    fn names(self) -> &'static [&'static str] {
        TABLE
            .iter()
            .find(|(f, _, _)| *f == self)
            .map_or(&[], |(_, _, names)| names)
    }

    /// Name of its column in SWE-bench, or ours.
    pub(super) fn usual_column(self) -> &'static str {
        match self {
            Self::Id => "instance_id",
            Self::Statement => "problem_statement",
            Self::Comments => "hints_text",
            _ => self.name(),
        }
    }

    /// Whether the squeezed keys have a name of this field.
    pub(super) fn among(self, keys: &HashSet<String>) -> bool {
        self.names().iter().any(|n| keys.contains(*n))
    }
}

/// A name without case, underscores, hyphens, dots and blanks.
pub(super) fn squeeze(name: &str) -> String {
    let kept = name.chars().filter(|c| !matches!(c, '_' | '-' | '.' | ' '));
    kept.flat_map(char::to_lowercase).collect()
}

/// The field that a squeezed name is one of, and how good a name it is.
fn named(plain: &str) -> Option<(Field, usize)> {
    let mut all = TABLE.iter();
    all.find_map(|(field, _, names)| Some((*field, names.iter().position(|n| *n == plain)?)))
}

/// The squeezed keys of a row.
pub(super) fn keys(row: &Map<String, Value>) -> HashSet<String> {
    row.keys().map(|k| squeeze(k)).collect()
}

/// What the names mean in one file: the table, and what a person said.
#[derive(Debug, Default)]
pub(super) struct Names {
    forced: BTreeMap<Field, String>,
}

impl Names {
    /// Takes `--map FIELD=COLUMN`.
    ///
    /// # Errors
    /// A field that is none of ours.
    pub(super) fn new(wishes: &BTreeMap<String, String>) -> Result<Self> {
        let mut forced = BTreeMap::new();
        for (field, column) in wishes {
            let found = TABLE.iter().find(|(_, name, _)| squeeze(name) == squeeze(field));
            let Some((found, _, _)) = found else {
                let all: Vec<&str> = TABLE.iter().map(|(_, name, _)| *name).collect();
                return Err(Problem::input(format!("--map {field}={column}: no field '{field}'"))
                    .mend(format!("the fields are: {}", all.join(", "))));
            };
            forced.insert(*found, column.clone());
        }
        Ok(Self { forced })
    }

    /// Whether a person named the column of `field`.
    pub(super) fn forced(&self, field: Field) -> bool {
        self.forced.contains_key(&field)
    }

    /// The columns of `row` that may fill each field, the best first. A column that a person named fills that
    /// field and no other.
    pub(super) fn places(&self, row: &Map<String, Value>) -> BTreeMap<Field, Vec<String>> {
        let mut found: Vec<(Field, usize, &String)> = Vec::new();
        for column in row.keys() {
            if let Some(field) = self.wished(row, column) {
                found.push((field, 0, column));
                continue;
            }
            let named = named(&squeeze(column)).filter(|(field, _)| !self.forced(*field));
            found.extend(named.map(|(field, at)| (field, at, column)));
        }
        found.sort_by_key(|(field, at, _)| (*field, *at));
        let mut out: BTreeMap<Field, Vec<String>> = BTreeMap::new();
        for (field, _, column) in found {
            out.entry(field).or_default().push(column.clone());
        }
        out
    }

    fn wished(&self, row: &Map<String, Value>, column: &str) -> Option<Field> {
        let fits = |wish: &str| wish == column || (squeeze(wish) == squeeze(column) && !row.contains_key(wish));
        let mut all = self.forced.iter();
        all.find(|(_, wish)| fits(wish)).map(|(field, _)| *field)
    }
}

/// What was understood of the columns of a file so far.
#[derive(Debug, Default)]
pub(super) struct Told {
    mapped: Vec<(Field, String)>,
    columns: Vec<String>,
    seen: HashSet<String>,
}

impl Told {
    /// Hears the columns of a row.
    pub(super) fn columns<'a>(&mut self, columns: impl Iterator<Item = &'a String>) {
        for column in columns {
            if self.columns.len() < COLUMNS && !self.seen.contains(column) {
                self.seen.insert(column.clone());
                self.columns.push(column.clone());
            }
        }
    }

    /// The columns, as a person can read them.
    pub(super) fn listed(&self) -> String {
        let all = self.columns.iter().take(60).map(|c| crate::text::clean::line(c));
        all.collect::<Vec<_>>().join(", ")
    }

    /// Hears which column filled which field of a row.
    pub(super) fn used(&mut self, used: &[(Field, String)]) {
        for pair in used {
            if self.mapped.len() < COLUMNS && !self.mapped.contains(pair) {
                self.mapped.push(pair.clone());
            }
        }
    }

    /// All of it.
    ///
    /// # Errors
    /// A person named a column that no row has.
    pub(super) fn mapping(mut self, what: String, names: &Names) -> Result<Mapping> {
        for (field, column) in &names.forced {
            let plain = squeeze(column);
            if !self.columns.is_empty() && !self.columns.iter().any(|c| squeeze(c) == plain) {
                return Err(
                    Problem::input(format!("--map {}={column}: no column '{column}'", field.name()))
                        .mend(format!("the columns are: {}", self.listed())),
                );
            }
        }
        self.mapped.sort();
        let filled = |f: Field| self.mapped.iter().any(|(m, _)| *m == f);
        let text = filled(Field::Statement) || filled(Field::Title) || filled(Field::Issues) || filled(Field::Document);
        // A column of that name is there, and is told as kept.
        let there: HashSet<Field> = self
            .columns
            .iter()
            .filter_map(|c| Some(named(&squeeze(c))?.0))
            .collect();
        let missing = TABLE.iter().filter(|(f, _, _)| match f {
            // Every case has one: of the column, the key before the row, or made of its parts.
            Field::Id => self.mapped.is_empty(),
            f if there.contains(f) => false,
            Field::Owner | Field::Number | Field::Issues | Field::Document | Field::Blocks | Field::Benchmark => false,
            Field::Title | Field::Body => !text,
            Field::Statement => !text && !filled(Field::Body),
            _ => !filled(*f),
        });
        Ok(Mapping {
            what,
            missing: missing.map(|(_, name, _)| (*name).to_owned()).collect(),
            extra: self
                .columns
                .iter()
                .filter(|c| !self.mapped.iter().any(|(_, m)| m == *c))
                .cloned()
                .collect(),
            mapped: self
                .mapped
                .iter()
                .map(|(f, c)| (f.name().to_owned(), c.clone()))
                .collect(),
        })
    }
}
