//! Web addresses: what of a text can be asked for over HTTP, and where a redirect leads. Pure; nothing is looked up.
//!
//! After RFC 3986, section 5.2 for relative references; what browsers mend (blanks, letters beyond ASCII) is escaped.

use std::fmt;

/// Longest address that is followed, in bytes.
const LONGEST: usize = 8 << 10;

/// An `http` or `https` address without user, password and fragment.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Address {
    /// Whether it is `https`.
    pub secure: bool,
    /// Name or number of the host in lower case; an IPv6 address stands in brackets.
    pub host: String,
    /// Port, where it is written.
    pub port: Option<u16>,
    /// Path and query, beginning with `/`, in ASCII.
    pub path: String,
}

/// Why an address is not followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrong {
    /// Another scheme than `http` and `https`.
    Scheme,
    /// A user name or password stands in it.
    Credentials,
    /// No host, or one that is no name in ASCII, or a port that is none.
    Host,
    /// Longer than any real address.
    TooLong,
}

impl Wrong {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Scheme => "neither http nor https",
            Self::Credentials => "a user name or password in the address",
            Self::Host => "no host that could be asked",
            Self::TooLong => "an address of more than 8 KiB",
        }
    }
}

/// Whether a text names something by an address rather than by a path: `http://…`, `ftp://…`, `//host/…`.
pub fn is_address(text: &str) -> bool {
    let text = text.trim();
    text.starts_with("//") || scheme(text).is_some_and(|(_, rest)| rest.starts_with("//"))
}

/// The scheme and what stands after its colon.
fn scheme(text: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = text.split_once(':')?;
    let mut chars = scheme.chars();
    let first = chars.next()?.is_ascii_alphabetic();
    (first && chars.all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))).then_some((scheme, rest))
}

impl Address {
    /// Reads an absolute address; one that begins with `//` is taken for `https`.
    ///
    /// # Errors
    /// See [`Wrong`].
    pub fn read(text: &str) -> Result<Self, Wrong> {
        let text = text.trim();
        if text.len() > LONGEST {
            return Err(Wrong::TooLong);
        }
        let (secure, rest) = match scheme(text) {
            _ if text.starts_with("//") => (true, text),
            Some((s, rest)) if s.eq_ignore_ascii_case("https") => (true, rest),
            Some((s, rest)) if s.eq_ignore_ascii_case("http") => (false, rest),
            _ => return Err(Wrong::Scheme),
        };
        let rest = rest.strip_prefix("//").ok_or(Wrong::Host)?;
        // A backslash ends the host for browsers and not for others: such an address means two things.
        let end = rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len());
        let (authority, tail) = rest.split_at_checked(end).unwrap_or((rest, ""));
        if authority.contains('@') {
            return Err(Wrong::Credentials);
        }
        if tail.starts_with('\\') {
            return Err(Wrong::Host);
        }
        let (host, port) = host_and_port(authority)?;
        Ok(Self {
            secure,
            host,
            port,
            path: path_of(tail),
        })
    }

    /// Where a redirect from here to `location` leads.
    ///
    /// # Errors
    /// As [`Address::read`].
    pub fn join(&self, location: &str) -> Result<Self, Wrong> {
        let to = location.trim();
        if let Some((s, rest)) = scheme(to) {
            if !rest.starts_with("//") && ["http", "https"].iter().any(|known| s.eq_ignore_ascii_case(known)) {
                return Err(Wrong::Host);
            }
            return Self::read(to);
        }
        if to.len() > LONGEST {
            return Err(Wrong::TooLong);
        }
        if to.starts_with("//") {
            let scheme = if self.secure { "https:" } else { "http:" };
            return Self::read(&format!("{scheme}{to}"));
        }
        let to = to.split('#').next().unwrap_or_default();
        let own = self.path.split('?').next().unwrap_or("/");
        let path = match to.chars().next() {
            None => self.path.clone(),
            Some('?') => format!("{own}{to}"),
            Some('/') => to.to_owned(),
            Some(_) => format!("{}/{to}", own.rsplit_once('/').map_or("", |(dir, _)| dir)),
        };
        Ok(Self {
            path: path_of(&path),
            ..self.clone()
        })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.secure { "https" } else { "http" };
        write!(out, "{scheme}://{}", self.host)?;
        if let Some(port) = self.port {
            write!(out, ":{port}")?;
        }
        out.write_str(&self.path)
    }
}

