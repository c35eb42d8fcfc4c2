//! The bookkeeping of conversion: drivers rely only on what kernels guarantee, convert each unit once, to the right
//! place, and keep nothing that they discard.
//!
//! Here they run over kernels that misbehave in every way their contracts allow, and that record their input, or at
//! least how much they store. Afterwards the records are audited (see `ledger`), and the output is compared with the
//! contract of kernels, as that of real ones in `kernels`. A driver may copy a block itself only if the kernel reported
//! it as ASCII.
//! (No store can be out of bounds: drivers are safe code, and kernels are given slices.)
//! Emulators run it in complete rows only.

mod conversion;
mod latin1;
mod ledger;
mod replaced;
#[path = "../shell/mod.rs"]
mod shell;
mod utf16;
mod utf32;
mod utf8;

use conversion::{
    CHUNK, Conversion, Latin1ToUtf8, Mistaken, Utf8ToLatin1, Utf8ToUtf16, Utf8ToUtf32, Utf16ToUtf8,
    Utf32ToUtf8,
};
use ledger::{Totals, filler, scripts, starts};
use placemat_conformance::convert::{Call, Kernel, Unit, answer, check_kernels, check_source};
use placemat_conformance::{is_thinned, suite::Depth};
use placemat_core::convert::Progress;
use placemat_simd::BLOCK;

/// Runs a driver and audits its records. An error describes the first violation.
fn audit<C: Conversion>(
    driver: impl Fn(&[C::From], &mut [C::To]) -> Progress, source: &[C::From], dst: &mut [C::To],
) -> Result<(Progress, Totals), String> {
    let (done, totals) = ledger::audit(source, dst, driver)?;
    // In the records, a zero looks like padding.
    if source.iter().any(|unit| unit.number() == 0) {
        return Ok((done, Totals::default()));
    }
    let is_ascii = || source.iter().all(|unit| unit.number() < 0x80);
    let is_short = source.len() < C::SHORT || source.len() <= 256 && is_ascii();
    if totals.by_kernel < done.read && !is_short {
        return Err(format!("{totals:?}: a long text was converted without the kernel"));
    }
    Ok((done, totals))
}

/// A driver as a kernel, each call of which is audited. It may discard little: what the limit permits. A violation is
/// printed, and makes the answer wrong.
fn audited<C: Conversion>(
    driver: impl Fn(&[C::From], &mut [C::To]) -> Progress + 'static,
    is_little: impl Fn(&[C::From], Totals) -> bool + 'static,
) -> Kernel<'static> {
    let run = move |source: &[u32], dst: usize| {
        let source: Vec<C::From> = source.iter().map(|unit| C::From::of(*unit)).collect();
        let mut written = vec![C::To::default(); dst];
        let what = match audit::<C>(&driver, &source, &mut written) {
            Ok((Progress { read, written: units }, totals)) if is_little(&source, totals) => {
                return (read, units, written.into_iter().map(Unit::number).collect());
            }
            Ok((_, totals)) => format!("{totals:?}: too much is thrown away"),
            Err(what) => what,
        };
        println!("{} units into a dst of {dst}: {what}", source.len());
        (usize::MAX, 0, Vec::new())
    };
    Kernel { name: "a driver over hostile kernels".to_owned(), is_lossy: false, run: Box::new(run) }
}

/// The drivers, within these limits.
fn drivers<C: Conversion>(is_little: fn(&[C::From], Totals) -> bool) -> Vec<Kernel<'static>> {
    C::DRIVERS.iter().map(|driver| audited::<C>(driver, is_little)).collect()
}

/// Drivers may discard little because of an error, or of the end of the destination.
fn wastes_little<C: Conversion>(source: &[C::From], totals: Totals) -> bool {
    totals.again <= C::WASTE + C::may_repeat(source)
}

/// In valid text with a large enough destination, every unit is validated at most once and converted once.
fn does_all_once<C: Conversion>(source: &[C::From], totals: Totals) -> bool {
    let len = source.len();
    totals.again <= C::may_repeat(source) && totals.validated <= len && totals.vain <= C::may_look(len)
}

/// A destination length for everything that `len` units can become, and for what kernels overwrite.
fn enough<C: Conversion>(len: usize) -> usize {
    C::GROWTH * (len + if C::GROWTH > 2 { 2 * BLOCK } else { 0 })
}

