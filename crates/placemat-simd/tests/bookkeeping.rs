//! The bookkeeping of the driver: which bytes it validates, in which mode, from which loads.
//!
//! The certificate proves that the steps are correct for all windows. It remains to prove that the driver feeds them
//! the right windows. Here the driver runs over vectors that hold no bytes, only the place they were loaded from, and
//! over steps that record their input and raise alarms by script. Afterwards the records are audited: every byte was
//! validated, or lies in an ASCII block that was skipped after a complete sequence; b1 to b3 were the bytes before
//! b0; no load was out of bounds; every guard was checked; and no `from` is after a byte that was not validated.
//!
//! A debug build runs a selection of the lengths and scripts, as does a release build with the environment variable
//! `PLACEMAT_EXTENT` set to `borders`, which emulators use.
//! Emulators run it in every row.

use std::ops::Range;

mod recorder;

use itertools::iproduct;
use placemat_conformance::is_thinned;
use placemat_core::Scan;
use placemat_simd::validate::{Blocks, Kernel, complete, scan};
use placemat_simd::{BLOCK, emulated::Emulated};
use recorder::{Attempt, Mode, Recorder, Tape};

const LONGEST: usize = 24 * 1024;

/// Checks all properties of one run, on a cached input.
fn audit<const LANES: usize>(tape: &Tape, at: usize, len: usize) {
    audit_uncached::<LANES, { usize::MAX }>(tape, at, len);
}

/// The same if inputs of `UNCACHED_LEN` bytes are uncached. Returns the number of validated bytes.
fn audit_uncached<const LANES: usize, const UNCACHED_LEN: usize>(
    tape: &Tape, at: usize, len: usize,
) -> usize {
    let what = || format!("{LANES} lanes, {len} bytes at offset {at} of {}", tape.script);
    let bytes = &tape.bytes()[at..at + len];
    let (verdict, attempts) =
        recorder::record(tape, at, len, || scan(Recorder::<LANES, UNCACHED_LEN>, bytes));

    // Which bytes were validated without an alarm.
    let mut validated = vec![false; len];
    for attempt in &attempts {
        check_attempt(bytes, attempt, &what);
        for (&start, _) in attempt.starts.iter().zip(&attempt.alarms).filter(|(_, alarm)| !**alarm) {
            validated[clip(start, attempt.lanes, len)].fill(true);
        }
    }

    let certain = match verdict {
        Scan::Clean => len,
        Scan::Suspect { from } => from,
    };
    assert!(certain <= len, "{}: suspects {certain}", what());
    // Leading ASCII need not be validated.
    let mut byte = bytes.iter().take_while(|byte| byte.is_ascii()).count().min(certain);
    while let Some(left_out) = validated[byte.min(certain)..certain].iter().position(|validated| !validated) {
        // It was skipped, together with what follows it.
        let start = byte + left_out;
        let run = validated[start..certain].iter().take_while(|validated| !**validated).count();
        let skipped = start..start + run;
        assert!(bytes[skipped.clone()].is_ascii(), "{}: {skipped:?} was skipped, but is not ASCII", what());
        assert!(complete(before(bytes, start)), "{}: a sequence was cut off at {skipped:?}", what());
        byte = skipped.end;
    }
    if verdict == Scan::Clean && len > 0 {
        assert!(complete(before(bytes, len)), "{}: the end cuts a sequence off", what());
    }

    // Only an alarm in full mode, or a sequence that is cut off, may make an input suspect.
    if verdict != Scan::Clean {
        let broken = |at: usize| bytes.get(at).is_none_or(u8::is_ascii) && !complete(before(bytes, at));
        let reason = tape.has(Mode::Full, at..at + len) || (1..=len).any(broken);
        assert!(reason, "{}: {verdict:?} without a reason", what());
    }
    attempts.iter().map(Attempt::validated).sum()
}

