//! What asking would cost, before anybody is asked.

use std::collections::HashSet;

use crate::store::replies::Replies;

use super::{Line, Question, picture, usable};

/// What would be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Estimate {
    /// Requests, if none fails.
    pub calls: usize,
    /// Questions whose answer is there, or that are the same as another.
    pub cached: usize,
    /// Questions that failed before and would not be asked again.
    pub failed_before: usize,
    /// Questions beyond the limit of requests.
    pub left: usize,
    /// Tokens of the requests: characters by 4, and width times height of the pictures by 750. A rule of thumb; models
    /// differ by a factor of two and more.
    pub prompt_tokens: u64,
    /// Most tokens of the replies, where the parameters limit them.
    pub most_completion_tokens: Option<u64>,
}

/// Estimates. Nobody is asked and nothing is written.
pub fn estimate(line: &Line, questions: &[Question], memory: &Replies) -> Estimate {
    let mut out = Estimate::default();
    let mut met = HashSet::new();
    for question in questions {
        let key = line.key(question);
        match memory.get(&key).filter(|n| usable(n, line, question)) {
            Some(noted) if noted.reason.is_none() => out.cached += 1,
            Some(_) => out.failed_before += 1,
            None if !met.insert(key) => out.cached += 1,
            None if line.calls.is_some_and(|most| out.calls >= most) => out.left += 1,
            None => {
                out.calls += 1;
                let text = question.prompt.text().chars().count() as u64;
                out.prompt_tokens += text.div_ceil(4) + picture::tokens(&question.image, line.side);
            }
        }
    }
    let limit = ["max_tokens", "max_completion_tokens"]
        .iter()
        .find_map(|name| line.parameters.get(*name)?.as_u64());
    out.most_completion_tokens = limit.map(|limit| limit.saturating_mul(out.calls as u64));
    out
}
