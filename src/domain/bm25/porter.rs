//! The Porter stemmer.
//!
//! Source: M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980, with the two changes of the
//! author's own later version that Lucene has too: `bli` gives `ble`, `logi` gives `log`. Words of one or two letters
//! stay. It is not the later "Porter 2" (Snowball English).

/// A word being cut down.
struct Word {
    letters: Vec<char>,
}

/// The stem of a word in lower case.
pub(super) fn stem(word: &str) -> String {
    let mut w = Word {
        letters: word.chars().collect(),
    };
    if w.letters.len() > 2 {
        w.plurals();
        w.past();
        w.y();
        w.replace_first(&DOUBLE, 0);
        w.replace_first(&FULL, 0);
        w.drop_last();
        w.tidy();
    }
    w.letters.into_iter().collect()
}

type Rule = (&'static str, &'static str);

/// Step 2.
const DOUBLE: [Rule; 21] = [
    ("ational", "ate"),
    ("tional", "tion"),
    ("enci", "ence"),
    ("anci", "ance"),
    ("izer", "ize"),
    ("bli", "ble"),
    ("alli", "al"),
    ("entli", "ent"),
    ("eli", "e"),
    ("ousli", "ous"),
    ("ization", "ize"),
    ("ation", "ate"),
    ("ator", "ate"),
    ("alism", "al"),
    ("iveness", "ive"),
    ("fulness", "ful"),
    ("ousness", "ous"),
    ("aliti", "al"),
    ("iviti", "ive"),
    ("biliti", "ble"),
    ("logi", "log"),
];

/// Step 3.
const FULL: [Rule; 7] = [
    ("icate", "ic"),
    ("ative", ""),
    ("alize", "al"),
    ("iciti", "ic"),
    ("ical", "ic"),
    ("ful", ""),
    ("ness", ""),
];

/// Step 4; `ion` goes only after s or t.
const LAST: [&str; 19] = [
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou", "ism", "ate", "iti",
    "ous", "ive", "ize",
];

impl Word {
    fn at(&self, n: usize) -> char {
        self.letters.get(n).copied().unwrap_or(' ')
    }

    fn consonant(&self, n: usize) -> bool {
        match self.at(n) {
            'a' | 'e' | 'i' | 'o' | 'u' => false,
            'y' => n == 0 || !self.consonant(n - 1),
            _ => true,
        }
    }

    /// Vowel-consonant sequences among the first `len` letters.
    fn measure(&self, len: usize) -> usize {
        let mut kinds = (0..len).map(|n| self.consonant(n));
        let mut before = true;
        let mut out = 0;
        for now in &mut kinds {
            out += usize::from(now && !before);
            before = now;
        }
        out
    }

    fn vowel(&self, len: usize) -> bool {
        (0..len).any(|n| !self.consonant(n))
    }

    /// The first `len` letters end in a double consonant.
    fn double(&self, len: usize) -> bool {
        len >= 2 && self.at(len - 1) == self.at(len - 2) && self.consonant(len - 1)
    }

    /// The first `len` letters end consonant, vowel, consonant, the last none of w, x, y.
    fn short(&self, len: usize) -> bool {
        len >= 3
            && self.consonant(len - 1)
            && !self.consonant(len - 2)
            && self.consonant(len - 3)
            && !matches!(self.at(len - 1), 'w' | 'x' | 'y')
    }

    /// Length without `ending`, when the word ends with it.
    fn without(&self, ending: &str) -> Option<usize> {
        let len = self.letters.len().checked_sub(ending.len())?;
        let tail = self.letters.get(len..)?;
        tail.iter().copied().eq(ending.chars()).then_some(len)
    }

    fn set(&mut self, len: usize, ending: &str) {
        self.letters.truncate(len);
        self.letters.extend(ending.chars());
    }

    /// Step 1a.
    fn plurals(&mut self) {
        for (from, to) in [("sses", "ss"), ("ies", "i"), ("ss", "ss"), ("s", "")] {
            if let Some(len) = self.without(from) {
                return self.set(len, to);
            }
        }
    }

