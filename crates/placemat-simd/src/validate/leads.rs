//! The numbers that all steps rest on, computed from the grammar.

use placemat_core::grammar::{Bytes, FORMS, TAIL, form_of};

/// The first continuation, 80.
pub const CONTINUATION: u8 = TAIL.first;
/// The first byte after the continuations, C0: leads are the bytes from here on, good ones and bad ones.
pub const LEAD: u8 = TAIL.last + 1;
/// The first lead of two bytes that a sequence can have, C2.
pub const LEAD2: u8 = first_lead(2);
/// The first lead of three bytes, E0.
pub const LEAD3: u8 = first_lead(3);
/// The first lead of four bytes, F0.
pub const LEAD4: u8 = first_lead(4);

/// What to add to a byte, so that the highest bit of the sum says whether it may follow `lead`: of
/// continuations those keep the bit or get it back that the grammar accepts in second place. `None` where
/// there is no such lead, or none for a sequence of at most `longest` bytes.
#[must_use]
pub const fn addend(lead: u8, longest: usize) -> Option<u8> {
    match form_of(lead) {
        Some(form) if 1 < form.len() && form.len() <= longest => Some(match form.tail[0] {
            Bytes { first: TAIL_FIRST, last: TAIL_LAST } => 0,
            // The bytes up to the last accepted one stay above 80; the rest comes round.
            Bytes { first: TAIL_FIRST, last } => 0xFF - last,
            // All come round; those from the first accepted one on reach 80 again.
            Bytes { first, last: _ } => CONTINUATION.wrapping_sub(first),
        }),
        _ => None,
    }
}

/// The first lead of a sequence of `len` bytes.
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
        assert_eq!(
            (addend(0xE0, 2), addend(0xF0, 3), addend(0x41, 4), addend(0xC1, 4)),
            (None, None, None, None)
        );
    }

    #[test]
    fn the_first_leads() {
        assert_eq!([LEAD, LEAD2, LEAD3, LEAD4], [0xC0, 0xC2, 0xE0, 0xF0]);
    }
}
