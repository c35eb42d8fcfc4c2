//! What converting kernels promise: less than a converter, since the shared code after them finds out why
//! they stopped; and more, since they may not stop needlessly.

use super::{
    Call, Encoding,
    pieces::{SCRIPTS, invalid},
    reference::Reference,
};
use crate::suite::Depth;

/// A kernel under test.
pub struct Kernel<'a> {
    /// What reports call it.
    pub name: String,
    /// Runs it.
    pub run: Box<Run<'a>>,
}

/// From units of the source and a destination of that size to the units read, the units written, and what is in the destination
/// afterwards.
type Run<'a> = dyn Fn(&[u32], usize) -> (usize, usize, Vec<u32>) + 'a;

/// While so many units of the source are valid, and there is room for what they become, a kernel may
/// not stop: a block, and four more.
const NEAR: usize = 64 + 4;

/// Holds kernels that convert between the same encodings, one of which is UTF-8, against the contract: what
/// is read is valid and ends with a character; what is written is its conversion; and no kernel stops
/// needlessly. How many calls that took.
///
/// # Errors
///
/// The first breach.
pub fn check_kernels(
    (from, to): (Encoding, Encoding),
    kernels: &[Kernel<'_>],
    depth: Depth,
) -> Result<u64, String> {
    let mut calls = 0;
    let mut check = |source: &[u32], dsts: &[usize]| -> Result<(), String> {
        let expected = Expected::of(from, to, source);
        for kernel in kernels {
            for &dst in dsts {
                expected.check(kernel, source, dst)?;
                calls += 1;
            }
        }
        Ok(())
    };
    let errors = invalid(from);
    let errors: Vec<&[u32]> = errors.iter().map(Vec::as_slice).chain([&[][..]]).collect();
    let step = if depth == Depth::Full { 1 } else { 7 };
    for script in SCRIPTS {
        let Some(unit) = from.encode(script) else { continue };
        let filler = unit.repeat(400 / unit.len() + 1);
        // An error, or the end, at each place of some blocks.
        for at in (0..300).step_by(step) {
            let at = at / unit.len() * unit.len();
            for nth in 0..2 {
                let error = errors[(7 * at + nth) % errors.len()];
                let source = [&filler[..at], error, &filler[..at % 80]].concat();
                check(&source, &[4 * source.len(), at, at / 2])?;
                check(&source[..at], &[4 * at])?;
            }
        }
        // One character of the script at each place of ASCII, with a destination just long enough, and with less.
        for at in (0..300).step_by(step) {
            let ascii = |len| from.encode(&"a".repeat(len)).unwrap_or_default();
            let source = [ascii(at), unit.clone(), ascii(at % 80)].concat();
            let enough = Expected::of(from, to, &source).written.len();
            check(&source, &[enough, enough.saturating_sub(1)])?;
        }
        // A destination of every size.
        let text =
            from.encode(&[script, "plain text of some blocks, "].concat().repeat(12)).unwrap_or_default();
        let dsts: Vec<usize> = (0..2 * text.len()).step_by(step).collect();
        check(&text, &dsts)?;
        // Errors near the ends of longer parts.
        for end in [1024, 4096, 16 * 1024, 20 * 1024] {
            for at in (end - 6..end + 6).step_by(step.min(2)) {
                let count = at / unit.len();
                let start = from.encode(&"a".repeat(at - count * unit.len())).unwrap_or_default();
                let error = errors[at % errors.len()];
                let source = [&start[..], &unit.repeat(count), error, &filler[..unit.len() * 3]].concat();
                check(&source, &[4 * source.len(), at])?;
            }
        }
        // Stretches with no, one or many characters of the script, in every order: which way through the text
        // is taken depends on the stretch before.
        let ascii = |len| from.encode(&"a".repeat(len)).unwrap_or_default();
        let kinds = [
            ascii(STRETCH),
            [ascii(STRETCH - unit.len()), unit.clone()].concat(),
            unit.repeat(STRETCH / unit.len()),
        ];
        for order in (0..27).step_by(step.min(2)) {
            let [first, second, third] = [order % 3, order / 3 % 3, order / 9].map(|kind| &kinds[kind][..]);
            let error = errors[order % errors.len()];
            let source = [&ascii(order), first, second, third, error, &filler[..unit.len() * 3]].concat();
            check(&source, &[4 * source.len()])?;
        }
    }
    check(&[], &[0, 1])?;
    Ok(calls)
}

/// As many bytes as kernels look at together.
const STRETCH: usize = 1024;

/// What is right about a source.
struct Expected {
    /// The most units of the target that a unit of the source becomes.
    largest: usize,
    /// How many units can be read.
    good: usize,
    /// What they become.
    written: Vec<u32>,
    /// By the number of units read: how many are written then, if a character ends there.
    ends: Vec<Option<usize>>,
}

impl Expected {
    fn of(from: Encoding, to: Encoding, source: &[u32]) -> Self {
        let largest = match from {
            Encoding::Utf16 => 3,
            Encoding::Utf32 => 4,
            Encoding::Latin1 => 2,
            _ => 1,
        };
        let reference = Reference::of(from, source);
        let call = Call { from, to, source, dst: usize::MAX, last: true, replacement: None };
        let answer = reference.answer(&call);
        Self { largest, good: answer.read, written: answer.written, ends: reference.ends(to) }
    }

    fn check(&self, kernel: &Kernel<'_>, source: &[u32], dst: usize) -> Result<(), String> {
        let (read, written, units) = (kernel.run)(source, dst);
        let reason = if read > self.good || written > dst || written > units.len() {
            "it goes too far"
        } else if self.ends[read] != Some(written) {
            "what it has written is not what it has read"
        } else if units[..written] != self.written[..written] {
            "what it has written is wrong"
        } else if self.good - read >= NEAR && dst - written >= NEAR * self.largest {
            "it stops needlessly"
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
