//! The conversion kernels themselves, compared with their contract: what they read and write, and that they do not
//! stop needlessly.
//! Emulators run it in rows for kernels.

mod here;

use std::cell::RefCell;

use here::supported;
use placemat_conformance::convert::{Encoding, Kernel, Place, Unit, check_kernels};
use placemat_conformance::{is_thinned, suite::Depth};
use placemat_core::Conversion;
use placemat_core::convert::{Latin1, Progress, Utf16, Utf32, portable};
use placemat_simd::convert::{
    utf8_to_utf16, utf8_to_utf16_long, utf8_to_utf16_replaced, utf16_to_utf8, utf16_to_utf8_replaced,
};
use placemat_simd::emulated::Emulated;

thread_local! {
    static PLACE: RefCell<Place> = RefCell::new(Place::default());
}

fn kernel<S: Unit, D: Unit>(
    name: &str, run: impl Fn(&[S], &mut [D]) -> Progress + 'static,
) -> Kernel<'static> {
    let run = move |source: &[u32], dst: usize| {
        let (Progress { read, written }, units) = PLACE.with_borrow_mut(|place| place.run(source, dst, &run));
        (read, written, units)
    };
    Kernel { name: name.to_owned(), is_lossy: false, run: Box::new(run) }
}

/// A kernel that replaces errors, which looks at three units before those that it converts.
fn lossy<S: Unit, D: Unit>(
    name: &str, run: impl Fn(&[S], &mut [D]) -> Progress + 'static,
) -> Kernel<'static> {
    let Kernel { name, run, .. } = kernel(name, run);
    let run = move |source: &[u32], dst| run(&[&[0x61; 3], source].concat(), dst);
    Kernel { name, is_lossy: true, run: Box::new(run) }
}

fn check(pair: (Encoding, Encoding), kernels: impl Iterator<Item = Kernel<'static>>) {
    let kernels: Vec<_> = kernels.collect();
    let depth = if is_thinned() { Depth::Quick } else { Depth::Full };
    let calls = check_kernels(pair, &kernels, depth).unwrap_or_else(|wrong| panic!("{wrong}"));
    let names: Vec<_> = kernels.iter().map(|kernel| kernel.name.as_str()).collect();
    println!("{pair:?}: {calls} calls of {}", names.join(", "));
    assert!(calls > 1_000 * kernels.len() as u64 && !kernels.is_empty());
}

