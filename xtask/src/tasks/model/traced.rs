//! The program whose conversions are traced: `traced LIBRARY DIRECTION FILE`. `cargo xtask model --conversions`
//! compiles this file as a crate of its own; it is no module of xtask.
//!
//! A text is converted twice. What runs between the two marks, at the second time, is what a program executes
//! when it calls the library.

use std::{env, fs, hint::black_box};

use placemat::convert::{Converter, Encoding, Latin1, Route, Utf8, Utf16, Utf32};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = env::args().skip(1);
    let mut next = || args.next().ok_or("LIBRARY DIRECTION FILE");
    let (library, direction, path) = (next()?, next()?, next()?);
    let text = fs::read_to_string(path)?;
    let octets = text.as_bytes();
    let ours = library == "placemat";
    match direction.as_str() {
        "8-16" if ours => placemat::<Utf8, Utf16>(octets),
        "8-16" => peer(octets, simdutf::convert_utf8_to_utf16),
        "8-32" if ours => placemat::<Utf8, Utf32>(octets),
        "8-32" => peer(octets, simdutf::convert_utf8_to_utf32),
        "8-latin1" if ours => placemat::<Utf8, Latin1>(octets),
        "8-latin1" => peer(octets, simdutf::convert_utf8_to_latin1),
        "16-8" => {
            let units: Vec<u16> = text.encode_utf16().collect();
            if ours { placemat::<Utf16, Utf8>(&units) } else { peer(&units, simdutf::convert_utf16_to_utf8) }
        }
        "32-8" => {
            let units: Vec<u32> = text.chars().map(u32::from).collect();
            if ours { placemat::<Utf32, Utf8>(&units) } else { peer(&units, simdutf::convert_utf32_to_utf8) }
        }
        "latin1-8" => {
            let units: Vec<u8> =
                text.chars().map(|one| u8::try_from(u32::from(one))).collect::<Result<_, _>>()?;
            if ours { placemat::<Latin1, Utf8>(&units) } else { peer(&units, simdutf::convert_latin1_to_utf8) }
        }
        other => return Err(format!("{other}?").into()),
    }
    Ok(())
}

fn placemat<S: Route<D>, D: Encoding>(source: &[S::Unit]) {
    let mut room = room(source.len());
    let converter = Converter::<S, D>::strict();
    twice(|| converter.convert(black_box(source), black_box(&mut room)).read == source.len());
}

fn peer<S, D: Default + Clone>(source: &[S], convert: unsafe fn(*const S, usize, *mut D) -> usize) {
    let mut room = room(source.len());
    // SAFETY: there is room for the longest result.
    twice(|| unsafe { convert(black_box(source.as_ptr()), source.len(), room.as_mut_ptr()) } > 0);
}

/// No unit becomes more than four.
fn room<U: Default + Clone>(units: usize) -> Vec<U> {
    vec![U::default(); 4 * units + 64]
}

fn twice(mut convert: impl FnMut() -> bool) {
    assert!(convert(), "not converted");
    trace_begins();
    black_box(convert());
    trace_ends();
}

#[unsafe(no_mangle)]
#[inline(never)]
fn trace_begins() {
    black_box(1);
}

#[unsafe(no_mangle)]
#[inline(never)]
fn trace_ends() {
    black_box(2);
}
