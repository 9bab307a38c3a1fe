//! Where everything stands, from the size of the screen alone. `update` pages by it, `view` draws by it.

use crate::base::area::Area;

mod evidence;
pub mod gate;

pub use evidence::{Evidence, evidence};

/// Panes of the desk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pane {
    /// Text of the issue.
    Issue,
    /// The chosen exhibit.
    Exhibit,
    /// Its evidence.
    Evidence,
    /// Gold files and functions.
    Gold,
    /// Suspects of the chosen run.
    Suspects,
}

impl Pane {
    /// All panes in the order of the tabs.
    pub const ALL: [Self; 5] = [Self::Issue, Self::Exhibit, Self::Evidence, Self::Gold, Self::Suspects];

    /// Its name on screen.
    pub fn title(self) -> &'static str {
        match self {
            Self::Issue => "issue",
            Self::Exhibit => "exhibit",
            Self::Evidence => "evidence",
            Self::Gold => "gold",
            Self::Suspects => "suspects",
        }
    }
}

/// Columns from which the desk shows all panes side by side.
pub const WIDE: u16 = 110;

/// Parts of the desk. Panes include their heading row; empty areas are not shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Desk {
    /// Title line.
    pub title: Area,
    /// Tabs, when narrow.
    pub tabs: Area,
    /// Issue pane.
    pub issue: Area,
    /// Exhibit pane.
    pub exhibit: Area,
    /// Evidence pane.
    pub evidence: Area,
    /// Gold pane.
    pub gold: Area,
    /// Suspects pane.
    pub suspects: Area,
    /// Form strip.
    pub form: Area,
    /// Status line.
    pub status: Area,
}

impl Desk {
    /// Area of a pane.
    pub fn pane(&self, pane: Pane) -> Area {
        match pane {
            Pane::Issue => self.issue,
            Pane::Exhibit => self.exhibit,
            Pane::Evidence => self.evidence,
            Pane::Gold => self.gold,
            Pane::Suspects => self.suspects,
        }
    }

    /// The pane's content: without its heading row.
    pub fn body(&self, pane: Pane) -> Area {
        self.pane(pane).top(1).1
    }
}

/// Lays the desk out; when narrow only `focus` has an area.
pub fn desk(screen: Area, focus: Pane) -> Desk {
    let (title, rest) = screen.top(1);
    let (status, rest) = rest.bottom(1);
    let strip = if screen.h >= 40 { 4 } else { 3 };
    let (form, rest) = rest.bottom(if screen.h < 12 { 0 } else { strip });
    let mut out = Desk {
        title,
        form,
        status,
        ..Desk::default()
    };
    if screen.w < WIDE {
        let (tabs, body) = rest.top(1);
        out.tabs = tabs;
        match focus {
            Pane::Issue => out.issue = body,
            Pane::Exhibit => out.exhibit = body,
            Pane::Evidence => out.evidence = body,
            Pane::Gold => out.gold = body,
            Pane::Suspects => out.suspects = body,
        }
        return out;
    }
    let (issue, right) = rest.left(rest.w * 2 / 5);
    // One column between the panes carries a line.
    let (_, right) = right.left(1);
    out.issue = issue;
    let low = (rest.h * 2 / 5).clamp(8, 18);
    let (low, high) = right.bottom(low.min(right.h / 2));
    let (exhibit, evidence) = high.left(high.w * 11 / 20);
    out.exhibit = exhibit;
    out.evidence = evidence.left(1).1;
    let (gold, suspects) = low.left(low.w * 9 / 20);
    out.gold = gold;
    out.suspects = suspects.left(1).1;
    out
}

/// Parts of a screen with one body: list, source, zoom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Plain {
    /// Title line.
    pub title: Area,
    /// Heading of the columns, or a second line about the file.
    pub head: Area,
    /// The body.
    pub body: Area,
    /// Status line.
    pub status: Area,
}

/// Parts of the screen of steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Steps {
    /// Title line.
    pub title: Area,
    /// What is known of the whole run.
    pub head: Area,
    /// The list.
    pub list: Area,
    /// Heading of what stands beside or below the list.
    pub heading: Area,
    /// The action as written.
    pub action: Area,
    /// What it printed.
    pub print: Area,
    /// Status line.
    pub status: Area,
}

/// Lays the steps out: list and text side by side when wide, else one above the other.
pub fn steps(screen: Area) -> Steps {
    let p = plain(screen);
    let (list, side) = if screen.w < WIDE {
        p.body.top(p.body.h.div_ceil(2))
    } else {
        let (list, side) = p.body.left(p.body.w / 2);
        // One column between them carries a line.
        (list, side.left(1).1)
    };
    let (heading, rest) = side.top(1);
    let (action, print) = rest.top((rest.h / 4).clamp(1, 6));
    Steps {
        title: p.title,
        head: p.head,
        list,
        heading,
        action,
        print,
        status: p.status,
    }
}

/// Parts of the sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sheet {
    /// Title line.
    pub title: Area,
    /// Tabs, when narrow.
    pub tabs: Area,
    /// Text or guideline, with a heading row.
    pub text: Area,
    /// Images and gold, with a heading row.
    pub pictures: Area,
    /// Questions, with a heading row.
    pub questions: Area,
    /// Status line.
    pub status: Area,
}

