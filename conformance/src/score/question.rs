//! Runs a mutant on a case.

use std::{
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook},
    sync::Once,
};

use super::convert::{self, Expanded, converts_wrongly};
use crate::{
    subject::{
        Encodes, FollowsPractices, HandlesBom, Policy, Practice, Replaces, Streams, Subject, Validates,
        Verdict,
    },
    suite::Buffer,
    vectors::{Case, ErrorLen, Expected, Input, Recipe, Split},
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

    /// Whether `subject` fails the case in any capability that it claims. A panic is a failure.
    pub(super) fn kills(&self, subject: &dyn Subject, buffer: &mut Buffer) -> bool {
        quietly(|| self.fails(subject, buffer)).unwrap_or(true)
    }

    fn fails(&self, subject: &dyn Subject, buffer: &mut Buffer) -> bool {
        let expected = &self.case.expected;
        if let Input::Values(values) = &self.case.input {
            return subject.encode().is_some_and(|encoder| encodes_wrongly(encoder, values, expected));
        }
        if !self.conversions.is_empty()
            && subject.convert().is_some_and(|converter| converts_wrongly(converter, &self.conversions))
        {
            return true;
        }
        if !matches!(self.case.input, Input::Bytes(_)) {
            return false;
        }
        let bytes = &self.bytes[..];
        subject.verdict().is_some_and(|decoder| self.validates_wrongly(decoder, bytes, buffer))
            || subject.replacement().is_some_and(|decoder| self.replaces_wrongly(decoder, bytes))
            || subject.stream().is_some_and(|decoder| streams_wrongly(decoder, bytes, &expected.stream))
            || subject.bom().is_some_and(|decoder| opens_wrongly(decoder, bytes, expected))
            || subject.practices().is_some_and(|decoder| practises_wrongly(decoder, bytes, expected))
    }

    fn validates_wrongly(&self, decoder: &dyn Validates, bytes: &[u8], buffer: &mut Buffer) -> bool {
        let Expected { rfc3629, position, maximal_subpart, .. } = &self.case.expected;
        let Some(ok) = *rfc3629 else { return false };
        let fields = decoder.fields();
        let wrong = |verdict: Verdict| match verdict {
            Ok(()) => !ok,
            Err(_) if ok => true,
            Err(fault) => {
                let moved = position.is_some_and(|position| position != fault.valid_up_to);
                let len = fault.error_len.map_or(ErrorLen::End, ErrorLen::Units);
                let resized = maximal_subpart.as_ref().is_some_and(|replaced| replaced.error_len != len);
                (fields.position && moved) || (fields.length && resized)
            }
        };
        // An input shorter than a register is not divided into blocks.
        let addresses = if bytes.len() < 16 { &ADDRESSES[..1] } else { &ADDRESSES[..] };
        addresses.iter().any(|&address| {
            let place = buffer.at(address, bytes.len());
            place.copy_from_slice(bytes);
            wrong(decoder.validate(place))
        })
    }

    fn replaces_wrongly(&self, decoder: &dyn Replaces, bytes: &[u8]) -> bool {
        self.text.as_ref().is_some_and(|text| decoder.replaced(bytes) != *text)
    }
}

fn streams_wrongly(decoder: &dyn Streams, bytes: &[u8], splits: &[Split]) -> bool {
    splits.iter().any(|split| {
        let expected: Vec<_> = split.outputs.iter().map(Recipe::bytes).collect();
        decoder.decode(&split.cut(bytes).unwrap_or_default()) != expected
    })
}

fn opens_wrongly(decoder: &dyn HandlesBom, bytes: &[u8], expected: &Expected) -> bool {
    let Some(signature) = &expected.bom else { return false };
    decoder.policies().iter().any(|&policy| {
        let opened = match policy {
            Policy::Character => &signature.character,
            Policy::Keep => &signature.kept,
            Policy::Ignore => &signature.ignored,
            Policy::Strip => &signature.stripped,
        };
        let text = opened.text.bytes();
        decoder.text(policy, &[bytes]) != text
            || signature
                .splits
                .iter()
                .any(|split| decoder.text(policy, &split.cut(bytes).unwrap_or_default()) != text)
    })
}

fn practises_wrongly(decoder: &dyn FollowsPractices, bytes: &[u8], expected: &Expected) -> bool {
    decoder.practices().iter().any(|&practice| {
        let text = match practice {
            Practice::MaximalSubpart => expected.maximal_subpart.as_ref().map(|replaced| &replaced.text),
            Practice::PerByte => expected.per_byte.as_ref(),
            Practice::WholeSequence => expected.whole_sequence.as_ref(),
            Practice::Java => expected.java.as_ref(),
        };
        text.is_some_and(|text| decoder.text(practice, &[bytes]) != text.bytes())
    })
}

fn encodes_wrongly(encoder: &dyn Encodes, values: &[u32], expected: &Expected) -> bool {
    let Some(expected) = &expected.encode else { return false };
    let mut output = Vec::new();
    let refused = values.iter().position(|&value| match encoder.encoded(value) {
        Ok(bytes) => {
            output.extend(bytes);
            false
        }
        Err(_) => true,
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
