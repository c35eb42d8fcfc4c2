//! What a lead says about the octets after it, in one octet.

use placemat_core::grammar::form_of;

/// The octets of the sequences that it leads, from the fifth bit on; below, a bit for each quarter of the
/// continuations (80..8F, 90..9F, A0..AF, B0..BF) that may be the second octet. 0 where nothing begins.
#[derive(Clone, Copy)]
pub(super) struct Lead(u8);

impl Lead {
    /// Of an octet. 0 stands for nothing, not for U+0000: it has no octets, and anything may follow.
    #[inline]
    pub(super) fn of(octet: u8) -> Self {
        LEADS[usize::from(octet)]
    }

    /// Whether it begins a sequence, or is nothing.
    #[inline]
    pub(super) const fn is_one(self) -> bool {
        self.0 != 0
    }

    /// The octets of a sequence.
    #[inline]
    pub(super) const fn len(self) -> u32 {
        self.0 as u32 >> 4
    }

    /// Whether the lowest octet of these, a continuation, may be the second one.
    #[inline]
    pub(super) const fn allows(self, octets: u32) -> bool {
        self.0 >> (octets >> 4 & 3) & 1 != 0
    }
}

static LEADS: [Lead; 256] = {
    let mut leads = [Lead(0); 256];
    leads[0] = Lead(0x0F);
    let mut octet = 0xC0;
    while octet <= u8::MAX as usize {
        #[expect(clippy::cast_possible_truncation, reason = "an octet")]
        if let Some(form) = form_of(octet as u8) {
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
            leads[octet] = Lead(lead);
        }
        octet += 1;
    }
    leads
};
