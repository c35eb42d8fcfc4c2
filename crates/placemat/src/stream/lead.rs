//! What a lead byte implies for the bytes after it, packed into one byte.

use placemat_core::grammar::form_of;

/// The high four bits are the sequence length; the low four bits say which quarters of the continuation bytes
/// (80..8F, 90..9F, A0..AF, B0..BF) may be the second byte. 0 for bytes that begin no multi-byte sequence.
#[derive(Clone, Copy)]
pub(super) struct Lead(u8);

impl Lead {
    /// Looks up a byte. Byte 0 means that nothing is pending, not U+0000: length 0, and any byte may follow.
    #[inline]
    pub(super) fn of(byte: u8) -> Self {
        LEADS[usize::from(byte)]
    }

    /// Whether the byte begins a sequence, or nothing is pending.
    #[inline]
    pub(super) const fn is_one(self) -> bool {
        self.0 != 0
    }

    /// The length of the sequence in bytes.
    #[inline]
    pub(super) const fn len(self) -> u32 {
        self.0 as u32 >> 4
    }

    /// Whether the lowest byte of `bytes`, a continuation byte, may be the second one.
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
