//! Runs a mutant on a case.

use std::{
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook},
    sync::Once,
};

use super::convert::{self, Expanded, converts_wrongly};
use crate::{
    contract::{self, Answer, Decoder, Op, Policy, Practice},
    suite::Buffer,
    vectors::{Case, ErrorLen, Expected, Input, Recipe, Signature},
};

/// Addresses of inputs, modulo the length of a cache line. A block decoder may start blocks at aligned addresses,
/// which moves their boundaries within the input.
const ADDRESSES: [usize; 3] = [0, 1, 63];

/// A case, expanded once for all mutants.
pub(super) struct Question<'a> {
    pub(super) case: &'a Case,
    /// The bytes, if the input is bytes.
    bytes: Vec<u8>,
    text: Option<Vec<u8>>,
    conversions: Vec<Expanded>,
}

impl<'a> Question<'a> {
    pub(super) fn new(case: &'a Case) -> Self {
        let bytes = super::bytes(case).map(Recipe::bytes).unwrap_or_default();
        let text = case.expected.maximal_subpart.as_ref().map(|replaced| replaced.text.bytes());
        Self { case, bytes, text, conversions: convert::expanded(case) }
    }

    /// The length of the input, in bytes.
    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether `decoder` fails the case in any operation that it has. A panic is a failure.
    pub(super) fn kills(&self, decoder: &dyn Decoder, buffer: &mut Buffer) -> bool {
        quietly(|| self.fails(decoder, buffer)).unwrap_or(true)
    }

    fn fails(&self, decoder: &dyn Decoder, buffer: &mut Buffer) -> bool {
        let expected = &self.case.expected;
        let wrong = |question: contract::Question<'_>, right: &dyn Fn() -> Answer| {
            decoder.has(question.op()) && decoder.answer(&question).is_some_and(|answer| answer != right())
        };
        if let Input::Values(values) = &self.case.input {
            return decoder.has(Op::Encode) && encodes_wrongly(decoder, values, expected);
        }
        if !self.conversions.is_empty()
            && decoder.has(Op::Convert)
            && converts_wrongly(decoder, &self.conversions)
        {
            return true;
        }
        if !matches!(self.case.input, Input::Bytes(_)) {
            return false;
        }
        let bytes = &self.bytes[..];
        (decoder.has(Op::Verdict) && self.validates_wrongly(decoder, bytes, buffer))
            || self.text.as_ref().is_some_and(|text| {
                wrong(contract::Question::Replacement(bytes), &|| Answer::Replacement(text.clone()))
            })
            || expected.stream.iter().any(|split| {
                let outputs = || split.outputs.iter().map(Recipe::bytes).collect();
                wrong(contract::Question::Stream(&split.cut(bytes).unwrap_or_default()), &|| {
                    Answer::Stream(outputs())
                })
            })
            || self.opened().any(|(policy, chunks, text)| {
                wrong(contract::Question::Bom(policy, &chunks), &|| Answer::Bom(text.bytes()))
            })
            || self.practised().any(|(practice, text)| {
                wrong(contract::Question::Practices(practice, &[bytes]), &|| Answer::Practices(text.bytes()))
            })
    }

    fn validates_wrongly(&self, decoder: &dyn Decoder, bytes: &[u8], buffer: &mut Buffer) -> bool {
        let Expected { rfc3629, position, maximal_subpart, .. } = &self.case.expected;
        let Some(ok) = *rfc3629 else { return false };
        let fields = decoder.fields(Op::Verdict);
        let wrong = |answer: Option<Answer>| match answer {
            Some(Answer::Verdict(Ok(()), _)) => !ok,
            Some(Answer::Verdict(Err(fault), _)) if !ok => {
                let moved = position.is_some_and(|position| position != fault.valid_up_to);
                let len = fault.error_len.map_or(ErrorLen::End, ErrorLen::Units);
                let resized = maximal_subpart.as_ref().is_some_and(|replaced| replaced.error_len != len);
                (fields.position && moved) || (fields.length && resized)
            }
            _ => true,
        };
        // An input shorter than a register is not divided into blocks.
        let addresses = if bytes.len() < 16 { &ADDRESSES[..1] } else { &ADDRESSES[..] };
        addresses.iter().any(|&address| {
            let place = buffer.at(address, bytes.len());
            place.copy_from_slice(bytes);
            wrong(decoder.answer(&contract::Question::Verdict(place)))
        })
    }

    /// By policy: the bytes, whole and in chunks, and their text.
    fn opened(&self) -> impl Iterator<Item = (Policy, Vec<&[u8]>, &Recipe)> {
        self.case.expected.bom.iter().flat_map(|signature| {
            let Signature { character, kept, ignored, stripped, splits, .. } = signature;
            Policy::ALL.into_iter().zip([character, kept, ignored, stripped]).flat_map(|(policy, opened)| {
                let cut = splits.iter().map(|split| split.cut(&self.bytes).unwrap_or_default());
                let all = [vec![&self.bytes[..]]].into_iter().chain(cut);
                all.map(move |chunks| (policy, chunks, &opened.text))
            })
        })
    }

    /// By practice: the text.
    fn practised(&self) -> impl Iterator<Item = (Practice, &Recipe)> {
        let Expected { maximal_subpart, per_byte, whole_sequence, java, .. } = &self.case.expected;
        let texts = [
            maximal_subpart.as_ref().map(|replaced| &replaced.text),
            per_byte.as_ref(),
            whole_sequence.as_ref(),
            java.as_ref(),
        ];
        Practice::ALL.into_iter().zip(texts).filter_map(|(practice, text)| Some((practice, text?)))
    }
}

fn encodes_wrongly(decoder: &dyn Decoder, values: &[u32], expected: &Expected) -> bool {
    let Some(expected) = &expected.encode else { return false };
    let mut output = Vec::new();
    let refused = values.iter().position(|&value| match decoder.answer(&contract::Question::Encode(value)) {
        Some(Answer::Encode(Ok(bytes))) => {
            output.extend(bytes);
            false
        }
        _ => true,
    });
    refused != expected.refused || output != expected.output.bytes()
}

/// The result of `call`, or `None` if it panics. The panic message is suppressed, since a mutant may panic thousands
/// of times.
fn quietly<T>(call: impl FnOnce() -> T) -> Option<T> {
    thread_local! {
        static ASKING: Cell<bool> = const { Cell::new(false) };
    }
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |panic| {
            if !ASKING.get() {
                usual(panic);
            }
        }));
    });
    ASKING.set(true);
    let answer = catch_unwind(AssertUnwindSafe(call)).ok();
    ASKING.set(false);
    answer
}
