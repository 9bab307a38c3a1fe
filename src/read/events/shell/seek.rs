//! Commands that search and list: `grep` and its kin, `find`, `fd`, `ls`, `tree`.

use crate::domain::trajectory::Kind;

use super::{Call, Shell, UNKNOWN, flags, like_file};

impl Shell {
    pub(super) fn grep(&mut self, verb: &str, call: &Call<'_>) {
        let (valued, long): (&str, &[&str]) = match verb {
            "rg" => (
                "efmABCgtTjMErd",
                &[
                    "glob",
                    "iglob",
                    "type",
                    "type-not",
                    "regexp",
                    "file",
                    "max-count",
                    "after-context",
                    "before-context",
                    "context",
                    "max-depth",
                    "sort",
                    "sortr",
                    "replace",
                    "encoding",
                    "max-columns",
                    "threads",
                ],
            ),
            "ag" | "ack" => ("ABCGmp", &["ignore", "ignore-dir", "file-search-regex", "depth"]),
            _ => (
                "efmABCDd",
                &[
                    "regexp",
                    "file",
                    "max-count",
                    "after-context",
                    "before-context",
                    "context",
                    "include",
                    "exclude",
                    "exclude-dir",
                ],
            ),
        };
        let (found, words) = flags(call.args, valued, long);
        let has = |names: &[&str]| found.iter().any(|(n, _)| names.contains(&n.as_str()));
        let values = |names: &[&str]| -> Vec<&str> {
            let of = found.iter().filter(|(n, _)| names.contains(&n.as_str()));
            of.map(|(_, v)| *v).collect()
        };
        let globs = values(&["include", "g", "glob", "iglob", "G", "t", "type"]);
        let mut given = values(&["e", "regexp"]);
        let mut words = words.as_slice();
        if verb == "rg" && has(&["files"]) {
            self.listed(words, globs.first().copied());
            return;
        }
        if given.is_empty()
            && let Some((first, rest)) = words.split_first()
        {
            given.push(first);
            words = rest;
        }
        let pattern = given.join("|").trim_start_matches(UNKNOWN).to_owned();
        if words.is_empty() && call.piped && !call.fed {
            return self.filtered(call, &pattern);
        }
        let only_names = has(&["l", "L", "c", "q", "files-with-matches", "count", "quiet"]);
        self.searched(call, words, &globs, pattern, !only_names);
    }

    /// A search in `places`; in one file it shows its lines, too.
    pub(super) fn searched(
        &mut self,
        call: &Call<'_>,
        places: &[&String],
        globs: &[&str],
        pattern: String,
        lines: bool,
    ) {
        let one = match places {
            [one] => Some(one.as_str()),
            _ => None,
        };
        let fed = call.flow.clone().next().filter(|_| call.fed && places.is_empty());
        let fed = fed
            .and_then(|n| self.deeds.get(n))
            .and_then(|d| d.scope.clone().or_else(|| d.path.clone()));
        self.add(Kind::Search, one);
        let joined: Vec<String> = places
            .iter()
            .filter(|p| !p.starts_with(UNKNOWN))
            .map(|p| super::join(&self.cwd, p))
            .chain(globs.iter().map(|g| (*g).to_owned()))
            .take(20)
            .collect();
        let here = if self.cwd.is_empty() {
            ".".to_owned()
        } else {
            self.cwd.clone()
        };
        if let Some(deed) = self.last() {
            deed.query = Some(pattern.clone());
            let own = (!joined.is_empty()).then(|| joined.join(" "));
            deed.scope = Some(own.or(fed).unwrap_or(here));
        }
        if let Some(file) = one.filter(|f| lines && like_file(f)) {
            self.add(Kind::View, Some(file));
            if let Some(deed) = self.last() {
                deed.query = Some(pattern);
            }
        }
    }

    /// `… | grep PATTERN`: what was to be printed is now a search in it.
    pub(super) fn filtered(&mut self, call: &Call<'_>, pattern: &str) {
        let mut paths = Vec::new();
        for deed in self.deeds.get_mut(call.flow.clone()).unwrap_or_default() {
            match deed.kind {
                Kind::View => {
                    paths.push((deed.path.clone(), deed.word.clone(), deed.query.is_none()));
                    deed.query.get_or_insert_with(|| pattern.to_owned());
                }
                Kind::List => {
                    deed.query.get_or_insert_with(|| pattern.to_owned());
                }
                _ => {}
            }
        }
        for (path, word, _) in paths.into_iter().filter(|(.., new)| *new) {
            self.add(Kind::Search, None);
            if let Some(deed) = self.last() {
                deed.query = Some(pattern.to_owned());
                deed.scope.clone_from(&path);
                deed.path = path;
                deed.word = word;
            }
        }
    }

    pub(super) fn find(&mut self, call: &Call<'_>) {
        let test = |w: &String| w.starts_with('-') || matches!(w.as_str(), "(" | "!" | "\\(");
        let args = call.args;
        let end = args.iter().position(test).unwrap_or(args.len());
        let (places, tests) = args.split_at_checked(end).unwrap_or((args, &[]));
        let mut names: Vec<&str> = Vec::new();
        for pair in tests.windows(2) {
            if let [flag, value] = pair
                && matches!(
                    flag.as_str(),
                    "-name" | "-iname" | "-path" | "-ipath" | "-wholename" | "-iwholename" | "-regex" | "-iregex"
                )
            {
                names.push(value);
            }
        }
        let places: Vec<&String> = places.iter().collect();
        let from = self.deeds.len();
        self.listed(&places, Some(names.join(" ").as_str()).filter(|n| !n.is_empty()));
        let exec = tests.iter().position(|w| matches!(w.as_str(), "-exec" | "-execdir"));
        let Some((verb, words)) = exec.and_then(|n| tests.get(n + 1..)).and_then(<[String]>::split_first) else {
            return;
        };
        if !matches!(verb.as_str(), "grep" | "egrep" | "rg") {
            return;
        }
        let ends = |w: &String| w == ";" || w == "+" || w == "\\;";
        let own = words.split(ends).next().unwrap_or_default();
        let args: Vec<String> = own.iter().filter(|w| *w != "{}").cloned().collect();
        let inner = Call {
            args: &args,
            flow: from..self.deeds.len(),
            piped: true,
            fed: true,
            here: None,
        };
        self.grep(verb, &inner);
    }

    pub(super) fn fd(&mut self, call: &Call<'_>) {
        let (_, words) = flags(call.args, "etdEjxX", &["extension", "type", "max-depth", "exclude"]);
        let (pattern, places) = match words.split_first() {
            Some((first, rest)) => (Some(first.as_str()), rest),
            None => (None, words.as_slice()),
        };
        self.listed(places, pattern);
    }

    pub(super) fn list(&mut self, verb: &str, call: &Call<'_>) {
        let valued = if verb == "tree" { "LIPo" } else { "I" };
        let (_, words) = flags(call.args, valued, &["format", "ignore", "max-depth"]);
        if words.is_empty() && call.piped {
            return;
        }
        self.listed(&words, None);
    }

    /// A listing of each of `places`, or of where we are.
    pub(super) fn listed(&mut self, places: &[&String], query: Option<&str>) {
        let here = ".".to_owned();
        let here = [&here];
        for place in if places.is_empty() { &here } else { places } {
            self.add(Kind::List, Some(place));
            if let Some(deed) = self.last() {
                deed.query = query.map(str::to_owned);
            }
        }
    }
}
