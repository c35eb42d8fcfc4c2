//! The program whose assembly is modelled: a straight loop a function.

/// Every loop walks whole blocks, with the loads that the driver makes, and does nothing but judge. The peer's is its
/// own, as it is called by its users; it looks for ASCII in each block, and here there is none.
pub(super) const SOURCE: &str = r#"#![no_std]

use placemat_simd::{BLOCK, Kernel, REACH, Simd, Step, Window};

/// Judges all whole blocks.
#[inline(always)]
fn straight<K: Kernel, M: Step<K>>(kernel: K, bytes: &[u8]) -> u64 {
    let step = M::default();
    let mut acc = step.start(kernel);
    let mut rest = bytes;
    while let Some(window) = rest.first_chunk::<{ REACH + BLOCK }>() {
        let mut at = REACH;
        while at < REACH + BLOCK {
            acc = step.step(kernel, acc, windows::<_, M>(kernel, window, at));
            at += K::LANES;
        }
        rest = &rest[BLOCK..];
    }
    step.errors(kernel, acc)
}

/// The vector at `at`, and those before it, as the driver loads them.
#[inline(always)]
fn windows<S: Simd, M: Step<S>>(simd: S, window: &Window, at: usize) -> [S::V; 4] {
    let b0 = simd.load(window, at);
    let b1 = simd.load(window, at - 1);
    match M::REACH {
        1 => [b0, b1, b1, b1],
        2 => {
            let b2 = simd.load(window, at - 2);
            [b0, b1, b2, b2]
        }
        _ => {
            let b3 = simd.load(window, at - 3);
            [b0, b1, simd.between(window, at - 2, b1, b3), b3]
        }
    }
}

#[cfg(target_arch = "aarch64")]
pub mod aarch64 {
    use placemat_neon::Neon;
    use placemat_simd::{Kernel, steps};

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
    use placemat_simd::Kernel;
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
        // SAFETY: whoever runs this has AVX2.
        unsafe { simdutf8::basic::imp::x86::avx2::validate_utf8(bytes) }.is_ok()
    }
}
"#;
