//! The converting kernels themselves, held against their contract: what they have read and written, and that
//! they do not stop needlessly.

use std::cell::RefCell;

use placemat_conformance::{
    convert::{Encoding, Kernel, Place, Unit, check_kernels},
    suite::Depth,
};
use placemat_core::{
    Conversion,
    convert::{Latin1, Progress, Utf16, Utf32, portable},
};
use placemat_simd::{
    convert::{utf8_to_utf16, utf16_to_utf8},
    emulated::Emulated,
};

thread_local! {
    static PLACE: RefCell<Place> = RefCell::new(Place::new());
}

const DEPTH: Depth = if cfg!(debug_assertions) { Depth::Quick } else { Depth::Full };

fn kernel<S: Unit, D: Unit>(
    name: &str,
    run: impl Fn(&[S], &mut [D]) -> Progress + 'static,
) -> Kernel<'static> {
    let run = move |source: &[u32], room: usize| {
        let (Progress { read, written }, units) =
            PLACE.with_borrow_mut(|place| place.run(source, room, |source, room| run(source, room)));
        (read, written, units)
    };
    Kernel { name: name.to_owned(), run: Box::new(run) }
}

/// The kernels of this target that this machine can run.
fn backends() -> Vec<(&'static str, Conversion)> {
    let mut backends = Vec::new();
    #[cfg(target_arch = "x86_64")]
    {
        #[cfg(not(placemat_without = "avx512"))]
        use placemat_x86::avx512;
        use placemat_x86::{avx2, sse4};
        for (name, detected, conversion) in [
            #[cfg(not(placemat_without = "avx512"))]
            ("avx512", avx512::detect().is_ok(), avx512::CONVERSION),
            ("avx2", avx2::detect().is_ok(), avx2::CONVERSION),
            ("sse4", sse4::detect().is_ok(), sse4::CONVERSION),
        ] {
            if detected {
                backends.push((name, conversion));
            }
        }
    }
    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
    backends.push(("neon", placemat_neon::CONVERSION));
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    backends.push(("wasm", placemat_wasm::CONVERSION));
    backends
}

/// A column of every backend that has a kernel in it.
macro_rules! column {
    ($column:ident) => {
        backends().into_iter().filter_map(|(name, conversion)| {
            let run = conversion.$column()?;
            // SAFETY: `backends` has those only whose processor features this machine has.
            Some(kernel(name, move |source, room| unsafe { run(source, room) }))
        })
    };
}

fn check(pair: (Encoding, Encoding), kernels: impl Iterator<Item = Kernel<'static>>) {
    let kernels: Vec<_> = kernels.collect();
    let calls = check_kernels(pair, &kernels, DEPTH).unwrap_or_else(|wrong| panic!("{wrong}"));
    let names: Vec<_> = kernels.iter().map(|kernel| kernel.name.as_str()).collect();
    println!("{pair:?}: {calls} calls of {}", names.join(", "));
    assert!(calls > 1_000 * kernels.len() as u64 && !kernels.is_empty());
}

#[test]
fn from_utf8_to_utf16() {
    let plain = [
        kernel("emulated 16", |source, room| utf8_to_utf16(Emulated::<16>, source, room)),
        kernel("emulated 32", |source, room| utf8_to_utf16(Emulated::<32>, source, room)),
        kernel("emulated 64", |source, room| utf8_to_utf16(Emulated::<64>, source, room)),
        kernel("portable", portable::from_utf8::<Utf16>),
    ];
    check((Encoding::Utf8, Encoding::Utf16), plain.into_iter().chain(column!(utf8_to_utf16)));
}

#[test]
fn from_utf16_to_utf8() {
    let plain = [
        kernel("emulated 16", |source, room| utf16_to_utf8(Emulated::<16>, source, room)),
        kernel("portable", portable::to_utf8::<Utf16>),
    ];
    check((Encoding::Utf16, Encoding::Utf8), plain.into_iter().chain(column!(utf16_to_utf8)));
}

#[test]
fn from_utf8_to_utf32() {
    let plain = [kernel("portable", portable::from_utf8::<Utf32>)];
    check((Encoding::Utf8, Encoding::Utf32), plain.into_iter().chain(column!(utf8_to_utf32)));
}

#[test]
fn from_utf32_to_utf8() {
    let plain = [kernel("portable", portable::to_utf8::<Utf32>)];
    check((Encoding::Utf32, Encoding::Utf8), plain.into_iter().chain(column!(utf32_to_utf8)));
}

#[test]
fn from_utf8_to_latin1() {
    let plain = [kernel("portable", portable::from_utf8::<Latin1>)];
    check((Encoding::Utf8, Encoding::Latin1), plain.into_iter().chain(column!(utf8_to_latin1)));
}

#[test]
fn from_latin1_to_utf8() {
    let plain = [kernel("portable", portable::to_utf8::<Latin1>)];
    check((Encoding::Latin1, Encoding::Utf8), plain.into_iter().chain(column!(latin1_to_utf8)));
}

/// The check can fail: kernels with one mistake each, made of the portable one.
#[test]
fn every_wrong_kernel_is_found() {
    type Mistake = fn(&[u8], &mut [u16], Progress) -> Progress;
    let mistakes: [(&str, Mistake); 6] = [
        ("stops needlessly", |source, room, right| {
            let early = right.read.min(100);
            let early = (0..=early).rev().find(|at| source.get(*at).is_none_or(|octet| octet & 0xC0 != 0x80));
            portable::from_utf8::<Utf16>(&source[..early.unwrap_or(0)], room)
        }),
        ("reads on over an error at the start of a block", |source, _, right| {
            let on = usize::from(right.read > 0 && right.read % 64 == 0 && right.read < source.len());
            Progress { read: right.read + on, ..right }
        }),
        ("keeps half a pair where the room ends", |source, room, right| {
            let four = source.get(right.read).is_some_and(|octet| *octet >= 0xF0);
            match room.get_mut(right.written) {
                Some(unit) if four => {
                    *unit = 0xD83C;
                    Progress { read: right.read + 3, written: right.written + 1 }
                }
                _ => right,
            }
        }),
        ("counts units that it has not written", |_, room, right| {
            let more = usize::from(right.written > 64 && right.written < room.len());
            Progress { written: right.written + more, ..right }
        }),
        ("writes one unit wrong in a second block", |_, room, right| {
            if right.written > 70 {
                room[65] ^= 1;
            }
            right
        }),
        ("never ends a block in the middle of a character", |source, room, right| {
            let end = right.read / 64 * 64;
            if right.read < source.len() && source.get(end).is_some_and(|octet| octet & 0xC0 == 0x80) {
                return portable::from_utf8::<Utf16>(&source[..end.saturating_sub(64)], room);
            }
            right
        }),
    ];
    for (name, mistake) in mistakes {
        let wrong = kernel(name, move |source: &[u8], room: &mut [u16]| {
            let right = portable::from_utf8::<Utf16>(source, room);
            mistake(source, room, right)
        });
        let found = check_kernels((Encoding::Utf8, Encoding::Utf16), &[wrong], Depth::Quick);
        assert!(found.is_err(), "nothing finds the kernel that {name}");
    }
}