/// Checks the windows that were validated with one accumulator.
fn check_attempt(bytes: &[u8], attempt: &Attempt, what: &dyn Fn() -> String) {
    let Some(&first) = attempt.starts.first() else {
        panic!("{}: a verdict on nothing", what());
    };
    match (attempt.mode, attempt.guard) {
        (Mode::Full, _) => {}
        (mode, None) => panic!("{}: the guard of {mode:?} at {first} was not asked", what()),
        (mode, Some((asked, seen, answer))) => {
            assert!(asked == mode && answer, "{}: {mode:?} began at {first} against its guard", what());
            let first = usize::try_from(first).expect("a restricted mode never begins before the input");
            let right = before(bytes, first);
            assert_eq!(seen, right, "{}: the guard saw other bytes than those before {first}", what());
        }
    }
    for pair in attempt.starts.windows(2) {
        // A block may overlap the one before it; anything between two that do not must be irrelevant.
        let end = pair[0] + attempt.lanes.cast_signed();
        let gap = clip(end, (pair[1] - end).max(0).unsigned_abs(), bytes.len());
        let is_ascii = bytes[gap.clone()].is_ascii();
        assert!(is_ascii, "{}: {gap:?} was left out of a span, but is not ASCII", what());
    }
    // Inputs of up to 32 blocks may be validated at once, from the first byte on.
    let (most, validated) = (if first == 0 { 32 } else { 16 }, attempt.validated());
    assert!(validated <= most * BLOCK, "{}: {validated} bytes before the verdict was looked at", what());
}

/// The range of the `count` bytes from `start` on that lie in an input of `len` bytes.
fn clip(start: isize, count: usize, len: usize) -> Range<usize> {
    let end = start + count.cast_signed();
    start.max(0).cast_unsigned().min(len)..end.max(0).cast_unsigned().min(len)
}

/// The three bytes before `at`, with zeros before the input.
fn before(bytes: &[u8], at: usize) -> [u8; 3] {
    [3, 2, 1].map(|back| at.checked_sub(back).map_or(0, |at| bytes[at]))
}

/// Every length at every alignment, with one of several scripts.
#[test]
fn every_length_at_every_alignment() {
    let (scripts, stride) = if is_thinned() { (8, 61) } else { (48, 1) };
    let mut runs = 0;
    for script in 0..scripts {
        let tape = Tape::new(script, LONGEST + 64);
        // All short lengths, which are mostly edge cases.
        let is_kept = |len: &usize| len % scripts == script && (*len <= 300 || len.is_multiple_of(stride));
        for (len, at) in iproduct!((0..=LONGEST).filter(is_kept), 0..64) {
            audit::<64>(&tape, at, len);
            runs += 1;
        }
    }
    println!("{runs} runs of the driver were audited");
    assert!(runs > 25_000);
}

/// Long inputs, in which a mode returns to where it was before an alarm: sixteen chunks later, at 64 KiB and more.
#[test]
fn long_inputs() {
    let scripts = if is_thinned() { 24 } else { 1200 };
    for script in 0..scripts {
        let tape = Tape::new(script, 130_000);
        for len in [70_000, 81_000, 129_900] {
            audit::<64>(&tape, (script * 11 + len) % 64, len);
        }
    }
}

/// Narrow vectors, several per block, with many scripts.
#[test]
fn narrow_vectors() {
    let scripts = if is_thinned() { 10 } else { 400 };
    for script in 0..scripts {
        let tape = Tape::new(script, 12_000);
        for len in [0, 1, 15, 16, 63, 64, 66, 67, 68, 127, 131, 200, 576, 640, 1100, 4096, 4200, 9000, 11_900]
        {
            let at = (script * 7 + len) % 64;
            audit::<16>(&tape, at, len);
            audit::<32>(&tape, (at + 1) % 64, len);
        }
    }
}

