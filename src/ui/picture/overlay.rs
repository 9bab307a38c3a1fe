//! What happens where a popup lies over a picture that is one escape sequence (sixel, iTerm2).
//!
//! ratatui sends only cells that changed. The cells under such a picture are never sent, so a popup that closes
//! would leave its text on it; and a picture sent while a popup is open would paint over the popup.

use ratatui::buffer::{Buffer, CellDiffOption};
use ratatui::layout::Rect;

use super::{Want, paint};

/// A picture in a frame.
#[derive(Debug)]
pub(super) struct Shown {
    pub(super) want: Want,
    /// The visible cells.
    pub(super) area: Rect,
    pub(super) skip: u16,
    /// It is one escape sequence, not characters.
    one_piece: bool,
    /// Sent in this frame.
    fresh: bool,
    /// State of the mark that tells two sendings apart.
    pub(super) mark: bool,
    /// Cells under the popup in this frame.
    covered: Option<Rect>,
}

impl Shown {
    /// `before` is the same picture at the same place in the frame before.
    pub(super) fn new(want: Want, area: Rect, skip: u16, before: Option<&Self>) -> Self {
        Self {
            want,
            area,
            skip,
            one_piece: false,
            fresh: before.is_none(),
            mark: before.is_some_and(|b| b.mark),
            covered: None,
        }
    }

    /// Says that it is one escape sequence, and whether to send it again.
    pub(super) fn one_piece(&mut self, again: bool) {
        self.one_piece = true;
        if again {
            self.mark = !self.mark;
            self.fresh = true;
        }
    }
}

/// Sends again what came out from under a popup, and the popup over what is sent.
pub(super) fn settle(now: &mut [Shown], before: &[Shown], overlay: Option<Rect>, buf: &mut Buffer) {
    for shown in now.iter_mut().filter(|s| s.one_piece) {
        let covered = overlay.map(|o| o.intersection(shown.area)).filter(|r| !r.is_empty());
        let was = before
            .iter()
            .find(|b| b.area == shown.area && b.skip == shown.skip && b.want == shown.want)
            .and_then(|b| b.covered);
        let uncovered = was.is_some_and(|was| covered.is_none_or(|c| c.intersection(was) != was));
        if uncovered && !shown.fresh {
            shown.mark = !shown.mark;
            shown.fresh = true;
            for y in shown.area.top()..shown.area.bottom() {
                paint::toggle((shown.area.x, y).into(), buf);
            }
        }
        shown.covered = covered;
        let Some(covered) = covered else { continue };
        for at in covered.positions() {
            let Some(cell) = buf.cell_mut(at) else { continue };
            if matches!(cell.diff_option, CellDiffOption::Skip | paint::ONE) || shown.fresh {
                cell.set_diff_option(CellDiffOption::AlwaysUpdate);
            }
        }
    }
}
