//! One question to an OpenAI-compatible chat endpoint, and what came of it.
//!
//! The key travels in the header of requests to the very address that the user gave and nowhere else: redirects are not
//! followed, and it is struck out of everything that comes back.

mod answer;
mod secret;
mod trouble;

use std::net::IpAddr;
use std::time::Duration;

use serde_json::Value;

use crate::base::error::{Problem, Result};
use crate::domain::address::Address;
use crate::domain::evidence::Usage;

use super::image::guard::guarded;
use super::web::{Client, Fault, Private, Rules, is_public};

pub use secret::Secret;
pub use trouble::Trouble;

/// Most bytes of an answer.
const MOST: u64 = 8 << 20;

/// Longest silence of a connection until a request sets its own.
const SILENCE: Duration = Duration::from_mins(2);

const USER_AGENT: &str = concat!("casefile/", env!("CARGO_PKG_VERSION"));

/// A reply.
#[derive(Debug, Clone, PartialEq)]
pub struct Said {
    /// Its text, without the key.
    pub content: String,
    /// Why it ended, as the endpoint says: `stop`.
    pub finish: Option<String>,
    /// The model, as the endpoint names it; empty when it does not.
    pub model: String,
    /// What it cost.
    pub usage: Option<Usage>,
    /// Bytes of the whole answer.
    pub bytes: u64,
}

/// Where to ask. It can be shared between threads.
#[derive(Debug, Clone)]
pub struct Endpoint {
    at: Address,
    key: Option<Secret>,
    client: Client,
}

impl Endpoint {
    /// Takes what people write: `http://localhost:11434/v1`, `https://api.example.org/v1/`, or the whole address up to
    /// `/chat/completions`; a host alone means `/v1`.
    ///
    /// # Errors
    /// It is no address of the web, a user name or password stands in it, or a key would go over plain http to a host
    /// that is public. For a name, that shows only when it is looked up: then requests fail.
    pub fn new(base: &str, key: Option<Secret>) -> Result<Self> {
        let wrong = |what: &str| {
            Problem::input(what)
                .at_field("endpoint")
                .mend("give an address such as http://localhost:11434/v1 or https://api.example.org/v1")
        };
        let mut at = Address::read(base).map_err(|w| wrong(w.words()))?;
        at.path = whole(&at.path);
        let literal = at.host.trim_matches(['[', ']']).parse::<IpAddr>();
        if key.is_some() && !at.secure && literal.is_ok_and(is_public) {
            return Err(wrong("the key would be sent over plain http to a public host")
                .mend("use https, or unset the key if the endpoint needs none"));
        }
        let private = if key.is_some() && !at.secure {
            Private::Needed
        } else {
            // The person named the host.
            Private::All
        };
        let rules = Rules {
            private,
            bytes: MOST,
            silence: SILENCE,
        };
        Ok(Self {
            at,
            key,
            client: Client::new(rules, USER_AGENT),
        })
    }

    /// Host and port: what may be written down about it, since paths and queries of some gateways hold secrets.
    pub fn host(&self) -> String {
        let port = self.at.port.map_or(String::new(), |p| format!(":{p}"));
        format!("{}{port}", self.at.host)
    }

    /// Whether requests carry a key.
    pub fn has_key(&self) -> bool {
        self.key.is_some()
    }

    /// `text` without the key.
    pub fn scrub(&self, text: &str) -> String {
        self.key.as_ref().map_or_else(|| text.to_owned(), |key| key.scrub(text))
    }

    /// Sends `body` and waits for the reply, `time` at most. `stop` is asked while the answer comes in.
    ///
    /// # Errors
    /// See [`Trouble`].
    pub fn ask(&self, body: &Value, time: Duration, stop: &dyn Fn() -> bool) -> std::result::Result<Said, Trouble> {
        let json = body.to_string();
        let key = self.key.as_ref().map(Secret::key);
        let posted = guarded(|| self.client.post(&self.at, key, json.as_bytes(), time, stop))
            .unwrap_or_else(|| Err(Fault::Protocol("reading it crashed".to_owned())));
        match posted {
            Ok(posted) => answer::read(&posted, &|text| self.scrub(text)),
            Err(Fault::Protocol(words)) => Err(Trouble::Fault(Fault::Protocol(self.scrub(&words)))),
            Err(fault) => Err(Trouble::Fault(fault)),
        }
    }
}

/// Path and query with the last steps of the chat endpoint.
fn whole(path: &str) -> String {
    const LAST: &str = "/chat/completions";
    let (path, query) = match path.split_once('?') {
        Some((path, query)) => (path, format!("?{query}")),
        None => (path, String::new()),
    };
    let path = path.trim_end_matches('/');
    if path.ends_with(LAST) {
        return format!("{path}{query}");
    }
    let path = if path.is_empty() { "/v1" } else { path };
    format!("{path}{LAST}{query}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(base: &str) -> String {
        Endpoint::new(base, None).unwrap().at.to_string()
    }

    #[test]
    fn addresses_as_people_write_them() {
        for (base, want) in [
            (
                "http://localhost:11434/v1",
                "http://localhost:11434/v1/chat/completions",
            ),
            (
                "http://localhost:11434/v1/",
                "http://localhost:11434/v1/chat/completions",
            ),
            ("http://localhost:8000", "http://localhost:8000/v1/chat/completions"),
            ("https://h/v1/chat/completions/", "https://h/v1/chat/completions"),
            (
                "https://h/openai/d?api-version=1",
                "https://h/openai/d/chat/completions?api-version=1",
            ),
        ] {
            assert_eq!(at(base), want);
        }
        for bad in ["localhost:11434", "ftp://h/v1", "https://me:pw@h/v1", "", "http://"] {
            assert!(Endpoint::new(bad, None).is_err(), "{bad}");
        }
        assert_eq!(
            Endpoint::new("https://H:8443/secret/v1?k=v", None).unwrap().host(),
            "h:8443"
        );
    }

    #[test]
    fn a_key_goes_over_plain_http_only_where_nobody_else_listens() {
        let key = || Some(Secret::new("sk-1234567890", "K").unwrap());
        for good in [
            "http://127.0.0.1:1/v1",
            "http://localhost/v1",
            "http://[::1]/v1",
            "http://10.0.0.2/v1",
            "http://192.168.1.2/v1",
            "https://8.8.8.8/v1",
            "https://api.example.org/v1",
        ] {
            assert!(Endpoint::new(good, key()).is_ok(), "{good}");
        }
        for bad in ["http://8.8.8.8/v1", "http://[2001:4860:4860::8888]/v1"] {
            let problem = Endpoint::new(bad, key()).unwrap_err();
            assert!(problem.to_string().contains("use https"), "{problem}");
            assert!(!problem.to_string().contains("sk-1234567890"));
        }
        assert!(Endpoint::new("http://8.8.8.8/v1", None).is_ok());
        assert!(!format!("{:?}", Endpoint::new("https://h/v1", key()).unwrap()).contains("sk-1234567890"));
    }
}
