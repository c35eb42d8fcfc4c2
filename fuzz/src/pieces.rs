//! Texts split at every error, into the chunks of a stream, and into pieces that are summarised. The models use only
//! the standard library, except that the kinds of errors come from the grammar.

use placemat::{
    backend::Handle,
    chars,
    stream::{Decoder, StreamError, Summary, Validator},
};
use placemat_conformance::reference;

use crate::for_each_backend;

/// All errors of a text, the text between them, and characters from both ends.
///
/// # Panics
///
/// If a result is wrong.
pub fn chunks(text: &[u8]) {
    let known: Vec<_> = text.utf8_chunks().map(|chunk| (chunk.valid(), chunk.invalid())).collect();
    for_each_backend(|name, backend| {
        let mut at = 0;
        let mut found = placemat::chunks(text).with_backend(backend);
        for &(valid, invalid) in &known {
            let chunk = found.next().unwrap_or_else(|| panic!("{name}: no chunk at {at}"));
            assert_eq!((chunk.valid(), chunk.invalid()), (valid, invalid), "{name}: the chunk at {at}");
            at += valid.len();
            let error = chunk.error();
            assert_eq!(
                error.map(|error| (error.offset, error.len)),
                (!invalid.is_empty()).then_some((at, invalid.len())),
                "{name}"
            );
            if let Some(error) = error {
                // Four bytes determine the kind.
                let near = &text[at..text.len().min(at + 4)];
                assert_eq!(
                    Some(error.kind),
                    reference::read(near).err().and_then(|fault| fault.kind),
                    "{name} at {at}"
                );
            }
            at += invalid.len();
        }
        assert_eq!(found.next(), None, "{name}: a chunk after the end");
    });
    let lossy = String::from_utf8_lossy(text);
    assert!(chars::chars_lossy(text).eq(lossy.chars()), "from the front");
    assert!(chars::chars_lossy(text).rev().eq(lossy.chars().rev()), "from the back");
    assert!(placemat::errors(text).eq(placemat::chunks(text).filter_map(|chunk| chunk.error())));
}

/// Parses the division of a text: the number of lengths in a byte, the lengths, and the text. A length is up to 127,
/// or a multiple of 64; the rest is the last chunk.
pub(crate) fn cut(data: &[u8]) -> Option<(Vec<&[u8]>, &[u8])> {
    let (&count, rest) = data.split_first()?;
    let (lengths, text) = rest.split_at_checked(usize::from(count % 24))?;
    let mut chunks = Vec::new();
    let mut left = text;
    for &length in lengths {
        let length = usize::from(length);
        let length = if length < 128 { length } else { 64 * (length - 127) };
        let (chunk, after) = left.split_at(length.min(left.len()));
        chunks.push(chunk);
        left = after;
    }
    chunks.push(left);
    Some((chunks, text))
}

/// A stream, in the chunks of the input.
///
/// # Panics
///
/// If a result is wrong.
pub fn streams(data: &[u8]) {
    let Some((chunks, text)) = cut(data) else { return };
    for_each_backend(|name, backend| stream(name, backend, &chunks, text));
}

fn stream(name: &str, backend: Handle, chunks: &[&[u8]], text: &[u8]) {
    let mut validator = Validator::new().with_backend(backend);
    let (mut strict, mut lossy) =
        (Decoder::strict().with_backend(backend), Decoder::lossy().with_backend(backend));
    let (mut strict_text, mut lossy_text) = (String::new(), String::new());
    let mut seen = 0;
    for chunk in chunks {
        seen += chunk.len();
        let prefix = &text[..seen];
        let settled = &prefix[..seen - held(prefix)];
        let expected = first_error(settled, text);
        assert_eq!(validator.feed(chunk), expected, "{name}: the validator after {seen}");
        assert_eq!(
            strict.decode(chunk, |piece| strict_text += piece),
            expected,
            "{name}: the decoder after {seen}"
        );
        let good = expected.map_or_else(|error| error.offset as usize, |()| settled.len());
        assert_eq!(strict_text.as_bytes(), &text[..good], "{name}: strict text after {seen}");
        assert_eq!(lossy.decode(chunk, |piece| lossy_text += piece), Ok(()));
        assert_eq!(lossy_text, String::from_utf8_lossy(settled), "{name}: text after {seen}");
        assert_eq!(validator.is_complete(), expected.is_ok() && settled.len() == seen, "{name}");
    }
    let expected = first_error(text, text);
    assert_eq!(validator.finish(), expected, "{name}: the validator at the end");
    assert_eq!(strict.finish(|piece| panic!("{name}: {piece:?} at the end")), expected, "{name}");
    assert_eq!(lossy.finish(|piece| lossy_text += piece), Ok(()));
    assert_eq!(lossy_text, String::from_utf8_lossy(text), "{name}: the text");
    assert_eq!((validator.feed(b"anew"), validator.finish()), (Ok(()), Ok(())), "{name}");
}

