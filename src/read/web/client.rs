//! One HTTP request, with every limit.

use std::io::{Read, Write};
use std::net::IpAddr;
use std::time::Duration;

use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Timeout};

use crate::domain::address::Address;
use crate::text::clean;

use super::fault::Fault;
use super::public::is_public;

/// Most time to find a host and to connect to it.
const CONNECT: Duration = Duration::from_secs(10);

/// Bytes of a header that are read.
const HEADER: usize = 64 << 10;

/// Most characters of foreign words in a fault.
const WORDS: usize = 100;

/// Which hosts may have an address that is not public.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Private {
    /// None.
    No,
    /// These, by the name that stands in the address, in lower case.
    Only(Vec<String>),
    /// All.
    All,
    /// All, and no others: whoever has a public address is refused.
    Needed,
}

/// What is allowed.
#[derive(Debug, Clone)]
pub struct Rules {
    /// Hosts whose addresses need not be public.
    pub private: Private,
    /// Most bytes of a body.
    pub bytes: u64,
    /// Most time without a byte.
    pub silence: Duration,
}

/// What a host answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Status 200, and the body was written. Whether its end was marked: else a connection that broke looks like an end.
    Body(bool),
    /// A redirect to here.
    Moved(Result<Address, Fault>),
    /// Another status, and the seconds of `Retry-After`, or its text when that is a date.
    Status(u16, Option<RetryAfter>),
}

/// When to come back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RetryAfter {
    /// In so many seconds.
    Seconds(u64),
    /// At this time, as the header has it.
    Date(String),
}

impl RetryAfter {
    /// The header's value.
    pub(super) fn read(text: String) -> Self {
        match text.parse() {
            Ok(seconds) => Self::Seconds(seconds),
            Err(_) => Self::Date(text),
        }
    }
}

/// Asks hosts. Connections are kept for a while; it can be shared between threads.
#[derive(Debug, Clone)]
pub struct Client {
    pub(super) agent: Agent,
    pub(super) rules: Rules,
}

impl Client {
    /// A client with these rules, which introduces itself as `user_agent`.
    pub fn new(rules: Rules, user_agent: &str) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .proxy(None)
            .user_agent(user_agent)
            .accept("image/*,*/*;q=0.8")
            .max_response_header_size(HEADER)
            .timeout_resolve(Some(CONNECT))
            .timeout_connect(Some(CONNECT))
            .timeout_per_read(Some(rules.silence))
            .timeout_per_write(Some(rules.silence))
            .build();
        let guard = Guard {
            private: rules.private.clone(),
            inner: DefaultResolver::default(),
        };
        Self {
            agent: Agent::with_parts(config, DefaultConnector::default(), guard),
            rules,
        }
    }

    /// Asks for `address`, for at most `time`, and writes the body of a status 200 to `out`. `stop` is asked between the
    /// pieces of a body and ends it as if it had been cut.
    ///
    /// # Errors
    /// See [`Fault`]; what was written to `out` is then worth nothing.
    pub fn get(
        &self,
        address: &Address,
        time: Duration,
        out: &mut dyn Write,
        stop: &dyn Fn() -> bool,
    ) -> Result<Answer, Fault> {
        let told = |e: ureq::Error, body: bool| fault(e, address.secure, body, time, self.rules.silence);
        let request = self.agent.get(address.to_string());
        let answer = request.config().timeout_global(Some(time)).build().call();
        let answer = answer.map_err(|e| told(e, false))?;
        let status = answer.status().as_u16();
        let header = |name: &str| {
            let value = answer.headers().get(name)?;
            Some(String::from_utf8_lossy(value.as_bytes()).trim().to_owned())
        };
        match status {
            200 => {}
            301 | 302 | 303 | 307 | 308 => {
                let to = header("location").filter(|to| !to.is_empty()).ok_or(Fault::Nowhere)?;
                return Ok(Answer::Moved(address.join(&to).map_err(Fault::Address)));
            }
            _ => {
                return Ok(Answer::Status(status, header("retry-after").map(RetryAfter::read)));
            }
        }
        let chunked = header("transfer-encoding").is_some();
        let said: Option<u64> = header("content-length").and_then(|n| n.parse().ok());
        let most = self.rules.bytes;
        if said.is_some_and(|n| n > most) {
            return Err(Fault::TooLarge(most));
        }
        let mut body = answer.into_body().into_reader();
        let mut piece = vec![0u8; 64 << 10];
        let mut got = 0u64;
        loop {
            if stop() {
                return Err(Fault::Short(got, said));
            }
            let n = match body.read(&mut piece) {
                Ok(0) => break,
                Ok(n) => n,
                Err(e) if e.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(e) => {
                    return Err(match told(ureq::Error::from(e), true) {
                        Fault::Short(..) => Fault::Short(got, said),
                        other => other,
                    });
                }
            };
            got += n as u64;
            if got > most {
                return Err(Fault::TooLarge(most));
            }
            let part = piece.get(..n).unwrap_or_default();
            out.write_all(part).map_err(|e| Fault::Disk(e.to_string()))?;
        }
        if said.is_some_and(|n| n != got) {
            return Err(Fault::Short(got, said));
        }
        Ok(Answer::Body(chunked || said.is_some()))
    }
}

