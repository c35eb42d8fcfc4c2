//! The bookkeeping of conversion: drivers rely only on what kernels guarantee, convert each unit once, to the right
//! place, and keep nothing that they discard.
//!
//! Here they run over kernels that misbehave in every way their contracts allow, and that record their input and
//! where they store, or at least how much. Afterwards the records are audited (see `ledger`), and the output is
//! compared with the standard library's. A driver may copy a block itself only if the kernel reported it as ASCII.
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
    CHUNK, Conversion, Form, From, Latin1ToUtf8, NEAR, To, Utf8ToLatin1, Utf8ToUtf16, Utf8ToUtf32,
    Utf16ToUtf8, Utf32ToUtf8,
};
use ledger::{Totals, places, script, starts};
use placemat_conformance::is_thinned;
use placemat_core::convert::Progress;
use placemat_simd::BLOCK;

/// Checks all properties of a conversion. An error describes the first violation.
fn audit<C: Conversion>(
    driver: impl FnOnce(&[From<C>], &mut [To<C>]) -> Progress,
    source: &[From<C>],
    dst: usize,
) -> Result<Totals, String> {
    let mut written = vec![To::<C>::default(); dst];
    let (done, entries) = ledger::record(source, &mut written, driver);
    let (mut valid, mut expected) = (Vec::new(), Vec::new());
    let mut is_whole = done == Progress::default();
    for character in C::From::valid(source).chars() {
        if !C::To::put(character, &mut expected) {
            break;
        }
        C::From::put(character, &mut valid);
        is_whole |= done == Progress { read: valid.len(), written: expected.len() };
    }
    if !is_whole || done.written > dst || expected[..done.written] != written[..done.written] {
        return Err(format!("{done:?}, but these are not the characters"));
    }
    if valid.len() - done.read >= NEAR && dst - done.written >= C::GROWTH * NEAR {
        return Err(format!("{done:?}: it stops needlessly"));
    }
    let totals = ledger::follow(source, done, &entries)?;
    let is_short =
        source.len() < C::SHORT || source.len() <= 256 && source.iter().all(|unit| (*unit).into() < 0x80);
    if totals.by_kernel < done.read && !is_short {
        return Err(format!("{totals:?}: a long text was converted without the kernel"));
    }
    Ok(totals)
}

/// Audits every driver with every destination length. No audit may fail, and drivers may discard little. Returns the
/// number of audits.
fn audit_all<C: Conversion>(source: &[From<C>], dsts: impl IntoIterator<Item = usize>) -> usize {
    let mut calls = 0;
    for dst in dsts {
        for (nth, driver) in C::DRIVERS.iter().enumerate() {
            calls += 1;
            let what = match audit::<C>(driver, source, dst) {
                Ok(totals) if totals.again <= C::WASTE + C::may_repeat(source) => continue,
                Ok(totals) => format!("{totals:?}: too much is thrown away"),
                Err(what) => what,
            };
            let units: Vec<_> = source.iter().map(|unit| format!("{unit:X}")).collect();
            panic!("driver {nth}, room for {dst} of {}: {what}\n{}", source.len(), units.join(" "));
        }
    }
    calls
}

/// A destination length for everything that `len` units can become, and for what kernels overwrite.
fn enough<C: Conversion>(len: usize) -> usize {
    C::GROWTH * (len + if C::GROWTH > 2 { 2 * BLOCK } else { 0 })
}

/// Characters of each length, and mixtures.
fn scripts<C: Conversion>() -> Vec<Vec<char>> {
    (1..=C::LONGEST).chain(5..=6).map(|sort| script(sort, C::LONGEST, 17_000)).collect()
}

