//! The pictures that a row lists: addresses, paths, `{path, url}` objects, `{bytes, path}` structs, or lists of
//! these; and where their bytes are.

use std::collections::HashSet;
use std::path::{Component, Path};

use base64::Engine;
use serde_json::Value;

use crate::base::error::{Problem, Result};
use crate::read::image;
use crate::read::reader::ImageFrom;

use super::list;
use super::map::{Field, squeeze};
use super::row::{Cell, Row, bytes, filled};

/// A picture that a row lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Listed {
    /// Address or path by which it is named; `embedded:N` (from 1) when it has no name.
    pub(super) source: String,
    /// What holds it, as far as it is here.
    pub(super) from: Option<ImageFrom>,
}

/// One entry as it stands in the cell.
struct Entry {
    url: Option<String>,
    path: Option<String>,
    bytes: Option<Vec<u8>>,
}

/// The pictures of the row in order, also those that stand there twice. Paths are relative to `dir`.
///
/// # Errors
/// `image_assets` is text that is no JSON.
pub(super) fn listed(row: &mut Row<'_>, dir: &Path) -> Result<Vec<Listed>> {
    let forced = row.forced(Field::Images);
    let found = row.pick(Field::Images, |column, value, blobs| {
        let found = match entries(value, blobs, 0) {
            Some(found) => found,
            None if squeeze(column) == "imageassets" && filled(value).is_some() => {
                let why = Problem::input("expected JSON text of an object of lists").at_field(column);
                return Some((Err(why), Cell::Stays));
            }
            None => return None,
        };
        // The image of an environment goes by the same names as a picture.
        let single = !forced
            && matches!(
                squeeze(column).as_str(),
                "image" | "imageurl" | "imagepath" | "screenshot"
            );
        let shown = |e: &Entry| e.bytes.is_some() || e.url.iter().chain(&e.path).any(|s| is_picture(s));
        if single && (found.is_empty() || !found.iter().all(shown)) {
            return None;
        }
        Some((Ok(found), Cell::Stays))
    });
    let mut out = Vec::new();
    let mut held: HashSet<String> = HashSet::new();
    for (n, entry) in found.transpose()?.unwrap_or_default().into_iter().enumerate() {
        let Entry { url, path, bytes } = entry;
        let from = match (bytes, &path) {
            (Some(bytes), _) => Some(ImageFrom::Bytes(bytes)),
            (None, Some(path)) => beside(dir, path),
            (None, None) => None,
        };
        if from.is_none() && url.is_none() {
            row.notes.push("a listed picture is not beside the file");
        }
        // Many writers give all embedded pictures of a row the same name.
        let name = url.or(path).filter(|n| from.is_none() || !held.contains(n));
        let source = name.unwrap_or_else(|| format!("embedded:{}", n + 1));
        if matches!(from, Some(ImageFrom::Bytes(_))) {
            held.insert(source.clone());
        }
        out.push(Listed { source, from });
    }
    Ok(out)
}

/// The entries of a cell; `None` when it is nothing that could list pictures.
fn entries(value: &Value, blobs: &[Vec<u8>], depth: usize) -> Option<Vec<Entry>> {
    let plain = |url: Option<String>, path: Option<String>, bytes: Option<Vec<u8>>| Entry { url, path, bytes };
    if let Some(raw) = bytes(value, blobs) {
        return Some(vec![plain(None, None, Some(raw.to_vec()))]);
    }
    match value {
        _ if depth > 3 => None,
        Value::Object(o) => {
            if let Some(part) = ["problem_statement", "issue", "body"].iter().find_map(|k| o.get(*k)) {
                return if part.is_null() {
                    Some(Vec::new())
                } else {
                    entries(part, blobs, depth + 1)
                };
            }
            let get = |keys: &[&str]| keys.iter().find_map(|k| o.get(*k).and_then(filled)).map(str::to_owned);
            let url = get(&["url", "src", "image_url"]);
            let path = get(&["path", "file", "file_name", "image_path"]);
            let raw = o.get("bytes").or_else(|| o.get("data"));
            let held = raw.and_then(|b| bytes(b, blobs)).map(<[u8]>::to_vec);
            let held = held.or_else(|| packed(raw?.as_str()?));
            if let Some(raw) = url.as_deref().or(path.as_deref()).and_then(packed) {
                return Some(vec![plain(None, None, Some(raw))]);
            }
            match (&url, &path, &held) {
                (None, None, None) if o.is_empty() || o.contains_key("patch") => Some(Vec::new()),
                (None, None, None) => None,
                (None, Some(p), _) if is_address(p) => Some(vec![plain(path, None, held)]),
                _ => Some(vec![plain(url, path, held)]),
            }
        }
        Value::String(text) => match list::parsed(text) {
            None if packed(text).is_some() => Some(vec![plain(None, None, packed(text))]),
            Some(inner) => entries(&inner, blobs, depth + 1),
            None if text.trim_start().starts_with(['[', '{']) => None,
            None => {
                let all = text.lines().map(str::trim).filter(|l| !l.is_empty());
                let entry = |name: &str| {
                    if let Some(raw) = packed(name) {
                        return plain(None, None, Some(raw));
                    }
                    let name = Some(name.to_owned());
                    if name.as_deref().is_some_and(is_address) {
                        plain(name, None, None)
                    } else {
                        plain(None, name, None)
                    }
                };
                Some(all.map(entry).collect())
            }
        },
        Value::Array(all) => {
            let mut out = Vec::new();
            for one in all.iter().filter(|v| !v.is_null()) {
                out.extend(entries(one, blobs, depth + 1)?);
            }
            Some(out)
        }
        _ => None,
    }
}

