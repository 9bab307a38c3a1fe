//! What was read out of the blobs of a repository, kept between commands: their bags and those of their functions,
//! packed into bytes and out again. Bytes that are not whole give nothing, and everything is read anew.

use std::collections::HashMap;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::Recipe;
use super::words::{Bag, Words};
use crate::base::num::{size, small};

/// Raise this when terms, outlines or this form change.
const VERSION: u32 = 1;

/// Bytes of the checksum at the end.
const SUM: usize = 16;

/// One function of a blob.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// `Class.method`.
    pub name: Box<str>,
    /// First and last line, from 1.
    pub lines: (u32, u32),
    /// Its terms.
    pub bag: Bag,
}

/// What one blob holds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Leaf {
    /// Its terms; `None` when it is binary, too large or generated, and so in no pool.
    pub bag: Option<Bag>,
    /// Its outermost functions; `None` when nobody asked for them yet.
    pub parts: Option<Vec<Part>>,
}

/// Everything that was read of one repository under one recipe.
#[derive(Debug, Default)]
pub struct Library {
    /// Its terms.
    pub words: Words,
    leaves: HashMap<Box<str>, (u32, Arc<Leaf>)>,
    /// Number of this use; leaves carry that of their last one.
    turn: u32,
    /// Something was added.
    changed: bool,
}

impl Library {
    /// An empty one.
    pub fn new(recipe: Recipe) -> Self {
        Self {
            words: Words::new(recipe),
            ..Self::default()
        }
    }

    /// The leaf of a blob, which is then used this time.
    pub fn get(&mut self, key: &str) -> Option<Arc<Leaf>> {
        let (turn, leaf) = self.leaves.get_mut(key)?;
        *turn = self.turn;
        Some(leaf.clone())
    }

    /// Adds a leaf.
    pub fn put(&mut self, key: &str, leaf: Leaf) -> Arc<Leaf> {
        let leaf = Arc::new(leaf);
        self.leaves.insert(key.into(), (self.turn, leaf.clone()));
        self.changed = true;
        leaf
    }

    /// Number of blobs.
    pub fn len(&self) -> usize {
        self.leaves.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.leaves.is_empty()
    }

    /// Whether it holds something that was not read from bytes.
    pub fn changed(&self) -> bool {
        self.changed
    }

    /// As bytes, about `most` at most: leaves that were used longest ago are left out.
    pub fn pack(&self, most: usize) -> Vec<u8> {
        let mut order: Vec<(&str, u32, &Leaf)> = self.leaves.iter().map(|(k, (t, l))| (&**k, *t, &**l)).collect();
        order.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(b.0)));
        let mut pen = Pen::default();
        let mut kept = 0;
        for (key, turn, leaf) in order {
            if pen.out.len() + pen.names.len() >= most {
                break;
            }
            pen.text(key);
            pen.number(turn);
            pen.leaf(&self.words, leaf);
            kept += 1;
        }
        let mut out = head(self.words.recipe()).into_bytes();
        put(&mut out, self.turn);
        put(&mut out, pen.known);
        out.extend(&pen.names);
        put(&mut out, kept);
        out.extend(&pen.out);
        let sum = Sha256::digest(&out);
        out.extend(sum.iter().take(SUM));
        out
    }

    /// Back from bytes; `None` when they are damaged or of another version or recipe.
    pub fn unpack(recipe: Recipe, bytes: &[u8]) -> Option<Self> {
        let (body, sum) = bytes.split_at_checked(bytes.len().checked_sub(SUM)?)?;
        if !Sha256::digest(body).iter().take(SUM).eq(sum) {
            return None;
        }
        let mut eye = Eye(body.strip_prefix(head(recipe).as_bytes())?);
        let mut out = Self::new(recipe);
        out.turn = eye.number()?.saturating_add(1);
        for n in 0..eye.number()? {
            // A name twice would shift the numbers of all that follow.
            (out.words.number(eye.text()?)? == n).then_some(())?;
        }
        for _ in 0..eye.number()? {
            let key = eye.text()?;
            let turn = eye.number()?;
            let leaf = eye.leaf(small(out.words.len()))?;
            out.leaves.insert(key.into(), (turn, Arc::new(leaf)));
        }
        eye.0.is_empty().then_some(out)
    }
}

fn head(recipe: Recipe) -> String {
    format!(
        "casefile rank {VERSION} {} {}\n",
        env!("CARGO_PKG_VERSION"),
        recipe.name()
    )
}

/// Seven bits a byte, the lowest first.
fn put(out: &mut Vec<u8>, mut n: u32) {
    loop {
        let [low, ..] = n.to_le_bytes();
        n >>= 7;
        if n == 0 {
            return out.push(low & 0x7f);
        }
        out.push(low | 0x80);
    }
}

/// Writes leaves; terms get numbers in order of their first use.
#[derive(Default)]
struct Pen {
    out: Vec<u8>,
    names: Vec<u8>,
    numbers: HashMap<u32, u32>,
    known: u32,
}

impl Pen {
    fn number(&mut self, n: u32) {
        put(&mut self.out, n);
    }

    fn text(&mut self, text: &str) {
        self.number(small(text.len()));
        self.out.extend(text.as_bytes());
    }

    fn bag(&mut self, words: &Words, bag: &Bag) {
        let mut terms: Vec<(u32, u32)> = Vec::with_capacity(bag.terms.len());
        for (id, count) in &bag.terms {
            let number = *self.numbers.entry(*id).or_insert_with(|| {
                let name = words.name(*id);
                put(&mut self.names, small(name.len()));
                self.names.extend(name.as_bytes());
                self.known += 1;
                self.known - 1
            });
            terms.push((number, *count));
        }
        terms.sort_unstable();
        self.number(small(terms.len()));
        let mut before = 0;
        for (number, count) in terms {
            self.number(number - before);
            self.number(count);
            before = number;
        }
    }

