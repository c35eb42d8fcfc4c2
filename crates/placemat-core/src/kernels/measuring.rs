use crate::convert::portable::{LineEnds, Tally};

/// A measuring kernel. It agrees with the portable code on any units: with `convert::portable::Measured`; if it counts
/// valid units, with `convert::portable::ValidateUnits`; if it counts ends of lines or units before a right-to-left
/// character, with the function of its name there; and if it counts units before larger ones, with `up_to`.
pub type MeasureFn<U> = unsafe fn(&[U]) -> usize;

/// A kernel that counts in bytes, valid or not, what [`Tally`] lists. It agrees with [`Tally::of`].
pub type TallyFn = unsafe fn(&[u8]) -> Tally;

/// A kernel that finds the starts of lines. It agrees with [`line_starts`](crate::convert::portable::line_starts).
pub type LineStartsFn = unsafe fn(&[u8], LineEnds, usize, &mut [usize]) -> usize;

/// A kernel that passes over so many characters, or units of UTF-16, in 64 or more bytes of valid UTF-8. Returns the offset
/// of the next one, and how many are left: what the text lacks, or 1 inside a pair, which begins at the offset.
pub type SeekFn = unsafe fn(&[u8], usize) -> (usize, usize);

kernels! {
    /// The measuring kernels: the number of characters, of units in another encoding, and of leading units.
    ///
    /// Any of them may be missing; portable code is then used.
    ///
    /// ```
    /// use placemat_core::Measuring;
    ///
    /// fn characters(bytes: &[u8]) -> usize {
    ///     bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count()
    /// }
    /// const MEASURING: Measuring = Measuring::NONE.with_characters(characters);
    ///
    /// assert!(MEASURING.characters().is_some() && MEASURING.utf8_as_utf16().is_none());
    /// ```
    Measuring;

    characters, with_characters: MeasureFn<u8>, "for the characters of UTF-8";
    utf8_as_utf16, with_utf8_as_utf16: MeasureFn<u8>, "for the units that UTF-8 has in UTF-16";
    utf16_as_utf8, with_utf16_as_utf8: MeasureFn<u16>, "for the bytes that UTF-16 has in UTF-8";
    utf16_as_utf32, with_utf16_as_utf32: MeasureFn<u16>, "for the units that UTF-16 has in UTF-32";
    utf32_as_utf8, with_utf32_as_utf8: MeasureFn<u32>, "for the bytes that UTF-32 has in UTF-8";
    latin1_as_utf8, with_latin1_as_utf8: MeasureFn<u8>, "for the bytes that Latin-1 has in UTF-8";
    utf16_valid, with_utf16_valid: MeasureFn<u16>, "for the units of UTF-16 before the first error";
    utf32_valid, with_utf32_valid: MeasureFn<u32>, "for the units of UTF-32 before the first error";
    utf8_latin1, with_utf8_latin1: MeasureFn<u8>, "for the bytes of UTF-8 before the first above C3";
    utf16_ascii, with_utf16_ascii: MeasureFn<u16>, "for the units of UTF-16 before the first above 7F";
    utf16_latin1, with_utf16_latin1: MeasureFn<u16>, "for the units of UTF-16 before the first above FF";
    utf8_before_rtl, with_utf8_before_rtl: MeasureFn<u8>, "for the bytes of UTF-8 before a right-to-left character";
    utf16_before_rtl, with_utf16_before_rtl: MeasureFn<u16>, "for the units of UTF-16 before a right-to-left character";
    line_feeds, with_line_feeds: MeasureFn<u8>, "for the line feeds of UTF-8";
    line_ends, with_line_ends: MeasureFn<u8>, "for the ends of lines of UTF-8: LF, CR and CR LF";
    unicode_line_ends, with_unicode_line_ends: MeasureFn<u8>, "for the ends of lines of UTF-8 by Unicode";
    line_starts, with_line_starts: LineStartsFn, "for the starts of lines";
    seek_characters, with_seek_characters: SeekFn, "for the end of a number of characters of UTF-8";
    seek_utf16, with_seek_utf16: SeekFn, "for the end of a number of units that UTF-8 has in UTF-16";
    tally, with_tally: TallyFn, "for the characters and the largest byte of UTF-8";
}
