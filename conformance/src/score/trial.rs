//! Runs a mutant on a case.

use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::{cell::Cell, sync::Once};

use crate::contract::{Answer, Call, Decoder, Op, Question, Stop};
use crate::vectors::{
    Case, Conversion, Encoded, ErrorLen, Input, Outcome, Recipe, Replaced, Signature, conversions, stopped,
};
use crate::{mutants::Mutant, profiles::Profile, suite::Buffer};

/// Addresses of inputs, modulo the length of a cache line. A block decoder may start blocks at aligned addresses,
/// which moves their boundaries within the input.
const ADDRESSES: [usize; 3] = [0, 1, 63];

/// A case, expanded once for all mutants.
pub(super) struct Trial<'a> {
    pub(super) case: &'a Case,
    /// The bytes, if the input is bytes.
    bytes: Vec<u8>,
    conversions: Vec<Conversion>,
}

impl<'a> Trial<'a> {
    pub(super) fn new(case: &'a Case) -> Self {
        let bytes = match &case.input {
            Input::Bytes(recipe) => recipe.bytes(),
            _ => Vec::new(),
        };
        Self { case, bytes, conversions: conversions(case) }
    }

    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether `decoder` fails the case in any operation that it has. A panic is a failure.
    pub(super) fn kills(&self, decoder: &dyn Decoder, buffer: &mut Buffer) -> bool {
        quietly(|| self.fails(decoder, buffer)).unwrap_or(true)
    }

    fn fails(&self, decoder: &dyn Decoder, buffer: &mut Buffer) -> bool {
        self.case.expected.iter().any(|(&profile, outcome)| match (profile, outcome) {
            (_, Outcome::Verdict(ok)) => self.validates_wrongly(decoder, *ok, buffer),
            (_, Outcome::Replaced(Replaced { text, .. })) => {
                self.replaces_wrongly(decoder, profile, text)
                    || is_wrong(decoder, &Question::Replacement(&self.bytes), || {
                        Answer::Replacement(text.bytes())
                    })
            }
            (_, Outcome::Text(text)) => self.replaces_wrongly(decoder, profile, text),
            (_, Outcome::Splits(splits)) => splits.iter().any(|split| {
                let chunks = split.cut(&self.bytes).unwrap_or_default();
                is_wrong(decoder, &Question::Stream(&chunks), || {
                    Answer::Stream(split.outputs.iter().map(Recipe::bytes).collect())
                })
            }),
            (_, Outcome::Signature(signature)) => self.opens_wrongly(decoder, signature),
            (_, Outcome::Encoded(encoded)) => encodes_wrongly(decoder, &self.case.input, encoded),
            _ => false,
        }) || converts_wrongly(decoder, &self.conversions)
    }

    fn validates_wrongly(&self, decoder: &dyn Decoder, ok: bool, buffer: &mut Buffer) -> bool {
        if !decoder.has(Op::Verdict) {
            return false;
        }
        let expected = &self.case.expected;
        let fields = decoder.fields(Op::Verdict);
        let wrong = |answer: Option<Answer>| match answer {
            Some(Answer::Verdict(Ok(()), _)) => !ok,
            Some(Answer::Verdict(Err(fault), _)) if !ok => {
                let len = ErrorLen::of(fault.error_len);
                let is_elsewhere = matches!(expected.get(&Profile::Position),
                    Some(Outcome::Position(position)) if *position != fault.valid_up_to);
                let is_longer = matches!(expected.get(&Profile::MaximalSubpart),
                    Some(Outcome::Replaced(replaced)) if replaced.error_len != len);
                (fields.position && is_elsewhere) || (fields.length && is_longer)
            }
            _ => true,
        };
        // An input shorter than a register is not divided into blocks.
        let addresses = if self.len() < 16 { &ADDRESSES[..1] } else { &ADDRESSES[..] };
        addresses
            .iter()
            .any(|&address| wrong(decoder.answer(&Question::Verdict(buffer.put(address, &self.bytes)))))
    }

    /// Profiles of conversions have no practice.
    fn replaces_wrongly(&self, decoder: &dyn Decoder, profile: Profile, text: &Recipe) -> bool {
        let Some(practice) = profile.practice() else { return false };
        is_wrong(decoder, &Question::Practices(practice, &[&self.bytes]), || Answer::Practices(text.bytes()))
    }

    /// By policy, whole and in chunks.
    fn opens_wrongly(&self, decoder: &dyn Decoder, signature: &Signature) -> bool {
        let cuts = signature.splits.iter().filter_map(|split| split.cut(&self.bytes));
        let cuts: Vec<_> = [vec![&self.bytes[..]]].into_iter().chain(cuts).collect();
        signature.by_policy().any(|(policy, opened)| {
            cuts.iter().any(|chunks| {
                is_wrong(decoder, &Question::Bom(policy, chunks), || Answer::Bom(opened.text.bytes()))
            })
        })
    }
}

/// The cases that kill the mutant, in order.
pub(super) fn killing(mutant: &Mutant, trials: &[Trial<'_>]) -> impl Iterator<Item = usize> {
    let mut buffer = Buffer::new(trials.iter().map(Trial::len).max().unwrap_or(0));
    (0..trials.len()).filter(move |at| trials[*at].kills(mutant, &mut buffer))
}

/// Whether the decoder has another answer than the right one.
fn is_wrong(decoder: &dyn Decoder, question: &Question<'_>, right: impl FnOnce() -> Answer) -> bool {
    decoder.has(question.op()) && decoder.answer(question).is_some_and(|answer| answer != right())
}

fn encodes_wrongly(decoder: &dyn Decoder, input: &Input, expected: &Encoded) -> bool {
    let Input::Values(values) = input else { return false };
    if !decoder.has(Op::Encode) {
        return false;
    }
    let encode = |value: &u32| match decoder.answer(&Question::Encode(*value)) {
        Some(Answer::Encode(Ok(bytes))) => Some(bytes),
        _ => None,
    };
    let output: Vec<Vec<u8>> = values.iter().map_while(encode).collect();
    let refused = (output.len() < values.len()).then_some(output.len());
    refused != expected.refused || output.concat() != expected.output.bytes()
}

/// Whether a converter fails one of the conversions that it supports.
fn converts_wrongly(decoder: &dyn Decoder, conversions: &[Conversion]) -> bool {
    decoder.has(Op::Convert)
        && conversions.iter().any(|conversion| {
            let Conversion { from, to, source, replacement, right, written, .. } = conversion;
            let dst = 4 * source.len() + 4;
            let call = Call { from: *from, to: *to, source, dst, last: true, replacement: *replacement };
            let Some(Answer::Convert(done)) = decoder.answer(&Question::Convert(&call)) else { return false };
            let (position, error_len, kind) = stopped(*from, &done);
            let is_whole = !matches!(done.stop, Stop::Malformed { at, .. } if at % from.unit_len() != 0);
            // The kind is optional.
            let is_kind = right.kind.is_none_or(|right| kind == Some(right));
            let stops = (position, error_len) == (right.position, right.error_len) && is_whole && is_kind;
            done.written != *written || !stops
        })
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
