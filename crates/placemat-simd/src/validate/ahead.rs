use super::Kernel;
use crate::BLOCK;

/// How many octets before they are judged lines are asked for: as long as memory takes to answer.
const DISTANCE: usize = 12 << 10;

/// Octets of an input that no cache is taken to hold. For text in a cache, asking is work for nothing.
const FAR: usize = 16 << 20;

/// Asking for text that no cache holds, line by line, some time before it is judged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ahead {
    asks: bool,
}

impl Ahead {
    /// Where nothing is asked for.
    pub(super) const NEVER: Self = Self { asks: false };

    /// For an input: whether it is long enough, and the processor the better for it.
    #[inline(always)]
    pub(super) fn of<K: Kernel>(kernel: K, bytes: &[u8]) -> Self {
        Self { asks: bytes.len() >= FAR && kernel.asks_ahead() }
    }

    /// Asks for as many blocks as are about to be read from octet `at` on, but further on.
    #[inline(always)]
    pub(super) fn ask<K: Kernel>(self, kernel: K, bytes: &[u8], at: usize, blocks: usize) {
        if self.asks {
            let mut lines = lines(bytes, at, blocks);
            while let [first, ..] = lines {
                kernel.prefetch(first);
                lines = lines.get(BLOCK..).unwrap_or_default();
            }
        }
    }
}

/// The octets of the input that are `DISTANCE` octets after these blocks, if it has them all.
#[inline(always)]
fn lines(bytes: &[u8], at: usize, blocks: usize) -> &[u8] {
    bytes.get(at + DISTANCE..at + DISTANCE + blocks * BLOCK).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec;

    use super::*;

    #[test]
    fn lines_are_inside() {
        let bytes = vec![0; DISTANCE + 300];
        assert_eq!(lines(&bytes, 0, 4), &bytes[DISTANCE..DISTANCE + 256]);
        assert_eq!(lines(&bytes, 44, 4), &bytes[DISTANCE + 44..]);
        for at in 45..bytes.len() {
            assert!(lines(&bytes, at, 4).is_empty(), "{at}");
        }
    }
}
