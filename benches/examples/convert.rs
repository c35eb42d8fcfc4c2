//! How fast conversion is beside its peers: `cargo run --release -p placemat-benches --features simdutf
//! --example convert -- [DIR]`, where DIR has texts; without it, they are generated. Each line is a text at a
//! mebibyte, or at as many octets as `SIZE` says; `SIZE=16..256` stands for strings of shuffled lengths. It
//! shows gigaoctets of UTF-8 a second, and how many times as fast as each peer that is (the median of paired
//! rounds). simdutf takes its best kernel, or the one that `SIMDUTF_FORCE_IMPLEMENTATION` names; placemat the
//! backend in `PLACEMAT`, or its best one. `ONLY` names a direction, such as `8-32`, and `TEXT` a text.
//! `ERRORS=64` puts something ill formed into all but Latin-1, so many octets of text apart on average; all replace
//! it then. There are directions from and to octets then, such as `16le-8`.

use std::{env, hint::black_box, io, path::PathBuf, time::Instant};

use placemat::{
    backend::{self, Handle},
    convert::{Converter, Encoding, Latin1, Route, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be},
};
use placemat_benches::{
    random::Random,
    run, stats,
    texts::{self, Text, boundary},
};

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
    let (least, most) = sizes().unwrap_or((1 << 20, 1 << 20));
    let only = env::var("ONLY").ok();
    let wanted = |direction: &str| only.as_deref().is_none_or(|only| only == direction);
    let text = env::var("TEXT").ok();
    println!("{name}: GB/s; ratios to each peer");
    for text in texts.iter().filter(|one| text.as_ref().is_none_or(|name| *name == one.name)) {
        let pieces = pieces(text, least, most);
        if let Some(every) = env::var("ERRORS").ok().and_then(|every| every.parse().ok()) {
            replaced(handle, text, &pieces, every, &wanted);
            continue;
        }
        if wanted("8-16") {
            let sources = each(&pieces, |piece| piece.as_bytes().to_vec());
            report(text, "8-16", &pieces, contenders::<Utf8, Utf16>(handle, &sources, UTF8_TO_UTF16));
        }
        if wanted("16-8") {
            let sources = each(&pieces, |piece| piece.encode_utf16().collect());
            report(text, "16-8", &pieces, contenders::<Utf16, Utf8>(handle, &sources, UTF16_TO_UTF8));
        }
        if wanted("8-32") {
            let sources = each(&pieces, |piece| piece.as_bytes().to_vec());
            report(text, "8-32", &pieces, contenders::<Utf8, Utf32>(handle, &sources, UTF8_TO_UTF32));
        }
        if wanted("32-8") {
            let sources = each(&pieces, |piece| piece.chars().map(u32::from).collect());
            report(text, "32-8", &pieces, contenders::<Utf32, Utf8>(handle, &sources, UTF32_TO_UTF8));
        }
        // Text in other scripts is not in Latin-1, but for a few characters in hundreds.
        let len = |pieces: &[String]| pieces.iter().map(String::len).sum::<usize>();
        let narrow = each(&pieces, |piece| piece.chars().filter(|one| *one <= '\u{FF}').collect::<String>());
        if len(&narrow) < len(&pieces) / 100 * 95 {
            continue;
        }
        if wanted("8-latin1") {
            let sources = each(&narrow, |piece| piece.as_bytes().to_vec());
            report(text, "8-latin1", &narrow, contenders::<Utf8, Latin1>(handle, &sources, UTF8_TO_LATIN1));
        }
        if wanted("latin1-8") {
            let octets =
                |piece: &str| piece.chars().filter_map(|c| u8::try_from(u32::from(c)).ok()).collect();
            let sources = each(&narrow, octets);
            report(text, "latin1-8", &narrow, contenders::<Latin1, Utf8>(handle, &sources, LATIN1_TO_UTF8));
        }
    }
    Ok(())
}

