//! Commands that print files: `cat`, `head`, `sed -n`, `awk 'NR…'`, and the same in a pipe.

use crate::domain::trajectory::Kind;

use super::{Call, Shell, flags};

/// To the end of the file.
const END: u32 = u32::MAX;

impl Shell {
    pub(super) fn cat(&mut self, call: &Call<'_>) {
        let (found, files) = flags(
            call.args,
            "rHlSwvbd",
            &["line-range", "language", "style", "theme", "highlight-line"],
        );
        let range = found
            .iter()
            .find(|(n, _)| n == "r" || n == "line-range")
            .and_then(|(_, v)| colon(v));
        for file in files {
            self.add(Kind::View, Some(file));
            self.narrow_last(range);
        }
    }

    /// `jq FILTER FILE`.
    pub(super) fn filter(&mut self, call: &Call<'_>) {
        let (_, words) = flags(call.args, "", &["arg", "argjson"]);
        for file in words.iter().skip(1) {
            self.add(Kind::View, Some(file));
        }
    }

    /// Only numbers came out of what was piped in.
    pub(super) fn counted(&mut self, flow: std::ops::Range<usize>) {
        for deed in self.deeds.get_mut(flow).unwrap_or_default() {
            if deed.kind == Kind::View {
                deed.kind = Kind::Run;
            }
        }
    }

    pub(super) fn head(&mut self, call: &Call<'_>) {
        let (count, files) = count(call.args);
        let range = match count {
            Some(Count::Plain(n)) => Some((1, n)),
            None => Some((1, 10)),
            Some(Count::Other) => None,
            Some(Count::From(_)) => None,
        };
        self.shown(call, &files, &[range]);
    }

    pub(super) fn tail(&mut self, call: &Call<'_>) {
        let (count, files) = count(call.args);
        let range = match count {
            Some(Count::From(n)) => Some((n, END)),
            _ => None,
        };
        self.shown(call, &files, &[range]);
    }

    /// Adds a view of each file for each range; without files, narrows what is piped in.
    fn shown(&mut self, call: &Call<'_>, files: &[&String], ranges: &[Option<(u32, u32)>]) {
        if files.is_empty() && !call.fed {
            if let [Some(range)] = ranges {
                for deed in self.deeds.get_mut(call.flow.clone()).unwrap_or_default() {
                    if deed.kind == Kind::View && deed.query.is_none() {
                        deed.range = Some(within(deed.range, *range));
                    }
                }
            }
            return;
        }
        for file in files {
            for range in ranges {
                self.add(Kind::View, Some(file));
                self.narrow_last(*range);
            }
        }
    }

    fn narrow_last(&mut self, range: Option<(u32, u32)>) {
        if let Some(deed) = self.last() {
            deed.range = range;
        }
    }

    pub(super) fn sed(&mut self, call: &Call<'_>) {
        let (mut quiet, mut place, mut scripts, mut files) = (false, false, Vec::new(), Vec::new());
        let mut words = call.args.iter().peekable();
        while let Some(word) = words.next() {
            match word.as_str() {
                "-e" | "--expression" => scripts.extend(words.next().map(String::as_str)),
                "-f" | "--file" => {
                    let _: Option<&String> = words.next();
                    scripts.push("");
                }
                "--quiet" | "--silent" => quiet = true,
                w if w.starts_with("--in-place") => place = true,
                w if w.starts_with("--") => {}
                w if w.len() > 1 && w.starts_with('-') => {
                    quiet |= w.split('i').next().is_some_and(|lead| lead.contains('n'));
                    place |= w.contains('i');
                    if w.ends_with('e') && !w.contains('i') {
                        scripts.extend(words.next().map(String::as_str));
                    }
                    // The suffix of BSD sed.
                    if w.ends_with('i') && words.peek().is_some_and(|w| w.is_empty()) {
                        let _: Option<&String> = words.next();
                    }
                }
                "" => {}
                w if scripts.is_empty() => scripts.push(w),
                _ => files.push(word),
            }
        }
        if place {
            for file in files {
                self.add(Kind::Edit, Some(file));
                self.narrow_last(scripts.first().and_then(|s| address(s)).map(|(r, _)| r));
            }
            return;
        }
        let pieces: Vec<&str> = scripts
            .iter()
            .flat_map(|s| s.split([';', '\n']))
            .map(str::trim)
            .collect();
        let ranges: Vec<Option<(u32, u32)>> = pieces
            .iter()
            .filter_map(|p| address(p))
            .filter_map(|(range, what)| match what {
                "p" | "{p" | "p}" | "{p}" if quiet => Some(range),
                "!d" if !quiet => Some(range),
                "q" if !quiet => Some((1, range.1)),
                _ => None,
            })
            .map(Some)
            .collect();
        if !ranges.is_empty() {
            return self.shown(call, &files, &ranges);
        }
        let pattern = pieces.iter().find_map(|p| p.strip_prefix('/')).filter(|_| quiet);
        match pattern.and_then(|p| p.split('/').next()) {
            Some(pattern) => self.matched(call, &files, pattern),
            None => self.shown(call, &files, &[None]),
        }
    }

