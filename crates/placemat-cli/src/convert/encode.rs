//! From text to bytes.

mod ascii;
mod kernel;
mod legacy;
mod utf8;
mod whatwg;

use placemat::convert;

use crate::charset::{Charset, Order};
use kernel::Kernel;

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
        Charset::Utf16(Some(Order::Big)) => Box::new(Kernel::<convert::Utf16Be>::new()),
        Charset::Utf16(_) => Box::new(Kernel::<convert::Utf16Le>::new()),
        Charset::Utf32(Some(Order::Big)) => Box::new(Kernel::<convert::Utf32Be>::new()),
        Charset::Utf32(_) => Box::new(Kernel::<convert::Utf32Le>::new()),
        Charset::Latin1 => Box::new(Kernel::<convert::Latin1>::new()),
        Charset::Ascii => Box::new(ascii::Ascii),
        Charset::Cesu8 => Box::new(legacy::Legacy::Cesu8),
        Charset::Mutf8 => Box::new(legacy::Legacy::Mutf8),
        Charset::Whatwg(encoding) => Box::new(whatwg::Whatwg(encoding.new_encoder())),
    }
}