/// Every direction but from Latin-1, with something ill formed so many octets of text apart.
fn replaced(handle: Handle, text: &Text, pieces: &[String], every: usize, wanted: &dyn Fn(&str) -> bool) {
    let octets = each(pieces, |piece| with_errors(piece, every, &ILL_FORMED, |text| text.bytes()));
    let lone: &[&[u16]] = &[&[0xDC00]];
    let units = each(pieces, |piece| with_errors(piece, every, lone, str::encode_utf16));
    let numbers: &[&[u32]] = &[&[0xDC00], &[u32::MAX]];
    let numbers =
        each(pieces, |piece| with_errors(piece, every, numbers, |text| text.chars().map(u32::from)));
    macro_rules! directions {
        ($($name:literal $S:ident $D:ident: $sources:expr, $peers:expr;)*) => {
            $(if wanted($name) {
                report(text, $name, pieces, replacing::<$S, $D>(handle, $sources, $peers));
            })*
        };
    }
    directions! {
        "8-16" Utf8 Utf16: &octets, REPLACED_TO_UTF16;
        "8-16le" Utf8 Utf16Le: &octets, &[];
        "8-16be" Utf8 Utf16Be: &octets, &[];
        "8-32" Utf8 Utf32: &octets, REPLACED_TO_UTF32;
        "8-32be" Utf8 Utf32Be: &octets, &[];
        "8-latin1" Utf8 Latin1: &octets, &[];
        "16-8" Utf16 Utf8: &units, REPLACED_TO_UTF8;
        "16le-8" Utf16Le Utf8: &each_flat(&units, u16::to_le_bytes), REPLACED_FROM_LE;
        "16be-8" Utf16Be Utf8: &each_flat(&units, u16::to_be_bytes), REPLACED_FROM_BE;
        "32-8" Utf32 Utf8: &numbers, REPLACED_FROM_UTF32;
        "32be-8" Utf32Be Utf8: &each_flat(&numbers, u32::to_be_bytes), &[];
    }
}

/// Units as octets.
fn each_flat<U: Copy, const N: usize>(sources: &[Vec<U>], octets: impl Fn(U) -> [u8; N]) -> Vec<Vec<u8>> {
    sources.iter().map(|source| source.iter().flat_map(|unit| octets(*unit)).collect()).collect()
}

/// The fewest and the most octets that an input has.
fn sizes() -> Option<(usize, usize)> {
    let size = env::var("SIZE").ok()?;
    let (least, most) = size.split_once("..").unwrap_or((&size, &size));
    Some((least.parse().ok()?, most.parse().ok()?))
}

/// The inputs of a round: the same one several times, or pieces of shuffled lengths.
fn pieces(text: &Text, least: usize, most: usize) -> Vec<String> {
    let inputs = (WORK / most).max(1);
    if least == most {
        return vec![text.sample(most, 1); inputs];
    }
    // So many pieces that no branch predictor learns them.
    let inputs = 16 * inputs;
    let (all, mut random) = (text.sample(1 << 20, 1), Random(1));
    let piece = |_| {
        let from = boundary(&all, random.below(all.len() - most));
        let rest = &all[from..];
        rest[..boundary(rest, random.between(least, most))].to_owned()
    };
    (0..inputs).map(piece).collect()
}

fn each<U>(pieces: &[String], of: impl Fn(&str) -> U) -> Vec<U> {
    pieces.iter().map(|piece| of(piece)).collect()
}

/// Ill-formed sequences of UTF-8.
const ILL_FORMED: [&[u8]; 6] = [b"\xFF", b"\xE2\x82", b"\xC3", b"\x80", b"\xF0\x9F\x98", b"\xC0\xAF"];

/// Units of the text with ill-formed ones between them, on average so many octets of text apart.
fn with_errors<'a, U: Copy, I: Iterator<Item = U>>(
    mut text: &'a str,
    every: usize,
    errors: &[&[U]],
    units: impl Fn(&'a str) -> I,
) -> Vec<U> {
    let (mut all, mut random) = (Vec::new(), Random(1));
    while !text.is_empty() {
        let at = random.between(every / 2, every * 3 / 2).min(text.len());
        let (before, after) = text.split_at(boundary(text, at));
        all.extend(units(before));
        all.extend_from_slice(errors[random.below(errors.len())]);
        text = after;
    }
    all
}

