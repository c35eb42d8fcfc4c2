//! Whether any conversion is slower than the standard library's, on any backend and at any length:
//! `cargo run --release -p placemat-benches --example beside_std`.
//!
//! All backends and the standard library take turns in one process. The standard library takes part with two loops
//! over its iterators: one writes into a room, as the backends do, and one extends an empty vector or string that
//! has space for all. A backend is held against the faster one. In `8-vec16` and `16-string` everyone makes a new
//! vector or string. `8as16` and its like are lengths of text that is well formed; `16len8` and its like judge it as
//! well. Every cell in which one is below 0.97 is printed,
//! and then, for each backend and direction, the worst cell and how many are below 1. The control is one of the
//! loops once more: it says how far from 1 a cell may be by chance.
//!
//! Lengths are octets of UTF-8; `4..64` stands for strings of shuffled lengths. *Fresh* are strings that no branch
//! predictor has seen; *looped* is the same one again and again. The backend `placemat` is the one that calls are
//! dispatched to. `BACKENDS=placemat,avx2`, `ONLY=8-16,32-8`, `TEXT=emoji`, `SIZE=4..64,16`, `ORDER=fresh` and
//! `ROUNDS=31` choose; `ALL=1` prints every cell.

mod lanes;
mod sources;

use std::{cmp::Ordering, collections::BTreeMap, env, hint::black_box, io, iter, time::Instant};

use placemat::{
    backend,
    convert::{Converter, Latin1, Utf8, Utf16, Utf16Le, Utf32},
};
use placemat_benches::{
    random::Random,
    run, stats,
    texts::{self, boundary},
};

use lanes::{Backend, Lane, PEERS, answers, characters, judged_len, lossy_answers, to_text, to_vec, units};
use sources::{
    LONE, from_utf16le_lossy, in_octets, letters, narrow, pairs, replaced, scalars, sound, text, with_error,
};

/// Octets of UTF-8 that are converted in a turn.
const WORK: usize = 1 << 14;

const DIRECTIONS: &str = "8-16,16-8,8-vec16,16-string,16le-string,8-vec16-error,16-string-error,16le-string-error,\
    8-32,32-8,8-latin1,latin1-8,8as16,8as32,16as8,32as8,latin1as8,8len16-error,16len8,16len8-error,32len8";
const TEXTS: &str = "ascii,english,german,russian,chinese,emoji,mixed";
/// Each string of mixed ones is from one of these.
const MIXED: [&str; 4] = ["ascii", "russian", "chinese", "emoji"];
/// Of which Latin-1 has most characters. Others are left out.
const IN_LATIN1: [&str; 3] = ["ascii", "english", "german"];
const SIZES: &str = "1,2,3,4,6,8,12,16,24,32,48,64,96,128,192,256,1..16,4..64,16..256";
const ORDERS: &str = "fresh,looped";
/// Below this, a cell is printed.
const SHOWN: f64 = 0.97;

/// The lowest ratio and its cell, how many are below 1, and of how many.
type Worst = (f64, String, usize, usize);

struct Settings {
    backends: Vec<Backend>,
    directions: Vec<String>,
    rounds: usize,
    shows_all: bool,
    worst: BTreeMap<(String, String), Worst>,
}

/// What is converted, and in which order.
struct Cell {
    name: String,
    sources: Vec<String>,
    least: usize,
    most: usize,
    looped: bool,
}