/// `len` units: ASCII, and then these characters while they fit.
fn filler<C: Conversion>(characters: &[char], len: usize) -> Vec<From<C>> {
    let mut text = Vec::new();
    for character in characters {
        let before = text.len();
        C::From::put(*character, &mut text);
        if text.len() >= len {
            text.truncate(if text.len() > len { before } else { len });
            break;
        }
    }
    let mut units = Vec::new();
    "a".repeat(len - text.len()).chars().for_each(|letter| _ = C::From::put(letter, &mut units));
    units.extend(text);
    units
}

/// The number of units that valid text becomes.
fn needed<C: Conversion>(source: &[From<C>]) -> usize {
    let mut units = Vec::new();
    C::From::valid(source).chars().for_each(|character| _ = C::To::put(character, &mut units));
    units.len()
}

/// In valid text with a large enough destination, every unit is validated at most once and converted once.
fn each_unit_once<C: Conversion>() {
    let scripts = scripts::<C>();
    for len in (0..4_200).chain(8_180..8_270).step_by(if is_thinned() { 67 } else { C::STEP }) {
        for (start, script) in starts(len).flat_map(|start| scripts.iter().map(move |script| (start, script)))
        {
            let source = filler::<C>(&script[start..], len);
            for driver in C::DRIVERS {
                let totals = audit::<C>(driver, &source, enough::<C>(len));
                let totals = totals.unwrap_or_else(|what| panic!("{len} from {start} on: {what}"));
                let is_once = totals.again <= C::may_repeat(&source) && totals.validated <= len;
                assert!(is_once && totals.vain <= C::may_look(len), "{len} from {start} on: {totals:?}");
            }
        }
    }
}

/// An error or a character at each place, cut by the ends of vectors, blocks, chunks, stretches and pieces. And
/// destinations that end before, inside and after the character.
fn errors_at_every_place<C: Conversion>() {
    let scripts = scripts::<C>();
    let mut calls = 0;
    for place in places() {
        for (nth, script) in scripts.iter().enumerate() {
            let before = filler::<C>(script, place);
            for (which, telling) in C::TELLING.iter().enumerate() {
                if is_thinned() && (place + nth + which) % 3 != 0 {
                    continue;
                }
                // Nothing after it, or text of the same kind, or of another.
                let after = match (place + which) % 3 {
                    0 => Vec::new(),
                    1 => filler::<C>(script, 140),
                    _ => filler::<C>(&scripts[(nth + place) % scripts.len()], 1200),
                };
                let source = [&before[..], telling, &after].concat();
                calls += audit_all::<C>(&source, [enough::<C>(source.len())]);
                if which == 0 {
                    let end = needed::<C>(&before);
                    calls += audit_all::<C>(&source, end.saturating_sub(2)..end + 7);
                }
            }
        }
    }
    println!("{calls} runs of the drivers were audited");
    assert!(calls > 1_000);
}

fn dsts_of_every_size<C: Conversion>() {
    let step = if is_thinned() { 13 } else { 1 };
    let mut calls = 0;
    for script in scripts::<C>() {
        for len in [150, 600, 1_400, 3_300] {
            let source = filler::<C>(&script, len);
            let needed = needed::<C>(&source);
            // For long texts, those around the ends of blocks.
            let is_near = |dst: &usize| len < 1_000 || *dst % BLOCK < 3 || needed.abs_diff(*dst) < 70;
            let dsts = (0..needed + C::GROWTH * NEAR).step_by(step);
            calls += audit_all::<C>(&source, dsts.filter(is_near));
        }
    }
    println!("{calls} runs of the drivers were audited");
    assert!(calls > 1_000);
}