    fn leaf(&mut self, words: &Words, leaf: &Leaf) {
        match &leaf.bag {
            Some(bag) => {
                self.number(1);
                self.bag(words, bag);
            }
            None => self.number(0),
        }
        let Some(parts) = &leaf.parts else {
            return self.number(0);
        };
        self.number(small(parts.len()).saturating_add(1));
        for part in parts {
            self.text(&part.name);
            self.number(part.lines.0);
            self.number(part.lines.1);
            self.bag(words, &part.bag);
        }
    }
}

/// Reads what a [`Pen`] wrote.
struct Eye<'a>(&'a [u8]);

impl<'a> Eye<'a> {
    fn number(&mut self) -> Option<u32> {
        let mut out = 0u64;
        for shift in [0, 7, 14, 21, 28] {
            let (first, rest) = self.0.split_first()?;
            self.0 = rest;
            out |= u64::from(first & 0x7f) << shift;
            if first & 0x80 == 0 {
                return u32::try_from(out).ok();
            }
        }
        None
    }

    fn text(&mut self) -> Option<&'a str> {
        let len = size(self.number()?.into());
        let (text, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        std::str::from_utf8(text).ok()
    }

    fn bag(&mut self, known: u32) -> Option<Bag> {
        let len = self.number()?;
        let mut terms = Vec::new();
        let mut before = 0u32;
        for n in 0..len {
            let number = before.checked_add(self.number()?)?;
            let sound = number < known && (n == 0 || number > before);
            sound.then_some(())?;
            terms.push((number, self.number()?));
            before = number;
        }
        Some(Bag { terms: terms.into() })
    }

    fn leaf(&mut self, known: u32) -> Option<Leaf> {
        let bag = match self.number()? {
            0 => None,
            _ => Some(self.bag(known)?),
        };
        let parts = match self.number()?.checked_sub(1) {
            None => None,
            Some(n) => Some((0..n).map(|_| self.part(known)).collect::<Option<Vec<Part>>>()?),
        };
        Some(Leaf { bag, parts })
    }

    fn part(&mut self, known: u32) -> Option<Part> {
        Some(Part {
            name: self.text()?.into(),
            lines: (self.number()?, self.number()?),
            bag: self.bag(known)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn made() -> Library {
        let mut lib = Library::new(Recipe::Code);
        let bag = lib.words.bag("drawLegend axis axis");
        let part = Part {
            name: "Chart.draw".into(),
            lines: (3, 9),
            bag: lib.words.bag("axis größe"),
        };
        lib.put(
            "aa.js",
            Leaf {
                bag: Some(bag),
                parts: Some(vec![part]),
            },
        );
        lib.put("bb.js", Leaf::default());
        lib
    }

    /// The leaf's terms by name.
    fn told(lib: &mut Library, key: &str) -> Option<Vec<(String, u32)>> {
        let leaf = lib.get(key)?;
        let name = |(t, n): &(u32, u32)| (lib.words.name(*t).to_owned(), *n);
        let mut out: Vec<_> = leaf.bag.as_ref()?.terms.iter().map(name).collect();
        out.sort();
        Some(out)
    }

    #[test]
    fn what_was_packed_comes_back() {
        let mut lib = made();
        let bytes = lib.pack(1 << 20);
        let mut back = Library::unpack(Recipe::Code, &bytes).unwrap();
        assert_eq!((back.len(), back.changed()), (2, false));
        assert_eq!(told(&mut back, "aa.js"), told(&mut lib, "aa.js"));
        let leaf = back.get("aa.js").unwrap();
        let part = &leaf.parts.as_ref().unwrap()[0];
        assert_eq!((&*part.name, part.lines, part.bag.len()), ("Chart.draw", (3, 9), 2));
        assert_eq!(*back.get("bb.js").unwrap(), Leaf::default());
        assert!(Library::unpack(Recipe::Lucene, &bytes).is_none(), "another recipe");
    }

    #[test]
    fn what_was_used_last_stays_when_room_is_short() {
        let bytes = made().pack(1 << 20);
        let mut back = Library::unpack(Recipe::Code, &bytes).unwrap();
        back.get("bb.js").unwrap();
        let mut small = Library::unpack(Recipe::Code, &back.pack(0)).unwrap();
        assert_eq!(small.len(), 0);
        assert!(small.get("aa.js").is_none());
        let small = back.pack(1);
        let mut small = Library::unpack(Recipe::Code, &small).unwrap();
        assert!(small.len() == 1 && small.get("bb.js").is_some());
    }

    proptest! {
        #[test]
        fn damage_is_seen(at in 0usize..4000, bit in 0u8..8, cut in any::<bool>()) {
            let mut bytes = made().pack(1 << 20);
            let at = at % bytes.len();
            if cut {
                bytes.truncate(at);
            } else {
                bytes[at] ^= 1 << bit;
            }
            prop_assert!(Library::unpack(Recipe::Code, &bytes).is_none());
        }

        #[test]
        fn hostile_bytes_with_a_right_sum_do_no_harm(tail in prop::collection::vec(any::<u8>(), 0..200)) {
            let mut bytes = head(Recipe::Code).into_bytes();
            bytes.extend(tail);
            let sum = Sha256::digest(&bytes);
            bytes.extend(sum.iter().take(SUM));
            let _any = Library::unpack(Recipe::Code, &bytes);
        }
    }
}
