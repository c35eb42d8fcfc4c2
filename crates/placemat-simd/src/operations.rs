//! Operations: methods of a token whose bodies are a CPU's instructions.

/// Declares methods of a token. Each body is compiled for the token's CPU features, so intrinsics on values are safe
/// to call in it, and the compiler rejects those that need other features.
///
/// A body sees neither `self` nor `Self`. It should be a few instructions long: the compiler inlines it into every
/// kernel. What combines operations is an ordinary method, `#[inline(always)]` and without this macro. A closure
/// that such a method passes to a function of the standard library would be compiled without the features.
///
/// [`token!`](crate::token) declares a macro of the same name that knows the token and its features:
///
/// ```text
/// impl Simd for Avx2 {
///     operations! {
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