    /// Step 1b.
    fn past(&mut self) {
        if let Some(len) = self.without("eed") {
            if self.measure(len) > 0 {
                self.set(len, "ee");
            }
            return;
        }
        let cut = ["ed", "ing"]
            .iter()
            .find_map(|e| self.without(e).filter(|len| self.vowel(*len)));
        let Some(len) = cut else { return };
        self.letters.truncate(len);
        let ends = ["at", "bl", "iz"].iter().any(|e| self.without(e).is_some());
        if ends || (!self.double(len) && self.measure(len) == 1 && self.short(len)) {
            self.letters.push('e');
        } else if self.double(len) && !matches!(self.at(len - 1), 'l' | 's' | 'z') {
            self.letters.pop();
        }
    }

    /// Step 1c.
    fn y(&mut self) {
        if let Some(len) = self.without("y").filter(|len| self.vowel(*len)) {
            self.set(len, "i");
        }
    }

    /// The rule of the longest ending that fits is applied where what is left measures more than `least`.
    fn replace_first(&mut self, rules: &[Rule], least: usize) {
        let fits = rules
            .iter()
            .filter_map(|(from, to)| Some((self.without(from)?, *to)))
            .min_by_key(|(len, _)| *len);
        if let Some((len, to)) = fits.filter(|(len, _)| self.measure(*len) > least) {
            self.set(len, to);
        }
    }

    fn drop_last(&mut self) {
        let fits = LAST.iter().filter_map(|e| Some((self.without(e)?, *e)));
        let Some((len, ending)) = fits.min_by_key(|(len, _)| *len) else {
            return;
        };
        let allowed = ending != "ion" || matches!(self.at(len.wrapping_sub(1)), 's' | 't');
        if allowed && self.measure(len) > 1 {
            self.letters.truncate(len);
        }
    }

    /// Step 5.
    fn tidy(&mut self) {
        if let Some(len) = self.without("e") {
            let m = self.measure(len);
            if m > 1 || (m == 1 && !self.short(len)) {
                self.letters.truncate(len);
            }
        }
        let len = self.letters.len();
        if self.at(len.wrapping_sub(1)) == 'l' && self.double(len) && self.measure(len) > 1 {
            self.letters.truncate(len - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::stem;

    #[test]
    fn stems_are_those_of_the_reference() {
        // Words of the paper's own lists and some more; stems by NLTK 3.9's PorterStemmer, mode MARTIN_EXTENSIONS.
        let pairs = "caresses caress,ponies poni,ties ti,caress caress,cats cat,feed feed,agreed agre,plastered plaster,\
            bled bled,motoring motor,sing sing,conflated conflat,troubled troubl,sized size,hopping hop,tanned tan,\
            falling fall,hissing hiss,fizzed fizz,failing fail,filing file,happy happi,sky sky,relational relat,\
            conditional condit,rational ration,valenci valenc,hesitanci hesit,digitizer digit,conformabli conform,\
            radicalli radic,differentli differ,vileli vile,analogousli analog,vietnamization vietnam,predication predic,\
            operator oper,feudalism feudal,decisiveness decis,hopefulness hope,callousness callous,formaliti formal,\
            sensitiviti sensit,sensibiliti sensibl,triplicate triplic,formative form,formalize formal,electriciti electr,\
            electrical electr,hopeful hope,goodness good,revival reviv,allowance allow,inference infer,airliner airlin,\
            gyroscopic gyroscop,adjustable adjust,defensible defens,irritant irrit,replacement replac,adjustment adjust,\
            dependent depend,adoption adopt,homologou homolog,communism commun,activate activ,angulariti angular,\
            homologous homolog,effective effect,bowdlerize bowdler,probate probat,rate rate,cease ceas,controll control,\
            roll roll,tooltips tooltip,rendering render,analogy analog,archaeology archaeolog,possibly possibl,\
            sayings sai,yy yy,being be,dying dy,aye ay,es es,ing ing,eed eed,ion ion,option option,labelled label,\
            oxen oxen,queued queu,syzygy syzygi";
        for pair in pairs.split(',') {
            let (word, want) = pair.trim().split_once(' ').unwrap();
            assert_eq!(stem(word), want, "{word}");
        }
        assert_eq!((stem(""), stem("größes")), (String::new(), "größe".to_owned()));
    }
}