/// A test for each pair of encodings: the kernels of all backends, and others.
macro_rules! check {
    ($($test:ident: $kernel:ident $from:ident to $to:ident, $column:ident, [$($(#[$when:meta])? $name:literal $other:expr),*];)*) => {$(
        #[test]
        fn $test() {
            let others = [$($(#[$when])? $kernel($name, $other)),*];
            let backends = supported!(CONVERSION: Conversion).into_iter().filter_map(|(name, conversion)| {
                let run = conversion.$column()?;
                // SAFETY: `supported` returns only those whose CPU features this machine has.
                Some($kernel(name, move |source, dst| unsafe { run(source, dst) }))
            });
            check((Encoding::$from, Encoding::$to), others.into_iter().chain(backends));
        }
    )*};
}

check! {
    from_utf8_to_utf16: kernel Utf8 to Utf16, utf8_to_utf16, [
        "emulated 16" |source, dst| utf8_to_utf16(Emulated::<16>, source, dst),
        "emulated 32" |source, dst| utf8_to_utf16(Emulated::<32>, source, dst),
        "emulated 64" |source, dst| utf8_to_utf16(Emulated::<64>, source, dst),
        "emulated 64, long" |source, dst| utf8_to_utf16_long(Emulated::<64>, source, dst),
        "portable" portable::from_utf8::<Utf16>
    ];
    from_utf16_to_utf8: kernel Utf16 to Utf8, utf16_to_utf8, [
        // With simd128, LLVM 22 compiles it so that an unpaired surrogate is overlooked; not with `opt-level = 1`.
        #[cfg(not(target_feature = "simd128"))]
        "emulated 16" |source, dst| utf16_to_utf8(Emulated::<16>, source, dst),
        "portable" portable::to_utf8::<Utf16>
    ];
    from_utf8_to_utf32: kernel Utf8 to Utf32, utf8_to_utf32, ["portable" portable::from_utf8::<Utf32>];
    from_utf32_to_utf8: kernel Utf32 to Utf8, utf32_to_utf8, ["portable" portable::to_utf8::<Utf32>];
    from_utf8_to_latin1: kernel Utf8 to Latin1, utf8_to_latin1, ["portable" portable::from_utf8::<Latin1>];
    from_latin1_to_utf8: kernel Latin1 to Utf8, latin1_to_utf8, ["portable" portable::to_utf8::<Latin1>];
    from_utf16_to_utf32: kernel Utf16 to Utf32, utf16_to_utf32, ["portable" portable::direct::<Utf16, Utf32>];
    from_utf32_to_utf16: kernel Utf32 to Utf16, utf32_to_utf16, ["portable" portable::direct::<Utf32, Utf16>];
    from_utf16_to_latin1: kernel Utf16 to Latin1, utf16_to_latin1, ["portable" portable::direct::<Utf16, Latin1>];
    from_latin1_to_utf16: kernel Latin1 to Utf16, latin1_to_utf16, ["portable" portable::direct::<Latin1, Utf16>];
    from_utf32_to_latin1: kernel Utf32 to Latin1, utf32_to_latin1, ["portable" portable::direct::<Utf32, Latin1>];
    from_latin1_to_utf32: kernel Latin1 to Utf32, latin1_to_utf32, ["portable" portable::direct::<Latin1, Utf32>];
    from_utf16_to_utf16: kernel Utf16 to Utf16, utf16_to_utf16, ["portable" portable::direct::<Utf16, Utf16>];
    from_utf32_to_utf32: kernel Utf32 to Utf32, utf32_to_utf32, ["portable" portable::direct::<Utf32, Utf32>];
    replacing_from_utf8_to_utf16: lossy Utf8 to Utf16, utf8_to_utf16_lossy, [
        "emulated 16" |source, dst| utf8_to_utf16_replaced(Emulated::<16>, source, dst),
        "emulated 32" |source, dst| utf8_to_utf16_replaced(Emulated::<32>, source, dst),
        "emulated 64" |source, dst| utf8_to_utf16_replaced(Emulated::<64>, source, dst)
    ];
    replacing_from_utf16_to_utf8: lossy Utf16 to Utf8, utf16_to_utf8_lossy, [
        "emulated 16" |source, dst| utf16_to_utf8_replaced(Emulated::<16>, source, dst)
    ];
}

/// The check can fail: kernels with one mistake each, derived from the portable one.
#[test]
fn every_wrong_kernel_is_found() {
    type Mistake = fn(&[u8], &mut [u16], Progress) -> Progress;
    let mistakes: [(&str, Mistake); 6] = [
        ("stops needlessly", |source, dst, right| {
            let early = right.read.min(100);
            let early = (0..=early).rev().find(|at| source.get(*at).is_none_or(|byte| byte & 0xC0 != 0x80));
            portable::from_utf8::<Utf16>(&source[..early.unwrap_or(0)], dst)
        }),
        ("reads on over an error at the start of a block", |source, _, right| {
            let on = usize::from(right.read > 0 && right.read % 64 == 0 && right.read < source.len());
            Progress { read: right.read + on, ..right }
        }),
        ("keeps half a pair where the destination ends", |source, dst, right| {
            let four = source.get(right.read).is_some_and(|byte| *byte >= 0xF0);
            match dst.get_mut(right.written) {
                Some(unit) if four => {
                    *unit = 0xD83C;
                    Progress { read: right.read + 3, written: right.written + 1 }
                }
                _ => right,
            }
        }),
        ("counts units that it has not written", |_, dst, right| {
            let more = usize::from(right.written > 64 && right.written < dst.len());
            Progress { written: right.written + more, ..right }
        }),
        ("writes one unit wrong in a second block", |_, dst, right| {
            if right.written > 70 {
                dst[65] ^= 1;
            }
            right
        }),
        ("never ends a block in the middle of a character", |source, dst, right| {
            let end = right.read / 64 * 64;
            if right.read < source.len() && source.get(end).is_some_and(|byte| byte & 0xC0 == 0x80) {
                return portable::from_utf8::<Utf16>(&source[..end.saturating_sub(64)], dst);
            }
            right
        }),
    ];
    for (name, mistake) in mistakes {
        let wrong = kernel(name, move |source: &[u8], dst: &mut [u16]| {
            let right = portable::from_utf8::<Utf16>(source, dst);
            mistake(source, dst, right)
        });
        let found = check_kernels((Encoding::Utf8, Encoding::Utf16), &[wrong], Depth::Quick);
        assert!(found.is_err(), "nothing finds the kernel that {name}");
    }
}
