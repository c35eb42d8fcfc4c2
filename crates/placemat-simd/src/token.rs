//! Tokens: proofs that this machine has a backend's instructions, and what every backend makes of one.

/// A proof that this machine has some instructions: a value exists only where it does.
pub trait Token: Copy {
    /// Runs `operation` in a function of its own that is compiled for the token's processor features.
    #[inline(always)]
    fn vectorize<O: Operation<Self>>(self, operation: O) -> O::Output {
        operation.run(self)
    }

    /// The same, for operations that validate. They are compiled apart from the others.
    #[inline(always)]
    fn validate<O: Operation<Self>>(self, operation: O) -> O::Output {
        operation.run(self)
    }
}

/// What can be run by [`Token::vectorize`]. A type and not a closure: a closure is a function of its own,
/// which is not compiled for the features of the one that calls it.
pub trait Operation<T> {
    /// What comes out.
    type Output;

    /// Runs it. To be `#[inline(always)]`.
    fn run(self, token: T) -> Self::Output;
}

/// Declares the token of a backend, and all that it takes to put the backend into a registry: `INFO`,
/// `detect`, `is_supported`, `VALIDATION`, and [`Backend`](placemat_core::Backend) for the token. The token's
/// [`Simd`](crate::Simd) and [`Kernel`](crate::validate::Kernel) are the backend's own.
///
/// The other families are declared where their kernels are, by a macro `family!` that knows the token and its
/// features: `family! { measuring }` is [`measuring!`](crate::measuring), and `family! { converting }` is
/// [`converting!`](crate::converting).
///
/// `offered by` names a macro that says of a processor feature whether this machine has it, and of a list of
/// features in brackets whether it has them all.
///
/// # Safety
///
/// The macro says so only where it is true: the token is made on its word, and runs instructions that need the
/// features. So the author of a backend writes `unsafe` there.
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
        /// What there is to say about this backend.
        pub const INFO: $crate::core::Info =
            $crate::core::Info::new($name, $summary).with_features(&[$($feature),+]);

        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Token(pub(crate) ());

        impl $Token {
            /// The token, if this machine has the processor features.
            ///
            /// # Errors
            ///
            /// The first feature that the processor, or its operating system, lacks.
            pub fn detect() -> Result<Self, $crate::core::UnsupportedFeature> {
                detect()?;
                Ok(Self(()))
            }
        }

        /// Whether this machine can run the backend.
        ///
        /// # Errors
        ///
        /// The first feature that the processor, or its operating system, lacks.
        pub fn detect() -> Result<(), $crate::core::UnsupportedFeature> {
            INFO.require(|feature| match feature {
                $($feature => $offers!($feature),)+
                _ => false,
            })
        }

        /// Whether this machine can run the backend: [`detect`], without saying what is missing. A program
        /// that asks for no more is a thousand bytes smaller.
        #[must_use]
        pub fn is_supported() -> bool {
            $offers!([$($feature),+])
        }

        /// What the backend puts into a registry.
        pub const VALIDATION: $crate::core::Validation =
            $crate::core::Validation::new(scan).with_items(items).with_copy(copy);

        use validation::scan;

        /// What validates. It is a module, so that compilers put it into an object file of its own: the constants
        /// of a file's functions are linked all or none, and a program that only validates needs few.
        mod validation {
            use super::$Token;

            $(#[target_feature(enable = $feature)])+
            pub(super) fn scan(bytes: &[u8]) -> $crate::core::Scan {
                // Whatever runs this has the features.
                $crate::validate::scan($Token(()), bytes)
            }

            // A wish: rustc 1.95 passes it on for calls from functions that have the features, and `validate` has not.
            #[inline(never)]
            $(#[target_feature(enable = $feature)])+
            pub(super) fn compiled<O: $crate::Operation<$Token>>(token: $Token, operation: O) -> O::Output {
                operation.run(token)
            }
        }

        #[allow(unused_macros, reason = "a backend may only validate")]
        macro_rules! family {
            (measuring) => { $crate::measuring! { $Token needs [$($feature),+] } };
            (converting) => { $crate::converting! { $Token needs [$($feature),+] } };
            (converting after short) => { $crate::converting! { $Token needs [$($feature),+] after short } };
        }
        #[allow(unused_imports, reason = "as above")]
        pub(crate) use family;

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
                // SAFETY: the token exists, so the machine has the features.
                unsafe { scan(bytes) }
            }
        }

        impl $crate::Token for $Token {
            #[inline(always)]
            #[allow(unused_unsafe, reason = "not where every program has the features")]
            fn vectorize<O: $crate::Operation<Self>>(self, operation: O) -> O::Output {
                // A wish, as above.
                #[inline(never)]
                $(#[target_feature(enable = $feature)])+
                fn compiled<O: $crate::Operation<$Token>>(token: $Token, operation: O) -> O::Output {
                    operation.run(token)
                }
                // SAFETY: the token exists, so the machine has the features.
                unsafe { compiled(self, operation) }
            }

            #[inline(always)]
            #[allow(unused_unsafe, reason = "not where every program has the features")]
            fn validate<O: $crate::Operation<Self>>(self, operation: O) -> O::Output {
                // SAFETY: as in `vectorize`.
                unsafe { validation::compiled(self, operation) }
            }
        }
    };
}

/// Whether the program is compiled for the processor feature of this name, or for all of a list: for
/// [`token!`](crate::token) where a program cannot ask the processor.
#[macro_export]
macro_rules! compiled_for {
    ([$($feature:tt),+]) => {
        cfg!(all($(target_feature = $feature),+))
    };
    ($feature:tt) => {
        cfg!(target_feature = $feature)
    };
}
