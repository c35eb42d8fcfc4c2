//! From text to bytes.

mod legacy;
mod single;
mod units;
mod utf8;
mod whatwg;

use crate::charset::{Charset, Order};

/// Encodes to one encoding.
pub(super) trait Encode {
    /// Appends the bytes of the text to `out`, up to the first character that the encoding does not have.
    ///
    /// # Errors
    ///
    /// Where there is one.
    fn encode(&mut self, text: &str, out: &mut Vec<u8>) -> Result<(), Unmappable>;

    /// Appends what ends a text.
    fn finish(&mut self, out: &mut Vec<u8>) {
        let _ = out;
    }
}

/// A text has a character that the encoding does not have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unmappable {
    /// The bytes of the text before it.
    pub(super) at: usize,
}

/// An encoder at the start of an output.
pub(super) fn encoder(charset: Charset) -> Box<dyn Encode> {
    match charset {
        // Text has no surrogates, and without them both are the same.
        Charset::Utf8 | Charset::Wtf8 => Box::new(utf8::Utf8),
        Charset::Utf16(order) => Box::new(units::Utf16(order.unwrap_or(Order::Little))),
        Charset::Utf32(order) => Box::new(units::Utf32(order.unwrap_or(Order::Little))),
        Charset::Latin1 => Box::new(single::Single { most: 0xFF }),
        Charset::Ascii => Box::new(single::Single { most: 0x7F }),
        Charset::Cesu8 => Box::new(legacy::Legacy::Cesu8),
        Charset::Mutf8 => Box::new(legacy::Legacy::Mutf8),
        Charset::Whatwg(encoding) => Box::new(whatwg::Whatwg(encoding.new_encoder())),
    }
}
