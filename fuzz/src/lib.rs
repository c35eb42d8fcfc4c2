//! The checks of the fuzz targets: every backend that this machine supports returns the same results as the standard
//! library and the RFC's grammar, in every field; so do the functions of the facade; and the division of a text into
//! pieces makes no difference.
//!
//! A fuzzer finds inputs that reach new code, but no long ones. So one target uses the fuzzer's input as the text,
//! and another one as a [recipe]. Three more split texts: see [pieces]. Two convert between encodings: see
//! [conversions]. Two test readers, writers and signatures: see [mod@io]. One tests columns of strings: see
//! [mod@batch].

#![forbid(unsafe_code)]

pub mod batch;
pub mod conversions;
pub mod io;
pub mod pieces;
pub mod recipe;

use std::borrow::Cow;

use placemat::{
    backend::{self, Backend, Handle, Scan, Validate},
    convert::{Converter, Stop, Utf8, Utf16},
};
use placemat_conformance::{reference, subject::Fault};

/// The function of a target, which takes the fuzzer's input.
pub type Target = fn(&[u8]);

/// The targets, by name. Each has a program in `fuzz_targets/`, and seeds.
pub const TARGETS: [(&str, Target); 10] = [
    ("bytes", bytes),
    ("recipes", recipes),
    ("chunks", pieces::chunks),
    ("streams", pieces::streams),
    ("summaries", pieces::summaries),
    ("conversions", conversions::units),
    ("conversion-recipes", conversions::recipes),
    ("io", io::io),
    ("signatures", io::signatures),
    ("batch", batch::batch),
];

/// The bytes after a plan are the text.
///
/// # Panics
///
/// If a result is wrong.
pub fn bytes(data: &[u8]) {
    if let Some((plan, text)) = Plan::read(data) {
        check(plan, text);
    }
}

/// The bytes after a plan are a recipe for the text.
///
/// # Panics
///
/// If a result is wrong.
pub fn recipes(data: &[u8]) {
    if let Some((plan, recipe)) = Plan::read(data) {
        check(plan, &recipe::cook(recipe));
    }
}

/// The place of the text, and its division into pieces.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The number of bytes before it, in an allocation that ends with the text.
    offset: usize,
    /// The lengths of a stream's pieces, used alternately; none is 0.
    pieces: [usize; 2],
}

impl Plan {
    /// The plan in the first three bytes of the fuzzer's input, and the remaining bytes.
    #[must_use]
    pub fn read(data: &[u8]) -> Option<(Self, &[u8])> {
        let ([offset, first, second], rest) = data.split_first_chunk()?;
        // Up to sixteen bytes; or a multiple of 64 plus up to three.
        let piece = |byte: u8| match usize::from(byte) {
            small @ 0..16 => small + 1,
            large => 64 * (large / 4) + large % 4,
        };
        Some((Self { offset: usize::from(offset % 64), pieces: [piece(*first), piece(*second)] }, rest))
    }
}

/// Runs all checks on one text.
///
/// # Panics
///
/// If a result is wrong.
pub fn check(plan: Plan, text: &[u8]) {
    // The sanitizer detects a read past the end of an allocation.
    let mut bytes = Vec::with_capacity(plan.offset + text.len());
    bytes.resize(plan.offset, b'<');
    bytes.extend(text);
    let bytes = bytes.into_boxed_slice();
    let text = &bytes[plan.offset..];

    for_each_backend(|name, backend| {
        if let Some(wrong) = wrong(&backend, text) {
            panic!("{name}: {wrong}");
        }
        converts(name, backend, text);
        let good = text.utf8_chunks().next().map_or(0, |chunk| chunk.valid().len());
        assert_eq!(stream(&backend, plan, text), good, "{name} in pieces");
    });

    assert_eq!(placemat::from_utf8(text).ok(), std::str::from_utf8(text).ok());
    let (lossy, expected) = (placemat::from_utf8_lossy(text), String::from_utf8_lossy(text));
    assert_eq!(lossy, expected);
    assert_eq!(matches!(lossy, Cow::Borrowed(_)), matches!(expected, Cow::Borrowed(_)));
}

/// Checks every backend that this machine supports; there must be at least one.
pub(crate) fn for_each_backend(check: impl Fn(&str, Handle)) {
    let handles = backend::all().iter().filter_map(|entry| Some((entry.name(), entry.get().ok()?)));
    let ran = handles.map(|(name, handle)| check(name, handle)).count();
    assert!(ran > 0, "no backend ran");
}

/// Converts a text, and the same bytes interpreted as UTF-16. The results are in exact allocations, so that a
/// sanitizer detects a write past them.
fn converts(name: &str, backend: Handle, text: &[u8]) {
    let expected: Vec<u16> = String::from_utf8_lossy(text).encode_utf16().collect();
    let mut dst = vec![0; expected.len()].into_boxed_slice();
    let done = Converter::<Utf8, Utf16>::lossy().with_backend(backend).convert(text, &mut dst);
    assert_eq!((done.read, done.stop), (text.len(), Stop::End), "{name} to UTF-16");
    assert_eq!(dst[..], expected, "{name} to UTF-16");

    let (units, _) = text.as_chunks();
    let units: Box<[u16]> = units.iter().map(|unit| u16::from_le_bytes(*unit)).collect();
    let expected = String::from_utf16_lossy(&units);
    let mut dst = vec![0; expected.len()].into_boxed_slice();
    let done = Converter::<Utf16, Utf8>::lossy().with_backend(backend).convert(&units, &mut dst);
    assert_eq!((done.read, done.stop), (units.len(), Stop::End), "{name} from UTF-16");
    assert_eq!(dst[..], *expected.as_bytes(), "{name} from UTF-16");
}

