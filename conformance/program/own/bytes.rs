//! Parses payloads and composes answers.

use crate::protocol::{Answer, ErrorLen};

/// The chunks of a payload, each preceded by its length.
pub(crate) fn chunks(mut payload: &[u8]) -> Option<Vec<&[u8]>> {
    let mut chunks = Vec::new();
    while !payload.is_empty() {
        let (length, rest) = payload.split_first_chunk::<4>()?;
        let (chunk, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        chunks.push(chunk);
        payload = rest;
    }
    Some(chunks)
}

/// The values of a payload.
pub(crate) fn values(payload: &[u8]) -> Option<impl Iterator<Item = u32>> {
    let (values, rest) = payload.as_chunks::<4>();
    rest.is_empty().then(|| values.iter().map(|&value| u32::from_le_bytes(value)))
}

/// The code units of a payload in UTF-16BE.
pub(super) fn units(payload: &[u8]) -> Option<Vec<u16>> {
    let (units, rest) = payload.as_chunks::<2>();
    rest.is_empty().then(|| units.iter().map(|&unit| u16::from_be_bytes(unit)).collect())
}

/// The verdict on `len` bytes or units, given the position and length of the first error, if any; the length is
/// `None` if the input ends inside a sequence.
pub(super) fn verdict(len: usize, error: Option<(usize, Option<usize>)>) -> Answer {
    match error {
        None => Answer { ok: Some(true), valid_up_to: Some(len as u64), ..Answer::default() },
        Some((at, len)) => Answer {
            ok: Some(false),
            valid_up_to: Some(at as u64),
            error_len: Some(len.map_or(ErrorLen::End, |len| ErrorLen::Bytes(len as u64))),
            outputs: None,
            kind: None,
        },
    }
}

/// The answer, with outputs.
pub(super) fn with(mut answer: Answer, outputs: Vec<Vec<u8>>) -> Answer {
    answer.outputs = Some(outputs);
    answer
}

/// The values encoded up to the first one that is rejected, concatenated.
pub(super) fn encoded(values: impl Iterator<Item = u32>, encode: impl Fn(u32) -> Option<Vec<u8>>) -> Answer {
    let (mut output, mut count) = (Vec::new(), 0);
    for value in values {
        let Some(bytes) = encode(value) else {
            let refused = Answer { ok: Some(false), valid_up_to: Some(count), ..Answer::default() };
            return with(refused, vec![output]);
        };
        output.extend(bytes);
        count += 1;
    }
    with(Answer { ok: Some(true), valid_up_to: Some(count), ..Answer::default() }, vec![output])
}

/// Code units as big-endian bytes.
pub(super) fn big_endian(units: impl Iterator<Item = u16>) -> Vec<u8> {
    units.flat_map(u16::to_be_bytes).collect()
}
