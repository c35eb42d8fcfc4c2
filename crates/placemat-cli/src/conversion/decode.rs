//! Decodes bytes to text.
//!
//! A decoder receives an input piece by piece and reports text and invalid sequences. It leaves the few bytes of a
//! sequence that the end of a piece splits unread; they are repeated at the start of the next piece. So only the
//! decoders of `encoding_rs` are stateful.

mod bom;
mod fallback;
mod kernel;
mod legacy;
mod respelled;
mod whatwg;

use std::borrow::Cow;

use placemat::{Replacement, convert};
use placemat_legacy::{cesu8, mutf8};

use super::{Fix, stop::Stop};
use crate::charset::{Charset, Order};
use crate::respell::double::Finder;
use crate::{lint::Remover, reason::Reason, stream::Position, text::count, why::needed};
use kernel::Kernel;

/// The next bytes of an input.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece<'a> {
    pub(super) bytes: &'a [u8],
    /// The number of bytes before them in the input.
    pub(super) offset: u64,
    /// Whether the input ends after them.
    pub(super) last: bool,
}

/// The output of a decoder.
#[derive(Debug)]
pub(super) enum Event<'a> {
    /// Text, not empty.
    Text {
        text: &'a str,
        /// The offset in the input of its first byte.
        offset: u64,
    },
    /// An invalid sequence, which one U+FFFD replaces.
    Bad {
        bytes: &'a [u8],
        /// What follows, as far as the explanation needs it.
        after: &'a [u8],
        offset: u64,
        reason: Reason,
    },
    /// Valid or invalid bytes that become another text.
    Changed {
        bytes: &'a [u8],
        text: &'a str,
        offset: u64,
        /// Whether they are rather a part of a damaged sequence.
        damaged: bool,
    },
    /// The number of places that a repair leaves in doubt.
    Doubtful(u64),
    /// A lone surrogate. It is invalid too, but WTF-8 can encode it.
    Surrogate { unit: u16, bytes: &'a [u8], offset: u64, reason: Reason },
}

/// Receives the output of a decoder.
pub(super) type Out<'a> = dyn FnMut(Event<'_>) -> Result<(), Stop> + 'a;

/// Decodes one encoding.
pub(super) trait Decode {
    /// Decodes a piece, and returns the number of bytes read: all if it is the last piece, otherwise all but a few.
    fn decode(&mut self, piece: Piece<'_>, out: &mut Out<'_>) -> Result<usize, Stop>;

    /// Converts valid bytes to an encoding without events, moves the position past them, and returns how many they are: none
    /// if that has to be decoded.
    fn convert(&mut self, bytes: &[u8], to: Charset, out: &mut Vec<u8>, position: &mut Position) -> usize {
        let _ = (bytes, to, out, position);
        0
    }
}

/// A decoder at the start of an input.
pub(super) fn decoder(charset: Charset) -> Box<dyn Decode> {
    match charset {
        Charset::Utf8 => Box::new(utf8),
        Charset::Utf16(Some(Order::Little)) => Box::new(Kernel::<convert::Utf16Le>::new()),
        Charset::Utf16(Some(Order::Big)) => Box::new(Kernel::<convert::Utf16Be>::new()),
        Charset::Utf32(Some(Order::Little)) => Box::new(Kernel::<convert::Utf32Le>::new()),
        Charset::Utf32(Some(Order::Big)) => Box::new(Kernel::<convert::Utf32Be>::new()),
        Charset::Utf16(None) | Charset::Utf32(None) => Box::new(bom::ByBom::new(charset)),
        Charset::Latin1 => Box::new(Kernel::<convert::Latin1>::new()),
        Charset::Ascii => bytewise(|byte| byte.is_ascii().then_some(byte.into()), Reason::NotAscii),
        Charset::Cesu8 => Box::new(legacy::Legacy::Cesu8),
        Charset::Mutf8 => Box::new(legacy::Legacy::Mutf8),
        Charset::Wtf8 => Box::new(legacy::Legacy::Wtf8),
        Charset::Oem(page) => {
            let table = oem_cp::code_table::DECODING_TABLE_CP_MAP.get(&page);
            bytewise(move |byte| table?.decode_char_checked(byte), Reason::Unassigned(charset.name()))
        }
        Charset::Whatwg(encoding) => Box::new(whatwg::Whatwg::new(encoding)),
    }
}

