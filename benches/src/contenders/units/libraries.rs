//! The calls of each library.

use std::hint::black_box;

use encoding_rs::mem;
use placemat::convert::{Converter, Encoding, Latin1, Route, Stop, Utf8, Utf16, Utf16Be, Utf32};

use super::super::turn::Check;
use super::super::work::Act::{Convert, Count, Measure, Own, Replace};
use super::super::work::{Form, Work};
use super::dst::{Unit, counts, counts_text, encode, put, writes};

/// placemat's facade.
pub(super) fn placemat(work: Work) -> Box<dyn Check> {
    fn converts<S: Route<D, Unit: Unit>, D: Encoding<Unit: Unit>>(
        most: usize, lossy: bool,
    ) -> Box<dyn Check> {
        let run = move |converter: Converter<S, D>| {
            writes(most, move |source: &[S::Unit], dst: &mut [D::Unit]| {
                let done = converter.convert(source, dst);
                if done.stop == Stop::End { done.written } else { 0 }
            })
        };
        if lossy { run(Converter::lossy()) } else { run(Converter::strict()) }
    }
    let lossy = work.act == Replace;
    match (work.act, work.from, work.to) {
        (Measure, Form::Utf8, Form::Utf16) => counts_text(placemat::utf16::len),
        (Measure, Form::Utf8, _) => counts_text(placemat::chars::count),
        (Measure, Form::Utf16, _) => counts(placemat::utf16::utf8_len),
        (Measure, Form::Utf32, _) => counts(placemat::utf32::utf8_len),
        (Measure, Form::Latin1 | Form::Utf16Be, _) => counts(placemat::latin1::utf8_len),
        (Count, ..) => {
            counts(|bytes: &[u8]| black_box(placemat::counts(bytes)).map_or(0, placemat::Counts::utf16_len))
        }
        (Own, Form::Utf8, _) => counts(|bytes: &[u8]| {
            black_box(Converter::<Utf8, Utf16>::strict().to_vec(bytes)).map_or(0, |units| units.len())
        }),
        (Own, ..) => counts(|units: &[u16]| {
            black_box(Converter::<Utf16, Utf8>::strict().to_text(units)).map_or(0, |text| text.len())
        }),
        (_, Form::Utf8, Form::Utf32) => converts::<Utf8, Utf32>(1, lossy),
        (_, Form::Utf8, Form::Latin1) => converts::<Utf8, Latin1>(1, lossy),
        (_, Form::Utf8, _) => converts::<Utf8, Utf16>(1, lossy),
        (_, Form::Utf16, Form::Utf32) => converts::<Utf16, Utf32>(1, lossy),
        (_, Form::Utf16, Form::Latin1) => converts::<Utf16, Latin1>(1, lossy),
        (_, Form::Utf16, Form::Utf16Be) => converts::<Utf16, Utf16Be>(2, lossy),
        (_, Form::Utf16, _) => converts::<Utf16, Utf8>(3, lossy),
        (_, Form::Utf32, Form::Utf16) => converts::<Utf32, Utf16>(2, lossy),
        (_, Form::Utf32, Form::Latin1) => converts::<Utf32, Latin1>(1, lossy),
        (_, Form::Utf32, _) => converts::<Utf32, Utf8>(4, lossy),
        (_, Form::Latin1, Form::Utf16) => converts::<Latin1, Utf16>(1, lossy),
        (_, Form::Latin1, Form::Utf32) => converts::<Latin1, Utf32>(1, lossy),
        (_, Form::Latin1 | Form::Utf16Be, _) => converts::<Latin1, Utf8>(2, lossy),
    }
}

