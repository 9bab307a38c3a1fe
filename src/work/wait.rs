//! How long to wait before asking a host again.

use std::time::{Duration, Instant};

use crate::read::web::RetryAfter;

/// First wait after a failure; each further one is twice as long.
const BACK_OFF: Duration = Duration::from_millis(500);

const DATES: jiff::fmt::rfc2822::DateTimeParser = jiff::fmt::rfc2822::DateTimeParser::new().relaxed_weekday(true);

/// The wait after `tries` vain tries before this one: 0.5 s, 1 s, 2 s … 32 s.
pub(super) fn back_off(tries: u32) -> Duration {
    BACK_OFF.saturating_mul(1 << tries.min(6))
}

/// The clock, and what time it was when the command began.
#[derive(Debug, Clone, Copy)]
pub(super) struct Since {
    clock: fn() -> Instant,
    begun: Instant,
    /// Seconds since 1970.
    at: i64,
}

impl Since {
    /// Begins now, which is `now` in UTC as RFC 3339.
    pub(super) fn new(clock: fn() -> Instant, now: &str) -> Self {
        let at = now.parse::<jiff::Timestamp>().map_or(0, jiff::Timestamp::as_second);
        Self {
            clock,
            begun: clock(),
            at,
        }
    }

    /// Seconds from now; `None` for a date that is none.
    pub(super) fn seconds(&self, after: &RetryAfter) -> Option<u64> {
        match after {
            RetryAfter::Seconds(seconds) => Some(*seconds),
            RetryAfter::Date(text) => {
                // A number too large to count is a very long time.
                if !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) {
                    return Some(u64::MAX);
                }
                // Servers get the day of the week wrong.
                let at = DATES.parse_timestamp(text).ok()?.as_second();
                let passed = (self.clock)().saturating_duration_since(self.begun).as_secs();
                let now = self.at.saturating_add_unsigned(passed);
                Some(u64::try_from(at.saturating_sub(now)).unwrap_or(0))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[expect(clippy::disallowed_methods, reason = "the test is about time")]
    fn now() -> Instant {
        Instant::now()
    }

    #[test]
    fn dates_are_counted_from_now() {
        let since = Since::new(now, "2026-11-30T20:00:00Z");
        let of = |text: &str| since.seconds(&RetryAfter::Date(text.to_owned()));
        assert_eq!(of("Mon, 30 Nov 2026 20:01:30 GMT"), Some(90));
        assert_eq!(of("Mon, 30 Nov 2026 19:00:00 GMT"), Some(0));
        assert_eq!(of("soon"), None);
        // 31 December 2099 is a Thursday.
        assert!(of("Fri, 31 Dec 2099 23:59:59 GMT").is_some_and(|s| s > 2_000_000_000));
        assert_eq!(of("99999999999999999999999"), Some(u64::MAX));
        assert_eq!(since.seconds(&RetryAfter::Seconds(7)), Some(7));
    }
}
