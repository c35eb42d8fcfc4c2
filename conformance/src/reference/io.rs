//! Reference for readers and writers of text.

use std::io::ErrorKind;

use super::{answers, outputs};
use crate::contract::{Fault, Give, Policy, ReadMode, Step, Verdict, Yield};

/// What a reader of text yields if its source follows `script`. Adjacent texts are joined, because a reader may
/// return them in pieces of any size.
///
/// ```
/// use placemat_conformance::{reference, contract::{Give, Policy, ReadMode, Yield}};
///
/// let script = [Give::Bytes(b"5 \xE2"), Give::Fails(std::io::ErrorKind::WouldBlock), Give::Bytes(b"\x82\xAC")];
/// let yields = reference::yields(&script, true, ReadMode::Pieces, Policy::Keep);
/// assert_eq!(yields[0], Yield::Text(b"5 ".to_vec()));
/// assert_eq!(yields[1], Yield::Failed(std::io::ErrorKind::WouldBlock));
/// assert_eq!(yields[2], Yield::Text("\u{20AC}".as_bytes().to_vec()));
/// assert_eq!(yields[3..], [Yield::End, Yield::End]);
/// ```
pub fn yields(script: &[Give<'_>], strict: bool, mode: ReadMode, policy: Policy) -> Vec<Yield> {
    let all_or_line = matches!(mode, ReadMode::Append | ReadMode::Line | ReadMode::Whole);
    let goes_on = |kind| kind == ErrorKind::Interrupted && all_or_line;
    let script: Vec<Give<'_>> = script
        .iter()
        .copied()
        .take_while(|give| *give != Give::Bytes(b""))
        .filter(|give| !matches!(give, Give::Fails(kind) if goes_on(*kind)))
        .collect();
    let mut chunks: Vec<&[u8]> = script.iter().filter_map(|give| give.bytes()).collect();
    let removed = if policy.removes() { take_signature(&mut chunks) } else { 0 };
    let shift = if policy == Policy::Ignore { removed } else { 0 };
    let mut steps: Vec<Step<'_>> = chunks.into_iter().map(Step::Chunk).collect();
    steps.push(Step::End);
    let mut answers = written(&steps, strict).into_iter();

    let mut yields = Vec::new();
    for give in script.iter().map(Some).chain([None]) {
        if let Some(Give::Fails(kind)) = give {
            yields.push(Yield::Failed(*kind));
            if mode == ReadMode::Whole {
                return yields;
            }
            continue;
        }
        let Some((text, verdict)) = answers.next() else { break };
        // A failed call takes back what it appended; reading the whole loses everything on any error.
        match verdict {
            Ok(()) => yields.push(Yield::Text(text)),
            Err(fault) => {
                if !matches!(mode, ReadMode::Append | ReadMode::Whole) {
                    yields.push(Yield::Text(text));
                } else if matches!(yields.last(), Some(Yield::Text(_))) {
                    yields = Yield::joined(yields);
                    yields.pop();
                }
                yields.push(Yield::Invalid(Fault { valid_up_to: fault.valid_up_to + shift, ..fault }));
                break;
            }
        }
    }
    if !matches!(yields.last(), Some(Yield::Invalid(_))) {
        yields.push(Yield::End);
    }
    // The last result repeats.
    yields.extend(yields.last().filter(|_| mode != ReadMode::Whole).cloned());
    Yield::joined(yields)
}

/// Removes U+FEFF from the start of the chunks; returns the number of bytes removed.
fn take_signature(chunks: &mut [&[u8]]) -> usize {
    if !chunks.concat().starts_with(b"\xEF\xBB\xBF") {
        return 0;
    }
    let mut left = 3;
    for chunk in chunks {
        let removed = left.min(chunk.len());
        *chunk = &chunk[removed..];
        left -= removed;
    }
    3
}

/// What a writer of text passes on at each of `steps`, and whether the text is valid so far.
pub fn written<'a>(steps: &[Step<'a>], strict: bool) -> Vec<(Vec<u8>, Verdict)> {
    if strict {
        return answers(steps);
    }
    let mut written = Vec::with_capacity(steps.len());
    for stream in steps.split_inclusive(|step| *step == Step::End) {
        let chunk = |step: &Step<'a>| if let Step::Chunk(chunk) = *step { Some(chunk) } else { None };
        let chunks: Vec<&[u8]> = stream.iter().filter_map(chunk).collect();
        // One output for each chunk, and one for the end if `steps` has it.
        written.extend(outputs(&chunks).into_iter().take(stream.len()).map(|text| (text, Ok(()))));
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_script_yields() {
        use Give::{Bytes, Fails};
        let text = |text: &[u8]| Yield::Text(text.to_vec());
        let failed = Yield::Failed(ErrorKind::Interrupted);
        let script = [Bytes(b"a\xC3"), Fails(ErrorKind::Interrupted), Bytes(b"\xA9"), Bytes(b"\xFF.")];
        let lossy = yields(&script, false, ReadMode::Pieces, Policy::Keep);
        let rest = text("\u{E9}\u{FFFD}.".as_bytes());
        assert_eq!(lossy, [text(b"a"), failed.clone(), rest, Yield::End, Yield::End]);
        let strict = yields(&script, true, ReadMode::Fill(4), Policy::Keep);
        let Yield::Invalid(fault) = strict[3] else { panic!("{strict:?}") };
        assert_eq!((fault.valid_up_to, fault.error_len), (3, Some(1)));
        let invalid = Yield::Invalid(fault);
        let known = [text(b"a"), failed, text("\u{E9}".as_bytes()), invalid.clone(), invalid.clone()];
        assert_eq!(strict, known);
        assert_eq!(yields(&script, true, ReadMode::Append, Policy::Keep), [invalid.clone(), invalid.clone()]);
        assert_eq!(yields(&script, true, ReadMode::Whole, Policy::Keep), [invalid]);
        assert_eq!(
            yields(&[Bytes(b"a"), Bytes(b""), Bytes(b"b")], true, ReadMode::Pieces, Policy::Keep)[1],
            Yield::End
        );
    }

    #[test]
    fn written_is_joined_by_the_end() {
        let steps = [Step::Chunk(b"\xE2"), Step::End, Step::Chunk(b"\x82")];
        let texts: Vec<_> = written(&steps, false).into_iter().map(|(text, _)| text).collect();
        assert_eq!(texts, [&b""[..], "\u{FFFD}".as_bytes(), "\u{FFFD}".as_bytes()]);
    }
}
