//! The screens and their panes.

pub(super) mod desk;
mod evidence;
mod exhibit;
mod form;
mod issue;
pub(super) mod list;
mod ranked;
pub(super) mod source;
mod status;
pub(super) mod zoom;
