//! Floor 3: strokes, the action table and keymaps in TOML. Knows neither `read` nor `store`.

pub mod action;
pub mod keymap;
pub mod load;
pub mod stroke;
