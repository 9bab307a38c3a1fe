//! The draw: strategies in turn, cases and donors in a seeded order, until each case has what it shall have.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::Map;

use crate::domain::candidate::{Candidate, Strategy, Swapped, VERSION};
use crate::domain::case::Place;

use super::look::{ALIKE, Look, SAME};
use super::near::{Repos, share_gold, shared_directory};
use super::{Issue, MADE_BY, Made, Picture, Plan, SHARED_DIRECTORY, USES, Why, id, lot};

/// The scarcest first, since an image is used twice at most.
const ORDER: [Strategy; 3] = [Strategy::Similar, Strategy::Comment, Strategy::SameRepo];

/// Makes candidates that are not among `there`. `looks` has the hash of every image that can be decoded, by the SHA-256
/// of its bytes; others are never swapped in.
///
/// What is there stays and counts: against the number for a case when the same seed made it, as a use of its image, and
/// as an image that the case need not get again. So drawing again gives nothing new.
pub fn draw(issues: &[Issue], looks: &BTreeMap<String, Look>, there: &[Candidate], plan: &Plan) -> Made {
    let mut out = Made::default();
    let wanted: HashSet<&str> = plan.cases.iter().map(String::as_str).collect();
    let mut anchors: Vec<&Issue> = Vec::new();
    for issue in issues {
        if !wanted.is_empty() && !wanted.contains(issue.id.as_str()) {
            continue;
        }
        match () {
            () if issue.gold.is_empty() => out.left_out.entry(Why::NoGold).or_default().push(issue.id.clone()),
            () if issue.pictures.is_empty() => out.left_out.entry(Why::NoImage).or_default().push(issue.id.clone()),
            () => anchors.push(issue),
        }
    }
    for ids in out.left_out.values_mut() {
        ids.sort();
    }
    anchors.sort_by_cached_key(|a| lot(plan.seed, &a.id, ""));
    let mut table = Table::new(issues, looks, there, plan);
    for strategy in ORDER.into_iter().filter(|s| plan.strategies.contains(s)) {
        for anchor in &anchors {
            table.serve(strategy, anchor, &mut out);
        }
    }
    table.controls(&anchors, &mut out);
    out.new.sort_by(|a, b| (&a.case, &a.id).cmp(&(&b.case, &b.id)));
    for by_why in out.without.values_mut() {
        for ids in by_why.values_mut() {
            ids.sort();
        }
    }
    out
}

/// An image that could be swapped in.
struct Offer<'i> {
    donor: &'i Issue,
    picture: &'i Picture,
    similarity: Option<f64>,
}

/// A candidate of a case, as later ones see it.
struct Used {
    id: String,
    sha256: String,
    look: Option<Look>,
}

struct Table<'i> {
    repos: Repos<'i>,
    looks: &'i BTreeMap<String, Look>,
    plan: &'i Plan,
    used: HashMap<String, Vec<Used>>,
    uses: HashMap<String, usize>,
    /// Candidates of this seed by strategy and case.
    served: HashMap<(Strategy, String), usize>,
    swapped: usize,
    controls: usize,
    /// Cases and images of controls.
    controlled: HashSet<String>,
}

impl<'i> Table<'i> {
    fn new(issues: &'i [Issue], looks: &'i BTreeMap<String, Look>, there: &[Candidate], plan: &'i Plan) -> Self {
        let mut out = Self {
            repos: Repos::new(issues),
            looks,
            plan,
            used: HashMap::new(),
            uses: HashMap::new(),
            served: HashMap::new(),
            swapped: 0,
            controls: 0,
            controlled: HashSet::new(),
        };
        for candidate in there {
            out.note(candidate);
        }
        out
    }

    /// Counts a candidate.
    fn note(&mut self, c: &Candidate) {
        if c.seed == Some(self.plan.seed) && c.made_by == MADE_BY {
            *self.served.entry((c.strategy, c.case.clone())).or_default() += 1;
        }
        if c.strategy == Strategy::Control {
            self.controls += 1;
            self.controlled.insert(c.case.clone());
            return;
        }
        self.swapped += 1;
        let Some(image) = &c.swapped.image else { return };
        *self.uses.entry(image.sha256.clone()).or_default() += 1;
        let look = Look::parse(&c.swapped.phash).or_else(|| self.looks.get(&image.sha256).copied());
        self.used.entry(c.case.clone()).or_default().push(Used {
            id: c.id.clone(),
            sha256: image.sha256.clone(),
            look,
        });
    }

