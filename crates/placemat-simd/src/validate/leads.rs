//! Constants of all steps, derived from the grammar.

use placemat_core::grammar::{Bytes, FORMS, TAIL, form_of};

/// The first continuation byte, 80.
pub const CONTINUATION: u8 = TAIL.first;
/// The first byte after the continuation bytes, C0. Lead bytes, valid or invalid, begin here.
pub const LEAD: u8 = TAIL.last + 1;
/// The first valid lead byte of two-byte sequences, C2.
pub const LEAD2: u8 = first_lead(2);
/// The first lead byte of three-byte sequences, E0.
pub const LEAD3: u8 = first_lead(3);
/// The first lead byte of four-byte sequences, F0.
pub const LEAD4: u8 = first_lead(4);

/// The number to add to a continuation byte so that the highest bit of the sum is set iff the byte may follow `lead`.
/// `None` if `lead` is not a valid lead byte, or its sequence has more than `longest` bytes.
#[must_use]
pub const fn addend(lead: u8, longest: usize) -> Option<u8> {
    match form_of(lead) {
        Some(form) if 1 < form.len() && form.len() <= longest => Some(match form.tail[0] {
            Bytes { first: TAIL_FIRST, last: TAIL_LAST } => 0,
            // Bytes up to the last valid one stay at 80 or above; the rest wrap around.
            Bytes { first: TAIL_FIRST, last } => 0xFF - last,
            // All wrap around; those from the first valid one on reach 80 again.
            Bytes { first, last: _ } => CONTINUATION.wrapping_sub(first),
        }),
        _ => None,
    }
}

/// The first lead byte of sequences of `len` bytes.
const fn first_lead(len: usize) -> u8 {
    let mut form = 0;
    while FORMS[form].len() < len {
        form += 1;
    }
    FORMS[form].lead.first
}

const TAIL_FIRST: u8 = TAIL.first;
const TAIL_LAST: u8 = TAIL.last;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_addend_tells_what_is_accepted() {
        for lead in 0..=255 {
            let Some(addend) = addend(lead, 4) else { continue };
            for byte in TAIL.first..=TAIL.last {
                let accepted = form_of(lead).is_some_and(|form| form.tail[0].contains(byte));
                assert_eq!(byte.wrapping_add(addend) >= 0x80, accepted, "{lead:X} {byte:X}");
            }
        }
        let others = [addend(0xE0, 2), addend(0xF0, 3), addend(0x41, 4), addend(0xC1, 4)];
        assert_eq!(others, [None; 4]);
    }

    #[test]
    fn the_first_leads() {
        assert_eq!([LEAD, LEAD2, LEAD3, LEAD4], [0xC0, 0xC2, 0xE0, 0xF0]);
    }
}