/// Audits these drivers for a source.
fn check<C: Conversion>(drivers: &[Kernel<'_>], source: &[u32]) {
    let checked = check_source(C::PAIR, drivers, source, &[enough::<C>(source.len())]);
    checked.unwrap_or_else(|what| panic!("{what}"));
}

fn each_unit_once<C: Conversion>() {
    let (drivers, scripts) = (drivers::<C>(does_all_once::<C>), scripts(C::PAIR));
    for len in (0..4_200).chain(8_180..8_270).step_by(if is_thinned() { 67 } else { C::STEP }) {
        for start in starts(len) {
            scripts.iter().for_each(|script| check::<C>(&drivers, &filler(&script[start..], len)));
        }
    }
}

fn whatever_a_kernel_may_do<C: Conversion>() {
    let depth = if is_thinned() { Depth::Quick } else { Depth::Full };
    let calls = check_kernels(C::PAIR, &drivers::<C>(wastes_little::<C>), depth);
    let calls = calls.unwrap_or_else(|what| panic!("{what}"));
    println!("{calls} runs of the drivers were audited");
    assert!(calls > 1_000);
}

/// The audit can fail: it finds each of these mistakes. (Mistakes of the drivers themselves are edits of their
/// source, in the list of `cargo xtask mutate`.)
fn mistakes_are_found<C: Conversion>() {
    let mixed: Vec<_> = scripts(C::PAIR).iter().flat_map(|script| script[..300].to_vec()).collect();
    let source = filler(&mixed, 1_400);
    let is_found = |driver: Box<Mistaken<C>>| {
        let driver = audited::<C>(driver, |source, totals| totals.again <= C::may_repeat(source));
        check_source(C::PAIR, &[driver], &source, &[enough::<C>(source.len())]).is_err()
    };
    let right = C::DRIVERS[0];
    assert!(!is_found(Box::new(right)));
    assert!(is_found(Box::new(C::PORTABLE)), "leaves the kernel out");
    let again = move |source: &[_], dst: &mut [_]| [right, right].map(|right| right(source, dst))[1];
    assert!(is_found(Box::new(again)), "converts again");
    let stops = move |source: &[_], dst: &mut [_]| right(&source[..source.len() / 2], dst);
    assert!(is_found(Box::new(stops)), "stops early");
    let keeps_rubbish = move |source: &[_], dst: &mut [_]| {
        let done = right(source, dst);
        dst[done.written / 2] = C::To::default();
        done
    };
    assert!(is_found(Box::new(keeps_rubbish)), "keeps rubbish");
    let splits = move |source: &[_], dst: &mut [_]| {
        let done = right(source, dst);
        Progress { written: done.written - 1, ..done }
    };
    assert!(is_found(Box::new(splits)), "splits a character");
}

macro_rules! audits {
    ($($name:ident: $Conversion:ident;)*) => {$(
        mod $name {
            #[test]
            fn each_unit_once() {
                super::each_unit_once::<super::$Conversion>();
            }

            #[test]
            fn whatever_a_kernel_may_do() {
                super::whatever_a_kernel_may_do::<super::$Conversion>();
            }

            #[test]
            fn mistakes_are_found() {
                super::mistakes_are_found::<super::$Conversion>();
            }
        }
    )*};
}

audits! {
    utf8_to_utf16: Utf8ToUtf16;
    utf16_to_utf8: Utf16ToUtf8;
    utf8_to_utf32: Utf8ToUtf32;
    utf32_to_utf8: Utf32ToUtf8;
    utf8_to_latin1: Utf8ToLatin1;
    latin1_to_utf8: Latin1ToUtf8;
}

/// Errors at the ends of ASCII runs that follow other text, and that follow chunks of ASCII.
#[test]
fn errors_after_runs_of_ascii() {
    let drivers = drivers::<Utf8ToUtf32>(wastes_little::<Utf8ToUtf32>);
    for script in &scripts(Utf8ToUtf32::PAIR)[1..] {
        let before = filler(script, 2 * CHUNK);
        for run in (2 * CHUNK - 5..2 * CHUNK + 520).step_by(if is_thinned() { 17 } else { 1 }) {
            let telling: [&[u32]; 3] = [&[0x80], &[0xC3], &[0xF0, 0x9F, 0x8D, 0xBD]];
            for telling in telling.into_iter().take(if is_thinned() { 1 } else { 3 }) {
                let source = [&before[..], &vec![0x61; run], telling, &[0x61; CHUNK + 80]].concat();
                check::<Utf8ToUtf32>(&drivers, &source);
            }
        }
    }
}

/// Long ASCII before a stray continuation byte takes linear time: drivers that give up all ASCII before the byte, and
/// not only a stretch, read it again for every chunk.
#[test]
fn little_is_repeated_before_a_stray_continuation_byte() {
    let utf16 = drivers::<Utf8ToUtf16>(wastes_little::<Utf8ToUtf16>);
    let utf32 = drivers::<Utf8ToUtf32>(wastes_little::<Utf8ToUtf32>);
    for len in (12 * CHUNK..12 * CHUNK + 5 * BLOCK).step_by(if is_thinned() { 7 } else { 1 }) {
        let source = [&vec![0x61; len], &[0x80][..], &[0x61; CHUNK]].concat();
        check::<Utf8ToUtf16>(&utf16, &source);
        check::<Utf8ToUtf32>(&utf32, &source);
    }
}

/// Only pairs, and pairs that come and go: few chunks are converted twice.
#[test]
fn little_is_repeated_where_pairs_are() {
    let [.., three, four, _, _] = &scripts(Utf8ToUtf16::PAIR)[..] else { unreachable!() };
    let come_and_go = [filler(three, 9_000).repeat(3), filler(four, 600)].concat().repeat(6);
    for source in [come_and_go, filler(four, 6_000), filler(four, 16_000)] {
        let (from, to) = Utf8ToUtf16::PAIR;
        let call = Call { from, to, source: &source, dst: source.len(), last: true, replacement: None };
        let kept = answer(&call).written.len();
        let is_little = move |_: &[u8], totals: Totals| totals.again < kept / 4 + 2 * CHUNK;
        let drivers = Utf8ToUtf16::DRIVERS.iter().map(|driver| audited::<Utf8ToUtf16>(driver, is_little));
        check::<Utf8ToUtf16>(&drivers.collect::<Vec<_>>(), &source);
    }
}
