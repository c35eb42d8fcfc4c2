//! placemat as a subject of the suite: all of its functions, with one backend or dispatched.

mod io;

use std::{borrow::Cow, collections::BTreeMap};

use placemat::{
    Chunks, Counts, Diagnosis, Invalid, Replacement,
    backend::Handle,
    bom::{self, Filter},
    chars::{self, EncodeError},
    charset,
    stream::{Decoder, StreamError, Summary, Validator},
};
use placemat_conformance::subject::{
    DecodesStrictly, Detects, Diagnoses, Encodes, Fault, FindsBoundaries, FindsErrors, FollowsPractices,
    Form, HandlesBom, Hint, Item, Iterates, KnowsLabels, Label, OfBackend, Piece, Place, Policy, Practice,
    ReadsText, Replaces, Scans, Step, Streams, Subject, Summarises, Totals, Tree, Unencodable, Validates,
    ValidatesStreams, Verdict, WritesText,
};
use placemat_core::{Backend, ErrorKind, Scan};

/// placemat with a specific backend, or with dispatched calls.
#[derive(Clone, Copy)]
pub(crate) struct Placemat(pub(crate) Option<Handle>);

impl Placemat {
    fn chunks(self, bytes: &[u8]) -> Chunks<'_> {
        self.0.map_or_else(|| placemat::chunks(bytes), |handle| placemat::chunks(bytes).with_backend(handle))
    }

    fn lossy(self) -> Decoder {
        self.decoder(Decoder::lossy())
    }

    fn decoder(self, decoder: Decoder) -> Decoder {
        match self.0 {
            Some(handle) => decoder.with_backend(handle),
            None => decoder,
        }
    }
}

impl Subject for Placemat {
    fn name(&self) -> &str {
        self.0.as_ref().map_or("placemat", |handle| handle.info().name())
    }

    placemat_conformance::claims!(verdict: Validates);

    fn scan(&self) -> Option<&dyn Scans> {
        self.0.is_some().then_some(self)
    }

    placemat_conformance::claims!(
        replacement: Replaces,
        practices: FollowsPractices,
        errors: FindsErrors,
        characters: Iterates,
        boundaries: FindsBoundaries,
        encode: Encodes,
        stream: Streams,
        stream_verdict: ValidatesStreams,
        strict_stream: DecodesStrictly,
        bom: HandlesBom,
        detect: Detects,
        diagnose: Diagnoses,
        labels: KnowsLabels,
        read: ReadsText,
        write: WritesText,
        summary: Summarises,
    );
}

impl Validates for Placemat {
    fn validate(&self, bytes: &[u8]) -> Verdict {
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

    fn validate_and_scan(&self, bytes: &[u8]) -> (Verdict, Option<Scan>) {
        match &self.0 {
            None => (self.validate(bytes), None),
            Some(handle) => OfBackend(handle).validate_and_scan(bytes),
        }
    }
}

/// Compares the counts with the standard library's.
fn check_counts(counts: Counts, text: &str) {
    let chars = text.chars().count();
    let pairs = text.bytes().filter(|byte| *byte >= 0xF0).count();
    assert_eq!((counts.chars(), counts.utf16_len()), (chars, chars + pairs), "{text:?}");
    assert_eq!(counts.is_ascii(), text.is_ascii(), "{text:?}");
    assert_eq!(counts.is_latin1(), text.chars().all(|one| one <= '\u{FF}'), "{text:?}");
}

impl Scans for Placemat {
    fn raw(&self, bytes: &[u8]) -> Scan {
        // Not claimed without a backend.
        self.0.map_or(Scan::Clean, |handle| OfBackend(&handle).raw(bytes))
    }
}

impl Replaces for Placemat {
    fn replaced(&self, bytes: &[u8]) -> Vec<u8> {
        if self.0.is_none() {
            let text = placemat::from_utf8_lossy(bytes);
            assert_eq!(placemat::string_from_utf8_lossy(bytes.to_vec()), text, "{bytes:x?}");
            return text.into_owned().into_bytes();
        }
        let mut text = String::new();
        for chunk in self.chunks(bytes) {
            text.push_str(chunk.valid());
            text.extend(chunk.error().map(|_| char::REPLACEMENT_CHARACTER));
        }
        text.into_bytes()
    }
}

impl FollowsPractices for Placemat {
    fn text(&self, practice: Practice, chunks: &[&[u8]]) -> Vec<u8> {
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
        if self.0.is_none() {
            assert_eq!(placemat::from_utf8_lossy_with(&bytes, replacement), whole);
        }
        text
    }
}

impl FindsErrors for Placemat {
    fn pieces(&self, bytes: &[u8]) -> Vec<Piece> {
        let piece = |chunk: placemat::Chunk<'_>| Piece {
            text: chunk.valid().as_bytes().to_vec(),
            invalid: chunk.invalid().to_vec(),
            fault: chunk.error().map(|error| {
                assert_eq!(error.len, chunk.invalid().len());
                fault(error)
            }),
        };
        self.chunks(bytes).map(piece).collect()
    }
}

