//! Conversion between UTF-16, UTF-32 and Latin-1 in native units, without UTF-8 in between.
//!
//! Most text consists of characters with one unit in both encodings. Blocks of these are widened, narrowed or copied by
//! loops without branches, which compilers vectorise:
//!
//! ```text
//! UTF-16   0061 20AC 4E2D ...  none is a surrogate, none above FFFF
//! UTF-32   00000061 000020AC 00004E2D ...
//! ```
//!
//! A block with valid surrogate pairs, or with characters that become pairs, is computed by vectors and then stored unit by
//! unit, still without branches: a low surrogate writes its unit where the next one overwrites it. Words are four short
//! blocks that overlap. What remains (an error, a character that the target lacks, the ends of both slices) is less than
//! such a block needs, and is converted character by character.

use super::{Native, is_scalar_value, validated::are_pairs};
use crate::convert::{Latin1, Progress, Utf16, Utf32};
use crate::utf16::{is_low, is_surrogate};

/// Units that are tested together.
const BLOCK: usize = 64;

/// Units that are tested together near the end.
const SHORT: usize = 16;

/// An encoding that is converted directly. One unit of the source is at most one character.
pub trait Direct: Native {
    /// The largest character with one unit.
    const LARGEST: u32;

    /// Whether the unit alone is a character.
    fn is_whole(unit: Self::Unit) -> bool;

    /// The unit of a character with one unit.
    fn unit(value: u32) -> Self::Unit;

    /// Whether the unit belongs to the character before it.
    #[inline(always)]
    fn is_second(unit: Self::Unit) -> bool {
        let _ = unit;
        false
    }

    /// Whether units are valid, given the unit after each: they begin at the start of a character, and the last one may
    /// be the first of a pair.
    #[inline(always)]
    fn are_valid<const N: usize>(units: &[Self::Unit; N], next: &[Self::Unit; N]) -> bool {
        let _ = next;
        units.iter().fold(true, |all, unit| all & Self::is_whole(*unit))
    }

    /// Converts valid units, of which some are of a character with two units here or there, and returns the number of
    /// units written. The destination has space for the largest characters.
    #[inline(always)]
    fn mixed<D: Direct, const N: usize>(
        units: &[Self::Unit; N], next: &[Self::Unit; N], dst: &mut [D::Unit],
    ) -> usize {
        let _ = (units, next, dst);
        0
    }

    /// The number of units of `D` that units become, if they are valid; otherwise the sum over single units, where a low
    /// surrogate counts as none and a number above FFFF as two.
    #[must_use]
    #[inline(always)]
    fn len_in<D: Direct>(units: &[Self::Unit]) -> usize {
        match (Self::LONGEST, D::LONGEST) {
            (2, 1) => units.len() - count(units, Self::is_second),
            (1, 2) => units.len() + count(units, |unit| Self::value(unit) > D::LARGEST),
            _ => units.len(),
        }
    }
}

impl Direct for Latin1 {
    const LARGEST: u32 = 0xFF;

    #[inline(always)]
    fn is_whole(_: u8) -> bool {
        true
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "at most FF")]
    fn unit(value: u32) -> u8 {
        value as u8
    }
}

impl Direct for Utf16 {
    const LARGEST: u32 = 0xFFFF;

    #[inline(always)]
    fn is_whole(unit: u16) -> bool {
        !is_surrogate(unit)
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "at most FFFF")]
    fn unit(value: u32) -> u16 {
        value as u16
    }

    #[inline(always)]
    fn is_second(unit: u16) -> bool {
        is_low(unit)
    }

    #[inline(always)]
    fn are_valid<const N: usize>(units: &[u16; N], next: &[u16; N]) -> bool {
        are_pairs(units, next, |unit| unit) && !is_low(units[0])
    }

    /// The value and the number of characters that begin with each unit are computed by vectors. A low surrogate begins
    /// none, so the next value overwrites its own.
    #[inline(always)]
    fn mixed<D: Direct, const N: usize>(units: &[u16; N], next: &[u16; N], dst: &mut [D::Unit]) -> usize {
        let mut values = [0; N];
        for i in 0..N {
            let (unit, next) = (u32::from(units[i]), u32::from(next[i]));
            let pair = ((unit & 0x3FF) << 10 | next & 0x3FF) + 0x1_0000;
            values[i] = if is_surrogate(units[i]) { pair } else { unit };
        }
        let mut written = 0;
        for i in 0..N {
            if let Some(dst) = dst.get_mut(written) {
                *dst = D::unit(values[i]);
            }
            written += usize::from(!is_low(units[i]));
        }
        written
    }
}

impl Direct for Utf32 {
    const LARGEST: u32 = char::MAX as u32;

    #[inline(always)]
    fn is_whole(unit: u32) -> bool {
        is_scalar_value(unit)
    }

    #[inline(always)]
    fn unit(value: u32) -> u32 {
        value
    }

