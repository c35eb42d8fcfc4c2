use crate::grammar::{FORMS, sequence_at};
use crate::{Utf8Error, Utf8ErrorKind};

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
    let start = resync(bytes, from.min(bytes.len()));
    if start == bytes.len() {
        return Ok(());
    }
    // Most backends know where the error is, so it mostly is here.
    let at = sequence_at(bytes, start)?;
    match core::str::from_utf8(bytes.get(at..).unwrap_or_default()) {
        Ok(_) => Ok(()),
        Err(error) => sequence_at(bytes, at + error.valid_up_to()).map(|_| ()),
    }
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
    use crate::Scan;

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
            let expected = core::str::from_utf8(&string).err();
            let good = expected.map_or(LEN, |e| e.valid_up_to());
            for from in 0..=LEN {
                if from <= good || permitted_after(&string[good..from]) {
                    let found = locate(&string, from).err();
                    assert_eq!(
                        found.map(|e| (e.valid_up_to(), e.error_len())),
                        expected.map(|e| (e.valid_up_to(), e.error_len())),
                        "{string:x?} from {from}"
                    );
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

    #[test]
    fn a_foreign_from_never_panics() {
        for from in [0, 1, 2, 3, 7, usize::MAX] {
            let _ = locate(b"", from);
            let _ = locate(b"\xE2\x82", from);
        }
        assert_eq!(Scan::Suspect { from: 1 }, Scan::Suspect { from: 1 });
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
