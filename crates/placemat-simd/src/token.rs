//! Tokens, which prove that the CPU has a backend's instructions, and what every backend derives from one.

use placemat_core::{Scan, convert::Progress};

use crate::validate::{Kernel, long};

/// A proof that the CPU has certain instructions: a value exists only if it does.
pub trait Token: Copy {
    /// Runs `operation` in a separate function that is compiled for the token's CPU features.
    #[inline(always)]
    fn vectorize<O: Operation<Self>>(self, operation: O) -> O::Output {
        operation.run(self)
    }

    /// As [`vectorize`](Self::vectorize), for [`long`]. All arguments are passed in registers, so the call can be a
    /// jump, for which the caller needs no stack frame.
    #[inline(always)]
    fn vectorize_validation(self, bytes: &[u8], ascii: usize, has_error: bool) -> Scan
    where
        Self: Kernel,
    {
        long(self, bytes, ascii, has_error)
    }

    /// As [`vectorize`](Self::vectorize), for conversions, with the arguments in registers as well.
    #[inline(always)]
    fn vectorize_conversion<C: Conversion<Self>>(
        self, source: &[C::Source], dst: &mut [C::Target], from: usize,
    ) -> Progress {
        C::run(self, source, dst, from)
    }
}

/// What [`Token::vectorize_conversion`] can run.
pub trait Conversion<T> {
    /// A unit of the source.
    type Source;
    /// A unit of the destination.
    type Target;

    /// Converts all of `source`, of which the first `from` units have become as many. Must be `#[inline(always)]`.
    fn run(token: T, source: &[Self::Source], dst: &mut [Self::Target], from: usize) -> Progress;
}

/// What [`Token::vectorize`] can run. It is a type because a closure is a function of its own, which is not compiled
/// for the features of its caller.
pub trait Operation<T> {
    /// The result.
    type Output;

    /// Runs the operation. Must be `#[inline(always)]`.
    fn run(self, token: T) -> Self::Output;
}

