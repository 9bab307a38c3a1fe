//! From the pressure at the foot of the pier to the height of the water.

use std::fmt;

const GRAVITY: f64 = 9.80665;

/// What the transducer and the barometer say at one moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RawSample {
    pub at: u64,
    pub counts: u16,
    pub air_hpa: f64,
    pub water_celsius: f64,
}

/// One height with the second it was taken at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reading {
    pub at: u64,
    pub height: f64,
    pub quality: Quality,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quality {
    Good,
    Suspect,
}

impl fmt::Display for Quality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Quality::Good => "good",
            Quality::Suspect => "suspect",
        })
    }
}

/// Numbers from the calibration sheet of one transducer.
#[derive(Debug, Clone)]
pub struct Calibration {
    pub hpa_per_count: f64,
    pub hpa_at_zero: f64,
    /// Metres between the transducer and the station's datum.
    pub mount: f64,
}

pub trait Gauge {
    fn read(&mut self, sample: RawSample) -> Reading;
}

pub struct PressureGauge {
    calibration: Calibration,
    last: Option<Reading>,
    /// Metres per second that no tide reaches; faster means weed or a passing hull.
    max_rate: f64,
}

impl PressureGauge {
    pub fn new(calibration: Calibration) -> Self {
        Self {
            calibration,
            last: None,
            max_rate: 0.01,
        }
    }

    fn depth(&self, sample: RawSample) -> f64 {
        let total = self.calibration.hpa_at_zero + f64::from(sample.counts) * self.calibration.hpa_per_count;
        let water_pascal = (total - sample.air_hpa) * 100.0;
        water_pascal / (sea_density(sample.water_celsius) * GRAVITY)
    }

    fn judge(&self, at: u64, height: f64) -> Quality {
        match self.last {
            Some(last) if at > last.at => {
                let rate = (height - last.height).abs() / (at - last.at) as f64;
                if rate > self.max_rate {
                    Quality::Suspect
                } else {
                    Quality::Good
                }
            }
            _ => Quality::Good,
        }
    }
}

impl Gauge for PressureGauge {
    fn read(&mut self, sample: RawSample) -> Reading {
        let height = self.depth(sample) + self.calibration.mount;
        let reading = Reading {
            at: sample.at,
            height,
            quality: self.judge(sample.at, height),
        };
        self.last = Some(reading);
        reading
    }
}

/// Density of harbour water in kilograms per cubic metre, good to 0.1 % between 0 and 30 °C.
pub fn sea_density(celsius: f64) -> f64 {
    1027.3 - 0.0045 * (celsius - 4.0).powi(2) - 0.05 * celsius
}
