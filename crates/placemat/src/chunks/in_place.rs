//! Replaces invalid sequences by U+FFFD in the vector that holds them.

use alloc::vec::Vec;
use core::mem::MaybeUninit;

use placemat_core::{Items, grammar::sequence_at};

use super::lossy::{Around, DST, LAST, LAST_DST, LAST_PADDED, REPLACEMENT, replaced, write_last};
use super::resume::{Resume, lead_before};
use crate::backend_choice::BackendChoice;

/// Up to this many invalid sequences shorter than U+FFFD are replaced in place, by moving the text after each of
/// them once. With more, writing the text anew is faster.
const FEW: usize = 8;

/// Replaces each invalid sequence by U+FFFD. A scan of the bytes has returned `from`.
// Inlined, it would save registers for valid bytes too, which takes a third of the time of a short scan.
#[inline(never)]
pub(crate) fn replace_after(choice: BackendChoice, bytes: Vec<u8>, from: usize) -> Vec<u8> {
    let clean = lead_before(&bytes, from);
    replace(choice, bytes, clean)
}

/// Replaces each invalid sequence by U+FFFD. The bytes before `clean`, an item boundary, are valid.
///
/// U+FFFD has three bytes, like the longest invalid sequences; these are overwritten. Shorter ones need at most
/// one larger allocation.
pub(crate) fn replace(choice: BackendChoice, mut bytes: Vec<u8>, clean: usize) -> Vec<u8> {
    let left = bytes.len() - clean;
    if left <= Items::DECIDED as usize {
        replace_last::<{ size_of::<Around>() }, DST>(choice, &mut bytes, clean);
        return bytes;
    }
    if left <= LAST {
        replace_last::<LAST_PADDED, LAST_DST>(choice, &mut bytes, clean);
        return bytes;
    }
    let mut search = Resume::at(clean);
    let mut few = [Short { offset: 0, len: 0 }; FEW];
    let mut count = 0;
    while let Some(offset) = search.next_error(choice, &bytes) {
        let Err(error) = sequence_at(&bytes, offset) else { continue };
        let len = error.error_len().unwrap_or(bytes.len() - offset);
        if len == REPLACEMENT.len() {
            bytes[offset..offset + len].copy_from_slice(&REPLACEMENT);
        } else if let Some(place) = few.get_mut(count) {
            *place = Short { offset, len };
            count += 1;
        } else {
            return replaced(choice, &bytes, few[0].offset);
        }
    }
    move_apart(&mut bytes, &few[..count]);
    bytes
}

/// Replaces in the last bytes, which zeros pad to `PADDED` bytes. Their text needs a destination of `OUT` bytes.
#[inline(never)]
fn replace_last<const PADDED: usize, const OUT: usize>(
    choice: BackendChoice, bytes: &mut Vec<u8>, clean: usize,
) {
    let mut dst = [MaybeUninit::uninit(); OUT];
    let written = write_last::<PADDED>(choice, bytes, clean, &mut dst);
    // SAFETY: `write_last` has written this many bytes there.
    let text = unsafe { core::slice::from_raw_parts(dst.as_ptr().cast::<u8>(), written) };
    bytes.truncate(clean);
    bytes.reserve_exact(written);
    bytes.extend_from_slice(text);
}

/// An invalid sequence that is shorter than U+FFFD.
#[derive(Clone, Copy)]
struct Short {
    offset: usize,
    len: usize,
}

/// Replaces these sequences, from the last one on.
fn move_apart(bytes: &mut Vec<u8>, sequences: &[Short]) {
    let mut end = bytes.len();
    let growth = sequences.iter().map(|Short { len, .. }| REPLACEMENT.len() - len).sum();
    bytes.reserve_exact(growth);
    bytes.resize(end + growth, 0);
    let mut to = bytes.len();
    for Short { offset, len } in sequences.iter().rev() {
        let after = offset + len;
        to -= end - after;
        bytes.copy_within(after..end, to);
        to -= REPLACEMENT.len();
        bytes[to..to + REPLACEMENT.len()].copy_from_slice(&REPLACEMENT);
        end = *offset;
    }
}

#[cfg(test)]
mod tests {
    use alloc::{string::String, vec::Vec};

    use crate::string_from_utf8_lossy;

    /// Pieces of text and invalid sequences of each length.
    const PIECES: [&[u8]; 7] =
        [b"", b"text", "\u{1F37D}\u{20AC}".as_bytes(), b"\xFF", b"\xE2\x82", b"\xF0\x9F\x98", b"\x80\x80"];

    fn assert_is_lossy(bytes: Vec<u8>) -> (String, bool) {
        let expected = String::from_utf8_lossy(&bytes).into_owned();
        let (start, capacity) = (bytes.as_ptr(), bytes.capacity());
        let text = string_from_utf8_lossy(bytes);
        assert_eq!(text, expected);
        let is_in_place = text.as_ptr() == start && text.capacity() == capacity;
        (text, is_in_place)
    }

    #[test]
    fn equals_the_standard_library() {
        for number in 0..7_usize.pow(if cfg!(miri) { 2 } else { 5 }) {
            let mut bytes = Vec::new();
            let mut left = number;
            while left > 0 {
                bytes.extend_from_slice(PIECES[left % 7]);
                left /= 7;
            }
            for repeats in if cfg!(miri) { 1..2 } else { 1..6 } {
                assert_is_lossy(bytes.repeat(repeats));
            }
        }
    }

    #[test]
    fn reuses_the_allocation_where_the_text_fits() {
        let long = b"caf\xF0\x9F\x98 au \xE2\x82\xAC lait ".repeat(if cfg!(miri) { 3 } else { 100 });
        assert!(assert_is_lossy(long).1, "sequences of three bytes");
        let mut spare = b"caf\xE9 au lait, na\xEFf".to_vec();
        spare.reserve_exact(4);
        assert!(assert_is_lossy(spare).1, "spare capacity");
        let mut full = b"caf\xE9".to_vec();
        full.shrink_to_fit();
        assert_eq!(assert_is_lossy(full).0.capacity(), 6, "two more bytes and no others");
    }
}
