//! Conversion for the two forms that have pairs of surrogates.

use alloc::{borrow::Cow, string::String, vec::Vec};

use crate::{
    Error,
    form::{Form, START},
};

/// Octets of the form as UTF-8.
pub(crate) fn to_utf8<'a, const STATES: usize>(
    form: &Form<STATES>,
    bytes: &'a [u8],
) -> Result<Cow<'a, str>, Error> {
    let differs = form.differs();
    if !differs.is_in(bytes)
        && let Ok(text) = placemat::from_utf8(bytes)
    {
        return Ok(Cow::Borrowed(text));
    }
    let mut text = String::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        // Sequences that begin with other octets are the same in both. ED may begin a surrogate, and C0 is
        // NUL or nothing.
        let special = |octet: &u8| matches!(octet, 0xC0 | 0xED) || differs.is(*octet);
        let end = bytes[at..].iter().position(special).map_or(bytes.len(), |len| at + len);
        match placemat::from_utf8(&bytes[at..end]) {
            Ok(run) => {
                text.push_str(run);
                at = end;
            }
            // An error in this form as well: the item there is refused.
            Err(error) => at += error.valid_up_to(),
        }
        if at < bytes.len() {
            let item = form.item(bytes, at, START)?;
            text.extend(char::from_u32(item.value));
            at = item.end;
        }
    }
    Ok(Cow::Owned(text))
}

/// UTF-8 as octets of the form; `put` writes a character that is not the same in both.
pub(crate) fn from_utf8<'a, const STATES: usize>(
    form: &Form<STATES>,
    put: fn(char, &mut [u8; 6]) -> usize,
    text: &'a str,
) -> Cow<'a, [u8]> {
    let differs = form.differs();
    if !differs.is_in(text.as_bytes()) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut octets = Vec::with_capacity(text.len() + text.len() / 2);
    let mut at = 0;
    while let Some(len) = text.as_bytes()[at..].iter().position(|&octet| differs.is(octet)) {
        let (run, rest) = text[at..].split_at(len);
        octets.extend_from_slice(run.as_bytes());
        at += len;
        if let Some(scalar) = rest.chars().next() {
            let mut buffer = [0; 6];
            let len = put(scalar, &mut buffer);
            octets.extend_from_slice(&buffer[..len]);
            at += scalar.len_utf8();
        }
    }
    octets.extend_from_slice(&text.as_bytes()[at..]);
    Cow::Owned(octets)
}
