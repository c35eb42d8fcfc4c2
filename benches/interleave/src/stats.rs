//! Medians, ratios, intervals.

use fastrand::Rng;
use serde::Serialize;

/// The median of `values`; 0 if empty.
#[must_use]
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => 0.0,
        n if n % 2 == 1 => values[n / 2],
        n => f64::midpoint(values[n / 2 - 1], values[n / 2]),
    }
}

/// The speed of one contender relative to another, from the rounds that both took part in.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(into = "[f64; 3]")]
pub struct Ratio {
    /// The median of the ratios of all rounds.
    pub median: f64,
    /// The lower bound of the 95 % interval of that median.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Ratio {
    /// From the times of both, by round: above 1 if ours are faster.
    #[must_use]
    pub fn of(theirs: &[u64], ours: &[u64]) -> Self {
        let ratios: Vec<_> =
            theirs.iter().zip(ours).map(|(&theirs, &ours)| theirs as f64 / ours.max(1) as f64).collect();
        Self::of_rounds(&ratios)
    }

    /// The median of one number per round, with its interval.
    #[must_use]
    pub fn of_rounds(rounds: &[f64]) -> Self {
        let mut random = Rng::with_seed(1);
        let (low, high) = interval(|| resampled(rounds, &mut random));
        Self { median: median(rounds.to_vec()), low, high }
    }

    /// From runs without common rounds: the ratio of the medians, each resampled separately.
    #[must_use]
    pub fn unpaired(before: &[f64], after: &[f64]) -> Self {
        let mut random = Rng::with_seed(2);
        let (low, high) = interval(|| resampled(before, &mut random) / resampled(after, &mut random));
        Self { median: median(before.to_vec()) / median(after.to_vec()), low, high }
    }

    /// Rounds each number to four digits.
    #[must_use]
    pub fn rounded(self) -> Self {
        Self { median: rounded(self.median), low: rounded(self.low), high: rounded(self.high) }
    }

    /// Whether the interval excludes 1.
    #[must_use]
    pub fn differs(&self) -> bool {
        self.low > 1.0 || self.high < 1.0
    }

    /// The width of the interval, relative to the median.
    #[must_use]
    pub fn width(&self) -> f64 {
        (self.high - self.low) / self.median
    }
}

impl From<Ratio> for [f64; 3] {
    fn from(Ratio { median, low, high }: Ratio) -> Self {
        [median, low, high]
    }
}

/// Rounds a number to four digits.
#[must_use]
pub fn rounded(number: f64) -> f64 {
    format!("{number:.3e}").parse().unwrap_or(number)
}

const RESAMPLES: usize = 1000;

/// The middle 95 % of a statistic over resamples.
fn interval(statistic: impl FnMut() -> f64) -> (f64, f64) {
    let mut values: Vec<_> = std::iter::repeat_with(statistic).take(RESAMPLES).collect();
    values.sort_by(f64::total_cmp);
    (values[RESAMPLES / 40], values[RESAMPLES - 1 - RESAMPLES / 40])
}

/// The median of as many of these values, drawn with replacement.
fn resampled(values: &[f64], random: &mut Rng) -> f64 {
    median(values.iter().map(|_| values[random.usize(..values.len())]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_to_four_digits() {
        let numbers = [0.0, 12_345.6, -0.234_56, 1.000_04].map(rounded);
        assert_eq!(numbers.map(|number| number.to_string()), ["0", "12350", "-0.2346", "1"]);
    }

    #[test]
    fn an_outlier_does_not_move_a_ratio() {
        let mut theirs = vec![2000; 31];
        theirs[7] = 1_000_000;
        let ratio = Ratio::of(&theirs, &[1000; 31]);
        assert!((ratio.median - 2.0).abs() < 1e-9 && ratio.low <= ratio.median && ratio.median <= ratio.high);
        assert!(ratio.differs());
    }

    #[test]
    fn noise_is_no_difference() {
        let mut random = Rng::with_seed(3);
        let mut times = || (0..31).map(|_| random.u64(1000..1100)).collect::<Vec<_>>();
        let ratio = Ratio::of(&times(), &times());
        assert!(!ratio.differs(), "{ratio:?}");
    }
}
