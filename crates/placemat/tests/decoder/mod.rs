//! placemat as a decoder: all of its functions, with one backend or dispatched. The suite, the fuzzer and the program
//! of the conformance suite ask it.

mod convert;
mod functions;
mod io;

use std::{borrow::Cow, collections::BTreeMap};

use placemat::bom::{self, Filter};
use placemat::chars::{self, EncodeError};
use placemat::stream::{Decoder as Streaming, StreamError, Summary, Validator};
use placemat::{Chunks, Counts, Diagnosis, Invalid, Replacement, backend::Handle, charset};
use placemat_conformance::contract::{
    Answer, Decoder, Encoding, Fault, Hint, Item, Label, OfBackend, Op, Piece, Place, Policy, Practice,
    Question, Step, Totals, Tree, Unencodable, Verdict,
};
use placemat_core::Utf8ErrorKind;

/// placemat with a specific backend, or with dispatched calls.
#[derive(Clone, Copy)]
pub(crate) struct Placemat(pub(crate) Option<Handle>);

impl Decoder for Placemat {
    fn name(&self) -> &str {
        self.0.as_ref().map_or("placemat", |handle| handle.info().name())
    }

    fn has(&self, op: Op) -> bool {
        match op {
            Op::Scan => self.0.is_some(),
            // `placemat-legacy` has them.
            Op::Older => false,
            _ => true,
        }
    }

    fn answer(&self, question: &Question<'_>) -> Option<Answer> {
        Some(match *question {
            Question::Verdict(bytes) => {
                self.check_copy(bytes);
                match &self.0 {
                    None => Answer::Verdict(self.validate(bytes), None),
                    Some(handle) => return OfBackend(handle).answer(question),
                }
            }
            Question::Scan(bytes) => {
                let Some(Answer::Scan(_, scan)) = OfBackend(self.0.as_ref()?).answer(question) else {
                    return None;
                };
                Answer::Scan(self.validate(bytes), scan)
            }
            Question::Replacement(bytes) => Answer::Replacement(self.replaced(bytes)),
            Question::Practices(practice, chunks) => Answer::Practices(self.practised(practice, chunks)),
            Question::Errors(bytes) => Answer::Errors(self.chunks(bytes).map(piece).collect()),
            Question::Characters(bytes, turns) => Answer::Characters(items(bytes, turns)),
            Question::Boundaries(bytes, places) => {
                let at = |&at: &usize| {
                    let (floor, ceil) = (chars::floor_boundary(bytes, at), chars::ceil_boundary(bytes, at));
                    (chars::is_boundary(bytes, at), floor, ceil)
                };
                Answer::Boundaries(places.iter().map(at).collect())
            }
            Question::Positions(bytes, ends) => Answer::Positions(functions::positions(bytes, ends)),
            Question::Encode(value) => Answer::Encode(encoded(value)),
            Question::Stream(chunks) => Answer::Stream(streamed(self.lossy(), chunks)),
            Question::StreamVerdict(steps) => Answer::StreamVerdict(self.verdicts(steps)),
            Question::StrictStream(steps) => Answer::StrictStream(self.strict(steps)),
            Question::Bom(policy, chunks) => Answer::Bom(self.opened(bom_policy(policy), chunks).concat()),
            Question::Detect(bytes) => Answer::Detect(bom::detect(bytes).map(encoding)),
            Question::Diagnose(bytes) => {
                let errors = self.chunks(bytes).filter_map(|chunk| chunk.error());
                let hint = |error: Invalid| (error.offset, placemat::diagnose(bytes, &error).map(hint));
                Answer::Diagnose(errors.map(hint).collect())
            }
            Question::Labels(label) => {
                let rfc = match charset::rfc::check(label) {
                    Ok(()) => Label::Utf8,
                    Err(charset::rfc::LabelError::OldHangul) => Label::OldHangul,
                    Err(charset::rfc::LabelError::Unknown) => Label::Unknown,
                };
                Answer::Labels(rfc, charset::whatwg::is_utf8(label))
            }
            Question::Read(script, strict, mode, policy) => {
                io::read(script, strict, mode, bom_policy(policy))
            }
            Question::Write(steps, strict, sink) => io::write(steps, strict, sink),
            Question::Summary(tree) => Answer::Summary(totals(tree)),
            Question::Convert(call) => Answer::Convert(convert::run(self.0, call)),
            Question::Older(..) => return None,
        })
    }
}

