//! Themes: a role for everything on screen, a TOML file per theme, strict. Widgets ask for a role, never a colour.

use std::collections::BTreeMap;

use ratatui::style::{Color, Modifier, Style};
use serde::Deserialize;
use toml::Spanned;

use crate::base::error::{Problem, Result};
use crate::text::layers::Ink;

/// Name and text of the themes that come with casefile.
pub const EMBEDDED: [(&str, &str); 3] = [
    ("dark", include_str!("../../assets/themes/dark.toml")),
    ("light", include_str!("../../assets/themes/light.toml")),
    ("mono", include_str!("../../assets/themes/mono.toml")),
];

macro_rules! roles {
    ($($variant:ident $name:literal $doc:literal,)*) => {
        /// What a piece of screen is.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Role { $(#[doc = $doc] $variant,)* }

        impl Role {
            /// All roles.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Name in theme files.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }
    };
}

roles! {
    Ground "ground" "What everything stands on; none keeps the terminal's own.",
    Text "text" "Plain text.",
    Dim "dim" "Text of little weight.",
    Accent "accent" "Names and numbers to notice.",
    Title "title" "The title line.",
    Border "border" "Lines between panes.",
    Heading "heading" "Heading of a pane without the keys.",
    Focus "focus" "Heading of the pane with the keys.",
    Selected "selected" "The row under the cursor.",
    Gold "gold" "Gold items and gold spans.",
    Hit "hit" "A suspect that is gold, gold that was found within K.",
    Near "near" "A suspect near gold, gold found beyond K.",
    Miss "miss" "A suspect far from gold, gold not found.",
    Suspect "suspect" "Spans of suspects.",
    Saved "saved" "An answer on the disk.",
    Pending "pending" "An answer on its way.",
    Error "error" "Something did not work.",
    Banner "banner" "A sticky fault.",
    Key "key" "A key to press.",
    Status "status" "The status line.",
    Strong "strong" "Bold text of an issue.",
    Emphasis "emphasis" "Italic text of an issue.",
    Code "code" "Code in an issue.",
    Link "link" "Text of a link.",
    Header "header" "Headings of an issue.",
    Match "match" "A search hit.",
    Cursor "cursor" "The cursor line of a source file.",
    Number "number" "Line numbers.",
    Added "added" "Lines the fix adds.",
    Removed "removed" "Lines the fix removes.",
    Popup "popup" "Ground of a popup.",
    SynKeyword "syntax.keyword" "Keywords.",
    SynFunction "syntax.function" "Functions.",
    SynType "syntax.type" "Types.",
    SynString "syntax.string" "Strings.",
    SynEscape "syntax.escape" "Escapes.",
    SynNumber "syntax.number" "Numbers.",
    SynConstant "syntax.constant" "Constants.",
    SynComment "syntax.comment" "Comments.",
    SynVariable "syntax.variable" "Variables.",
    SynProperty "syntax.property" "Properties.",
    SynOperator "syntax.operator" "Operators.",
    SynPunctuation "syntax.punctuation" "Punctuation.",
    SynTag "syntax.tag" "Tags.",
    SynAttribute "syntax.attribute" "Attributes.",
}

impl Role {
    /// The role of an ink.
    pub fn of_ink(ink: Ink) -> Self {
        match ink {
            Ink::Keyword => Self::SynKeyword,
            Ink::Function => Self::SynFunction,
            Ink::Type => Self::SynType,
            Ink::String => Self::SynString,
            Ink::Escape => Self::SynEscape,
            Ink::Number => Self::SynNumber,
            Ink::Constant => Self::SynConstant,
            Ink::Comment => Self::SynComment,
            Ink::Variable => Self::SynVariable,
            Ink::Property => Self::SynProperty,
            Ink::Operator => Self::SynOperator,
            Ink::Punctuation => Self::SynPunctuation,
            Ink::Tag => Self::SynTag,
            Ink::Attribute => Self::SynAttribute,
        }
    }
}

/// A theme: a style for every role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Theme {
    styles: BTreeMap<Role, Style>,
    /// Colour on which pictures with transparency are laid.
    pub background: [u8; 3],
}

