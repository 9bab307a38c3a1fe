//! Keymaps from TOML: strict, with file, line and caret for every mistake. Never a silent fallback.

use std::ops::Range;

use toml::de::{DeTable, DeValue};

use crate::base::error::{Problem, Result};
use crate::base::near;
use crate::domain::form::keys::RESERVED;
use crate::text::point::caret;

use super::action::{Action, Context};
use super::keymap::Keymap;
use super::stroke;

/// Name and text of the keymaps that come with casefile.
pub const EMBEDDED: [(&str, &str); 3] = [
    ("default", include_str!("../../keymaps/default.toml")),
    ("vim", include_str!("../../keymaps/vim.toml")),
    ("one-hand", include_str!("../../keymaps/one-hand.toml")),
];

/// The embedded keymap `name`.
///
/// # Errors
/// When there is none of that name.
pub fn embedded(name: &str) -> Result<Keymap> {
    match EMBEDDED.iter().find(|(n, _)| *n == name) {
        Some((n, text)) => parse(text, &format!("keymaps/{n}.toml")),
        None => Err(Problem::input(format!("no keymap '{name}'")).mend(format!(
            "use {}, or the path of a .toml file",
            EMBEDDED.map(|(n, _)| n).join(", ")
        ))),
    }
}

/// Reads a keymap; `file` is its name in messages.
///
/// # Errors
/// File, line and caret of the first mistake: syntax, unknown table, key or action, a key bound twice, a binding
/// that is the start of another.
pub fn parse(text: &str, file: &str) -> Result<Keymap> {
    let at = |span: Range<usize>, what: String| caret(text, file, &span, &what);
    let doc = DeTable::parse(text).map_err(|e| {
        at(
            e.span().unwrap_or(0..0),
            e.message().lines().next().unwrap_or("wrong TOML").to_owned(),
        )
    })?;
    let mut doc = doc.into_inner();
    let version = doc
        .remove("version")
        .ok_or_else(|| at(0..0, "expected version = 1 at the top".to_owned()))?;
    if !matches!(version.get_ref(), DeValue::Integer(n) if n.as_str() == "1") {
        return Err(at(version.span(), "expected version = 1".to_owned()));
    }
    let mut out = match doc.remove("inherits") {
        None => Keymap::default(),
        Some(parent) => match parent.get_ref() {
            DeValue::String(name) => embedded(name).map_err(|p| at(parent.span(), p.what))?,
            _ => return Err(at(parent.span(), "expected the name of a keymap in quotes".to_owned())),
        },
    };
    for (name, value) in doc {
        let Some(context) = Context::ALL.into_iter().find(|c| c.name() == name.get_ref()) else {
            let near = near::nearest(Context::ALL.iter().map(|c| c.name()), name.get_ref()).unwrap_or("global");
            return Err(at(
                name.span(),
                format!(
                    "no table '{}'; did you mean [{near}]? Tables: global, list, desk, source, zoom",
                    name.get_ref()
                ),
            ));
        };
        let DeValue::Table(entries) = value.into_inner() else {
            return Err(at(name.span(), format!("'{}' must be a table of keys", context.name())));
        };
        table(text, file, context, entries, &mut out)?;
    }
    if let Some((context, short, long)) = out.ambiguous() {
        let (short, long) = (stroke::print(&short), stroke::print(&long));
        return Err(at(
            find(text, &format!("\"{short}\"")),
            format!(
                "in [{}] '{short}' is a binding and the start of '{long}'; unbind one of them with \"\"",
                context.name()
            ),
        ));
    }
    Ok(out)
}

fn table(text: &str, file: &str, context: Context, entries: DeTable<'_>, out: &mut Keymap) -> Result<()> {
    let at = |span: Range<usize>, what: String| caret(text, file, &span, &what);
    let mut seen: Vec<(Vec<stroke::Stroke>, Range<usize>)> = Vec::new();
    let bindings = out.tables.entry(context).or_default();
    for (key, value) in entries {
        let key_span = key.span();
        let strokes = stroke::sequence(&key.into_inner()).map_err(|e| at(key_span.clone(), e))?;
        if seen.iter().any(|(s, _)| *s == strokes) {
            return Err(at(
                key_span,
                format!("'{}' is bound twice in [{}]", stroke::print(&strokes), context.name()),
            ));
        }
        let value_span = value.span();
        let DeValue::String(name) = value.into_inner() else {
            return Err(at(value_span, "expected an action in quotes".to_owned()));
        };
        if name.is_empty() {
            bindings.remove(&strokes);
        } else {
            let action = Action::parse(&name).map_err(|e| at(value_span.clone(), e))?;
            if !action.works_in(context) {
                return Err(at(value_span, format!("'{name}' does nothing in [{}]", context.name())));
            }
            if matches!(context, Context::Sheet | Context::Agree)
                && RESERVED.contains(&stroke::print(&strokes).as_str())
            {
                return Err(at(
                    key_span,
                    format!(
                        "'{}' answers questions on the {} and cannot be bound there",
                        stroke::print(&strokes),
                        if context == Context::Sheet {
                            "sheet"
                        } else {
                            "screen of agreement"
                        }
                    ),
                ));
            }
            bindings.insert(strokes.clone(), action);
        }
        seen.push((strokes, key_span));
    }
    Ok(())
}

fn find(text: &str, what: &str) -> Range<usize> {
    text.find(what).map_or(0..0, |n| n..n + what.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::keymap::Found;

    #[test]
    fn every_embedded_keymap_loads() {
        for (name, _) in EMBEDDED {
            let map = embedded(name).unwrap_or_else(|e| panic!("{name}: {e}"));
            for must in [
                Action::Help,
                Action::Quit,
                Action::Back,
                Action::NextUndecided,
                Action::OpenGold,
            ] {
                assert!(!map.keys_of(Context::Desk, &must).is_empty(), "{name}: {must}");
            }
        }
    }

    #[test]
    fn keys_that_answer_stay_free() {
        for table in ["sheet", "agree"] {
            let text = format!("version = 1\n[{table}]\n'2' = 'undo'\n");
            let why = parse(&text, "x").unwrap_err().to_string();
            assert!(why.contains("'2' answers questions"), "{why}");
        }
    }

    #[test]
    fn sequences_are_pending_until_whole() {
        let map = parse(
            "version = 1\n[global]\nq = 'back'\n[desk]\n'g d' = 'open gold'\n'g g' = 'first'\n",
            "x",
        )
        .unwrap();
        let keys = stroke::sequence("g d").unwrap();
        match map.lookup(Context::Desk, &keys[..1]) {
            Found::Pending(next) => assert_eq!(next.len(), 2),
            other => panic!("{other:?}"),
        }
        assert_eq!(map.lookup(Context::Desk, &keys), Found::Action(Action::OpenGold));
        assert_eq!(map.lookup(Context::List, &keys[..1]), Found::Nothing);
        assert_eq!(
            map.lookup(Context::List, &stroke::sequence("q").unwrap()),
            Found::Action(Action::Back)
        );
    }
}
