//! What a lead says about the bytes after it, in one byte.

use placemat_core::grammar::form_of;

/// The bytes of the sequences that it leads, from the fifth bit on; below, a bit for each quarter of the
/// continuations (80..8F, 90..9F, A0..AF, B0..BF) that may be the second byte. 0 where nothing begins.
#[derive(Clone, Copy)]
pub(super) struct Lead(u8);

impl Lead {
    /// Of a byte. 0 stands for nothing, not for U+0000: it has no bytes, and anything may follow.
    #[inline]
    pub(super) fn of(byte: u8) -> Self {
        LEADS[usize::from(byte)]
    }

    /// Whether it begins a sequence, or is nothing.
    #[inline]
    pub(super) const fn is_one(self) -> bool {
        self.0 != 0
    }

    /// The bytes of a sequence.
    #[inline]
    pub(super) const fn len(self) -> u32 {
        self.0 as u32 >> 4
    }

    /// Whether the lowest byte of these, a continuation, may be the second one.
    #[inline]
    pub(super) const fn allows(self, bytes: u32) -> bool {
        self.0 >> (bytes >> 4 & 3) & 1 != 0
    }
}

static LEADS: [Lead; 256] = {
    let mut leads = [Lead(0); 256];
    leads[0] = Lead(0x0F);
    let mut byte = 0xC0;
    while byte <= u8::MAX as usize {
        #[expect(clippy::cast_possible_truncation, reason = "a byte")]
        if let Some(form) = form_of(byte as u8) {
            let mut lead = (form.len() as u8) << 4;
            let mut quarter = 0;
            while quarter < 4 {
                let (first, last) = (0x80 + 16 * quarter, 0x8F + 16 * quarter);
                let allowed = form.tail[0];
                let is_allowed = allowed.contains(first);
                assert!(is_allowed == allowed.contains(last), "quarters are allowed as a whole");
                lead |= (is_allowed as u8) << quarter;
                quarter += 1;
            }
            leads[byte] = Lead(lead);
        }
        byte += 1;
    }
    leads
};