    /// Both surrogates are computed by vectors. Each character writes two units; the next one overwrites a second unit
    /// that is none.
    #[inline(always)]
    fn mixed<D: Direct, const N: usize>(units: &[u32; N], _: &[u32; N], dst: &mut [D::Unit]) -> usize {
        let (mut first, mut second) = ([D::unit(0); N], [D::unit(0); N]);
        for i in 0..N {
            let above = units[i].wrapping_sub(0x1_0000);
            let high = 0xD800 | above >> 10;
            first[i] = D::unit(if units[i] > D::LARGEST { high } else { units[i] });
            second[i] = D::unit(0xDC00 | above & 0x3FF);
        }
        let mut written = 0;
        for i in 0..N {
            if let Some(two) = dst.get_mut(written..).and_then(<[_]>::first_chunk_mut) {
                *two = [first[i], second[i]];
            }
            written += 1 + usize::from(units[i] > D::LARGEST);
        }
        written
    }
}

/// The number of units of a kind, in sums of 16 bits, of which a vector holds as many as units of UTF-16.
#[inline(always)]
fn count<U: Copy>(units: &[U], is_counted: impl Fn(U) -> bool) -> usize {
    let counts = |units: &[U]| units.iter().map(|unit| u16::from(is_counted(*unit))).sum::<u16>();
    units.chunks(usize::from(u16::MAX)).map(|units| usize::from(counts(units))).sum()
}

/// Converts, as [`Progress`] specifies: stops at invalid input, at a character that the target encoding lacks, or when
/// the destination is full. Linear time; no panic.
///
/// ```
/// use placemat_core::convert::{Progress, Utf16, Utf32, portable};
///
/// let mut dst = [0; 8];
/// let progress = portable::direct::<Utf16, Utf32>(&[0x35, 0x20AC, 0xD83C, 0xDF7D, 0xDC00], &mut dst);
/// assert_eq!(progress, Progress { read: 4, written: 3 });
/// assert_eq!(dst[..3], [0x35, 0x20AC, 0x1_F37D]);
/// ```
#[inline(always)]
pub fn direct<S: Direct, D: Direct>(source: &[S::Unit], dst: &mut [D::Unit]) -> Progress {
    direct_by::<S, D>(source, dst, Mixed)
}

/// Converts blocks as [`Direct::mixed`] does. (A closure in its place would be compiled without a kernel's CPU features.)
pub trait ConvertMixed<S: Direct, D: Direct>: Copy {
    /// Returns the number of units written. `N` is a multiple of 16.
    fn convert<const N: usize>(self, units: &[S::Unit; N], next: &[S::Unit; N], dst: &mut [D::Unit])
    -> usize;
}

/// [`Direct::mixed`] itself.
#[derive(Clone, Copy)]
struct Mixed;

impl<S: Direct, D: Direct> ConvertMixed<S, D> for Mixed {
    #[inline(always)]
    fn convert<const N: usize>(
        self, units: &[S::Unit; N], next: &[S::Unit; N], dst: &mut [D::Unit],
    ) -> usize {
        S::mixed::<D, N>(units, next, dst)
    }
}

/// [`direct`] with another way to convert blocks with pairs.
#[inline(always)]
pub fn direct_by<S: Direct, D: Direct>(
    source: &[S::Unit], dst: &mut [D::Unit], pairs: impl ConvertMixed<S, D>,
) -> Progress {
    let len = source.len();
    let mut at = Progress::default();
    if len <= SHORT {
        // As few branches as possible depend on the length.
        let is_done = match len {
            0 => true,
            1..4 => word::<S, D, 1>(source, dst, [0, len / 2, len - 1, len - 1]),
            _ => word::<S, D, 4>(source, dst, [0, 4.min(len - 4), 8.min(len - 4), len - 4]),
        };
        if is_done {
            return Progress { read: len, written: len };
        }
        if len < SHORT {
            return singly::<S, D>(source, dst, at);
        }
    } else if len >= BLOCK {
        at = runs::<S, D, BLOCK>(source, dst, at, pairs);
        if at.read == len {
            return at;
        }
    }
    at = runs::<S, D, SHORT>(source, dst, at, pairs);
    singly::<S, D>(source, dst, at)
}

/// Converts blocks of `N` units as long as they are valid.
#[inline(always)]
fn runs<S: Direct, D: Direct, const N: usize>(
    source: &[S::Unit], dst: &mut [D::Unit], mut at: Progress, pairs: impl ConvertMixed<S, D>,
) -> Progress {
    loop {
        at = blocks::<S, D, N>(source, dst, at);
        if at.read == source.len() {
            return at;
        }
        let Some(more) = mixed::<S, D, N>(source, dst, at, pairs) else { return at };
        at += more;
    }
}

/// Converts four blocks that overlap and begin at these places, if the characters of all units have one unit in both
/// encodings: they are tested before the first one is stored.
#[inline(always)]
fn word<S: Direct, D: Direct, const N: usize>(
    source: &[S::Unit], dst: &mut [D::Unit], places: [usize; 4],
) -> bool {
    let blocks = places.map(|at| source.get(at..).and_then(<[_]>::first_chunk::<N>));
    let ([Some(a), Some(b), Some(c), Some(d)], Some(dst)) = (blocks, dst.get_mut(..source.len())) else {
        return false;
    };
    if ![a, b, c, d].into_iter().fold(true, |all, units| all & are_single::<S, D, N>(units)) {
        return false;
    }
    for (units, at) in [a, b, c, d].into_iter().zip(places) {
        if let Some(dst) = dst.get_mut(at..).and_then(<[_]>::first_chunk_mut) {
            to_single::<S, D, N>(units, dst);
        }
    }
    true
}

