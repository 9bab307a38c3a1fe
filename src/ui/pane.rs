//! The screens and their panes.

pub(super) mod agree;
pub(super) mod candidates;
pub(super) mod desk;
mod evidence;
mod exhibit;
mod form;
pub(super) mod gate;
mod issue;
pub(super) mod list;
pub(super) mod misses;
mod ranked;
pub(super) mod runs;
pub(super) mod seen;
pub(super) mod sheet;
pub(super) mod source;
mod status;
pub(super) mod steps;
pub(super) mod terms;
pub(super) mod versus;
pub(super) mod zoom;
