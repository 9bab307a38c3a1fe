//! A fast hasher for short keys. Seeded at random for each table, so that no input can be made to collide.
//!
//! Source: the folded multiplication of wyhash (Wang Yi, public domain).

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Makes hashers of one seed.
#[derive(Debug, Clone)]
pub(in crate::domain) struct Seeded(u64, u64);

impl Default for Seeded {
    fn default() -> Self {
        let seed = RandomState::new();
        Self(seed.hash_one(1_u8), seed.hash_one(2_u8) | 1)
    }
}

impl BuildHasher for Seeded {
    type Hasher = Fold;

    fn build_hasher(&self) -> Fold {
        Fold(self.0, self.1)
    }
}

/// State and multiplier.
#[derive(Debug)]
pub(in crate::domain) struct Fold(u64, u64);

impl Fold {
    fn mix(&mut self, word: u64) {
        let wide = u128::from(self.0 ^ word) * u128::from(self.1 ^ SPREAD);
        let bytes = wide.to_le_bytes();
        let (low, high) = bytes.split_at(8);
        self.0 = le(low) ^ le(high);
    }
}

fn le(bytes: &[u8]) -> u64 {
    let mut out = [0; 8];
    for (to, from) in out.iter_mut().zip(bytes) {
        *to = *from;
    }
    u64::from_le_bytes(out)
}

impl Hasher for Fold {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            self.mix(le(chunk));
        }
        self.mix(bytes.len() as u64);
    }

    fn write_u8(&mut self, _end_of_text: u8) {}

    fn finish(&self) -> u64 {
        self.0.wrapping_mul(SPREAD) ^ (self.0 >> 32)
    }
}
