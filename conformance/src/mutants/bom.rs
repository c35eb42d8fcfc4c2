//! Mutants that mishandle U+FEFF at the start.

use super::prelude::*;

pub(super) fn mutants() -> Vec<Mutant> {
    Mutant::table(Family::Bom, &[Op::Bom], FAULTS, |bytes, question| {
        let Question::Bom(policy, chunks) = *question else { return None };
        Some(Answer::Bom(reference::replaced(&bytes(policy, chunks))))
    })
}

/// The bytes of the text.
type Bytes = fn(Policy, &[&[u8]]) -> Vec<u8>;

const MARK: &[u8] = b"\xEF\xBB\xBF";

fn stripped(bytes: &[u8]) -> Vec<u8> {
    bytes.strip_prefix(MARK).unwrap_or(bytes).to_vec()
}

fn right(policy: Policy, chunks: &[&[u8]]) -> Vec<u8> {
    let bytes = chunks.concat();
    if policy.removes() { stripped(&bytes) } else { bytes }
}

#[rustfmt::skip]
const FAULTS: [(&str, Bytes); 15] = [
    ("the bytes put together", right),
    ("always kept", |_, chunks| chunks.concat()),
    ("always stripped", |_, chunks| stripped(&chunks.concat())),
    ("kept where it is to be ignored", |policy, chunks| match policy {
        Policy::Ignore => chunks.concat(),
        policy => right(policy, chunks),
    }),
    ("stripped where it is a character", |policy, chunks| match policy {
        Policy::Character => stripped(&chunks.concat()),
        policy => right(policy, chunks),
    }),
    ("refused where it is a character", |policy, chunks| match policy {
        Policy::Character if chunks.concat().starts_with(MARK) => b"\xFF".to_vec(),
        policy => right(policy, chunks),
    }),
    ("stripped only if it is whole in a chunk (Bun 25495)", |policy, chunks| match chunks {
        [first, rest @ ..] if policy.removes() => [stripped(first), rest.concat()].concat(),
        _ => chunks.concat(),
    }),
    ("stripped from every chunk", |policy, chunks| {
        let each = |chunk: &&[u8]| if policy.removes() { stripped(chunk) } else { chunk.to_vec() };
        chunks.iter().flat_map(each).collect()
    }),
    ("stripped twice", |policy, chunks| {
        let text = right(policy, chunks);
        if policy.removes() { stripped(&text) } else { text }
    }),
    ("stripped everywhere", |policy, chunks| {
        let text = String::from_utf8(reference::replaced(&chunks.concat())).unwrap_or_default();
        if policy.removes() { text.replace('\u{FEFF}', "").into_bytes() } else { text.into_bytes() }
    }),
    ("what is held back is lost at the end", |policy, chunks| {
        let text = right(policy, chunks);
        if policy.removes() && text.len() < 3 && MARK.starts_with(&text) { Vec::new() } else { text }
    }),
    ("what is held back is lost if it is no signature", |policy, chunks| {
        let text = right(policy, chunks);
        let held = text.iter().zip(MARK).take_while(|(byte, expected)| byte == expected).count();
        if policy.removes() && held < text.len() && held < 3 { text[held..].to_vec() } else { text }
    }),
    ("EF BB is enough", |policy, chunks| {
        let text = right(policy, chunks);
        if policy.removes() && text.starts_with(b"\xEF\xBB") { text[2..].to_vec() } else { text }
    }),
    ("three bytes are stripped if the first is EF", |policy, chunks| {
        let text = chunks.concat();
        if policy.removes() && text.first() == Some(&0xEF) { text.into_iter().skip(3).collect() } else { text }
    }),
    ("a later EF starts the search anew", |policy, chunks| {
        let text = right(policy, chunks);
        match text.strip_prefix(b"\xEF\xEF\xBB\xBF") {
            Some(rest) if policy.removes() => rest.to_vec(),
            _ => text,
        }
    }),
];