/// A decoder of UTF-8 whose invalid bytes one U+FFFD each replaces, by this policy.
pub(super) fn replacer(replacement: Replacement) -> Box<dyn Decode> {
    Box::new(move |piece: Piece<'_>, out: &mut Out<'_>| utf8_by(replacement, piece, out))
}

/// A decoder that repairs UTF-8.
pub(super) fn repairer(fix: Fix) -> Box<dyn Decode> {
    match fix {
        Fix::Fallback(charset) => Box::new(fallback::Fallback::new(charset)),
        Fix::Double(counts) => Box::new(respelled::Respelled(Finder::new(counts))),
        Fix::Remove(kinds) => {
            let kinds: Vec<_> = kinds.into_iter().flatten().collect();
            Box::new(respelled::Respelled(Remover::new(&kinds)))
        }
    }
}

/// The encoded length of the text, if it is unique. It is not in the encodings of the Encoding Standard, some of
/// which have several forms of a character.
pub(super) fn measure(charset: Charset, text: &str) -> Option<u64> {
    let bytes = match charset {
        Charset::Utf8 | Charset::Wtf8 => text.len(),
        Charset::Utf16(_) => 2 * text.encode_utf16().count(),
        Charset::Utf32(_) => 4 * text.chars().count(),
        Charset::Latin1 | Charset::Ascii | Charset::Oem(_) => text.chars().count(),
        Charset::Cesu8 => cesu8::from_utf8(text).len(),
        Charset::Mutf8 => mutf8::from_utf8(text).len(),
        Charset::Whatwg(_) => return None,
    };
    Some(count(bytes))
}

/// A stateless decoder is a function.
impl<F: Fn(Piece<'_>, &mut Out<'_>) -> Result<usize, Stop>> Decode for F {
    fn decode(&mut self, piece: Piece<'_>, out: &mut Out<'_>) -> Result<usize, Stop> {
        self(piece, out)
    }
}

/// UTF-8, with the dispatched backend.
fn utf8(piece: Piece<'_>, out: &mut Out<'_>) -> Result<usize, Stop> {
    utf8_by(Replacement::MaximalSubpart, piece, out)
}

fn utf8_by(replacement: Replacement, piece: Piece<'_>, out: &mut Out<'_>) -> Result<usize, Stop> {
    let mut at = 0;
    for chunk in placemat::chunks(piece.bytes).with_replacement(replacement) {
        let (text, bytes) = (chunk.valid(), chunk.invalid());
        if !text.is_empty() {
            out(Event::Text { text, offset: piece.offset + count(at) })?;
            at += text.len();
        }
        let Some(error) = chunk.error() else { break };
        // The next bytes may belong to the same sequence, or be replaced together with this one.
        let is_last = at + bytes.len() == piece.bytes.len() && replacement != Replacement::MaximalSubpart;
        let from = &piece.bytes[at..];
        let needed = needed(from);
        if (needed.is_none() || is_last) && !piece.last {
            break;
        }
        let after = needed.unwrap_or(from).get(bytes.len()..).unwrap_or_default();
        let (offset, reason) = (piece.offset + count(at), Reason::Utf8(error.kind));
        at += bytes.len();
        out(Event::Bad { bytes, after, offset, reason })?;
    }
    Ok(at)
}

/// A decoder of an encoding in which a character is a byte, and ASCII is itself.
fn bytewise(char: impl Fn(u8) -> Option<char> + 'static, reason: Reason) -> Box<dyn Decode> {
    Box::new(move |piece: Piece<'_>, out: &mut Out<'_>| {
        let mut at = 0;
        // Runs of characters, and single bytes between them.
        for run in piece.bytes.chunk_by(|a, b| char(*a).is_some() && char(*b).is_some()) {
            let offset = piece.offset + count(at);
            let text = match str::from_utf8(run) {
                Ok(text) if run.is_ascii() => Some(Cow::Borrowed(text)),
                _ => run.iter().map(|byte| char(*byte)).collect::<Option<String>>().map(Cow::Owned),
            };
            out(match &text {
                Some(text) => Event::Text { text, offset },
                None => Event::Bad { bytes: run, after: &[], offset, reason },
            })?;
            at += run.len();
        }
        Ok(at)
    })
}
