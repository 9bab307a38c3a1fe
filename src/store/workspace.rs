//! The workspace: the folder that holds it all. Opening, making, and where each thing in it is.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::base::error::{Problem, Result};
use crate::domain::case::StoredImage;

use super::config::{self, Config, GITIGNORE, TEMPLATE};
use super::whole;

/// An opened workspace.
#[derive(Debug, Clone)]
pub struct Workspace {
    /// Its folder.
    pub root: PathBuf,
    /// Its settings.
    pub config: Config,
    /// Links of this clone to repositories.
    pub links: BTreeMap<String, PathBuf>,
}

impl Workspace {
    /// Opens the workspace in `root`.
    ///
    /// # Errors
    /// No `casefile.toml` there, or one with a mistake.
    pub fn open(root: &Path) -> Result<Self> {
        let toml = root.join("casefile.toml");
        if !toml.is_file() {
            let hint = format!("make one with: casefile init {}", root.display());
            return Err(Problem::input("no workspace here: casefile.toml is missing")
                .in_file(root)
                .mend(hint));
        }
        let mut config: Config = config::read_toml(&toml)?;
        settle_names(&mut config).map_err(|p| p.in_file(&toml))?;
        if config.version != 1 {
            return Err(
                Problem::input(format!("version {} is not known to this build", config.version))
                    .in_file(toml)
                    .at_field("version")
                    .mend("use a newer casefile, or version = 1"),
            );
        }
        Ok(Self {
            root: root.to_owned(),
            config,
            links: config::links(root)?,
        })
    }

    /// Makes an empty workspace in `root`, which must be new or empty.
    ///
    /// # Errors
    /// When there is something already, or the folder cannot be written.
    pub fn init(root: &Path) -> Result<Self> {
        if root.join("casefile.toml").exists() {
            return Err(Problem::input("there is a workspace already")
                .in_file(root)
                .mend("open it with: casefile DIR"));
        }
        let taken = fs::read_dir(root).is_ok_and(|d| d.flatten().any(|e| e.file_name() != ".git"));
        if taken {
            return Err(Problem::input("the folder is not empty")
                .in_file(root)
                .mend("name a new or empty folder"));
        }
        Self::lay(root)
    }

    /// Writes the fixed files of a workspace into `root`.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn lay(root: &Path) -> Result<Self> {
        for dir in ["exhibits", "evidence", "runs", "journal", "repos"] {
            let path = root.join(dir);
            fs::create_dir_all(&path).map_err(|e| Problem::io("make the folder", &path, &e))?;
        }
        whole::write_text(&root.join(".gitignore"), GITIGNORE)?;
        whole::write_text(&root.join(".gitattributes"), "journal/**/*.jsonl -text merge=union\n")?;
        if !root.join("cases.jsonl").exists() {
            whole::write_text(&root.join("cases.jsonl"), "")?;
        }
        whole::write_text(&root.join("casefile.toml"), TEMPLATE)?;
        Self::open(root)
    }

    /// `cases.jsonl`.
    pub fn cases(&self) -> PathBuf {
        self.root.join("cases.jsonl")
    }

    /// `candidates.jsonl`: harmful-image candidates.
    pub fn candidates(&self) -> PathBuf {
        self.root.join("candidates.jsonl")
    }

    /// File of a stored image.
    pub fn image(&self, image: &StoredImage) -> PathBuf {
        self.root.join(image.file())
    }

    /// Names of the runs, sorted.
    pub fn runs(&self) -> Vec<String> {
        let mut out: Vec<String> = fs::read_dir(self.root.join("runs"))
            .into_iter()
            .flatten()
            .flatten()
            .filter(|d| d.path().join("suspects.jsonl").is_file())
            .filter_map(|d| d.file_name().into_string().ok())
            .collect();
        out.sort();
        out
    }

    /// `runs/RUN/suspects.jsonl`.
    pub fn suspects(&self, run: &str) -> PathBuf {
        self.root.join("runs").join(run).join("suspects.jsonl")
    }

    /// `runs/RUN/events.jsonl`.
    pub fn events(&self, run: &str) -> PathBuf {
        self.root.join("runs").join(run).join("events.jsonl")
    }

    /// `.casefile/originals/RUN.json`: where this clone imported the trajectories of a run from, by case.
    pub fn originals(&self, run: &str) -> PathBuf {
        self.root.join(".casefile/originals").join(format!("{run}.json"))
    }

    /// `gold.jsonl`: gold as casefile computed it.
    pub fn gold(&self) -> PathBuf {
        self.root.join("gold.jsonl")
    }

    /// Evidence files, sorted.
    pub fn evidence(&self) -> Vec<PathBuf> {
        whole::lines_in(&self.root.join("evidence"))
    }

    /// Git directory of `OWNER/NAME`: this clone's link, then `casefile.toml`, then `repos/OWNER__NAME.git`.
    pub fn repo(&self, name: &str) -> Option<PathBuf> {
        if let Some(dir) = self.links.get(name).or_else(|| self.config.repos.get(name)) {
            return Some(self.root.join(dir));
        }
        let own = self.root.join("repos").join(format!("{}.git", name.replace('/', "__")));
        own.exists().then_some(own)
    }
}

