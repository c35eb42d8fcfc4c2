//! Section 4 of RFC 3629, "Syntax of UTF-8 Byte Sequences", as code.
//!
//! The only transcription of the RFC's ranges in placemat's libraries. The tables of every backend are
//! computed from [`FORMS`]; the conformance suite has its own transcription (the RFC's ABNF, executed), and
//! compares the two.

mod form;

pub use form::{Bytes, Form};

use crate::{Utf8Error, Utf8ErrorKind};

/// `UTF8-tail = %x80-BF`: a continuation octet.
pub const TAIL: Bytes = Bytes::new(0x80, 0xBF);

/// The nine forms of well-formed UTF-8 sequences, exactly one for each (RFC 3629, section 4; the nine rows of
/// Table 3-7 of the Unicode Standard). They are in the order of their lead octets, which do not overlap.
///
/// ```
/// use placemat_core::grammar::FORMS;
///
/// assert_eq!(FORMS.map(|form| form.len()), [1, 2, 3, 3, 3, 3, 4, 4, 4]);
/// ```
pub const FORMS: [Form; 9] = [
    // UTF8-1 = %x00-7F
    form(0x00, 0x7F, &[]),
    // UTF8-2 = %xC2-DF UTF8-tail            C0 and C1 would be overlong
    form(0xC2, 0xDF, &[TAIL]),
    // UTF8-3 = %xE0 %xA0-BF UTF8-tail /     below A0 it would be overlong
    form(0xE0, 0xE0, &[Bytes::new(0xA0, 0xBF), TAIL]),
    //          %xE1-EC 2( UTF8-tail ) /
    form(0xE1, 0xEC, &[TAIL, TAIL]),
    //          %xED %x80-9F UTF8-tail /     from A0 on it would be a surrogate
    form(0xED, 0xED, &[Bytes::new(0x80, 0x9F), TAIL]),
    //          %xEE-EF 2( UTF8-tail )
    form(0xEE, 0xEF, &[TAIL, TAIL]),
    // UTF8-4 = %xF0 %x90-BF 2( UTF8-tail ) /    below 90 it would be overlong
    form(0xF0, 0xF0, &[Bytes::new(0x90, 0xBF), TAIL, TAIL]),
    //          %xF1-F3 3( UTF8-tail ) /
    form(0xF1, 0xF3, &[TAIL, TAIL, TAIL]),
    //          %xF4 %x80-8F 2( UTF8-tail )      from 90 on it would be above U+10FFFF
    form(0xF4, 0xF4, &[Bytes::new(0x80, 0x8F), TAIL, TAIL]),
];

const fn form(first: u8, last: u8, tail: &'static [Bytes]) -> Form {
    Form::new(Bytes::new(first, last), tail)
}

/// Returns whether `byte` is a continuation octet, `%x80-BF`.
#[must_use]
#[inline]
pub const fn is_continuation(byte: u8) -> bool {
    TAIL.contains(byte)
}

/// Returns the form whose lead octet is `byte`, or `None` if no sequence begins with it (80..C1, F5..FF).
///
/// ```
/// use placemat_core::grammar::form_of;
///
/// assert_eq!(form_of(0xE2).map(|form| form.len()), Some(3));
/// assert_eq!(form_of(0xC0), None);
/// ```
#[must_use]
#[inline]
pub const fn form_of(byte: u8) -> Option<&'static Form> {
    let form = FORM_OF[byte as usize] as usize;
    if form < FORMS.len() { Some(&FORMS[form]) } else { None }
}

/// For each octet the index of the form that it leads, or an index out of bounds.
const FORM_OF: [u8; 256] = {
    let mut table = [u8::MAX; 256];
    let mut form = 0;
    while form < FORMS.len() {
        let mut byte = FORMS[form].lead.first as usize;
        while byte <= FORMS[form].lead.last as usize {
            #[expect(clippy::cast_possible_truncation, reason = "there are nine")]
            let number = form as u8;
            table[byte] = number;
            byte += 1;
        }
        form += 1;
    }
    table
};

/// The length of a sequence of each form, and the range of its second octet. The octets after it may be any
/// continuation. Unlike [`FORMS`] this table contains no addresses, which would need relocation at load time.
static BRIEF: [(u8, Bytes); FORMS.len()] = {
    let mut brief = [(1, TAIL); FORMS.len()];
    let mut form = 0;
    while form < FORMS.len() {
        let Form { tail, .. } = FORMS[form];
        #[expect(clippy::cast_possible_truncation, reason = "at most four")]
        let len = FORMS[form].len() as u8;
        brief[form].0 = len;
        let mut at = 0;
        while at < tail.len() {
            if at == 0 {
                brief[form].1 = tail[at];
            } else {
                assert!(tail[at].first == TAIL.first && tail[at].last == TAIL.last, "any continuation");
            }
            at += 1;
        }
        form += 1;
    }
    brief
};

