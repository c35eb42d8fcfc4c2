//! Whether bytes can be text, and encodings that use only ASCII bytes.

use encoding_rs::ISO_2022_JP;
use memchr::memmem;

use super::Verdict;
use crate::charset::Charset;

/// The minimum number of characters in HZ.
const HZ_MIN_CHARACTERS: usize = 4;

/// Whether bytes can be text: without controls, and with spaces or line feeds as in ASCII rather than EBCDIC.
pub(crate) fn is_text(bytes: &[u8]) -> bool {
    let times = |wanted: &[u8]| bytes.iter().filter(|byte| wanted.contains(byte)).count();
    let is_ebcdic = times(b"@") > times(b" \n") + 1;
    !is_ebcdic && !bytes.iter().any(|byte| byte.is_ascii() && is_in_no_text(char::from(*byte)))
}

/// The encoding of an input that uses escapes to represent other characters in ASCII bytes.
pub(crate) fn seven_bits(head: &[u8]) -> Option<Verdict> {
    let has = |sequence: &[u8]| memmem::find(head, sequence).is_some();
    if !head.is_ascii() {
        return None;
    }
    if (has(b"\x1B$B") || has(b"\x1B$@")) && (has(b"\x1B(B") || has(b"\x1B(J")) {
        return Some(Verdict::Encoding(Charset::Whatwg(ISO_2022_JP)));
    }
    let mut characters = 0;
    let mut rest = head;
    while let Some(start) = memmem::find(rest, b"~{") {
        rest = &rest[start + 2..];
        let Some(end) = memmem::find(rest, b"~}") else { break };
        let (pairs, odd) = rest[..end].as_chunks::<2>();
        if !odd.is_empty() || !pairs.iter().all(|pair| matches!(pair, [0x21..=0x77, 0x21..=0x7E])) {
            return None;
        }
        characters += pairs.len();
        rest = &rest[end + 2..];
    }
    (characters >= HZ_MIN_CHARACTERS).then_some(Verdict::Hz)
}

/// A control character, other than line feeds, tabs and terminal escapes.
fn is_in_no_text(character: char) -> bool {
    character.is_control() && !matches!(character, '\t' | '\n' | '\r' | '\x0C' | '\x1B')
}
