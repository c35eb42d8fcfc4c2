//! How fast conversion is beside its peers: `cargo run --release -p placemat-benches --features simdutf
//! --example convert -- [DIR]`, where DIR has texts; without it, they are generated. Each line is a text at a
//! mebibyte, or at as many octets as `SIZE` says: gigaoctets of UTF-8 a second, and how many times as fast as
//! the peers (the median of paired rounds). simdutf takes its best kernel, or the one that
//! `SIMDUTF_FORCE_IMPLEMENTATION` names; placemat the backend in `PLACEMAT`, or its best one. `ONLY` names a
//! direction, such as `8-32`.

use std::{env, hint::black_box, io, path::PathBuf, time::Instant};

use placemat::{
    backend::{self, Handle},
    convert::{Converter, Encoding, Latin1, Route, Utf8, Utf16, Utf32},
};
use placemat_benches::{run, stats, texts};

const ROUNDS: usize = 31;

/// Small inputs are converted several times a round: together so many octets.
const WORK: usize = 1 << 16;

/// Who converts: a name, and what is run.
type Contender<'a> = (&'a str, Box<dyn FnMut() + 'a>);

/// A peer's conversion. The room has space for the longest result, and 64 units more.
type Peer<S, D> = (&'static str, fn(&[S], &mut [D]));

fn main() -> io::Result<()> {
    let _ = run::pin();
    let texts = match env::args_os().nth(1) {
        Some(folder) => texts::read_folder(&PathBuf::from(folder))?,
        None => texts::generated(1),
    };
    let name = env::var("PLACEMAT").unwrap_or_else(|_| backend::active().entry.name().to_owned());
    let entry = backend::by_name(&name).map_err(|error| io::Error::other(error.to_string()))?;
    let handle = entry.get().map_err(|error| io::Error::other(error.to_string()))?;
    let size = env::var("SIZE").ok().and_then(|size| size.parse().ok()).unwrap_or(1 << 20);
    let only = env::var("ONLY").ok();
    let wanted = |direction: &str| only.as_deref().is_none_or(|only| only == direction);
    println!("{name}: GB/s; ratios to each peer");
    for text in &texts {
        let sample = text.sample(size, 1);
        let times = (WORK / sample.len().max(1)).max(1);
        let report = |direction: &str, octets, contenders: Vec<Contender<'_>>| {
            report(&format!("{} {direction}", text.name), times * octets, contenders);
        };
        let octets = sample.as_bytes();
        if wanted("8-16") {
            report("8-16", octets.len(), contenders::<Utf8, Utf16>(handle, times, octets, UTF8_TO_UTF16));
        }
        if wanted("16-8") {
            let units: Vec<u16> = sample.encode_utf16().collect();
            report("16-8", octets.len(), contenders::<Utf16, Utf8>(handle, times, &units, UTF16_TO_UTF8));
        }
        if wanted("8-32") {
            report("8-32", octets.len(), contenders::<Utf8, Utf32>(handle, times, octets, UTF8_TO_UTF32));
        }
        if wanted("32-8") {
            let units: Vec<u32> = sample.chars().map(u32::from).collect();
            report("32-8", octets.len(), contenders::<Utf32, Utf8>(handle, times, &units, UTF32_TO_UTF8));
        }
        // Text in other scripts is not in Latin-1, but for a few characters in hundreds.
        let narrow: String = sample.chars().filter(|character| *character <= '\u{FF}').collect();
        if narrow.len() < sample.len() / 100 * 95 {
            continue;
        }
        if wanted("8-latin1") {
            let to = contenders::<Utf8, Latin1>(handle, times, narrow.as_bytes(), UTF8_TO_LATIN1);
            report("8-latin1", narrow.len(), to);
        }
        if wanted("latin1-8") {
            let units: Vec<u8> = narrow.chars().filter_map(|c| u8::try_from(u32::from(c)).ok()).collect();
            report(
                "latin1-8",
                narrow.len(),
                contenders::<Latin1, Utf8>(handle, times, &units, LATIN1_TO_UTF8),
            );
        }
    }
    Ok(())
}

/// placemat first, then its peers, each with room of its own, so many times a round.
fn contenders<'a, S: Route<D>, D: Encoding>(
    handle: Handle,
    times: usize,
    source: &'a [S::Unit],
    peers: &'a [Peer<S::Unit, D::Unit>],
) -> Vec<Contender<'a>> {
    // No unit becomes more than four.
    let room = || vec![D::Unit::default(); 4 * source.len() + 64];
    let ours = Converter::<S, D>::strict().by(handle);
    let mut ours_room = room();
    let mut contenders: Vec<Contender<'a>> = vec![(
        "placemat",
        Box::new(move || {
            for _ in 0..times {
                black_box(ours.convert(black_box(source), black_box(&mut ours_room)));
            }
        }),
    )];
    for (name, peer) in peers {
        let mut room = room();
        contenders.push((
            name,
            Box::new(move || {
                for _ in 0..times {
                    peer(black_box(source), black_box(&mut room));
                }
            }),
        ));
    }
    contenders
}

