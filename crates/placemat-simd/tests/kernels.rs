//! The conversion kernels themselves, compared with their contract: what they read and write, and that they do not
//! stop needlessly.
//! Emulators run it in rows for kernels.

mod here;

use std::cell::RefCell;

use here::backends_here;
use placemat_conformance::{
    convert::{Encoding, Kernel, Place, Unit, check_kernels},
    is_thinned,
    random::Random,
    suite::Depth,
};
use placemat_core::{
    Conversion,
    convert::{Latin1, Progress, Utf16, Utf32, portable},
};
use placemat_simd::{
    convert::{
        utf8_to_utf16, utf8_to_utf16_long, utf8_to_utf16_replaced, utf16_to_utf8, utf16_to_utf8_replaced,
    },
    emulated::Emulated,
};

thread_local! {
    static PLACE: RefCell<Place> = RefCell::new(Place::new());
}

fn kernel<S: Unit, D: Unit>(
    name: &str,
    run: impl Fn(&[S], &mut [D]) -> Progress + 'static,
) -> Kernel<'static> {
    let run = move |source: &[u32], dst: usize| {
        let (Progress { read, written }, units) =
            PLACE.with_borrow_mut(|place| place.run(source, dst, |source, dst| run(source, dst)));
        (read, written, units)
    };
    Kernel { name: name.to_owned(), run: Box::new(run) }
}

/// The kernels of this target that this machine supports.
fn backends() -> Vec<(&'static str, Conversion)> {
    let mut backends = Vec::new();
    macro_rules! detect {
        ($module:path, $Token:ident) => {{
            use $module as module;
            if module::detect().is_ok() {
                backends.push((module::INFO.name(), module::CONVERSION));
            }
        }};
    }
    backends_here!(detect);
    backends
}

/// One kernel of every backend that has it.
macro_rules! column {
    ($column:ident) => {
        backends().into_iter().filter_map(|(name, conversion)| {
            let run = conversion.$column()?;
            // SAFETY: `backends` returns only those whose CPU features this machine has.
            Some(kernel(name, move |source, dst| unsafe { run(source, dst) }))
        })
    };
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
    ($($test:ident: $from:ident to $to:ident, $column:ident, [$($name:literal $other:expr),*];)*) => {$(
        #[test]
        fn $test() {
            let others = [$(kernel($name, $other)),*];
            check((Encoding::$from, Encoding::$to), others.into_iter().chain(column!($column)));
        }
    )*};
}

check! {
    from_utf8_to_utf16: Utf8 to Utf16, utf8_to_utf16, [
        "emulated 16" |source, dst| utf8_to_utf16(Emulated::<16>, source, dst),
        "emulated 32" |source, dst| utf8_to_utf16(Emulated::<32>, source, dst),
        "emulated 64" |source, dst| utf8_to_utf16(Emulated::<64>, source, dst),
        "emulated 64, long" |source, dst| utf8_to_utf16_long(Emulated::<64>, source, dst),
        "portable" portable::from_utf8::<Utf16>
    ];
    from_utf16_to_utf8: Utf16 to Utf8, utf16_to_utf8, [
        "emulated 16" |source, dst| utf16_to_utf8(Emulated::<16>, source, dst),
        "portable" portable::to_utf8::<Utf16>
    ];
    from_utf8_to_utf32: Utf8 to Utf32, utf8_to_utf32, ["portable" portable::from_utf8::<Utf32>];
    from_utf32_to_utf8: Utf32 to Utf8, utf32_to_utf8, ["portable" portable::to_utf8::<Utf32>];
    from_utf8_to_latin1: Utf8 to Latin1, utf8_to_latin1, ["portable" portable::from_utf8::<Latin1>];
    from_latin1_to_utf8: Latin1 to Utf8, latin1_to_utf8, ["portable" portable::to_utf8::<Latin1>];
}

