//! Readers and writers of text.

use std::io::{self, BufRead, Read, Write};

use placemat::io::{Reader, Writer};
use placemat::{Replacement, bom::Policy, stream::StreamError};
use placemat_conformance::contract::{Accept, Answer, Give, ReadMode, Scripted, Sink, Step, Verdict, Yield};

use super::stream_fault;

pub(super) fn read(script: &[Give<'_>], strict: bool, mode: ReadMode, policy: Policy) -> Answer {
    let yields = yields(Scripted::new(script), strict, mode, policy);
    let improper = Yield::improper(&yields, mode);
    Answer::Read(Yield::joined(yields), improper)
}

fn yields(source: Scripted<'_>, strict: bool, mode: ReadMode, policy: Policy) -> Vec<Yield> {
    if mode == ReadMode::Whole {
        let answer = match placemat::io::read_to_string(source) {
            Ok(text) => return vec![Yield::Text(text.into_bytes()), Yield::End],
            Err(error) => failed(&error),
        };
        return vec![answer];
    }
    let reader = if strict { Reader::strict(source) } else { Reader::lossy(source) };
    let mut reader = reader.with_bom(policy);
    let mut yields = Vec::new();
    let mut ended = false;
    loop {
        assert_eq!(reader.read(&mut []).unwrap(), 0, "a full destination is no end");
        let (text, answer) = ask(&mut reader, mode);
        let is_end = matches!(answer, Some(Yield::End | Yield::Invalid(_)));
        yields.extend(text.map(Yield::Text).into_iter().chain(answer));
        if is_end && ended {
            return yields;
        }
        ended |= is_end;
    }
}

/// Makes one call; returns its text and any other outcome.
fn ask(reader: &mut Reader<Scripted<'_>>, mode: ReadMode) -> (Option<Vec<u8>>, Option<Yield>) {
    let text = match mode {
        ReadMode::Pieces | ReadMode::Whole => {
            reader.next_text().map(|piece| piece.map_or(Vec::new(), |piece| piece.as_bytes().to_vec()))
        }
        ReadMode::Buffered(most) => {
            let shown = reader.fill_buf().map(|text| {
                assert!(std::str::from_utf8(text).is_ok() || most < 4, "it shows a part of a character");
                text[..text.len().min(most)].to_vec()
            });
            reader.consume(shown.as_ref().map_or(0, Vec::len));
            shown
        }
        ReadMode::Fill(dst) => {
            let mut buffer = vec![0; dst];
            reader.read(&mut buffer).map(|len| buffer[..len].to_vec())
        }
        ReadMode::Append | ReadMode::Line => {
            let mut text = String::from("before ");
            let answer = match mode {
                ReadMode::Line => reader.read_line(&mut text),
                _ => reader.read_to_string(&mut text),
            };
            let appended = text.strip_prefix("before ").expect("it appends").as_bytes().to_vec();
            let line_feeds = appended.iter().filter(|byte| **byte == b'\n').count();
            let is_line = line_feeds <= usize::from(appended.ends_with(b"\n"));
            assert!(mode == ReadMode::Append || is_line, "one line");
            let other = match answer {
                Ok(len) => {
                    assert_eq!(len, appended.len());
                    (mode == ReadMode::Append || len == 0).then_some(Yield::End)
                }
                Err(error) => Some(failed(&error)),
            };
            return (Some(appended).filter(|text| !text.is_empty()), other);
        }
    };
    match text {
        Ok(text) if text.is_empty() => (None, Some(Yield::End)),
        Ok(text) => (Some(text), None),
        Err(error) => (None, Some(failed(&error))),
    }
}

/// The outcome of an error of a reader or writer.
fn failed(error: &io::Error) -> Yield {
    match carried(error) {
        Some(error) => Yield::Invalid(stream_fault(error)),
        None => Yield::Failed(error.kind()),
    }
}

/// The text error inside an error of a reader or writer.
fn carried(error: &io::Error) -> Option<StreamError> {
    let found = error.get_ref().and_then(|inner| inner.downcast_ref::<StreamError>()).copied();
    assert_eq!(found.is_some(), error.kind() == io::ErrorKind::InvalidData, "{error:?}");
    found
}

pub(super) fn write(steps: &[Step<'_>], strict: bool, script: &[Accept]) -> Answer {
    let sink = Sink::new(script);
    let mut writer = if strict { Writer::strict(&sink) } else { Writer::lossy(&sink) };
    let mut answers = Vec::new();
    for step in steps {
        let verdict = match *step {
            Step::End => again(|| writer.finish()),
            Step::Chunk(chunk) => {
                let mut left = chunk;
                let mut verdict = again(|| writer.write(left).map(|len| left = &left[len..]));
                while verdict.is_ok() && !left.is_empty() {
                    verdict = again(|| writer.write(left).map(|len| left = &left[len..]));
                }
                assert_eq!(again(|| writer.flush()), Ok(()), "a flush is about the sink");
                verdict
            }
        };
        answers.push((sink.taken(), verdict));
    }
    Answer::Write(answers, sink.has_part())
}

/// Panics unless a reader and a writer replace as `text` does.
pub(super) fn replaced(replacement: Replacement, chunks: &[&[u8]], text: &str) {
    let script: Vec<Give<'_>> =
        chunks.iter().filter(|chunk| !chunk.is_empty()).map(|chunk| Give::Bytes(chunk)).collect();
    let mut read = String::new();
    let mut reader = Reader::lossy(Scripted::new(&script)).with_replacement(replacement);
    reader.read_to_string(&mut read).expect("no step fails");
    assert_eq!(read, text, "a reader");
    let mut writer = Writer::lossy(Vec::new()).with_replacement(replacement);
    chunks.iter().try_for_each(|chunk| writer.write_all(chunk)).expect("it takes everything");
    writer.finish().expect("it takes everything");
    assert_eq!(writer.into_inner(), text.as_bytes(), "a writer");
}

/// Repeats a call until the inner reader or writer does not fail.
fn again(mut call: impl FnMut() -> io::Result<()>) -> Verdict {
    loop {
        match call() {
            Ok(()) => return Ok(()),
            Err(error) => {
                if let Some(error) = carried(&error) {
                    return Err(stream_fault(error));
                }
            }
        }
    }
}
