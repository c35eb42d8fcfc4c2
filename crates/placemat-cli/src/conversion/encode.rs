//! From text to bytes.

mod ascii;
mod kernel;
mod legacy;
mod utf8;
mod whatwg;

use placemat::convert;
use placemat_legacy::wtf8;

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

/// The bytes of a surrogate that is in no pair, if the encoding can have one.
pub(super) fn surrogate(charset: Charset, unit: u16) -> Option<Vec<u8>> {
    match charset {
        Charset::Wtf8 => wtf8::encode(unit.into(), &mut [0; 4]).ok().map(<[u8]>::to_vec),
        Charset::Utf16(Some(Order::Big)) => Some(unit.to_be_bytes().to_vec()),
        Charset::Utf16(_) => Some(unit.to_le_bytes().to_vec()),
        _ => None,
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
        // Text has no surrogates (see `surrogate`), and without them both are the same.
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