/// Whether the unit is a character that has one unit in the target encoding.
#[inline(always)]
fn is_single<S: Direct, D: Direct>(unit: S::Unit) -> bool {
    S::value(unit) <= D::LARGEST && (D::LARGEST < 0xD800 || S::is_whole(unit))
}

/// Converts character by character. Out of line: CPU features would not help, so kernels share it.
#[inline(never)]
fn singly<S: Direct, D: Direct>(source: &[S::Unit], dst: &mut [D::Unit], mut at: Progress) -> Progress {
    while let (Some(unit), Some(to)) = (source.get(at.read), dst.get_mut(at.written)) {
        if is_single::<S, D>(*unit) {
            *to = D::unit(S::value(*unit));
            at += Progress { read: 1, written: 1 };
        } else if let Some((character, units)) = S::next(&source[at.read..])
            && let Some(written) = D::write(character, &mut dst[at.written..])
        {
            at += Progress { read: units, written };
        } else {
            break;
        }
    }
    at
}

/// [`direct`], out of line, for backends without a kernel.
#[inline(never)]
pub fn direct_outlined<S: Direct, D: Direct>(source: &[S::Unit], dst: &mut [D::Unit]) -> Progress {
    direct::<S, D>(source, dst)
}

/// Converts blocks from `at` on whose characters have one unit in both encodings; a last block overlaps the one before
/// it. Returns where they end.
#[inline(always)]
fn blocks<S: Direct, D: Direct, const N: usize>(
    source: &[S::Unit], dst: &mut [D::Unit], at: Progress,
) -> Progress {
    let source = source.get(at.read..).unwrap_or_default();
    let dst = dst.get_mut(at.written..).unwrap_or_default();
    let mut end = 0;
    while block::<S, D, N>(source, dst, end) {
        end += N;
    }
    if end > 0
        && end < source.len()
        && source.len() - end < N
        && block::<S, D, N>(source, dst, source.len() - N)
    {
        end = source.len();
    }
    Progress { read: at.read + end, written: at.written + end }
}

/// Converts the block at `at` in both slices, if there is one and all of it can be converted.
#[inline(always)]
fn block<S: Direct, D: Direct, const N: usize>(source: &[S::Unit], dst: &mut [D::Unit], at: usize) -> bool {
    let units = source.get(at..).and_then(<[_]>::first_chunk::<N>);
    let dst = dst.get_mut(at..).and_then(<[_]>::first_chunk_mut::<N>);
    let (Some(units), Some(dst)) = (units, dst) else { return false };
    let are_single = are_single::<S, D, N>(units);
    if are_single {
        to_single::<S, D, N>(units, dst);
    }
    are_single
}

/// Whether the characters of all units have one unit in both encodings.
#[inline(always)]
fn are_single<S: Direct, D: Direct, const N: usize>(units: &[S::Unit; N]) -> bool {
    units.iter().fold(true, |all, unit| all & is_single::<S, D>(*unit))
}

/// Converts such units.
#[inline(always)]
fn to_single<S: Direct, D: Direct, const N: usize>(units: &[S::Unit; N], dst: &mut [D::Unit; N]) {
    for i in 0..N {
        dst[i] = D::unit(S::value(units[i]));
    }
}

/// Converts a valid block that may have characters with two units, if there is one and the destination surely has space
/// for it.
#[inline(always)]
fn mixed<S: Direct, D: Direct, const N: usize>(
    source: &[S::Unit], dst: &mut [D::Unit], at: Progress, pairs: impl ConvertMixed<S, D>,
) -> Option<Progress> {
    // Only UTF-16 has characters with two units, and Latin-1 none of these.
    if S::LONGEST.max(D::LONGEST) == 1 || S::LARGEST.min(D::LARGEST) < Utf16::LARGEST {
        return None;
    }
    let units = source.get(at.read..)?.first_chunk::<N>()?;
    let has_next = usize::from(S::LONGEST > 1);
    let next = source.get(at.read + has_next..)?.first_chunk::<N>()?;
    let dst = dst.get_mut(at.written..)?;
    if dst.len() < N * D::LONGEST.div_ceil(S::LONGEST) + has_next || !S::are_valid(units, next) {
        return None;
    }
    // The second unit of a pair that begins at the end of the block is converted too.
    let is_open = S::is_second(next[N - 1]);
    let read = N + usize::from(is_open);
    if S::LONGEST == D::LONGEST {
        for i in 0..N {
            dst[i] = D::unit(S::value(units[i]));
        }
        dst[N] = D::unit(S::value(next[N - 1]));
        return Some(Progress { read, written: read });
    }
    Some(Progress { read, written: pairs.convert(units, next, dst) })
}