/// A function of simdutf as a peer.
#[cfg(feature = "simdutf")]
macro_rules! simdutf {
    ($function:ident) => {
        ("simdutf", |source, room| {
            // SAFETY: there is room for the longest result.
            black_box(unsafe { simdutf::$function(source.as_ptr(), source.len(), room.as_mut_ptr()) });
        })
    };
}

const UTF8_TO_UTF16: &[Peer<u8, u16>] = &[
    #[cfg(feature = "simdutf")]
    simdutf!(convert_utf8_to_utf16),
    ("encoding_rs", |source, room| _ = black_box(encoding_rs::mem::convert_utf8_to_utf16(source, room))),
    ("std", |source, room| {
        let units = std::str::from_utf8(source).unwrap_or_default().encode_utf16();
        black_box(write(units, room));
    }),
];

const UTF16_TO_UTF8: &[Peer<u16, u8>] = &[
    #[cfg(feature = "simdutf")]
    simdutf!(convert_utf16_to_utf8),
    ("encoding_rs", |source, room| _ = black_box(encoding_rs::mem::convert_utf16_to_utf8(source, room))),
    ("std", |source, room| {
        let characters = char::decode_utf16(source.iter().copied()).map_while(Result::ok);
        black_box(write_characters(characters, room));
    }),
];

const UTF8_TO_UTF32: &[Peer<u8, u32>] = &[
    #[cfg(feature = "simdutf")]
    simdutf!(convert_utf8_to_utf32),
    ("std", |source, room| {
        let units = std::str::from_utf8(source).unwrap_or_default().chars().map(u32::from);
        black_box(write(units, room));
    }),
];

const UTF32_TO_UTF8: &[Peer<u32, u8>] = &[
    #[cfg(feature = "simdutf")]
    simdutf!(convert_utf32_to_utf8),
    ("std", |source, room| {
        let characters = source.iter().map_while(|unit| char::from_u32(*unit));
        black_box(write_characters(characters, room));
    }),
];

const UTF8_TO_LATIN1: &[Peer<u8, u8>] = &[
    #[cfg(feature = "simdutf")]
    simdutf!(convert_utf8_to_latin1),
    // It takes valid text only, and does not look.
    ("encoding_rs", |source, room| {
        let valid = std::str::from_utf8(source).is_ok();
        black_box(if valid { encoding_rs::mem::convert_utf8_to_latin1_lossy(source, room) } else { 0 });
    }),
    ("std", |source, room| {
        let characters = std::str::from_utf8(source).unwrap_or_default().chars();
        black_box(write(characters.map_while(|c| u8::try_from(u32::from(c)).ok()), room));
    }),
];

const LATIN1_TO_UTF8: &[Peer<u8, u8>] = &[
    #[cfg(feature = "simdutf")]
    simdutf!(convert_latin1_to_utf8),
    ("encoding_rs", |source, room| _ = black_box(encoding_rs::mem::convert_latin1_to_utf8(source, room))),
    ("std", |source, room| {
        black_box(write_characters(source.iter().map(|octet| char::from(*octet)), room));
    }),
];

/// The obvious loop: unit by unit.
fn write<U>(units: impl Iterator<Item = U>, room: &mut [U]) -> usize {
    let mut written = 0;
    for (slot, unit) in room.iter_mut().zip(units) {
        *slot = unit;
        written += 1;
    }
    written
}

/// The obvious loop: character by character.
fn write_characters(characters: impl Iterator<Item = char>, room: &mut [u8]) -> usize {
    let mut written = 0;
    for character in characters {
        written += character.encode_utf8(&mut room[written..]).len();
    }
    written
}

/// Runs the contenders in turn, and prints how fast the first is.
fn report(what: &str, octets: usize, mut contenders: Vec<Contender<'_>>) {
    let mut times = vec![Vec::new(); contenders.len()];
    for round in 0..ROUNDS + 2 {
        for turn in 0..contenders.len() {
            let at = (round + turn) % contenders.len();
            let start = Instant::now();
            contenders[at].1();
            if round >= 2 {
                times[at].push(start.elapsed().as_secs_f64());
            }
        }
    }
    let speed = octets as f64 / stats::median(&times[0]) / 1e9;
    print!("{what:24} {speed:6.2}");
    for (at, (peer, _)) in contenders.iter().enumerate().skip(1) {
        let rounds: Vec<f64> = times[at].iter().zip(&times[0]).map(|(theirs, ours)| theirs / ours).collect();
        print!("  {peer} {:5.2}", stats::median(&rounds));
    }
    println!();
}