    pub(super) fn awk(&mut self, call: &Call<'_>) {
        let (_, words) = flags(call.args, "Fvf", &["field-separator", "assign"]);
        let Some((program, files)) = words.split_first() else {
            return;
        };
        let range = lines(program);
        if range.is_none()
            && let Some(pattern) = program.trim().strip_prefix('/').and_then(|p| p.split('/').next())
        {
            return self.matched(call, files, pattern);
        }
        self.shown(call, files, &[range]);
    }

    /// Lines of files that match: a search, and a view of those lines.
    fn matched(&mut self, call: &Call<'_>, files: &[&String], pattern: &str) {
        if files.is_empty() {
            return self.filtered(call, pattern);
        }
        for file in files {
            self.add(Kind::Search, Some(file));
            if let Some(deed) = self.last() {
                deed.query = Some(pattern.to_owned());
                deed.scope = deed.path.clone();
            }
            self.add(Kind::View, Some(file));
            if let Some(deed) = self.last() {
                deed.query = Some(pattern.to_owned());
            }
        }
    }
}

enum Count {
    /// So many lines.
    Plain(u32),
    /// From this line on.
    From(u32),
    /// Bytes, or lines from the other end.
    Other,
}

/// The number and the files of `head` and `tail`.
fn count(args: &[String]) -> (Option<Count>, Vec<&String>) {
    let mut count = None;
    let mut files = Vec::new();
    let mut words = args.iter();
    let mut of = |raw: &str| {
        count = Some(match (raw.strip_prefix('+'), raw.parse()) {
            (Some(n), _) => n.parse().map_or(Count::Other, Count::From),
            (None, Ok(n)) => Count::Plain(n),
            (None, Err(_)) => Count::Other,
        });
    };
    while let Some(word) = words.next() {
        match word.as_str() {
            "-n" | "--lines" => of(words.next().map_or("", String::as_str)),
            "-c" | "--bytes" => of(words.next().map_or("", |_| "bytes")),
            "-q" | "-v" | "-f" | "--quiet" | "--verbose" => {}
            w => match (
                w.strip_prefix("--lines="),
                w.strip_prefix("-n"),
                w.strip_prefix('-'),
                w.strip_prefix('+'),
            ) {
                (Some(n), ..) | (_, Some(n), ..) => of(n),
                (_, _, Some(n), _) if !n.is_empty() => of(n),
                (_, _, _, Some(n)) if n.parse::<u32>().is_ok() => of(w),
                _ => files.push(word),
            },
        }
    }
    (count, files)
}

/// `10:20` of `bat`.
fn colon(raw: &str) -> Option<(u32, u32)> {
    let (a, b) = raw.split_once(':')?;
    let first = if a.is_empty() { 1 } else { a.parse().ok()? };
    Some((first, if b.is_empty() { END } else { b.parse().ok()? }))
}

/// The lines at the front of a `sed` command, and what follows them.
fn address(raw: &str) -> Option<((u32, u32), &str)> {
    let digits = |s: &str| s.find(|c: char| !c.is_ascii_digit()).unwrap_or(s.len());
    let (first, rest) = raw.split_at_checked(digits(raw))?;
    let first: u32 = first.parse().ok()?;
    let Some(more) = rest.trim_start().strip_prefix(',') else {
        return Some(((first, first), rest.trim()));
    };
    let more = more.trim_start();
    if let Some(rest) = more.strip_prefix('$') {
        return Some(((first, END), rest.trim()));
    }
    let (plus, more) = more.strip_prefix('+').map_or((false, more), |m| (true, m));
    let (last, rest) = more.split_at_checked(digits(more))?;
    let last: u32 = last.parse().ok()?;
    let last = if plus { first.saturating_add(last) } else { last };
    Some(((first, last.max(first)), rest.trim()))
}

/// `inner` counted from the first line of `outer`.
fn within(outer: Option<(u32, u32)>, inner: (u32, u32)) -> (u32, u32) {
    let Some((first, last)) = outer else { return inner };
    let shift = first.saturating_sub(1);
    let start = inner.0.saturating_add(shift);
    (start, inner.1.saturating_add(shift).min(last).max(start))
}

/// Lines that an `awk` program takes by `NR`.
fn lines(program: &str) -> Option<(u32, u32)> {
    let (mut low, mut high, mut seen) = (1, END, 0);
    for part in program.split("NR").skip(1).take(8) {
        let part = part.trim_start();
        let end = part.find(|c: char| !"<>=!".contains(c)).unwrap_or(part.len());
        let (sign, rest) = part.split_at_checked(end)?;
        let rest = rest.trim_start();
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let Some(n) = rest.get(..digits).and_then(|d| d.parse::<u32>().ok()) else {
            continue;
        };
        match sign {
            ">=" => low = n,
            ">" => low = n.saturating_add(1),
            "<=" => high = n,
            "<" => high = n.saturating_sub(1),
            "==" if seen == 0 => (low, high) = (n, n),
            "==" => high = n,
            _ => continue,
        }
        seen += 1;
    }
    (seen > 0).then_some((low, high.max(low)))
}
