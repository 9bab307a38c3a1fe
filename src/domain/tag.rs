//! A person's class of a miss: a judgement like any other, beside the finding and never over it.

use super::level::Level;

/// The question under which a person's class of a miss is kept, about the case: one per run, level and K.
pub fn question(run: &str, level: Level, k: u32) -> String {
    format!("finding/{run}/{}@{k}", level.word())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn run_level_and_k_tell_questions_apart() {
        assert_eq!(question("a", Level::File, 5), "finding/a/file@5");
        assert_ne!(question("a", Level::File, 5), question("a", Level::Function, 5));
    }
}
