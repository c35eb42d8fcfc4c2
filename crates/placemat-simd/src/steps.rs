//! The steps that SSE4.1, AVX2, NEON and simd128 share: [`Full`], [`Three`] and [`Two`].

mod full;
mod restricted;

pub use full::Full;
pub use restricted::{Three, Two};

use placemat_core::grammar::FORMS;

/// The first lead of a sequence of at least `len` octets: C2, E0, F0.
const fn first_lead(len: usize) -> u8 {
    let mut i = 0;
    while FORMS[i].len() < len {
        i += 1;
    }
    FORMS[i].lead.first
}

const CONTINUATION: u8 = 0x80;
/// The first octet behind the continuations.
pub(crate) const LEAD: u8 = 0xC0;
/// The first lead of three octets, E0.
pub(crate) const LEAD3: u8 = first_lead(3);
/// The first lead of four octets, F0.
pub(crate) const LEAD4: u8 = first_lead(4);