impl Placemat {
    fn chunks(self, bytes: &[u8]) -> Chunks<'_> {
        self.0.map_or_else(|| placemat::chunks(bytes), |handle| placemat::chunks(bytes).with_backend(handle))
    }

    fn lossy(self) -> Streaming {
        self.streaming(Streaming::lossy())
    }

    fn streaming(self, decoder: Streaming) -> Streaming {
        match self.0 {
            Some(handle) => decoder.with_backend(handle),
            None => decoder,
        }
    }

    fn validate(self, bytes: &[u8]) -> Verdict {
        let (verdict, counts) = match self.0 {
            None => (placemat::validate(bytes), placemat::counts(bytes)),
            Some(handle) => (handle.validate(bytes), handle.counts(bytes)),
        };
        assert_eq!(counts.map(drop), verdict, "{bytes:x?}");
        if let Ok(counts) = counts {
            check_counts(counts, std::str::from_utf8(bytes).expect("it is valid"));
        }
        verdict.map_err(Fault::from)
    }

    /// Panics unless `copy_utf8` copies the valid text that fits, and finds the standard library's error.
    fn check_copy(self, bytes: &[u8]) {
        let known = std::str::from_utf8(bytes).err().map(|error| (error.valid_up_to(), error.error_len()));
        let valid = known.map_or(bytes.len(), |(valid, _)| valid);
        // In a third of the calls, the destination is too short.
        let len = if bytes.len().is_multiple_of(3) { bytes.len() - bytes.len() % 7 } else { bytes.len() + 9 };
        let mut dst = Vec::with_capacity(len);
        let dst = &mut dst.spare_capacity_mut()[..len];
        let copied = match self.0 {
            None => placemat::copy_utf8(bytes, dst),
            Some(handle) => handle.copy_utf8(bytes, dst),
        };
        let fits = chars::floor_boundary(&bytes[..valid], len);
        let (text, error) = match &copied {
            Ok(text) => (&**text, None),
            Err(stopped) => (stopped.text(), stopped.utf8_error()),
        };
        assert!(text.as_bytes() == &bytes[..fits], "{bytes:x?} into {len}");
        let error = error.map(|error| (error.valid_up_to(), error.error_len()));
        assert_eq!(error, known.filter(|_| fits == valid), "{bytes:x?} into {len}");
        assert_eq!(copied.is_ok(), fits == bytes.len(), "{bytes:x?} into {len}");
    }

    fn replaced(self, bytes: &[u8]) -> Vec<u8> {
        let mut text = String::new();
        for chunk in self.chunks(bytes) {
            text.push_str(chunk.valid());
            text.extend(chunk.error().map(|_| char::REPLACEMENT_CHARACTER));
        }
        functions::check_chars(&text, bytes);
        if self.0.is_none() {
            assert_eq!(placemat::from_utf8_lossy(bytes), text);
            functions::check_text(&text, bytes);
            functions::check_strict(bytes);
            functions::check_latin1(bytes);
        }
        text.into_bytes()
    }

    fn practised(self, practice: Practice, chunks: &[&[u8]]) -> Vec<u8> {
        let replacement = match practice {
            Practice::MaximalSubpart => Replacement::MaximalSubpart,
            Practice::PerByte => Replacement::PerByte,
            Practice::WholeSequence => Replacement::WholeSequence,
            Practice::Java => Replacement::Java,
        };
        let text = streamed(self.lossy().with_replacement(replacement), chunks).concat();
        // Where the suite has put them, if they are one chunk.
        let bytes = if let [bytes] = chunks { Cow::Borrowed(*bytes) } else { Cow::Owned(chunks.concat()) };
        let mut whole = String::new();
        for chunk in self.chunks(&bytes).with_replacement(replacement) {
            assert_eq!(chunk.error().map_or(0, |error| error.len), chunk.invalid().len());
            whole.push_str(chunk.valid());
            whole.extend(chunk.error().map(|_| char::REPLACEMENT_CHARACTER));
        }
        assert_eq!(whole.as_bytes(), text, "the same without chunks");
        // Checking an eighth of the calls is enough.
        let sum = bytes.iter().map(|byte| usize::from(*byte)).sum::<usize>();
        if (sum + chunks.len()).is_multiple_of(8) {
            convert::replaced(self.0, replacement, chunks, &whole);
            io::replaced(replacement, chunks, &whole);
        }
        if self.0.is_none() {
            assert_eq!(placemat::from_utf8_lossy_with(&bytes, replacement), whole);
        }
        text
    }

    fn verdicts(self, steps: &[Step<'_>]) -> Vec<Verdict> {
        let mut validator =
            self.0.map_or_else(Validator::new, |handle| Validator::new().with_backend(handle));
        let mut bytes = Vec::new();
        let answer = |step: &Step<'_>| {
            let answer = match step {
                Step::Chunk(chunk) => {
                    bytes.extend_from_slice(chunk);
                    validator.feed(chunk)
                }
                Step::End => {
                    bytes.clear();
                    validator.finish()
                }
            };
            // No error, and no open sequence.
            assert_eq!(validator.is_complete(), std::str::from_utf8(&bytes).is_ok(), "{steps:x?}");
            answer
        };
        steps.iter().map(answer).map(|answer| answer.map_err(stream_fault)).collect()
    }

    fn strict(self, steps: &[Step<'_>]) -> Vec<(Vec<u8>, Verdict)> {
        decoded(self.streaming(Streaming::strict()), steps.iter().copied()).collect()
    }

    /// The output for each chunk, and for the end, with U+FEFF at the start treated by a policy.
    pub(crate) fn opened(self, policy: bom::Policy, chunks: &[&[u8]]) -> Vec<Vec<u8>> {
        let input = chunks.concat();
        let (mut filter, mut decoder, mut validator) = (Filter::new(policy), self.lossy(), Validator::new());
        let (mut outputs, mut failed, mut fed, mut passed) = (Vec::new(), None, 0, 0);
        for chunk in chunks {
            let mut text = String::new();
            for piece in filter.feed(chunk) {
                decoder.decode(piece, |piece| text.push_str(piece)).expect("a lossy decoder never fails");
                failed = failed.or(validator.feed(piece).err());
                passed += piece.len();
            }
            outputs.push(text.into_bytes());
            fed += chunk.len();
            let so_far = bom::open(&input[..fed], policy);
            let is_open = fed < 3 && bom::BOM.starts_with(&input[..fed]);
            assert_eq!((filter.has_bom(), filter.is_open()), (so_far.has_bom, is_open), "{chunks:x?}");
            // Only what may become a signature is held back, and only if the policy removes it.
            let held = if is_open && policy.removes() { fed } else { 0 };
            assert_eq!(passed, so_far.text.len() - held, "{chunks:x?}");
            assert_eq!(filter.feed(b""), [b"", b""], "{chunks:x?}: an empty chunk");
        }
        let end = filter.clone();
        let held = filter.finish();
        assert_eq!(filter, Filter::new(policy), "another stream begins anew");
        let mut text = String::new();
        decoder.decode(held, |piece| text.push_str(piece)).expect("a lossy decoder never fails");
        decoder.finish(|piece| text.push_str(piece)).expect("a lossy decoder never fails");
        outputs.push(text.into_bytes());
        let failed = failed.or(validator.feed(held).err()).or(validator.finish().err());
        check_open(&input, policy, failed.map(|error| end.place(error).offset));
        outputs
    }
}