    /// Gives `anchor` what `strategy` has for it.
    fn serve(&mut self, strategy: Strategy, anchor: &'i Issue, out: &mut Made) {
        let key = (strategy, anchor.id.clone());
        let have = self.served.get(&key).copied().unwrap_or_default();
        if have >= self.plan.per_case {
            return;
        }
        let passed = out.passed.entry(strategy).or_default();
        let mut last = Why::NoDonor;
        let mut pass = |why: Why| {
            last = last.max(why);
            *passed.entry(why).or_default() += 1;
        };
        let mut got = have;
        for offer in self.offers(strategy, anchor, &mut pass) {
            match self.judge(anchor, &offer) {
                Err(why) => pass(why),
                Ok(resembles) => {
                    let candidate = self.candidate(strategy, anchor, &offer, resembles);
                    self.note(&candidate);
                    out.new.push(candidate);
                    got += 1;
                    if got >= self.plan.per_case {
                        break;
                    }
                }
            }
        }
        if passed.is_empty() {
            out.passed.remove(&strategy);
        }
        if got == 0 {
            let by_why = out.without.entry(strategy).or_default();
            by_why.entry(last).or_default().push(anchor.id.clone());
        }
    }

    /// What a strategy could take, the best first.
    fn offers(&self, strategy: Strategy, anchor: &'i Issue, pass: &mut dyn FnMut(Why)) -> Vec<Offer<'i>> {
        let (least, most) = (self.plan.min_similarity, self.plan.max_similarity);
        let mut donors: Vec<(&Issue, f64)> = self.repos.of(&anchor.id);
        donors.retain(|(donor, cosine)| {
            let there = match strategy {
                Strategy::Comment => donor.said().next().is_some(),
                _ => donor.shown().next().is_some(),
            };
            let why = match strategy {
                _ if !there => Why::NoDonor,
                _ if donor.gold.is_empty() => Why::DonorWithoutGold,
                _ if share_gold(anchor, donor) => Why::SharedGold,
                _ if *cosine >= most => Why::TooAlike,
                Strategy::SameRepo if *cosine >= least => Why::Alike,
                Strategy::Similar if *cosine < least => Why::NotAlike,
                _ => return true,
            };
            // A donor without an image there is none.
            if there {
                pass(why);
            }
            false
        });
        // The most alike first among those that edit other directories, then those that share one; equals, and all of
        // the other strategies, by lot.
        donors.sort_by_cached_key(|(donor, cosine)| {
            let near = match strategy {
                Strategy::Similar => (shared_directory(anchor, donor).is_some(), ranked(-cosine)),
                _ => (false, 0),
            };
            (near, lot(self.plan.seed, &anchor.id, &donor.id))
        });
        let theirs = donors.into_iter().flat_map(|(donor, cosine)| {
            let of_comments = donor.said().filter(move |_| strategy == Strategy::Comment);
            let of_body = donor.shown().filter(move |_| strategy != Strategy::Comment);
            of_comments.chain(of_body).map(move |picture| Offer {
                donor,
                picture,
                similarity: Some(cosine),
            })
        });
        // An own comment's image is the strategy of the paper; those of others follow.
        let own = anchor.said().filter(|_| strategy == Strategy::Comment);
        let own = own.map(|picture| Offer {
            donor: anchor,
            picture,
            similarity: None,
        });
        own.chain(theirs).collect()
    }

    /// Whether the image may be swapped in, and what it resembles.
    fn judge(&self, anchor: &Issue, offer: &Offer<'_>) -> Result<Option<String>, Why> {
        let sha256 = &offer.picture.image.sha256;
        let look = *self.looks.get(sha256).ok_or(Why::Unreadable)?;
        // An own comment's image is own of course: then only those of the body count.
        let own_comment = offer.donor.id == anchor.id;
        let own = anchor
            .pictures
            .iter()
            .filter(|p| !own_comment || p.place != Place::Comment);
        let own = own.map(|p| {
            let name = || format!("{}#{}", anchor.id, p.exhibit);
            (&p.image.sha256, self.looks.get(&p.image.sha256).copied(), name())
        });
        let used = self.used.get(&anchor.id).into_iter().flatten();
        let used = used.map(|u| (&u.sha256, u.look, u.id.clone()));
        let mut nearest: Option<(u32, String)> = None;
        for (other, theirs, name) in own.chain(used) {
            if other == sha256 {
                return Err(Why::SameImage);
            }
            let distance = theirs.map_or(u32::MAX, |l| l.distance(look));
            if distance <= ALIKE && nearest.as_ref().is_none_or(|(d, _)| distance < *d) {
                nearest = Some((distance, name));
            }
        }
        match nearest {
            Some((distance, _)) if distance <= SAME => Err(Why::LooksSame),
            _ if self.uses.get(sha256).is_some_and(|n| *n >= USES) => Err(Why::UsedUp),
            nearest => Ok(nearest.map(|(_, name)| name)),
        }
    }

    fn candidate(&self, strategy: Strategy, anchor: &Issue, offer: &Offer<'_>, resembles: Option<String>) -> Candidate {
        let Offer {
            donor,
            picture,
            similarity,
        } = offer;
        let sha256 = &picture.image.sha256;
        let mut rest = Map::new();
        if donor.id != anchor.id
            && let Some(dir) = shared_directory(anchor, donor)
        {
            rest.insert(SHARED_DIRECTORY.to_owned(), dir.into());
        }
        Candidate {
            v: VERSION,
            id: id(strategy, &anchor.id, &donor.id, sha256),
            strategy,
            case: anchor.id.clone(),
            donor: donor.id.clone(),
            donor_title: donor.title.clone(),
            donor_gold: donor.gold.iter().map(ToString::to_string).collect(),
            replaces: anchor.slot().map(|p| p.exhibit.clone()).unwrap_or_default(),
            swapped: Swapped {
                exhibit: picture.exhibit.clone(),
                source: picture.source.clone(),
                image: Some(picture.image.clone()),
                phash: self.looks.get(sha256).map(ToString::to_string).unwrap_or_default(),
            },
            similarity: *similarity,
            seed: Some(self.plan.seed),
            made_by: MADE_BY.to_owned(),
            resembles,
            rest,
        }
    }

    /// Adds controls until their share is what it shall be: first of cases without another candidate, by lot.
    fn controls(&mut self, anchors: &[&Issue], out: &mut Made) {
        let mut missing = controls(self.swapped, self.plan.controls).saturating_sub(self.controls);
        let open = anchors.iter().filter(|a| !self.controlled.contains(&a.id));
        let mut open: Vec<(&Issue, &Picture)> = open.filter_map(|a| Some((*a, a.slot()?))).collect();
        open.retain(|(_, p)| self.looks.contains_key(&p.image.sha256));
        open.sort_by_cached_key(|(a, _)| (self.used.contains_key(&a.id), lot(self.plan.seed, &a.id, "control")));
        for (donor, picture) in open.into_iter().take(missing) {
            let offer = Offer {
                donor,
                picture,
                similarity: None,
            };
            let control = self.candidate(Strategy::Control, donor, &offer, None);
            self.note(&control);
            out.new.push(control);
            missing -= 1;
        }
        out.controls_missing = missing;
    }
}

/// A likeness as a whole number, so that it can be a key of an order.
#[expect(clippy::cast_possible_truncation, reason = "at most 10,000")]
fn ranked(cosine: f64) -> i64 {
    (cosine * 10_000.0).round() as i64
}

/// The least number of controls beside `swapped` candidates that is `share` of all.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a count, and never below 0"
)]
fn controls(swapped: usize, share: f64) -> usize {
    let share = share.clamp(0.0, 0.9);
    // What is whole but for rounding stays whole.
    (swapped as f64 * share / (1.0 - share) - 1e-9).ceil().max(0.0) as usize
}
