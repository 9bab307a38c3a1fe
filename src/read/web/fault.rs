//! Why something could not be had from the web.

use std::fmt;
use std::net::IpAddr;

use crate::domain::address::Wrong;

/// What went wrong. `Display` tells all of it, [`Fault::reason`] what is the same for all alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// The address itself is refused.
    Address(Wrong),
    /// The host has an address that is not public.
    Private(IpAddr),
    /// The host has a public address, and what would be sent is not for everybody on the way.
    Public(IpAddr),
    /// There is no way to the host: no such name, nobody listens, no network.
    Unreachable(String),
    /// The host's certificate or its TLS is not good.
    Tls(String),
    /// Another status than 200.
    Status(u16),
    /// Status 429 or 503, and the time to wait is longer than the patience, in seconds.
    Busy(u16, u64),
    /// One redirect after the other.
    Redirects(u8),
    /// A redirect that does not say where.
    Nowhere,
    /// Whole time for one image passed, in seconds.
    TooSlow(u64),
    /// No byte came for this long, in seconds.
    Silent(u64),
    /// The connection was closed before there was an answer.
    Closed,
    /// The body ended before its announced length: bytes that came, bytes that were announced.
    Short(u64, Option<u64>),
    /// The body has more bytes than are allowed.
    TooLarge(u64),
    /// The header has more bytes than are read.
    Header,
    /// Not HTTP.
    Protocol(String),
    /// Something came, but no image.
    NotAnImage(String),
    /// The answer could not be written to the disk.
    Disk(String),
}

/// The word under which remembered refusals of private addresses are found again.
const PRIVATE: &str = "an address that is not public";

impl Fault {
    /// What is told for all alike: no numbers, names or foreign words.
    pub fn reason(&self) -> String {
        match self {
            Self::Address(wrong) => wrong.words().to_owned(),
            Self::Private(_) => PRIVATE.to_owned(),
            Self::Public(_) => "an address that is public".to_owned(),
            Self::Unreachable(_) => "the host cannot be reached".to_owned(),
            Self::Tls(_) => "the connection is not secure".to_owned(),
            Self::Status(status) => format!("status {status}"),
            Self::Busy(status, _) => format!("status {status}, and to come back later"),
            Self::Redirects(most) => format!("more than {most} redirects"),
            Self::Nowhere => "a redirect to nowhere".to_owned(),
            Self::TooSlow(seconds) => format!("not there after {seconds} s"),
            Self::Silent(seconds) => format!("silent for {seconds} s"),
            Self::Closed => "the connection was closed".to_owned(),
            Self::Short(..) => "cut short".to_owned(),
            Self::TooLarge(most) => format!("larger than {}", size(*most)),
            Self::Header => "a header of more than 64 KiB".to_owned(),
            Self::Protocol(_) => "the answer is not HTTP".to_owned(),
            Self::NotAnImage(what) => what.clone(),
            Self::Disk(_) => "the disk".to_owned(),
        }
    }

    /// Whether no host answered at all.
    pub fn is_network(&self) -> bool {
        matches!(self, Self::Unreachable(_))
    }

    /// Whether a remembered reason was an address that is not public: asked again once those are allowed.
    pub fn is_private(reason: &str) -> bool {
        reason == PRIVATE
    }

    /// Whether trying again at once may help.
    pub fn passes(&self) -> bool {
        match self {
            Self::Status(status) => *status >= 500,
            Self::Closed | Self::Short(..) => true,
            _ => false,
        }
    }
}

/// Bytes as `64 MiB`, `20 KiB` or `7 bytes`.
fn size(bytes: u64) -> String {
    match bytes {
        b if b >= 1 << 20 && b.is_multiple_of(1 << 20) => format!("{} MiB", b >> 20),
        b if b >= 1 << 10 && b.is_multiple_of(1 << 10) => format!("{} KiB", b >> 10),
        b => format!("{b} bytes"),
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.reason())?;
        match self {
            Self::Private(ip) | Self::Public(ip) => write!(out, " ({ip})"),
            Self::Unreachable(why) | Self::Tls(why) | Self::Protocol(why) | Self::Disk(why) if !why.is_empty() => {
                write!(out, " ({why})")
            }
            Self::Busy(_, seconds) => write!(out, " (in {seconds} s)"),
            Self::Short(got, Some(said)) => write!(out, " ({got} of {said} bytes)"),
            _ => Ok(()),
        }
    }
}