/// The first wrong result of a backend for a text.
pub fn wrong(backend: &dyn Backend, text: &[u8]) -> Option<String> {
    let known = std::str::from_utf8(text);
    let scan = backend.scan(text);
    match (scan, &known) {
        (Scan::Clean, Ok(_)) => {}
        (Scan::Suspect { from }, Err(_)) if hides_nothing(text, from) => {}
        _ => return Some(format!("{scan:?}, where the standard library says {known:?}")),
    }
    let got = backend.validate(text);
    match (got, known) {
        (Ok(()), Ok(_)) => None,
        (Err(got), Err(known)) => {
            // The standard library reports no kinds; the grammar provides them, from the start of the error.
            let right = reference::read_between(text, known.valid_up_to(), text.len());
            let places = (got.valid_up_to(), got.error_len()) == (known.valid_up_to(), known.error_len());
            // Ours is the standard library's text and then the kind.
            let text = got.to_string().starts_with(&known.to_string());
            let same = Err(Fault::from(got)) == right && places && text;
            (!same).then(|| format!("{got:?}, where the library says {known:?} and the grammar {right:?}"))
        }
        (got, known) => Some(format!("{got:?}, where the standard library says {known:?}")),
    }
}

/// Whether there is no error before `from`: the contract of [`Scan::Suspect`].
fn hides_nothing(text: &[u8], from: usize) -> bool {
    let Some(before) = text.get(..from) else { return false };
    let valid_up_to = std::str::from_utf8(before).map_or_else(|error| error.valid_up_to(), str::len);
    match &before[valid_up_to..] {
        [] => true,
        [lead, tail @ ..] => *lead >= 0xC0 && tail.len() < 3 && tail.iter().all(|byte| byte & 0xC0 == 0x80),
    }
}

/// The number of valid bytes in a text for a reader that gets it in pieces, and carries a truncated sequence over to
/// the next piece.
fn stream(backend: &dyn Backend, plan: Plan, text: &[u8]) -> usize {
    let mut good = 0;
    let mut rest = text;
    let mut kept: Vec<u8> = Vec::new();
    // Larger pieces for a long text, to limit the time.
    let least = text.len() / 256;
    for turn in 0.. {
        let (piece, others) = rest.split_at(plan.pieces[turn % 2].max(least).min(rest.len()));
        rest = others;
        kept.extend(piece);
        let (now, later) = placemat::split_incomplete(&kept);
        if let Err(error) = backend.validate(now) {
            return good + error.valid_up_to();
        }
        good += now.len();
        kept = later.to_vec();
        if rest.is_empty() {
            break;
        }
    }
    // A truncated sequence at the end is an error at its start.
    good
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use placemat::backend::Info;
    use placemat_conformance::cases;

    use super::*;

    /// A backend that finds errors one byte late.
    struct Late;

    impl Backend for Late {
        fn info(&self) -> &'static Info {
            const INFO: Info = Info::new("late", "wrong");
            &INFO
        }

        fn scan(&self, bytes: &[u8]) -> Scan {
            match std::str::from_utf8(bytes) {
                Ok(_) => Scan::Clean,
                Err(error) => Scan::Suspect { from: (error.valid_up_to() + 1).min(bytes.len()) },
            }
        }
    }

    #[test]
    fn what_is_wrong_is_found() {
        assert_eq!(wrong(&Late, b"good"), None);
        // Only a lead is permitted before `from`.
        assert_eq!(wrong(&Late, b"a\xC3b"), None);
        assert!(wrong(&Late, b"a\x80b").is_some());
        let scalar = &backend::by_name("scalar").unwrap().get().unwrap();
        assert_eq!(wrong(scalar, b"a\x80b"), None);
    }

    #[test]
    fn a_stream_has_the_same_good_bytes() {
        let scalar = &backend::by_name("scalar").unwrap().get().unwrap();
        for first in 0..=255 {
            let (plan, _) = Plan::read(&[0, first, 1]).unwrap();
            assert_eq!(stream(scalar, plan, "ca\u{E9}\u{4E2D}".repeat(99).as_bytes()), 7 * 99);
            assert_eq!(stream(scalar, plan, b"caf\xC3\xA9\xFF."), 5);
            assert_eq!(stream(scalar, plan, b"caf\xE2\x82"), 3);
            assert_eq!(stream(scalar, plan, b""), 0);
        }
    }

    /// The dictionary of the target `bytes` contains cases, and a block of ASCII.
    #[test]
    fn the_dictionary_has_cases() {
        let dictionary = include_str!("../utf8.dict");
        let mut count = 0;
        for entry in dictionary.lines().filter_map(|line| line.strip_prefix('"')?.strip_suffix('"')) {
            let bytes: Vec<u8> = match entry.strip_prefix("\\x") {
                Some(hex) => hex.split("\\x").map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect(),
                None => entry.bytes().collect(),
            };
            assert!(bytes == [b'a'; 64] || cases::all().any(|case| case.bytes == bytes), "{entry}");
            count += 1;
        }
        assert!(count > 15, "only {count} entries");
    }

    /// Tests the seeds on every machine, without a fuzzer.
    #[test]
    fn the_seeds_pass() {
        for (name, target) in TARGETS {
            let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(name);
            let mut count = 0;
            for file in fs::read_dir(dir).unwrap() {
                target(&fs::read(file.unwrap().path()).unwrap());
                count += 1;
            }
            assert!(count >= 5, "{name}: only {count} seeds");
        }
    }
}
