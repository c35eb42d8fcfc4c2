//! The kernels of this target, and how tests run them.

use placemat_simd::{Operation, Token};

/// Calls `$each!(module, Token)` for each backend of this target: the only list of them in these tests.
macro_rules! backends_here {
    ($each:ident $($with:tt)*) => {
        #[cfg(all(target_arch = "x86_64", not(placemat_without = "avx512")))]
        $each!(placemat_x86::avx512, Avx512 $($with)*);
        #[cfg(any(target_arch = "x86_64", all(target_arch = "x86", target_feature = "sse2")))]
        {
            $each!(placemat_x86::avx2, Avx2 $($with)*);
            $each!(placemat_x86::sse4, Sse4 $($with)*);
        }
        #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
        $each!(placemat_neon, Neon $($with)*);
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        $each!(placemat_wasm, Wasm $($with)*);
    };
}
pub(crate) use backends_here;

/// The same, with the backends that have kernels of assembly or of loops.
#[allow(unused_macros, reason = "not every test needs it")]
macro_rules! kernels_here {
    ($each:ident $($with:tt)*) => {
        $crate::here::backends_here!($each $($with)*);
        #[cfg(all(target_arch = "riscv64", target_os = "linux"))]
        $each!(placemat_riscv, Rvv $($with)*);
        #[cfg(target_arch = "s390x")]
        $each!(placemat_s390x, Vx $($with)*);
    };
}
#[allow(unused_imports, reason = "not every test needs it")]
pub(crate) use kernels_here;

/// The names and the `$FAMILY` of kernels of the backends that this machine supports.
#[allow(unused_macros, reason = "not every test needs it")]
macro_rules! supported {
    ($FAMILY:ident: $Family:ty) => {{
        use $crate::here::{kernels_here, supported};
        #[allow(unused_mut, reason = "there are targets without vector kernels")]
        let mut found: Vec<(&'static str, $Family)> = Vec::new();
        kernels_here!(supported, found, $FAMILY);
        found
    }};
    ($module:path, $Token:ident, $found:ident, $FAMILY:ident) => {{
        use $module as module;
        if module::detect().is_ok() {
            $found.push((module::INFO.name(), module::$FAMILY));
        }
    }};
}
#[allow(unused_imports, reason = "not every test needs it")]
pub(crate) use supported;

/// Calls `$check(name, token)` for each backend of this target that this machine supports.
#[allow(unused_macros, reason = "not every test needs it")]
macro_rules! on_this_target {
    ($check:ident) => {{
        use $crate::here::{backends_here, on_this_target};
        backends_here!(on_this_target, $check);
    }};
    ($module:path, $Token:ident, $check:ident) => {{
        use $module as module;
        match module::$Token::detect() {
            Ok(kernel) => $check(module::INFO.name(), kernel),
            Err(missing) => println!("{}: not run: {missing}", missing.backend),
        }
    }};
}
#[allow(unused_imports, reason = "not every test needs it")]
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