/// Compares the text of a whole input with section 6 of the RFC, and the place of its first error with that in a stream.
fn check_open(input: &[u8], policy: bom::Policy, place: Option<u64>) {
    let has_bom = policy != bom::Policy::Character && input.starts_with(&bom::BOM);
    let removed = if has_bom && policy.removes() { 3 } else { 0 };
    let shift = if policy == bom::Policy::Ignore { removed } else { 0 };
    let opened = bom::open(input, policy);
    assert_eq!(opened, bom::Opened { text: &input[removed..], has_bom, shift }, "{input:x?}, {policy:?}");
    let expected = placemat::validate(opened.text).err().map(|error| (error.valid_up_to() + shift) as u64);
    assert_eq!(place, expected, "{input:x?}, {policy:?}");
}

/// Compares the counts with the standard library's.
fn check_counts(counts: Counts, text: &str) {
    let chars = text.chars().count();
    let pairs = text.bytes().filter(|byte| *byte >= 0xF0).count();
    assert_eq!((counts.char_count(), counts.utf16_len()), (chars, chars + pairs), "{text:?}");
    assert_eq!(counts.is_ascii(), text.is_ascii(), "{text:?}");
    assert_eq!(counts.is_latin1(), text.chars().all(|one| one <= '\u{FF}'), "{text:?}");
}

fn piece(chunk: placemat::Chunk<'_>) -> Piece {
    Piece {
        text: chunk.valid().as_bytes().to_vec(),
        invalid: chunk.invalid().to_vec(),
        fault: chunk.error().map(|error| {
            assert_eq!(error.len, chunk.invalid().len());
            fault(error)
        }),
    }
}

fn items(bytes: &[u8], turns: u32) -> Vec<Item> {
    let mut left = chars::char_indices(bytes);
    let next = |turn| if turns >> (turn % 32) & 1 == 0 { left.next() } else { left.next_back() };
    let items = (0_u32..).map_while(next);
    items.map(|(offset, item)| Item { offset, character: item.map_err(fault) }).collect()
}