impl Iterates for Placemat {
    fn items(&self, bytes: &[u8], turns: u32) -> Vec<Item> {
        let mut left = chars::char_indices(bytes);
        let next = |turn| if turns >> (turn % 32) & 1 == 0 { left.next() } else { left.next_back() };
        let items = (0_u32..).map_while(next);
        items.map(|(offset, item)| Item { offset, character: item.map_err(fault) }).collect()
    }
}

impl FindsBoundaries for Placemat {
    fn is_boundary(&self, bytes: &[u8], at: usize) -> bool {
        chars::is_boundary(bytes, at)
    }

    fn floor(&self, bytes: &[u8], at: usize) -> usize {
        chars::floor_boundary(bytes, at)
    }

    fn ceil(&self, bytes: &[u8], at: usize) -> usize {
        chars::ceil_boundary(bytes, at)
    }
}

impl ValidatesStreams for Placemat {
    fn answers(&self, steps: &[Step<'_>]) -> Vec<Verdict> {
        let mut validator =
            self.0.map_or_else(Validator::new, |handle| Validator::new().with_backend(handle));
        let answer = |step: &Step<'_>| match step {
            Step::Chunk(chunk) => validator.feed(chunk),
            Step::End => validator.finish(),
        };
        steps.iter().map(answer).map(|answer| answer.map_err(stream_fault)).collect()
    }
}

impl DecodesStrictly for Placemat {
    fn answers(&self, steps: &[Step<'_>]) -> Vec<(Vec<u8>, Verdict)> {
        let mut decoder = self.decoder(Decoder::strict());
        let answer = |step: &Step<'_>| {
            let mut text = String::new();
            let answer = match step {
                Step::Chunk(chunk) => decoder.decode(chunk, |piece| text.push_str(piece)),
                Step::End => decoder.finish(|piece| text.push_str(piece)),
            };
            (text.into_bytes(), answer.map_err(stream_fault))
        };
        steps.iter().map(answer).collect()
    }
}

