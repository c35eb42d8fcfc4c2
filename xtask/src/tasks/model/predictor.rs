//! How many branches of a trace a simple predictor gets wrong.

/// How many counters of each kind.
const COUNTERS: usize = 1 << 14;

/// How many of the last branches count.
const HISTORY: u32 = 10;

/// A predictor of the nineties: counters by address, counters by address and by the last branches, and counters
/// that say which of the two has been right more often at an address. Processors have had better ones since.
pub(super) struct Predictor {
    by_address: Vec<u8>,
    by_history: Vec<u8>,
    choice: Vec<u8>,
    history: usize,
}

/// How many of these branches are mispredicted, when they come for the first time.
pub(super) fn mispredicted(branches: impl Iterator<Item = (u64, bool)>) -> usize {
    let mut predictor = Predictor::new();
    branches.filter(|(at, taken)| !predictor.predicts(*at, *taken)).count()
}

impl Predictor {
    fn new() -> Self {
        let counters = || vec![1; COUNTERS];
        Self { by_address: counters(), by_history: counters(), choice: counters(), history: 0 }
    }

    /// Whether it predicts this branch, from which it learns.
    fn predicts(&mut self, at: u64, taken: bool) -> bool {
        let address = usize::try_from(at >> 2).unwrap_or(0);
        let own = address % COUNTERS;
        let with_history = (address ^ self.history << 4) % COUNTERS;
        let simple = is_set(self.by_address[own]) == taken;
        let long = is_set(self.by_history[with_history]) == taken;
        let right = if is_set(self.choice[own]) { long } else { simple };
        if simple != long {
            learn(&mut self.choice[own], long);
        }
        learn(&mut self.by_address[own], taken);
        learn(&mut self.by_history[with_history], taken);
        self.history = (self.history << 1 | usize::from(taken)) % (1 << HISTORY);
        right
    }
}

/// Of a counter of two bits, the upper one.
fn is_set(counter: u8) -> bool {
    counter >= 2
}

fn learn(counter: &mut u8, up: bool) {
    *counter = if up { (*counter + 1).min(3) } else { counter.saturating_sub(1) };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(taken: impl Iterator<Item = bool>) -> usize {
        mispredicted(taken.map(|taken| (0x40_0000, taken)))
    }

    #[test]
    fn patterns_are_learned() {
        assert_eq!(of([true; 1000].into_iter()), 1);
        assert_eq!(of([false; 1000].into_iter()), 0);
        let period = (0..1000).map(|nth| nth % 5 == 0);
        assert!(of(period) < 40, "five branches of which one is taken");
    }

    #[test]
    fn what_has_no_pattern_is_mispredicted() {
        let mut state = 1_u64;
        let random = std::iter::repeat_with(|| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state >> 63 == 1
        });
        let wrong = of(random.take(1000));
        assert!((300..700).contains(&wrong), "{wrong}");
    }
}
