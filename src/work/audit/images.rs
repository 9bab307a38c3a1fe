//! Stored images against what their record says.

use crate::domain::audit::{Finding, Kind, Place};
use crate::domain::case::StoredImage;
use crate::read::image;
use crate::store::workspace::Workspace;

/// What is wrong with the file of a stored image.
pub(super) fn check(ws: &Workspace, stored: &StoredImage, place: &Place) -> Option<Finding> {
    let path = ws.image(stored);
    let file = stored.file();
    if !path.is_file() {
        let what = format!("{file} is gone");
        return Some(
            Finding::error(Kind::Image, place.clone(), what).mend("import the image again, or restore it from git"),
        );
    }
    if stored.format == "bin" {
        return None;
    }
    match image::probe_file(&path) {
        // What no build can show was told at the import and stands in the exhibit.
        Err(fault) if stored.width == 0 => {
            drop(fault);
            None
        }
        Err(fault) => {
            Some(Finding::error(Kind::Image, place.clone(), format!("{file}: {fault}")).mend("restore it from git"))
        }
        Ok(info) if (info.width, info.height) != (stored.width, stored.height) => {
            let what = format!(
                "{file} is {}×{} pixels, its record says {}×{}",
                info.width, info.height, stored.width, stored.height
            );
            Some(Finding::error(Kind::Image, place.clone(), what).mend("import the image again"))
        }
        Ok(_) => None,
    }
}
