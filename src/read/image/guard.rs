//! Runs code that may panic on hostile input, and tells a panic hook that such a panic is expected.
//!
//! Decoders are other people's code. A panic inside one is a fault of the file, not the end of the session.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// Result of `work`, or `None` when it panicked.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    DEPTH.set(DEPTH.get() + 1);
    let result = catch_unwind(AssertUnwindSafe(work));
    DEPTH.set(DEPTH.get() - 1);
    result.ok()
}

/// Whether this thread is inside [`guarded`]. A panic hook that restores the terminal must stay silent then.
pub fn inside() -> bool {
    DEPTH.get() > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_none_and_the_depth_comes_back() {
        assert_eq!(guarded(|| 7), Some(7));
        assert!(guarded(inside).unwrap());
        assert_eq!(guarded(|| -> u8 { panic!("expected by this test") }), None);
        assert!(!inside());
    }
}
