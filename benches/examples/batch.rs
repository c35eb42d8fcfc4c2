//! How long columns of short strings take: `cargo run --release -p placemat-benches --example batch`. A column
//! has a million strings of 8 to 32 octets, or what three numbers after `--` say: `32 128 65536`. Where the core
//! is shared, shorter columns are disturbed less.
//!
//! Each column is judged string by string, and as a whole, by placemat and its peers, in turn. What is printed
//! is the median of the rounds: nanoseconds a string. Batches have two aims: how many times as fast they are
//! as the fastest peer one by one, and as one pass over the values and one over the offsets, which is what
//! polars does. An aim is met where the lower bound of the ratio's interval reaches it.

use std::{env, hint::black_box, time::Instant};

use placemat::batch::{validate_lengths, validate_offsets, validate_prefixed, validate_views};
use placemat_benches::{
    random::Random,
    run,
    stats::{Ratio, median_of},
    texts::{self, Text, boundary},
};

/// Rounds, each with every contender.
const ROUNDS: usize = 31;

const TEXTS: [&str; 3] = ["chinese", "english", "ascii"];

/// How many times as fast as the fastest peer one by one a batch is to be, and as polars' check.
const AIMS: [f64; 2] = [4.0, 1.5];

fn main() {
    let _ = run::pin();
    let numbers: Vec<usize> = env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    let [least, most, rows] = numbers.try_into().unwrap_or([8, 32, 1_000_000]);
    let active = placemat::backend::active().entry.name();
    println!(
        "{active}: nanoseconds a string of {least} to {most} octets, {rows} in a column, {ROUNDS} rounds"
    );
    for text in texts::generated(1).iter().filter(|text| TEXTS.contains(&text.name.as_str())) {
        let column = Column::of(text, least, most, rows);
        println!("\n{}, {:.1} octets a string", text.name, column.values.len() as f64 / rows as f64);
        report(&measure(&column), rows);
    }
}

/// The strings in every layout.
#[derive(Default)]
struct Column {
    offsets: Vec<i32>,
    lengths: Vec<i32>,
    values: Vec<u8>,
    prefixed: Vec<u8>,
    views: Vec<u128>,
    /// What is not in the views themselves.
    long: Vec<u8>,
}

impl Column {
    /// Strings from all over the text, of `least` to `most` octets, or up to three fewer.
    fn of(text: &Text, least: usize, most: usize, rows: usize) -> Self {
        let text = text.sample(1 << 20, 1);
        let mut random = Random::named(9, "batch");
        let mut column = Self { offsets: vec![0], ..Self::default() };
        for _ in 0..rows {
            let rest = &text[boundary(&text, random.below(text.len() - most))..];
            column.push(&rest.as_bytes()[..boundary(rest, random.between(least, most))]);
        }
        column
    }

    fn push(&mut self, row: &[u8]) {
        let number = |len: usize| u32::try_from(len).expect("the column is small");
        let (start, len) = (number(self.values.len()), number(row.len()));
        let mut view = [0; 16];
        view[..4].copy_from_slice(&len.to_le_bytes());
        if row.len() <= 12 {
            view[4..4 + row.len()].copy_from_slice(row);
        } else {
            view[4..8].copy_from_slice(&row[..4]);
            view[12..].copy_from_slice(&number(self.long.len()).to_le_bytes());
            self.long.extend(row);
        }
        self.views.push(u128::from_le_bytes(view));
        self.values.extend(row);
        self.prefixed.extend(len.to_le_bytes());
        self.prefixed.extend(row);
        self.lengths.push(len.cast_signed());
        self.offsets.push((start + len).cast_signed());
    }

    fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.offsets.windows(2).map(|pair| &self.values[place(pair[0])..place(pair[1])])
    }
}

fn place(offset: i32) -> usize {
    usize::try_from(offset).expect("offsets are positive")
}

/// What a contender is compared as.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A peer's call for each string.
    Peer,
    /// placemat's.
    Ours,
    /// A pass over the values, and one over the offsets.
    Passes,
    /// All layouts of `placemat::batch`.
    Batch,
}

struct Contender {
    kind: Kind,
    name: &'static str,
    judge: fn(&Column) -> bool,
}

const CONTENDERS: [Contender; 8] = [
    Contender {
        kind: Kind::Peer,
        name: "one by one, simdutf8 basic",
        judge: |column| column.rows().all(|row| simdutf8::basic::from_utf8(row).is_ok()),
    },
    Contender {
        kind: Kind::Peer,
        name: "one by one, std",
        judge: |column| column.rows().all(|row| std::str::from_utf8(row).is_ok()),
    },
    Contender {
        kind: Kind::Ours,
        name: "one by one, placemat",
        judge: |column| column.rows().all(placemat::is_utf8),
    },
    Contender { kind: Kind::Passes, name: "values, then offsets, simdutf8 as in polars", judge: polars },
    Contender {
        kind: Kind::Batch,
        name: "batch, offsets",
        judge: |column| validate_offsets(&column.offsets, &column.values).is_ok(),
    },
    Contender {
        kind: Kind::Batch,
        name: "batch, lengths",
        judge: |column| validate_lengths(&column.lengths, &column.values).is_ok(),
    },
    Contender {
        kind: Kind::Batch,
        name: "batch, views",
        judge: |column| validate_views(&column.views, &[&column.long]).is_ok(),
    },
    Contender {
        kind: Kind::Batch,
        name: "batch, prefixed",
        judge: |column| validate_prefixed(&column.prefixed, column.lengths.len()).is_ok(),
    },
];

/// No early end, as in polars: at which offsets is there a continuation?
fn polars(column: &Column) -> bool {
    let cuts = |offset: &i32| column.values.get(place(*offset)).is_some_and(|octet| octet & 0xC0 == 0x80);
    simdutf8::basic::from_utf8(&column.values).is_ok()
        && !column.offsets.iter().fold(false, |any, offset| any | cuts(offset))
}

/// The nanoseconds of every round, for each contender.
type Times = [Vec<u64>; CONTENDERS.len()];

/// All contenders in turn; each round begins with another one.
fn measure(column: &Column) -> Times {
    let mut times = Times::default();
    for round in 0..ROUNDS {
        for turn in 0..CONTENDERS.len() {
            let which = (round + turn) % CONTENDERS.len();
            let start = Instant::now();
            assert!(black_box((CONTENDERS[which].judge)(black_box(column))), "{}", CONTENDERS[which].name);
            times[which].push(u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX));
        }
    }
    times
}

fn report(times: &Times, rows: usize) {
    let all = || CONTENDERS.iter().zip(times);
    let of = |kind| all().filter(move |(one, _)| one.kind == kind);
    let fastest = of(Kind::Peer).min_by(|a, b| median_of(a.1).total_cmp(&median_of(b.1)));
    let (Some((peer, peers)), Some((_, passes))) = (fastest, of(Kind::Passes).next()) else { return };
    println!("  {:44}{:>6}   times {} / polars' check", "", "ns", peer.name);
    for (contender, ours) in all() {
        print!("  {:44}{:6.2}", contender.name, median_of(ours) / rows as f64);
        for (theirs, aim) in [(peers, AIMS[0]), (passes, AIMS[1])] {
            let Ratio { median, low, high } = Ratio::of(theirs, ours);
            print!("   {median:5.2} [{low:.2}, {high:.2}]");
            if contender.kind == Kind::Batch {
                let verdict = if low >= aim { "met" } else { "missed" };
                print!(" aim {aim:.1} {verdict}");
            }
        }
        println!();
    }
}