/// [`contenders`] that strictly convert.
fn contenders<'a, S: Route<D>, D: Encoding>(
    handle: Handle,
    sources: &'a [Vec<S::Unit>],
    peers: &'a [Peer<S::Unit, D::Unit>],
) -> Vec<Contender<'a>> {
    beside(Converter::<S, D>::strict().by(handle), sources, peers)
}

/// Those that replace what is ill formed.
fn replacing<'a, S: Route<D>, D: Encoding>(
    handle: Handle,
    sources: &'a [Vec<S::Unit>],
    peers: &'a [Peer<S::Unit, D::Unit>],
) -> Vec<Contender<'a>> {
    beside(Converter::<S, D>::lossy().by(handle), sources, peers)
}

/// placemat first, then its peers, each with room of its own.
fn beside<'a, S: Route<D>, D: Encoding>(
    ours: Converter<S, D>,
    sources: &'a [Vec<S::Unit>],
    peers: &'a [Peer<S::Unit, D::Unit>],
) -> Vec<Contender<'a>> {
    // No unit becomes more than four.
    let longest = sources.iter().map(Vec::len).max().unwrap_or(0);
    let room = || vec![D::Unit::default(); 4 * longest + 64];
    let mut ours_room = room();
    let mut contenders: Vec<Contender<'a>> = vec![(
        "placemat",
        Box::new(move || {
            for source in sources {
                black_box(ours.convert(black_box(source), black_box(&mut ours_room)));
            }
        }),
    )];
    for (name, peer) in peers {
        let mut room = room();
        contenders.push((
            name,
            Box::new(move || {
                for source in sources {
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

const REPLACED_TO_UTF16: &[Peer<u8, u16>] =
    &[("encoding_rs", |source, room| _ = black_box(encoding_rs::mem::convert_utf8_to_utf16(source, room)))];

const REPLACED_TO_UTF8: &[Peer<u16, u8>] =
    &[("encoding_rs", |source, room| _ = black_box(encoding_rs::mem::convert_utf16_to_utf8(source, room)))];

/// The decoder of `encoding_rs` for UTF-16 in octets.
fn decoded(encoding: &'static encoding_rs::Encoding, source: &[u8], room: &mut [u8]) {
    _ = black_box(encoding.new_decoder_without_bom_handling().decode_to_utf8(source, room, true));
}

const REPLACED_FROM_LE: &[Peer<u8, u8>] =
    &[("encoding_rs", |source, room| decoded(encoding_rs::UTF_16LE, source, room))];

const REPLACED_FROM_BE: &[Peer<u8, u8>] =
    &[("encoding_rs", |source, room| decoded(encoding_rs::UTF_16BE, source, room))];

const REPLACED_TO_UTF32: &[Peer<u8, u32>] = &[("std", |source, room| {
    black_box(write(String::from_utf8_lossy(source).chars().map(u32::from), room));
})];

const REPLACED_FROM_UTF32: &[Peer<u32, u8>] = &[("std", |source, room| {
    let characters = source.iter().map(|unit| char::from_u32(*unit).unwrap_or(char::REPLACEMENT_CHARACTER));
    black_box(write_characters(characters, room));
})];

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
fn report(text: &Text, direction: &str, pieces: &[String], mut contenders: Vec<Contender<'_>>) {
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
    let octets: usize = pieces.iter().map(String::len).sum();
    let what = format!("{} {direction}", text.name);
    let speed = octets as f64 / stats::median(&times[0]) / 1e9;
    print!("{what:24} {speed:6.2}");
    for (at, (peer, _)) in contenders.iter().enumerate().skip(1) {
        let rounds: Vec<f64> = times[at].iter().zip(&times[0]).map(|(theirs, ours)| theirs / ours).collect();
        print!("  {peer} {:5.2}", stats::median(&rounds));
    }
    println!();
}
