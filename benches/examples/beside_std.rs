//! Whether any conversion is slower than the standard library's, on any backend and at any length:
//! `cargo run --release -p placemat-benches --example beside_std`.
//!
//! All backends and the standard library take turns in one process. The standard library takes part with two loops
//! over its iterators: one writes into a room, as the backends do, and one extends an empty vector or string that
//! has space for all. A backend is held against the faster one. In `8-vec16` and `16-string` everyone makes a new
//! vector or string. Every cell in which one is below 0.97 is printed,
//! and then, for each backend and direction, the worst cell and how many are below 1. The control is one of the
//! loops once more: it says how far from 1 a cell may be by chance.
//!
//! Lengths are octets of UTF-8; `4..64` stands for strings of shuffled lengths. *Fresh* are strings that no branch
//! predictor has seen; *looped* is the same one again and again. `BACKENDS=avx2,scalar`, `ONLY=8-16,32-8`,
//! `TEXT=emoji`, `SIZE=4..64,16`, `ORDER=fresh` and `ROUNDS=31` choose; `ALL=1` prints every cell.

use std::{cmp::Ordering, collections::BTreeMap, env, hint::black_box, io, time::Instant};

use placemat::{
    backend::{self, Handle},
    convert::{Converter, Encoding, Latin1, Route, Stop, Utf8, Utf16, Utf16Le, Utf32},
};
use placemat_benches::{
    random::Random,
    run, stats,
    texts::{self, boundary},
};

/// Octets of UTF-8 that are converted in a turn.
const WORK: usize = 1 << 14;

const DIRECTIONS: &str = "8-16,16-8,8-vec16,16-string,16le-string,8-vec16-error,16-string-error,16le-string-error,\
    8-32,32-8,8-latin1,latin1-8,8as16,8as32,16as8,32as8,latin1as8";
const TEXTS: &str = "ascii,english,german,russian,chinese,emoji,mixed";
/// Each string of mixed ones is from one of these.
const MIXED: [&str; 4] = ["ascii", "russian", "chinese", "emoji"];
/// Of which Latin-1 has most characters. Others are left out.
const IN_LATIN1: [&str; 3] = ["ascii", "english", "german"];
const SIZES: &str = "1,2,3,4,6,8,12,16,24,32,48,64,96,128,192,256,1..16,4..64,16..256";
const ORDERS: &str = "fresh,looped";
/// Below this, a cell is printed.
const SHOWN: f64 = 0.97;

/// Who takes part, by name. The first two are the standard library, and the third is the control.
type Lane<'a, S> = (&'a str, Box<dyn FnMut(&[S]) + 'a>);
const PEERS: usize = 2;

/// Room for any string.
const ROOM: usize = 2048;
/// A low surrogate: an error, unless a high one stands before it.
const LONE: u16 = 0xDC00;

/// Everyone, from UTF-8: the standard library's iterator over units fills a room, and extends a vector.
macro_rules! units {
    ($D:ty, $backends:expr, $iterate:expr) => {{
        let into = |mut room: Vec<<$D as Encoding>::Unit>| {
            move |source: &[u8]| {
                let mut written = 0;
                for (slot, unit) in black_box(&mut room).iter_mut().zip($iterate(source)) {
                    *slot = unit;
                    written += 1;
                }
                black_box(written);
            }
        };
        let mut vec = Vec::with_capacity(ROOM);
        let extend = move |source: &[u8]| {
            let vec: &mut Vec<<$D as Encoding>::Unit> = black_box(&mut vec);
            vec.clear();
            vec.extend($iterate(source));
        };
        beside::<Utf8, $D>($backends, into(vec![0; ROOM]), into(vec![0; ROOM]), extend)
    }};
}

/// Everyone, to UTF-8: the characters of the standard library's iterator are written into a room, and extend a
/// string.
macro_rules! characters {
    ($S:ty, $backends:expr, $iterate:expr) => {{
        let into = |mut room: Vec<u8>| {
            move |source: &[<$S as Encoding>::Unit]| {
                let room = black_box(&mut room);
                let mut written = 0;
                for character in $iterate(source) {
                    written += character.encode_utf8(&mut room[written..]).len();
                }
                black_box(written);
            }
        };
        let mut string = String::with_capacity(ROOM);
        let extend = move |source: &[<$S as Encoding>::Unit]| {
            let string = black_box(&mut string);
            string.clear();
            string.extend($iterate(source));
        };
        beside::<$S, Utf8>($backends, into(vec![0; ROOM]), into(vec![0; ROOM]), extend)
    }};
}

/// The lowest ratio and its cell, how many are below 1, and of how many.
type Worst = (f64, String, usize, usize);

