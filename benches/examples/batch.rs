//! How long a column of short strings takes: `cargo run --release -p placemat-benches --example batch`.
//!
//! The column is judged string by string, and as a whole, by placemat and its peers, in turn. What is printed
//! is the median of the rounds: nanoseconds a string, and how many times as long as `placemat::batch`.

use std::{hint::black_box, time::Instant};

use placemat_benches::random::Random;

/// Strings of a column.
const ROWS: usize = 1_000_000;
/// Rounds, each with every contender.
const ROUNDS: usize = 21;

/// A column: one buffer, and where the strings begin.
struct Column {
    offsets: Vec<i32>,
    values: Vec<u8>,
}

impl Column {
    /// Strings of `least` to `most` octets of these characters.
    fn of(characters: &[char], least: usize, most: usize) -> Self {
        let mut random = Random::named(9, "batch");
        let (mut offsets, mut values) = (vec![0], String::new());
        for _ in 0..ROWS {
            let len = random.between(least, most);
            let start = values.len();
            loop {
                let character = characters[random.below(characters.len())];
                if values.len() + character.len_utf8() > start + len {
                    break;
                }
                values.push(character);
            }
            offsets.push(i32::try_from(values.len()).expect("the column is small"));
        }
        Self { offsets, values: values.into_bytes() }
    }

    fn rows(&self) -> impl Iterator<Item = &[u8]> {
        let place = |offset: i32| usize::try_from(offset).expect("offsets are positive");
        self.offsets.windows(2).map(move |pair| &self.values[place(pair[0])..place(pair[1])])
    }
}

/// One by one, or together.
type Judge = fn(&Column) -> bool;

const CONTENDERS: [(&str, Judge); 6] = [
    ("placemat::batch", |column| placemat::batch::validate_offsets(&column.offsets, &column.values).is_ok()),
    ("the values, then the offsets (placemat)", |column| {
        placemat::is_utf8(&column.values) && placemat::batch::are_boundaries(&column.offsets, &column.values)
    }),
    ("the values, then the offsets (simdutf8)", |column| {
        simdutf8::basic::from_utf8(&column.values).is_ok_and(|text| {
            let place = |offset: &i32| usize::try_from(*offset).is_ok_and(|at| text.is_char_boundary(at));
            column.offsets.iter().all(place)
        })
    }),
    ("one by one (placemat)", |column| column.rows().all(placemat::is_utf8)),
    ("one by one (simdutf8)", |column| column.rows().all(|row| simdutf8::basic::from_utf8(row).is_ok())),
    ("one by one (std)", |column| column.rows().all(|row| std::str::from_utf8(row).is_ok())),
];

fn main() {
    let chinese: Vec<_> = ('\u{4E00}'..'\u{9FFF}').collect();
    let russian: Vec<_> = ('\u{430}'..='\u{44F}').chain([' ']).collect();
    let english: Vec<_> = ('a'..='z').chain([' ', ' ']).collect();
    let mixed: Vec<_> = english.iter().copied().chain(['\u{E9}', '\u{20AC}']).collect();
    for (name, characters) in
        [("Chinese", &chinese), ("Russian", &russian), ("ASCII", &english), ("mixed", &mixed)]
    {
        for (least, most) in [(8, 32), (32, 128)] {
            let column = Column::of(characters, least, most);
            let mut times = [const { Vec::new() }; CONTENDERS.len()];
            for round in 0..ROUNDS {
                for turn in 0..CONTENDERS.len() {
                    let which = (round + turn) % CONTENDERS.len();
                    let start = Instant::now();
                    assert!(black_box(CONTENDERS[which].1(black_box(&column))));
                    times[which].push(start.elapsed());
                }
            }
            println!("{name}, {least} to {most} octets:");
            let medians = times.map(|mut times| {
                times.sort_unstable();
                times[ROUNDS / 2].as_secs_f64() * 1e9 / ROWS as f64
            });
            for ((name, _), nanoseconds) in CONTENDERS.iter().zip(medians) {
                println!("  {nanoseconds:6.2} ns  {:5.2}  {name}", nanoseconds / medians[0]);
            }
        }
    }
}
