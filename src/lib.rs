//! casefile: the case file of a software issue, in the terminal.
//!
//! The modules are floors. A file uses its own floor and the floors below it, never one above;
//! `tests/it/floors.rs` proves it. ARCHITECTURE.md has the table and the two flows to know.

pub mod base;

pub mod text;

pub mod domain;

pub mod keys;
pub mod read;
pub mod store;

pub mod work;

pub mod app;

pub mod ui;

pub mod cli;
pub mod tui;

/// The example of CONTRIBUTING.md, so that it stays true.
#[cfg(doctest)]
#[doc = include_str!("../CONTRIBUTING.md")]
pub struct Contributing;
