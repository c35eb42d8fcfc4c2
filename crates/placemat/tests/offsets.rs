//! Offsets in the source of a conversion, compared with sums over characters: all pairs of encodings, all backends.
#![cfg(feature = "std")]

use itertools::iproduct;
use placemat::backend::{self, Handle};
use placemat::convert::{
    Converter, Encoding, Latin1, Offsets, Route, SourceMap, Stop, Utf8, Utf16, Utf16Be, Utf16Le, Utf32,
    Utf32Be, Utf32Le,
};
use placemat_conformance::{is_thinned, random::Random};

/// An encoding with a sequence that is replaced by one character; in Latin-1 that is a question mark itself.
trait Source: Encoding {
    const REPLACED: &'static [Self::Unit];
}

macro_rules! sources {
    ($($S:ident $REPLACED:expr;)*) => {
        $(impl Source for $S { const REPLACED: &'static [Self::Unit] = &$REPLACED; })*
    };
}

sources! {
    Utf8 [0xF0, 0x9F, 0x8D];
    Utf16 [0xD83C];
    Utf16Le [0x3C, 0xD8];
    Utf16Be [0xD8, 0x3C];
    Utf32 [0xD83C];
    Utf32Le [0x3C, 0xD8, 0, 0];
    Utf32Be [0, 0, 0xD8, 0x3C];
    Latin1 *b"?";
}

/// The units of a character, if there is one that the encoding has.
fn encode<E: Encoding>(character: Option<char>) -> Option<Vec<E::Unit>> {
    let mut dst = [E::Unit::default(); 4];
    E::encode(character?, &mut dst).ok().map(|len| dst[..len].to_vec())
}

/// Compares places in the result of these characters, or errors, with sums over them, each `step` units.
fn check<S: Route<D> + Source, D: Encoding>(characters: &[Option<char>], step: usize, backend: Handle) {
    let sequence = |character: &Option<char>| match encode::<S>(*character) {
        Some(units) => (units, *character),
        None => (S::REPLACED.to_vec(), Some('?').filter(|_| S::NAME == Latin1::NAME)),
    };
    let sequences: Vec<_> = characters.iter().map(sequence).collect();
    let source: Vec<S::Unit> = sequences.iter().flat_map(|(units, _)| units).copied().collect();
    for is_lossy in [false, true] {
        let converter = if is_lossy { Converter::<S, D>::lossy() } else { Converter::strict() };
        let converter = converter.with_backend(backend);
        let replacement = if is_lossy { encode::<D>(Some(D::REPLACEMENT)) } else { None };
        let (mut places, mut all) = (vec![Offsets::default()], Vec::new());
        for (units, character) in &sequences {
            let Some(written) = encode::<D>(*character).or_else(|| replacement.clone()) else { break };
            all.extend(written);
            let source = places[places.len() - 1].source + units.len();
            places.push(Offsets { source, output: all.len() });
        }
        let end = places[places.len() - 1];
        let what = || format!("{} to {}, lossy: {is_lossy}, {characters:?}", S::NAME, D::NAME);

        let (mut map, mut random) = (SourceMap::new(converter), Random(step as u64));
        let mut found = Vec::new();
        loop {
            let lens = [7, 50, 2000, usize::MAX >> 1];
            let part = &source[map.end().source..];
            let part = &part[..part.len().min(random.pick(&lens))];
            let mut dst = vec![D::Unit::default(); random.pick(&lens).min(all.len() + 4)];
            let is_last = map.end().source + part.len() == source.len();
            let done = if is_last { map.convert(part, &mut dst) } else { map.convert_chunk(part, &mut dst) };
            found.extend_from_slice(&dst[..done.written]);
            let is_over = !matches!(done.stop, Stop::End | Stop::OutputFull | Stop::Incomplete);
            if is_over || is_last && done.stop == Stop::End {
                break;
            }
        }
        assert_eq!((map.end(), &found), (end, &all), "{}", what());

        for output in (0..all.len() + 2).step_by(step) {
            let place = places[places.partition_point(|place| place.output <= output) - 1];
            assert_eq!(map.floor_offsets(&source, output), place, "{output}: {}", what());
            assert_eq!(converter.floor_offsets(&source, output), place, "{output}: {}", what());
            let entry = map.floor_entry(output);
            let is_known = places.binary_search(&entry).is_ok();
            assert!(is_known && entry <= place, "{output}: {entry:?}, {}", what());
            let near = &source[entry.source..source.len().min(entry.source + 8192)];
            let further = converter.floor_offsets(near, output - entry.output);
            assert_eq!(entry.source + further.source, place.source, "{output}, read again: {}", what());
        }
    }
}

/// [`check`] for all pairs of encodings and all backends that this machine supports.
fn check_pairs(characters: &[Option<char>], step: usize) {
    for backend in backend::all().iter().filter_map(|entry| entry.get().ok()) {
        macro_rules! from {
            ($D:ident: $($S:ident)*) => { $(check::<$S, $D>(characters, step, backend);)* };
        }
        macro_rules! to {
            ($($D:ident)*) => { $(from!($D: Utf8 Utf16 Utf16Le Utf16Be Utf32 Utf32Le Utf32Be Latin1);)* };
        }
        to!(Utf16 Utf16Le Utf16Be Utf32 Utf32Le Utf32Be Latin1);
        from!(Utf8: Utf16 Utf16Le Utf16Be Utf32 Utf32Le Utf32Be Latin1);
    }
}

/// Characters of every length, and one that Latin-1 has beyond ASCII.
const KINDS: [Option<char>; 4] = [Some('a'), Some('\u{E9}'), Some('\u{20AC}'), Some('\u{1F37D}')];

#[test]
fn every_offset_of_a_few_characters() {
    let (mut random, mut kinds) = (Random(7), KINDS.to_vec());
    kinds.push(None);
    check_pairs(&[], 1);
    for (len, known) in iproduct!((1..30).step_by(if is_thinned() { 7 } else { 1 }), 1..=kinds.len()) {
        check_pairs(&(0..len).map(|_| random.pick(&kinds[..known])).collect::<Vec<_>>(), 1);
    }
}

/// Long enough for entries, with errors nowhere, near the end, or everywhere.
#[test]
fn offsets_in_long_texts() {
    let mut random = Random(8);
    for (kinds, errors) in [(2, 0), (4, 1), (1, 3), (4, 2000)] {
        let mut characters: Vec<_> = (0..9000).map(|_| random.pick(&KINDS[..kinds])).collect();
        for nth in 0..errors {
            let at = if errors < 9 { 8990 + nth } else { random.below(characters.len()) };
            characters[at] = None;
        }
        check_pairs(&characters, if is_thinned() { 2999 } else { 331 });
    }
}
