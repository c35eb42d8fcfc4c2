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
#[path = "../spy/mod.rs"]
mod spy;
mod utf16;
mod utf32;
mod utf8;

use conversion::{CHUNK, Conversion, UTF8_TO_UTF16, UTF8_TO_UTF32};
use ledger::{Totals, filler, scripts, starts};
use placemat_conformance::convert::{Call, Kernel, Unit, answer, check_kernels, check_source};
use placemat_conformance::{is_thinned, suite::Depth};
use placemat_core::convert::Progress;
use placemat_simd::BLOCK;

impl<S: Unit, D: Unit> Conversion<S, D> {
    /// Runs a driver and audits its records. An error describes the first violation.
    fn audit(
        &self, driver: impl Fn(&[S], &mut [D]) -> Progress, source: &[S], dst: &mut [D],
    ) -> Result<(Progress, Totals), String> {
        let (done, totals) = ledger::audit(source, dst, driver)?;
        // In the records, a zero looks like padding.
        if source.iter().any(|unit| unit.number() == 0) {
            return Ok((done, Totals::default()));
        }
        let is_ascii = || source.iter().all(|unit| unit.number() < 0x80);
        let is_short = source.len() < self.short || source.len() <= 256 && is_ascii();
        if totals.by_kernel < done.read && !is_short {
            return Err(format!("{totals:?}: a long text was converted without the kernel"));
        }
        Ok((done, totals))
    }

