//! Medians, ratios, intervals.

use crate::texts::Random;

/// The middle of `values`; 0 for none.
#[must_use]
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => 0.0,
        n if n % 2 == 1 => sorted[n / 2],
        n => f64::midpoint(sorted[n / 2 - 1], sorted[n / 2]),
    }
}

/// How many times faster one contender is than another, by the rounds that both took part in.
#[derive(Clone, Copy, Debug)]
pub struct Ratio {
    /// The median of the ratios of each round.
    pub median: f64,
    /// The lower bound of the 95 % interval of that median.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Ratio {
    /// From the times of both, round by round.
    #[must_use]
    pub fn of(theirs: &[f64], ours: &[f64]) -> Self {
        const RESAMPLES: usize = 1000;
        let ratios: Vec<_> = theirs.iter().zip(ours).map(|(theirs, ours)| theirs / ours).collect();
        let mut random = Random(1);
        let mut medians: Vec<_> = (0..RESAMPLES)
            .map(|_| {
                let resample: Vec<_> = ratios.iter().map(|_| ratios[random.below(ratios.len())]).collect();
                median(&resample)
            })
            .collect();
        medians.sort_by(f64::total_cmp);
        Self {
            median: median(&ratios),
            low: medians[RESAMPLES / 40],
            high: medians[RESAMPLES - 1 - RESAMPLES / 40],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians() {
        assert!((median(&[3.0, 1.0, 2.0]) - 2.0).abs() < 1e-9);
        assert!((median(&[4.0, 1.0, 2.0, 3.0]) - 2.5).abs() < 1e-9);
    }

    #[test]
    fn an_outlier_does_not_move_a_ratio() {
        let mut theirs = vec![2.0; 31];
        theirs[7] = 1000.0;
        let ratio = Ratio::of(&theirs, &[1.0; 31]);
        assert!((ratio.median - 2.0).abs() < 1e-9 && ratio.low <= ratio.median && ratio.median <= ratio.high);
    }
}
