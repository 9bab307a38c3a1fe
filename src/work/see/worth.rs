//! What evidence is worth, by producer: how much there is, what it cost, what is doubtful, what people said about it.

use std::collections::BTreeMap;

use crate::base::error::{Problem, Result};
use crate::domain::evidence::{Evidence, Usage};
use crate::domain::seen::doubt::{Rules, doubts};
use crate::domain::seen::field::{Part, Say, Sayings};
use crate::store::workspace::Workspace;
use crate::work::catalog::Catalog;
use crate::work::{answers, forms};

/// What people said about one part.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Said {
    /// As it stands in the image.
    pub accepted: usize,
    /// Something else takes its place.
    pub corrected: usize,
    /// Nothing does.
    pub rejected: usize,
}

/// One producer.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Worth {
    /// Exhibits with evidence.
    pub exhibits: usize,
    /// Exhibits with a fault, by its words.
    pub faults: BTreeMap<String, usize>,
    /// Milliseconds, sorted, of records that tell them.
    pub times: Vec<u64>,
    /// Tokens of all records that tell them.
    pub usage: Option<Usage>,
    /// Mean confidence of the records that tell one.
    pub confidence: Option<f64>,
    /// Records with something doubtful, and of these those of which something stands in no other reading.
    pub doubtful: usize,
    /// See `doubtful`.
    pub unread: usize,
    /// Replies that had to be mended.
    pub mended: usize,
    /// Parts of records about which people differ.
    pub disputed: usize,
    /// What people said, by part; empty where nobody did.
    pub said: BTreeMap<Part, Said>,
    sum: f64,
    sure: usize,
}

/// All producers.
#[derive(Debug, Clone, Default)]
pub struct Whole {
    /// By name.
    pub producers: BTreeMap<String, Worth>,
    /// Lines of evidence that cannot be read.
    pub problems: Vec<Problem>,
    /// What people said was not read: the round is blind and not closed.
    pub secret: bool,
}

/// Reads all evidence, and what people said about it unless that is secret now.
///
/// # Errors
/// Evidence that cannot be read.
pub fn worth(ws: &Workspace) -> Result<Whole> {
    let catalog = Catalog::build(ws);
    let mut out = Whole {
        secret: forms::secret(ws),
        ..Whole::default()
    };
    let sayings = if out.secret {
        Sayings::default()
    } else {
        Sayings::of(&answers::ledger(ws, None)?)
    };
    for case in catalog.with_evidence() {
        let all = catalog.evidence(case)?;
        let others: Vec<&Evidence> = all.iter().filter(|e| e.fault.is_none()).collect();
        for record in &all {
            let one = out.producers.entry(record.producer.clone()).or_default();
            one.take(record, &others);
            one.disputed += sayings.settle(record).disputed;
        }
    }
    out.problems.clone_from(&catalog.problems);
    for one in out.producers.values_mut() {
        one.times.sort_unstable();
        one.confidence = (one.sure > 0).then(|| one.sum / one.sure as f64);
    }
    for (_, _, producer, part, said) in sayings.all() {
        // A person's own record has no file, and nobody judges it here.
        let Some(worth) = out.producers.get_mut(producer) else {
            continue;
        };
        let count = worth.said.entry(part).or_default();
        for (_, say) in &said.people {
            match say {
                Say::Accept => count.accepted += 1,
                Say::Correct(_) => count.corrected += 1,
                Say::Reject => count.rejected += 1,
            }
        }
    }
    Ok(out)
}

impl Worth {
    fn take(&mut self, record: &Evidence, others: &[&Evidence]) {
        self.times.extend(record.took_ms);
        if let Some(usage) = record.usage {
            let sum = self.usage.get_or_insert_default();
            sum.prompt_tokens = sum.prompt_tokens.saturating_add(usage.prompt_tokens);
            sum.completion_tokens = sum.completion_tokens.saturating_add(usage.completion_tokens);
        }
        if let Some(why) = &record.fault {
            *self.faults.entry(why.clone()).or_default() += 1;
            return;
        }
        self.exhibits += 1;
        self.mended += usize::from(!record.mended.is_empty());
        if let Some(c) = record.confidence {
            self.sum += c;
            self.sure += 1;
        }
        let found = doubts(record, others, Rules::default());
        self.doubtful += usize::from(!found.is_empty());
        self.unread += usize::from(found.iter().any(|d| !d.field.is_empty()));
    }
}
