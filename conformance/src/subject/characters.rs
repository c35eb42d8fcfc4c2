//! Iteration over characters from both ends, and character boundaries.

use super::{Fault, Fields};

/// Iterates over the characters of bytes that need not be valid.
pub trait Iterates: Sync {
    /// Which fields of a [`Fault`] it fills in.
    fn fields(&self) -> Fields {
        Fields::ALL
    }

    /// All items, in iteration order: item `i` is taken from the back if bit `i % 32` of `turns` is set, otherwise
    /// from the front.
    fn items(&self, bytes: &[u8], turns: u32) -> Vec<Item>;
}

/// A character, or an invalid sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Item {
    /// The bytes before it.
    pub offset: usize,
    /// The scalar value, or the fault.
    pub character: Result<char, Fault>,
}

/// Finds character boundaries in bytes that need not be valid.
pub trait FindsBoundaries: Sync {
    /// Whether an item of forward iteration begins at `at`, or the input ends there.
    fn is_boundary(&self, bytes: &[u8], at: usize) -> bool;

    /// The last boundary that is not after `at`.
    fn floor(&self, bytes: &[u8], at: usize) -> usize;

    /// The first boundary that is not before `at`; the length if there is none.
    fn ceil(&self, bytes: &[u8], at: usize) -> usize;
}
