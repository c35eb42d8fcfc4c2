//! placemat's conversions between byte encodings.

use placemat::{
    backend::Handle,
    convert::{
        Converter, Encoding, Latin1, Route, SourceError, Stop, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le,
    },
    utf16::{Utf16Error, Utf16ErrorKind},
    utf32::{Utf32Error, Utf32ErrorKind},
};
use placemat_conformance::vectors::Kind;

use super::bytes::{verdict, with};
use crate::protocol::{Answer, Op};

/// The answer of a backend; `None` if the operation is not a conversion.
pub(super) fn answer(by: Handle, op: Op, payload: &[u8]) -> Option<Answer> {
    Some(match op {
        Op::ToUtf16Le => strict::<Utf8, Utf16Le>(by, payload, |_| None),
        Op::ToUtf32 => strict::<Utf8, Utf32Be>(by, payload, |_| None),
        Op::ToUtf32Le => strict::<Utf8, Utf32Le>(by, payload, |_| None),
        Op::ToLatin1 => strict::<Utf8, Latin1>(by, payload, |_| None),
        Op::FromUtf16Le => units(2, strict::<Utf16Le, Utf8>(by, payload, utf16)),
        Op::FromUtf32 => units(4, strict::<Utf32Be, Utf8>(by, payload, utf32)),
        Op::FromUtf32Le => units(4, strict::<Utf32Le, Utf8>(by, payload, utf32)),
        Op::FromLatin1 => strict::<Latin1, Utf8>(by, payload, |_| None),
        Op::ToUtf16Lossy => lossy(Converter::<Utf8, Utf16Be>::lossy().with_backend(by), payload),
        Op::ToUtf16LeLossy => lossy(Converter::<Utf8, Utf16Le>::lossy().with_backend(by), payload),
        Op::ToUtf32Lossy => lossy(Converter::<Utf8, Utf32Be>::lossy().with_backend(by), payload),
        Op::ToUtf32LeLossy => lossy(Converter::<Utf8, Utf32Le>::lossy().with_backend(by), payload),
        Op::FromUtf16Lossy => lossy(Converter::<Utf16Be, Utf8>::lossy().with_backend(by), payload),
        Op::FromUtf16LeLossy => lossy(Converter::<Utf16Le, Utf8>::lossy().with_backend(by), payload),
        Op::FromUtf32Lossy => lossy(Converter::<Utf32Be, Utf8>::lossy().with_backend(by), payload),
        Op::FromUtf32LeLossy => lossy(Converter::<Utf32Le, Utf8>::lossy().with_backend(by), payload),
        Op::ToLatin1Lossy => {
            let (mark, bytes) = payload.split_first()?;
            lossy(Converter::<Utf8, Latin1>::lossy_with(*mark).with_backend(by), bytes)
        }
        _ => return None,
    })
}

/// A strict conversion. Lengths are in bytes.
fn strict<S, D>(by: Handle, source: &[u8], kind: fn(&S::Error) -> Option<Kind>) -> Answer
where
    S: Route<D> + Encoding<Unit = u8>,
    D: Encoding<Unit = u8>,
{
    converted::<S, D>(by, source, kind, <[u8]>::to_vec)
}

/// The part before the first error, converted, as `bytes`; and the error.
pub(super) fn converted<S: Route<D>, D: Encoding>(
    by: Handle,
    source: &[S::Unit],
    kind: fn(&S::Error) -> Option<Kind>,
    bytes: impl Fn(&[D::Unit]) -> Vec<u8>,
) -> Answer {
    let mut dst = vec![D::Unit::default(); D::LONGEST * source.len()];
    let done = Converter::<S, D>::strict().with_backend(by).convert(source, &mut dst);
    let (error, kind) = match done.stop {
        Stop::Malformed(error) => (Some((error.valid_up_to(), error.error_len())), kind(&error)),
        Stop::Unmappable(character) => {
            (Some((done.read, Some(character.len_utf8()))), Some(Kind::Unmappable))
        }
        Stop::End | Stop::OutputFull | Stop::Incomplete => (None, None),
    };
    Answer { kind, ..with(verdict(source.len(), error), vec![bytes(&dst[..done.written])]) }
}

/// A lossy conversion of the whole input.
fn lossy<S, D>(converter: Converter<S, D>, source: &[u8]) -> Answer
where
    S: Route<D> + Encoding<Unit = u8>,
    D: Encoding<Unit = u8>,
{
    // A lossy converter does not fail.
    with(Answer::default(), vec![converter.to_vec(source).unwrap_or_default()])
}

/// The answer with lengths in units of `bytes` bytes.
fn units(bytes: u64, answer: Answer) -> Answer {
    use crate::protocol::ErrorLen::{Bytes, End};
    let len = |len| match len {
        Bytes(len) => Bytes(len / bytes),
        End => End,
    };
    let valid_up_to = answer.valid_up_to.map(|at| at / bytes);
    Answer { valid_up_to, error_len: answer.error_len.map(len), ..answer }
}

pub(super) fn utf16(error: &Utf16Error) -> Option<Kind> {
    Some(match error.kind() {
        Utf16ErrorKind::LoneHigh => Kind::LoneHigh,
        Utf16ErrorKind::LoneLow => Kind::LoneLow,
        Utf16ErrorKind::CutOff => Kind::CutOff,
    })
}

fn utf32(error: &Utf32Error) -> Option<Kind> {
    Some(match error.kind() {
        Utf32ErrorKind::Surrogate => Kind::Surrogate,
        Utf32ErrorKind::OutOfRange => Kind::OutOfRange,
        Utf32ErrorKind::CutOff => Kind::CutOff,
    })
}
