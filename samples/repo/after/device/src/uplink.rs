//! Sends readings to the server in small batches and waits longer after each failure.

use crate::buffer::RingBuffer;
use crate::sensor::Reading;
use std::time::Duration;

const BATCH: usize = 12;
const FIRST_WAIT: Duration = Duration::from_secs(2);
const LONGEST_WAIT: Duration = Duration::from_secs(300);

/// Whatever carries a batch to the server: a modem, a socket, a test.
pub trait Carrier {
    fn send(&mut self, body: &str) -> Result<(), SendError>;
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SendError {
    Offline,
    Refused(u16),
}

/// Doubles the wait after each failure, up to five minutes.
#[derive(Debug)]
pub struct Backoff {
    next: Duration,
}

impl Default for Backoff {
    fn default() -> Self {
        Self { next: FIRST_WAIT }
    }
}

impl Backoff {
    pub fn fail(&mut self) -> Duration {
        let wait = self.next;
        self.next = (self.next * 2).min(LONGEST_WAIT);
        wait
    }

    pub fn reset(&mut self) {
        self.next = FIRST_WAIT;
    }
}

pub struct Uplink<C: Carrier> {
    carrier: C,
    backoff: Backoff,
    queue: RingBuffer<Reading>,
}

impl<C: Carrier> Uplink<C> {
    pub fn new(carrier: C, capacity: usize) -> Self {
        Self {
            carrier,
            backoff: Backoff::default(),
            queue: RingBuffer::with_capacity(capacity),
        }
    }

    pub fn enqueue(&mut self, reading: Reading) {
        self.queue.push(reading);
    }

    pub fn waiting(&self) -> usize {
        self.queue.len()
    }

    /// Sends what is waiting. Answers how long to sleep before the next try.
    pub fn flush(&mut self) -> Duration {
        while !self.queue.is_empty() {
            let batch = self.queue.peek_batch(BATCH);
            match self.carrier.send(&encode(&batch)) {
                Ok(()) => {
                    self.queue.discard(batch.len());
                    self.backoff.reset();
                    eprintln!("uplink: sent {} readings", batch.len());
                }
                Err(error) => {
                    let wait = self.backoff.fail();
                    eprintln!("uplink: {error:?}, {} waiting, next try in {wait:?}", self.waiting());
                    return wait;
                }
            }
        }
        FIRST_WAIT
    }
}

/// The batch as the server's `POST /v1/stations/{id}/readings` wants it.
pub fn encode(batch: &[Reading]) -> String {
    let rows: Vec<String> = batch
        .iter()
        .map(|reading| {
            let quality = reading.quality as u8;
            format!(r#"{{"t":"{}","h":{:.3},"q":{quality}}}"#, rfc3339(reading.at), reading.height)
        })
        .collect();
    format!("[{}]", rows.join(","))
}

/// Seconds since 1970 as `2026-03-01T12:00:00Z`, with the civil calendar worked out by hand.
fn rfc3339(at: u64) -> String {
    let days = (at / 86_400) as i64 + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let second = at % 86_400;
    format!(
        "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z",
        second / 3_600,
        second / 60 % 60,
        second % 60
    )
}
