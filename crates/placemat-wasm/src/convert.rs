//! The conversion kernels.

mod utf16_to_utf8;
mod utf8_to_utf16;

use placemat_simd::convert::NarrowUtf32;

use crate::{Wasm, token::family};

family! { converting }

impl NarrowUtf32 for Wasm {}
