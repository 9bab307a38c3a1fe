//! Commands of git and the network, and commands that change files.

use crate::domain::diff;
use crate::domain::trajectory::Kind;

use super::{Call, Shell, UNKNOWN, flags, like_file, python};

/// Files that a patch changes, in the form of `apply_patch` or as a diff.
pub fn patched(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut add = |path: &str| {
        let path = path.trim();
        if !path.is_empty() && out.len() < 200 && !out.iter().any(|p| p == path) {
            out.push(path.to_owned());
        }
    };
    let marks = [
        "*** Update File: ",
        "*** Add File: ",
        "*** Delete File: ",
        "*** Move to: ",
    ];
    for line in text.lines() {
        if let Some(path) = marks.iter().find_map(|m| line.strip_prefix(m)) {
            add(path);
        }
    }
    if out.is_empty() {
        let files = diff::read(text);
        return files
            .iter()
            .filter_map(|f| f.path())
            .map(|p| p.as_str().to_owned())
            .collect();
    }
    out
}

impl Shell {
    pub(super) fn git(&mut self, call: &Call<'_>) {
        let mut args = call.args;
        let home = self.cwd.clone();
        let sub = loop {
            let Some((word, rest)) = args.split_first() else {
                self.add(Kind::Run, None);
                return;
            };
            args = rest;
            match word.as_str() {
                "-C" => {
                    self.cd(rest.get(..1).unwrap_or_default());
                    args = rest.get(1..).unwrap_or_default();
                }
                "-c" => args = rest.get(1..).unwrap_or_default(),
                w if w.starts_with('-') => {}
                w => break w,
            }
        };
        let inner = Call {
            args,
            flow: call.flow.clone(),
            ..*call
        };
        self.git_sub(sub, &inner);
        self.cwd = home;
    }

    fn git_sub(&mut self, sub: &str, call: &Call<'_>) {
        let args = call.args;
        match sub {
            "grep" => self.grep("grep", call),
            "ls-files" | "ls-tree" => {
                let (_, words) = flags(args, "x", &["exclude"]);
                let words: Vec<&String> = words.into_iter().filter(|w| *w != "HEAD").collect();
                self.listed(&words, None);
            }
            "blame" | "annotate" => {
                let (found, words) = flags(args, "L", &[]);
                let range = found.iter().find(|(n, _)| n == "L").and_then(|(_, v)| span(v));
                match words.iter().rev().find(|w| like_file(w)).or_else(|| words.last()) {
                    Some(file) => self.add(Kind::View, Some(file)),
                    None => self.add(Kind::Run, None),
                }
                if let Some(deed) = self.last() {
                    deed.range = range;
                }
            }
            "show" | "diff" | "log" | "whatchanged" => self.git_show(sub, args),
            "checkout" | "restore" => {
                let after = args.iter().position(|w| w == "--").and_then(|n| args.get(n + 1..));
                let files: Vec<&String> = match after {
                    Some(files) => files.iter().collect(),
                    None => args.iter().filter(|w| !w.starts_with('-') && like_file(w)).collect(),
                };
                if files.is_empty() {
                    self.add(Kind::Run, None);
                }
                for file in files {
                    self.add(Kind::Edit, Some(file));
                }
            }
            "apply" | "am" => self.patch(call),
            "fetch" | "pull" | "clone" | "ls-remote" => {
                let words: Vec<&str> = args
                    .iter()
                    .filter(|w| !w.starts_with('-'))
                    .map(String::as_str)
                    .collect();
                self.add(Kind::Web, None);
                if let Some(deed) = self.last() {
                    deed.query = Some(words.join(" ").replace(UNKNOWN, ""));
                }
            }
            _ => self.add(Kind::Run, None),
        }
    }

