//! Pseudorandom numbers, the same in every run, so that failures are reproducible.

/// A generator (`SplitMix64`) with its seed.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// A number below `bound`, which must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // Not computed in `usize`, which would give other cases on 32-bit targets.
        usize::try_from(self.number() % bound as u64).unwrap_or(0)
    }

    /// One of `choices`, which must not be empty.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

/// A bijection that spreads every bit over the word (the finalizer of `SplitMix64`).
pub(crate) fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compared with the first numbers of the published generator for the seed 0.
    #[test]
    fn numbers_are_those_of_splitmix64() {
        let mut random = Random(0);
        assert_eq!([random.number(), random.number()], [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4]);
    }
}