/// The output of a decoder for each step.
fn decoded<'a>(
    mut decoder: Streaming, steps: impl Iterator<Item = Step<'a>>,
) -> impl Iterator<Item = (Vec<u8>, Verdict)> {
    steps.map(move |step| {
        let mut text = String::new();
        let answer = match step {
            Step::Chunk(chunk) => decoder.decode(chunk, |piece| text.push_str(piece)),
            Step::End => decoder.finish(|piece| text.push_str(piece)),
        };
        (text.into_bytes(), answer.map_err(stream_fault))
    })
}

/// The output of a lossy decoder for each chunk, and for the end.
fn streamed(decoder: Streaming, chunks: &[&[u8]]) -> Vec<Vec<u8>> {
    let steps = chunks.iter().map(|chunk| Step::Chunk(chunk)).chain([Step::End]);
    let (texts, verdicts): (_, Vec<_>) = decoded(decoder, steps).unzip();
    assert!(verdicts.iter().all(Result::is_ok), "a lossy decoder never fails");
    texts
}

fn encoded(value: u32) -> Result<Vec<u8>, Unencodable> {
    match chars::encode(value, &mut [0; 4]) {
        Ok(text) => Ok(text.as_bytes().to_vec()),
        Err(EncodeError::Surrogate(refused)) if refused == value => Err(Unencodable::Surrogate),
        Err(EncodeError::OutOfRange(refused)) if refused == value => Err(Unencodable::OutOfRange),
        Err(_) => Err(Unencodable::Unspecified),
    }
}

fn totals(input: &Tree<'_>) -> Totals {
    let summary = input.fold(&Summary::of, &Summary::merge);
    let nothing = Summary::default();
    assert_eq!([summary.merge(nothing), nothing.merge(summary)], [summary; 2], "nothing is the identity");
    let totals = summary.finish();
    let kinds = Utf8ErrorKind::ALL.into_iter().zip(totals.errors_by_kind).filter(|(_, count)| *count > 0);
    let kinds: BTreeMap<Utf8ErrorKind, u64> = kinds.collect();
    assert_eq!(kinds.values().sum::<u64>(), totals.errors);
    let place = |error: placemat::stream::FirstError| {
        let placemat::stream::FirstError { offset, line, column, len, kind } = error;
        Place { offset, line, column, len, kind }
    };
    Totals {
        bytes: totals.bytes,
        characters: totals.chars,
        line_feeds: totals.line_feeds,
        kinds,
        invalid_bytes: totals.invalid_bytes,
        bad_lines: totals.bad_lines,
        first: totals.first_errors().map(place).collect(),
    }
}

pub(crate) fn bom_policy(policy: Policy) -> bom::Policy {
    match policy {
        Policy::Character => bom::Policy::Character,
        Policy::Keep => bom::Policy::Keep,
        Policy::Ignore => bom::Policy::Ignore,
        Policy::Strip => bom::Policy::Strip,
    }
}

fn encoding(form: bom::Form) -> Encoding {
    match form {
        bom::Form::Utf8 => Encoding::Utf8,
        bom::Form::Utf16Le => Encoding::Utf16Le,
        bom::Form::Utf16Be => Encoding::Utf16Be,
        bom::Form::Utf32Le => Encoding::Utf32Le,
        bom::Form::Utf32Be => Encoding::Utf32Be,
    }
}

fn hint(found: Diagnosis) -> Hint {
    match found {
        Diagnosis::Bom(of) => Hint::Signature(encoding(of)),
        Diagnosis::Cesu8 { character } => Hint::Cesu8(character),
        Diagnosis::JavaNul => Hint::JavaNul,
        Diagnosis::LoneSurrogate => Hint::LoneSurrogate,
        Diagnosis::Rfc2279 { len } => Hint::Rfc2279(len),
        Diagnosis::CutEnd => Hint::CutEnd,
        Diagnosis::CutStart => Hint::CutStart,
        Diagnosis::CutShort => Hint::CutShort,
        Diagnosis::Utf16 { little_endian: true } => Hint::Utf16Le,
        Diagnosis::Utf16 { little_endian: false } => Hint::Utf16Be,
        Diagnosis::DoubleEncoding => Hint::DoubleEncoding,
        Diagnosis::Latin1 { character } => Hint::Latin1(character),
        Diagnosis::Windows1252 { character } => Hint::Windows1252(character),
        other => panic!("the suite does not know {other:?}"),
    }
}

fn fault(Invalid { offset, len, kind }: Invalid) -> Fault {
    Fault {
        valid_up_to: offset,
        error_len: (kind != Utf8ErrorKind::Truncated).then_some(len),
        kind: Some(kind),
    }
}

fn stream_fault(StreamError { offset, len, kind }: StreamError) -> Fault {
    let valid_up_to = usize::try_from(offset).expect("no test has that many bytes");
    Fault { valid_up_to, error_len: Some(len), kind: Some(kind) }
}
