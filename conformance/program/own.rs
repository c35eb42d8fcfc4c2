//! Decoders of this workspace behind the protocol: placemat with any backend, and the standard library. The task
//! `reference` serves one: the reference for adapters in other languages.

#[path = "../../crates/placemat-legacy/tests/decoder/mod.rs"]
mod legacy;
#[path = "../../crates/placemat/tests/decoder/mod.rs"]
mod placemat;

use std::io::{self, BufReader, BufWriter, Write as _};

use ::placemat::{backend, bom::open};
use placemat_conformance::contract::{
    self, Answer as Said, Call, Decoder, Encoding, OlderAnswer, OlderQuestion, Practice, Question, Std,
};
use placemat_conformance::vectors::{self, ErrorLen};

use crate::protocol::{Answer, Hello, Op, chunks, line, read_frame, values};

/// Decoders that answer requests together.
pub(crate) struct Own {
    name: String,
    version: &'static str,
    decoders: Vec<Box<dyn Decoder>>,
    placemat: Option<placemat::Placemat>,
}

/// The decoder with this name: `std`, or a backend that this machine supports. Without a name: the active backend.
/// Fails if the name is unknown, or this machine does not support the backend.
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

    pub(crate) fn hello(&self) -> Hello {
        // It answers to nothing, or to a replacement alone.
        let payload = |op: Op| if let Op::ConvertLossy(_, Encoding::Latin1) = op { &b"?"[..] } else { b"" };
        let ops: Vec<Op> = Op::all().filter(|op| self.answer(*op, payload(*op)).is_some()).collect();
        Hello::new(&*self.name, self.version, &ops)
    }

    /// Answers the frames from standard input until it ends, like an adapter in another language. Fails with I/O
    /// errors of standard input and output, and at an invalid frame.
    pub(crate) fn serve(&self) -> io::Result<()> {
        let mut input = BufReader::new(io::stdin().lock());
        let mut output = BufWriter::new(io::stdout().lock());
        let hello = serde_json::to_string(&self.hello())?;
        writeln!(output, "{hello}")?;
        output.flush()?;
        while let Some((op, id, payload)) = read_frame(&mut input)? {
            let answer = Op::of_number(op).and_then(|op| self.answer(op, &payload));
            output.write_all(line(id, answer.as_ref()).as_bytes())?;
            // Frames that are already buffered are answered first: the host does not wait for their answers.
            if input.buffer().is_empty() {
                output.flush()?;
            }
        }
        output.flush()
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
                self.verdict(payload).unwrap_or_default().with(vec![text])
            }
            Op::Stream => {
                let chunks = chunks(payload)?;
                let Said::Stream(outputs) = self.ask(&Question::Stream(&chunks))? else { return None };
                self.verdict(&chunks.concat()).unwrap_or_default().with(outputs)
            }
            Op::Encode => self.encoded(&values(payload)?)?,
            Op::Bom(policy) => {
                let chunks = chunks(payload)?;
                let input = chunks.concat();
                let policy = placemat::bom_policy(policy);
                let opened = open(&input, policy);
                let mut answer = self.verdict(opened.text)?;
                answer.valid_up_to = answer.valid_up_to.map(|at| at + opened.shift as u64);
                answer.with(self.placemat?.opened(policy, &chunks))
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
                Answer::verdict(payload.len(), ErrorLen::None).with(vec![bytes])
            }
        })
    }

    fn ask(&self, question: &Question<'_>) -> Option<Said> {
        self.decoder(question.op())?.answer(question)
    }

    fn decoder(&self, op: contract::Op) -> Option<&dyn Decoder> {
        self.decoders.iter().find(|decoder| decoder.has(op)).map(|decoder| &**decoder)
    }

    fn verdict(&self, bytes: &[u8]) -> Option<Answer> {
        let Said::Verdict(verdict, _) = self.ask(&Question::Verdict(bytes))? else { return None };
        let (position, error_len) = ErrorLen::first(verdict, bytes.len());
        Some(Answer::verdict(position, error_len))
    }

    /// The values encoded up to the first one that is rejected, concatenated.
    fn encoded(&self, values: &[u32]) -> Option<Answer> {
        let decoder = self.decoder(contract::Op::Encode)?;
        Some(Answer::encoded(values, |value| match decoder.answer(&Question::Encode(value)) {
            Some(Said::Encode(Ok(bytes))) => Some(bytes),
            _ => None,
        }))
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
        Some(Answer { kind, ..Answer::verdict(position, error_len).with(vec![written]) })
    }
}
