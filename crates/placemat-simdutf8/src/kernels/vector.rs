//! A vector backend by name. The functions are compiled for its CPU features, so that they can be inlined
//! into a caller that is compiled for them as well.

/// Defines the functions and the validators of one backend, from its features, its token and its table. Without one of
/// its features, each operation would be a call.
macro_rules! backend {
    ([$($feature:literal),+] $($path:ident)::+::{$Token:ident, $VALIDATION:ident}) => {
        use $($path)::+::{$Token, $VALIDATION};
        use placemat_core::{Scan, locate};
        use placemat_simd::validate::Blocks;

        use crate::compat;
        use crate::basic::{self, imp};
        use crate::kernels::{BLOCK, NOT_WHOLE, gathered::Gathered};

        /// Validates bytes with this backend.
        ///
        /// # Errors
        ///
        /// If the bytes are not valid UTF-8.
        ///
        /// # Safety
        ///
        /// The CPU must have the instructions that this module is named after.
        $(#[target_feature(enable = $feature)])+
        #[inline]
        pub unsafe fn validate_utf8_basic(input: &[u8]) -> Result<(), basic::Utf8Error> {
            // SAFETY: the caller guarantees the CPU features that the table requires.
            match unsafe { $VALIDATION.scan()(input) } {
                Scan::Clean => Ok(()),
                Scan::Suspect { .. } => Err(basic::Utf8Error),
            }
        }

        /// Validates bytes with this backend.
        ///
        /// # Errors
        ///
        /// The first error, if the bytes are not valid UTF-8.
        ///
        /// # Safety
        ///
        /// The CPU must have the instructions that this module is named after.
        $(#[target_feature(enable = $feature)])+
        #[inline]
        pub unsafe fn validate_utf8_compat(input: &[u8]) -> Result<(), compat::Utf8Error> {
            // SAFETY: the caller guarantees the CPU features that the table requires.
            match unsafe { $VALIDATION.scan()(input) } {
                Scan::Clean => Ok(()),
                Scan::Suspect { from } => Ok(locate(input, from)?),
            }
        }

        /// Validates a stream of whole blocks of 64 bytes with this backend.
        pub struct ChunkedUtf8ValidatorImp {
            blocks: Blocks<$Token>,
        }

        impl imp::ChunkedUtf8Validator for ChunkedUtf8ValidatorImp {
            #[inline]
            unsafe fn new() -> Self {
                let token = match $Token::detect() {
                    Ok(token) => token,
                    Err(missing) => panic!("{missing}"),
                };
                Self { blocks: Blocks::new(token) }
            }

            $(#[target_feature(enable = $feature)])+
            #[inline]
            unsafe fn update_from_chunks(&mut self, input: &[u8]) {
                assert!(input.len() % BLOCK == 0, "{NOT_WHOLE}");
                for block in input.as_chunks().0 {
                    self.blocks.push(block);
                }
            }

            $(#[target_feature(enable = $feature)])+
            #[inline]
            unsafe fn finalize(self, remaining_input: Option<&[u8]>) -> Result<(), basic::Utf8Error> {
                if self.blocks.finish(remaining_input.unwrap_or_default()) { Ok(()) } else { Err(basic::Utf8Error) }
            }
        }

        /// Validates a stream of chunks of any length with this backend.
        pub struct Utf8ValidatorImp(Gathered<ChunkedUtf8ValidatorImp>);

        impl imp::Utf8Validator for Utf8ValidatorImp {
            #[inline]
            unsafe fn new() -> Self {
                // SAFETY: the caller guarantees the same CPU features.
                Self(Gathered::over(unsafe { imp::ChunkedUtf8Validator::new() }))
            }

            $(#[target_feature(enable = $feature)])+
            #[inline]
            unsafe fn update(&mut self, input: &[u8]) {
                // SAFETY: the caller guarantees the same CPU features.
                unsafe { self.0.update(input) };
            }

            $(#[target_feature(enable = $feature)])+
            #[inline]
            unsafe fn finalize(self) -> Result<(), basic::Utf8Error> {
                // SAFETY: the caller guarantees the same CPU features.
                unsafe { self.0.finalize() }
            }
        }

        #[test]
        fn it_has_all_features_of_the_backend_but_popcnt() {
            let needed = $($path)::+::INFO.features().iter().filter(|feature| **feature != "popcnt");
            assert!(needed.eq(&[$($feature),+]));
        }
    };
}

pub(crate) use backend;
