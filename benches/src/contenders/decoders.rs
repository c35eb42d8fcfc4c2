//! Lossy decoders, and iterators over characters.

use std::{borrow::Cow, hint::black_box, mem::take};

use bstr::ByteSlice as _;
use placemat::{backend::Handle, chars};

use super::contender::{self, Contender, Kind};
use super::task::{Task, sum};

/// Decoders with U+FFFD. The facade also takes part once for each backend, in processes of their own.
pub(super) fn lossy(runnable: &[(&str, Handle)]) -> Vec<Contender> {
    let peer = |name, decode: fn(&[u8]) -> usize| Contender::new(Task::Lossy, name, Kind::Peer, decode);
    let mut all = vec![
        Contender::new(Task::Lossy, "placemat", Kind::Facade, |bytes| {
            black_box(placemat::from_utf8_lossy(bytes)).len()
        }),
        peer("std", |bytes| String::from_utf8_lossy(bytes).len()),
        peer("encoding_rs", |bytes| encoding_rs::UTF_8.decode_without_bom_handling(bytes).0.len()),
        peer("bstr", |bytes| bytes.to_str_lossy().len()),
        Contender::new(Task::Lossy, "validate+copy", Kind::Limit, |bytes| {
            placemat::from_utf8(bytes).map_or(0, |text| black_box(text.to_owned()).len())
        }),
    ];
    all.extend(contender::facades(Task::Lossy, runnable));
    all
}

/// Decoders that take the vector: with U+FFFD, and from the error of a strict conversion.
pub(super) fn owned() -> Vec<Contender> {
    let one = |name, kind, run: fn(&mut Vec<u8>) -> usize| {
        Contender::prepared(Task::Own { from_error: false }, name, kind, <[u8]>::to_vec, run)
    };
    let from_error = Task::Own { from_error: true };
    vec![
        one("placemat", Kind::Facade, |bytes| black_box(placemat::string_from_utf8_lossy(take(bytes))).len()),
        one("std", Kind::Peer, |bytes| {
            let bytes = take(bytes);
            // As in `String::from_utf8_lossy_owned`, which is unstable.
            let text = match String::from_utf8_lossy(&bytes) {
                Cow::Owned(text) => text.into_bytes(),
                Cow::Borrowed(_) => bytes,
            };
            black_box(text).len()
        }),
        Contender::prepared(
            from_error,
            "placemat",
            Kind::Facade,
            |bytes| placemat::string_from_utf8(bytes.to_vec()).err(),
            |error| error.take().map_or(0, |error| black_box(error.into_utf8_lossy()).len()),
        ),
        Contender::prepared(
            from_error,
            "std",
            Kind::Peer,
            |bytes| String::from_utf8(bytes.to_vec()).err(),
            |error| error.take().map_or(0, |error| black_box(std_into_utf8_lossy(&error)).len()),
        ),
    ]
}

/// As in std's `FromUtf8Error::into_utf8_lossy`, which is unstable.
fn std_into_utf8_lossy(error: &std::string::FromUtf8Error) -> Vec<u8> {
    let (valid, rest) = error.as_bytes().split_at(error.utf8_error().valid_up_to());
    let mut text = Vec::with_capacity(valid.len() + rest.len());
    text.extend_from_slice(valid);
    for chunk in rest.utf8_chunks() {
        text.extend_from_slice(chunk.valid().as_bytes());
        if !chunk.invalid().is_empty() {
            text.extend_from_slice("\u{FFFD}".as_bytes());
        }
    }
    text
}

/// Iterators over characters, in both directions.
pub(super) fn chars() -> Vec<Contender> {
    let one =
        |back, name, kind, run: fn(&[u8]) -> usize| Contender::new(Task::Chars { back }, name, kind, run);
    vec![
        one(false, "placemat", Kind::Facade, |bytes| sum(chars::chars_lossy(bytes))),
        one(false, "bstr", Kind::Peer, |bytes| sum(bytes.chars())),
        one(false, "std", Kind::Peer, |bytes| str::from_utf8(bytes).map_or(0, |text| sum(text.chars()))),
        one(true, "placemat", Kind::Facade, |bytes| sum(chars::chars_lossy(bytes).rev())),
        one(true, "bstr", Kind::Peer, |bytes| sum(bytes.chars().rev())),
        one(true, "std", Kind::Peer, |bytes| str::from_utf8(bytes).map_or(0, |text| sum(text.chars().rev()))),
    ]
}
