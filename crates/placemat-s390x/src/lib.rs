//! placemat's backend for IBM Z: the vector facility (z13 and later). The library is empty on every other target than
//! s390x.
//!
//! It has no kernel of its own. It is `placemat-scalar`'s `scan_with` and the portable conversions of `placemat-core`,
//! compiled for the facility, which vectorises their loops.
//!
//! ```
//! # #[cfg(target_arch = "s390x")]
//! if let Ok(vx) = placemat_s390x::Vx::detect() {
//!     use placemat_core::Validate;
//!
//!     assert!(vx.validate("\u{1F37D}".as_bytes()).is_ok());
//! }
//! ```

#![no_std]
#![cfg(target_arch = "s390x")]

#[cfg(feature = "std")]
extern crate std;

mod tables;

pub use tables::{CONVERSION, MEASURING};

use placemat_core::{Backend, Info, Scan, UnsupportedError, Validation};
use placemat_scalar::validate::{self, Loops, scan_with};

/// Name, summary and processor feature of this backend.
pub const INFO: Info =
    Info::new("vx", "16 bytes at a time, with the vector facility of IBM Z").with_features(&["vector"]);

/// The proof that the processor and the kernel support the vector facility.
#[derive(Clone, Copy, Debug)]
pub struct Vx(());

impl Vx {
    /// Returns the token if the machine supports the backend.
    ///
    /// # Errors
    ///
    /// The processor lacks the facility or the kernel does not report it. Without the crate's feature `std`: the build
    /// is not for it.
    pub fn detect() -> Result<Self, UnsupportedError> {
        detect()?;
        Ok(Self(()))
    }
}

impl Backend for Vx {
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
/// The machine supports the vector facility.
#[target_feature(enable = "vector")]
unsafe fn scan(bytes: &[u8]) -> Scan {
    scan_with::<Compiled>(bytes)
}

/// The functions, compiled for the facility. Only [`scan`] uses them.
struct Compiled;

macro_rules! compiled {
    ($($name:ident$([$most:ident])?($($arg:ident: $type:ty),*) -> $result:ty = $body:expr;)*) => {$(
        fn $name$(<const $most: u32>)?($($arg: $type),*) -> $result {
            #[inline(never)]
            #[target_feature(enable = "vector")]
            fn $name$(<const $most: u32>)?($($arg: $type),*) -> $result {
                $body($($arg),*)
            }
            // SAFETY: the caller of `scan` says that the machine supports the facility.
            unsafe { $name$(::<$most>)?($($arg),*) }
        }
    )*};
}

impl Loops for Compiled {
    compiled! {
        wrong_bytes(array: u128, window: &[u8]) -> u128 = validate::wrong_bytes;
        many[MOST](window: &[u8]) -> bool = validate::many::<MOST>;
        mixed(bytes: &[u8], ascii: usize) -> Scan = validate::mixed::<Compiled>;
    }
}

/// Whether this machine supports the backend.
///
/// # Errors
///
/// As [`Vx::detect`].
pub fn detect() -> Result<(), UnsupportedError> {
    INFO.require(|_| is_supported())
}

/// Whether this machine supports the backend.
#[must_use]
pub fn is_supported() -> bool {
    #[cfg(feature = "std")]
    let is_there = std::arch::is_s390x_feature_detected!("vector");
    #[cfg(not(feature = "std"))]
    let is_there = cfg!(target_feature = "vector");
    is_there
}

/// The backend's validation function, for a registry.
pub const VALIDATION: Validation = Validation::new(scan);