/// Lays the sheet out; when narrow only `part` has an area.
pub fn sheet(screen: Area, part: super::model::sheet::Part) -> Sheet {
    use super::model::sheet::Part;
    let (title, rest) = screen.top(1);
    let (status, rest) = rest.bottom(1);
    let mut out = Sheet {
        title,
        status,
        ..Sheet::default()
    };
    if screen.w < WIDE {
        let (tabs, body) = rest.top(1);
        out.tabs = tabs;
        match part {
            Part::Text => out.text = body,
            Part::Pictures => out.pictures = body,
            Part::Questions => out.questions = body,
        }
        return out;
    }
    let (left, right) = rest.left(rest.w * 11 / 20);
    // One column between them carries a line.
    out.questions = right.left(1).1;
    (out.text, out.pictures) = left.top(rest.h * 9 / 20);
    out
}

/// Title, heading, body, status.
pub fn plain(screen: Area) -> Plain {
    let (title, rest) = screen.top(1);
    let (status, rest) = rest.bottom(1);
    let (head, body) = rest.top(1);
    Plain {
        title,
        head,
        body,
        status,
    }
}

/// Parts of the screen with two runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Versus {
    /// Title line.
    pub title: Area,
    /// The numbers.
    pub numbers: Area,
    /// Slices beside them, when wide.
    pub slices: Area,
    /// The cases, with a heading row.
    pub cases: Area,
    /// Status line.
    pub status: Area,
}

/// Numbers above, cases below.
pub fn versus(screen: Area) -> Versus {
    let (title, rest) = screen.top(1);
    let (status, rest) = rest.bottom(1);
    let (high, cases) = rest.top(14.min(rest.h / 2));
    let (numbers, slices) = if screen.w >= WIDE {
        let (left, right) = high.left(high.w / 2);
        (left, right.left(1).1)
    } else {
        (high, Area::default())
    };
    Versus {
        title,
        numbers,
        slices,
        cases,
        status,
    }
}

/// Parts of the screen of misses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Misses {
    /// Title line.
    pub title: Area,
    /// Table of classes, with a heading row.
    pub classes: Area,
    /// Cases of the cell, with a heading row; two rows each.
    pub cases: Area,
    /// Status line.
    pub status: Area,
}

/// Classes above, cases below.
pub fn misses(screen: Area) -> Misses {
    let (title, rest) = screen.top(1);
    let (status, rest) = rest.bottom(1);
    let (classes, cases) = rest.top(22.min(rest.h / 2));
    Misses {
        title,
        classes,
        cases,
        status,
    }
}

/// Parts of the screen of agreement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Agree {
    /// Title line.
    pub title: Area,
    /// Table of questions, with a heading row.
    pub questions: Area,
    /// How the numbers of one come about, with a heading row.
    pub explain: Area,
    /// Subjects on which people differ, with a heading row.
    pub list: Area,
    /// What was said about the one under the cursor, with a heading row.
    pub detail: Area,
    /// Status line.
    pub status: Area,
}

/// Columns from which questions and their explanation stand side by side.
const BROAD: u16 = 164;

/// Questions above, differences below; unless there is room for both, `part` says whether the explanation takes the
/// place of the questions.
pub fn agree(screen: Area, part: super::model::agree::Part) -> Agree {
    let (title, rest) = screen.top(1);
    let (status, rest) = rest.bottom(1);
    let (high, low) = rest.top(18.min(rest.h / 2));
    let (questions, explain) = if screen.w >= BROAD {
        let (left, right) = high.left(124);
        (left, right.left(1).1)
    } else if part == super::model::agree::Part::Explain {
        (Area::default(), high)
    } else {
        (high, Area::default())
    };
    let (list, detail) = if screen.w >= WIDE {
        let (left, right) = low.left(low.w * 11 / 20);
        (left, right.left(1).1)
    } else {
        low.top(low.h.div_ceil(2))
    };
    Agree {
        title,
        questions,
        explain,
        list,
        detail,
        status,
    }
}

/// Area of a popup with `lines` lines of at most `cols` columns, border included.
pub fn popup(screen: Area, cols: u16, lines: u16) -> Area {
    screen.inner(1).middle(cols.saturating_add(4), lines.saturating_add(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_lays_out_without_overlap_or_overflow() {
        for w in 1..200u16 {
            for h in 1..60u16 {
                for focus in Pane::ALL {
                    let d = desk(Area::new(0, 0, w, h), focus);
                    let all = [
                        d.title, d.tabs, d.issue, d.exhibit, d.evidence, d.gold, d.suspects, d.form, d.status,
                    ];
                    let mut cells = 0u32;
                    for a in all {
                        assert!(a.x + a.w <= w && a.y + a.h <= h, "{w}x{h} {a:?}");
                        cells += u32::from(a.w) * u32::from(a.h);
                    }
                    assert!(cells <= u32::from(w) * u32::from(h), "{w}x{h}");
                }
            }
        }
    }

    #[test]
    fn wide_screens_show_all_panes() {
        let d = desk(Area::new(0, 0, 160, 48), Pane::Issue);
        assert!(Pane::ALL.iter().all(|p| !d.pane(*p).is_empty()));
        let d = desk(Area::new(0, 0, 80, 24), Pane::Gold);
        assert!(d.issue.is_empty() && d.gold.h > 10);
    }
}
