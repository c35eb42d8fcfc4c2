//! The program whose assembly is modelled: each function is a straight loop. `cargo xtask model` compiles
//! this file as a crate of its own; it is no module of xtask.
//!
//! Every loop walks whole blocks, judges them as the driver does, and does nothing else. The peer's loop is
//! its own, as its users call it. It looks for ASCII in each block; here there is none.

#![no_std]

use placemat_simd::{
    BLOCK, REACH,
    validate::{Kernel, Step, judge},
};

/// Judges all whole blocks.
#[inline(always)]
fn straight<K: Kernel, M: Step<K>>(kernel: K, bytes: &[u8]) -> u64 {
    let step = M::default();
    let mut acc = step.start(kernel);
    let mut rest = bytes;
    while let Some(window) = rest.first_chunk::<{ REACH + BLOCK }>() {
        acc = judge(kernel, step, acc, window);
        rest = &rest[BLOCK..];
    }
    step.errors(kernel, acc)
}

#[cfg(target_arch = "aarch64")]
pub mod aarch64 {
    use placemat_neon::Neon;
    use placemat_simd::validate::{Kernel, steps};

    use crate::straight;

    #[unsafe(no_mangle)]
    pub fn neon_full(token: Neon, bytes: &[u8]) -> u64 {
        straight::<_, <Neon as Kernel>::Full>(token, bytes)
    }

    #[unsafe(no_mangle)]
    pub fn neon_three(token: Neon, bytes: &[u8]) -> u64 {
        straight::<_, <Neon as Kernel>::Three>(token, bytes)
    }

    #[unsafe(no_mangle)]
    pub fn neon_two(token: Neon, bytes: &[u8]) -> u64 {
        straight::<_, <Neon as Kernel>::Two>(token, bytes)
    }

    #[unsafe(no_mangle)]
    pub fn neon_shared_full(token: Neon, bytes: &[u8]) -> u64 {
        straight::<_, steps::Full>(token, bytes)
    }

    #[unsafe(no_mangle)]
    pub fn neon_shared_three(token: Neon, bytes: &[u8]) -> u64 {
        straight::<_, steps::Three>(token, bytes)
    }

    #[unsafe(no_mangle)]
    pub fn neon_peer(bytes: &[u8]) -> bool {
        // SAFETY: every aarch64 processor has NEON.
        unsafe { simdutf8::basic::imp::aarch64::neon::validate_utf8(bytes) }.is_ok()
    }
}

#[cfg(target_arch = "x86_64")]
pub mod x86_64 {
    use placemat_simd::validate::Kernel;
    use placemat_x86::avx2::Avx2;

    use crate::straight;

    #[unsafe(no_mangle)]
    #[target_feature(enable = "avx2")]
    pub fn avx2_full(token: Avx2, bytes: &[u8]) -> u64 {
        straight::<_, <Avx2 as Kernel>::Full>(token, bytes)
    }

    #[unsafe(no_mangle)]
    #[target_feature(enable = "avx2")]
    pub fn avx2_three(token: Avx2, bytes: &[u8]) -> u64 {
        straight::<_, <Avx2 as Kernel>::Three>(token, bytes)
    }

    #[unsafe(no_mangle)]
    #[target_feature(enable = "avx2")]
    pub fn avx2_two(token: Avx2, bytes: &[u8]) -> u64 {
        straight::<_, <Avx2 as Kernel>::Two>(token, bytes)
    }

    #[unsafe(no_mangle)]
    #[target_feature(enable = "avx2")]
    pub fn avx2_peer(bytes: &[u8]) -> bool {
        // SAFETY: the caller has AVX2; this code is only modelled, never run.
        unsafe { simdutf8::basic::imp::x86::avx2::validate_utf8(bytes) }.is_ok()
    }
}
