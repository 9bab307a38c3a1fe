//! Looks of stored images, each computed once: kept in `.casefile/cache/` by the SHA-256 of the bytes.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

use sha2::{Digest, Sha256};

use crate::base::error::Result;
use crate::base::num::hex;
use crate::domain::case::StoredImage;
use crate::domain::synth::look::Look;
use crate::read::image::{self, Limits};
use crate::read::meter::Meter;
use crate::store::cache;
use crate::store::workspace::Workspace;

/// The number changes with how looks are computed.
const FILE: &str = "looks-1";

/// Looks of images, and why others have none.
#[derive(Debug, Default)]
pub(in crate::work) struct Looks {
    /// By SHA-256 of the bytes.
    pub(in crate::work) known: BTreeMap<String, Look>,
    /// Images that cannot be read, by file, with the reason.
    pub(in crate::work) faults: BTreeMap<String, String>,
}

/// The looks of `images`, those not seen before from their files.
///
/// # Errors
/// A stop.
pub(in crate::work) fn of<'i>(
    ws: &Workspace,
    images: impl Iterator<Item = &'i StoredImage>,
    meter: &Meter,
) -> Result<Looks> {
    let mut out = Looks {
        known: load(ws),
        faults: BTreeMap::new(),
    };
    let wanted: BTreeMap<&str, &StoredImage> = images
        .filter(|i| !out.known.contains_key(&i.sha256))
        .map(|i| (i.sha256.as_str(), i))
        .collect();
    let wanted: Vec<&StoredImage> = wanted.into_values().collect();
    if wanted.is_empty() {
        return Ok(out);
    }
    meter.phase("looking at images", wanted.len() as u64);
    let next = AtomicUsize::new(0);
    let done = Mutex::new(&mut out);
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..cores.min(8) {
            scope.spawn(|| {
                while let Some(image) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if meter.stopped() {
                        return;
                    }
                    let limits = Limits::default();
                    let bytes = image::read_file(&ws.image(image), &limits);
                    let look = bytes.and_then(|bytes| image::look(&bytes, &limits));
                    let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                    match look {
                        Ok(look) => drop(done.known.insert(image.sha256.clone(), look)),
                        Err(fault) => drop(done.faults.insert(image.file(), fault.to_string())),
                    }
                    drop(done);
                    meter.add(1);
                }
            });
        }
    });
    meter.check()?;
    if out.faults.len() < wanted.len() {
        // Without the cache the next command takes longer, nothing else.
        drop(cache::save(&ws.root, FILE, text(&out.known).as_bytes()));
    }
    Ok(out)
}

/// The file: the SHA-256 of what follows, then a line an image.
fn text(known: &BTreeMap<String, Look>) -> String {
    let mut body = String::with_capacity(known.len() * 82);
    for (sha, look) in known {
        body.push_str(&format!("{sha} {look}\n"));
    }
    format!("{}\n{body}", hex(Sha256::digest(body.as_bytes()).iter()))
}

fn load(ws: &Workspace) -> BTreeMap<String, Look> {
    let read = || -> Option<BTreeMap<String, Look>> {
        let raw = String::from_utf8(cache::load(&ws.root, FILE)?).ok()?;
        let (sum, body) = raw.split_once('\n')?;
        let whole = hex(Sha256::digest(body.as_bytes()).iter()) == sum;
        let line = |line: &str| {
            let (sha, look) = line.split_once(' ')?;
            Some((sha.to_owned(), Look::parse(look)?))
        };
        body.lines().map(line).collect::<Option<_>>().filter(|_| whole)
    };
    read().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_cache_is_made_anew() {
        let dir = tempfile::tempdir().unwrap();
        let ws = Workspace::init(&dir.path().join("w")).unwrap();
        let known = BTreeMap::from([("ab".to_owned(), Look(5)), ("cd".to_owned(), Look(7))]);
        let whole = text(&known);
        cache::save(&ws.root, FILE, whole.as_bytes()).unwrap();
        assert_eq!(load(&ws), known);
        for bad in [
            whole.replace("5\n", "4\n"),
            whole.replace("ab", "ac"),
            String::new(),
            "x".into(),
        ] {
            cache::save(&ws.root, FILE, bad.as_bytes()).unwrap();
            assert!(load(&ws).is_empty(), "{bad}");
        }
    }
}
