//! Lossy conversion from UTF-16 to UTF-8 with frequent errors: unpaired surrogates are replaced in a copy, which is
//! then valid.

use placemat_core::utf16::{is_high, is_low};
use placemat_core::{Conversion, convert::Progress};

use super::{backend::FromUtf16, utf16_to_utf8::LongText};

/// Units that are replaced together.
const PART: usize = 64;

/// A part and the units before and after it.
const AROUND: usize = 1 + PART + 1;

/// The maximum number of bytes per unit.
const LONGEST: usize = 3;

/// Units that are converted together, few enough to stay in the L1 cache.
pub(super) const PIECE: usize = 8 * PART;

/// Converts UTF-16 to UTF-8 and replaces each unpaired surrogate by U+FFFD, by the contract of
/// [`ReplaceFn`](placemat_core::ReplaceFn).
///
/// Must be called from a function that is compiled for the CPU features of `kernel`.
#[inline(always)]
pub fn utf16_to_utf8_replaced<K: FromUtf16>(kernel: K, source: &[u16], dst: &mut [u8]) -> Progress {
    match kernel.replace_utf16(source, dst) {
        Some(done) => done,
        None => replace_all(kernel, source, dst),
    }
}

/// The same, for any kind of text between the errors.
#[inline(always)]
pub(super) fn replace_all<K: FromUtf16>(kernel: K, source: &[u16], dst: &mut [u8]) -> Progress {
    let mut at = Progress::default();
    // One unit before the text is enough.
    let Some(source) = source.get(Conversion::BEFORE - 1..) else { return at };
    if source.len() < AROUND {
        return at;
    }
    let mut copy = [0; PIECE];
    loop {
        let (done, any) = replace_piece(
            kernel,
            source.get(at.read..).unwrap_or_default(),
            &mut dst[at.written..],
            &mut copy,
        );
        at += done;
        if !any || done.read == 0 {
            return at;
        }
    }
}

/// Converts a piece of the source, which begins with the unit before it. Returns whether any unit was replaced.
#[inline(always)]
pub(super) fn replace_piece<K: FromUtf16>(
    kernel: K, source: &[u16], dst: &mut [u8], copy: &mut [u16; PIECE],
) -> (Progress, bool) {
    let (parts, _) = copy.as_chunks_mut::<PART>();
    // Only parts that are sure to fit.
    let fit = dst.len() / LONGEST;
    let (mut units, mut any) = (0, 0);
    for part in parts {
        let Some(around) = source.get(units..).and_then(|rest| rest.first_chunk()) else {
            break;
        };
        if units + PART > fit {
            break;
        }
        any |= copy_lossy(around, part);
        units += PART;
    }
    // Stops before a high surrogate at the end, and may leave some of the last units.
    (kernel.vectorize(LongText { source: &copy[..units], dst }), any != 0)
}

/// Copies units, given those around them, and replaces unpaired surrogates by U+FFFD. Nonzero if there are any.
///
/// No intrinsics: the compiler vectorises this for the features of the function it is inlined into.
#[inline(always)]
fn copy_lossy(around: &[u16; AROUND], to: &mut [u16; PART]) -> u16 {
    let mut any = 0;
    let mut at = 0;
    while at < PART {
        let [before, unit, after] = [around[at], around[at + 1], around[at + 2]];
        let is_lone = is_low(unit) & !is_high(before) | is_high(unit) & !is_low(after);
        to[at] = if is_lone { 0xFFFD } else { unit };
        any |= u16::from(is_lone);
        at += 1;
    }
    any
}
