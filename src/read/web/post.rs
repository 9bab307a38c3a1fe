//! One POST, with every limit. A redirect is told and never followed: what is sent would travel with it.

use std::io::Read;
use std::time::Duration;

use ureq::http::HeaderValue;

use crate::domain::address::Address;

use super::client::{Client, RetryAfter, fault};
use super::fault::Fault;

/// Bytes that are read of an answer that says why not.
const WORDS: u64 = 64 << 10;

/// An answer, whatever its status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posted {
    /// Its status.
    pub status: u16,
    /// `Retry-After`.
    pub after: Option<RetryAfter>,
    /// `Location`, as it came.
    pub location: Option<String>,
    /// Its body; of another status than 2xx only the start, as far as it came.
    pub body: Vec<u8>,
    /// Whether the end of the body was marked: else a connection that broke looks like an end.
    pub marked: bool,
}

impl Client {
    /// Posts JSON to `address`, for at most `time`, with `bearer` (visible ASCII, without the word) as `Authorization` if
    /// there is one. The host may be silent all the time. `stop` is asked between the pieces of a body.
    ///
    /// # Errors
    /// See [`Fault`]; no status is one here.
    pub fn post(
        &self,
        address: &Address,
        bearer: Option<&str>,
        json: &[u8],
        time: Duration,
        stop: &dyn Fn() -> bool,
    ) -> Result<Posted, Fault> {
        let told = |e: ureq::Error, body: bool| fault(e, address.secure, body, time, time);
        let mut request = self
            .agent
            .post(address.to_string())
            .header("accept", "application/json")
            .header("content-type", "application/json");
        if let Some(bearer) = bearer {
            let Ok(mut value) = HeaderValue::from_str(&format!("Bearer {bearer}")) else {
                return Err(Fault::Protocol("the key cannot stand in a header".to_owned()));
            };
            value.set_sensitive(true);
            request = request.header("authorization", value);
        }
        let request = request
            .config()
            .timeout_per_read(None)
            .timeout_per_write(None)
            .timeout_global(Some(time))
            .build();
        let answer = request.send(json).map_err(|e| told(e, false))?;
        let status = answer.status().as_u16();
        let header = |name: &str| {
            let value = answer.headers().get(name)?;
            Some(String::from_utf8_lossy(value.as_bytes()).trim().to_owned())
        };
        let chunked = header("transfer-encoding").is_some();
        let said: Option<u64> = header("content-length").and_then(|n| n.parse().ok());
        let good = (200..300).contains(&status);
        let most = if good { self.rules.bytes } else { WORDS };
        let mut out = Posted {
            status,
            after: header("retry-after").map(RetryAfter::read),
            location: header("location").filter(|to| !to.is_empty()),
            body: Vec::new(),
            marked: chunked || said.is_some(),
        };
        if good && said.is_some_and(|n| n > most) {
            return Err(Fault::TooLarge(most));
        }
        let mut from = answer.into_body().into_reader();
        let mut piece = vec![0u8; 64 << 10];
        loop {
            let got = out.body.len() as u64;
            if got > most && good {
                return Err(Fault::TooLarge(most));
            }
            if got > most {
                break;
            }
            if stop() {
                return Err(Fault::Short(got, said));
            }
            match from.read(&mut piece) {
                Ok(0) if good && said.is_some_and(|n| n != got) => return Err(Fault::Short(got, said)),
                Ok(0) => break,
                Ok(n) => out.body.extend_from_slice(piece.get(..n).unwrap_or_default()),
                Err(e) if e.kind() == std::io::ErrorKind::Interrupted => {}
                // The status alone says enough.
                Err(_) if !good => break,
                Err(e) => {
                    return Err(match told(ureq::Error::from(e), true) {
                        Fault::Short(..) => Fault::Short(got, said),
                        other => other,
                    });
                }
            }
        }
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::web::{Private, Rules};

    #[test]
    fn what_is_for_private_hosts_goes_to_no_public_one() {
        let client = Client::new(
            Rules {
                private: Private::Needed,
                bytes: 1,
                silence: Duration::from_secs(1),
            },
            "test",
        );
        // Refused before there is a connection.
        for at in ["http://8.8.8.8:9/", "http://[2001:4860:4860::8888]:9/"] {
            let at = Address::read(at).unwrap();
            let got = client.post(&at, Some("key"), b"{}", Duration::from_secs(1), &|| false);
            assert!(matches!(got, Err(Fault::Public(_))), "{got:?}");
        }
    }
}
