//! Replaces invalid sequences by U+FFFD in the vector that holds them.

use alloc::vec::Vec;

use placemat_core::Utf8Error;

use super::{
    Errors, Invalid,
    lossy::{REPLACEMENT, replaced},
};
use crate::{backend_choice::BackendChoice, chunks::Chunks};

/// Up to this many invalid sequences shorter than U+FFFD are replaced in place, by moving the text after each of
/// them once. With more, writing the text anew is faster.
const FEW: usize = 8;

/// Replaces each invalid sequence by U+FFFD. `error` is the first one.
///
/// U+FFFD has three bytes, like the longest invalid sequences; these are overwritten. Shorter ones need at most
/// one larger allocation.
pub(crate) fn replace(choice: BackendChoice, mut bytes: Vec<u8>, error: Utf8Error) -> Vec<u8> {
    let mut from = error.valid_up_to();
    loop {
        let mut few = [Invalid { offset: 0, len: 0, kind: error.kind() }; FEW];
        let mut count = 0;
        let mut growth = 0;
        let mut errors = Errors(Chunks::validated(choice, &bytes[from..]));
        for (place, found) in few.iter_mut().zip(errors.by_ref()) {
            *place = Invalid { offset: from + found.offset, ..found };
            growth += REPLACEMENT.len() - found.len;
            count += 1;
        }
        let is_end = count < FEW || errors.next().is_none();
        if growth > 0 && !is_end {
            return replaced(choice, &bytes, few[0].offset);
        }
        move_apart(&mut bytes, &few[..count], growth);
        if is_end {
            return bytes;
        }
        from = few[FEW - 1].offset + few[FEW - 1].len;
    }
}

/// Replaces these sequences, which are shorter than U+FFFD by `growth` bytes together, from the last one on.
fn move_apart(bytes: &mut Vec<u8>, sequences: &[Invalid], growth: usize) {
    let mut end = bytes.len();
    bytes.reserve_exact(growth);
    bytes.resize(end + growth, 0);
    let mut to = bytes.len();
    for Invalid { offset, len, .. } in sequences.iter().rev() {
        if to == end && *len == REPLACEMENT.len() {
            // Nothing before this sequence or after it moves.
            to = *offset;
        } else {
            let after = offset + len;
            to -= end - after;
            bytes.copy_within(after..end, to);
            to -= REPLACEMENT.len();
        }
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
        for number in 0..7_usize.pow(if cfg!(miri) { 3 } else { 5 }) {
            let mut bytes = Vec::new();
            let mut left = number;
            while left > 0 {
                bytes.extend_from_slice(PIECES[left % 7]);
                left /= 7;
            }
            for repeats in [1, 2, 5] {
                assert_is_lossy(bytes.repeat(repeats));
            }
        }
    }

    #[test]
    fn reuses_the_allocation_where_the_text_fits() {
        let long = b"caf\xF0\x9F\x98 au \xE2\x82\xAC lait ".repeat(100);
        assert!(assert_is_lossy(long).1, "sequences of three bytes");
        let mut spare = b"caf\xE9 au lait, na\xEFf".to_vec();
        spare.reserve_exact(4);
        assert!(assert_is_lossy(spare).1, "spare capacity");
        let mut full = b"caf\xE9".to_vec();
        full.shrink_to_fit();
        assert_eq!(assert_is_lossy(full).0.capacity(), 6, "two more bytes and no others");
    }
}
