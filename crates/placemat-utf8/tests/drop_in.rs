//! Compares every entry point with utf-8 0.7.6, on every short input and wherever it is split.

use std::io::{self, BufRead, Read};

/// Bytes that begin, continue or break sequences of each length.
const BYTES: [u8; 9] = [0x41, 0x80, 0xA0, 0xC3, 0xE2, 0xED, 0xF0, 0xF4, 0xFF];

/// Calls `check` with every string of up to five of `BYTES`, and long text around some of them.
fn inputs(mut check: impl FnMut(&[u8])) {
    let mut strings = vec![Vec::new()];
    for _ in 0..5 {
        strings.iter().for_each(|string| check(string));
        let longer = |string: &Vec<u8>| BYTES.map(|byte| [string, &[byte][..]].concat());
        strings = strings.iter().flat_map(longer).collect();
    }
    for string in strings.iter().step_by(37) {
        check(&[&"\u{E9}\u{20AC}".repeat(30).into_bytes(), &string[..], b"abc"].concat());
    }
}

/// The fields and the message of a result of `decode`.
macro_rules! decoded {
    ($of:ident, $input:expr) => {
        $of::decode($input).map_err(|error| {
            let fields = match error {
                $of::DecodeError::Invalid { valid_prefix, invalid_sequence, remaining_input } => {
                    (valid_prefix, invalid_sequence.to_vec(), remaining_input)
                }
                $of::DecodeError::Incomplete { valid_prefix, incomplete_suffix } => {
                    let $of::Incomplete { buffer, buffer_len } = incomplete_suffix;
                    (valid_prefix, buffer[..usize::from(buffer_len)].to_vec(), &b""[..])
                }
            };
            (fields, error.to_string(), format!("{error:?}"))
        })
    };
}

/// The result of completing `prefix`, and the bytes that are kept.
macro_rules! completed {
    ($of:ident, $prefix:expr, $rest:expr) => {{
        let mut incomplete = $of::Incomplete::new($prefix);
        let result = incomplete
            .try_complete($rest)
            .map(|(result, rest)| (result.map(str::to_owned).map_err(<[u8]>::to_vec), rest));
        (result, incomplete.buffer[..usize::from(incomplete.buffer_len)].to_vec(), incomplete.is_empty())
    }};
}

/// Text in pieces, and each piece of a reader.
macro_rules! streamed {
    ($of:ident, $chunks:expr) => {{
        let mut text = String::new();
        let mut decoder = $of::LossyDecoder::new(|piece| text.push_str(piece));
        $chunks.iter().for_each(|chunk| decoder.feed(chunk));
        drop(decoder);
        let mut reader = $of::BufReadDecoder::new(Chunks($chunks.to_vec()));
        let mut pieces = Vec::new();
        while let Some(piece) = reader.next_strict() {
            pieces.push(piece.map(str::to_owned).map_err(|error| error.to_string()));
        }
        (text, pieces, $of::BufReadDecoder::read_to_string_lossy(Chunks($chunks.to_vec())).ok())
    }};
}

#[test]
fn the_results_agree() {
    let (mut incomplete, mut invalid) = (0, 0);
    inputs(|input| {
        let theirs = decoded!(theirs, input);
        assert_eq!(decoded!(utf8, input), theirs, "{input:X?}");
        invalid += usize::from(theirs.is_err());
        for at in 0..=input.len() {
            let (first, rest) = input.split_at(at);
            assert_eq!(
                streamed!(utf8, [first, rest]),
                streamed!(theirs, [first, rest]),
                "{first:X?} {rest:X?}"
            );
            if matches!(theirs::decode(first), Err(theirs::DecodeError::Incomplete { valid_prefix: "", .. }))
            {
                assert_eq!(
                    completed!(utf8, first, rest),
                    completed!(theirs, first, rest),
                    "{first:X?} {rest:X?}"
                );
                incomplete += 1;
            }
        }
    });
    assert!(incomplete > 2_000 && invalid > 5_000, "{incomplete} {invalid}");
}

/// utf-8 panics.
#[test]
fn what_a_caller_puts_in_is_no_character() {
    let mut strange = utf8::Incomplete::new(b"a\xFF");
    assert_eq!(strange.try_complete(b"b"), Some((Err(&b"a\xFF"[..]), &b"b"[..])));
    assert!(strange.is_empty());
}

/// A reader with these buffers.
struct Chunks<'a>(Vec<&'a [u8]>);

impl Read for Chunks<'_> {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

impl BufRead for Chunks<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.0.retain(|chunk| !chunk.is_empty());
        Ok(self.0.first().copied().unwrap_or_default())
    }

    fn consume(&mut self, bytes: usize) {
        if let Some(first) = self.0.first_mut() {
            *first = &first[bytes..];
        }
    }
}