    /// A driver as a kernel, each call of which is audited. It may discard little: what the limit permits. A violation
    /// is printed, and makes the answer wrong.
    fn audited<'a>(
        &'a self, driver: impl Fn(&[S], &mut [D]) -> Progress + 'a,
        is_little: impl Fn(&[S], Totals) -> bool + 'a,
    ) -> Kernel<'a> {
        let run = move |source: &[u32], dst: usize| {
            let source: Vec<S> = source.iter().map(|unit| S::of(*unit)).collect();
            let mut written = vec![D::default(); dst];
            let what = match self.audit(&driver, &source, &mut written) {
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
    fn drivers<'a>(&'a self, is_little: impl Fn(&[S], Totals) -> bool + Copy + 'a) -> Vec<Kernel<'a>> {
        self.drivers.iter().map(|driver| self.audited(driver, is_little)).collect()
    }

    /// Drivers that discard little because of an error, or of the end of the destination.
    fn wasting_little(&self) -> Vec<Kernel<'_>> {
        self.drivers(|source, totals| totals.again <= self.waste + (self.may_repeat)(source))
    }

    /// Audits these drivers for a source, with a destination for everything that it can become, and for what kernels
    /// overwrite. An error describes the first violation.
    fn audit_all(&self, drivers: &[Kernel<'_>], source: &[u32]) -> Result<(), String> {
        let enough = self.growth * (source.len() + if self.growth > 2 { 2 * BLOCK } else { 0 });
        check_source(self.pair, drivers, source, &[enough]).map(drop)
    }

    fn check(&self, drivers: &[Kernel<'_>], source: &[u32]) {
        self.audit_all(drivers, source).unwrap_or_else(|what| panic!("{what}"));
    }

    /// In valid text with a large enough destination, every unit is validated at most once and converted once.
    fn each_unit_once(&self) {
        let drivers = self.drivers(|source, totals| {
            let (len, may_repeat) = (source.len(), (self.may_repeat)(source));
            totals.again <= may_repeat && totals.validated <= len && totals.vain <= (self.may_look)(len)
        });
        let scripts = scripts(self.pair);
        for len in (0..4_200).chain(8_180..8_270).step_by(if is_thinned() { 67 } else { self.step }) {
            for start in starts(len) {
                scripts.iter().for_each(|script| self.check(&drivers, &filler(&script[start..], len)));
            }
        }
    }

    fn whatever_a_kernel_may_do(&self) {
        let depth = if is_thinned() { Depth::Quick } else { Depth::Full };
        let calls = check_kernels(self.pair, &self.wasting_little(), depth);
        let calls = calls.unwrap_or_else(|what| panic!("{what}"));
        println!("{calls} runs of the drivers were audited");
        assert!(calls > 1_000);
    }

    /// The audit can fail: it finds each of these mistakes. (Mistakes of the drivers themselves are edits of their
    /// source, in the list of `cargo xtask mutate`.)
    fn mistakes_are_found(&self) {
        let mixed: Vec<_> = scripts(self.pair).iter().flat_map(|script| script[..300].to_vec()).collect();
        let source = filler(&mixed, 1_400);
        let is_found = |driver: &dyn Fn(&[S], &mut [D]) -> Progress| {
            let driver = self.audited(driver, |source, totals| totals.again <= (self.may_repeat)(source));
            self.audit_all(&[driver], &source).is_err()
        };
        let right = self.drivers[0];
        assert!(!is_found(&right));
        assert!(is_found(&self.portable), "leaves the kernel out");
        assert!(is_found(&|source, dst| [right, right].map(|right| right(source, dst))[1]), "converts again");
        assert!(is_found(&|source, dst| right(&source[..source.len() / 2], dst)), "stops early");
        let keeps_rubbish = |source: &[_], dst: &mut [_]| {
            let done = right(source, dst);
            dst[done.written / 2] = D::default();
            done
        };
        assert!(is_found(&keeps_rubbish), "keeps rubbish");
        let splits = |source: &[_], dst: &mut [_]| {
            let done = right(source, dst);
            Progress { written: done.written - 1, ..done }
        };
        assert!(is_found(&splits), "splits a character");
    }
}

macro_rules! audits {
    ($($name:ident: $CONVERSION:ident;)*) => {$(
        mod $name {
            use crate::conversion::$CONVERSION;

            #[test]
            fn each_unit_once() {
                $CONVERSION.each_unit_once();
            }

            #[test]
            fn whatever_a_kernel_may_do() {
                $CONVERSION.whatever_a_kernel_may_do();
            }

            #[test]
            fn mistakes_are_found() {
                $CONVERSION.mistakes_are_found();
            }
        }
    )*};
}

audits! {
    utf8_to_utf16: UTF8_TO_UTF16;
    utf16_to_utf8: UTF16_TO_UTF8;
    utf8_to_utf32: UTF8_TO_UTF32;
    utf32_to_utf8: UTF32_TO_UTF8;
    utf8_to_latin1: UTF8_TO_LATIN1;
    latin1_to_utf8: LATIN1_TO_UTF8;
}

/// Errors at the ends of ASCII runs that follow other text, and that follow chunks of ASCII.
#[test]
fn errors_after_runs_of_ascii() {
    let drivers = UTF8_TO_UTF32.wasting_little();
    for script in &scripts(UTF8_TO_UTF32.pair)[1..] {
        let before = filler(script, 2 * CHUNK);
        for run in (2 * CHUNK - 5..2 * CHUNK + 520).step_by(if is_thinned() { 17 } else { 1 }) {
            let telling: [&[u32]; 3] = [&[0x80], &[0xC3], &[0xF0, 0x9F, 0x8D, 0xBD]];
            for telling in telling.into_iter().take(if is_thinned() { 1 } else { 3 }) {
                let source = [&before[..], &vec![0x61; run], telling, &[0x61; CHUNK + 80]].concat();
                UTF8_TO_UTF32.check(&drivers, &source);
            }
        }
    }
}

/// Long ASCII before a stray continuation byte takes linear time: drivers that give up all ASCII before the byte, and
/// not only a stretch, read it again for every chunk.
#[test]
fn little_is_repeated_before_a_stray_continuation_byte() {
    let (utf16, utf32) = (UTF8_TO_UTF16.wasting_little(), UTF8_TO_UTF32.wasting_little());
    for len in (12 * CHUNK..12 * CHUNK + 5 * BLOCK).step_by(if is_thinned() { 7 } else { 1 }) {
        let source = [&vec![0x61; len], &[0x80][..], &[0x61; CHUNK]].concat();
        UTF8_TO_UTF16.check(&utf16, &source);
        UTF8_TO_UTF32.check(&utf32, &source);
    }
}

/// Only pairs, and pairs that come and go: few chunks are converted twice.
#[test]
fn little_is_repeated_where_pairs_are() {
    let [.., three, four, _, _] = &scripts(UTF8_TO_UTF16.pair)[..] else { unreachable!() };
    let come_and_go = [filler(three, 9_000).repeat(3), filler(four, 600)].concat().repeat(6);
    for source in [come_and_go, filler(four, 6_000), filler(four, 16_000)] {
        let (from, to) = UTF8_TO_UTF16.pair;
        let call = Call { from, to, source: &source, dst: source.len(), last: true, replacement: None };
        let kept = answer(&call).written.len();
        let drivers = UTF8_TO_UTF16.drivers(|_, totals| totals.again < kept / 4 + 2 * CHUNK);
        UTF8_TO_UTF16.check(&drivers, &source);
    }
}
