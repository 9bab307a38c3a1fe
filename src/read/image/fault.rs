//! Why a picture cannot be shown, in words for the placeholder that stands in its place.

use std::fmt;
use std::io;

use image::ImageError;

use super::Format;
use crate::text::clean;

/// Most characters of a decoder's own words.
const WHY: usize = 80;

/// A picture that is not shown, and why. `Display` gives the words of the placeholder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImageFault {
    /// There is no such file.
    Missing,
    /// The path is a folder, a pipe or a device.
    NotAFile,
    /// The file is there but cannot be read.
    Unreadable(String),
    /// The file has no bytes.
    Empty,
    /// More bytes than are read.
    TooLarge {
        /// Size of the file in bytes.
        bytes: u64,
        /// Most bytes that are read.
        max: u64,
    },
    /// More pixels than are decoded.
    TooManyPixels {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
    /// One side is longer than any real picture.
    SideTooLong {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
        /// Longest side that is decoded, in pixels.
        max: u32,
    },
    /// A side of 0 pixels.
    NoPixels,
    /// Decoding would need more memory than is granted.
    TooMuchMemory,
    /// The file ends early; half a picture would mislead.
    Truncated(Format),
    /// Something else under the name of a picture ("an HTML page", "a Git LFS pointer").
    NotAnImage(&'static str),
    /// Asked to play a picture that does not move.
    Still,
    /// A vector drawing; drawing it here is not safe.
    Svg,
    /// A video ("MP4").
    Video(&'static str),
    /// A picture format without a decoder here ("AVIF").
    Unsupported(&'static str),
    /// The decoder refused the file.
    Broken {
        /// What the file claims to be.
        format: Format,
        /// The decoder's words, short and cleaned.
        why: String,
    },
    /// The decoder crashed on the file.
    Crashed(Format),
    /// The picture was decoded but could not be prepared for this terminal.
    Encode(String),
}

impl ImageFault {
    /// From an I/O error on the file.
    pub fn from_io(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::Missing,
            _ => Self::Unreadable(short(&error.to_string())),
        }
    }

    /// From a decoder's error.
    pub fn from_decoder(format: Format, error: &ImageError) -> Self {
        match error {
            ImageError::IoError(io) if io.kind() == io::ErrorKind::UnexpectedEof => Self::Truncated(format),
            ImageError::Limits(_) => Self::TooMuchMemory,
            _ => {
                let why = root_words(error);
                let low = why.to_lowercase();
                let cut = [
                    "unexpected end",
                    "unexpected eof",
                    "fill whole buffer",
                    "not enough bytes",
                    "premature end",
                ];
                if cut.iter().any(|words| low.contains(words)) {
                    Self::Truncated(format)
                } else {
                    Self::Broken {
                        format,
                        why: short(&why),
                    }
                }
            }
        }
    }

    /// From an error of the encoder for the terminal.
    pub fn encode(error: &dyn fmt::Display) -> Self {
        Self::Encode(short(&error.to_string()))
    }
}

/// The words of the innermost error; the outer ones repeat the format. Debug output of the decoder is left out.
fn root_words(error: &ImageError) -> String {
    let mut at: &dyn std::error::Error = error;
    while let Some(inner) = at.source() {
        at = inner;
    }
    let words = at.to_string();
    match words.split_once("ChunkType {") {
        Some(("", _)) => "a chunk is damaged or out of place".to_owned(),
        Some((before, _)) => before.trim_end().trim_end_matches("while decoding").to_owned(),
        None => words,
    }
}

/// One cleaned line of at most [`WHY`] characters.
fn short(words: &str) -> String {
    let flat: String = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let clean = clean::line(&flat);
    if clean.chars().count() <= WHY {
        return clean;
    }
    clean.chars().take(WHY - 1).chain(['…']).collect()
}

impl fmt::Display for ImageFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => out.write_str("the file is missing"),
            Self::NotAFile => out.write_str("not a regular file"),
            Self::Unreadable(why) => write!(out, "cannot be read: {why}"),
            Self::Empty => out.write_str("the file is empty"),
            Self::TooLarge { bytes, max } => write!(
                out,
                "too large: {} MiB, the limit is {} MiB",
                bytes.div_ceil(1 << 20),
                max >> 20
            ),
            Self::TooManyPixels { width, height } => write!(out, "too many pixels: {width} × {height}"),
            Self::SideTooLong { width, height, max } => {
                write!(out, "too long: {width} × {height}, the limit is {max} a side")
            }
            Self::NoPixels => out.write_str("the picture has no pixels"),
            Self::TooMuchMemory => out.write_str("needs too much memory"),
            Self::Truncated(format) => write!(out, "{format} cut short: the file ends early"),
            Self::NotAnImage(what) => write!(out, "not a picture but {what}"),
            Self::Still => out.write_str("not an animation"),
            Self::Svg => out.write_str("SVG, open externally"),
            Self::Video(kind) => write!(out, "video ({kind}), open externally"),
            Self::Unsupported(kind) => write!(out, "{kind} is not supported, open externally"),
            Self::Broken { format, why } => write!(out, "broken {format}: {why}"),
            Self::Crashed(format) => write!(out, "broken {format}: its decoder crashed"),
            Self::Encode(why) => write!(out, "cannot be drawn here: {why}"),
        }
    }
}

impl std::error::Error for ImageFault {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_words_are_short_and_clean() {
        assert_eq!(short("bad\n  \x1b[31mchunk"), "bad ␛[31mchunk");
        let long = short(&"x".repeat(200));
        assert_eq!(long.chars().count(), WHY);
        assert!(long.ends_with('…'));
    }

    #[test]
    fn sizes_are_said_in_mebibytes() {
        let fault = ImageFault::TooLarge {
            bytes: (64 << 20) + 1,
            max: 64 << 20,
        };
        assert_eq!(fault.to_string(), "too large: 65 MiB, the limit is 64 MiB");
    }
}
