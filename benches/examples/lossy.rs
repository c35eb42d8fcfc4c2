//! Decoding with U+FFFD, beside peers, in one interleaved run: `cargo run --release -p placemat-benches
//! --example lossy -- [DIR]`. Generated texts, and those of DIR if it is named.
//!
//! An error stands in every so many octets, at shifting places; each round has other ones. Printed are the
//! medians of the paired ratios: how many times as fast placemat is.

#![forbid(unsafe_code)]

use std::{env, hint::black_box, io, path::PathBuf, time::Instant};

use bstr::ByteSlice;
use placemat_benches::{
    random::Random,
    run,
    stats::Ratio,
    texts::{self, Text},
};

const SIZE: usize = 1 << 18;
const ROUNDS: usize = 31;
const EVERY: [Option<usize>; 5] = [None, Some(4096), Some(256), Some(64), Some(16)];
const ERRORS: [&[u8]; 6] = [b"\xFF", b"\xE2\x82", b"\xC3", b"\x80", b"\xF0\x9F\x98", b"\xC0\xAF"];

/// A decoder's name, and the decoder; it returns the octets that it wrote.
type Contender = (&'static str, fn(&[u8]) -> usize);

const CONTENDERS: [Contender; 4] = [
    ("placemat", |bytes| black_box(placemat::from_utf8_lossy(bytes)).len()),
    ("std", |bytes| black_box(String::from_utf8_lossy(bytes)).len()),
    ("encoding_rs", |bytes| black_box(encoding_rs::UTF_8.decode_without_bom_handling(bytes)).0.len()),
    ("bstr", |bytes| black_box(bytes.to_str_lossy()).len()),
];

fn main() -> io::Result<()> {
    let _ = run::pin();
    let mut inputs = texts::generated(1);
    if let Some(folder) = env::args_os().nth(1) {
        inputs = texts::read_folder(&PathBuf::from(folder))?;
    }
    println!("placemat ({}) is so many times as fast as", placemat::backend::active().entry.name());
    println!(
        "{:20} {:>6}  {:>12} {:>12} {:>12}  {:>8}",
        "text", "errors", "std", "encoding_rs", "bstr", "GB/s"
    );
    let mut seed = 1;
    for every in EVERY {
        let name = every.map_or("none".to_owned(), |every| every.to_string());
        for text in &inputs {
            measure(&text.name, &name, |seed| with_errors(text, every, seed), &mut seed);
        }
    }
    measure("Latin-1", "-", latin1, &mut seed);
    measure("random octets", "-", random, &mut seed);
    Ok(())
}

fn measure(text: &str, errors: &str, input: impl Fn(u64) -> Vec<u8>, seed: &mut u64) {
    let mut times: [Vec<u64>; CONTENDERS.len()] = Default::default();
    let mut octets = 0;
    for round in 0..ROUNDS {
        *seed += 1;
        let bytes = input(*seed);
        octets = bytes.len();
        let mut lens = [0; CONTENDERS.len()];
        for turn in 0..CONTENDERS.len() {
            let which = (turn + round) % CONTENDERS.len();
            let start = Instant::now();
            lens[which] = CONTENDERS[which].1(black_box(&bytes));
            times[which].push(u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX));
        }
        assert!(lens.iter().all(|len| *len == lens[0]), "{text}: the results differ: {lens:?}");
    }
    let [ours, theirs @ ..] = &times;
    let [std, encoding_rs, bstr] = theirs.each_ref().map(|theirs| Ratio::of(theirs, ours).median);
    let mut sorted = ours.clone();
    sorted.sort_unstable();
    #[expect(clippy::cast_precision_loss, reason = "for people")]
    let speed = octets as f64 / sorted[ROUNDS / 2] as f64;
    println!("{text:20} {errors:>6}  {std:12.2} {encoding_rs:12.2} {bstr:12.2}  {speed:8.2}");
}

fn with_errors(text: &Text, every: Option<usize>, seed: u64) -> Vec<u8> {
    let text = text.sample(SIZE, seed);
    let Some(every) = every else { return text.into_bytes() };
    let mut random = Random(seed);
    let mut bytes = Vec::with_capacity(SIZE * 2);
    let mut from = 0;
    while from < text.len() {
        let end = texts::boundary(&text, (from + random.between(every / 2, every * 3 / 2)).min(text.len()));
        bytes.extend_from_slice(&text.as_bytes()[from..end.max(from + 1).min(text.len())]);
        bytes.extend_from_slice(ERRORS[random.below(ERRORS.len())]);
        from = end.max(from + 1);
    }
    bytes
}

/// French as Latin-1 has it: an octet for each character.
fn latin1(seed: u64) -> Vec<u8> {
    let french = texts::generated(1).into_iter().find(|text| text.name == "french").expect("there is one");
    french.sample(SIZE, seed).chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect()
}

fn random(seed: u64) -> Vec<u8> {
    let mut random = Random(seed);
    (0..SIZE / 8).flat_map(|_| random.draw().to_le_bytes()).collect()
}