fn host_and_port(authority: &str) -> Result<(String, Option<u16>), Wrong> {
    let (host, port) = match authority.strip_prefix('[') {
        Some(rest) => {
            let (inner, port) = rest.split_once(']').ok_or(Wrong::Host)?;
            let digits = inner.chars().all(|c| c.is_ascii_hexdigit() || ":.".contains(c));
            if inner.is_empty() || !digits || !(port.is_empty() || port.starts_with(':')) {
                return Err(Wrong::Host);
            }
            (format!("[{}]", inner.to_ascii_lowercase()), port.strip_prefix(':'))
        }
        None => {
            let (host, port) = match authority.split_once(':') {
                Some((host, port)) => (host, Some(port)),
                None => (authority, None),
            };
            let name = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
            if host.is_empty() || host.len() > 253 || !host.chars().all(name) {
                return Err(Wrong::Host);
            }
            (host.to_ascii_lowercase(), port)
        }
    };
    let port = match port {
        None | Some("") => None,
        Some(digits) if digits.bytes().all(|b| b.is_ascii_digit()) => match digits.parse() {
            Ok(port) if port > 0 => Some(port),
            _ => return Err(Wrong::Host),
        },
        Some(_) => return Err(Wrong::Host),
    };
    Ok((host, port))
}

/// Path and query in ASCII, without fragment and dot segments.
fn path_of(text: &str) -> String {
    let text = text.split('#').next().unwrap_or_default();
    let (path, query) = match text.split_once('?') {
        Some((path, query)) => (path, Some(query)),
        None => (text, None),
    };
    let mut parts: Vec<&str> = Vec::new();
    let mut open = false;
    for part in path.strip_prefix('/').unwrap_or(path).split('/') {
        open = matches!(part, "." | "..");
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    let mut out = format!("/{}", parts.join("/"));
    if open && !out.ends_with('/') {
        out.push('/');
    }
    if let Some(query) = query {
        out.push('?');
        out.push_str(query);
    }
    escaped(&out)
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_graphic() && !br#""<>\^`{|}"#.contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, Wrong> {
        Address::read(text).map(|a| a.to_string())
    }

    #[test]
    fn only_web_addresses_without_secrets_are_read() {
        let ok = |text: &str| read(text).unwrap();
        assert_eq!(ok(" HTTPS://Example.ORG "), "https://example.org/");
        assert_eq!(ok("http://h:8080/a b.png?x=ü#frag"), "http://h:8080/a%20b.png?x=%C3%BC");
        assert_eq!(ok("//h/x.png"), "https://h/x.png");
        assert_eq!(ok("http://[::FFFF:7f00:1]:80/"), "http://[::ffff:7f00:1]:80/");
        assert_eq!(ok("http://h/%7Ea/?q=%20"), "http://h/%7Ea/?q=%20");
        assert_eq!(ok("http://h/a/./b/../c/.."), "http://h/a/");
        for (text, wrong) in [
            ("ftp://h/x", Wrong::Scheme),
            ("file:///etc/passwd", Wrong::Scheme),
            ("javascript:alert(1)", Wrong::Scheme),
            ("data:image/png;base64,AA==", Wrong::Scheme),
            ("images/x.png", Wrong::Scheme),
            ("http://me:secret@h/x", Wrong::Credentials),
            ("http://me@h/x", Wrong::Credentials),
            ("http:///x", Wrong::Host),
            ("http:x", Wrong::Host),
            ("http://a b/x", Wrong::Host),
            ("http://h\\@evil/x", Wrong::Host),
            ("http://h:0/x", Wrong::Host),
            ("http://h:+1/x", Wrong::Host),
            ("http://h:99999/x", Wrong::Host),
            ("http://[::1/x", Wrong::Host),
            ("http://[fe80::1%25eth0]/x", Wrong::Host),
            ("http://münchen.de/x", Wrong::Host),
            ("http://h%2e/x", Wrong::Host),
        ] {
            assert_eq!(read(text), Err(wrong), "{text}");
        }
        assert_eq!(read(&format!("http://h/{}", "x".repeat(9_000))), Err(Wrong::TooLong));
    }

    #[test]
    fn redirects_lead_where_the_standard_says() {
        // The examples of RFC 3986, section 5.4.1, without those that keep a fragment or a parameter.
        let base = Address::read("http://a/b/c/d;p?q").unwrap();
        for (to, want) in [
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g/"),
            ("?y", "http://a/b/c/d;p?y"),
            ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q"),
            ("", "http://a/b/c/d;p?q"),
            (".", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../g", "http://a/b/g"),
            ("../../../g", "http://a/g"),
            ("https://h:1/z#s", "https://h:1/z"),
        ] {
            assert_eq!(base.join(to).unwrap().to_string(), want, "{to}");
        }
        assert_eq!(base.join("ftp://h/x"), Err(Wrong::Scheme));
        assert_eq!(base.join("file:///etc/passwd"), Err(Wrong::Scheme));
        assert_eq!(base.join("//u:p@h/"), Err(Wrong::Credentials));
        assert_eq!(base.join("http:g"), Err(Wrong::Host));
    }

    #[test]
    fn paths_are_no_addresses() {
        assert!(is_address("http://h/x") && is_address("ftp://h/x") && is_address("//h/x"));
        assert!(!is_address("images/x.png") && !is_address("C:\\x.png") && !is_address("data:image/png,xx"));
    }
}
