//! `casefile see` with a vision model, against a server on loopback that misbehaves. Nothing outside is contacted.

mod endpoint;
mod many;
mod speaker;
mod table;
