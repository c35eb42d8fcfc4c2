use crate::{
    Utf8Error, Utf8ErrorKind,
    grammar::{FORMS, is_well_formed, sequence_at},
};

/// Bytes per word.
const WORD: usize = 8;

/// Validates `bytes` again from a suspect position, and returns the exact error.
///
/// `from` is the value in [`Scan::Suspect`](crate::Scan::Suspect). Validation starts at `from`, or up to three bytes
/// before it, where a sequence begins that is not complete at `from`. Takes time linear in the distance to the error. A position past the end counts as the end; no
/// panic.
///
/// # Errors
///
/// The first error at or after that start. `Ok` means that there is none: the scan was a false positive, or
/// `from` violated its contract.
///
/// ```
/// use placemat_core::locate;
///
/// // The sequence that reaches past byte 2 is read from its lead.
/// assert_eq!(locate(b"a\xE2\x82x", 2).unwrap_err().valid_up_to(), 1);
/// assert_eq!(locate(b"nothing wrong", 5), Ok(()));
/// ```
#[cold]
#[inline(never)]
pub fn locate(bytes: &[u8], from: usize) -> Result<(), Utf8Error> {
    let mut at = resync(bytes, from.min(bytes.len()));
    while at < bytes.len() {
        // Most backends know where the error is, so it mostly is here.
        at = skip_valid(bytes, sequence_at(bytes, at)?);
    }
    Ok(())
}

/// The end of the valid sequences from `at` on. Out of line: [`locate`] needs fewer registers.
#[inline(never)]
fn skip_valid(bytes: &[u8], mut at: usize) -> usize {
    loop {
        // In each branch the length is constant, so the next sequence does not wait for a table lookup.
        at += match bytes.get(at..).unwrap_or_default() {
            rest @ [a, ..] if a.is_ascii() => ascii_at_start(rest),
            [a, b, ..] if is_well_formed(&[*a, *b]) => 2,
            [a, b, c, ..] if is_well_formed(&[*a, *b, *c]) => 3,
            [a, b, c, d, ..] if is_well_formed(&[*a, *b, *c, *d]) => 4,
            _ => return at,
        };
    }
}

/// The length of the ASCII prefix, whose first byte is ASCII: word by word, and at the end of the input one byte.
#[inline(always)]
fn ascii_at_start(bytes: &[u8]) -> usize {
    let mut len = 0;
    while let Some(word) = bytes.get(len..).and_then(|rest| rest.first_chunk::<WORD>()) {
        let others = u64::from_le_bytes(*word) & (u64::MAX / 0xFF * 0x80);
        if others != 0 {
            return len + others.trailing_zeros() as usize / 8;
        }
        len += WORD;
    }
    len.max(1)
}

/// Where a sequence begins that may not be complete at `from`, or `from`.
#[inline(always)]
fn resync(bytes: &[u8], from: usize) -> usize {
    // After these leads, any one or two continuations complete the sequence.
    let is_two = |lead: u8| FORMS[1].lead.contains(lead);
    let is_three = |lead: u8| FORMS[3].lead.contains(lead) || FORMS[5].lead.contains(lead);
    match bytes.get(..from).unwrap_or(bytes) {
        [.., 0xC0..=0xFF] => from - 1,
        [.., lead @ 0xC0..=0xFF, 0x80..=0xBF] if !is_two(*lead) => from - 2,
        [.., lead @ 0xC0..=0xFF, 0x80..=0xBF, 0x80..=0xBF] if !is_three(*lead) => from - 3,
        _ => from,
    }
}

