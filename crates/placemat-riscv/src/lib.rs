//! placemat's backend for RISC-V: the vector extension (RVV 1.0), with vectors of any length. The library is empty on
//! every other target than `riscv64` Linux.
//!
//! | item | contents |
//! | --- | --- |
//! | `Rvv` | the token: the proof that the processor and the kernel allow vector instructions |
//! | `detect` | asks the kernel |
//! | `kernel` | the loop that validates |
//! | `decode` | conversions from UTF-8 |
//! | `encode` | conversions to UTF-8 |
//! | `direct` | conversions between UTF-16, UTF-32 and Latin-1 |
//! | `swap` | conversions to the other byte order |
//! | `measure` | counts and searches |
//!
//! All loops are assembly: stable Rust has neither the intrinsics nor the target feature.
//!
//! ```
//! # #[cfg(all(target_arch = "riscv64", target_os = "linux"))]
//! if let Ok(rvv) = placemat_riscv::Rvv::detect() {
//!     use placemat_core::Validate;
//!
//!     assert!(rvv.validate("\u{1F37D}".as_bytes()).is_ok());
//! }
//! ```

#![no_std]
#![cfg(all(target_arch = "riscv64", target_os = "linux"))]

mod assembly;
mod decode;
mod detect;
mod direct;
mod encode;
mod kernel;
mod measure;
mod swap;

pub use measure::MEASURING;

use placemat_core::{Backend, Conversion, Info, Scan, UnsupportedError, Validation};

/// Name, summary and processor feature of this backend.
pub const INFO: Info =
    Info::new("rvv", "vectors of any length, with RISC-V's vector extension").with_features(&["v"]);

/// The proof that this machine has the vector extension and that the kernel lets this process use it.
#[derive(Clone, Copy, Debug)]
pub struct Rvv(());

impl Rvv {
    /// Returns the token if the machine supports the backend.
    ///
    /// # Errors
    ///
    /// The processor lacks the extension, the kernel does not report it (Linux does since 6.5), or the kernel forbids
    /// this thread to use it.
    pub fn detect() -> Result<Self, UnsupportedError> {
        detect()?;
        Ok(Self(()))
    }

    /// The verdict on 64 windows: bit `i` is set if window `i` is invalid. For tests.
    #[doc(hidden)]
    #[must_use]
    pub fn verdicts(self, full: bool, windows: [&[u8; 67]; 4]) -> u64 {
        // SAFETY: the token exists.
        unsafe { kernel::verdicts(full, windows) }
    }
}

impl Backend for Rvv {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn scan(&self, bytes: &[u8]) -> Scan {
        // SAFETY: the token exists.
        unsafe { kernel::scan(bytes) }
    }
}

/// Whether this machine supports the backend.
///
/// # Errors
///
/// As [`Rvv::detect`].
pub fn detect() -> Result<(), UnsupportedError> {
    INFO.require(|_| is_supported())
}

/// Whether this machine supports the backend.
#[must_use]
pub fn is_supported() -> bool {
    detect::has_vectors()
}

/// The backend's validation function, for a registry.
pub const VALIDATION: Validation = Validation::new(kernel::scan);

/// The backend's conversion kernels, for a registry.
pub const CONVERSION: Conversion = Conversion::NONE
    .with_utf8_to_utf16(decode::utf8_to_utf16)
    .with_utf8_to_utf32(decode::utf8_to_utf32)
    .with_utf8_to_latin1(decode::utf8_to_latin1)
    .with_utf16_to_utf8(encode::utf16_to_utf8)
    .with_utf32_to_utf8(encode::utf32_to_utf8)
    .with_latin1_to_utf8(encode::latin1_to_utf8)
    .with_utf16_to_utf32(direct::utf16_to_utf32)
    .with_utf32_to_utf16(direct::utf32_to_utf16)
    .with_utf16_to_latin1(direct::utf16_to_latin1)
    .with_latin1_to_utf16(direct::latin1_to_utf16)
    .with_utf32_to_latin1(direct::utf32_to_latin1)
    .with_latin1_to_utf32(direct::latin1_to_utf32)
    .with_utf16_to_utf16(direct::utf16_to_utf16)
    .with_utf32_to_utf32(direct::utf32_to_utf32)
    .with_utf16le_to_utf16be(swap::utf16le_to_utf16be)
    .with_utf16be_to_utf16le(swap::utf16be_to_utf16le)
    .with_utf32le_to_utf32be(swap::utf32le_to_utf32be)
    .with_utf32be_to_utf32le(swap::utf32be_to_utf32le);
