//! The ladder of names: format, qualifier, constructor, nested function, unique last part, and the class alone.

use crate::domain::normal::chain::{Chain, chain};
use crate::domain::run::Suspect;

/// Step of the ladder of names that was enough, in its order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NameStep {
    /// Equal as written.
    Exact,
    /// But for kind words, arguments, templates, return types and separators.
    Format,
    /// One is the end of the other, whole components: `get` and `Store.get`.
    Qualifier,
    /// `Store.__init__` and `Store`.
    Constructor,
    /// The suspect lies inside: `f.g` and `f`.
    Outermost,
    /// Same last part, which only one definition of the file has, below a name that differs by case.
    UniqueLeaf,
    /// The suspect is the class around; no hit.
    RightClass,
}

impl NameStep {
    /// A short word for a column, after "via".
    pub fn word(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Format => "name format",
            Self::Qualifier => "qualifier",
            Self::Constructor => "constructor",
            Self::Outermost => "nested",
            Self::UniqueLeaf => "unique name",
            Self::RightClass => "right class",
        }
    }

    /// Whether the suspect counts as gold.
    pub fn hit(self) -> bool {
        self != Self::RightClass
    }

    /// Whether it needs the names of the file to be sure.
    pub fn guess(self) -> bool {
        self == Self::Qualifier
    }
}

/// A suspect's name, brought into components once.
#[derive(Debug, Clone)]
pub struct Asked<'a> {
    name: &'a str,
    chain: Chain,
}

impl<'a> Asked<'a> {
    /// Of a suspect.
    pub fn new(pred: &'a Suspect) -> Self {
        let name = pred.name.as_deref().unwrap_or("");
        Self {
            name,
            chain: chain(name),
        }
    }

    /// The name that stands for the suspect when doubles are removed.
    pub fn settled(&self) -> String {
        if self.chain.parts.is_empty() {
            self.name.to_owned()
        } else {
            self.chain.parts.join(".")
        }
    }
}

/// The step at which the suspect's name is `gold`. `names` are all definitions of the file, as `Class.method`.
pub fn step(asked: &Asked<'_>, gold: &str, names: Option<&[String]>) -> Option<NameStep> {
    if asked.name == gold {
        return Some(NameStep::Exact);
    }
    let (a, g) = (&asked.chain, chain(gold));
    if a.parts.is_empty() || g.parts.is_empty() {
        return None;
    }
    if a.parts == g.parts {
        return Some(NameStep::Format);
    }
    if (a.ends(&g) || g.ends(a)) && alone(a, &g, names) {
        return Some(NameStep::Qualifier);
    }
    let (made, gold_made) = (a.constructed(), g.constructed());
    if made.is_some() || gold_made.is_some() {
        let (x, y) = (made.as_ref().unwrap_or(a), gold_made.as_ref().unwrap_or(&g));
        if x.parts == y.parts || x.ends(y) || y.ends(x) {
            return Some(NameStep::Constructor);
        }
    }
    let (outer, gold_outer) = (a.outermost(), g.outermost());
    let same_outer = (outer.is_some() || gold_outer.is_some())
        && outer.as_ref().unwrap_or(a).parts == gold_outer.as_ref().unwrap_or(&g).parts;
    if same_outer || g.starts(a) {
        return Some(NameStep::Outermost);
    }
    if unique_leaf(a, &g, names) {
        return Some(NameStep::UniqueLeaf);
    }
    let class = g.parts.split_last().map_or(&[][..], |(_, class)| class);
    (!class.is_empty() && class.ends_with(&a.parts)).then_some(NameStep::RightClass)
}

/// Whether the suspect's name can only mean gold: it is no other definition of the file, and no second one ends so.
fn alone(a: &Chain, gold: &Chain, names: Option<&[String]>) -> bool {
    let Some(names) = names else { return true };
    let mut ends = 0;
    for name in names.iter().map(|n| chain(n)) {
        if name.parts == a.parts && name.parts != gold.parts {
            return false;
        }
        ends += usize::from(a.ends(&name) && name.parts != gold.parts);
    }
    ends == 0
}

/// Whether only one definition has gold's last part, and what stands before it is the same but for case.
fn unique_leaf(a: &Chain, gold: &Chain, names: Option<&[String]>) -> bool {
    let (Some(names), Some(p), Some(q)) = (names, a.parent(), gold.parent()) else {
        return false;
    };
    let same = a.leaf() == gold.leaf() && p.to_lowercase() == q.to_lowercase();
    same && names
        .iter()
        .map(|n| chain(n))
        .filter(|n| n.leaf() == gold.leaf())
        .count()
        == 1
}