/// Returns how many bytes at the end of `bytes`, 0 to 3, begin a sequence that more input could complete. A
/// sequence that is already invalid (`E0 80`, `C0`) does not count: more input could not repair it.
///
/// Reads only the last three bytes; the others may be anything.
///
/// ```
/// use placemat_core::incomplete_tail;
///
/// assert_eq!(incomplete_tail("\u{20AC}".as_bytes()), 0);
/// assert_eq!(incomplete_tail(b"5 \xE2\x82"), 2);
/// assert_eq!(incomplete_tail(b"5 \xE0\x80"), 0);
/// ```
#[must_use]
#[inline]
pub fn incomplete_tail(bytes: &[u8]) -> usize {
    let at = resync(bytes, bytes.len());
    match sequence_at(bytes, at) {
        Err(error) if error.kind() == Utf8ErrorKind::Truncated => bytes.len() - at,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with the standard library.
    fn agrees(string: &[u8], from: usize) {
        let found = locate(string, from).map_err(|error| (error.valid_up_to(), error.error_len()));
        let expected = core::str::from_utf8(string).map(drop);
        let expected = expected.map_err(|error| (error.valid_up_to(), error.error_len()));
        assert_eq!(found, expected, "{string:x?} from {from}");
    }

    /// `locate` agrees with the standard library on every string of `LEN` of these bytes, from every `from`
    /// that the contract of `Scan::Suspect` allows.
    #[test]
    fn agrees_with_core_from_every_permitted_start() {
        const LEN: usize = 5;
        const BYTES: [u8; 12] = [0x41, 0x80, 0x90, 0xA0, 0xC0, 0xC3, 0xE0, 0xE1, 0xED, 0xF0, 0xF1, 0xF4];
        let mut string = [0; LEN];
        for code in 0..BYTES.len().pow(u32::try_from(LEN).unwrap()) {
            let mut rest = code;
            for byte in &mut string {
                *byte = BYTES[rest % BYTES.len()];
                rest /= BYTES.len();
            }
            let good = core::str::from_utf8(&string).map_or_else(|error| error.valid_up_to(), |_| LEN);
            for from in 0..=LEN {
                if from <= good || permitted_after(&string[good..from]) {
                    agrees(&string, from);
                }
            }
        }
    }

    /// Whether `bytes` may be the T of [`Scan::Suspect`].
    fn permitted_after(bytes: &[u8]) -> bool {
        bytes.len() <= 3
            && bytes.split_first().is_some_and(|(lead, tail)| {
                *lead >= 0xC0 && tail.iter().all(|byte| (0x80..0xC0).contains(byte))
            })
    }

    /// ASCII is processed word by word, and the rest byte by byte.
    #[test]
    fn ascii_ends_at_any_byte() {
        const MAX_LEN: usize = 5 * WORD;
        for len in 0..MAX_LEN {
            agrees(&[0x7F; MAX_LEN][..len], 0);
            for (at, byte) in (0..len).flat_map(|at| [0x80, 0xC3, 0xE2, 0xFF].map(|byte| (at, byte))) {
                let mut bytes = [0x7F; MAX_LEN];
                bytes[at] = byte;
                agrees(&bytes[..len], 0);
            }
        }
    }

    #[test]
    fn a_foreign_from_never_panics() {
        for from in [0, 1, 2, 3, 7, usize::MAX] {
            let _ = locate(b"", from);
            let _ = locate(b"\xE2\x82", from);
        }
    }

    #[test]
    fn incomplete_tails() {
        #[rustfmt::skip]
        let tails = [
            (&b""[..], 0), (b"a", 0), (b"\x80\x80\x80", 0), (b"\xC2", 1), (b"\xC2\xA9", 0), (b"\xC0", 0),
            (b"\xE0\x80", 0), (b"\xE0\xA0", 2), (b"\xED\xA0", 0), (b"\xF0\x9F\x98", 3),
            (b"\xF0\x9F\x98\x80", 0), (b"\xF0\x8F\x98", 0), (b"\xF4\x90", 0), (b"\xF5", 0), (b"\xE2\xE2", 1),
            (b"\xE2\x82\x80\x80", 0),
        ];
        for (bytes, expected) in tails {
            assert_eq!(incomplete_tail(bytes), expected, "{bytes:x?}");
        }
    }
}
