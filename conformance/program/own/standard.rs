//! The standard library.

use std::str;

use super::{
    Decoder,
    bytes::{big_endian, encoded, units, values, verdict, with},
};
use crate::protocol::{Answer, Hello, Op, Reply};

pub(super) struct Std;

impl Decoder for Std {
    fn hello(&self) -> Hello {
        const OPS: [Op; 5] = [Op::Validate, Op::Lossy, Op::Encode, Op::ToUtf16, Op::FromUtf16];
        Hello::new("Rust, std", "", &OPS)
    }

    fn reply(&self, op: Op, payload: &[u8]) -> Reply {
        let answer = match op {
            Op::Validate => Some(validate(payload)),
            Op::Lossy => {
                let text = String::from_utf8_lossy(payload).into_owned();
                Some(with(validate(payload), vec![text.into_bytes()]))
            }
            Op::Encode => values(payload)
                .map(|values| encoded(values, |value| Some(char::from_u32(value)?.to_string().into_bytes()))),
            Op::ToUtf16 => {
                let answer = validate(payload);
                let good = answer.valid_up_to.and_then(|good| usize::try_from(good).ok()).unwrap_or(0);
                let text = String::from_utf8_lossy(&payload[..good]);
                Some(with(answer, vec![big_endian(text.encode_utf16())]))
            }
            Op::FromUtf16 => units(payload).map(|units| from_utf16(&units)),
            _ => None,
        };
        answer.map_or(Reply::Unsupported, Reply::Answer)
    }
}

fn validate(bytes: &[u8]) -> Answer {
    let error = str::from_utf8(bytes).err();
    verdict(bytes.len(), error.map(|error| (error.valid_up_to(), error.error_len())))
}

fn from_utf16(units: &[u16]) -> Answer {
    let (mut text, mut read) = (String::new(), 0);
    for character in char::decode_utf16(units.iter().copied()) {
        let Ok(character) = character else {
            // A high surrogate at the end may be completed by more input.
            let is_open = read + 1 == units.len() && units[read] < 0xDC00;
            let answer = verdict(units.len(), Some((read, (!is_open).then_some(1))));
            return with(answer, vec![text.into_bytes()]);
        };
        text.push(character);
        read += character.len_utf16();
    }
    with(verdict(units.len(), None), vec![text.into_bytes()])
}