/// Writes the names of a round as they stand in folder names, as [`annotator_given`] does for `--as`.
///
/// # Errors
/// A name that cannot be one.
pub fn settle_names(config: &mut Config) -> Result<()> {
    let round = &mut config.round;
    for (field, names) in [("annotators", &mut round.annotators), ("auditors", &mut round.auditors)] {
        for name in names.iter_mut() {
            *name = annotator_given(name).map_err(|p| p.at_field(format!("round.{field}")))?;
        }
        let mut seen = std::collections::HashSet::new();
        names.retain(|n| seen.insert(n.clone()));
    }
    Ok(())
}

/// As [`annotator`], for a name given on purpose: it may be written with capitals and blanks, nothing else.
///
/// # Errors
/// A character that no name has, or no usable name.
pub fn annotator_given(raw: &str) -> Result<String> {
    let wrong = raw.chars().find(|c| !(c.is_alphanumeric() || " ._-".contains(*c)));
    if let Some(c) = wrong {
        let shown = crate::text::clean::line(&c.to_string());
        return Err(Problem::input(format!("'{shown}' cannot stand in an annotator name"))
            .mend("use 1 to 64 letters, digits, '.', '_' or '-', as in: --as mara"));
    }
    annotator(raw)
}

/// An annotator name as it stands in folder names: letters, digits, `.`, `_`, `-`.
///
/// # Errors
/// When nothing usable is left.
pub fn annotator(raw: &str) -> Result<String> {
    let mut out = String::new();
    for c in raw.trim().to_lowercase().chars() {
        if c.is_alphanumeric() || matches!(c, '.' | '_') {
            out.push(c);
        } else if !out.ends_with('-') && !out.is_empty() {
            out.push('-');
        }
    }
    let out = out.trim_matches(['-', '.']).to_owned();
    if out.is_empty() || out.len() > 64 {
        return Err(Problem::input(format!("'{raw}' is no annotator name"))
            .mend("use 1 to 64 letters, digits, '.', '_' or '-', as in: --as mara"));
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_folder_names() {
        assert_eq!(annotator("Mara Óð Lund").unwrap(), "mara-óð-lund");
        assert_eq!(annotator("../../etc/passwd").unwrap(), "etc-passwd");
        assert!(annotator(" .. ").is_err());
    }

    #[test]
    fn init_refuses_what_is_there() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("w");
        Workspace::init(&root).unwrap();
        assert!(Workspace::init(&root).unwrap_err().what.contains("already"));
        fs::write(dir.path().join("x"), "").unwrap();
        assert!(Workspace::init(dir.path()).unwrap_err().what.contains("not empty"));
        fs::write(root.join("casefile.toml"), "version = 1\nblnd = true\n").unwrap();
        let err = Workspace::open(&root).unwrap_err();
        assert_eq!((err.line, err.exit_code()), (Some(2), 2), "{err}");
    }
}
