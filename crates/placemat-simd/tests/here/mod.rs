//! The kernels of this target, and how tests run them.

use placemat_simd::{Operation, Token};

/// Calls `$check(name, token)` for each backend of this target that this machine supports.
macro_rules! on_this_target {
    ($check:ident) => {{
        #[cfg(target_arch = "x86_64")]
        on_this_target!($check: placemat_x86::avx512::Avx512);
        #[cfg(any(target_arch = "x86_64", all(target_arch = "x86", target_feature = "sse2")))]
        on_this_target!($check: placemat_x86::avx2::Avx2, placemat_x86::sse4::Sse4);
        #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
        on_this_target!($check: placemat_neon::Neon);
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        on_this_target!($check: placemat_wasm::Wasm);
    }};
    ($check:ident: $($Token:path),*) => {
        $(match <$Token>::detect() {
            Ok(kernel) => $check(placemat_core::Backend::info(&kernel).name(), kernel),
            Err(missing) => println!("{}: not run: {missing}", missing.backend),
        })*
    };
}
pub(crate) use on_this_target;

/// Runs a closure in a function that is compiled for the kernel's CPU features.
#[allow(dead_code, reason = "not every test needs it")]
pub(crate) fn run<K: Token, T>(kernel: K, f: impl FnOnce(K) -> T) -> T {
    struct Closure<F>(F);

    impl<K, T, F: FnOnce(K) -> T> Operation<K> for Closure<F> {
        type Output = T;

        #[inline(always)]
        fn run(self, kernel: K) -> T {
            (self.0)(kernel)
        }
    }
    kernel.vectorize(Closure(f))
}
