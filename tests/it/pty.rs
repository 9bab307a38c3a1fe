//! Sessions on a pseudo terminal: what only a real process on a real terminal shows. Waits have deadlines; nothing
//! sleeps for a guessed time.

mod images;
mod labels;
mod leave;
mod probe;
mod screen;
mod session;