/// The bytes of a picture that stands there as base64, with `data:image/…;base64,` before it or bare; `None` when
/// they are no picture.
fn packed(text: &str) -> Option<Vec<u8>> {
    /// Characters that no name of a file reaches by chance, and the most that are decoded.
    const BARE: std::ops::Range<usize> = 32..64 << 20;
    let text = text.trim();
    let code = match text.strip_prefix("data:image/") {
        Some(rest) => rest.split_once(";base64,")?.1,
        None if text.len() < BARE.start => return None,
        None => text,
    };
    let known = |b: u8| b.is_ascii_alphanumeric() || b.is_ascii_whitespace() || b"+/=".contains(&b);
    if code.len() > BARE.end || !code.bytes().all(known) {
        return None;
    }
    let code: Vec<u8> = code
        .bytes()
        .filter(|b| !b.is_ascii_whitespace() && *b != b'=')
        .collect();
    let raw = base64::engine::general_purpose::STANDARD_NO_PAD.decode(code).ok()?;
    image::probe(&raw).is_ok().then_some(raw)
}

fn is_address(name: &str) -> bool {
    ["http://", "https://", "//", "data:"]
        .iter()
        .any(|s| name.starts_with(s))
}

/// Whether a single name is one of a picture, by its ending or its host.
pub(super) fn is_picture(name: &str) -> bool {
    let plain = name.split(['?', '#']).next().unwrap_or(name).to_lowercase();
    let ends = ["png", "jpg", "jpeg", "gif", "webp", "bmp", "tif", "tiff", "svg"];
    let ending = plain.rsplit_once('.').is_some_and(|(_, e)| ends.contains(&e));
    let hosts = ["github.com/user-attachments/", "user-images.githubusercontent.com/"];
    ending || hosts.iter().any(|h| plain.contains(h))
}

/// The file that a relative path names, in the folder of the data or the one above; paths that lead elsewhere are
/// not followed.
fn beside(dir: &Path, path: &str) -> Option<ImageFrom> {
    let path = Path::new(path);
    let inside = path
        .components()
        .all(|c| matches!(c, Component::Normal(_) | Component::CurDir));
    if !inside {
        return None;
    }
    let above = dir.parent().filter(|_| dir.file_name().is_some());
    [Some(dir), above]
        .into_iter()
        .flatten()
        .map(|d| d.join(path))
        .find(|f| f.is_file())
        .map(ImageFrom::File)
}

/// The files `images/ID/ImageN.png` beside the data (Visual SWE-bench), for the pictures of the text in order.
pub(super) fn numbered(dir: &Path, id: &str, sources: &[&str]) -> Vec<Listed> {
    let folders = ["images", "Images"].map(|f| dir.join(f).join(id));
    let Some(folder) = folders.iter().find(|f| f.is_dir()) else {
        return Vec::new();
    };
    let ends = ["png", "jpg", "jpeg", "gif", "webp"];
    let file = |n: usize| {
        let mut all = ends.iter().map(|end| folder.join(format!("Image{n}.{end}")));
        all.find(|f| f.is_file())
    };
    let held = |(n, source): (usize, &&str)| {
        Some(Listed {
            source: (*source).to_owned(),
            from: Some(ImageFrom::File(file(n + 1)?)),
        })
    };
    sources.iter().enumerate().filter_map(held).collect()
}