struct Settings {
    backends: Vec<(&'static str, Handle)>,
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
    let names: Vec<_> = backend::all().iter().map(|entry| entry.name()).collect();
    let chosen = list("BACKENDS", &names.join(","));
    let all = backend::all().iter().filter_map(|entry| Some((entry.name(), entry.get().ok()?)));
    let mut settings = Settings {
        backends: all.filter(|(name, _)| chosen.iter().any(|one| one == name)).collect(),
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

fn text(octets: &[u8]) -> &str {
    str::from_utf8(octets).unwrap_or_default()
}

/// Text that is not judged once more.
fn sound(octets: &[u8]) -> &str {
    // SAFETY: the octets are those of strings.
    unsafe { str::from_utf8_unchecked(octets) }
}

/// With one unit changed, which depends on all of them.
fn with_error<U: Copy + Into<u32>>(mut units: Vec<U>, error: U) -> Vec<U> {
    let sum: u32 = units.iter().map(|unit| (*unit).into()).sum();
    let at = sum as usize % units.len().max(1);
    if let Some(unit) = units.get_mut(at) {
        *unit = error;
    }
    units
}

fn in_octets(units: &[u16]) -> Vec<u8> {
    units.iter().flat_map(|unit| unit.to_le_bytes()).collect()
}

fn from_utf16le_lossy(octets: &[u8]) -> String {
    let units = octets.chunks_exact(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
    char::decode_utf16(units).map(|one| one.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

fn to_vec(converter: &Converter<Utf8, Utf16>, octets: &[u8]) -> Vec<u16> {
    converter.to_vec(octets).unwrap_or_default()
}

fn to_text<S: Route<Utf8>>(converter: &Converter<S, Utf8>, units: &[S::Unit]) -> String {
    converter.to_text(units).unwrap_or_default()
}

fn narrow(octets: &[u8]) -> impl Iterator<Item = u8> {
    text(octets).chars().map_while(|one| u8::try_from(u32::from(one)).ok())
}

fn pairs(units: &[u16]) -> impl Iterator<Item = char> {
    char::decode_utf16(units.iter().copied()).map_while(Result::ok)
}

fn scalars(units: &[u32]) -> impl Iterator<Item = char> {
    units.iter().map_while(|unit| char::from_u32(*unit))
}

fn letters(octets: &[u8]) -> impl Iterator<Item = char> {
    octets.iter().map(|octet| char::from(*octet))
}

/// The loop over the standard library's iterator, the other one, the first one once more, and the backends.
fn beside<'a, S: Route<D>, D: Encoding>(
    backends: &[(&'static str, Handle)],
    into: impl FnMut(&[S::Unit]) + 'a,
    again: impl FnMut(&[S::Unit]) + 'a,
    extend: impl FnMut(&[S::Unit]) + 'a,
) -> Vec<Lane<'a, S::Unit>> {
    let mut lanes: Vec<Lane<'a, S::Unit>> =
        vec![("into a room", Box::new(into)), ("extend", Box::new(extend)), ("control", Box::new(again))];
    for (name, handle) in backends {
        let converter = Converter::<S, D>::strict().by(*handle);
        let mut room = vec![D::Unit::default(); ROOM];
        lanes.push((
            name,
            Box::new(move |source: &[S::Unit]| {
                let done = converter.convert(source, black_box(&mut room));
                black_box(if done.stop == Stop::End { done.written } else { 0 });
            }),
        ));
    }
    lanes
}

/// Everyone whose answer is a value: a length, a vector, a string.
fn answers<'a, S: Route<D> + 'a, D: Encoding + 'a, T>(
    backends: &[(&'static str, Handle)],
    std: impl Fn(&[S::Unit]) -> T + Copy + 'a,
    ours: impl Fn(&Converter<S, D>, &[S::Unit]) -> T + Copy + 'a,
) -> Vec<Lane<'a, S::Unit>> {
    answers_of(Converter::strict(), backends, std, ours)
}

/// The same of converters that replace.
fn lossy_answers<'a, S: Route<D> + 'a, D: Encoding + 'a, T>(
    backends: &[(&'static str, Handle)],
    std: impl Fn(&[S::Unit]) -> T + Copy + 'a,
    ours: impl Fn(&Converter<S, D>, &[S::Unit]) -> T + Copy + 'a,
) -> Vec<Lane<'a, S::Unit>> {
    answers_of(Converter::lossy(), backends, std, ours)
}

fn answers_of<'a, S: Route<D> + 'a, D: Encoding + 'a, T>(
    converter: Converter<S, D>,
    backends: &[(&'static str, Handle)],
    std: impl Fn(&[S::Unit]) -> T + Copy + 'a,
    ours: impl Fn(&Converter<S, D>, &[S::Unit]) -> T + Copy + 'a,
) -> Vec<Lane<'a, S::Unit>> {
    let theirs = || Box::new(move |source: &[S::Unit]| _ = black_box(std(source)));
    let mut lanes: Vec<Lane<'a, S::Unit>> = vec![("std", theirs()), ("std", theirs()), ("control", theirs())];
    for (name, handle) in backends {
        let converter = converter.by(*handle);
        lanes.push((name, Box::new(move |source: &[S::Unit]| _ = black_box(ours(&converter, source)))));
    }
    lanes
}
