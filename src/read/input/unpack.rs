//! Packed files: the plain bytes, and damage told as such.

use std::io::{self, BufRead, BufReader, Read};

/// Turns an error of an unpacker into one of the input.
struct Unpacked<R>(R);

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.0.read(out).map_err(|e| match e.get_ref() {
            // Somebody stopped the reading; that is no damage.
            Some(inner) if inner.to_string().starts_with("stopped") => e,
            _ => io::Error::new(
                io::ErrorKind::InvalidData,
                format!("the packed data is damaged or cut off ({e})"),
            ),
        })
    }
}

/// The plain bytes of `raw`, which is gzip or zstd by its first bytes, or plain already.
pub(super) fn plain(mut raw: impl BufRead + 'static) -> io::Result<Box<dyn BufRead>> {
    let head = raw.fill_buf()?;
    Ok(if head.starts_with(b"\x1f\x8b") {
        let unpack = Unpacked(flate2::bufread::MultiGzDecoder::new(raw));
        Box::new(BufReader::with_capacity(1 << 18, unpack))
    } else if head.starts_with(b"\x28\xb5\x2f\xfd") {
        let unpack = Unpacked(zstd::stream::read::Decoder::with_buffer(raw)?);
        Box::new(BufReader::with_capacity(1 << 18, unpack))
    } else {
        Box::new(raw)
    })
}