impl Summarises for Placemat {
    fn totals(&self, input: &Tree<'_>) -> Totals {
        let totals = input.fold(&Summary::of, &Summary::merge).finish();
        let kinds = ErrorKind::ALL.into_iter().zip(totals.errors_by_kind).filter(|(_, count)| *count > 0);
        let kinds: BTreeMap<ErrorKind, u64> = kinds.collect();
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
}

impl Streams for Placemat {
    fn decode(&self, chunks: &[&[u8]]) -> Vec<Vec<u8>> {
        streamed(self.lossy(), chunks)
    }
}

/// The output of a lossy decoder for each chunk, and for the end.
fn streamed(mut decoder: Decoder, chunks: &[&[u8]]) -> Vec<Vec<u8>> {
    let mut outputs: Vec<Vec<u8>> = Vec::new();
    for chunk in chunks {
        let mut text = String::new();
        decoder.decode(chunk, |piece| text.push_str(piece)).expect("a lossy decoder never fails");
        outputs.push(text.into_bytes());
    }
    let mut text = String::new();
    decoder.finish(|piece| text.push_str(piece)).expect("a lossy decoder never fails");
    outputs.push(text.into_bytes());
    outputs
}

impl Encodes for Placemat {
    fn encoded(&self, value: u32) -> Result<Vec<u8>, Unencodable> {
        match chars::encode(value, &mut [0; 4]) {
            Ok(text) => Ok(text.as_bytes().to_vec()),
            Err(EncodeError::Surrogate(refused)) if refused == value => Err(Unencodable::Surrogate),
            Err(EncodeError::OutOfRange(refused)) if refused == value => Err(Unencodable::OutOfRange),
            Err(_) => Err(Unencodable::Unspecified),
        }
    }
}

impl HandlesBom for Placemat {
    fn text(&self, policy: Policy, chunks: &[&[u8]]) -> Vec<u8> {
        let mut filter = Filter::new(match policy {
            Policy::Character => bom::Policy::Character,
            Policy::Keep => bom::Policy::Keep,
            Policy::Ignore => bom::Policy::Ignore,
            Policy::Strip => bom::Policy::Strip,
        });
        let (mut text, mut decoder) = (String::new(), self.lossy());
        for chunk in chunks {
            for piece in filter.feed(chunk) {
                decoder.decode(piece, |piece| text.push_str(piece)).expect("a lossy decoder never fails");
            }
        }
        decoder.decode(filter.finish(), |piece| text.push_str(piece)).expect("a lossy decoder never fails");
        decoder.finish(|piece| text.push_str(piece)).expect("a lossy decoder never fails");
        text.into_bytes()
    }
}

impl Detects for Placemat {
    fn detect(&self, bytes: &[u8]) -> Option<Form> {
        bom::detect(bytes).map(form)
    }
}

fn form(form: bom::Form) -> Form {
    match form {
        bom::Form::Utf8 => Form::Utf8,
        bom::Form::Utf16Le => Form::Utf16Le,
        bom::Form::Utf16Be => Form::Utf16Be,
        bom::Form::Utf32Le => Form::Utf32Le,
        bom::Form::Utf32Be => Form::Utf32Be,
    }
}

impl Diagnoses for Placemat {
    fn hints(&self, bytes: &[u8]) -> Vec<(usize, Option<Hint>)> {
        let hint = |found| match found {
            Diagnosis::Bom(of) => Hint::Signature(form(of)),
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
        };
        let errors = self.chunks(bytes).filter_map(|chunk| chunk.error());
        errors.map(|error| (error.offset, placemat::diagnose(bytes, &error).map(hint))).collect()
    }
}

impl KnowsLabels for Placemat {
    fn rfc(&self, label: &[u8]) -> Label {
        match charset::rfc::check(label) {
            Ok(()) => Label::Utf8,
            Err(charset::rfc::LabelError::OldHangul) => Label::OldHangul,
            Err(charset::rfc::LabelError::Unknown) => Label::Unknown,
        }
    }

    fn whatwg(&self, label: &[u8]) -> bool {
        charset::whatwg::is_utf8(label)
    }
}

fn fault(Invalid { offset, len, kind }: Invalid) -> Fault {
    Fault { valid_up_to: offset, error_len: (kind != ErrorKind::Truncated).then_some(len), kind: Some(kind) }
}

pub(crate) fn stream_fault(StreamError { offset, len, kind }: StreamError) -> Fault {
    let valid_up_to = usize::try_from(offset).expect("no test has that many bytes");
    Fault { valid_up_to, error_len: Some(len), kind: Some(kind) }
}
