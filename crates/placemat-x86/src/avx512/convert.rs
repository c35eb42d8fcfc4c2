//! The conversion kernels.

mod latin1;
mod pairs;
mod short;
mod utf16_to_utf8;
mod utf32;
mod utf8_to_utf16;

use super::{Avx512, token::family};

family! { converting after short }
