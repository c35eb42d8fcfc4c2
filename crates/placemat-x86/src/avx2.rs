//! AVX2: 32 bytes at a time.

mod convert;
mod masked;
mod measure;
mod short;
mod token;
mod vectors;
mod words;

pub use convert::CONVERSION;
pub use measure::MEASURING;
pub use token::{Avx2, INFO, VALIDATION, detect, is_supported};

use placemat_core::Scan;
use placemat_simd::validate::steps::{Full, Three, Two};
use placemat_simd::validate::{Kernel, PrefetchPolicy};

use crate::prefetch;

impl Kernel for Avx2 {
    type Full = Full;
    type Three = Three;
    type Two = Two;

    const DENSE_BLOCKS: u32 = 27;
    // The best number depends on the CPU: with 17, a Zen 4 loses nothing, and a Zen 3 takes 1.34 times as long for French
    // of 8 KiB (docs/lab/2026-11-validation-routes.md).
    const SPARSE_MAX_RUNS: usize = 33;
    const PREFETCHES: bool = true;

    #[inline(always)]
    fn prefetch_policy(self) -> PrefetchPolicy {
        prefetch::policy(PrefetchPolicy::Lines)
    }

    #[inline(always)]
    fn prefetch(self, byte: &u8) {
        prefetch::prefetch(byte);
    }

    #[inline(always)]
    fn short(self, bytes: &[u8]) -> Scan {
        short::short(self, bytes)
    }
}
