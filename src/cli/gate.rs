//! `casefile gate`.

use crate::base::error::{Problem, Result};
use crate::domain::gate::Limits;
use crate::store::workspace::Workspace;
use crate::work::gate::pick::{Pick, Range, Wanted};
use crate::work::gate::run::run as ask_models;
use crate::work::gate::{look, replies};

use super::args::Gate;
use super::progress;

mod ask;
mod json;
mod text;

/// Takes replies or asks models, where that is wished, and tells where every image stands.
///
/// # Errors
/// See [`look`], [`replies::take`] and [`ask_models`]; a limit, filter or endpoint that is none.
pub fn run(args: &Gate) -> Result<u8> {
    let limits = limits(args)?;
    let pick = Pick {
        state: args.state.as_deref().map(Wanted::named).transpose()?,
        confidence: args.confidence.as_deref().map(Range::named).transpose()?,
    };
    let ws = Workspace::open(&args.workspace)?;
    let taken = if args.replies.is_empty() {
        None
    } else {
        let plan = replies::Plan {
            files: args.replies.clone(),
            strict: args.strict,
            limits,
        };
        Some(progress::show(args.json, |meter| replies::take(&ws, &plan, meter))?)
    };
    let ran = ask::plan(args, limits)?
        .map(|plan| progress::show(args.json, |meter| ask_models(&ws, &plan, meter)))
        .transpose()?;
    let board = progress::show(args.json, |meter| look(&ws, &args.cases, &limits, meter))?;
    super::warn_all(&board.problems);
    if let Some(taken) = &taken {
        super::warn_all(&taken.refused);
    }
    let list = args.list || pick != Pick::default();
    super::print(&if args.json {
        super::safe_json(&json::report(&board, &pick, &limits, taken.as_ref(), ran.as_ref()))
    } else {
        let mut out = taken.as_ref().map(text::taken).unwrap_or_default();
        if let Some(ran) = &ran {
            out.push_str(&ask::text(ran));
        }
        if list {
            out.push_str(&text::list(&board, &pick));
        }
        out + &text::report(&board, &limits)
    })?;
    if ran.as_ref().is_some_and(|r| r.stopped) {
        return Ok(3);
    }
    let refused = taken.is_some_and(|t| !t.refused.is_empty());
    let unasked = ran.is_some_and(|r| !r.unasked.is_empty() || r.unusable > 0);
    Ok(u8::from(refused || unasked))
}

fn limits(args: &Gate) -> Result<Limits> {
    if !(0.0..=1.0).contains(&args.min_confidence) {
        return Err(
            Problem::input(format!("{} is not between 0 and 1", args.min_confidence)).at_field("--min-confidence"),
        );
    }
    Ok(Limits {
        relevance: args.relevance,
        confidence: args.min_confidence,
        apart: args.apart,
        second: true,
    })
}
