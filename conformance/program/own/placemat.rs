//! placemat, with one backend.

use placemat::{
    Replacement,
    backend::Handle,
    bom::{Filter, Policy, open},
    chars,
    convert::{Utf8, Utf16},
    stream::Decoder as Streaming,
};

use super::{
    Decoder,
    bytes::{big_endian, chunks, encoded, units, values, verdict, with},
    convert::{self, converted},
    older,
};
use crate::protocol::{Answer, Hello, Op, Reply};

pub(super) struct Placemat(pub(super) Handle);

impl Decoder for Placemat {
    fn hello(&self) -> Hello {
        Hello::new(format!("placemat, {}", self.0.info().name()), env!("CARGO_PKG_VERSION"), Op::ALL)
    }

    fn reply(&self, op: Op, payload: &[u8]) -> Reply {
        let answer = match op {
            Op::Validate => Some(self.validate(payload)),
            Op::Lossy => {
                let text = self.streamed(Policy::Keep, &[payload]).concat();
                Some(with(self.validate(payload), vec![text]))
            }
            Op::LossyPerByte => Some(self.replaced(Replacement::PerByte, payload)),
            Op::LossyWholeSequence => Some(self.replaced(Replacement::WholeSequence, payload)),
            Op::LossyJava => Some(self.replaced(Replacement::Java, payload)),
            Op::Stream => chunks(payload)
                .map(|chunks| with(self.validate(&chunks.concat()), self.streamed(Policy::Keep, &chunks))),
            Op::Encode => values(payload).map(|values| encoded(values, encode)),
            Op::BomCharacter => self.opened(Policy::Character, payload),
            Op::BomKeep => self.opened(Policy::Keep, payload),
            Op::BomIgnore => self.opened(Policy::Ignore, payload),
            Op::BomStrip => self.opened(Policy::Strip, payload),
            Op::ToUtf16 => {
                let bytes = |units: &[u16]| big_endian(units.iter().copied());
                Some(converted::<Utf8, Utf16>(self.0, payload, |_| None, bytes))
            }
            Op::FromUtf16 => units(payload)
                .map(|units| converted::<Utf16, Utf8>(self.0, &units, convert::utf16, <[u8]>::to_vec)),
            _ => convert::answer(self.0, op, payload).or_else(|| older::answer(op, payload)),
        };
        answer.map_or(Reply::Unsupported, Reply::Answer)
    }
}

fn encode(value: u32) -> Option<Vec<u8>> {
    chars::encode(value, &mut [0; 4]).ok().map(|character| character.as_bytes().to_vec())
}

impl Placemat {
    fn validate(&self, bytes: &[u8]) -> Answer {
        let error = self.0.validate(bytes).err();
        verdict(bytes.len(), error.map(|error| (error.valid_up_to(), error.error_len())))
    }

    /// The text as another decoder replaces.
    fn replaced(&self, replacement: Replacement, bytes: &[u8]) -> Answer {
        let mut text = String::new();
        let mut decoder = Streaming::lossy().with_backend(self.0).with_replacement(replacement);
        // A lossy decoder does not fail.
        let _ = decoder.decode(bytes, |piece| text.push_str(piece));
        let _ = decoder.finish(|piece| text.push_str(piece));
        with(self.validate(bytes), vec![text.into_bytes()])
    }

    /// The text added by each chunk, and by the end of the input.
    fn streamed(&self, policy: Policy, chunks: &[&[u8]]) -> Vec<Vec<u8>> {
        let mut filter = Filter::new(policy);
        let mut decoder = Streaming::lossy().with_backend(self.0);
        let mut outputs = Vec::new();
        for chunk in chunks {
            let mut text = String::new();
            for piece in filter.feed(chunk) {
                // A lossy decoder does not fail.
                let _ = decoder.decode(piece, |piece| text.push_str(piece));
            }
            outputs.push(text.into_bytes());
        }
        let mut text = String::new();
        let _ = decoder.decode(filter.finish(), |piece| text.push_str(piece));
        let _ = decoder.finish(|piece| text.push_str(piece));
        outputs.push(text.into_bytes());
        outputs
    }

    /// The text and the position of the first error, with U+FEFF at the start treated by a policy.
    fn opened(&self, policy: Policy, payload: &[u8]) -> Option<Answer> {
        let chunks = chunks(payload)?;
        let input = chunks.concat();
        let opened = open(&input, policy);
        let mut answer = self.validate(opened.text);
        answer.valid_up_to = answer.valid_up_to.map(|at| at + opened.shift as u64);
        Some(with(answer, self.streamed(policy, &chunks)))
    }
}