/// The number of bytes at the end that may begin a character: a lead among the last three, and its successors.
fn held(prefix: &[u8]) -> usize {
    let near = &prefix[prefix.len().saturating_sub(3)..];
    let Some(lead) = near.iter().rposition(|byte| byte & 0xC0 != 0x80) else { return 0 };
    match std::str::from_utf8(&near[lead..]) {
        Err(error) if error.error_len().is_none() => near.len() - lead,
        _ => 0,
    }
}

/// The first error of the bytes, with the kind that it has in the whole text.
fn first_error(bytes: &[u8], text: &[u8]) -> Result<(), StreamError> {
    let Err(error) = std::str::from_utf8(bytes) else { return Ok(()) };
    let at = error.valid_up_to();
    let fault = reference::read(&text[at..text.len().min(at + 4)]).expect_err("there is an error");
    let len = error.error_len().unwrap_or(bytes.len() - at);
    Err(StreamError { offset: at as u64, len, kind: fault.kind.expect("the reference decoder has kinds") })
}

/// Summarises pieces of an input and merges them in the order that the input specifies. The result must equal the
/// summary of the whole, and be correct.
///
/// # Panics
///
/// If a result is wrong.
pub fn summaries(data: &[u8]) {
    let Some((&seed, data)) = data.split_first() else { return };
    let Some((pieces, text)) = cut(data) else { return };
    let mut parts: Vec<Summary> = pieces.iter().map(|piece| Summary::of(piece)).collect();
    let mut order = usize::from(seed);
    while parts.len() > 1 {
        let at = order % (parts.len() - 1);
        order = order / 3 + 7 * usize::from(seed) + parts.len();
        let after = parts.remove(at + 1);
        parts[at] = parts[at].merge(after);
    }
    assert_eq!(parts[0], Summary::of(text), "{pieces:x?}");

    let totals = parts[0].finish();
    let (mut line, mut column, mut at, mut bad_line) = (1_u64, 1_u64, 0, 0);
    let (mut chars, mut errors, mut invalid, mut bad_lines) = (0, 0, 0, 0);
    let mut first = totals.first_errors();
    for chunk in text.utf8_chunks() {
        for character in chunk.valid().chars() {
            (line, column) = if character == '\n' { (line + 1, 1) } else { (line, column + 1) };
            chars += 1;
        }
        at += chunk.valid().len();
        if !chunk.invalid().is_empty() {
            if errors < Summary::FIRST as u64 {
                let place = first.next().map(|error| (error.offset, error.line, error.column, error.len));
                assert_eq!(place, Some((at as u64, line, column, chunk.invalid().len())), "{pieces:x?}");
            }
            errors += 1;
            column += 1;
            bad_lines += u64::from(line != bad_line);
            bad_line = line;
            invalid += chunk.invalid().len() as u64;
            at += chunk.invalid().len();
        }
    }
    assert_eq!(first.next(), None, "{pieces:x?}");
    let found = (
        totals.bytes,
        totals.chars,
        totals.line_feeds,
        totals.errors,
        totals.bad_lines,
        totals.invalid_bytes,
    );
    assert_eq!(found, (text.len() as u64, chars, line - 1, errors, bad_lines, invalid), "{pieces:x?}");
    assert_eq!(totals.errors_by_kind.iter().sum::<u64>(), errors);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_back_could_begin_a_character() {
        for (prefix, expected) in [
            (&b""[..], 0),
            (b"a", 0),
            (b"\xC3", 1),
            (b"\xC3\xA9", 0),
            (b"\xE2\x82", 2),
            (b"\xED\xA0", 0),
            (b"\xF0\x9F\x98", 3),
            (b"\xF0\x9F\x98\x80", 0),
            (b"\xF0\x8F", 0),
            (b"\x80\x80", 0),
            (b"\xFF", 0),
        ] {
            assert_eq!(held(prefix), expected, "{prefix:x?}");
        }
    }

    #[test]
    fn texts_are_cut_where_the_input_says() {
        let (chunks, text) = cut(b"\x03\x01\x00\x02abcdef").unwrap();
        assert_eq!((chunks, text), (vec![&b"a"[..], b"", b"bc", b"def"], &b"abcdef"[..]));
        assert_eq!(cut(b"\x03\x01"), None);
    }
}