/// The standard library.
pub(super) fn std(work: Work) -> Box<dyn Check> {
    fn text(bytes: &[u8]) -> &str {
        str::from_utf8(bytes).unwrap_or_default()
    }
    match (work.act, work.from, work.to) {
        (Measure, Form::Utf8, Form::Utf16) => counts_text(|text| text.encode_utf16().count()),
        (Measure, Form::Utf8, _) => counts_text(|text| text.chars().count()),
        (Measure, Form::Utf16, _) => counts(|units: &[u16]| {
            char::decode_utf16(units.iter().copied()).map(|one| one.map_or(3, char::len_utf8)).sum()
        }),
        (Measure, Form::Utf32, _) => counts(|units: &[u32]| {
            units.iter().map(|unit| char::from_u32(*unit).map_or(3, char::len_utf8)).sum()
        }),
        (Measure, Form::Latin1 | Form::Utf16Be, _) => {
            counts(|units: &[u8]| units.iter().map(|unit| char::from(*unit).len_utf8()).sum())
        }
        (Count, ..) => counts(|bytes: &[u8]| {
            let text = text(bytes);
            black_box(text.chars().count());
            text.encode_utf16().count()
        }),
        (Own, Form::Utf8, _) => {
            counts(|bytes: &[u8]| black_box(text(bytes).encode_utf16().collect::<Vec<_>>()).len())
        }
        (Own, ..) => {
            counts(|units: &[u16]| black_box(String::from_utf16(units)).map_or(0, |text| text.len()))
        }
        (Replace, Form::Utf8, _) => {
            writes(1, |bytes: &[u8], dst| put(String::from_utf8_lossy(bytes).encode_utf16(), dst))
        }
        (Replace, ..) => counts(|units: &[u16]| String::from_utf16_lossy(units).len()),
        (Convert, Form::Utf8, Form::Utf32) => {
            writes(1, |bytes: &[u8], dst| put(text(bytes).chars().map(u32::from), dst))
        }
        (Convert, Form::Utf8, Form::Latin1) => writes(1, |bytes: &[u8], dst| {
            put(text(bytes).chars().map_while(|one| u8::try_from(u32::from(one)).ok()), dst)
        }),
        (Convert, Form::Utf8, _) => writes(1, |bytes: &[u8], dst| put(text(bytes).encode_utf16(), dst)),
        (Convert, Form::Utf16, to) => std_from::<u16>(to),
        (Convert, Form::Utf32, to) => std_from::<u32>(to),
        (Convert, Form::Latin1 | Form::Utf16Be, to) => std_from::<u8>(to),
    }
}

/// The same for a conversion from units, into a destination, like all others: allocating a string takes longer than
/// converting a short one.
fn std_from<S: Unit>(to: Form) -> Box<dyn Check> {
    match to {
        Form::Utf8 => writes(4, |units: &[S], dst| encode(S::chars(units), dst)),
        Form::Utf32 => writes(1, |units: &[S], dst| put(S::chars(units).map(u32::from), dst)),
        Form::Latin1 => writes(1, |units: &[S], dst| {
            put(S::chars(units).map_while(|one| u8::try_from(u32::from(one)).ok()), dst)
        }),
        Form::Utf16 => writes(2, |units: &[S], dst| put(utf16(S::chars(units)), dst)),
        Form::Utf16Be => {
            writes(4, |units: &[S], dst| put(utf16(S::chars(units)).flat_map(u16::to_be_bytes), dst))
        }
    }
}

fn utf16(characters: impl Iterator<Item = char>) -> impl Iterator<Item = u16> {
    characters.flat_map(|one| {
        let mut units = [0; 2];
        let len = one.encode_utf16(&mut units).len();
        units.into_iter().take(len)
    })
}

/// `encoding_rs`, which has no UTF-32 and no lengths.
pub(super) fn encoding_rs(work: Work) -> Option<Box<dyn Check>> {
    Some(match (work.act, work.from, work.to) {
        (Replace, Form::Utf8, Form::Utf16) => writes(1, mem::convert_utf8_to_utf16),
        (Convert, Form::Utf8, Form::Utf16) => writes(1, |source: &[u8], dst: &mut [u16]| {
            mem::convert_utf8_to_utf16_without_replacement(source, dst).unwrap_or_default()
        }),
        (Convert | Replace, Form::Utf16, Form::Utf8) => writes(3, mem::convert_utf16_to_utf8),
        // These assume that all characters are in Latin-1.
        (Convert, Form::Utf8, Form::Latin1) => writes(1, mem::convert_utf8_to_latin1_lossy),
        (Convert, Form::Latin1, Form::Utf8) => writes(2, mem::convert_latin1_to_utf8),
        (Convert, Form::Utf16, Form::Latin1) => writes(1, |units: &[u16], dst| {
            mem::convert_utf16_to_latin1_lossy(units, dst);
            units.len()
        }),
        (Convert, Form::Latin1, Form::Utf16) => writes(1, |units: &[u8], dst| {
            mem::convert_latin1_to_utf16(units, dst);
            units.len()
        }),
        _ => return None,
    })
}