/// Lossy kernels: for any text and any destination length, they convert a prefix as the standard library does.
fn check_replacing<U: Copy + Into<u32>>(
    pieces: &[&[U]],
    kernels: &[Kernel<'_>],
    replaced: impl Fn(&[U]) -> Vec<u32>,
) {
    let mut random = Random(14);
    let (mut calls, mut read_on) = (0, 0);
    for round in 0..if is_thinned() { 300 } else { 6_000 } {
        // Mostly one kind of text, with others at a different distance each time.
        let (usual, every) = (random.pick(pieces), [1, 3, 20, 90, 400][round % 5]);
        let mut all = vec![pieces[0][0]; 3];
        for _ in 0..[5, 100, 200, 700][round / 5 % 4] {
            all.extend(if random.below(every) == 0 { random.pick(pieces) } else { usual });
        }
        let before = replaced(&all[3..]);
        let dsts = [before.len() + 100, before.len(), before.len() - random.below(before.len().min(80))];
        let source: Vec<u32> = all.iter().map(|unit| (*unit).into()).collect();
        for kernel in kernels {
            for dst in dsts {
                let (read, written, units) = (kernel.run)(&source, dst);
                let what = || format!("{}: {read} read of {:x?}, room for {dst}", kernel.name, &source[3..]);
                assert!(read <= source.len() - 3 && written <= dst, "{}", what());
                let (text, rest) = all[3..].split_at(read);
                assert!(units[..written] == replaced(text), "{}", what());
                assert!([&units[..written], &replaced(rest)].concat() == before, "torn: {}", what());
                calls += 1;
                read_on += usize::from(read > 0);
            }
        }
    }
    println!("{calls} calls, {read_on} of which converted something");
    assert!(read_on > calls / 2);
}

#[test]
fn replacing_from_utf8_to_utf16() {
    let plain = [
        kernel("emulated 16", |source, dst| utf8_to_utf16_replaced(Emulated::<16>, source, dst)),
        kernel("emulated 32", |source, dst| utf8_to_utf16_replaced(Emulated::<32>, source, dst)),
        kernel("emulated 64", |source, dst| utf8_to_utf16_replaced(Emulated::<64>, source, dst)),
    ];
    let kernels: Vec<_> = plain.into_iter().chain(column!(utf8_to_utf16_lossy)).collect();
    let pieces: [&[u8]; 19] = [
        b"a",
        "\u{E9}".as_bytes(),
        "\u{20AC}".as_bytes(),
        "\u{D7FF}".as_bytes(),
        "\u{1F37D}".as_bytes(),
        b"words, ",
        b"\x80",
        b"\xBF\xBF\xBF\xBF",
        b"\xC0\xAF",
        b"\xC3",
        b"\xE2\x82",
        b"\xE0\x80\x80",
        b"\xED\xA0\x80",
        b"\xF0\x9F\x98",
        b"\xF0\x9F",
        b"\xF0\x80\x80\x80",
        b"\xF4\x90\x80\x80",
        b"\xF5\x80",
        b"\xFF",
    ];
    check_replacing(&pieces, &kernels, |bytes| {
        String::from_utf8_lossy(bytes).encode_utf16().map(u32::from).collect()
    });
}

#[test]
fn replacing_from_utf16_to_utf8() {
    let plain = [kernel("emulated 16", |source, dst| utf16_to_utf8_replaced(Emulated::<16>, source, dst))];
    let kernels: Vec<_> = plain.into_iter().chain(column!(utf16_to_utf8_lossy)).collect();
    let pieces: [&[u16]; 8] = [
        &[0x61],
        &[0xE9],
        &[0x20AC],
        &[0xD83C, 0xDF7D],
        &[0x61, 0x62, 0x63, 0x20, 0x64, 0x65, 0x66],
        &[0xD83C],
        &[0xDF7D],
        &[0xDF7D, 0xD83C],
    ];
    check_replacing(&pieces, &kernels, |units| {
        String::from_utf16_lossy(units).bytes().map(u32::from).collect()
    });
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
