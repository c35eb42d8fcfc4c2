//! Practices of stream decoders.

use super::{Leniency, Replacement};

/// An incorrect stream decoder: returns the outputs, one more than there are chunks.
type Model = fn(&[&[u8]]) -> Vec<Vec<u8>>;

/// The practices that show in a stream, by name.
pub(crate) const STREAMS: &[(&str, Model)] = &[
    ("a sequence that goes over the end of a chunk is lost: each chunk is decoded by itself", by_itself),
    ("everything is output at the end", at_the_end),
    (
        "errors that are certain are output late: a sequence is held until it has the length that it promises",
        late,
    ),
    ("an empty chunk ends the input", until_empty),
    ("U+FEFF at the start of each chunk is left out", |chunks| {
        let outputs = right(chunks);
        outputs
            .into_iter()
            .map(|output| output.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&output).into())
            .collect()
    }),
];

fn replaced(bytes: &[u8]) -> Vec<u8> {
    Replacement::MaximalSubpart.text(Leniency::default(), bytes)
}

/// The number of bytes at the end that begin a sequence.
fn held(bytes: &[u8]) -> usize {
    let is_open = |len: &usize| {
        let tail = &bytes[bytes.len() - len..];
        Leniency::default().part(tail) == super::leniency::Part::Error { len: *len, cut_off: true }
    };
    (1..=bytes.len().min(3)).rev().find(is_open).unwrap_or(0)
}

fn right(chunks: &[&[u8]]) -> Vec<Vec<u8>> {
    holding(chunks, held)
}

/// Holds back this many bytes at the end of each chunk.
fn holding(chunks: &[&[u8]], held: fn(&[u8]) -> usize) -> Vec<Vec<u8>> {
    let mut pending = Vec::new();
    let mut outputs = Vec::new();
    for chunk in chunks {
        pending.extend_from_slice(chunk);
        let rest = pending.split_off(pending.len() - held(&pending));
        outputs.push(replaced(&pending));
        pending = rest;
    }
    outputs.push(replaced(&pending));
    outputs
}

fn by_itself(chunks: &[&[u8]]) -> Vec<Vec<u8>> {
    chunks.iter().map(|chunk| replaced(chunk)).chain([Vec::new()]).collect()
}

fn at_the_end(chunks: &[&[u8]]) -> Vec<Vec<u8>> {
    let mut outputs = vec![Vec::new(); chunks.len()];
    outputs.push(replaced(&chunks.concat()));
    outputs
}

fn late(chunks: &[&[u8]]) -> Vec<Vec<u8>> {
    holding(chunks, |bytes| {
        let promises = |len: &usize| {
            let lead = bytes[bytes.len() - len];
            lead >= 0xC0 && lead.leading_ones() as usize > *len
        };
        (1..=bytes.len().min(3)).find(promises).unwrap_or(0)
    })
}

fn until_empty(chunks: &[&[u8]]) -> Vec<Vec<u8>> {
    let mut outputs = Vec::new();
    for part in chunks.split_inclusive(|chunk| chunk.is_empty()) {
        let mut part = right(part);
        let end = part.pop().unwrap_or_default();
        if let Some(last) = part.last_mut() {
            last.extend(end);
        }
        outputs.extend(part);
    }
    outputs.push(Vec::new());
    outputs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_wrong_in_its_own_way() {
        let chunks = [&b"\xEF"[..], b"\xBB\xBFa", b"\xE0", b"", b"\x80\xFF"];
        let text = |outputs: Vec<Vec<u8>>| -> Vec<String> {
            outputs.iter().map(|output| String::from_utf8_lossy(output).into_owned()).collect()
        };
        let right = text(right(&chunks));
        assert_eq!(right, ["", "\u{FEFF}a", "", "", "\u{FFFD}\u{FFFD}\u{FFFD}", ""]);
        for (name, model) in STREAMS {
            let outputs = text(model(&chunks));
            assert_eq!(outputs.len(), 6, "{name}");
            if *model as usize != late as Model as usize {
                assert_ne!(outputs, right, "{name}");
            }
        }
        assert_ne!(late(&[b"\xE0\x80", b"!"]), super::right(&[b"\xE0\x80", b"!"]));
    }
}
