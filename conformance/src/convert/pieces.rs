//! Valid and invalid pieces, of which rows and contract checks compose sources.

use crate::{cases, contract::Encoding};

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
