//! Whole blocks: the units of all lanes that write, and the verdict, compared with a kernel over plain arrays.

use placemat_conformance::random::Random;
use placemat_simd::convert::{BEFORE, Four, Frame, SPARE, ToUtf16};
use placemat_simd::{BLOCK, emulated::Emulated, validate::Step};

use super::CANARY;
use crate::here::run;

/// Compares [`ToUtf16::block`] with that of [`Emulated`] on random frames. Returns their number.
pub(super) fn certify<K: ToUtf16>(kernel: K, random: &mut Random, frames: u64) -> Result<u64, String> {
    for nth in 0..frames {
        // Two scripts, so that some frames have only one, and some have four-byte characters.
        let scripts = [random.below(4), random.below(4)];
        let mut frame = frame(random, scripts);
        let is_valid = nth % 8 != 0;
        if !is_valid {
            // Not before the validated bytes, nor at the last one, whose error may be detected only at the next byte.
            frame[BEFORE + 1 + random.below(BLOCK - 1)] = random.number().to_le_bytes()[0];
        }
        let four = match scripts {
            [..3, ..3] if is_valid => random.pick(&[Four::Never, Four::Rarely, Four::Often]),
            _ => random.pick(&[Four::Rarely, Four::Often]),
        };
        let at = random.below(BLOCK);
        let own = block(kernel, &frame, four, at);
        let expected = block(Emulated::<BLOCK>, &frame, four, at);
        let what = || format!("{frame:x?} at {at}, {four:?}: {own:x?}, not {expected:x?}");
        if own.valid != expected.valid {
            return Err(what());
        }
        if !is_valid {
            continue;
        }
        let end = at + expected.units;
        let (before, after) = (&own.dst[..at], &own.dst[at + BLOCK..]);
        let is_untouched = before.iter().chain(after).all(|unit| *unit == CANARY);
        if own.units != expected.units || own.dst[at..end] != expected.dst[at..end] || !is_untouched {
            return Err(what());
        }
    }
    Ok(frames)
}

/// A frame of valid text, which may begin and end inside a character.
fn frame(random: &mut Random, scripts: [usize; 2]) -> Frame {
    let mut text = String::new();
    while text.len() < 2 * size_of::<Frame>() {
        let (least, most) =
            [(0, 0x7F), (0x80, 0x7FF), (0x800, 0xFFFF), (0x1_0000, 0x10_FFFF)][random.pick(&scripts)];
        text.extend(u32::try_from(least + random.below(most - least + 1)).ok().and_then(char::from_u32));
    }
    let from = random.below(BLOCK);
    std::array::from_fn(|at| text.as_bytes()[from + at])
}

#[derive(Debug)]
struct Written {
    dst: [u16; 2 * BLOCK + SPARE],
    units: usize,
    valid: bool,
}

fn block<K: ToUtf16>(kernel: K, frame: &Frame, four: Four, at: usize) -> Written {
    let mut dst = [CANARY; 2 * BLOCK + SPARE];
    let (units, valid) = run(kernel, |kernel| {
        let step = K::Full::default();
        let (acc, units) = kernel.block((step, step.start(kernel)), frame, four, &mut dst, at);
        (units, step.is_valid(kernel, acc))
    });
    Written { dst, units, valid }
}