/// The audit can fail: it finds each of these mistakes. (Mistakes of the drivers themselves are edits of their
/// source, in the list of `cargo xtask mutate`.)
fn mistakes_are_found<C: Conversion>() {
    let mixed: Vec<char> = scripts::<C>().iter().flat_map(|script| script[..300].to_vec()).collect();
    let source = filler::<C>(&mixed, 1_400);
    let right = C::DRIVERS[0];
    assert!(!is_found::<C>(&source, right));
    assert!(is_found::<C>(&source, C::PORTABLE), "leaves the kernel out");
    let again = |source: &[_], dst: &mut [_]| [right, right].map(|right| right(source, dst))[1];
    assert!(is_found::<C>(&source, again), "converts again");
    let stops = |source: &[_], dst: &mut [_]| right(&source[..source.len() / 2], dst);
    assert!(is_found::<C>(&source, stops), "stops early");
    let keeps_rubbish = |source: &[_], dst: &mut [_]| {
        let done = right(source, dst);
        dst[done.written / 2] = To::<C>::default();
        done
    };
    assert!(is_found::<C>(&source, keeps_rubbish), "keeps rubbish");
    let splits = |source: &[_], dst: &mut [_]| {
        let done = right(source, dst);
        Progress { written: done.written - 1, ..done }
    };
    assert!(is_found::<C>(&source, splits), "splits a character");
}

fn is_found<C: Conversion>(
    source: &[From<C>],
    driver: impl FnOnce(&[From<C>], &mut [To<C>]) -> Progress,
) -> bool {
    let audited = audit::<C>(driver, source, enough::<C>(source.len()));
    !audited.is_ok_and(|totals| totals.again <= C::may_repeat(source))
}

macro_rules! audits {
    ($($name:ident: $Conversion:ident;)*) => {$(
        mod $name {
            #[test]
            fn each_unit_once() {
                super::each_unit_once::<super::$Conversion>();
            }

            #[test]
            fn errors_at_every_place() {
                super::errors_at_every_place::<super::$Conversion>();
            }

            #[test]
            fn dsts_of_every_size() {
                super::dsts_of_every_size::<super::$Conversion>();
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
    let mut calls = 0;
    for script in &scripts::<Utf8ToUtf32>()[1..] {
        let before = filler::<Utf8ToUtf32>(script, 2 * CHUNK);
        for run in (2 * CHUNK - 5..2 * CHUNK + 520).step_by(if is_thinned() { 17 } else { 1 }) {
            let telling = [&b"\x80"[..], b"\xC3", b"\xF0\x9F\x8D\xBD"];
            for telling in telling.into_iter().take(if is_thinned() { 1 } else { 3 }) {
                let source = [&before[..], &vec![b'a'; run], telling, &[b'a'; CHUNK + 80]].concat();
                calls += audit_all::<Utf8ToUtf32>(&source, [source.len()]);
            }
        }
    }
    println!("{calls} runs of the drivers were audited");
    assert!(calls > 100);
}

/// Long ASCII before a stray continuation byte takes linear time: drivers that give up all ASCII before the byte, and
/// not only a stretch, read it again for every chunk.
#[test]
fn little_is_repeated_before_a_stray_continuation_byte() {
    for len in (12 * CHUNK..12 * CHUNK + 5 * BLOCK).step_by(if is_thinned() { 7 } else { 1 }) {
        let source = [&vec![b'a'; len], &b"\x80"[..], &[b'a'; CHUNK]].concat();
        audit_all::<Utf8ToUtf16>(&source, [source.len()]);
    }
}

/// Only pairs, and pairs that come and go: few chunks are converted twice.
#[test]
fn little_is_repeated_where_pairs_are() {
    let [.., three, four, _, _] = &scripts::<Utf8ToUtf16>()[..] else { unreachable!() };
    let filler = filler::<Utf8ToUtf16>;
    let come_and_go = [filler(three, 9_000).repeat(3), filler(four, 600)].concat().repeat(6);
    for source in [come_and_go, filler(four, 6_000), filler(four, 16_000)] {
        let kept = needed::<Utf8ToUtf16>(&source);
        for driver in Utf8ToUtf16::DRIVERS {
            let totals = audit::<Utf8ToUtf16>(driver, &source, source.len()).expect("nothing is wrong");
            assert!(totals.again < kept / 4 + 2 * CHUNK, "{totals:?} of {kept}");
        }
    }
}