/// Uncached text, of which each vector is loaded once.
#[test]
fn text_from_memory() {
    const UNCACHED_LEN: usize = 1000;
    let scripts = if is_thinned() { 10 } else { 100 };
    for script in 0..scripts {
        let tape = Tape::new(script, 24_000);
        for len in (UNCACHED_LEN..6000).step_by(61).chain([8191, 16_384, 20_001, 23_900]) {
            for at in [0, 1, 2, 3, 4, 63, (script * 7 + len) % 64] {
                audit_uncached::<64, UNCACHED_LEN>(&tape, at, len);
            }
            audit_uncached::<32, UNCACHED_LEN>(&tape, (script + len) % 64, len);
            audit_uncached::<16, UNCACHED_LEN>(&tape, (script + len) % 64, len);
        }
    }
    // Nothing is skipped, although seven of eight blocks are ASCII.
    let sparse = Tape::cut_off(63, 64);
    assert!(audit_uncached::<64, UNCACHED_LEN>(&sparse, 0, 64 * BLOCK) >= 64 * BLOCK);
    assert!(audit_uncached::<64, { usize::MAX }>(&sparse, 0, 64 * BLOCK) < 64 * BLOCK);
}

/// A sequence cut off at the end of each block in turn, before an ASCII block. If a chunk begins with that block and
/// has others to validate, the driver still has to check the first one.
#[test]
fn cut_off_before_ascii() {
    const BLOCKS: usize = 128;
    for (cut, at) in iproduct!(0..BLOCKS, [0, 1, 62]) {
        let tape = Tape::cut_off(cut, BLOCKS);
        audit::<64>(&tape, at, 64 * BLOCKS - at);
        audit::<32>(&tape, at, 64 * BLOCKS - at);
        audit::<16>(&tape, at, 64 * BLOCKS - at);
    }
}

/// The audit can fail: records that leave a byte out, or with a step that saw other bytes than those before.
#[test]
#[cfg_attr(panic = "abort", ignore = "there is no way back from a panic here")]
fn the_audit_finds_a_missing_block() {
    let tape = Tape::new(0, 1000);
    let (_, mut attempts) = recorder::record(&tape, 0, 500, || scan(Recorder::<64>, &tape.bytes()[..500]));
    attempts[0].starts = vec![0, 128];
    let check = || check_attempt(&[0xFF; 500], &attempts[0], &String::new);
    assert!(std::panic::catch_unwind(check).is_err());
}

/// Compares the verdicts on whole blocks, and on a text with a rest of any length, with std.
fn blocks_agree<const LANES: usize>(bytes: &[u8])
where
    Emulated<LANES>: Kernel,
{
    let mut blocks = Blocks::new(Emulated::<LANES>);
    for (nth, block) in bytes.as_chunks().0.iter().enumerate() {
        assert_eq!(
            blocks.finish(&bytes[nth * BLOCK..]),
            std::str::from_utf8(bytes).is_ok(),
            "{LANES} {bytes:X?}"
        );
        blocks.push(block);
    }
    let so_far = std::str::from_utf8(&bytes[..bytes.len() / BLOCK * BLOCK]);
    if so_far.err().is_none_or(|error| error.error_len().is_none()) {
        assert!(blocks.is_valid(), "{LANES} {bytes:X?}");
    }
}

#[test]
fn blocks_with_sequences_good_and_bad_at_every_offset() {
    let sequences: [&[u8]; 12] = [
        b"\xC3\xA9", b"\xE2\x82\xAC", b"\xF0\x9F\x8D\xBD", b"\xC3", b"\xE2\x82", b"\xF0\x9F\x8D", b"\x80",
        b"\xED\xA0\x80", b"\xF4\x90\x80\x80", b"\xC0\x80", b"\xC1", b"\xFF",
    ];
    for sequence in sequences {
        for filler in ["a", "\u{E9}"] {
            for at in 0..=3 * BLOCK - sequence.len() {
                let mut bytes: Vec<u8> =
                    filler.bytes().cycle().take(at / filler.len() * filler.len()).collect();
                bytes.extend(sequence);
                bytes.extend(filler.bytes().cycle().take((3 * BLOCK).saturating_sub(bytes.len())));
                bytes.truncate(3 * BLOCK - at % 67);
                blocks_agree::<16>(&bytes);
                blocks_agree::<32>(&bytes);
                blocks_agree::<64>(&bytes);
            }
        }
    }
}
