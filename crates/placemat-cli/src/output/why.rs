//! What is wrong, in plain words.

use placemat::ErrorKind;

use super::report::Report;
use crate::text::{is_harmless, spaced_hex};

/// What is wrong, and what it may be instead.
pub(super) fn why(report: &Report) -> String {
    let ill = report.ill();
    let lead = ill.first().copied().unwrap_or(0);
    let sequence = Sequence::new(ill);
    let spelled = spaced_hex(sequence.octets);
    let spelled = spelled.trim_end();
    let mut words = match (report.kind, sequence.value) {
        (ErrorKind::UnexpectedContinuation, _) => {
            format!("{spelled} is a continuation (80..BF), but no sequence has begun")
        }
        (ErrorKind::Overlong, Some(value)) => {
            let shortest = char::from_u32(value).map_or_else(String::new, |char| {
                format!(
                    "; its only form is {}",
                    spaced_hex(char.encode_utf8(&mut [0; 4]).as_bytes()).trim_end()
                )
            });
            format!("{spelled} is an overlong encoding of U+{value:04X}{shortest}")
        }
        (ErrorKind::Overlong, None) => format!("{spelled} can only begin an overlong encoding"),
        (ErrorKind::Surrogate, Some(value)) => {
            format!("{spelled} encodes the surrogate U+{value:04X}, which is not a character")
        }
        (ErrorKind::Surrogate, None) => {
            format!("{spelled} can only begin an encoded surrogate (U+D800..U+DFFF)")
        }
        (ErrorKind::OutOfRange, _) if sequence.claimed > 4 => format!(
            "{spelled}: {lead:02X} led sequences of {} octets in RFC 2279, but UTF-8 ends at U+10FFFF with four",
            sequence.claimed
        ),
        (ErrorKind::OutOfRange, Some(value)) => {
            format!("{spelled} would be U+{value:X}, but the last scalar value is U+10FFFF")
        }
        (ErrorKind::OutOfRange, None) => format!("{spelled} can only begin something above U+10FFFF"),
        (ErrorKind::InvalidByte, _) => format!("{lead:02X} never occurs in UTF-8"),
        (ErrorKind::MissingContinuation | ErrorKind::Truncated, _) => {
            let by = match report.next {
                Some(next) => format!("{next:02X}"),
                None => "the end of the input".into(),
            };
            let missing = sequence.claimed.saturating_sub(report.len);
            let more = if report.len > 1 { "more " } else { "" };
            format!(
                "{spelled} is cut off by {by}: a sequence of {} octets needs {missing} {more}continuation{} (80..BF)",
                sequence.claimed,
                if missing == 1 { "" } else { "s" },
            )
        }
    };
    match report.covered.saturating_sub(sequence.octets.len() as u64) {
        0 => {}
        1 => words.push_str("; 1 stray continuation follows"),
        stray => words.push_str(&format!("; {stray} stray continuations follow")),
    }
    if let Some(hint) = hint(report) {
        words.push_str("; ");
        words.push_str(&hint);
    }
    words
}

/// What a lead and the continuations after it were meant to be.
struct Sequence<'a> {
    /// How many octets the lead announces: its leading one bits.
    claimed: usize,
    /// The lead and its continuations, as far as they are there.
    octets: &'a [u8],
    /// The value, if all are there.
    value: Option<u32>,
}

impl<'a> Sequence<'a> {
    fn new(ill: &'a [u8]) -> Self {
        let Some((lead, tail)) = ill.split_first() else {
            return Self { claimed: 0, octets: ill, value: None };
        };
        // FE and FF never announced anything, and neither does a continuation.
        let claimed = match lead.leading_ones() {
            ones @ 2..=6 => ones as usize,
            _ => 1,
        };
        let tail = tail.get(..claimed - 1).unwrap_or(tail);
        let value = (claimed > 1 && tail.len() == claimed - 1).then(|| {
            let lead = u32::from(lead & (0x7F >> claimed));
            // At most 31 bits: one from FC or FD, and five times six.
            tail.iter().fold(lead, |value, octet| value << 6 | u32::from(octet & 0x3F))
        });
        Self { claimed, octets: ill.get(..=tail.len()).unwrap_or(ill), value }
    }
}

/// What the octets may be instead, if that is likely.
fn hint(report: &Report) -> Option<String> {
    let (before, after) = report.neighbours();
    if report.offset == 0 {
        match (report.ill(), after) {
            ([0xFF], Some(0xFE)) => return Some("FF FE at the start: is this UTF-16, little-endian?".into()),
            ([0xFE], Some(0xFF)) => return Some("FE FF at the start: is this UTF-16, big-endian?".into()),
            _ => {}
        }
    }
    if let ([0xED, 0xA0..=0xAF, _], [0xED, 0xB0..=0xBF, 0x80..=0xBF, ..]) = (report.ill(), report.after()) {
        let pair = [report.ill(), report.after()].concat();
        let unit =
            |at: usize| pair.get(at..at + 3).and_then(|octets| Sequence::new(octets).value).unwrap_or(0);
        let value = 0x1_0000 + ((unit(0) & 0x3FF) << 10) + (unit(3) & 0x3FF);
        return Some(format!("with the next three it is U+{value:X} in CESU-8"));
    }
    // One octet alone among ASCII is typical of a text that was saved with one octet for each character.
    let alone = |octet: Option<u8>| octet.is_none_or(|octet| octet.is_ascii() && octet != 0);
    let [octet] = report.ill() else { return None };
    if !alone(before) || !alone(after) {
        return None;
    }
    let (char, charset) = match octet {
        0x80..=0x9F => (*WINDOWS_1252.get(usize::from(octet - 0x80))?, "Windows-1252"),
        _ => (char::from(*octet), "Latin-1"),
    };
    is_visible(char).then(|| format!("in {charset} it is \"{char}\""))
}

fn is_visible(char: char) -> bool {
    is_harmless(char) && !char.is_whitespace()
}

/// What 80..9F are in Windows-1252, or NUL if they are nothing there. Its other octets are as in Latin-1.
const WINDOWS_1252: [char; 32] = [
    '\u{20AC}', '\0', '\u{201A}', '\u{192}', '\u{201E}', '\u{2026}', '\u{2020}', '\u{2021}', // 80..87
    '\u{2C6}', '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', '\0', '\u{17D}', '\0', // 88..8F
    '\0', '\u{2018}', '\u{2019}', '\u{201C}', '\u{201D}', '\u{2022}', '\u{2013}', '\u{2014}', // 90..97
    '\u{2DC}', '\u{2122}', '\u{161}', '\u{203A}', '\u{153}', '\0', '\u{17E}', '\u{178}', // 98..9F
];