/// Declares the token of a backend and everything needed to put the backend into a registry: `INFO`, `detect`,
/// `is_supported`, `VALIDATION`, and [`Backend`](placemat_core::Backend) for the token. The backend itself implements
/// [`Simd`](crate::Simd) and [`Kernel`](crate::validate::Kernel).
///
/// The other families are declared next to their kernels, with a macro `family!` that knows the token and its
/// features: `family! { measuring }` is [`measuring!`](crate::measuring), and `family! { converting }` is
/// [`converting!`](crate::converting).
///
/// `offered by` names a macro that returns whether the CPU has a feature or, for a list in brackets, all of them.
///
/// # Safety
///
/// The macro must return true only for features that the CPU has: the token is created on its word and runs
/// instructions that need them. So the author of a backend writes `unsafe` there.
///
/// ```text
/// placemat_simd::token! {
///     /// The proof that this machine runs AVX2.
///     Avx2 is "avx2", "32 bytes at a time, with AVX2";
///     needs ["avx2"], unsafe offered by offers
/// }
/// ```
#[macro_export]
macro_rules! token {
    (
        $(#[$doc:meta])*
        $Token:ident is $name:literal, $summary:literal;
        needs [$($feature:tt),+], unsafe offered by $offers:ident
    ) => {
        /// Name, summary and CPU features of this backend.
        pub const INFO: $crate::core::Info =
            $crate::core::Info::new($name, $summary).with_features(&[$($feature),+]);

        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Token(pub(crate) ());

        impl $Token {
            /// Returns the token if the CPU has the features.
            ///
            /// # Errors
            ///
            /// Returns the first feature that the CPU or the operating system does not support.
            pub fn detect() -> Result<Self, $crate::core::UnsupportedError> {
                if !is_supported() {
                    detect()?;
                }
                Ok(Self(()))
            }

            /// Validates a text block by block inside a loop of the caller's, such as a parser's; nothing is dispatched.
            ///
            /// The caller must be compiled for all CPU features of this backend, which [`INFO`] lists. If it lacks one,
            /// the compiler inlines nothing, and the result is the same in ten times the time.
            #[must_use]
            #[inline(always)]
            pub fn blocks(self) -> $crate::validate::Blocks<Self> {
                $crate::validate::Blocks::new(self)
            }
        }

        /// Checks whether the CPU supports this backend.
        ///
        /// # Errors
        ///
        /// Returns the first feature that the CPU or the operating system does not support.
        pub fn detect() -> Result<(), $crate::core::UnsupportedError> {
            INFO.require(|feature| match feature {
                $($feature => $offers!($feature),)+
                _ => false,
            })
        }

        /// Whether the CPU supports this backend. A program that uses this and not [`detect`], which names the
        /// missing feature, is a thousand bytes smaller.
        #[must_use]
        pub fn is_supported() -> bool {
            $offers!([$($feature),+])
        }

        /// The backend's validation functions, for a registry.
        pub const VALIDATION: $crate::core::Validation =
            $crate::core::Validation::new(scan).with_items(items).with_copy(copy);

        use validation::scan;

        /// The validation functions, in a module so that compilers put them into a separate object file: a file's
        /// constants are linked all or none, and a program that only validates needs few.
        mod validation {
            use super::$Token;

            $(#[target_feature(enable = $feature)])+
            pub(super) fn scan(bytes: &[u8]) -> $crate::core::Scan {
                // Callers have checked that the CPU has the features.
                $crate::validate::scan($Token(()), bytes)
            }

            // A hint: rustc 1.95 passes it on only for calls from functions with these features, unlike
            // `vectorize_validation`.
            #[inline(never)]
            $(#[target_feature(enable = $feature)])+
            pub(super) fn compiled(token: $Token, bytes: &[u8], ascii: usize, has_error: bool) -> $crate::core::Scan {
                $crate::validate::long(token, bytes, ascii, has_error)
            }
        }

        $crate::with_dollar! { ($d:tt) => {
            #[allow(unused_macros, reason = "a backend may only validate")]
            macro_rules! family {
                (measuring $d($d seeks:tt)*) => { $crate::measuring! { $Token needs [$($feature),+] $d($d seeks)* } };
                (converting) => { $crate::converting! { $Token needs [$($feature),+] } };
                (converting after short) => { $crate::converting! { $Token needs [$($feature),+] after short } };
            }
            #[allow(unused_imports, reason = "as above")]
            pub(crate) use family;

            #[allow(unused_macros, reason = "a backend may have safe intrinsics only")]
            macro_rules! operations {
                ($d($d operation:tt)+) => { $crate::operations! { $Token [$($feature),+] $d($d operation)+ } };
            }
            #[allow(unused_imports, reason = "as above")]
            pub(crate) use operations;
        } }

        $(#[target_feature(enable = $feature)])+
        fn items(context: &$crate::core::Context) -> $crate::core::Items {
            $crate::validate::items($Token(()), context)
        }

        $(#[target_feature(enable = $feature)])+
        fn copy(bytes: &[u8], dst: &mut [::core::mem::MaybeUninit<u8>]) -> usize {
            $crate::validate::copy($Token(()), bytes, dst)
        }

        impl $crate::core::Backend for $Token {
            fn info(&self) -> &'static $crate::core::Info {
                &INFO
            }

            #[allow(unused_unsafe, reason = "not where every program has the features")]
            fn scan(&self, bytes: &[u8]) -> $crate::core::Scan {
                // SAFETY: the token exists, so the CPU has the features.
                unsafe { scan(bytes) }
            }
        }

        impl $crate::Token for $Token {
            #[inline(always)]
            #[allow(unused_unsafe, reason = "not where every program has the features")]
            fn vectorize<O: $crate::Operation<Self>>(self, operation: O) -> O::Output {
                // A hint, as above.
                #[inline(never)]
                $(#[target_feature(enable = $feature)])+
                fn compiled<O: $crate::Operation<$Token>>(token: $Token, operation: O) -> O::Output {
                    operation.run(token)
                }
                // SAFETY: the token exists, so the CPU has the features.
                unsafe { compiled(self, operation) }
            }

            #[inline(always)]
            #[allow(unused_unsafe, reason = "not where every program has the features")]
            fn vectorize_conversion<C: $crate::Conversion<Self>>(
                self,
                source: &[C::Source],
                dst: &mut [C::Target],
                from: usize,
            ) -> $crate::core::convert::Progress {
                // A hint, as above.
                #[inline(never)]
                $(#[target_feature(enable = $feature)])+
                fn compiled<C: $crate::Conversion<$Token>>(
                    token: $Token,
                    source: &[C::Source],
                    dst: &mut [C::Target],
                    from: usize,
                ) -> $crate::core::convert::Progress {
                    C::run(token, source, dst, from)
                }
                // SAFETY: the token exists, so the CPU has the features.
                unsafe { compiled::<C>(self, source, dst, from) }
            }

            #[inline(always)]
            #[allow(unused_unsafe, reason = "not where every program has the features")]
            fn vectorize_validation(self, bytes: &[u8], ascii: usize, has_error: bool) -> $crate::core::Scan {
                // SAFETY: as in `vectorize`.
                unsafe { validation::compiled(self, bytes, ascii, has_error) }
            }
        }
    };
}

/// Whether the program is compiled for the CPU feature of this name, or for all of a list. For
/// [`token!`](crate::token) where a program cannot detect features at run time.
#[macro_export]
macro_rules! compiled_for {
    ([$($feature:tt),+]) => {
        cfg!(all($(target_feature = $feature),+))
    };
    ($feature:tt) => {
        cfg!(target_feature = $feature)
    };
}

/// Declares a macro with the given rule and calls it with `$`, so that a macro can declare macros that repeat.
#[doc(hidden)]
#[macro_export]
macro_rules! with_dollar {
    ($($rule:tt)*) => {
        macro_rules! declare { $($rule)* }
        declare! { $ }
    };
}
