//! Implements every route: with the backend's kernel if there is one, otherwise with portable code.
//!
//! Of two cells, the first is for the route from UTF-8. Growth is the maximum number of units that a unit becomes. (A
//! single byte at the end of UTF-16LE becomes U+FFFD, which has three bytes, like a whole unit.)

use core::ops::Range;

use placemat_core::convert::{
    Encoding, Latin1, Progress, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le,
    portable::{self, Measured},
};

use super::route::{ConvertsTo, Route};
use super::{bytes, check, direct::Stored, lossy};
use crate::{Chunks, Replacement, backend::columns, backend_choice::BackendChoice};

/// Finds errors in UTF-8, and characters that the target lacks.
macro_rules! from_utf8 {
    (Latin1) => {
        from_utf8! { @errors }

        // The strict kernels to Latin-1 have a shorter startup than the others.
        const NEAR: usize = 96;

        #[inline]
        fn unmappable(text: &[u8]) -> Option<usize> {
            Some(check::latin1_up_to(text)).filter(|at| *at < text.len())
        }
    };
    ($Any:ident) => {
        from_utf8! { @errors }
    };
    (@errors) => {
        fn errors(
            choice: BackendChoice, source: &[u8], policy: Replacement,
        ) -> impl Iterator<Item = Range<usize>> {
            let chunks = Chunks::validated(choice, source).with_replacement(policy);
            let errors = chunks.filter_map(|chunk| chunk.error());
            errors.map(|error| error.offset..error.offset + error.len)
        }

        #[inline]
        fn unit(policy: Replacement, rest: &[u8], len: usize, last: bool) -> Option<usize> {
            policy.unit(rest, len, last)
        }
    };
}

macro_rules! routes {
    (
        native {$(
            $Native:ident:
                growth $from_growth:literal $to_growth:literal,
                convert $FROM_UTF8:ident $TO_UTF8:ident,
                replace $from_utf8:ident $to_utf8:ident,
                measure $FROM_LEN:ident $TO_LEN:ident;
        )*}
        bytes {$(
            $Bytes:ident: $Units:ident as $n:literal bytes, $endian:literal,
                growth $from_bytes_growth:literal $to_bytes_growth:literal,
                replace $from_utf8_bytes:ident, swap $SWAP:ident,
                store $to:expr, load $from:expr;
        )*}
    ) => {
        $(impl Route<$Native> for Utf8 {}
        impl Route<Utf8> for $Native {}

        impl ConvertsTo<$Native> for Utf8 {
            const GROWTH: usize = $from_growth;

            #[inline]
            fn progress(
                choice: BackendChoice,
                source: &[u8],
                dst: &mut [<$Native as Encoding>::Unit],
            ) -> Progress {
                choice
                    .convert(columns::$FROM_UTF8, source, dst)
                    .unwrap_or_else(|| portable::from_utf8_outlined::<$Native>(source, dst))
            }

            // Out of line: its buffers would enlarge the caller's stack frame.
            #[inline(never)]
            fn replace(
                choice: BackendChoice,
                source: &[u8],
                at: usize,
                dst: &mut [<$Native as Encoding>::Unit],
                replacement: char,
            ) -> Progress {
                lossy::$from_utf8(choice, source, at, dst, replacement)
            }

            #[inline]
            fn measure(choice: BackendChoice, source: &[u8]) -> usize {
                choice
                    .measure(columns::$FROM_LEN, source)
                    .unwrap_or_else(|| <Self as Measured<$Native>>::measure(source))
            }

            from_utf8! { $Native }
        }

        impl ConvertsTo<Utf8> for $Native {
            const GROWTH: usize = $to_growth;

            #[inline]
            fn progress(choice: BackendChoice, source: &[Self::Unit], dst: &mut [u8]) -> Progress {
                choice
                    .convert(columns::$TO_UTF8, source, dst)
                    .unwrap_or_else(|| portable::to_utf8_outlined::<Self>(source, dst))
            }

            // Out of line: its buffers would enlarge the caller's stack frame.
            #[inline(never)]
            fn replace(
                choice: BackendChoice,
                source: &[Self::Unit],
                at: usize,
                dst: &mut [u8],
                replacement: char,
            ) -> Progress {
                lossy::$to_utf8(choice, source, at, dst, replacement)
            }

            #[inline]
            fn measure(choice: BackendChoice, source: &[Self::Unit]) -> usize {
                choice
                    .measure(columns::$TO_LEN, source)
                    .unwrap_or_else(|| <Self as Measured<Utf8>>::measure(source))
            }

            fn errors(
                choice: BackendChoice,
                source: &[Self::Unit],
                _: Replacement,
            ) -> impl Iterator<Item = Range<usize>> {
                check::errors::<Self>(choice, source)
            }
        })*

        $(impl Stored for $Bytes {
            type Native = $Units;

            const SIZE: usize = $n;

            const ENDIAN: &'static str = $endian;

            #[inline]
            fn swap_bytes(choice: BackendChoice, source: &[u8], dst: &mut [u8]) -> Progress {
                choice
                    .convert(columns::$SWAP, source, dst)
                    .unwrap_or_else(|| portable::swap_bytes_outlined::<$Units, $n>(source, dst, $from))
            }

            #[inline]
            fn read<D>(
                source: &[u8],
                dst: &mut [D],
                convert: impl Fn(&[<$Units as Encoding>::Unit], &mut [D]) -> Progress,
            ) -> Progress {
                bytes::source::<_, D, $n, { cfg!(target_endian = $endian) }>(source, dst, $from, convert)
            }

            #[inline]
            fn write<S>(
                source: &[S],
                dst: &mut [u8],
                convert: impl Fn(&[S], &mut [<$Units as Encoding>::Unit]) -> Progress,
            ) -> Progress {
                bytes::target::<S, _, $n, { cfg!(target_endian = $endian) }>(source, dst, $to, convert)
            }

            #[inline]
            fn sum(source: &[u8], measure: impl Fn(&[<$Units as Encoding>::Unit]) -> usize) -> usize {
                bytes::measure::<_, $n, { cfg!(target_endian = $endian) }>(source, $from, measure)
            }

            fn above(source: &[u8], largest: u32) -> Option<usize> {
                let is_above = |bytes: &[u8; $n]| u32::from($from(*bytes)) > largest;
                source.as_chunks().0.iter().position(is_above).map(|at| $n * at)
            }
        }

        impl Route<$Bytes> for Utf8 {}
        impl Route<Utf8> for $Bytes {}

        impl ConvertsTo<$Bytes> for Utf8 {
            const GROWTH: usize = $from_bytes_growth;

            #[inline]
            fn progress(choice: BackendChoice, source: &[u8], dst: &mut [u8]) -> Progress {
                $Bytes::write(source, dst, |source: &[u8], units| {
                    <Self as ConvertsTo<$Units>>::progress(choice, source, units)
                })
            }

            // Out of line: its buffers would enlarge the caller's stack frame.
            #[inline(never)]
            fn replace(choice: BackendChoice, source: &[u8], at: usize, dst: &mut [u8], _: char) -> Progress {
                lossy::$from_utf8_bytes(choice, source, at, dst, $to)
            }

            #[inline]
            fn measure(choice: BackendChoice, source: &[u8]) -> usize {
                <Self as ConvertsTo<$Units>>::measure(choice, source).saturating_mul($n)
            }

            from_utf8! { $Bytes }
        }

        impl ConvertsTo<Utf8> for $Bytes {
            const GROWTH: usize = $to_bytes_growth;
            const WIDTH: usize = $n;

            #[inline]
            fn progress(choice: BackendChoice, source: &[u8], dst: &mut [u8]) -> Progress {
                Self::read(source, dst, |units, dst: &mut [u8]| {
                    <$Units as ConvertsTo<Utf8>>::progress(choice, units, dst)
                })
            }

            // Out of line: its buffers would enlarge the caller's stack frame.
            #[inline(never)]
            fn replace(choice: BackendChoice, source: &[u8], at: usize, dst: &mut [u8], replacement: char) -> Progress {
                bytes::source_replaced::<$Units, $n, { cfg!(target_endian = $endian) }>(
                    choice, source, at, dst, ($from, replacement),
                )
            }

            #[inline]
            fn measure(choice: BackendChoice, source: &[u8]) -> usize {
                Self::sum(source, |units| <$Units as ConvertsTo<Utf8>>::measure(choice, units))
            }

            fn errors(
                choice: BackendChoice,
                source: &[Self::Unit],
                _: Replacement,
            ) -> impl Iterator<Item = Range<usize>> {
                check::errors::<Self>(choice, source)
            }
        })*
    };
}

