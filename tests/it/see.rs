//! `casefile see` with a vision model, against a server on loopback that misbehaves. Nothing outside is contacted.

mod broken;
mod endpoint;
mod many;
mod speaker;
mod table;
