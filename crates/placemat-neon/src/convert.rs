//! The conversion kernels.

mod block;
mod encode;
mod halves;
mod lanes;
mod shuffle;
mod utf16_to_utf8;
mod utf32;
mod utf8_to_utf16;
mod wide;

use crate::{Neon, token::family};

family! { converting }
