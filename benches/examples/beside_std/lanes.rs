//! Who takes part.

use std::hint::black_box;

use placemat::{
    backend::Handle,
    convert::{Converter, Encoding, Route, Stop, Utf8, Utf16},
};

/// Who takes part, by name. The first two are the standard library, and the third is the control.
pub(crate) type Lane<'a, S> = (&'a str, Box<dyn FnMut(&[S]) + 'a>);
pub(crate) const PEERS: usize = 2;

/// A backend by name; without a handle, the one that calls are dispatched to.
pub(crate) type Backend = (&'static str, Option<Handle>);

/// Room for any string.
pub(crate) const ROOM: usize = 2048;

/// Everyone, from UTF-8: the standard library's iterator over units fills a room, and extends a vector.
macro_rules! units {
    ($D:ty, $backends:expr, $iterate:expr) => {{
        use placemat::convert::Encoding;
        use $crate::lanes::{ROOM, beside};

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
        use placemat::convert::Encoding;
        use $crate::lanes::{ROOM, beside};

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

pub(crate) use {characters, units};

/// The loop over the standard library's iterator, the other one, the first one once more, and the backends.
pub(crate) fn beside<'a, S: Route<D>, D: Encoding>(
    backends: &[Backend],
    into: impl FnMut(&[S::Unit]) + 'a,
    again: impl FnMut(&[S::Unit]) + 'a,
    extend: impl FnMut(&[S::Unit]) + 'a,
) -> Vec<Lane<'a, S::Unit>> {
    let mut lanes: Vec<Lane<'a, S::Unit>> =
        vec![("into a room", Box::new(into)), ("extend", Box::new(extend)), ("control", Box::new(again))];
    for (name, handle) in backends {
        let converter = by(Converter::<S, D>::strict(), *handle);
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

fn by<S: Route<D>, D: Encoding>(converter: Converter<S, D>, handle: Option<Handle>) -> Converter<S, D> {
    handle.map_or(converter, |handle| converter.by(handle))
}

/// Everyone whose answer is a value: a length, a vector, a string.
pub(crate) fn answers<'a, S: Route<D> + 'a, D: Encoding + 'a, T>(
    backends: &[Backend],
    std: impl Fn(&[S::Unit]) -> T + Copy + 'a,
    ours: impl Fn(&Converter<S, D>, &[S::Unit]) -> T + Copy + 'a,
) -> Vec<Lane<'a, S::Unit>> {
    answers_of(Converter::strict(), backends, std, ours)
}

/// The same of converters that replace.
pub(crate) fn lossy_answers<'a, S: Route<D> + 'a, D: Encoding + 'a, T>(
    backends: &[Backend],
    std: impl Fn(&[S::Unit]) -> T + Copy + 'a,
    ours: impl Fn(&Converter<S, D>, &[S::Unit]) -> T + Copy + 'a,
) -> Vec<Lane<'a, S::Unit>> {
    answers_of(Converter::lossy(), backends, std, ours)
}

fn answers_of<'a, S: Route<D> + 'a, D: Encoding + 'a, T>(
    converter: Converter<S, D>,
    backends: &[Backend],
    std: impl Fn(&[S::Unit]) -> T + Copy + 'a,
    ours: impl Fn(&Converter<S, D>, &[S::Unit]) -> T + Copy + 'a,
) -> Vec<Lane<'a, S::Unit>> {
    let theirs = || Box::new(move |source: &[S::Unit]| _ = black_box(std(source)));
    let mut lanes: Vec<Lane<'a, S::Unit>> = vec![("std", theirs()), ("std", theirs()), ("control", theirs())];
    for (name, handle) in backends {
        let converter = by(converter, *handle);
        lanes.push((name, Box::new(move |source: &[S::Unit]| _ = black_box(ours(&converter, source)))));
    }
    lanes
}

pub(crate) fn to_vec(converter: &Converter<Utf8, Utf16>, octets: &[u8]) -> Vec<u16> {
    converter.to_vec(octets).unwrap_or_default()
}

pub(crate) fn to_text<S: Route<Utf8>>(converter: &Converter<S, Utf8>, units: &[S::Unit]) -> String {
    converter.to_text(units).unwrap_or_default()
}

pub(crate) fn judged_len<S: Route<D>, D: Encoding>(converter: &Converter<S, D>, source: &[S::Unit]) -> usize {
    converter.len(source).unwrap_or_default()
}
