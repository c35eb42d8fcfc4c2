//! Routes between UTF-16, UTF-32 and Latin-1, each through the kernel for native units if the backend has one.

use core::{cell::Cell, ops::Range};

use placemat_core::convert::portable::{self, Direct, Native as _};
use placemat_core::convert::{Encoding, Latin1, Progress, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le};

use super::route::{ConvertsTo, Route};
use super::{
    bytes,
    check::{self, Checked},
    replaced,
};
use crate::{Replacement, backend::columns, backend_choice::BackendChoice};

/// Up to this far from each other, errors are replaced in bulk, which is faster than a call of a kernel for each.
const NEAR: usize = 64;

/// Up to this many units are counted in less time than a kernel call takes.
const INLINE_MAX_LEN: usize = 64;

/// The unit of an encoding with native units.
type UnitOf<E> = <<E as Stored>::Native as Encoding>::Unit;

/// An encoding other than UTF-8, in native units or in the bytes of these units.
pub trait Stored: Checked {
    /// The encoding with native units.
    type Native: Direct;

    /// Units per native unit.
    const SIZE: usize = 1;

    /// The byte order.
    const ENDIAN: &'static str = if cfg!(target_endian = "little") { "little" } else { "big" };

    /// Converts the bytes of text to the other byte order.
    fn swap_bytes(choice: BackendChoice, source: &[u8], dst: &mut [u8]) -> Progress;

    /// Passes the source to `convert` in native units, until it converts no more.
    fn read<D>(
        source: &[Self::Unit], dst: &mut [D], convert: impl Fn(&[UnitOf<Self>], &mut [D]) -> Progress,
    ) -> Progress;

    /// Passes the source to `convert` with destinations of native units, until it converts no more.
    fn write<S>(
        source: &[S], dst: &mut [Self::Unit], convert: impl Fn(&[S], &mut [UnitOf<Self>]) -> Progress,
    ) -> Progress;

    /// The sum of what `measure` returns for all whole native units.
    fn sum(source: &[Self::Unit], measure: impl Fn(&[UnitOf<Self>]) -> usize) -> usize;

    /// The first native unit above `largest`.
    fn above(source: &[Self::Unit], largest: u32) -> Option<usize>;
}

macro_rules! native {
    ($($Native:ident: $Little:ident $Big:ident;)*) => {$(
        impl Stored for $Native {
            type Native = Self;

            #[inline]
            fn swap_bytes(choice: BackendChoice, source: &[u8], dst: &mut [u8]) -> Progress {
                if cfg!(target_endian = "little") {
                    $Little::swap_bytes(choice, source, dst)
                } else {
                    $Big::swap_bytes(choice, source, dst)
                }
            }

            #[inline]
            fn read<D>(
                source: &[Self::Unit],
                dst: &mut [D],
                convert: impl Fn(&[Self::Unit], &mut [D]) -> Progress,
            ) -> Progress {
                convert(source, dst)
            }

            #[inline]
            fn write<S>(
                source: &[S],
                dst: &mut [Self::Unit],
                convert: impl Fn(&[S], &mut [Self::Unit]) -> Progress,
            ) -> Progress {
                convert(source, dst)
            }

            fn sum(source: &[Self::Unit], measure: impl Fn(&[Self::Unit]) -> usize) -> usize {
                measure(source)
            }

            fn above(source: &[Self::Unit], largest: u32) -> Option<usize> {
                source.iter().position(|unit| u32::from(*unit) > largest)
            }
        }
    )*};
}

native! {
    Utf16: Utf16Le Utf16Be;
    Utf32: Utf32Le Utf32Be;
    // Nothing has a byte order in common with it.
    Latin1: Utf16Le Utf16Be;
}

/// A pair of encodings with native units: where a backend's kernel takes the place of portable code.
pub trait Pair<D: Direct>: Direct {
    /// Converts with the kernel or with portable code; see [`Progress`].
    fn kernel(choice: BackendChoice, source: &[Self::Unit], dst: &mut [D::Unit]) -> Progress;

    /// [`Direct::len_in`], by the kernel or by portable code.
    fn measure(choice: BackendChoice, source: &[Self::Unit]) -> usize;
}

