//! The line of a text that tells of an error.

/// Kinds of errors.
pub const KINDS: [&str; 9] = [
    "exception",
    "warning",
    "panic",
    "compiler",
    "assertion",
    "signal",
    "http",
    "error",
    TRACE,
];

/// The kind where only lines of a stack are seen.
pub(super) const TRACE: &str = "stack_trace";

/// What one line says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found<'a> {
    /// One of [`KINDS`].
    pub(super) kind: &'static str,
    /// Class or code.
    pub(super) type_name: Option<&'a str>,
    /// What it says.
    pub(super) message: Option<&'a str>,
    /// How sure it is; lower is surer.
    rank: u8,
}

fn found<'a>(kind: &'static str, type_name: Option<&'a str>, message: &'a str, rank: u8) -> Found<'a> {
    let message = Some(message.trim()).filter(|m| !m.is_empty());
    Found {
        kind,
        type_name,
        message,
        rank,
    }
}

/// The surest of all lines, the first of equals. A message that stands on the next line is taken from there.
pub(super) fn strongest<'a>(lines: &[&'a str]) -> Option<Found<'a>> {
    let mut best: Option<(usize, Found<'a>)> = None;
    for (n, line) in lines.iter().enumerate() {
        if let Some(f) = of(line)
            && best.is_none_or(|(_, b)| f.rank < b.rank)
        {
            best = Some((n, f));
        }
    }
    let (n, mut found) = best?;
    if found.message.is_none() {
        let next = lines.iter().skip(n + 1).find(|l| !l.trim().is_empty());
        found.message = next.map(|l| l.trim()).filter(|l| !super::is_frame(l));
    }
    Some(found)
}

/// What a line says of an error; `None` when nothing.
pub(super) fn of(line: &str) -> Option<Found<'_>> {
    let line = line.trim();
    rust(line)
        .or_else(|| compiler(line))
        .or_else(|| go(line))
        .or_else(|| assertion(line))
        .or_else(|| thrown(line))
        .or_else(|| http(line))
        .or_else(|| signal(line))
        .or_else(|| generic(line))
        .filter(|f| f.rank < 4 || !f.message.is_some_and(is_source))
}

/// What follows in `log("Error:", e)`: source in a picture, no error that it shows.
fn is_source(message: &str) -> bool {
    let mut chars = message.chars();
    matches!(chars.next(), Some('\'' | '"' | '`')) && matches!(chars.next(), None | Some(',' | ')' | ';' | ' '))
}

/// `thread 'main' panicked at 'msg', src/main.rs:2:5`, `thread 'main' panicked at src/main.rs:2:5:`, `error[E0382]: msg`.
fn rust(line: &str) -> Option<Found<'_>> {
    if let Some((_, rest)) = line.split_once("error[")
        && let Some((code, message)) = rest.split_once("]:")
        && is_code(code)
    {
        return Some(found("compiler", Some(code), message, 1));
    }
    let (_, rest) = line.split_once("panicked at ")?;
    let quoted = rest
        .strip_prefix('\'')
        .and_then(|r| r.rsplit_once('\''))
        .map(|(m, _)| m);
    Some(found("panic", None, quoted.unwrap_or_default(), 0))
}

/// `panic: msg`, `fatal error: all goroutines are asleep`.
fn go(line: &str) -> Option<Found<'_>> {
    if let Some(rest) = line.strip_prefix("panic: ") {
        let of = |name: &'static str| {
            rest.strip_prefix(name)
                .and_then(|r| r.strip_prefix(": "))
                .map(|m| (name, m))
        };
        return Some(match of("runtime error") {
            Some((name, message)) => found("panic", rest.get(..name.len()), message, 0),
            None => found("panic", None, rest, 0),
        });
    }
    let rest = line.strip_prefix("fatal error: ")?;
    let go = [
        "all goroutines",
        "concurrent map",
        "stack overflow",
        "unexpected signal",
    ];
    go.iter()
        .any(|g| rest.starts_with(g))
        .then(|| found("panic", None, rest, 0))
}

/// Letters and then digits: `E0382`, `TS2322`, `CS0103`, `LNK2019`.
fn is_code(text: &str) -> bool {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_uppercase());
    digits.len() < text.len()
        && text.len() - digits.len() <= 5
        && digits.len() >= 2
        && digits.bytes().all(|b| b.is_ascii_digit())
}

