//! Pictures ready to be drawn, up to a number of bytes; the least recently used go first.

use std::collections::HashMap;

use super::Want;
use super::encode::Encoded;

/// The cache. One tick is one frame; what was used in the current frame is never dropped.
#[derive(Debug)]
pub(super) struct Cache {
    entries: HashMap<Want, (Encoded, u64)>,
    bytes: usize,
    cap: usize,
    tick: u64,
}

impl Cache {
    pub(super) fn new(cap: usize) -> Self {
        Self {
            entries: HashMap::new(),
            bytes: 0,
            cap,
            tick: 0,
        }
    }

    pub(super) fn begin_frame(&mut self) {
        self.tick += 1;
    }

    pub(super) fn contains(&self, want: &Want) -> bool {
        self.entries.contains_key(want)
    }

    /// The picture, marked as used now.
    pub(super) fn get(&mut self, want: &Want) -> Option<&Encoded> {
        let (encoded, used) = self.entries.get_mut(want)?;
        *used = self.tick;
        Some(encoded)
    }

    /// Stores a picture and returns those that had to go.
    pub(super) fn put(&mut self, want: &Want, encoded: Encoded) -> Vec<(Want, Encoded)> {
        let mut gone = Vec::new();
        self.drop_old_frames(want, &mut gone);
        self.bytes += encoded.bytes;
        if let Some((old, _)) = self.entries.insert(want.clone(), (encoded, self.tick)) {
            self.bytes -= old.bytes;
        }
        while self.bytes > self.cap {
            let oldest = self
                .entries
                .iter()
                .filter(|(_, (_, used))| *used < self.tick)
                .min_by_key(|(_, (_, used))| *used);
            let Some(oldest) = oldest.map(|(want, _)| want.clone()) else {
                break;
            };
            self.remove(&oldest, &mut gone);
        }
        gone
    }

    /// Of an animation only the first frame, the newest and the one on the screen are kept.
    fn drop_old_frames(&mut self, want: &Want, gone: &mut Vec<(Want, Encoded)>) {
        if want.frame == 0 {
            return;
        }
        let old: Vec<Want> = self
            .entries
            .iter()
            .filter(|(w, (_, used))| w.frame != 0 && w.frame != want.frame && *used < self.tick && w.same_place(want))
            .map(|(w, _)| w.clone())
            .collect();
        for old in old {
            self.remove(&old, gone);
        }
    }

    fn remove(&mut self, want: &Want, gone: &mut Vec<(Want, Encoded)>) {
        if let Some((want, (encoded, _))) = self.entries.remove_entry(want) {
            self.bytes -= encoded.bytes;
            gone.push((want, encoded));
        }
    }
}