fn main() -> io::Result<()> {
    let _ = run::pin();
    let list = |name: &str, default: &str| -> Vec<String> {
        env::var(name).as_deref().unwrap_or(default).split(',').map(str::to_owned).collect()
    };
    let backends = backend::all().iter().filter_map(|entry| Some((entry.name(), Some(entry.get().ok()?))));
    let all: Vec<Backend> = iter::once(("placemat", None)).chain(backends).collect();
    let names: Vec<_> = all.iter().map(|(name, _)| *name).collect();
    let chosen = list("BACKENDS", &names.join(","));
    let mut settings = Settings {
        backends: all.into_iter().filter(|(name, _)| chosen.iter().any(|one| one == name)).collect(),
        directions: list("ONLY", DIRECTIONS),
        rounds: env::var("ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(21),
        shows_all: env::var_os("ALL").is_some(),
        worst: BTreeMap::new(),
    };
    let texts = texts::generated(1);
    for text in list("TEXT", TEXTS) {
        let is_latin1 = IN_LATIN1.contains(&text.as_str());
        let is_of = |name: &str| name == text || text == "mixed" && MIXED.contains(&name);
        let keep = |one: &char| !is_latin1 || *one <= '\u{FF}';
        let sources = texts.iter().filter(|text| is_of(&text.name)).map(|text| text.sample(1 << 18, 1));
        let sources: Vec<String> = sources.map(|source| source.chars().filter(keep).collect()).collect();
        for size in list("SIZE", SIZES) {
            let (least, most) = size.split_once("..").unwrap_or((&size, &size));
            let (Ok(least), Ok(most)) = (least.parse(), most.parse()) else {
                return Err(io::Error::other(format!("{size} is no length")));
            };
            for order in list("ORDER", ORDERS) {
                let name = format!("{text}, {size}, {order}");
                let cell = Cell { name, sources: sources.clone(), least, most, looped: order == "looped" };
                settings.measure(&cell, is_latin1);
            }
        }
    }
    println!("\nthe worst of each:");
    for ((direction, name), (ratio, cell, below, cells)) in &settings.worst {
        println!("{direction:10} {name:8} {ratio:5.2}  {below:3} of {cells} below 1  {cell}");
    }
    Ok(())
}

impl Settings {
    fn measure(&mut self, cell: &Cell, is_latin1: bool) {
        let utf8 = |text: &str| text.as_bytes().to_vec();
        let utf16 = |text: &str| text.encode_utf16().collect::<Vec<_>>();
        let utf32 = |text: &str| text.chars().map(u32::from).collect();
        let octets = |text: &str| text.chars().filter_map(|one| u8::try_from(u32::from(one)).ok()).collect();
        for direction in &self.directions.clone() {
            let backends = &self.backends.clone();
            let times = match direction.as_str() {
                "8-16" => {
                    self.times(cell, utf8, units!(Utf16, backends, |octets| text(octets).encode_utf16()))
                }
                "8-32" => {
                    let lanes = units!(Utf32, backends, |octets| text(octets).chars().map(u32::from));
                    self.times(cell, utf8, lanes)
                }
                "8-latin1" if is_latin1 => self.times(cell, utf8, units!(Latin1, backends, narrow)),
                "16-8" => self.times(cell, utf16, characters!(Utf16, backends, pairs)),
                "32-8" => self.times(cell, utf32, characters!(Utf32, backends, scalars)),
                "latin1-8" if is_latin1 => self.times(cell, octets, characters!(Latin1, backends, letters)),
                "8-vec16" => {
                    let std = |octets: &[u8]| sound(octets).encode_utf16().collect::<Vec<_>>();
                    self.times(cell, utf8, answers(backends, std, to_vec))
                }
                "8-vec16-error" => {
                    let std =
                        |octets: &[u8]| String::from_utf8_lossy(octets).encode_utf16().collect::<Vec<_>>();
                    self.times(
                        cell,
                        |text| with_error(utf8(text), 0xFF),
                        lossy_answers(backends, std, to_vec),
                    )
                }
                "16-string" => {
                    let std = |units: &[u16]| String::from_utf16(units).unwrap_or_default();
                    self.times(cell, utf16, answers(backends, std, to_text::<Utf16>))
                }
                "16-string-error" => {
                    let lanes = lossy_answers(backends, String::from_utf16_lossy, to_text::<Utf16>);
                    self.times(cell, |text| with_error(utf16(text), LONE), lanes)
                }
                "16le-string" => {
                    let lanes = answers(backends, from_utf16le_lossy, to_text::<Utf16Le>);
                    self.times(cell, |text| in_octets(&utf16(text)), lanes)
                }
                "16le-string-error" => {
                    let lanes = lossy_answers(backends, from_utf16le_lossy, to_text::<Utf16Le>);
                    self.times(cell, |text| in_octets(&with_error(utf16(text), LONE)), lanes)
                }
                "8as16" => {
                    let std = |octets: &[u8]| sound(octets).encode_utf16().count();
                    self.times(cell, utf8, answers(backends, std, Converter::<Utf8, Utf16>::well_formed_len))
                }
                "8as32" => {
                    let std = |octets: &[u8]| sound(octets).chars().count();
                    self.times(cell, utf8, answers(backends, std, Converter::<Utf8, Utf32>::well_formed_len))
                }
                "16as8" => {
                    let std = |units: &[u16]| pairs(units).map(char::len_utf8).sum();
                    self.times(cell, utf16, answers(backends, std, Converter::<Utf16, Utf8>::well_formed_len))
                }
                "32as8" => {
                    let std = |units: &[u32]| scalars(units).map(char::len_utf8).sum();
                    self.times(cell, utf32, answers(backends, std, Converter::<Utf32, Utf8>::well_formed_len))
                }
                "8len16-error" => {
                    let std = |octets: &[u8]| String::from_utf8_lossy(octets).encode_utf16().count();
                    let lanes = lossy_answers(backends, std, judged_len::<Utf8, Utf16>);
                    self.times(cell, |text| with_error(utf8(text), 0xFF), lanes)
                }
                "16len8" => {
                    let std = |units: &[u16]| pairs(units).map(char::len_utf8).sum();
                    self.times(cell, utf16, answers(backends, std, judged_len::<Utf16, Utf8>))
                }
                "16len8-error" => {
                    let std = |units: &[u16]| replaced(units).map(char::len_utf8).sum();
                    let lanes = lossy_answers(backends, std, judged_len::<Utf16, Utf8>);
                    self.times(cell, |text| with_error(utf16(text), LONE), lanes)
                }
                "32len8" => {
                    let std = |units: &[u32]| scalars(units).map(char::len_utf8).sum();
                    self.times(cell, utf32, answers(backends, std, judged_len::<Utf32, Utf8>))
                }
                "latin1as8" if is_latin1 => {
                    let std = |octets: &[u8]| letters(octets).map(char::len_utf8).sum();
                    self.times(
                        cell,
                        octets,
                        answers(backends, std, Converter::<Latin1, Utf8>::well_formed_len),
                    )
                }
                _ => continue,
            };
            self.note(direction, cell, &times);
        }
    }

    /// The times of each lane, round by round.
    fn times<S>(
        &self,
        cell: &Cell,
        of: impl Fn(&str) -> Vec<S>,
        mut lanes: Vec<Lane<'_, S>>,
    ) -> Vec<(String, Vec<f64>)> {
        let mut times: Vec<_> = lanes.iter().map(|(name, _)| ((*name).to_owned(), Vec::new())).collect();
        let count = lanes.len();
        for round in 0..self.rounds + 2 {
            let strings: Vec<Vec<S>> = cell.strings(round as u64).iter().map(|string| of(string)).collect();
            for turn in 0..count {
                let at = (round + turn) % count;
                let start = Instant::now();
                strings.iter().for_each(|string| lanes[at].1(black_box(string)));
                let time = start.elapsed().as_secs_f64();
                if round >= 2 {
                    times[at].1.push(time);
                }
            }
        }
        times
    }

    /// Prints what is below the standard library, and keeps the worst.
    fn note(&mut self, direction: &str, cell: &Cell, times: &[(String, Vec<f64>)]) {
        let (peers, ours) = times.split_at(PEERS);
        let faster = peers
            .iter()
            .min_by(|a, b| stats::median(&a.1).partial_cmp(&stats::median(&b.1)).unwrap_or(Ordering::Equal));
        let Some((peer, theirs)) = faster else { return };
        for (name, ours) in ours {
            let ratios: Vec<f64> = theirs.iter().zip(ours).map(|(theirs, ours)| theirs / ours).collect();
            let ratio = stats::median(&ratios);
            let one = (direction.to_owned(), name.clone());
            let (worst, at, below, cells) =
                self.worst.entry(one).or_insert_with(|| (f64::INFINITY, String::new(), 0, 0));
            *cells += 1;
            *below += usize::from(ratio < 1.0);
            if ratio < *worst {
                (*worst, *at) = (ratio, cell.name.clone());
            }
            if (ratio < SHOWN && name != "control") || self.shows_all {
                let strings = (2 * WORK / (cell.least + cell.most)) as f64;
                let each = |times: &[f64]| stats::median(times) / strings * 1e9;
                let (ours, theirs) = (each(ours), each(theirs));
                println!(
                    "{direction:10} {name:8} {ratio:5.2}  {ours:6.1} ns, {theirs:6.1} {peer}  {}",
                    cell.name
                );
            }
        }
    }
}

impl Cell {
    /// The strings of a round.
    fn strings(&self, round: u64) -> Vec<String> {
        let mut random = Random(round + 1);
        let mut string = || {
            let source = random.pick(&self.sources);
            let length = random.between(self.least, self.most);
            let from = boundary(source, random.below(source.len() - length - 4));
            let rest = &source[from..];
            // At least one character.
            let first = rest.chars().next().map_or(0, char::len_utf8);
            rest[..boundary(rest, length.max(first))].to_owned()
        };
        let count = 2 * WORK / (self.least + self.most);
        if self.looped { vec![string(); count] } else { (0..count).map(|_| string()).collect() }
    }
}
