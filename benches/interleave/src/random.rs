//! A small generator of pseudo-random numbers (`SplitMix64`): equal seeds give equal texts, samples and resamples.

/// The state; any number is a good seed.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// A generator whose numbers depend on a seed and on a name.
    #[must_use]
    pub fn named(seed: u64, name: &str) -> Self {
        // FNV-1a, which suffices to distinguish names.
        let hash = name.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        });
        Self(hash ^ seed)
    }

    /// The next number.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `limit`; 0 if that is 0.
    #[expect(clippy::cast_possible_truncation, reason = "what is below a usize fits one")]
    pub fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.draw()) * limit as u128) >> 64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True `times` in a thousand.
    pub fn permille(&mut self, times: usize) -> bool {
        self.below(1000) < times
    }

    /// One of `items`.
    ///
    /// # Panics
    ///
    /// If it is empty.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// A rank below `count` with Zipf's law: its probability is inversely proportional to the rank, as for words and
    /// letters.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the power lies between 1 and `count`"
    )]
    pub fn rank(&mut self, count: usize) -> usize {
        let uniform = self.below(1 << 24) as f64 / f64::from(1 << 24);
        // The inverse of the distribution function log(x) / log(count + 1).
        let x = ((count + 1) as f64).powf(uniform);
        (x as usize - 1).min(count - 1)
    }

    /// Shuffles `items`.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_in_range_and_the_low_ones_frequent() {
        let mut random = Random(7);
        let mut counts = [0; 10];
        for _ in 0..10_000 {
            counts[random.rank(10)] += 1;
        }
        assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
        assert!(counts[0] > 2 * counts[3], "{counts:?}");
        assert_eq!(random.rank(1), 0);
    }
}
