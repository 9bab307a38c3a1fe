//! One integration binary. Unit tests of pure parts stand beside the code they test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::print_stderr,
    reason = "a test fails by panicking"
)]

mod agree;
mod agree_screen;
mod bench;
mod cli;
mod docs;
mod evidence_screen;
mod fetch;
mod floors;
mod formats;
mod gate;
mod gate_screen;
mod hostile;
mod journal;
mod ladder;
mod modes;
mod pty;
mod queue;
mod real;
mod reference;
mod review;
mod sample;
mod screens;
mod see;
mod see_ocr;
mod steps;
mod stub;
mod study;
mod support;
mod sync;
mod update;
