//! A ring of readings that survives an outage: when it is full the oldest one is overwritten.

/// A fixed number of slots; `head` is where the next item goes.
pub struct RingBuffer<T> {
    slots: Vec<Option<T>>,
    head: usize,
    len: usize,
    overwritten: u64,
}

impl<T: Clone> RingBuffer<T> {
    /// Makes an empty ring. A capacity of zero is raised to one.
    pub fn with_capacity(capacity: usize) -> Self {
        Self {
            slots: vec![None; capacity.max(1)],
            head: 0,
            len: 0,
            overwritten: 0,
        }
    }

    pub fn capacity(&self) -> usize {
        self.slots.len()
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many items were lost because nobody fetched them in time.
    pub fn overwritten(&self) -> u64 {
        self.overwritten
    }

    /// Adds an item, at the cost of the oldest one when the ring is full.
    pub fn push(&mut self, item: T) {
        if self.len == self.capacity() {
            self.overwritten += 1;
        } else {
            self.len += 1;
        }
        self.slots[self.head] = Some(item);
        self.head = (self.head + 1) % self.capacity();
    }

    /// Up to `max` items, oldest first, without removing them.
    pub fn peek_batch(&self, max: usize) -> Vec<T> {
        let count = max.min(self.len);
        self.slots.iter().flatten().take(count).cloned().collect()
    }

    /// Removes the `count` oldest items, after they were sent.
    pub fn discard(&mut self, count: usize) {
        let count = count.min(self.len);
        let start = self.tail();
        for step in 0..count {
            let index = (start + step) % self.capacity();
            self.slots[index] = None;
        }
        self.len -= count;
    }

    fn tail(&self) -> usize {
        (self.head + self.capacity() - self.len) % self.capacity()
    }
}

#[cfg(test)]
mod tests {
    use super::RingBuffer;

    #[test]
    fn overwrites_the_oldest() {
        let mut ring = RingBuffer::with_capacity(3);
        for number in 1..=4 {
            ring.push(number);
        }
        assert_eq!(ring.len(), 3);
        assert_eq!(ring.overwritten(), 1);
    }

    #[test]
    fn discards_no_more_than_it_holds() {
        let mut ring = RingBuffer::with_capacity(2);
        ring.push('a');
        ring.discard(9);
        assert!(ring.is_empty());
    }
}
