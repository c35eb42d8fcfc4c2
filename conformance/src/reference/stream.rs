//! Reference for stream decoders: what they put out, and when.

use super::{items, read};
use crate::contract::{Fault, Step, Verdict};
use crate::oracle::Oracle;

/// What a replacing decoder puts out for each of `chunks`, and finally for the end of the stream: at each point
/// everything that later bytes cannot change.
///
/// ```
/// use placemat_conformance::reference;
///
/// let outputs = reference::outputs(&[b"5 \xE2\x82", b"", b"\xAC \xC3", b"!"]);
/// assert_eq!(outputs, [&b"5 "[..], b"", "\u{20AC} ".as_bytes(), "\u{FFFD}!".as_bytes(), b""]);
/// ```
pub fn outputs(chunks: &[&[u8]]) -> Vec<Vec<u8>> {
    let bytes = chunks.concat();
    let decoded = Decoded::of(&bytes);
    let (mut seen, mut done) = (0, 0);
    let mut outputs = Vec::with_capacity(chunks.len() + 1);
    for chunk in chunks {
        seen += chunk.len();
        let until = decoded.length[settled(&bytes, &decoded.starts, seen)];
        outputs.push(decoded.text[done..until].to_vec());
        done = until;
    }
    outputs.push(decoded.text[done..].to_vec());
    outputs
}

/// What a strict decoder puts out at each of `steps`, and what it and a validator return. They report an error as
/// soon as no later byte can change it.
///
/// ```
/// use placemat_conformance::{reference, contract::Step};
///
/// let answers = reference::answers(&[Step::Chunk(b"5 \xE2"), Step::Chunk(b"!"), Step::End]);
/// assert_eq!(answers[0], (b"5 ".to_vec(), Ok(())));
/// assert_eq!(answers[1].1.unwrap_err().valid_up_to, 2);
/// assert_eq!(answers[1], answers[2]);
/// ```
pub fn answers(steps: &[Step<'_>]) -> Vec<(Vec<u8>, Verdict)> {
    let mut answers = Vec::with_capacity(steps.len());
    let (mut bytes, mut done) = (Vec::new(), 0);
    for step in steps {
        if let Step::Chunk(chunk) = step {
            bytes.extend_from_slice(chunk);
        }
        let ended = *step == Step::End;
        let (good, verdict) = match read(&bytes) {
            Ok(()) => (bytes.len(), Ok(())),
            Err(fault) if fault.error_len.is_none() && !ended => (fault.valid_up_to, Ok(())),
            Err(fault) => {
                let len = fault.error_len.unwrap_or(bytes.len() - fault.valid_up_to);
                (fault.valid_up_to, Err(Fault { error_len: Some(len), ..fault }))
            }
        };
        answers.push((bytes[done..good].to_vec(), verdict));
        done = good;
        if ended {
            (bytes, done) = (Vec::new(), 0);
        }
    }
    answers
}

/// How many of the first `seen` bytes later bytes cannot change, if items begin at `starts`.
fn settled(bytes: &[u8], starts: &[usize], seen: usize) -> usize {
    // The start of the item that contains the last byte. Later bytes do not change it.
    let Some(&start) = starts[..starts.partition_point(|&start| start < seen)].last() else { return 0 };
    let oracle = Oracle::get();
    let state = oracle.run(oracle.start(), &bytes[start..seen]);
    if oracle.is_accepting(state) || oracle.is_dead(state) { seen } else { start }
}

/// The whole text, and where its bytes come from.
struct Decoded {
    text: Vec<u8>,
    /// Where sequences and maximal subparts begin.
    starts: Vec<usize>,
    /// For each of these offsets, and for the end: the length of the text before it.
    length: Vec<usize>,
}

impl Decoded {
    fn of(bytes: &[u8]) -> Self {
        let mut decoded = Self { text: Vec::new(), starts: Vec::new(), length: vec![0; bytes.len() + 1] };
        for item in items(bytes) {
            decoded.starts.push(item.offset);
            decoded.length[item.offset] = decoded.text.len();
            let character = item.character.unwrap_or('\u{FFFD}');
            decoded.text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        }
        decoded.length[bytes.len()] = decoded.text.len();
        decoded
    }
}
