//! Decoders of this workspace behind the protocol: placemat with any backend, and the standard library. `reference`
//! serves one.

#[path = "../../crates/placemat-legacy/tests/decoder/mod.rs"]
mod legacy;
#[path = "../../crates/placemat/tests/decoder/mod.rs"]
mod placemat;

use ::placemat::{backend, bom::open};
use placemat_conformance::contract::{
    self, Answer as Said, Call, Decoder, Encoding, OlderAnswer, OlderQuestion, Practice, Question, Std,
};
use placemat_conformance::vectors::{self, ErrorLen};

use crate::protocol::{Answer, Hello, Op, chunks, values};

/// Decoders that answer requests together.
pub(crate) struct Own {
    name: String,
    version: &'static str,
    decoders: Vec<Box<dyn Decoder>>,
    placemat: Option<placemat::Placemat>,
}

/// The decoder with this name: `std`, or a backend that this machine supports. Without a name: the active backend.
///
/// # Errors
///
/// The name is unknown, or this machine does not support the backend.
pub(crate) fn by_name(name: Option<&str>) -> Result<Own, String> {
    let entry = match name {
        Some(name) if name == Std.name() => return Ok(Own::only("Rust, std", Box::new(Std))),
        Some(name) => backend::by_name(name).map_err(|error| error.to_string())?,
        None => backend::active().entry,
    };
    entry.get().map(Own::of).map_err(|missing| format!("{}: {missing}", entry.name()))
}

impl Own {
    /// One decoder by itself.
    pub(crate) fn only(name: &str, decoder: Box<dyn Decoder>) -> Self {
        Self { name: name.to_owned(), version: "", decoders: vec![decoder], placemat: None }
    }

    fn of(handle: backend::Handle) -> Self {
        let placemat = placemat::Placemat(Some(handle));
        Self {
            name: format!("placemat, {}", placemat.name()),
            version: env!("CARGO_PKG_VERSION"),
            decoders: vec![Box::new(placemat), Box::new(legacy::Legacy)],
            placemat: Some(placemat),
        }
    }

    /// Its introduction.
    pub(crate) fn hello(&self) -> Hello {
        let has = |op: &Op| self.decoders.iter().any(|decoder| decoder.has(asks(*op)));
        let ops: Vec<Op> = Op::all().filter(has).collect();
        Hello::new(&*self.name, self.version, &ops)
    }

    /// Its answer to a frame with these bytes. A payload with an invalid layout for the operation gets the same
    /// answer as an operation that the decoder does not have.
    pub(crate) fn answer(&self, op: Op, payload: &[u8]) -> Option<Answer> {
        Some(match op {
            Op::Validate => self.verdict(payload)?,
            Op::Lossy(practice) => {
                let question = match practice {
                    Practice::MaximalSubpart => Question::Replacement(payload),
                    other => Question::Practices(other, &[payload]),
                };
                let (Said::Replacement(text) | Said::Practices(text)) = self.ask(&question)? else {
                    return None;
                };
                with(self.verdict(payload).unwrap_or_default(), vec![text])
            }
            Op::Stream => {
                let chunks = chunks(payload)?;
                let Said::Stream(outputs) = self.ask(&Question::Stream(&chunks))? else { return None };
                with(self.verdict(&chunks.concat()).unwrap_or_default(), outputs)
            }
            Op::Encode => self.encoded(values(payload)?),
            Op::Bom(policy) => {
                let chunks = chunks(payload)?;
                let input = chunks.concat();
                let policy = placemat::bom_policy(policy);
                let opened = open(&input, policy);
                let mut answer = self.verdict(opened.text)?;
                answer.valid_up_to = answer.valid_up_to.map(|at| at + opened.shift as u64);
                with(answer, self.placemat?.opened(policy, &chunks))
            }
            Op::Convert(from, to) => self.converted(from, to, payload, None)?,
            Op::ConvertLossy(from, to) => {
                let (mark, source) = match to {
                    Encoding::Latin1 => {
                        payload.split_first().map(|(mark, rest)| (char::from(*mark), rest))?
                    }
                    _ => (char::REPLACEMENT_CHARACTER, payload),
                };
                let answer = self.converted(from, to, source, Some(mark))?;
                Answer { outputs: answer.outputs, ..Answer::default() }
            }
            Op::Decode(form) => {
                let ask = |question| self.ask(&Question::Older(form, question));
                let Said::Older(OlderAnswer::Verdict(verdict)) = ask(OlderQuestion::Validate(payload))?
                else {
                    return None;
                };
                let (position, error_len) = ErrorLen::first(verdict, payload.len());
                let outputs = match ask(OlderQuestion::ToUtf8(payload))? {
                    Said::Older(OlderAnswer::Text(Ok(text))) => Some(vec![text.into_bytes()]),
                    _ => None,
                };
                Answer { outputs, ..Answer::verdict(position, error_len) }
            }
            Op::EncodeAs(form) => {
                let text = std::str::from_utf8(payload).ok()?;
                let question = Question::Older(form, OlderQuestion::OfUtf8(text));
                let Said::Older(OlderAnswer::Bytes(bytes)) = self.ask(&question)? else { return None };
                with(Answer::verdict(payload.len(), ErrorLen::None), vec![bytes])
            }
        })
    }

