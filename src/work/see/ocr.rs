//! Evidence by text recognition: what was read, and what rules find in it.

use std::time::Duration;

use crate::domain::evidence::Evidence;
use crate::domain::seen::rules;
use crate::read::image::{self, ImageFault, Limits};
use crate::read::ocr::{Engine, Fault, Reading, Watch};

use super::engine::{Outcome, Seat};
use super::pick::Wanted;

/// The number changes with how pictures are prepared and what the rules find.
const VERSION: u32 = 1;

/// The picture and the engine: the issue is not looked at.
pub(super) fn key(engine: &dyn Engine, one: &Wanted) -> String {
    format!("{} {VERSION} {}", one.image.sha256, engine.settings())
}

pub(super) fn see(engine: &dyn Engine, one: &Wanted, seat: Seat<'_>) -> Outcome {
    let limits = Limits::default();
    let bytes = match image::read_file(seat.path, &limits) {
        Ok(bytes) => bytes,
        Err(why) => return Outcome::Missing(format!("its file {} cannot be read: {why}", one.image.file())),
    };
    let begun = (seat.clock)();
    let read = image::decode(&bytes, &limits);
    let read = read
        .map_err(|e: ImageFault| Fault::Picture(e.to_string()))
        .and_then(|picture| {
            let watch = Watch {
                clock: seat.clock,
                stop: &|| seat.meter.stopped(),
            };
            engine.read(&picture, watch)
        });
    if read == Err(Fault::Stopped) {
        return Outcome::Stopped;
    }
    let took = (seat.clock)().saturating_duration_since(begun);
    Outcome::Read(Box::new(evidence(engine, read, took)))
}

fn evidence(engine: &dyn Engine, read: Result<Reading, Fault>, took: Duration) -> Evidence {
    let mut out = Evidence {
        prompt: Some(engine.settings()),
        took_ms: u64::try_from(took.as_millis()).ok(),
        ..Evidence::default()
    };
    match read {
        Ok(reading) => {
            out.confidence = reading.confidence;
            out.ocr_text = Some(reading.text).filter(|t| !t.is_empty());
            rules::fill(&mut out);
        }
        Err(fault @ Fault::Picture(_)) => out.fault = Some(fault.to_string()),
        Err(fault) => out.fault = Some(format!("{} {fault}", engine.name())),
    }
    out
}
