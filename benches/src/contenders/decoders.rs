//! Lossy decoders, and iterators over characters.

use bstr::ByteSlice as _;
use placemat::{backend::Handle, chars};

use super::{
    checks, contender,
    contender::{Contender, Kind},
    task::{Task, sum},
};

/// Decoders with U+FFFD. The facade also takes part once for each backend, in processes of their own.
pub(super) fn lossy(runnable: &[(&str, Handle)]) -> Vec<Contender> {
    let peer = |name, decode: fn(&[u8]) -> usize| Contender::with_task(Task::Lossy, name, Kind::Peer, decode);
    let mut all = vec![
        Contender::with_task(Task::Lossy, "placemat", Kind::Facade, checks::lossy),
        peer("std", |bytes| String::from_utf8_lossy(bytes).len()),
        peer("encoding_rs", |bytes| encoding_rs::UTF_8.decode_without_bom_handling(bytes).0.len()),
        peer("bstr", |bytes| bytes.to_str_lossy().len()),
        Contender::with_task(Task::Lossy, "validate+copy", Kind::Limit, copied),
    ];
    all.extend(contender::facades(Task::Lossy, runnable));
    all
}

fn copied(bytes: &[u8]) -> usize {
    placemat::from_utf8(bytes).map_or(0, |text| std::hint::black_box(text.to_owned()).len())
}

/// Iterators over characters, in both directions.
pub(super) fn chars() -> Vec<Contender> {
    let one = |back, name, kind, run: fn(&[u8]) -> usize| {
        Contender::with_task(Task::Chars { back }, name, kind, run)
    };
    vec![
        one(false, "placemat", Kind::Facade, |bytes| sum(chars::chars_lossy(bytes))),
        one(false, "bstr", Kind::Peer, |bytes| sum(bytes.chars())),
        one(false, "std", Kind::Peer, |bytes| str::from_utf8(bytes).map_or(0, |text| sum(text.chars()))),
        one(true, "placemat", Kind::Facade, |bytes| sum(chars::chars_lossy(bytes).rev())),
        one(true, "bstr", Kind::Peer, |bytes| sum(bytes.chars().rev())),
        one(true, "std", Kind::Peer, |bytes| str::from_utf8(bytes).map_or(0, |text| sum(text.chars().rev()))),
    ]
}
