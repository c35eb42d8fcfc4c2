//! A number and what it counts.

use std::fmt::Display;

/// `1 step`, `2 steps`.
pub(crate) fn number<N: Copy + Display + From<u8> + PartialEq>(many: N, one: &str) -> String {
    let s = if many == N::from(1) { "" } else { "s" };
    format!("{many} {one}{s}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_no_plural() {
        assert_eq!(number(0_u64, "fault"), "0 faults");
        assert_eq!(number(1_usize, "fault"), "1 fault");
        assert_eq!(number(12_usize, "source file"), "12 source files");
    }
}
