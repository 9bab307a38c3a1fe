//! The command line: exit codes, words, files. Nothing here needs a terminal.

mod agree;
mod audit;
mod export;
mod files;
mod gold;
mod import;
mod intake;
mod labels;
mod pipes;
mod rank;
mod repos;
mod scores;
mod synth;
mod words;