macro_rules! pairs {
    ($($S:ident $D:ident $($COLUMN:ident $($LENGTH:ident)?)?;)*) => {$(
        impl Pair<$D> for $S {
            #[inline]
            fn kernel(choice: BackendChoice, source: &[Self::Unit], dst: &mut [<$D as Encoding>::Unit]) -> Progress {
                let _ = choice;
                $(if let Some(done) = choice.convert(columns::$COLUMN, source, dst) {
                    return done;
                })?
                portable::direct_outlined::<$S, $D>(source, dst)
            }

            #[inline]
            fn measure(choice: BackendChoice, source: &[Self::Unit]) -> usize {
                let _ = choice;
                $($(if source.len() > INLINE_MAX_LEN
                    && let Some(len) = choice.measure(columns::$LENGTH, source)
                {
                    return len;
                })?)?
                $S::len_in::<$D>(source)
            }
        }
    )*};
}

pairs! {
    Utf16 Utf32 UTF16_TO_UTF32 UTF16_AS_UTF32;
    Utf32 Utf16 UTF32_TO_UTF16;
    Utf16 Latin1 UTF16_TO_LATIN1;
    Latin1 Utf16 LATIN1_TO_UTF16;
    Utf32 Latin1 UTF32_TO_LATIN1;
    Latin1 Utf32 LATIN1_TO_UTF32;
    Utf16 Utf16 UTF16_TO_UTF16;
    Utf32 Utf32 UTF32_TO_UTF32;
    Latin1 Latin1;
}

impl<S: Stored, D: Stored> Route<D> for S where S::Native: Pair<D::Native> {}

impl<S: Stored, D: Stored> ConvertsTo<D> for S
where
    S::Native: Pair<D::Native>,
{
    const GROWTH: usize = D::SIZE * D::Native::LONGEST.div_ceil(S::Native::LONGEST);
    const WIDTH: usize = S::SIZE;
    const NEAR: usize = NEAR * S::SIZE;

    #[inline]
    fn progress(choice: BackendChoice, source: &[S::Unit], dst: &mut [D::Unit]) -> Progress {
        let (from, to) = (size_of::<S::Unit>(), size_of::<D::Unit>());
        if from * S::SIZE == to * D::SIZE
            && S::ENDIAN != D::ENDIAN
            && let (Some(source), Some(dst)) = (bytes::cast(source), bytes::cast_mut(dst))
        {
            let Progress { read, written } = S::swap_bytes(choice, source, dst);
            return Progress { read: read / from, written: written / to };
        }
        S::read(source, dst, |source, dst: &mut [D::Unit]| {
            D::write(source, dst, |source, dst| S::Native::kernel(choice, source, dst))
        })
    }

    // Out of line: its buffers would enlarge the caller's stack frame.
    #[inline(never)]
    fn replace(
        choice: BackendChoice, source: &[S::Unit], at: usize, dst: &mut [D::Unit], replacement: char,
    ) -> Progress {
        let is_latin1 = D::Native::LARGEST < Utf16::LARGEST;
        let largest = if is_latin1 { D::Native::LARGEST } else { Utf32::LARGEST };
        let convert = |units: &[UnitOf<S>], dst: &mut [UnitOf<D>]| {
            if S::Native::LONGEST != D::Native::LONGEST && !is_latin1 {
                return S::Native::kernel(choice, units, dst);
            }
            for (to, unit) in dst.iter_mut().zip(units) {
                *to = D::Native::unit(S::Native::value(*unit));
            }
            Progress { read: units.len(), written: units.len() }
        };
        let is_calm = Cell::new(false);
        S::read(&source[at..], dst, |source, dst: &mut [D::Unit]| {
            D::write(source, dst, |source, dst| {
                if is_calm.get() {
                    return Progress::default();
                }
                let (done, calm) =
                    replaced::convert::<S::Native, _>(source, dst, replacement, largest, convert);
                is_calm.set(calm);
                done
            })
        })
    }

    fn measure(choice: BackendChoice, source: &[S::Unit]) -> usize {
        S::sum(source, |units| S::Native::measure(choice, units)).saturating_mul(D::SIZE)
    }

    fn errors(
        choice: BackendChoice, source: &[S::Unit], _: Replacement,
    ) -> impl Iterator<Item = Range<usize>> {
        check::errors::<S>(choice, source)
    }

    fn unmappable(text: &[S::Unit]) -> Option<usize> {
        let largest = D::Native::LARGEST;
        if largest < Utf16::LARGEST { S::above(text, largest) } else { None }
    }
}
