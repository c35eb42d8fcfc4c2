//! Explains errors in plain words.

use placemat::ErrorKind;

use super::report::Report;
use crate::text::{grouped, spaced_hex};

/// The explanation of an error.
pub(super) fn why(report: &Report) -> String {
    let ill = report.ill();
    let lead = ill.first().copied().unwrap_or(0);
    let sequence = Sequence::new(ill);
    let spelled = spaced_hex(sequence.bytes);
    let spelled = spelled.trim_end();
    let mut words = match (report.kind, sequence.value) {
        // A lead without continuation bytes: which sequence it would begin does not help the reader.
        (kind, _) if matches!(lead, 0xC0..=0xFD) && report.covered == 1 && kind != ErrorKind::Truncated => {
            let before = match report.next {
                Some(next) if kind == ErrorKind::MissingContinuation => format!(" before {next:02X}"),
                _ => String::new(),
            };
            format!("{lead:02X}{before} is never valid in UTF-8 ({} in Latin-1)", char::from(lead))
        }
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
            "{spelled}: {lead:02X} led sequences of {} bytes in RFC 2279, but UTF-8 ends at U+10FFFF with four",
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
                "{spelled} is cut off by {by}: a sequence of {} bytes needs {missing} {more}continuation{} (80..BF)",
                sequence.claimed,
                if missing == 1 { "" } else { "s" },
            )
        }
    };
    match report.covered.saturating_sub(sequence.bytes.len() as u64) {
        0 => {}
        1 => words.push_str("; 1 stray continuation follows"),
        stray => words.push_str(&format!("; {} stray continuations follow", grouped(stray))),
    }
    words
}

/// The sequence that a lead and the continuation bytes after it would form.
struct Sequence<'a> {
    /// The length that the lead announces: its leading one bits.
    claimed: usize,
    /// The lead and the continuation bytes that are present.
    bytes: &'a [u8],
    /// The value, if the sequence is complete.
    value: Option<u32>,
}

impl<'a> Sequence<'a> {
    fn new(ill: &'a [u8]) -> Self {
        let Some((lead, tail)) = ill.split_first() else {
            return Self { claimed: 0, bytes: ill, value: None };
        };
        // FE and FF never announced a sequence, and neither does a continuation byte.
        let claimed = match lead.leading_ones() {
            ones @ 2..=6 => ones as usize,
            _ => 1,
        };
        let tail = tail.get(..claimed - 1).unwrap_or(tail);
        let value = (claimed > 1 && tail.len() == claimed - 1).then(|| {
            let lead = u32::from(lead & (0x7F >> claimed));
            // At most 31 bits: one from FC or FD, and five times six.
            tail.iter().fold(lead, |value, byte| value << 6 | u32::from(byte & 0x3F))
        });
        Self { claimed, bytes: ill.get(..=tail.len()).unwrap_or(ill), value }
    }
}
