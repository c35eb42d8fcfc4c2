//! Conversion between UTF-8, UTF-16, UTF-32 and Latin-1: the expected result of every call. The rows `convert-...`
//! of the [suite](crate::suite) compare a converter with it.
//!
//! UTF-16 and UTF-32 are grammars in `grammars/`, executed by the [oracle](crate::oracle) like that of RFC 3629.
//! Sequences are decoded as in RFC 2781 (section 2.2), independently of the product's code. Each call has exactly one
//! correct answer: how much is read, what is written, and why the call ends.

mod contract;
mod encoding;
mod place;

pub use contract::{Kernel, check_kernels, check_source};
pub use place::{Place, Unit};

pub use crate::contract::{Call, Done, Encoding, PAIRS, Stop};

use crate::{cases, contract::Fault};
use encoding::Item;

/// A decoded source, which can answer many calls.
#[derive(Clone, Debug)]
pub struct Reference {
    items: Vec<Item>,
    len: usize,
}

impl Reference {
    /// Decodes a source.
    pub fn of(encoding: Encoding, source: &[u32]) -> Self {
        Self { items: encoding.items(source), len: source.len() }
    }

    /// The expected answer to a call.
    pub fn answer(&self, call: &Call<'_>) -> Done {
        let mut written = Vec::new();
        for item in &self.items {
            let before = written.len();
            let at = item.offset;
            let stop = match &item.character {
                Ok(character) if call.to.put(*character, &mut written) => None,
                Ok(character) => Some(Stop::Unmappable(*character)),
                Err(Fault { error_len: None, .. }) if !call.last => {
                    return Done { read: at, written, stop: Stop::Incomplete };
                }
                Err(Fault { error_len: len, kind, .. }) => {
                    Some(Stop::Malformed { at, len: *len, kind: kind.clone().unwrap_or_default() })
                }
            };
            if let Some(stop) = stop {
                match call.replacement {
                    Some(replacement) => _ = call.to.put(replacement, &mut written),
                    None => return Done { read: at, written, stop },
                }
            }
            if written.len() > call.dst {
                written.truncate(before);
                return Done { read: at, written, stop: Stop::OutputFull };
            }
        }
        Done { read: self.len, written, stop: Stop::End }
    }

    /// By the number of units read: their number of target units, if a character or a replaced sequence ends there
    /// and nothing before it stops the conversion.
    pub(super) fn ends(&self, to: Encoding, replacement: Option<char>) -> Vec<Option<usize>> {
        let mut ends = vec![None; self.len + 1];
        let mut written = Vec::new();
        ends[0] = Some(0);
        let offsets = self.items.iter().skip(1).map(|item| item.offset).chain([self.len]);
        for (item, end) in self.items.iter().zip(offsets) {
            let is_there = item.character.as_ref().is_ok_and(|character| to.put(*character, &mut written));
            if !is_there && !replacement.is_some_and(|mark| to.put(mark, &mut written)) {
                break;
            }
            ends[end] = Some(written.len());
        }
        ends
    }
}

/// The expected answer to a call.
pub fn answer(call: &Call<'_>) -> Done {
    Reference::of(call.from, call.source).answer(call)
}

/// Characters of one, two, three and four bytes.
pub(crate) const SCRIPTS: [&str; 5] = ["a", "\u{E9}", "\u{20AC}", "\u{1F37D}", "a\u{E9}\u{20AC}\u{1F37D}"];

/// Characters on both sides of every boundary between lengths, and those that some converter treats specially.
const TELLING: &str = "\0\n?a\u{7F}\u{80}\u{E9}\u{FF}\u{100}\u{7FF}\u{800}\u{20AC}\u{D7FF}\u{E000}\u{FEFF}\
                       \u{FFFD}\u{FFFE}\u{FFFF}\u{10000}\u{1F37D}\u{FFFFF}\u{100000}\u{10FFFF}";

/// Valid and invalid units of an encoding.
pub(crate) fn pieces(encoding: Encoding) -> Vec<Vec<u32>> {
    let characters = TELLING.chars().filter_map(|character| encoding.encode(&character.to_string()));
    characters.chain(invalid(encoding)).collect()
}

pub(crate) fn invalid(encoding: Encoding) -> Vec<Vec<u32>> {
    const SURROGATES: [&[u32]; 6] =
        [&[0xD800], &[0xDBFF], &[0xDC00], &[0xDFFF], &[0xD83C, 0xD83C], &[0xDF7D, 0xD83C]];
    const NUMBERS: [u32; 7] = [0xD800, 0xDBFF, 0xDFFF, 0x11_0000, 0x0100_0061, 0x8000_0000, u32::MAX];
    let little = |bytes: Vec<u32>, width: usize| -> Vec<u32> {
        bytes.chunks(width).flat_map(|unit| unit.iter().rev().copied()).collect()
    };
    match encoding {
        Encoding::Utf8 => {
            cases::all().map(|case| case.bytes.iter().map(|byte| u32::from(*byte)).collect()).collect()
        }
        Encoding::Latin1 => Vec::new(),
        Encoding::Utf16 => SURROGATES.map(<[u32]>::to_vec).to_vec(),
        Encoding::Utf32 => NUMBERS.map(|number| vec![number]).to_vec(),
        Encoding::Utf16Be => {
            let split = |unit: &u32| [unit >> 8, unit & 0xFF];
            let whole = SURROGATES.map(|units| units.iter().flat_map(split).collect());
            // Half a unit, alone and after a high surrogate.
            whole
                .into_iter()
                .chain([vec![0], vec![0xD8], vec![0xD8, 0x3C, 0xDF], vec![0xDF, 0x7D, 0]])
                .collect()
        }
        Encoding::Utf32Be => {
            let split = |number: u32| [24, 16, 8, 0].map(|by| number >> by & 0xFF).to_vec();
            let whole = NUMBERS.map(split);
            whole.into_iter().chain([vec![0], vec![0, 0], vec![0, 1, 0xF3]]).collect()
        }
        Encoding::Utf16Le => invalid(Encoding::Utf16Be).into_iter().map(|piece| little(piece, 2)).collect(),
        Encoding::Utf32Le => invalid(Encoding::Utf32Be).into_iter().map(|piece| little(piece, 4)).collect(),
    }
}
