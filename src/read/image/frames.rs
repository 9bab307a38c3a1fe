//! Counts frames without decoding pixels.

use std::io::Cursor;

use super::{Format, Frames};

/// Counting stops here; more is said as "many".
const MOST: u32 = 10_000;

/// Whether the picture moves. A file that ends early counts the frames that began.
pub(super) fn count(bytes: &[u8], format: Format) -> Frames {
    let (moves, n) = match format {
        Format::Gif => {
            let n = gif(bytes);
            (n > 1, n)
        }
        Format::Png => match apng(bytes) {
            Some(n) => (true, n),
            None => (false, 1),
        },
        Format::WebP => {
            let n = webp(bytes);
            (n > 0, n)
        }
        Format::Jpeg | Format::Bmp | Format::Tiff => (false, 1),
    };
    match (moves, n) {
        (false, _) => Frames::Still,
        (true, n) => Frames::Animated((n < MOST).then_some(n)),
    }
}

fn gif(bytes: &[u8]) -> u32 {
    let mut options = gif::DecodeOptions::new();
    options.skip_frame_decoding(true);
    let Ok(mut decoder) = options.read_info(Cursor::new(bytes)) else {
        return 0;
    };
    let mut n = 0;
    while n < MOST && matches!(decoder.next_frame_info(), Ok(Some(_))) {
        n += 1;
    }
    n
}

/// Frames that the animation chunk of a PNG announces; `None` without one before the pixels.
fn apng(bytes: &[u8]) -> Option<u32> {
    let mut at = 8usize;
    loop {
        let head = bytes.get(at..)?.first_chunk::<12>()?;
        let [l0, l1, l2, l3, kind @ .., d0, d1, d2, d3] = *head;
        match &kind {
            b"acTL" => return Some(u32::from_be_bytes([d0, d1, d2, d3])),
            b"IDAT" | b"IEND" => return None,
            _ => {}
        }
        let len = usize::try_from(u32::from_be_bytes([l0, l1, l2, l3])).ok()?;
        at = at.checked_add(len)?.checked_add(12)?;
    }
}

/// `ANMF` chunks of a WebP.
fn webp(bytes: &[u8]) -> u32 {
    let mut n = 0;
    let mut at = 12usize;
    while n < MOST {
        let Some([kind @ .., l0, l1, l2, l3]) = bytes.get(at..).and_then(<[u8]>::first_chunk::<8>).copied() else {
            break;
        };
        if &kind == b"ANMF" {
            n += 1;
        }
        let len = crate::base::num::size(u64::from(u32::from_le_bytes([l0, l1, l2, l3])));
        let Some(next) = at.checked_add(8).and_then(|at| at.checked_add(len + len % 2)) else {
            break;
        };
        at = next;
    }
    n
}