routes! {
    native {
        Utf16:
            growth 1 3,
            convert UTF8_TO_UTF16 UTF16_TO_UTF8,
            replace utf8_to_utf16 utf16_to_utf8,
            measure UTF8_AS_UTF16 UTF16_AS_UTF8;
        Utf32:
            growth 1 4,
            convert UTF8_TO_UTF32 UTF32_TO_UTF8,
            replace utf8_to_utf32 utf32_to_utf8,
            measure CHARACTERS UTF32_AS_UTF8;
        Latin1:
            growth 1 2,
            convert UTF8_TO_LATIN1 LATIN1_TO_UTF8,
            replace utf8_to_latin1 latin1_to_utf8,
            measure CHARACTERS LATIN1_AS_UTF8;
    }
    bytes {
        Utf16Le: Utf16 as 2 bytes, "little",
            growth 2 3,
            replace utf8_to_utf16_bytes, swap UTF16LE_TO_UTF16BE,
            store u16::to_le_bytes, load u16::from_le_bytes;
        Utf16Be: Utf16 as 2 bytes, "big",
            growth 2 3,
            replace utf8_to_utf16_bytes, swap UTF16BE_TO_UTF16LE,
            store u16::to_be_bytes, load u16::from_be_bytes;
        Utf32Le: Utf32 as 4 bytes, "little",
            growth 4 4,
            replace utf8_to_utf32_bytes, swap UTF32LE_TO_UTF32BE,
            store u32::to_le_bytes, load u32::from_le_bytes;
        Utf32Be: Utf32 as 4 bytes, "big",
            growth 4 4,
            replace utf8_to_utf32_bytes, swap UTF32BE_TO_UTF32LE,
            store u32::to_be_bytes, load u32::from_be_bytes;
    }
}
