//! The conversion kernels.

mod block;
mod encode;
mod halves;
mod utf16_to_utf8;
mod utf32;
mod utf8_to_utf16;

use crate::{Neon, token::family};

family! { converting }
