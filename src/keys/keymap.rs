//! A keymap: for each context, sequences of strokes and the actions they name. Lookup never waits for a timeout.

use std::collections::BTreeMap;

use super::action::{Action, Context};
use super::stroke::{self, Stroke};

/// Bindings of all contexts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Keymap {
    pub(super) tables: BTreeMap<Context, BTreeMap<Vec<Stroke>, Action>>,
}

/// What the strokes typed so far mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// A whole binding.
    Action(Action),
    /// The start of these: what could follow and what it would do.
    Pending(Vec<(String, String)>),
    /// Nothing.
    Nothing,
}

impl Keymap {
    /// What `typed` means in `context`; the context's own bindings hide those of `Global`.
    pub fn lookup(&self, context: Context, typed: &[Stroke]) -> Found {
        for table in self.of(context) {
            if let Some(action) = table.get(typed) {
                return Found::Action(action.clone());
            }
        }
        let mut next: Vec<(String, String)> = Vec::new();
        for table in self.of(context) {
            for (keys, action) in table.iter().filter(|(keys, _)| keys.starts_with(typed)) {
                let rest = stroke::print(keys.get(typed.len()..).unwrap_or(&[]));
                if !next.iter().any(|(k, _)| *k == rest) {
                    next.push((rest, action.doc()));
                }
            }
        }
        if next.is_empty() {
            Found::Nothing
        } else {
            Found::Pending(next)
        }
    }

    fn of(&self, context: Context) -> impl Iterator<Item = &BTreeMap<Vec<Stroke>, Action>> {
        let both = if context == Context::Global {
            vec![context]
        } else {
            vec![context, Context::Global]
        };
        both.into_iter().filter_map(|c| self.tables.get(&c))
    }

    /// Keys bound to `action` in `context` or everywhere, shortest first.
    pub fn keys_of(&self, context: Context, action: &Action) -> Vec<String> {
        let mut out: Vec<String> = self
            .of(context)
            .flat_map(|t| t.iter().filter(|(_, a)| *a == action).map(|(k, _)| stroke::print(k)))
            .collect();
        out.sort_by_key(String::len);
        out.dedup();
        out
    }

    /// The first key of `action`, or nothing.
    pub fn hint(&self, context: Context, action: &Action) -> String {
        self.keys_of(context, action).into_iter().next().unwrap_or_default()
    }

    /// All bindings of one context, keys of one action joined, in the order of the action table.
    pub fn rows(&self, context: Context) -> Vec<(String, String, String)> {
        let Some(table) = self.tables.get(&context) else {
            return Vec::new();
        };
        let mut by_action: Vec<(&Action, Vec<String>)> = Vec::new();
        for (keys, action) in table {
            let text = stroke::print(keys);
            match by_action.iter_mut().find(|(a, _)| *a == action) {
                Some((_, all)) => all.push(text),
                None => by_action.push((action, vec![text])),
            }
        }
        let place = |a: &Action| {
            let name = a.spec().map_or("", |s| s.name);
            super::action::TABLE
                .iter()
                .position(|s| s.name == name)
                .unwrap_or(usize::MAX)
        };
        by_action.sort_by_key(|(a, _)| place(a));
        by_action
            .into_iter()
            .map(|(a, mut keys)| {
                keys.sort_by_key(String::len);
                (keys.join("  "), a.to_string(), a.doc())
            })
            .collect()
    }

    /// A sequence that is also the start of a longer one, in a context together with `Global`.
    pub(super) fn ambiguous(&self) -> Option<(Context, Vec<Stroke>, Vec<Stroke>)> {
        for context in Context::ALL {
            let all: Vec<&Vec<Stroke>> = self.of(context).flat_map(BTreeMap::keys).collect();
            for short in &all {
                if let Some(long) = all.iter().find(|l| l.len() > short.len() && l.starts_with(short)) {
                    return Some((context, (*short).clone(), (*long).clone()));
                }
            }
        }
        None
    }
}