    /// `show`, `diff`, `log`: a file of a revision whole, or the changed lines of files.
    fn git_show(&mut self, sub: &str, args: &[String]) {
        let names_only = ["--stat", "--name-only", "--name-status", "--shortstat", "--numstat"];
        let terse = args.iter().any(|a| names_only.contains(&a.as_str()));
        let has = |flags: &[&str]| args.iter().any(|a| flags.contains(&a.as_str()));
        let split = args.iter().position(|w| w == "--");
        let after = split.and_then(|n| args.get(n + 1..)).unwrap_or_default();
        let before = split.and_then(|n| args.get(..n)).unwrap_or(args);
        let plain = before.iter().filter(|w| !w.starts_with('-'));
        let mut done = false;
        if sub == "log" {
            let asked = before.iter().enumerate().find_map(|(n, w)| match w.as_str() {
                "-S" | "-G" | "--grep" => before.get(n + 1).map(String::as_str),
                w => [("--grep="), ("-S"), ("-G")].iter().find_map(|f| w.strip_prefix(f)),
            });
            if let Some(asked) = asked {
                self.add(Kind::Search, after.first().map(String::as_str));
                if let Some(deed) = self.last() {
                    deed.query = Some(asked.to_owned());
                    deed.scope = Some("git log".to_owned());
                }
                return;
            }
            let lines = before.iter().enumerate().find_map(|(n, w)| match w.strip_prefix("-L") {
                Some("") => before.get(n + 1).map(String::as_str),
                other => other,
            });
            if let Some((range, file)) = lines.and_then(|l| l.split_once(':')) {
                self.add(Kind::View, Some(file));
                if let Some(deed) = self.last() {
                    deed.range = span(range);
                }
                return;
            }
        }
        let shows = !terse && (sub != "log" || has(&["-p", "--patch", "-u"]));
        if shows {
            for word in plain.clone() {
                let Some((_, file)) = word.split_once(':').filter(|(rev, f)| !rev.is_empty() && !f.is_empty()) else {
                    continue;
                };
                // A path of a revision counts from the root, unless it begins with `./`.
                self.add(Kind::View, Some(file));
                done = true;
            }
            let loose = plain.filter(|w| !w.contains(':') && !w.contains("..") && like_file(w));
            for file in loose.chain(after) {
                self.add(Kind::View, Some(file));
                if let Some(deed) = self.last() {
                    deed.query = Some(format!("git {sub}"));
                }
                done = true;
            }
        }
        if !done {
            self.add(Kind::Run, None);
        }
    }

    pub(super) fn web(&mut self, verb: &str, call: &Call<'_>) {
        let query = if matches!(verb, "gh" | "hub") {
            format!("{verb} {}", call.args.join(" "))
        } else {
            let address = call.args.iter().find(|a| a.contains("://"));
            let other = || call.args.iter().rev().find(|a| !a.starts_with('-') && a.contains('.'));
            address.or_else(other).cloned().unwrap_or_default()
        };
        let host = query.split("://").last().unwrap_or("");
        let own = ["localhost", "127.0.0.1", "0.0.0.0", "[::1]"];
        if own.iter().any(|h| host.starts_with(h)) {
            return self.add(Kind::Run, None);
        }
        self.add(Kind::Web, None);
        if let Some(deed) = self.last() {
            deed.query = Some(query.replace(UNKNOWN, ""));
        }
    }

    pub(super) fn tee(&mut self, call: &Call<'_>) {
        for file in call
            .args
            .iter()
            .filter(|a| !a.starts_with('-') && !a.starts_with("/dev/"))
        {
            self.add(Kind::Edit, Some(file));
        }
    }

    pub(super) fn patch(&mut self, call: &Call<'_>) {
        let text = call.args.iter().find(|a| a.contains("*** ")).map(String::as_str);
        let files = text.or(call.here).map(patched).unwrap_or_default();
        if files.is_empty() {
            self.add(Kind::Edit, None);
        }
        for file in files {
            self.add(Kind::Edit, Some(&file));
        }
    }

    pub(super) fn perl(&mut self, call: &Call<'_>) {
        let (found, files) = flags(call.args, "eIMm", &[]);
        let place = found.iter().any(|(n, _)| n == "i");
        if !place {
            return self.add(Kind::Run, None);
        }
        for file in files {
            self.add(Kind::Edit, Some(file));
        }
    }

    pub(super) fn python(&mut self, call: &Call<'_>) {
        let given = call
            .args
            .iter()
            .position(|a| a == "-c")
            .and_then(|n| call.args.get(n + 1));
        let code = given.map(String::as_str).or(call.here);
        let files = code.map(python::writes).unwrap_or_default();
        if files.is_empty() {
            return self.add(Kind::Run, None);
        }
        for file in files {
            self.add(Kind::Edit, Some(&file));
        }
    }

    /// The editor tool of SWE-agent and OpenHands, called as a command.
    pub(super) fn editor(&mut self, call: &Call<'_>) {
        let (command, path) = (call.args.first(), call.args.get(1).map(String::as_str));
        if command.is_none_or(|c| c != "view") {
            return self.add(Kind::Edit, path);
        }
        self.add(Kind::View, path);
        let at = call.args.iter().position(|a| a == "--view_range");
        let number = |n: usize| {
            at.and_then(|at| call.args.get(at + n))
                .and_then(|w| w.parse::<u32>().ok())
        };
        if let (Some(deed), Some(first), Some(last)) = (self.last(), number(1), number(2)) {
            deed.range = Some((first, last.max(first)));
        }
    }
}

/// `10,20` or `10,+5`.
fn span(raw: &str) -> Option<(u32, u32)> {
    let (first, last) = raw.split_once(',')?;
    let first: u32 = first.trim().parse().ok()?;
    let last = last.trim();
    let last = match last.strip_prefix('+') {
        Some(n) => first.saturating_add(n.parse().ok()?),
        None => last.parse().ok()?,
    };
    Some((first, last.max(first)))
}
