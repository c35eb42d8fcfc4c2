//! Formats a number with its noun.

use std::fmt::Display;

/// `1 step`, `2 steps`.
pub(crate) fn number<N: Copy + Display + From<u8> + PartialEq>(many: N, one: &str) -> String {
    let s = if many == N::from(1) { "" } else { "s" };
    format!("{many} {one}{s}")
}