/// Validates the one sequence that begins at octet `at` of `bytes`.
///
/// Returns the offset of the octet after it.
///
/// # Errors
///
/// If no well-formed sequence begins at `at`: the error, with `at` as its `valid_up_to`. It depends only on
/// the octets, at most four, from `at` on, and on whether the input ends among them. At or past the end of
/// `bytes` the error is `Truncated`.
///
/// ```
/// use placemat_core::{Utf8ErrorKind, grammar::sequence_at};
///
/// assert_eq!(sequence_at(b"a\xE2\x82\xAC", 1), Ok(4));
/// assert_eq!(sequence_at(b"a\xE2\x82b", 1).unwrap_err().error_len(), Some(2));
/// assert_eq!(sequence_at(b"a\xE2\x82", 1).unwrap_err().kind(), Utf8ErrorKind::Truncated);
/// ```
#[inline]
pub const fn sequence_at(bytes: &[u8], at: usize) -> Result<usize, Utf8Error> {
    if at >= bytes.len() {
        return Err(Utf8Error::new(at, None, Utf8ErrorKind::Truncated));
    }
    let lead = bytes[at];
    let form = FORM_OF[lead as usize] as usize;
    if form >= BRIEF.len() {
        return Err(Utf8Error::new(at, Some(1), bad_lead(lead)));
    }
    let (len, mut tail) = BRIEF[form];
    let mut read = 1;
    while read < len as usize {
        // No overflow: a slice ends below isize::MAX, and `read` is at most 3.
        if bytes.len() - at <= read {
            return Err(Utf8Error::new(at, None, Utf8ErrorKind::Truncated));
        }
        let byte = bytes[at + read];
        if !tail.contains(byte) {
            #[expect(clippy::cast_possible_truncation, reason = "read is 1 to 3")]
            return Err(Utf8Error::new(at, Some(read as u8), bad_tail(lead, byte)));
        }
        tail = TAIL;
        read += 1;
    }
    Ok(at + read)
}

/// Returns whether these bytes, two or more, are a well-formed sequence.
#[inline(always)]
pub(crate) fn is_well_formed<const N: usize>(sequence: &[u8; N]) -> bool {
    const TWO: Bytes = FORMS[1].lead;
    const { assert!(FORMS[1].len() == 2 && FORMS[2].len() == 3, "one form has two bytes") };
    let [lead, second, rest @ ..] = sequence.as_slice() else { return false };
    if N == 2 {
        // Without a table lookup.
        return TWO.contains(*lead) & is_continuation(*second);
    }
    let Some((len, tail)) = BRIEF.get(FORM_OF[*lead as usize] as usize) else { return false };
    usize::from(*len) == N && tail.contains(*second) & rest.iter().all(|byte| is_continuation(*byte))
}

/// Decodes a well-formed sequence (RFC 3629, section 3): the bits of the lead octet after its ones and a
/// zero, then six bits of each continuation. For other octets, returns an arbitrary character.
///
/// ```
/// assert_eq!(placemat_core::grammar::scalar(b"\xE2\x82\xAC"), '\u{20AC}');
/// ```
#[must_use]
#[inline]
pub const fn scalar(sequence: &[u8]) -> char {
    let value = match *sequence {
        [a] => a as u32,
        [a, b] => (a as u32 & 0x1F) << 6 | low_six(b),
        [a, b, c] => (a as u32 & 0x0F) << 12 | low_six(b) << 6 | low_six(c),
        [a, b, c, d] => (a as u32 & 0x07) << 18 | low_six(b) << 12 | low_six(c) << 6 | low_six(d),
        _ => return char::REPLACEMENT_CHARACTER,
    };
    match char::from_u32(value) {
        Some(character) => character,
        None => char::REPLACEMENT_CHARACTER,
    }
}

const fn low_six(continuation: u8) -> u32 {
    continuation as u32 & 0x3F
}

/// Why no sequence begins with `byte`.
const fn bad_lead(byte: u8) -> Utf8ErrorKind {
    match byte {
        0x80..=0xBF => Utf8ErrorKind::UnexpectedContinuation,
        0xC0..=0xC1 => Utf8ErrorKind::Overlong,
        // F8..FD led the five- and six-octet sequences of RFC 2279.
        0xF5..=0xFD => Utf8ErrorKind::OutOfRange,
        _ => Utf8ErrorKind::InvalidByte,
    }
}

/// Why `byte` cannot continue a sequence that begins with `lead`. A continuation octet is rejected only as
/// second octet, and only after four lead octets.
const fn bad_tail(lead: u8, byte: u8) -> Utf8ErrorKind {
    if !is_continuation(byte) {
        return Utf8ErrorKind::MissingContinuation;
    }
    match lead {
        0xED => Utf8ErrorKind::Surrogate,
        0xF4 => Utf8ErrorKind::OutOfRange,
        // E0 and F0.
        _ => Utf8ErrorKind::Overlong,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leads_are_ordered_and_disjoint() {
        for pair in FORMS.windows(2) {
            assert!(pair[0].lead.first <= pair[0].lead.last);
            assert!(pair[0].lead.last < pair[1].lead.first);
        }
    }

    #[test]
    fn every_scalar_value_has_its_form() {
        let mut buffer = [0; 4];
        for scalar in (0..=0x10_FFFF).filter_map(char::from_u32) {
            let bytes = scalar.encode_utf8(&mut buffer).as_bytes();
            assert_eq!(sequence_at(bytes, 0), Ok(bytes.len()), "{scalar:?}");
        }
    }

    #[test]
    fn a_position_past_the_end_is_truncated() {
        for at in [0, 1, usize::MAX] {
            let error = sequence_at(b"", at).unwrap_err();
            assert_eq!((error.valid_up_to(), error.kind()), (at, Utf8ErrorKind::Truncated));
        }
    }
}
