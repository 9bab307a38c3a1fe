//! Floor 6: draws the model. ratatui and ratatui-image live here; nothing here changes the model or reads a key.

pub mod export;
mod paint;
mod pane;
pub mod picture;
mod popup;
pub mod stage;
pub mod theme;
pub mod view;
