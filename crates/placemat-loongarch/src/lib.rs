//! placemat's backends for LoongArch. The library is empty on every other target than `loongarch64`.
//!
//! | module | vectors | processors |
//! | --- | --- | --- |
//! | `lasx` | 32 bytes | with LASX: Loongson 3A5000 and later |
//! | `lsx` | 16 bytes | with LSX, which most targets have in their baseline |
//! | `kernel` | | the loop of both, in assembly: stable Rust has no intrinsics for them |
//!
//! ```
//! # #[cfg(target_arch = "loongarch64")]
//! if let Ok(lsx) = placemat_loongarch::lsx::Lsx::detect() {
//!     use placemat_core::Validate;
//!
//!     assert!(lsx.validate("\u{1F37D}".as_bytes()).is_ok());
//! }
//! ```

#![no_std]
#![cfg(all(target_arch = "loongarch64", not(all(placemat_without = "lasx", placemat_without = "lsx"))))]

#[cfg(feature = "std")]
extern crate std;

mod driver;
mod kernel;

/// A backend: its token, and what a registry needs.
macro_rules! backend {
    ($module:ident, $Token:ident, $summary:literal, [$($feature:tt),+]) => {
        #[doc = concat!("The backend `", stringify!($module), "`.")]
        pub mod $module {
            use placemat_core::{Backend, Info, Scan, UnsupportedError, Validation};

            use crate::{driver, kernel::$module as kernel};

            /// Name, summary and processor features of this backend.
            pub const INFO: Info =
                Info::new(stringify!($module), $summary).with_features(&[$($feature),+]);

            /// The proof that the processor and the kernel support the backend.
            #[derive(Clone, Copy, Debug)]
            pub struct $Token(());

            impl $Token {
                /// Returns the token if the machine supports the backend.
                ///
                /// # Errors
                ///
                /// The processor lacks a feature, or the kernel does not report it. Without the crate's feature `std`:
                /// the build is not for it.
                pub fn detect() -> Result<Self, UnsupportedError> {
                    detect()?;
                    Ok(Self(()))
                }

                /// The verdict on 64 windows: bit `i` is set if window `i` is invalid. For tests.
                #[doc(hidden)]
                #[must_use]
                pub fn verdicts(self, windows: [&[u8; 67]; 4]) -> u64 {
                    // SAFETY: the token exists.
                    unsafe { kernel::verdicts(windows) }
                }
            }

            impl Backend for $Token {
                fn info(&self) -> &'static Info {
                    &INFO
                }

                fn scan(&self, bytes: &[u8]) -> Scan {
                    // SAFETY: the token exists.
                    unsafe { scan(bytes) }
                }
            }

            /// [`placemat_core::Backend::scan`] as a function.
            ///
            /// # Safety
            ///
            /// The machine supports the backend.
            unsafe fn scan(bytes: &[u8]) -> Scan {
                // SAFETY: the caller says so.
                driver::scan(bytes, |bytes, blocks| unsafe { kernel::are_valid(bytes, blocks) })
            }

            /// Whether this machine supports the backend.
            ///
            /// # Errors
            ///
            #[doc = concat!("As [`", stringify!($Token), "::detect`].")]
            pub fn detect() -> Result<(), UnsupportedError> {
                INFO.require(|_| is_supported())
            }

            /// Whether this machine supports the backend.
            #[must_use]
            pub fn is_supported() -> bool {
                #[cfg(feature = "std")]
                let is_there = true $(&& std::arch::is_loongarch_feature_detected!($feature))+;
                #[cfg(not(feature = "std"))]
                let is_there = cfg!(all($(target_feature = $feature),+));
                is_there
            }

            /// The backend's validation function, for a registry.
            pub const VALIDATION: Validation = Validation::new(scan);
        }
    };
}

backend!(lasx, Lasx, "32 bytes at a time, with LoongArch's LASX", ["lsx", "lasx"]);
backend!(lsx, Lsx, "16 bytes at a time, with LoongArch's LSX", ["lsx"]);
