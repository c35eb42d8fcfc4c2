//! Explains errors of UTF-8 in plain words, for all commands.

use placemat::{Utf8ErrorKind, chars};

use crate::text::{is_continuation, spaced_hex};

/// The bytes that the explanation of the error at their start needs: a lead, the continuation bytes after it, and what
/// cuts them off. `None` if more may come.
pub(crate) fn needed(from: &[u8]) -> Option<&[u8]> {
    let (lead, rest) = from.split_first()?;
    let claimed = claimed(*lead);
    let tail = rest.iter().take(claimed - 1).take_while(|byte| is_continuation(**byte)).count();
    from.get(..(tail + 2).min(claimed))
}

/// Explains the error at the start of these bytes. Returns how many of them it names, too.
pub(crate) fn why(from: &[u8]) -> (String, usize) {
    let Some(Err(error)) = chars::first(from) else { return (String::new(), 0) };
    let lead = from[0];
    let tail = from[error.len..].iter().take_while(|byte| !is_continuation(lead) && is_continuation(**byte));
    let sequence = Sequence::new(&from[..error.len + tail.count()]);
    let next = from.get(error.len);
    let spelled = spaced_hex(sequence.bytes);
    let spelled = spelled.trim_end();
    let words = match (error.kind, sequence.value) {
        // A lead without continuation bytes: which sequence it would begin does not help the reader.
        (kind, _)
            if matches!(lead, 0xC0..=0xFD)
                && sequence.bytes.len() == 1
                && kind != Utf8ErrorKind::Truncated =>
        {
            let before = match next {
                Some(next) if kind == Utf8ErrorKind::MissingContinuation => format!(" before {next:02X}"),
                _ => String::new(),
            };
            format!("{lead:02X}{before} is never valid in UTF-8 ({} in Latin-1)", char::from(lead))
        }
        (Utf8ErrorKind::UnexpectedContinuation, _) => {
            format!("{spelled} is a continuation (80..BF), but no sequence has begun")
        }
        (Utf8ErrorKind::Overlong, Some(value)) => {
            let shortest = char::from_u32(value).map_or_else(String::new, |char| {
                format!(
                    "; its only form is {}",
                    spaced_hex(char.encode_utf8(&mut [0; 4]).as_bytes()).trim_end()
                )
            });
            format!("{spelled} is an overlong encoding of U+{value:04X}{shortest}")
        }
        (Utf8ErrorKind::Overlong, None) => format!("{spelled} can only begin an overlong encoding"),
        (Utf8ErrorKind::Surrogate, Some(value)) => {
            format!("{spelled} encodes the surrogate U+{value:04X}, which is not a character")
        }
        (Utf8ErrorKind::Surrogate, None) => {
            format!("{spelled} can only begin an encoded surrogate (U+D800..U+DFFF)")
        }
        (Utf8ErrorKind::OutOfRange, _) if sequence.claimed > 4 => format!(
            "{spelled}: {lead:02X} led sequences of {} bytes in RFC 2279, but UTF-8 ends at U+10FFFF with four",
            sequence.claimed
        ),
        (Utf8ErrorKind::OutOfRange, Some(value)) => {
            format!("{spelled} would be U+{value:X}, but the last scalar value is U+10FFFF")
        }
        (Utf8ErrorKind::OutOfRange, None) => format!("{spelled} can only begin something above U+10FFFF"),
        (Utf8ErrorKind::InvalidByte, _) => format!("{lead:02X} never occurs in UTF-8"),
        (Utf8ErrorKind::MissingContinuation | Utf8ErrorKind::Truncated, _) => {
            let by = match next {
                Some(next) => format!("{next:02X}"),
                None => "the end of the input".into(),
            };
            let missing = sequence.claimed.saturating_sub(error.len);
            let more = if error.len > 1 { "more " } else { "" };
            format!(
                "{spelled} is cut off by {by}: a sequence of {} bytes needs {missing} {more}continuation{} (80..BF)",
                sequence.claimed,
                if missing == 1 { "" } else { "s" },
            )
        }
    };
    (words, sequence.bytes.len())
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
    fn new(invalid: &'a [u8]) -> Self {
        let Some((lead, tail)) = invalid.split_first() else {
            return Self { claimed: 0, bytes: invalid, value: None };
        };
        let claimed = claimed(*lead);
        let tail = tail.get(..claimed - 1).unwrap_or(tail);
        let value = (claimed > 1 && tail.len() == claimed - 1).then(|| {
            let lead = u32::from(lead & (0x7F >> claimed));
            // At most 31 bits: one from FC or FD, and five times six.
            tail.iter().fold(lead, |value, byte| value << 6 | u32::from(byte & 0x3F))
        });
        Self { claimed, bytes: invalid.get(..=tail.len()).unwrap_or(invalid), value }
    }
}

/// The length that a lead announces. FE and FF never announced a sequence, and neither does a continuation byte.
fn claimed(lead: u8) -> usize {
    match lead.leading_ones() {
        ones @ 2..=6 => ones as usize,
        _ => 1,
    }
}
