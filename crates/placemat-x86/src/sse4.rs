//! 16 octets at a time: SSE4.1.

mod convert;
mod measure;
mod token;
mod vectors;

pub use convert::CONVERSION;
pub use measure::MEASURING;
pub use token::{INFO, Sse4, VALIDATION, detect};

use placemat_core::Scan;
use placemat_simd::validate::{
    self, Kernel,
    steps::{Full, Three, Two},
};

use crate::ahead;

impl Kernel for Sse4 {
    type Full = Full;
    type Three = Three;
    type Two = Two;

    const DENSE: u32 = 48;

    #[inline(always)]
    fn asks_ahead(self) -> bool {
        ahead::pays()
    }

    #[inline(always)]
    fn prefetch(self, octet: &u8) {
        ahead::prefetch(octet);
    }

    #[inline(always)]
    fn short(self, bytes: &[u8]) -> Scan {
        validate::short(self, bytes)
    }
}
