use super::Native;

/// Maximum length of a text that [`short_ascii`] converts, in units.
const MAX_LEN: usize = 256;

/// Converts a text of up to 256 units that is all ASCII. Returns `false` for any other text and if `dst` is too
/// short; it may then have overwritten as many units of `dst` as the text has.
///
/// The lengths of short strings are unpredictable, so no loop depends on them: the text is split into parts
/// of a fixed size, the last of which overlap. It uses no intrinsics: the compiler uses the vectors of the
/// function that this is inlined into.
///
/// ```
/// use placemat_core::convert::{Utf8, Utf16, portable::short_ascii};
///
/// let mut dst = [0; 4];
/// assert!(short_ascii::<Utf8, Utf16>(b"abc", &mut dst));
/// assert_eq!(dst[..3], [0x61, 0x62, 0x63]);
/// assert!(!short_ascii::<Utf8, Utf16>(b"ab\xC3\xA9", &mut dst));
/// assert!(!short_ascii::<Utf8, Utf16>(b"abcde", &mut dst), "there is not enough dst");
/// ```
#[inline(always)]
#[must_use]
pub fn short_ascii<S: Native, D: Native>(source: &[S::Unit], dst: &mut [D::Unit]) -> bool {
    by_length::<S, D, true>(source, dst)
}

/// `short_ascii`, for functions that may be compiled without wide vectors.
#[inline(always)]
pub(super) fn short_ascii_here<S: Native, D: Native>(source: &[S::Unit], dst: &mut [D::Unit]) -> bool {
    by_length::<S, D, false>(source, dst)
}

#[inline(always)]
fn by_length<S: Native, D: Native, const WIDE: bool>(source: &[S::Unit], dst: &mut [D::Unit]) -> bool {
    let Some(dst) = dst.get_mut(..source.len()) else { return false };
    if !WIDE {
        // One part less, where that is enough.
        match source.len() {
            8 => return parts::<S, D, 4, 2, WIDE>(source, dst),
            16 => return parts::<S, D, 8, 2, WIDE>(source, dst),
            17..=32 => return parts::<S, D, 16, 2, WIDE>(source, dst),
            _ => {}
        }
    }
    match source.len() {
        0..4 => {
            let mut all = true;
            for (unit, to) in source.iter().zip(dst) {
                all &= S::is_ascii(*unit);
                *to = D::of_ascii(S::byte(*unit));
            }
            all
        }
        4..8 => parts::<S, D, 4, 2, WIDE>(source, dst),
        8..16 => parts::<S, D, 8, 2, WIDE>(source, dst),
        16..=64 => parts::<S, D, 16, 4, WIDE>(source, dst),
        65..=MAX_LEN => parts::<S, D, 64, 4, WIDE>(source, dst),
        _ => false,
    }
}

/// Whether [`short_ascii`] is worth trying: texts in other scripts contain single ASCII characters, but
/// rarely both of these.
#[inline(always)]
pub(super) fn begins_with_ascii<S: Native>(source: &[S::Unit]) -> bool {
    matches!(*source, [first, _, _, fourth, ..] if S::is_ascii(first) & S::is_ascii(fourth))
}

/// Converts `PARTS` parts of `N` units, which together cover the text.
#[inline(always)]
fn parts<S: Native, D: Native, const N: usize, const PARTS: usize, const WIDE: bool>(
    source: &[S::Unit], dst: &mut [D::Unit],
) -> bool {
    let Some(last) = source.len().checked_sub(N) else { return false };
    for nth in 0..PARTS {
        let at = last.min(nth * N);
        let (Some(units), Some(dst)) = (
            source.get(at..).and_then(|rest| rest.first_chunk::<N>()),
            dst.get_mut(at..).and_then(|rest| rest.first_chunk_mut::<N>()),
        ) else {
            return false;
        };
        if !WIDE && N <= 16 {
            if !S::put_ascii::<D, N>(units, dst) {
                return false;
            }
            continue;
        }
        if !S::are_ascii(units) {
            return false;
        }
        widen::<S, D, N>(units, dst);
    }
    true
}

/// Converts ASCII units.
#[inline(always)]
fn widen<S: Native, D: Native, const N: usize>(units: &[S::Unit; N], dst: &mut [D::Unit; N]) {
    // For more than 16 at once, the compiler does not use vectors on every target.
    let (sixteens, rest) = units.as_chunks::<16>();
    let (dsts, left) = dst.as_chunks_mut::<16>();
    for (units, dst) in sixteens.iter().zip(dsts) {
        super::widen::<S, D, 16>(units, dst);
    }
    for (unit, to) in rest.iter().zip(left) {
        *to = D::of_ascii(S::byte(*unit));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convert::{Latin1, Utf8, Utf16, Utf32};

    /// Every length, with one unit that is not ASCII at every position, or with none.
    fn at_every_place<S: Native, D: Native>(other: S::Unit)
    where
        u8: Into<S::Unit> + Into<D::Unit>,
    {
        const AFTER: u8 = 0x2A;
        let bytes: [u8; MAX_LEN] = core::array::from_fn(|at| u8::try_from(at % 0x80).unwrap());
        for (len, wide) in (0..=MAX_LEN).flat_map(|len| [(len, true), (len, false)]) {
            let short_ascii = if wide { short_ascii::<S, D> } else { short_ascii_here::<S, D> };
            let mut source: [S::Unit; MAX_LEN] = bytes.map(Into::into);
            let source = &mut source[..len];
            let expected: [D::Unit; MAX_LEN] = bytes.map(Into::into);
            let mut dst = [AFTER.into(); MAX_LEN + 1];
            assert!(short_ascii(source, &mut dst), "{len}");
            assert_eq!((&dst[..len], dst[len]), (&expected[..len], AFTER.into()));
            assert!(len == 0 || !short_ascii(source, &mut dst[..len - 1]), "{len}");
            for place in 0..len {
                let ascii = core::mem::replace(&mut source[place], other);
                assert!(!short_ascii(source, &mut dst), "{place} of {len}");
                source[place] = ascii;
            }
            assert!(!short_ascii(&[0x20.into(); MAX_LEN + 1], &mut [0x20.into(); MAX_LEN + 1]));
        }
    }

    #[test]
    fn any_length_and_any_other_unit() {
        for other in [0x80, 0xFF] {
            at_every_place::<Utf8, Utf16>(other);
            at_every_place::<Utf8, Utf32>(other);
            at_every_place::<Latin1, Utf8>(other);
            at_every_place::<Utf8, Latin1>(other);
        }
        for other in [0x80, 0x100, 0x8000, 0xFFFF] {
            at_every_place::<Utf16, Utf8>(other);
        }
        for other in [0x80, 0x100, 0x1_0000, 0x8000_0000, u32::MAX] {
            at_every_place::<Utf32, Utf8>(other);
        }
    }
}
