//! AVX-512: 64 bytes at a time.

mod convert;
mod measure;
mod short;
mod steps;
mod token;
mod vectors;

pub use convert::CONVERSION;
pub use measure::MEASURING;
pub use token::{Avx512, INFO, VALIDATION, detect, is_supported};

use placemat_core::Scan;
use placemat_simd::validate::{Kernel, PrefetchPolicy};

use crate::prefetch;
use steps::{Full, Three, Two};

impl Kernel for Avx512 {
    type Full = Full;
    type Three = Three;
    type Two = Two;

    const MIXED_MAX_BLOCKS: usize = 20;
    // Above 8 KiB, Russian and Chinese lose more than Latin scripts gain (docs/lab/2026-11-emerald-rapids.md).
    const SPARSE_MAX_RUNS: usize = 33;
    const DENSE_BLOCKS: u32 = 21;
    const UNROLL: usize = 8;
    const PREFETCHES: bool = true;
    const FASTER_THAN_MEMORY: bool = true;

    #[inline(always)]
    fn prefetch_policy(self) -> PrefetchPolicy {
        prefetch::policy(PrefetchPolicy::Pages)
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