/// Resolves names and refuses hosts any of whose addresses is not allowed. The connection goes to the very addresses
/// that were looked at, so a name that changes its mind in between gains nothing.
#[derive(Debug)]
struct Guard {
    private: Private,
    inner: DefaultResolver,
}

/// A refusal on its way through the HTTP library.
#[derive(Debug, thiserror::Error)]
#[error("{0} is refused")]
struct Refused(IpAddr);

impl Resolver for Guard {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.inner.resolve(uri, config, timeout)?;
        let allowed = match &self.private {
            Private::No => false,
            Private::Only(hosts) => uri.host().is_some_and(|host| hosts.iter().any(|h| h == host)),
            Private::All | Private::Needed => true,
        };
        let needed = self.private == Private::Needed;
        let wrong = found.iter().find(|a| if is_public(a.ip()) { needed } else { !allowed });
        match wrong {
            Some(wrong) => Err(ureq::Error::Other(Box::new(Refused(wrong.ip())))),
            None => Ok(found),
        }
    }
}

/// What an error of the HTTP library means; `body` once the answer has begun.
pub(super) fn fault(error: ureq::Error, secure: bool, body: bool, time: Duration, silence: Duration) -> Fault {
    use std::io::ErrorKind as Io;
    let words = |e: &dyn std::fmt::Display| {
        let flat: String = clean::line(&e.to_string());
        flat.chars().take(WORDS).collect::<String>()
    };
    let whole = |d: Duration| d.as_secs().max(1);
    match error {
        ureq::Error::Timeout(Timeout::Global | Timeout::PerCall) => Fault::TooSlow(whole(time)),
        ureq::Error::Timeout(Timeout::Resolve | Timeout::Connect) => {
            Fault::Unreachable(format!("no connection within {} s", CONNECT.as_secs()))
        }
        ureq::Error::Timeout(_) => Fault::Silent(whole(silence)),
        ureq::Error::HostNotFound => Fault::Unreachable("no such host".to_owned()),
        ureq::Error::ConnectionFailed => Fault::Unreachable(String::new()),
        ureq::Error::LargeResponseHeader(..) => Fault::Header,
        ureq::Error::Rustls(e) => Fault::Tls(words(&e)),
        ureq::Error::Tls(e) => Fault::Tls(words(&e)),
        ureq::Error::Other(e) => match e.downcast_ref::<Refused>() {
            Some(Refused(ip)) if is_public(*ip) => Fault::Public(*ip),
            Some(Refused(ip)) => Fault::Private(*ip),
            None => Fault::Protocol(words(&e)),
        },
        ureq::Error::Io(e) => match e.kind() {
            Io::UnexpectedEof | Io::ConnectionReset | Io::ConnectionAborted | Io::BrokenPipe if body => {
                Fault::Short(0, None)
            }
            Io::UnexpectedEof | Io::ConnectionReset | Io::ConnectionAborted | Io::BrokenPipe => Fault::Closed,
            Io::InvalidData if secure => Fault::Tls(words(&e)),
            Io::InvalidData => Fault::Protocol(words(&e)),
            _ => Fault::Unreachable(words(&e)),
        },
        other => Fault::Protocol(words(&other)),
    }
}
