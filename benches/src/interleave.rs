//! How a run goes: every contender reads the same sample in every round, in rotating order, and each round has a fresh
//! sample at a fresh address.

use std::{hint::black_box, time::Instant};

use crate::{
    contenders::Contender,
    texts::{Random, Text, boundary},
};

/// Octets that one timing covers at least: many small inputs, one behind the other, so that a branch predictor cannot
/// learn them and the clock's own cost does not show.
const PER_TIMING: usize = 1 << 17;

/// The seconds that each contender took per round: `[contender][round]`.
pub type Times = Vec<Vec<f64>>;

/// Measures everyone on inputs of `size` octets of `text`.
///
/// # Panics
///
/// If a contender refuses the text: a wrong answer has no speed.
#[must_use]
pub fn run(contenders: &[Contender], text: &Text, size: usize, rounds: usize) -> Times {
    let mut times = vec![Vec::with_capacity(rounds); contenders.len()];
    let inputs = PER_TIMING.div_ceil(size.max(1));
    let mut arena = vec![0; (size + 64) * inputs + 128];
    for round in 0..rounds {
        let places = place(&mut arena, text, size, inputs, round as u64);
        if round == 0 {
            for contender in contenders {
                let right = places.iter().all(|&(at, len)| contender.accepts(&arena[at..at + len]));
                assert!(right, "{} refuses {}", contender.name, text.name);
            }
        }
        for turn in 0..contenders.len() {
            let index = (turn + round) % contenders.len();
            times[index].push(time(&contenders[index], &arena, &places));
        }
    }
    times
}

/// Puts inputs into the arena, each at an address offset of its own; where they are.
fn place(arena: &mut [u8], text: &Text, size: usize, inputs: usize, round: u64) -> Vec<(usize, usize)> {
    let sample = text.sample(size * inputs + 4 * inputs, round);
    let mut from = 0;
    let mut random = Random(round);
    (0..inputs)
        .map(|input| {
            let to = boundary(&sample, from + size);
            let at = input * (size + 64) + random.below(64);
            let piece = &sample.as_bytes()[from..to];
            arena[at..at + piece.len()].copy_from_slice(piece);
            from = to;
            (at, piece.len())
        })
        .collect()
}

fn time(contender: &Contender, arena: &[u8], places: &[(usize, usize)]) -> f64 {
    let start = Instant::now();
    for &(at, len) in places {
        black_box(contender.accepts(black_box(&arena[at..at + len])));
    }
    start.elapsed().as_secs_f64()
}
