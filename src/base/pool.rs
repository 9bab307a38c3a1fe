//! Shares equal texts: a column with few values holds each once.

use std::collections::HashSet;
use std::sync::Arc;

/// Texts handed out so far.
#[derive(Debug, Default)]
pub struct Pool(HashSet<Arc<str>>);

impl Pool {
    /// The shared copy of `text`.
    pub fn get(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.0.get(text) {
            return known.clone();
        }
        let new: Arc<str> = Arc::from(text);
        self.0.insert(new.clone());
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_are_one() {
        let mut pool = Pool::default();
        let (a, b) = (pool.get("x"), pool.get("x"));
        assert!(Arc::ptr_eq(&a, &b) && !Arc::ptr_eq(&a, &pool.get("y")));
    }
}
