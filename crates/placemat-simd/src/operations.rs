//! Operations: methods of a token whose bodies are a CPU's instructions.

/// Declares methods of a token. Each body is compiled for the token's CPU features, so intrinsics on values are safe
/// to call in it, and the compiler rejects those that need other features.
///
/// A body sees neither `self` nor `Self`. It should be a few instructions long: the compiler inlines it into every
/// kernel. What combines operations is an ordinary method, `#[inline(always)]` and without this macro. A closure
/// that such a method passes to a function of the standard library would be compiled without the features.
///
/// [`token!`](crate::token) declares a macro of the same name that knows the token and its features.
///
/// ```
/// # #[cfg(target_arch = "x86_64")]
/// # mod x86 {
/// use core::arch::x86_64::{__m256i, _mm256_or_si256};
///
/// struct Avx2(());
///
/// impl Avx2 {
///     placemat_simd::operations! { Avx2 ["avx2"]
///         fn or(a: __m256i, b: __m256i) -> __m256i { _mm256_or_si256(a, b) }
///     }
/// }
/// # }
/// ```
///
/// With the features of another token, the same does not compile:
///
/// ```compile_fail,E0133
/// # #[cfg(not(target_arch = "x86_64"))]
/// # compile_error!("no such intrinsics");
/// use core::arch::x86_64::{__m256i, _mm256_or_si256};
///
/// struct Sse4(());
///
/// impl Sse4 {
///     placemat_simd::operations! { Sse4 ["sse4.1"]
///         fn or(a: __m256i, b: __m256i) -> __m256i { _mm256_or_si256(a, b) }
///     }
/// }
/// ```
#[macro_export]
macro_rules! operations {
    ($Token:ident $features:tt $(
        $(#[$meta:meta])*
        $vis:vis fn $name:ident $(<const $N:ident: $Number:ty>)? ($($arg:ident: $Arg:ty),* $(,)?) -> $Out:ty $body:block
    )+) => {$(
        $crate::operations! { @one $Token $features
            [$(#[$meta])*] [$vis] $name [$(const $N: $Number)?] [$($N)?] [$($arg: $Arg),*] [$($arg),*] $Out, $body }
    )+};
    (@one $Token:ident [$($feature:tt),+]
        [$($meta:tt)*] [$vis:vis] $name:ident [$($const:tt)*] [$($N:ident)?] [$($params:tt)*] [$($args:tt)*] $Out:ty,
        $body:block) => {
        $($meta)*
        #[inline(always)]
        #[allow(unused_unsafe, reason = "not where every program has the features")]
        $vis fn $name<$($const)*>(self, $($params)*) -> $Out {
            #[inline]
            $(#[target_feature(enable = $feature)])+
            fn compiled<$($const)*>($($params)*) -> $Out $body

            let _: $Token = self;
            // SAFETY: the token exists, so the CPU has the features.
            unsafe { compiled::<$($N)?>($($args)*) }
        }
    };
}

/// Declares `load` and `store` of a token by two intrinsics for addresses of any alignment.
#[macro_export]
macro_rules! load_store {
    ($load:ident, $store:ident) => {
        #[inline(always)]
        fn load<U: $crate::Unit>(self, units: &[U], at: usize) -> Self::V {
            assert!(at <= units.len() && units.len() - at >= Self::LANES / size_of::<U>());
            // SAFETY: `at` is in bounds.
            let units = unsafe { units.as_ptr().add(at) };
            // SAFETY: the token exists, and a vector of units from there on is in bounds as well.
            unsafe { $load(units.cast()) }
        }

        #[inline(always)]
        fn store<U: $crate::Unit>(self, a: Self::V, dst: &mut [U], at: usize) {
            assert!(at <= dst.len() && dst.len() - at >= Self::LANES / size_of::<U>());
            // SAFETY: `at` is in bounds.
            let dst = unsafe { dst.as_mut_ptr().add(at) };
            // SAFETY: the token exists, a vector of units from there on is in bounds as well, and any bits are units.
            unsafe { $store(dst.cast(), a) };
        }
    };
}
