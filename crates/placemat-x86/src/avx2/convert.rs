//! The conversion kernels.

mod latin1;
mod utf16_to_utf8;
mod utf32;
mod utf8_to_utf16;

use super::{Avx2, token::family};

family! { converting }
