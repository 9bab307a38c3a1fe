//! Storing images by the SHA-256 of their bytes, and finding them in folders.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::base::error::{Problem, Result};
use crate::domain::case::{Case, StoredImage};
use crate::read::image::{self, Frames, Limits};
use crate::store::stage::Stage;
use crate::store::workspace::Workspace;

use super::Report;
use super::cases::last_part;
use super::intake::{Held, Link};

/// Images that lie aside until everything is prepared.
#[derive(Default)]
pub(super) struct Staged {
    files: Vec<(PathBuf, PathBuf)>,
    known: HashSet<PathBuf>,
}

impl Staged {
    /// Appoints them all.
    pub(super) fn adopt(self, stage: &mut Stage) -> Result<()> {
        self.files.into_iter().try_for_each(|(from, to)| stage.adopt(from, &to))
    }
}

/// Sets one image aside and names it in its case; true when the case changed.
pub(super) fn store(
    ws: &Workspace,
    case: &mut Case,
    link: Link,
    staged: &mut Staged,
    dir: &Path,
    report: &mut Report,
) -> Result<bool> {
    let place = |p: Problem| match link.line {
        0 => p.in_file(&link.from),
        line => p.in_file(&link.from).at_line(line),
    };
    let Some(exhibit) = case.exhibits.iter_mut().find(|e| e.source == link.source) else {
        report.refuse(place(
            Problem::input(format!("case '{}' shows no image '{}'", case.id, link.source)).at_field("url"),
        ));
        return Ok(false);
    };
    let file = match &link.held {
        Held::File(file) | Held::Aside(file) => file,
    };
    let bytes = match image::read_file(file, &Limits::default()) {
        Ok(bytes) => bytes,
        Err(fault) => {
            report.refuse(place(
                Problem::input(format!("{fault}: {}", file.display())).at_field("file"),
            ));
            return Ok(false);
        }
    };
    let (stored, fault) = describe(&bytes);
    if let Some(fault) = &fault {
        let p = Problem::input(format!("stored, but cannot be shown: {fault}"));
        report.faulty_images.push(match &link.held {
            Held::File(file) => p.in_file(file),
            Held::Aside(_) => place(p),
        });
    }
    let path = ws.image(&stored);
    if !path.exists() && staged.known.insert(path.clone()) {
        let aside = match link.held {
            Held::Aside(file) => file,
            Held::File(_) => {
                let aside = dir.join(format!("exhibit-{}", stored.sha256));
                std::fs::write(&aside, &bytes).map_err(|e| Problem::io("write", &aside, &e))?;
                aside
            }
        };
        staged.files.push((aside, path));
    }
    let same = exhibit.image.as_ref().map(|old| *old == stored);
    report.images.note(same);
    if same == Some(true) {
        return Ok(false);
    }
    exhibit.image = Some(stored);
    exhibit.fault = fault;
    Ok(true)
}

/// Sets the bytes of an image aside for its place in the workspace, unless it is there.
pub(super) fn aside(ws: &Workspace, bytes: &[u8], staged: &mut Staged, dir: &Path) -> Result<StoredImage> {
    let (stored, _) = describe(bytes);
    let path = ws.image(&stored);
    if !path.exists() && staged.known.insert(path.clone()) {
        let aside = dir.join(format!("swapped-{}", stored.sha256));
        std::fs::write(&aside, bytes).map_err(|e| Problem::io("write", &aside, &e))?;
        staged.files.push((aside, path));
    }
    Ok(stored)
}

/// The record of an image, and why it cannot be shown, if so.
pub(in crate::work) fn describe(bytes: &[u8]) -> (StoredImage, Option<String>) {
    let sha256 = crate::base::num::hex(Sha256::digest(bytes).iter());
    match image::probe(bytes) {
        Ok(info) => (
            StoredImage {
                sha256,
                format: info.format.to_string().to_lowercase(),
                width: info.width,
                height: info.height,
                frames: match info.frames {
                    Frames::Still => 1,
                    Frames::Animated(n) => n.unwrap_or(0),
                },
                bytes: info.bytes,
            },
            None,
        ),
        Err(fault) => (
            StoredImage {
                sha256,
                format: "bin".to_owned(),
                width: 0,
                height: 0,
                frames: 1,
                bytes: bytes.len() as u64,
            },
            Some(fault.to_string()),
        ),
    }
}

/// Pictures of named folders, by file name.
pub(super) struct Folders<'a> {
    files: &'a HashMap<String, Vec<PathBuf>>,
}

impl<'a> Folders<'a> {
    pub(super) fn new(files: &'a HashMap<String, Vec<PathBuf>>) -> Self {
        Self { files }
    }

    /// Whether there are any.
    pub(super) fn any(&self) -> bool {
        !self.files.is_empty()
    }

    /// Adds links for exhibits of `case` that have none: by the last part of their address, under a folder of
    /// the case's id or anywhere.
    pub(super) fn links(&self, case: &Case, links: &mut Vec<Link>) {
        if self.files.is_empty() {
            return;
        }
        let own = |p: &&PathBuf| p.components().any(|c| c.as_os_str() == case.id.as_str());
        for exhibit in &case.exhibits {
            if links.iter().any(|l| l.source == exhibit.source) {
                continue;
            }
            let name = last_part(&exhibit.source);
            let ends = |n: &&String| n.strip_suffix(name).is_some_and(|lead| lead.ends_with('-'));
            let found = self.files.get(name).or_else(|| {
                let mut all = self.files.iter();
                all.find(|(n, all)| ends(n) && all.iter().any(|p| own(&p)))
                    .map(|(_, all)| all)
            });
            let file = match found.filter(|_| !name.is_empty()).map(Vec::as_slice) {
                Some([only]) => Some(only),
                Some(several) => several.iter().find(own),
                None => None,
            };
            if let Some(file) = file {
                links.push(Link {
                    source: exhibit.source.clone(),
                    from: file.clone(),
                    line: 0,
                    held: Held::File(file.clone()),
                });
            }
        }
    }
}