/// `x.c:1:2: error: msg`, `x.cs(1,2): error CS0103: msg`, `Foo.java:3: error: msg`, `undefined reference to 'f'`.
fn compiler(line: &str) -> Option<Found<'_>> {
    for word in ["error", "warning"] {
        for (at, _) in line.match_indices(word) {
            let (before, after) = line.split_at_checked(at)?;
            let rest = after.strip_prefix(word)?;
            if before.chars().next_back().is_some_and(char::is_alphanumeric) {
                continue;
            }
            let (kind, rank) = if word == "error" {
                ("compiler", 1)
            } else {
                ("warning", 5)
            };
            if let Some((code, message)) = rest.strip_prefix(' ').and_then(|r| r.split_once(':'))
                && is_code(code)
            {
                return Some(found(kind, Some(code), message, rank));
            }
            let head = before.strip_suffix("fatal ").unwrap_or(before).trim_end();
            let place = head.trim_end_matches([':', '-', ' ']).trim_end_matches(')');
            let numbered = head.len() > place.len() && place.ends_with(|c: char| c.is_ascii_digit());
            let file = place.rsplit([' ', '\t']).next().is_some_and(|f| f.contains('.'));
            if let Some(message) = rest.strip_prefix(':').filter(|_| numbered && file) {
                return Some(found(kind, None, message, rank));
            }
        }
    }
    let at = line
        .find("undefined reference to ")
        .or_else(|| line.find("unresolved external symbol "))?;
    Some(found("compiler", None, line.get(at..)?, 1))
}

/// `Assertion failed: x`, `a.out: a.c:3: main: Assertion 'x' failed.`
fn assertion(line: &str) -> Option<Found<'_>> {
    let at = line.find("Assertion ")?;
    let rest = line.get(at..)?;
    let close = rest.strip_prefix("Assertion ")?;
    let is = close.starts_with("failed") || close.starts_with(['`', '\'', '"', '‘']) && rest.contains("failed");
    is.then(|| found("assertion", None, rest, 1))
}

/// `a.b.FooError: msg`, `FooException` at the end, `Uncaught (in promise) TypeError: msg`, `Foo::Error (msg)`,
/// `TypeError at /path/`.
fn thrown(line: &str) -> Option<Found<'_>> {
    let part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$' | ':' | '\\');
    let mut rest = line;
    while let Some(at) = rest.find(|c: char| c.is_ascii_alphabetic()) {
        let (_, word) = rest.split_at_checked(at)?;
        let end = word.find(|c: char| !part(c)).unwrap_or(word.len());
        let (token, after) = word.split_at_checked(end)?;
        // `TypeError:x` and `a::b`: the name ends at the first single colon.
        let name_end = single_colon(token).unwrap_or(token.len());
        let (name, colon) = token.split_at_checked(name_end)?;
        let name = name.trim_end_matches('.');
        if let Some((kind, rank)) = class(name) {
            if !colon.is_empty() {
                let message = word.get(name_end + 1..).unwrap_or_default();
                return Some(found(kind, Some(name), message, rank));
            }
            if after.trim_end_matches([')', ']', '.']).is_empty() || after.starts_with(" at /") {
                return (rank < 4).then(|| found(kind, Some(name), "", rank));
            }
            if let Some(message) = after.strip_prefix(" (").filter(|_| name.contains("::")) {
                return Some(found(kind, Some(name), message.trim_end().trim_end_matches(')'), rank));
            }
            // `Unhandled Rejection (TypeError): msg`.
            if let Some(message) = after.strip_prefix("):") {
                return Some(found(kind, Some(name), message, rank));
            }
        }
        rest = after;
    }
    None
}

/// Where a colon stands that is not one of two.
fn single_colon(token: &str) -> Option<usize> {
    let bytes = token.as_bytes();
    let is = |at: usize| bytes.get(at) == Some(&b':');
    (0..bytes.len()).find(|at| is(*at) && !is(at + 1) && !(*at > 0 && is(at - 1)))
}

