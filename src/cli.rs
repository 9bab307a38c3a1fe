//! Floor 7: the subcommands.

pub mod show_image;
