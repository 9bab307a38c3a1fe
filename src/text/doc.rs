//! A rendered document before it has a width: blocks of styled pieces with slots for pictures.

/// Look of a piece of text; flags add up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "independent flags of a text style")]
pub struct Look {
    /// Heading level 1–6; 0 for none.
    pub heading: u8,
    /// Bold.
    pub strong: bool,
    /// Italic.
    pub emphasis: bool,
    /// Code.
    pub code: bool,
    /// Struck out.
    pub strike: bool,
    /// Text of a link.
    pub link: bool,
    /// Of little weight: addresses, bullets, rules.
    pub dim: bool,
    /// A key to press.
    pub key: bool,
    /// Marked by the caller: 0 not, 1 and 2 as it says.
    pub mark: u8,
}

/// A run of text with one look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Clean text without line feeds.
    pub text: String,
    /// How it looks.
    pub look: Look,
}

impl Piece {
    /// Text with a look.
    pub fn new(text: impl Into<String>, look: Look) -> Self {
        Self {
            text: text.into(),
            look,
        }
    }
}

/// Part of a paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inline {
    /// Text.
    Text(Piece),
    /// A picture, named as the text names it.
    Picture {
        /// URL or path.
        source: String,
        /// Alternative text.
        alt: String,
    },
    /// A forced end of line.
    Break,
}

/// Part of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A paragraph or heading.
    Paragraph(Vec<Inline>),
    /// Code with its language; lines as they stand.
    Code {
        /// Word after the fence.
        language: String,
        /// Lines.
        lines: Vec<String>,
    },
    /// Quoted blocks.
    Quote(Vec<Block>),
    /// A list.
    List {
        /// Number of the first item; `None` for bullets.
        start: Option<u64>,
        /// Items.
        items: Vec<Item>,
    },
    /// A table; the first row is the head.
    Table(Vec<Vec<Vec<Inline>>>),
    /// A rule across.
    Rule,
    /// A foldable part, shown open.
    Details {
        /// Always visible line.
        summary: Vec<Inline>,
        /// The rest.
        blocks: Vec<Block>,
    },
}

/// Item of a list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Item {
    /// State of a task; `None` when it is none.
    pub task: Option<bool>,
    /// Content.
    pub blocks: Vec<Block>,
}

/// A document.
pub type Doc = Vec<Block>;
