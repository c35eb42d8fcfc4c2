//! The conversions of a backend without kernels for them. They need no vectors, and are correct for any input.
//!
//! Each character is validated as it is decoded, in one pass over the text. Validating the text first with the
//! backend's `scan` and then converting it was slower.
//!
//! ```
//! use placemat_core::convert::{Progress, Utf16, portable};
//!
//! let mut dst = [0; 8];
//! let progress = portable::from_utf8::<Utf16>(b"5 \xE2\x82\xAC \xFF", &mut dst);
//! assert_eq!(progress, Progress { read: 6, written: 4 });
//! assert_eq!(dst[..4], [0x35, 0x20, 0x20AC, 0x20]);
//! ```

mod direct;
mod from;
mod length;
mod lines;
mod native;
mod prefix;
mod rtl;
mod short;
mod swap;
mod tally;
mod to;
mod validated;

pub use direct::{ConvertMixed, Direct, direct, direct_by, direct_outlined};
pub use length::Measured;
pub use lines::{LineEnds, line_ends, line_feeds, line_starts, unicode_line_ends};
pub use native::Native;
pub use native::four_above_ffff;
pub use prefix::up_to;
pub use rtl::{utf8_before_rtl, utf16_before_rtl};
pub use short::short_ascii;
pub use swap::{swap_bytes, swap_bytes_outlined};
pub use tally::Tally;
pub use to::sixteen;
pub use validated::{ValidateUnits, is_scalar_value};

use super::{Progress, Utf8};
use from::decode;
use short::{begins_with_ascii, short_ascii_here};
use to::encode;

/// Converts UTF-8, as [`Progress`] specifies: stops at invalid input, at a character that the target encoding
/// lacks, or when the destination is full. Linear time; no panic.
#[inline]
pub fn from_utf8<D: Native>(source: &[u8], dst: &mut [D::Unit]) -> Progress {
    map::<Utf8, D>(source, dst, decode::<D>)
}

/// Converts native units to UTF-8, like [`from_utf8`]. Linear time; no panic.
#[inline]
pub fn to_utf8<S: Native>(source: &[S::Unit], dst: &mut [u8]) -> Progress {
    map::<S, Utf8>(source, dst, encode::<S>)
}

/// [`from_utf8`], inlined, so that it is compiled for the features of its caller.
#[inline(always)]
pub fn from_utf8_inlined<D: Native>(source: &[u8], dst: &mut [D::Unit]) -> Progress {
    map_here::<Utf8, D>(source, dst, begins_with_ascii::<Utf8>(source), decode::<D>)
}

/// [`to_utf8`], inlined, so that it is compiled for the features of its caller.
#[inline(always)]
pub fn to_utf8_inlined<S: Native>(source: &[S::Unit], dst: &mut [u8]) -> Progress {
    map_here::<S, Utf8>(source, dst, begins_with_ascii::<S>(source), encode::<S>)
}

/// Converts a few units character by character, as [`Progress`] specifies, for input too short for anything
/// faster. Linear time; no panic.
#[inline(always)]
pub fn by_character<S: Native, D: Native>(source: &[S::Unit], dst: &mut [D::Unit]) -> Progress {
    characters::<S, D>(source, dst, Progress::default())
}

/// [`from_utf8`], out of line, for kernels that rarely call it.
#[inline(never)]
pub fn from_utf8_outlined<D: Native>(source: &[u8], dst: &mut [D::Unit]) -> Progress {
    from_utf8::<D>(source, dst)
}

/// [`to_utf8`], out of line, for kernels that rarely call it.
#[inline(never)]
pub fn to_utf8_outlined<S: Native>(source: &[S::Unit], dst: &mut [u8]) -> Progress {
    to_utf8::<S>(source, dst)
}

/// Units that are tested for ASCII together.
const BLOCK: usize = 16;

/// Up to this many units are not worth a call.
const SCALAR_MAX_LEN: usize = 4;

#[inline]
fn map<S: Native, D: Native>(
    source: &[S::Unit], dst: &mut [D::Unit],
    several: impl Fn(&[S::Unit], &mut [D::Unit], Progress) -> Several,
) -> Progress {
    let ascii_is_likely = begins_with_ascii::<S>(source);
    if ascii_is_likely && short_ascii_here::<S, D>(source, dst) {
        return Progress { read: source.len(), written: source.len() };
    }
    if source.len() <= SCALAR_MAX_LEN {
        return by_character::<S, D>(source, dst);
    }
    map_long::<S, D>(source, dst, ascii_is_likely, several)
}

/// `map` without the path for short ASCII texts; out of line, so that they do not pay for its register saves.
#[inline(never)]
fn map_long<S: Native, D: Native>(
    source: &[S::Unit], dst: &mut [D::Unit], ascii_is_likely: bool,
    several: impl Fn(&[S::Unit], &mut [D::Unit], Progress) -> Several,
) -> Progress {
    map_here::<S, D>(source, dst, ascii_is_likely, several)
}

/// `several` converts until a block of ASCII is likely, the source ends, it meets a sequence that it cannot convert,
/// or the rest of the source or destination is too short for its loads and stores.
#[inline(always)]
fn map_here<S: Native, D: Native>(
    source: &[S::Unit], dst: &mut [D::Unit], mut ascii_is_likely: bool,
    several: impl Fn(&[S::Unit], &mut [D::Unit], Progress) -> Several,
) -> Progress {
    let mut at = Progress::default();
    loop {
        if ascii_is_likely {
            let ascii = ascii::<S, D>(&source[at.read..], &mut dst[at.written..]);
            at += Progress { read: ascii, written: ascii };
        }
        Several { at, ascii_is_likely } = several(source, dst, at);
        if at.read == source.len() {
            return at;
        }
        if !ascii_is_likely {
            return characters::<S, D>(source, dst, at);
        }
    }
}

/// Where `several` stopped.
struct Several {
    at: Progress,
    /// Whether more ASCII is likely to come. If not, calling `several` again is not worthwhile.
    ascii_is_likely: bool,
}

/// Converts the leading blocks of ASCII, and returns the number of units.
#[inline]
fn ascii<S: Native, D: Native>(source: &[S::Unit], dst: &mut [D::Unit]) -> usize {
    let (blocks, _) = source.as_chunks::<BLOCK>();
    let (dsts, _) = dst.as_chunks_mut::<BLOCK>();
    let mut converted = 0;
    for (block, dst) in blocks.iter().zip(dsts) {
        if !S::put_ascii::<D, BLOCK>(block, dst) {
            break;
        }
        converted += BLOCK;
    }
    converted
}

/// Converts ASCII units; the results for other units are arbitrary.
#[inline(always)]
fn widen<S: Native, D: Native, const N: usize>(units: &[S::Unit; N], dst: &mut [D::Unit; N]) {
    // No `map`: without link-time optimisation it is a call.
    let mut wide = [D::Unit::default(); N];
    let mut at = 0;
    while at < N {
        wide[at] = D::of_ascii(S::byte(units[at]));
        at += 1;
    }
    *dst = wide;
}

/// Converts character by character, up to the end of the source or a sequence that cannot be converted.
#[inline]
fn characters<S: Native, D: Native>(source: &[S::Unit], dst: &mut [D::Unit], from: Progress) -> Progress {
    let Progress { mut read, mut written } = from;
    while let Some((character, units)) = S::next(source.get(read..).unwrap_or_default())
        && let Some(len) = D::write(character, dst.get_mut(written..).unwrap_or_default())
    {
        read += units;
        written += len;
    }
    Progress { read, written }
}
