//! Floor 6: draws the model. ratatui and ratatui-image live here; nothing here changes the model or reads a key.

pub mod picture;
