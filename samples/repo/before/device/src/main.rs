//! The gauge on the pier: reads the transducer once a minute and hands the height to the uplink.

mod buffer;
mod sensor;
mod uplink;

use sensor::{Calibration, Gauge, PressureGauge, RawSample};
use std::io::{self, BufRead};
use uplink::{Carrier, SendError, Uplink};

/// A day of minutes: what the gauge can remember while the network is away.
const MEMORY: usize = 1_440;

/// Writes batches to the modem's pipe, which answers on standard input.
struct Modem;

impl Carrier for Modem {
    fn send(&mut self, body: &str) -> Result<(), SendError> {
        println!("POST {body}");
        let mut answer = String::new();
        match io::stdin().lock().read_line(&mut answer) {
            Ok(0) | Err(_) => Err(SendError::Offline),
            Ok(_) => match answer.trim().parse::<u16>() {
                Ok(status) if (200..300).contains(&status) => Ok(()),
                Ok(status) => Err(SendError::Refused(status)),
                Err(_) => Err(SendError::Offline),
            },
        }
    }
}

fn parse_sample(line: &str) -> Option<RawSample> {
    let mut fields = line.split_whitespace();
    Some(RawSample {
        at: fields.next()?.parse().ok()?,
        counts: fields.next()?.parse().ok()?,
        air_hpa: fields.next()?.parse().ok()?,
        water_celsius: fields.next()?.parse().ok()?,
    })
}

fn main() {
    let mut gauge = PressureGauge::new(Calibration {
        hpa_per_count: 0.0305,
        hpa_at_zero: 12.4,
        mount: -2.18,
    });
    let mut uplink = Uplink::new(Modem, MEMORY);
    let mut next_try = 0;
    loop {
        let mut line = String::new();
        match io::stdin().lock().read_line(&mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        let Some(sample) = parse_sample(&line) else {
            eprintln!("gauge: cannot read {line:?}");
            continue;
        };
        uplink.enqueue(gauge.read(sample));
        if sample.at >= next_try {
            next_try = sample.at + uplink.flush().as_secs();
        }
    }
}
