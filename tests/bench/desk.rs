//! Benchmarks of what a person waits for: saving a label, opening a workspace, a key, a frame, a large picture.
//!
//! Each figure is measured by criterion; the table at the end has the medians, with the ratio to the peer or the
//! share of the goal. Run with `cargo bench --bench desk`.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a benchmark fails by panicking and prints"
)]

mod agree;
mod evidence;
mod exchange;
mod intake;
mod journal;
mod lists;
mod made;
mod pictures;
mod rank;
mod scores;
mod screens;
mod steps;
mod synth;

use std::cell::RefCell;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, SamplingMode};

/// What a figure is held against.
#[derive(Debug, Clone)]
enum Goal {
    /// At most so many times the figure of that name.
    Times(&'static str, f64),
    /// At most this long.
    Within(Duration),
    /// Just told.
    Told,
}

/// Seconds of every figure, in the order in which they were first measured.
#[derive(Debug, Default)]
struct Book(RefCell<Vec<(String, Goal, Vec<f64>)>>);

impl Book {
    /// Measures `what` as `group/name`.
    fn time<T>(&self, group: &mut BenchmarkGroup<'_, WallTime>, name: &str, goal: &Goal, mut what: impl FnMut() -> T) {
        self.0.borrow_mut().push((name.to_owned(), goal.clone(), Vec::new()));
        group.bench_function(name, |bench| {
            bench.iter_custom(|count| {
                let start = now();
                for _ in 0..count {
                    black_box(what());
                }
                let took = start.elapsed();
                let each = took.as_secs_f64() / count as f64;
                if let Some((_, _, all)) = self.0.borrow_mut().last_mut() {
                    all.push(each);
                }
                took
            });
        });
    }

    /// Measures `what` as [`Book::time`], and its peer with it by turns, so that both meet the same weather.
    fn race<T, U>(
        &self,
        group: &mut BenchmarkGroup<'_, WallTime>,
        name: &str,
        (peer, most): (&'static str, f64),
        mut what: impl FnMut() -> T,
        mut other: impl FnMut() -> U,
    ) {
        let mut book = self.0.borrow_mut();
        let at = book.iter().position(|(n, ..)| n == peer).unwrap_or(book.len());
        if at == book.len() {
            book.push((peer.to_owned(), Goal::Told, Vec::new()));
        }
        book.push((name.to_owned(), Goal::Times(peer, most), Vec::new()));
        drop(book);
        group.bench_function(name, |bench| {
            bench.iter_custom(|count| {
                let mut sum = Duration::ZERO;
                let mut book = self.0.borrow_mut();
                for _ in 0..count {
                    let start = now();
                    black_box(other());
                    let middle = now();
                    black_box(what());
                    let took = middle.elapsed();
                    book[at].2.push((middle - start).as_secs_f64());
                    if let Some((_, _, all)) = book.last_mut() {
                        all.push(took.as_secs_f64());
                    }
                    sum += took;
                }
                sum
            });
        });
    }

    fn median(&self, name: &str) -> Option<f64> {
        let book = self.0.borrow();
        let (_, _, all) = book.iter().find(|(n, ..)| n == name)?;
        let mut all = all.clone();
        all.sort_by(f64::total_cmp);
        all.get(all.len() / 2).copied()
    }

    fn print(&self) {
        println!("\n{:<66} {:>10}   against", "figure", "median");
        for (name, goal, _) in self.0.borrow().iter() {
            let Some(median) = self.median(name) else { continue };
            let against = match goal {
                Goal::Told => String::new(),
                Goal::Within(most) => {
                    format!(
                        "{:.2} % of the goal of {}",
                        100.0 * median / most.as_secs_f64(),
                        words(most.as_secs_f64())
                    )
                }
                Goal::Times(peer, most) => match self.median(peer) {
                    Some(base) => format!("{:.2} x {peer} (goal {most} x)", median / base),
                    None => String::new(),
                },
            };
            println!("{name:<66} {:>10}   {against}", words(median));
        }
    }
}

fn words(seconds: f64) -> String {
    match seconds {
        s if s < 1e-6 => format!("{:.0} ns", s * 1e9),
        s if s < 1e-3 => format!("{:.1} µs", s * 1e6),
        s if s < 1.0 => format!("{:.2} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

#[expect(clippy::disallowed_methods, reason = "a benchmark owns its clock")]
fn now() -> Instant {
    Instant::now()
}

/// A group with few samples, each measured for `secs` in all.
fn group<'a>(c: &'a mut Criterion, name: &str, secs: f32) -> BenchmarkGroup<'a, WallTime> {
    let mut out = c.benchmark_group(name);
    out.sample_size(10)
        .sampling_mode(SamplingMode::Flat)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_secs_f32(secs));
    out
}

fn main() {
    let mut c = Criterion::default().configure_from_args();
    let book = Book::default();
    let dir = tempfile::tempdir_in(Path::new(env!("CARGO_TARGET_TMPDIR"))).unwrap();
    journal::run(&mut c, &book, dir.path());
    intake::run(&mut c, &book, dir.path());
    evidence::run(&mut c, &book);
    exchange::run(&mut c, &book, dir.path());
    scores::run(&mut c, &book, dir.path());
    lists::run(&mut c, &book, dir.path());
    screens::run(&mut c, &book, dir.path());
    rank::run(&mut c, &book);
    steps::run(&mut c, &book, dir.path());
    synth::run(&mut c, &book, dir.path());
    pictures::run(&mut c, &book);
    agree::run(&mut c, &book);
    c.final_summary();
    book.print();
}