/// simdutf, which does not replace.
#[cfg(feature = "simdutf")]
pub(super) fn simdutf(work: Work) -> Option<Box<dyn Check>> {
    use simdutf as lib;
    type Conversion<S, D> = unsafe fn(*const S, usize, *mut D) -> usize;
    fn converts<S: Unit, D: Unit>(most: usize, convert: Conversion<S, D>) -> Box<dyn Check> {
        writes(most, move |source: &[S], dst: &mut [D]| {
            #[expect(unsafe_code, reason = "it writes through pointers")]
            // SAFETY: the destination has space for the longest possible conversion of the source.
            unsafe {
                convert(source.as_ptr(), source.len(), dst.as_mut_ptr())
            }
        })
    }
    Some(match (work.act, work.from, work.to) {
        (Measure, Form::Utf8, Form::Utf16) => counts(lib::utf16_length_from_utf8),
        (Measure, Form::Utf8, _) => counts(lib::count_utf8),
        (Measure, Form::Utf16, _) => counts(lib::utf8_length_from_utf16),
        (Measure, Form::Utf32, _) => counts(lib::utf8_length_from_utf32),
        (Measure, ..) => counts(lib::utf8_length_from_latin1),
        // Its latest release that has bindings has no function for all of it.
        (Count, ..) => counts(|bytes: &[u8]| {
            let is_valid = lib::validate_utf8(bytes);
            black_box(lib::count_utf8(bytes));
            if is_valid { lib::utf16_length_from_utf8(bytes) } else { 0 }
        }),
        (Replace | Own, ..) => return None,
        (Convert, Form::Utf8, Form::Utf32) => converts(1, lib::convert_utf8_to_utf32),
        (Convert, Form::Utf8, Form::Latin1) => converts(1, lib::convert_utf8_to_latin1),
        (Convert, Form::Utf8, _) => converts(1, lib::convert_utf8_to_utf16),
        (Convert, Form::Utf16, Form::Utf32) => converts(1, lib::convert_utf16_to_utf32),
        (Convert, Form::Utf16, Form::Latin1) => converts(1, lib::convert_utf16_to_latin1),
        // Two functions, as it has none that swaps only valid text.
        (Convert, Form::Utf16, Form::Utf16Be) if cfg!(target_endian = "little") => {
            writes(2, |units: &[u16], dst: &mut [u8]| {
                if !lib::validate_utf16(units) {
                    return 0;
                }
                #[expect(unsafe_code, reason = "it writes through pointers")]
                // SAFETY: the destination has two bytes for each unit.
                unsafe {
                    lib::change_endianness_utf16(units.as_ptr(), units.len(), dst.as_mut_ptr().cast());
                }
                2 * units.len()
            })
        }
        (Convert, Form::Utf16, Form::Utf8) => converts(3, lib::convert_utf16_to_utf8),
        (Convert, Form::Utf32, Form::Utf16) => converts(2, lib::convert_utf32_to_utf16),
        (Convert, Form::Utf32, Form::Latin1) => converts(1, lib::convert_utf32_to_latin1),
        (Convert, Form::Utf32, _) => converts(4, lib::convert_utf32_to_utf8),
        (Convert, Form::Latin1, Form::Utf16) => converts(1, lib::convert_latin1_to_utf16),
        (Convert, Form::Latin1, Form::Utf32) => converts(1, lib::convert_latin1_to_utf32),
        (Convert, Form::Latin1, Form::Utf8) => converts(2, lib::convert_latin1_to_utf8),
        (Convert, ..) => return None,
    })
}

/// Not compiled in.
#[cfg(not(feature = "simdutf"))]
pub(super) fn simdutf(_: Work) -> Option<Box<dyn Check>> {
    None
}
