//! The rounds of a measurement: every contender takes a turn in each, in rotating order.

use crate::{Core, Given, noise::Rounds};

/// A turn of a contender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The contender, as an index.
    pub lane: usize,
    /// The number of turns before this one, of all contenders: a seed for a fresh input.
    pub number: usize,
}

/// The measurements of some contenders.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The time of each turn in nanoseconds: `[lane][round]`, for the rounds that count.
    pub times: Vec<Vec<u64>>,
    /// The performance of the core.
    pub core: Given,
}

/// Measures `lanes` contenders in `wanted` quiet rounds, if possible. `take` takes a turn and returns its time.
///
/// # Errors
///
/// Those of `take`, which end the measurement.
pub fn measure<E>(
    core: &mut Core, lanes: usize, wanted: usize, mut take: impl FnMut(Turn) -> Result<u64, E>,
) -> Result<Measured, E> {
    let mut times = vec![Vec::with_capacity(wanted); lanes];
    // Rotates the first contender, and varies the order of the others.
    let strides: Vec<_> = (1..lanes.max(2)).filter(|&stride| gcd(stride, lanes) == 1).collect();
    let mut rounds = Rounds::begin(core, wanted);
    while rounds.is_open() {
        let round = rounds.count();
        let stride = strides[round % strides.len()];
        for turn in 0..lanes {
            let lane = (turn * stride + round) % lanes;
            times[lane].push(take(Turn { lane, number: round * lanes + turn })?);
        }
        rounds.end_round();
    }
    let kept = rounds.kept();
    let times = times.iter().map(|times| kept.iter().map(|&round| times[round]).collect()).collect();
    Ok(Measured { times, core: rounds.given() })
}

/// The greatest common divisor.
fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_contender_takes_one_turn_in_every_round() {
        const LANES: usize = 6;
        let mut turns = Vec::new();
        let take = |turn: Turn| {
            turns.push(turn);
            Ok::<_, ()>(turn.lane as u64)
        };
        let measured = measure(&mut Core::probed(), LANES, 31, take).unwrap();
        assert_eq!(measured.times, (0..LANES as u64).map(|lane| vec![lane; 31]).collect::<Vec<_>>());
        let mut orders: Vec<Vec<_>> =
            turns.chunks(LANES).map(|round| round.iter().map(|turn| turn.lane).collect()).collect();
        assert!(turns.iter().enumerate().all(|(number, turn)| turn.number == number));
        orders.dedup();
        assert_eq!(orders.len(), turns.len() / LANES, "two rounds in a row have the same order");
        for mut order in orders {
            order.sort_unstable();
            assert_eq!(order, (0..LANES).collect::<Vec<_>>());
        }
    }

    #[test]
    fn an_error_ends_the_measurement() {
        let take = |turn: Turn| if turn.number == 7 { Err(turn) } else { Ok(1) };
        assert_eq!(measure(&mut Core::probed(), 2, 31, take).unwrap_err().number, 7);
    }
}
