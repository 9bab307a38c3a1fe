//! Storing images by the SHA-256 of their bytes, and finding them in folders.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::base::error::{Problem, Result};
use crate::domain::case::StoredImage;
use crate::read::image::{self, Frames, Limits};
use crate::read::reader::{ImageFrom, ImageLink};
use crate::store::whole;
use crate::store::workspace::Workspace;

use super::Report;
use super::cases::Known;

/// Stores one image and names it in its case.
pub(super) fn store(
    ws: &Workspace,
    link: &ImageLink,
    from: (&Path, usize),
    known: &mut Known,
    report: &mut Report,
) -> Result<()> {
    let place = |p: Problem| p.in_file(from.0).at_line(from.1);
    if !known.has(&link.case) {
        report.refused.push(place(
            Problem::input(format!("no case '{}' in the workspace", link.case))
                .at_field("instance_id")
                .mend("import the cases first, or in the same command"),
        ));
        return Ok(());
    }
    if known.exhibit(&link.case, &link.source).is_none() {
        report.refused.push(place(
            Problem::input(format!("case '{}' shows no image '{}'", link.case, link.source)).at_field("url"),
        ));
        return Ok(());
    }
    let bytes = match &link.from {
        ImageFrom::Bytes(bytes) => bytes.clone(),
        ImageFrom::File(file) => match image::read_file(file, &Limits::default()) {
            Ok(bytes) => bytes,
            Err(fault) => {
                report.refused.push(place(
                    Problem::input(format!("{fault}: {}", file.display())).at_field("file"),
                ));
                return Ok(());
            }
        },
    };
    let (stored, fault) = describe(&bytes);
    if let Some(fault) = &fault {
        report
            .faulty_images
            .push(Problem::input(format!("stored, but cannot be shown: {fault}")).in_file(from.0));
    }
    let path = ws.image(&stored);
    if !path.exists() {
        whole::write(&path, |out| {
            out.write_all(&bytes).map_err(|e| Problem::io("write", &path, &e))
        })?;
    }
    if let Some(exhibit) = known.exhibit(&link.case, &link.source) {
        let same = exhibit.image.as_ref().map(|old| *old == stored);
        report.images.note(same);
        if same != Some(true) {
            exhibit.image = Some(stored);
            exhibit.fault = fault;
            known.touched();
        }
    }
    Ok(())
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

/// Finds images of cases in folders, by the last part of their address, under a folder of the case's id or anywhere.
pub(super) fn link_folders(
    folders: &[PathBuf],
    known: &mut Known,
    links: &mut Vec<(ImageLink, PathBuf, usize)>,
) -> Result<()> {
    for folder in folders {
        let mut files: HashMap<String, Vec<PathBuf>> = HashMap::new();
        walk(folder, 0, &mut files)?;
        let before = links.len();
        for case in known.cases() {
            for exhibit in &case.exhibits {
                let name = exhibit
                    .source
                    .split(['?', '#'])
                    .next()
                    .unwrap_or("")
                    .rsplit('/')
                    .next()
                    .unwrap_or("");
                let own = |p: &&PathBuf| p.components().any(|c| c.as_os_str() == case.id.as_str());
                let ends = |n: &&String| n.strip_suffix(name).is_some_and(|lead| lead.ends_with('-'));
                let found = files.get(name).or_else(|| {
                    files
                        .iter()
                        .find(|(n, all)| ends(n) && all.iter().any(|p| own(&p)))
                        .map(|(_, all)| all)
                });
                let Some(found) = found.filter(|_| !name.is_empty()) else {
                    continue;
                };
                let file = match found.as_slice() {
                    [only] => Some(only),
                    several => several.iter().find(own),
                };
                if let Some(file) = file {
                    let link = ImageLink {
                        case: case.id.clone(),
                        source: exhibit.source.clone(),
                        from: ImageFrom::File(file.clone()),
                    };
                    links.push((link, folder.clone(), 0));
                }
            }
        }
        if links.len() == before {
            return Err(
                Problem::input("neither a repository nor a folder with images of known cases")
                    .in_file(folder)
                    .mend("name clones OWNER__NAME or OWNER/NAME, or images by the last part of their address"),
            );
        }
    }
    Ok(())
}

fn walk(dir: &Path, depth: usize, files: &mut HashMap<String, Vec<PathBuf>>) -> Result<()> {
    if depth > 4 {
        return Ok(());
    }
    let list = fs::read_dir(dir).map_err(|e| Problem::io("list", dir, &e))?;
    let mut all: Vec<PathBuf> = list.flatten().map(|e| e.path()).collect();
    all.sort();
    for path in all {
        // A link could lead anywhere, and around in circles.
        if path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            walk(&path, depth + 1, files)?;
        } else if let Some(name) = path.file_name().and_then(|n| n.to_str()) {
            files.entry(name.to_owned()).or_default().push(path.clone());
        }
    }
    Ok(())
}
