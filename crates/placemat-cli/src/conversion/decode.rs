//! From bytes to text.
//!
//! A decoder is shown an input piece by piece and reports text and ill-formed sequences. What a piece cuts in
//! two, a few bytes, it leaves unread; they come again at the start of the next piece. So only the decoders
//! of `encoding_rs` keep a state.

mod ascii;
mod kernel;
mod legacy;
mod measure;
mod signed;
mod utf8;
mod whatwg;

use placemat::convert;

use super::stop::Stop;
use crate::{
    charset::{Charset, Order},
    reason::Reason,
};
use kernel::Kernel;

pub(super) use measure::measure;

/// The next bytes of an input.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece<'a> {
    pub(super) bytes: &'a [u8],
    /// How many bytes of the input come before them.
    pub(super) offset: u64,
    /// Whether the input ends after them.
    pub(super) last: bool,
}

/// What a decoder finds.
#[derive(Debug)]
pub(super) enum Event<'a> {
    /// Text, not empty.
    Text {
        text: &'a str,
        /// The offset in the input of its first byte.
        offset: u64,
    },
    /// An ill-formed sequence: what one U+FFFD replaces.
    Bad { bytes: &'a [u8], offset: u64, reason: Reason },
    /// A surrogate in no pair. It is ill-formed too, but WTF-8 can express it.
    Surrogate { unit: u16, bytes: &'a [u8], offset: u64, reason: Reason },
}

/// Receives what a decoder finds.
pub(super) type Out<'a> = dyn FnMut(Event<'_>) -> Result<(), Stop> + 'a;

/// Decodes one encoding.
pub(super) trait Decode {
    /// Reads a piece, and returns how many of its bytes were read: all if it is the last, otherwise all but a
    /// few.
    fn decode(&mut self, piece: Piece<'_>, out: &mut Out<'_>) -> Result<usize, Stop>;
}

/// A decoder at the start of an input.
pub(super) fn decoder(charset: Charset) -> Box<dyn Decode> {
    match charset {
        Charset::Utf8 => Box::new(utf8::Utf8),
        Charset::Utf16(Some(Order::Little)) => Box::new(Kernel::<convert::Utf16Le>::new()),
        Charset::Utf16(Some(Order::Big)) => Box::new(Kernel::<convert::Utf16Be>::new()),
        Charset::Utf32(Some(Order::Little)) => Box::new(Kernel::<convert::Utf32Le>::new()),
        Charset::Utf32(Some(Order::Big)) => Box::new(Kernel::<convert::Utf32Be>::new()),
        Charset::Utf16(None) | Charset::Utf32(None) => Box::new(signed::Signed::new(charset)),
        Charset::Latin1 => Box::new(Kernel::<convert::Latin1>::new()),
        Charset::Ascii => Box::new(ascii::Ascii),
        Charset::Cesu8 => Box::new(legacy::Legacy::Cesu8),
        Charset::Mutf8 => Box::new(legacy::Legacy::Mutf8),
        Charset::Wtf8 => Box::new(legacy::Legacy::Wtf8),
        Charset::Whatwg(encoding) => Box::new(whatwg::Whatwg::new(encoding)),
    }
}
