//! Files that are written whole: temp file in the same folder, sync, rename. Nothing is ever half written.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::base::error::{Problem, Result};

/// The `.jsonl` files of a folder, sorted by name; none when there is no such folder.
pub fn lines_in(dir: &Path) -> Vec<PathBuf> {
    let mut out: Vec<PathBuf> = fs::read_dir(dir)
        .into_iter()
        .flatten()
        .flatten()
        .map(|d| d.path())
        .filter(|p| p.extension().is_some_and(|e| e == "jsonl"))
        .collect();
    out.sort();
    out
}

/// Opens a regular file for reading: a pipe or a device would never end.
///
/// # Errors
/// As the operating system says, or that it is no regular file.
pub fn open(path: &Path) -> Result<fs::File> {
    let meta = fs::metadata(path).map_err(|e| Problem::io("open", path, &e))?;
    if !meta.is_file() {
        return Err(Problem::input("not a regular file").in_file(path));
    }
    fs::File::open(path).map_err(|e| Problem::io("open", path, &e))
}

/// Replaces `path` by what `fill` writes. On any error the old file stays as it was.
///
/// # Errors
/// When the folder cannot be made or written, or `fill` fails.
pub fn write(path: &Path, fill: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let dir = path.parent().unwrap_or_else(|| Path::new("."));
    fs::create_dir_all(dir).map_err(|e| Problem::io("make the folder", dir, &e))?;
    let temp = tempfile::Builder::new()
        .prefix(".casefile-")
        .tempfile_in(dir)
        .map_err(|e| Problem::io("write in", dir, &e))?;
    let fail = |e: &std::io::Error| Problem::io("write", path, e);
    let mut out = BufWriter::with_capacity(1 << 16, temp);
    fill(&mut out)?;
    let temp = out.into_inner().map_err(|e| fail(e.error()))?;
    let file = temp.as_file();
    open_to_all(file).map_err(|e| fail(&e))?;
    file.sync_all().map_err(|e| fail(&e))?;
    temp.persist(path).map_err(|e| fail(&e.error))?;
    sync_dir(dir);
    Ok(())
}

/// Replaces `path` by `text`, unless it holds exactly that already. True when it was written.
///
/// # Errors
/// As [`write()`].
pub fn write_text(path: &Path, text: &str) -> Result<bool> {
    if fs::read(path).is_ok_and(|old| old == text.as_bytes()) {
        return Ok(false);
    }
    write(path, |out| {
        out.write_all(text.as_bytes())
            .map_err(|e| Problem::io("write", path, &e))
    })?;
    Ok(true)
}

/// Moves a file that is written already to its place, on the same file system.
///
/// # Errors
/// It cannot be synced, the folder not be made, or the file not be moved.
pub fn adopt(from: &Path, to: &Path) -> Result<()> {
    let fail = |e: std::io::Error| Problem::io("write", to, &e);
    let file = fs::File::open(from).map_err(fail)?;
    file.sync_all().map_err(fail)?;
    let dir = to.parent().unwrap_or_else(|| Path::new("."));
    fs::create_dir_all(dir).map_err(|e| Problem::io("make the folder", dir, &e))?;
    fs::rename(from, to).map_err(fail)?;
    sync_dir(dir);
    Ok(())
}

/// Makes a new name in `dir` survive a power cut where the file system can do that.
pub fn sync_dir(dir: &Path) {
    if let Ok(handle) = fs::File::open(dir) {
        // Some file systems refuse to sync a folder; the file itself is synced all the same.
        let _ignored: std::io::Result<()> = handle.sync_all();
    }
}

/// Temp files are private; what lands in the workspace is shared with the team like any other file.
fn open_to_all(file: &fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}