/// What kind of class a name is, and how sure.
fn class(name: &str) -> Option<(&'static str, u8)> {
    let last = name.rsplit(['.', ':', '\\', '$']).next().unwrap_or(name);
    if !last.starts_with(|c: char| c.is_ascii_uppercase()) || last.contains('_') {
        return None;
    }
    let known = [
        "KeyboardInterrupt",
        "SystemExit",
        "StopIteration",
        "DoesNotExist",
        "StackOverflow",
    ];
    let lone = last == name && matches!(last, "Error" | "Exception" | "Warning");
    match last {
        "Warning" if lone => Some(("warning", 6)),
        _ if lone => Some(("exception", 4)),
        _ if last.ends_with("Error") || last.ends_with("Exception") || known.contains(&last) => Some(("exception", 0)),
        _ if last.ends_with("Warning") => Some(("warning", 5)),
        _ => None,
    }
}

/// Phrases of status codes from 400 on. Source: RFC 9110 and the registry of status codes.
const STATUS: [(&str, &str); 19] = [
    ("400", "Bad Request"),
    ("401", "Unauthorized"),
    ("403", "Forbidden"),
    ("404", "Not Found"),
    ("405", "Method Not Allowed"),
    ("406", "Not Acceptable"),
    ("408", "Request Timeout"),
    ("409", "Conflict"),
    ("410", "Gone"),
    ("413", "Payload Too Large"),
    ("413", "Content Too Large"),
    ("415", "Unsupported Media Type"),
    ("422", "Unprocessable"),
    ("429", "Too Many Requests"),
    ("500", "Internal Server Error"),
    ("501", "Not Implemented"),
    ("502", "Bad Gateway"),
    ("503", "Service Unavailable"),
    ("504", "Gateway Time"),
];

/// `500 Internal Server Error`, `404 (Not Found)`, `status code 404`, `HTTP/1.1 502`.
fn http(line: &str) -> Option<Found<'_>> {
    for (at, _) in line.match_indices(['4', '5']) {
        let (before, rest) = line.split_at_checked(at)?;
        let Some((code, after)) = rest
            .split_at_checked(3)
            .filter(|(c, _)| c.bytes().all(|b| b.is_ascii_digit()))
        else {
            continue;
        };
        let glued = |c: char| c.is_alphanumeric() || c == '.';
        if before.ends_with(glued) || after.starts_with(|c: char| c.is_alphanumeric()) {
            continue;
        }
        let phrase = after.trim_start_matches([' ', '(', ':', '-', '|', '·']);
        let named = STATUS
            .iter()
            .any(|(n, p)| *n == code && phrase.get(..p.len()).is_some_and(|t| t.eq_ignore_ascii_case(p)));
        let lower = before.trim_end_matches([' ', ':', '=']).to_ascii_lowercase();
        let led = [
            "status code",
            "statuscode",
            "status of",
            "http status",
            "http/1.0",
            "http/1.1",
            "http/2",
            "http error",
        ];
        if named || led.iter().any(|l| lower.ends_with(l)) {
            return Some(found("http", Some(code), line, 2));
        }
    }
    None
}

/// What a system says of a process that died.
fn signal(line: &str) -> Option<Found<'_>> {
    let names = [
        "Segmentation fault",
        "segmentation fault",
        "SIGSEGV",
        "SIGABRT",
        "Bus error",
        "core dumped",
        "EXC_BAD_ACCESS",
    ];
    let (name, at) = names.iter().find_map(|n| Some((n, line.find(n)?)))?;
    Some(found("signal", line.get(at..at + name.len()), line, 1))
}

/// `error: msg`, `[ERROR] msg`, `npm ERR! msg`, `fatal: msg`.
fn generic(line: &str) -> Option<Found<'_>> {
    if let Some((_, message)) = line.split_once("ERR! ") {
        return Some(found("error", None, message, 4));
    }
    for word in ["error", "Error", "ERROR", "fatal", "Fatal", "FATAL"] {
        for (at, _) in line.match_indices(word) {
            let (before, after) = line.split_at_checked(at)?;
            let rest = after.strip_prefix(word)?;
            if before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.')) {
                continue;
            }
            let loud = word.bytes().all(|b| b.is_ascii_uppercase());
            let message = rest.strip_prefix(" error").unwrap_or(rest);
            let message = match message.strip_prefix(':').or_else(|| message.strip_prefix("]")) {
                Some(m) => Some(m),
                None => loud.then(|| message.strip_prefix([' ', '|'])).flatten(),
            };
            if let Some(message) = message
                .map(|m| m.trim_start_matches([':', ' ', '-', '|']))
                .filter(|m| !m.is_empty())
            {
                return Some(found("error", None, message, 5));
            }
        }
    }
    None
}