    fn ask(&self, question: &Question<'_>) -> Option<Said> {
        self.decoders.iter().find(|decoder| decoder.has(question.op()))?.answer(question)
    }

    fn verdict(&self, bytes: &[u8]) -> Option<Answer> {
        let Said::Verdict(verdict, _) = self.ask(&Question::Verdict(bytes))? else { return None };
        let (position, error_len) = ErrorLen::first(verdict, bytes.len());
        Some(Answer::verdict(position, error_len))
    }

    /// The values encoded up to the first one that is rejected, concatenated.
    fn encoded(&self, values: impl Iterator<Item = u32>) -> Answer {
        let (mut output, mut count, mut ok) = (Vec::new(), 0, true);
        for value in values {
            let Some(Said::Encode(Ok(bytes))) = self.ask(&Question::Encode(value)) else {
                ok = false;
                break;
            };
            output.extend(bytes);
            count += 1;
        }
        with(Answer { ok: Some(ok), valid_up_to: Some(count), ..Answer::default() }, vec![output])
    }

    /// The part before the first error, converted; and the error.
    fn converted(
        &self, from: Encoding, to: Encoding, bytes: &[u8], replacement: Option<char>,
    ) -> Option<Answer> {
        let source: Vec<u32> = bytes.iter().map(|&byte| byte.into()).collect();
        let call = Call { from, to, source: &source, dst: 4 * source.len() + 4, last: true, replacement };
        let Said::Convert(done) = self.ask(&Question::Convert(&call))? else { return None };
        let (position, error_len, kind) = vectors::stopped(from, &done);
        let written = done.written.into_iter().flat_map(u8::try_from).collect();
        Some(Answer { kind, ..with(Answer::verdict(position, error_len), vec![written]) })
    }
}

/// The question that an operation asks.
const fn asks(op: Op) -> contract::Op {
    match op {
        Op::Validate => contract::Op::Verdict,
        Op::Lossy(Practice::MaximalSubpart) => contract::Op::Replacement,
        Op::Lossy(_) => contract::Op::Practices,
        Op::Stream => contract::Op::Stream,
        Op::Encode => contract::Op::Encode,
        Op::Bom(_) => contract::Op::Bom,
        Op::Convert(..) | Op::ConvertLossy(..) => contract::Op::Convert,
        Op::Decode(_) | Op::EncodeAs(_) => contract::Op::Older,
    }
}

/// The answer, with outputs.
fn with(mut answer: Answer, outputs: Vec<Vec<u8>>) -> Answer {
    answer.outputs = Some(outputs);
    answer
}
