//! What would fail for every question, and is told once.

use crate::base::error::Problem;
use crate::read::chat::Trouble;
use crate::read::web::Fault;

use super::Line;

/// The problem, if `trouble` is one of the endpoint and not of a picture. `answered`: it gave replies before.
pub(super) fn problem(line: &Line, trouble: &Trouble, answered: bool) -> Option<Problem> {
    let host = line.endpoint.host();
    let key = &line.key_name;
    let again = "what was got is kept; the same command goes on from there";
    Some(match trouble {
        Trouble::Refused(401 | 403, _) if !(answered && is(trouble, 403)) => {
            let (what, mend) = if line.endpoint.has_key() {
                (
                    "refuses the key",
                    format!("set the environment variable {key} to a key of this endpoint"),
                )
            } else {
                (
                    "wants a key",
                    format!("set the environment variable {key}, or name another one with --key-env"),
                )
            };
            Problem::input(format!("{host} {what}: {trouble}"))
                .at_field(key)
                .mend(mend)
        }
        Trouble::Refused(402 | 429, _) => {
            Problem::environment(format!("{host} wants to be paid first: {trouble}")).mend(again)
        }
        Trouble::Refused(404 | 405, _) => {
            Problem::input(format!("{host} knows no model '{}' there: {trouble}", line.model))
                .at_field("model")
                .mend("see how the endpoint spells its models, and whether its address ends with /v1")
        }
        Trouble::Fault(Fault::Tls(_)) => Problem::environment(format!("no secure connection to {host}: {trouble}"))
            .mend("see whether the address begins with the right one of http and https"),
        Trouble::Fault(Fault::Public(_)) => {
            Problem::input(format!("the key would be sent over plain http to {host}: {trouble}"))
                .at_field("endpoint")
                .mend("use https, or unset the key if the endpoint needs none")
        }
        Trouble::Fault(fault) if fault.is_network() => {
            Problem::environment(format!("{host} cannot be reached: {trouble}")).mend(if answered {
                again
            } else {
                "see whether the server runs and the address is right"
            })
        }
        Trouble::Busy(_, after) => Problem::environment(match after {
            Some(_) => format!(
                "{host} is busy, and asks for more patience than {} s or again and again: {trouble}",
                line.patience.as_secs()
            ),
            None => format!("{host} is busy, again and again: {trouble}"),
        })
        .mend(again),
        _ => return None,
    })
}

fn is(trouble: &Trouble, status: u16) -> bool {
    matches!(trouble, Trouble::Refused(s, _) if *s == status)
}
