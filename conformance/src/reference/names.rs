//! References for charset labels and for signatures.

use crate::contract::{Encoding, Label};

/// The labels, and what they mean by RFC 3629. By WHATWG's Encoding Standard all of them mean UTF-8.
pub(crate) const LABELS: [(&str, Label); 6] = [
    ("utf-8", Label::Utf8),
    ("unicode-1-1-utf-8", Label::OldHangul),
    ("utf8", Label::Unknown),
    ("unicode11utf8", Label::Unknown),
    ("unicode20utf8", Label::Unknown),
    ("x-unicode20utf8", Label::Unknown),
];

/// The ASCII whitespace that the Encoding Standard permits around a label.
const BLANKS: &[u8] = b"\t\n\x0C\r ";

/// What a label means by RFC 3629, and whether it means UTF-8 by the Encoding Standard.
pub(super) fn labelled(label: &[u8]) -> (Label, bool) {
    let means = |label: &[u8]| {
        let known = LABELS.iter().find(|(name, _)| label.to_ascii_lowercase() == name.as_bytes());
        known.map(|(_, meaning)| *meaning)
    };
    let is_blank = |byte: &u8| BLANKS.contains(byte);
    let from = label.iter().position(|byte| !is_blank(byte)).unwrap_or(0);
    let to = label.iter().rposition(|byte| !is_blank(byte)).map_or(0, |last| last + 1);
    (means(label).unwrap_or(Label::Unknown), means(&label[from..to.max(from)]).is_some())
}

/// The encodings that have a signature.
pub(crate) const SIGNED: [Encoding; 5] =
    [Encoding::Utf8, Encoding::Utf16Le, Encoding::Utf16Be, Encoding::Utf32Le, Encoding::Utf32Be];

/// U+FEFF in one of these encodings.
pub(crate) fn signature(encoding: Encoding) -> Vec<u8> {
    encoding.encode("\u{FEFF}").into_iter().flatten().flat_map(u8::try_from).collect()
}

/// The encoding whose signature is at the start. The longest one: FF FE 00 00 begins like UTF-16LE.
pub(super) fn detected(bytes: &[u8]) -> Option<Encoding> {
    let begins = |encoding: &Encoding| bytes.starts_with(&signature(*encoding));
    SIGNED.into_iter().filter(begins).max_by_key(|encoding| signature(*encoding).len())
}