impl Theme {
    /// Style of a role.
    pub fn style(&self, role: Role) -> Style {
        self.styles.get(&role).copied().unwrap_or_default()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    version: i64,
    #[serde(default)]
    inherits: Option<Spanned<String>>,
    #[serde(default)]
    background: Option<Spanned<String>>,
    #[serde(default)]
    palette: BTreeMap<String, Spanned<String>>,
    #[serde(default)]
    roles: BTreeMap<Spanned<String>, Spanned<String>>,
}

/// The embedded theme `name`.
///
/// # Errors
/// When there is none of that name.
pub fn embedded(name: &str) -> Result<Theme> {
    match EMBEDDED.iter().find(|(n, _)| *n == name) {
        Some((n, text)) => parse(text, &format!("assets/themes/{n}.toml")),
        None => Err(Problem::input(format!("no theme '{name}'")).mend(format!(
            "use {}, or the path of a .toml file",
            EMBEDDED.map(|(n, _)| n).join(", ")
        ))),
    }
}

/// Reads a theme; `file` is its name in messages.
///
/// # Errors
/// File and line of the first mistake; a role that has no style.
pub fn parse(text: &str, file: &str) -> Result<Theme> {
    let at = |start: usize, what: String| Problem::input(what).in_file(file).at_offset(text, start);
    let raw: Raw =
        toml::from_str(text).map_err(|e| at(e.span().map_or(0, |s| s.start), e.message().trim().to_owned()))?;
    if raw.version != 1 {
        return Err(at(0, "expected version = 1".to_owned()));
    }
    let mut out = match &raw.inherits {
        Some(name) => embedded(name.get_ref()).map_err(|p| at(name.span().start, p.what))?,
        None => Theme {
            styles: BTreeMap::new(),
            background: [0, 0, 0],
        },
    };
    let mut palette = BTreeMap::new();
    for (name, value) in &raw.palette {
        let color = color(value.get_ref(), &palette).map_err(|e| at(value.span().start, e))?;
        palette.insert(name.clone(), color);
    }
    if let Some(value) = &raw.background {
        out.background = match color(value.get_ref(), &palette).map_err(|e| at(value.span().start, e))? {
            Color::Rgb(r, g, b) => [r, g, b],
            _ => {
                return Err(at(
                    value.span().start,
                    "background needs a colour as #rrggbb".to_owned(),
                ));
            }
        };
    }
    for (name, value) in &raw.roles {
        let Some(role) = Role::ALL.iter().find(|r| r.name() == name.get_ref()) else {
            return Err(at(name.span().start, format!("no role '{}'", name.get_ref())));
        };
        let style = style(value.get_ref(), &palette).map_err(|e| at(value.span().start, e))?;
        out.styles.insert(*role, style);
    }
    if let Some(missing) = Role::ALL.iter().find(|r| !out.styles.contains_key(r)) {
        return Err(at(0, format!("role '{}' has no style", missing.name()))
            .mend("give it one, or start with: inherits = \"dark\""));
    }
    Ok(out)
}

/// Reads `COLOUR [on COLOUR] [bold|dim|italic|underline|reverse|strike]…`; empty is no style.
fn style(raw: &str, palette: &BTreeMap<String, Color>) -> std::result::Result<Style, String> {
    let mut out = Style::new();
    let mut ground = false;
    for word in raw.split_whitespace() {
        let modifier = match word {
            "on" => {
                ground = true;
                continue;
            }
            "bold" => Some(Modifier::BOLD),
            "dim" => Some(Modifier::DIM),
            "italic" => Some(Modifier::ITALIC),
            "underline" => Some(Modifier::UNDERLINED),
            "reverse" => Some(Modifier::REVERSED),
            "strike" => Some(Modifier::CROSSED_OUT),
            _ => None,
        };
        out = match modifier {
            Some(m) => out.add_modifier(m),
            None if std::mem::take(&mut ground) => out.bg(color(word, palette)?),
            None => out.fg(color(word, palette)?),
        };
    }
    if ground {
        Err(format!("'{raw}': a colour is missing after 'on'"))
    } else {
        Ok(out)
    }
}

fn color(word: &str, palette: &BTreeMap<String, Color>) -> std::result::Result<Color, String> {
    if let Some(known) = palette.get(word) {
        return Ok(*known);
    }
    word.parse::<Color>().map_err(|_e| {
        format!("'{word}' is no colour; expected a name of the palette, red, lightblue, …, a number 0–255 or #rrggbb")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_theme_has_every_role() {
        for (name, _) in EMBEDDED {
            embedded(name).unwrap_or_else(|e| panic!("{name}: {e}"));
        }
    }

    #[test]
    fn mono_uses_no_colour() {
        let theme = embedded("mono").unwrap();
        for role in Role::ALL {
            let s = theme.style(*role);
            assert!(s.fg.is_none() && s.bg.is_none(), "{}", role.name());
        }
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        let of = |t: &str| parse(t, "x.toml").unwrap_err();
        let e = of("version = 1\ninherits = \"dark\"\n[roles]\ntexxt = \"red\"\n");
        assert_eq!((e.line, e.what.contains("texxt")), (Some(4), true));
        let e = of("version = 1\ninherits = \"dark\"\n[roles]\ntext = \"#12\"\n");
        assert_eq!((e.line, e.what.contains("no colour")), (Some(4), true));
        assert!(of("version = 1\n[roles]\n").what.contains("has no style"));
        assert!(
            of("version = 1\ninherits='dark'\n[roles]\ntext='red on'\n")
                .what
                .contains("missing after 'on'")
        );
    }

    proptest::proptest! {
        #[test]
        fn any_colour_text_is_read_or_refused(text in ".{0,20}") {
            if let Err(why) = style(&text, &BTreeMap::new()) {
                proptest::prop_assert!(!why.is_empty());
            }
        }
    }
}
