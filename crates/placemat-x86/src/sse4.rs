//! SSE4.1: 16 bytes at a time.

mod convert;
mod measure;
mod token;
mod vectors;
mod words;

pub use convert::CONVERSION;
pub use measure::MEASURING;
pub use token::{INFO, Sse4, VALIDATION, detect, is_supported};

use placemat_core::Scan;
use placemat_simd::validate::steps::{Full, Three, Two};
use placemat_simd::validate::{self, Kernel};

impl Kernel for Sse4 {
    type Full = Full;
    type Three = Three;
    type Two = Two;

    const DENSE_BLOCKS: u32 = 36;

    #[inline(always)]
    fn short(self, bytes: &[u8]) -> Scan {
        validate::short(self, bytes)
    }
}
