//! Reads the answers of a terminal out of its input. Pure.

/// What the answers say.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Replies {
    /// Kitty's graphics question was answered with OK.
    pub kitty: bool,
    /// The attributes name sixel.
    pub sixel: bool,
    /// The attributes came: the terminal has answered everything it will.
    pub attributes: bool,
    /// Name and version in the terminal's own words.
    pub version: Option<String>,
    /// Pixels of a cell, width and height.
    pub cell: Option<(u16, u16)>,
    /// Pixels of the text area, width and height.
    pub window: Option<(u16, u16)>,
    /// Columns and rows of the text area.
    pub grid: Option<(u16, u16)>,
    /// Largest sixel graphic in pixels.
    pub max_px: Option<(u32, u32)>,
    /// Bytes that are no answer. An answer that was cut off is dropped.
    pub leftover: Vec<u8>,
}

const ESC: u8 = 0x1B;

/// Reads all answers in `bytes`. Anything may stand between them.
pub(super) fn parse(bytes: &[u8]) -> Replies {
    let mut replies = Replies::default();
    let mut rest = bytes;
    while let [first, after @ ..] = rest {
        rest = match rest {
            [ESC, b'[', body @ ..] => csi(rest, body, &mut replies),
            [ESC, b'_' | b'P', body @ ..] => string(rest, body, &mut replies),
            _ => {
                replies.leftover.push(*first);
                after
            }
        };
    }
    replies
}

/// A control sequence: parameters, then one final byte.
fn csi<'a>(all: &'a [u8], body: &'a [u8], replies: &mut Replies) -> &'a [u8] {
    let Some(len) = body.iter().position(|b| !matches!(b, 0x20..=0x3F)) else {
        // Cut off. A key such as an arrow is never longer than this.
        return keep_if_short(all, replies);
    };
    let (params, tail) = body.split_at_checked(len).unwrap_or((body, &[]));
    let Some((last, tail)) = tail.split_first() else {
        return &[];
    };
    let numbers: Vec<u16> = params
        .split(|b| *b == b';')
        .map(|n| n.strip_prefix(b"?").unwrap_or(n))
        .map(|n| std::str::from_utf8(n).ok().and_then(|n| n.parse().ok()).unwrap_or(0))
        .collect();
    let private = params.first() == Some(&b'?');
    match (last, private, numbers.as_slice()) {
        (b'c', true, [_, rest @ ..]) => {
            replies.attributes = true;
            replies.sixel |= rest.contains(&4);
        }
        (b't', false, [6, height, width]) => replies.cell = Some((*width, *height)),
        (b't', false, [4, height, width]) => replies.window = Some((*width, *height)),
        (b't', false, [8, rows, cols]) => replies.grid = Some((*cols, *rows)),
        (b'S', true, [2, 0, width, height, ..]) => replies.max_px = Some((u32::from(*width), u32::from(*height))),
        (b'S', true, _) => {}
        _ => {
            let used = all.len() - tail.len();
            replies.leftover.extend(all.iter().take(used));
        }
    }
    tail
}

/// A string that ends with `ESC \`: kitty's answer or the version.
fn string<'a>(all: &'a [u8], body: &'a [u8], replies: &mut Replies) -> &'a [u8] {
    let Some(len) = body.windows(2).position(|w| w == [ESC, b'\\']) else {
        return keep_if_short(all, replies);
    };
    let (text, tail) = body.split_at_checked(len).unwrap_or((body, &[]));
    match text {
        [b'G', answer @ ..] => replies.kitty |= answer.ends_with(b";OK"),
        [b'>', b'|', version @ ..] => {
            replies.version = Some(crate::text::clean::line(&String::from_utf8_lossy(version)));
        }
        _ => {}
    }
    tail.get(2..).unwrap_or_default()
}

/// `ESC [`, `ESC _` or `ESC P` alone may be a key with Alt; anything longer is an answer that was cut off.
fn keep_if_short<'a>(all: &[u8], replies: &mut Replies) -> &'a [u8] {
    if all.len() <= 2 {
        replies.leftover.extend(all);
    }
    &[]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_real_terminals() {
        // xterm -ti vt340
        let r = parse(b"\x1b[6;15;7t\x1b[4;600;840t\x1b[8;40;120t\x1b[?2;0;1000;1000S\x1b[?63;1;2;4;6;9;15;22c");
        assert_eq!((r.kitty, r.sixel, r.attributes), (false, true, true));
        assert_eq!(
            (r.cell, r.window, r.grid),
            (Some((7, 15)), Some((840, 600)), Some((120, 40)))
        );
        assert_eq!(r.max_px, Some((1000, 1000)));
        assert!(r.leftover.is_empty());
        // kitty
        let r = parse(b"\x1b_Gi=31;OK\x1b\\\x1bP>|kitty(0.35.2)\x1b\\\x1b[6;20;10t\x1b[?62;c");
        assert_eq!(
            (r.kitty, r.sixel, r.version.as_deref()),
            (true, false, Some("kitty(0.35.2)"))
        );
        let r = parse(b"\x1b_Gi=31;ENOTSUPPORTED:no\x1b\\\x1b[?1;2c");
        assert_eq!((r.kitty, r.sixel, r.attributes), (false, false, true));
    }

    #[test]
    fn the_first_attribute_is_a_class_and_not_sixel() {
        assert!(!parse(b"\x1b[?4;6c").sixel);
        assert!(parse(b"\x1b[?6;4c").sixel);
    }

    #[test]
    fn keys_between_the_answers_are_left_over() {
        let r = parse(b"a\x1b[A\x1b[?62;4cb\x1b");
        assert_eq!(r.leftover, b"a\x1b[Ab\x1b");
        assert!(r.sixel);
    }

    #[test]
    fn cut_off_answers_and_garbage_are_harmless() {
        let whole: &[u8] = b"x\x1b_Gi=31;OK\x1b\\\x1bP>|kitty(0.35.2)\x1b\\\x1b[6;20;10t\x1b[?62;4c";
        for cut in 0..whole.len() {
            let r = parse(&whole[..cut]);
            assert!(!r.attributes);
            assert!(r.leftover.len() <= 3, "cut at {cut}: {:?}", r.leftover);
        }
        let r = parse(b"\x1b[99999999;;;;t\xff\xfe\x1b[6;1t\x1b[;c");
        assert_eq!((r.cell, r.attributes), (None, false));
    }
}
