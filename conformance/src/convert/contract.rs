//! The contract of converting kernels. They promise less than a converter, because the shared code after them
//! determines why they stopped; and more, because they must not stop needlessly.

use itertools::iproduct;

use super::{Call, Encoding, Reference, SCRIPTS, invalid};
use crate::suite::Depth;

/// A kernel under test.
pub struct Kernel<'a> {
    /// Its name in reports.
    pub name: String,
    /// Whether it converts errors to U+FFFD. Then it may stop anywhere after the first units, if the destination is
    /// large enough for everything.
    pub is_lossy: bool,
    /// Runs it.
    pub run: Box<Run<'a>>,
}

/// From the units of the source and the length of the destination to the units read, the units written, and the final
/// contents of the destination.
type Run<'a> = dyn Fn(&[u32], usize) -> (usize, usize, Vec<u32>) + 'a;

/// A kernel must not stop while the source has this many valid units and the destination has space for their
/// conversion: a block, and four more.
const NEAR: usize = 64 + 4;

/// Checks the contract of kernels that convert between the same two encodings: the part they read is valid and ends
/// with a character; the part they write is its conversion; and they do not stop needlessly. Returns the number of
/// calls, or the first violation.
pub fn check_kernels(
    (from, to): (Encoding, Encoding), kernels: &[Kernel<'_>], depth: Depth,
) -> Result<u64, String> {
    let mut calls = 0;
    let mut check = |source: &[u32], dsts: &[usize]| {
        calls += check_source((from, to), kernels, source, dsts)?;
        Ok::<_, String>(())
    };
    let errors = invalid(from);
    let errors: Vec<&[u32]> = errors.iter().map(Vec::as_slice).chain([&[][..]]).collect();
    let [step, at_once] = depth.pick([[7, 2], [1, 6]]);
    for script in SCRIPTS {
        let Some(unit) = from.encode(script) else { continue };
        let filler = unit.repeat(400 / unit.len() + 1);
        let ascii = |len| from.encode(&"a".repeat(len)).unwrap_or_default();
        // An error, or the end, at each position of some blocks, before more of the text or much ASCII.
        for at in (0..300).step_by(step) {
            let at = at / unit.len() * unit.len();
            for nth in 0..at_once {
                let error = errors[(7 * at + nth) % errors.len()];
                let after = if nth % 2 == 0 { filler[..at % 80].to_vec() } else { ascii(1_200) };
                let source = [&filler[..at], error, &after].concat();
                check(&source, &[4 * source.len(), at, at / 2])?;
                check(&source[..at], &[4 * at])?;
            }
        }
        // A character that is cut off at the end of a block, before much ASCII.
        for (end, character) in iproduct!([64, 128, 192, 1088], SCRIPTS) {
            let cut = from.encode(character).unwrap_or_default();
            let text = unit.repeat((end - 1) / unit.len());
            let source = [&ascii(end - 1 - text.len())[..], &text, &cut[..cut.len().min(1)], &ascii(1_200)];
            let source = source.concat();
            check(&source, &[4 * source.len()])?;
        }
        // One character of the script at each position of ASCII; destinations just long enough, and shorter.
        for at in (0..300).step_by(step) {
            let source = [ascii(at), unit.clone(), ascii(at % 80)].concat();
            let enough = Expected::of(from, to, &source, false).written.len();
            check(&source, &[enough, enough.saturating_sub(1)])?;
        }
        // Destinations of every length; for long texts, those that end where a block may end.
        for times in [12, 100] {
            let text = [script, "plain text of some blocks, "].concat().repeat(times);
            let text = from.encode(&text).unwrap_or_default();
            let is_tried = |dst: &usize| times < 100 || dst % 64 < 3;
            let dsts: Vec<usize> = (0..2 * text.len()).step_by(step).filter(is_tried).collect();
            check(&text, &dsts)?;
        }
        // Errors near the ends of longer texts.
        for end in [1024, 4096, 16 * 1024, 20 * 1024] {
            for at in (end - 6..end + 6).step_by(step.min(2)) {
                let count = at / unit.len();
                let start = from.encode(&"a".repeat(at - count * unit.len())).unwrap_or_default();
                let error = errors[at % errors.len()];
                let source = [&start[..], &unit.repeat(count), error, &filler[..unit.len() * 3]].concat();
                check(&source, &[4 * source.len(), at])?;
            }
        }
        // Runs with no, one or many characters of the script, in every order: the path of a kernel depends on the
        // previous run.
        let kinds = [
            ascii(CHUNK),
            [ascii(CHUNK - unit.len()), unit.clone()].concat(),
            unit.repeat(CHUNK / unit.len()),
        ];
        for order in (0..27).step_by(step.min(2)) {
            let [first, second, third] = [order % 3, order / 3 % 3, order / 9].map(|kind| &kinds[kind][..]);
            let error = errors[order % errors.len()];
            let source = [&ascii(order), first, second, third, error, &filler[..unit.len() * 3]].concat();
            check(&source, &[4 * source.len()])?;
        }
    }
    // An error wherever a block may begin, after ASCII blocks of a chunk with others.
    let ascii = |len| from.encode(&"a".repeat(len)).unwrap_or_default();
    let other = from.encode("\u{E9}").unwrap_or_default();
    let short = errors.iter().filter(|error| depth.pick([error.len() == 1, true]));
    for (at, error) in iproduct!(0..64, short) {
        let source = [&ascii(2 * CHUNK)[..], &other, &ascii(CHUNK + at), error, &ascii(CHUNK + 80)].concat();
        check(&source, &[4 * source.len()])?;
    }
    // An error at each position of a block, in long text with few other characters; and shorter destinations.
    if from == Encoding::Utf16 {
        let few = "\u{20AC} and \u{E9} are few of the characters in this text, ".repeat(180);
        let few = from.encode(&few).unwrap_or_default();
        for at in (0..128).step_by(depth.pick([3, 1])) {
            let source = [&few[..few.len() - at], errors[at % errors.len()], &ascii(200)].concat();
            check(&source, &[4 * source.len(), few.len() - 10 * at])?;
        }
    }
    check(&[], &[0, 1])?;
    Ok(calls)
}

/// Checks the contract of kernels, all lossy or none, for one source and these lengths of the destination. Returns
/// the number of calls, or the first violation.
pub fn check_source(
    (from, to): (Encoding, Encoding), kernels: &[Kernel<'_>], source: &[u32], dsts: &[usize],
) -> Result<u64, String> {
    let is_lossy = kernels.iter().any(|kernel| kernel.is_lossy);
    let expected = Expected::of(from, to, source, is_lossy);
    for kernel in kernels {
        dsts.iter().try_for_each(|dst| expected.check(kernel, source, *dst))?;
    }
    Ok((kernels.len() * dsts.len()) as u64)
}

/// A lossy kernel converts at least this many units, if there are as many.
const FIRST: usize = 100;

/// The number of bytes that kernels inspect together.
const CHUNK: usize = 1024;

/// The expected results for a source.
struct Expected {
    /// The maximum number of target units per source unit.
    largest: usize,
    /// The number of units that can be read.
    good: usize,
    /// Their conversion.
    written: Vec<u32>,
    /// By the number of units read: the number of units written, if a character ends there.
    ends: Vec<Option<usize>>,
}

impl Expected {
    fn of(from: Encoding, to: Encoding, source: &[u32], is_lossy: bool) -> Self {
        let largest = match from {
            Encoding::Utf16 => 3,
            Encoding::Utf32 => 4,
            Encoding::Latin1 => 2,
            _ => 1,
        };
        let reference = Reference::of(from, source);
        let replacement = is_lossy.then_some(to.replacement());
        let answer = reference.answer(&Call { from, to, source, dst: usize::MAX, last: true, replacement });
        Self { largest, good: answer.read, written: answer.written, ends: reference.ends(to, replacement) }
    }

    fn check(&self, kernel: &Kernel<'_>, source: &[u32], dst: usize) -> Result<(), String> {
        let (read, written, units) = (kernel.run)(source, dst);
        let reason = if read > self.good || written > dst || written > units.len() {
            "it goes too far"
        } else if self.ends[read] != Some(written) {
            "what it has written is not what it has read"
        } else if units[..written] != self.written[..written] {
            "what it has written is wrong"
        } else if self.good - read < NEAR || dst - written < NEAR * self.largest {
            return Ok(());
        } else if !kernel.is_lossy {
            "it stops needlessly"
        } else if read < FIRST && dst >= self.written.len() + NEAR * self.largest {
            "it stops early"
        } else {
            return Ok(());
        };
        let Self { good, .. } = self;
        Err(format!(
            "{}: {reason}: it reads {read} of {good} good units and writes {written}, with room for {dst}; \
             the source is {source:x?}",
            kernel.name
        ))
    }
}
