//! Splits 64 bytes into items: valid sequences, and invalid ones, which are the maximal subparts of the
//! Unicode Standard (section 3.9).

use crate::grammar::sequence_at;

/// A block of 64 bytes, and the three bytes before it.
pub type Context = [u8; 3 + 64];

/// The item boundaries in the block of a [`Context`], and which items are invalid.
///
/// An item must begin at the first byte of the block. All items that begin in its first
/// [`DECIDED`](Self::DECIDED) bytes are known, because an item has at most four bytes.
///
/// ```
/// use placemat_core::Items;
///
/// let mut context = [b' '; 3 + 64];
/// context[3..8].copy_from_slice(b"\xE2\x82|\xC3\xA9");
/// let items = Items::of(&context);
/// assert_eq!(items.invalid(), 1, "the first item");
/// assert_eq!((items.end(0), items.end(3)), (2, 5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Items {
    invalid: u64,
    inside: u64,
}

/// Masks of byte classes in a block, one bit per byte, lowest bit first, from which [`Items`] are computed.
#[derive(Clone, Copy, Debug)]
pub struct Classes {
    /// 80..BF.
    pub continuations: u64,
    /// C0..FF.
    pub from_c0: u64,
    /// E0..FF.
    pub from_e0: u64,
    /// F0..FF.
    pub from_f0: u64,
    /// Continuation bytes that the lead byte before them does not allow: C0, C1 and F5..FF allow none. Bits of other
    /// bytes are ignored.
    pub refused: u64,
}

impl Items {
    /// The number of bytes in a block for which all items that begin there are known.
    pub const DECIDED: u32 = 61;

    /// Computes the items from byte classes.
    #[must_use]
    #[inline(always)]
    pub const fn from_classes(classes: Classes) -> Self {
        let Classes { continuations, from_c0, from_e0, from_f0, refused } = classes;
        // Where a second byte is expected, and present; then a third, and a fourth. After a byte that begins no
        // character, the second is refused.
        let due2 = from_c0 << 1;
        let second = due2 & continuations & !refused;
        let due3 = second << 1 & from_e0 << 2;
        let third = due3 & continuations;
        let due4 = third << 1 & from_f0 << 3;
        let fourth = due4 & continuations;
        let inside = second | third | fourth;
        let missing = (due2 & !second) >> 1 | (due3 & !third) >> 2 | (due4 & !fourth) >> 3;
        let invalid = missing | continuations & !inside;
        Self { invalid: invalid & Self::KNOWN, inside }
    }

    /// Computes the items with the grammar, byte by byte.
    #[must_use]
    pub fn of(context: &Context) -> Self {
        let [_, _, _, bytes @ ..] = context;
        let mut items = Self { invalid: 0, inside: 0 };
        let mut at = 0;
        while at < Self::DECIDED as usize {
            if bytes[at].is_ascii() {
                at += 1;
                continue;
            }
            let end = match sequence_at(bytes, at) {
                Ok(end) => end,
                Err(error) => {
                    items.invalid |= 1 << at;
                    // Four bytes are available, so the sequence is not cut off.
                    at + error.error_len().unwrap_or(1)
                }
            };
            // The bytes after the first one.
            items.inside |= ((1 << (end - at - 1)) - 1) << (at + 1);
            at = end;
        }
        items
    }

    /// One bit per byte, lowest bit first: whether an invalid item begins there.
    #[must_use]
    #[inline(always)]
    pub const fn invalid(self) -> u64 {
        self.invalid
    }

    /// One bit per byte before [`decided`](Self::decided): whether the byte is part of a valid item.
    #[must_use]
    #[inline(always)]
    pub const fn valid(self) -> u64 {
        // Invalid items have at most three bytes.
        let first_two = self.invalid | self.invalid << 1 & self.inside;
        let invalid = first_two | first_two << 1 & self.inside;
        u64::MAX >> (u64::BITS - self.decided()) & !invalid
    }

    /// The offset after the item that begins at byte `start`, which must be below [`DECIDED`](Self::DECIDED).
    #[must_use]
    #[inline(always)]
    pub const fn end(self, start: u32) -> u32 {
        let after = start % u64::BITS + 1;
        after + (self.inside >> (after % u64::BITS)).trailing_ones()
    }

    /// The first item boundary at or after [`DECIDED`](Self::DECIDED): 61 to 64.
    #[must_use]
    #[inline(always)]
    pub const fn decided(self) -> u32 {
        Self::DECIDED + (self.inside >> Self::DECIDED).trailing_ones()
    }

    const KNOWN: u64 = (1 << Self::DECIDED) - 1;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computes the masks byte by byte.
    fn classes(context: &Context) -> Classes {
        let at_least =
            |first: u8| (0..64).fold(0, |bits, at| bits | u64::from(context[3 + at] >= first) << at);
        let refused = |at: usize| {
            let lead = context[3 + at - 1];
            sequence_at(&[lead, context[3 + at], 0x80, 0x80], 0)
                .is_err_and(|error| error.error_len() == Some(1))
        };
        Classes {
            continuations: at_least(0x80) & !at_least(0xC0),
            from_c0: at_least(0xC0),
            from_e0: at_least(0xE0),
            from_f0: at_least(0xF0),
            refused: (0..64).fold(0, |bits, at| bits | u64::from(refused(at)) << at),
        }
    }

    /// All strings of four bytes from distinct classes, and of five, because the last one may be an extra
    /// continuation byte: at the start, and where the decided bytes end.
    #[test]
    fn masks_agree_with_the_grammar() {
        const BYTES: [u8; 13] =
            [0x41, 0x80, 0x90, 0xA0, 0xC0, 0xC3, 0xE0, 0xE1, 0xED, 0xF0, 0xF1, 0xF4, 0xF5];
        for number in 0..BYTES.len().pow(4) {
            let string = [0, 1, 2, 3].map(|at| BYTES[number / BYTES.len().pow(at) % BYTES.len()]);
            for (start, last) in [(3, b'x'), (3 + 59, b'x'), (3 + 57, 0x80)] {
                let mut context = [b'x'; 3 + 64];
                context[start..start + 4].copy_from_slice(&string);
                context[start + 4] = last;
                for items in [Items::from_classes(classes(&context)), Items::of(&context)] {
                    let mut at = 0;
                    let (mut invalid, mut valid) = (0, 0);
                    while at < Items::DECIDED {
                        let end = match sequence_at(&context[3..], at as usize) {
                            Ok(end) => {
                                (at..).take(end - at as usize).for_each(|byte| valid |= 1_u64 << byte);
                                end
                            }
                            Err(error) => {
                                invalid |= 1 << at;
                                at as usize + error.error_len().unwrap()
                            }
                        };
                        assert_eq!(items.end(at) as usize, end, "{string:x?} at {start}, {at}");
                        at = items.end(at);
                    }
                    assert_eq!(items.invalid(), invalid, "{string:x?} at {start}");
                    assert_eq!(items.valid(), valid, "{string:x?} at {start}");
                    assert_eq!(items.decided(), at, "{string:x?} at {start}");
                }
            }
        }
    }
}
