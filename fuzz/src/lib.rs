//! The fuzz targets. Two turn the fuzzer's input into a [question](Question) and compare the answers of the standard
//! library, of placemat and of every backend that this machine supports with the reference: [`bytes`] takes the input
//! as the text; [`recipes`] takes it as a [recipe], since a fuzzer finds inputs that reach new code, but no long ones.
//! The third one tests columns of strings: see [mod@batch].

#![forbid(unsafe_code)]

pub mod batch;
#[expect(dead_code, unused_imports, reason = "the tests of placemat use the rest")]
#[path = "../../crates/placemat/tests/column/mod.rs"]
mod column;
#[path = "../../crates/placemat/tests/decoder/mod.rs"]
mod decoder;
pub mod recipe;

use std::io::ErrorKind;

use placemat::position::LineEnds;
use placemat_conformance::contract::{
    Accept, Call, Decoder, Encoding, Give, Op, PAIRS, Policy, Practice, Question, ReadMode, Std, Step, Tree,
};
use placemat_conformance::{convert, suite::compare};

use decoder::Placemat;

/// The function of a target, which takes the fuzzer's input.
pub type Target = fn(&[u8]);

/// The targets, by name. Each has a program in `fuzz_targets/`, and seeds.
pub const TARGETS: [(&str, Target); 3] = [("bytes", bytes), ("recipes", recipes), ("batch", batch::batch)];

/// The bytes after a [`Plan`] are the text.
///
/// # Panics
///
/// If an answer is wrong.
pub fn bytes(data: &[u8]) {
    if let Some((plan, text)) = Plan::read(data) {
        plan.ask(text);
    }
}

/// The bytes after a [`Plan`] are a recipe for the text.
///
/// # Panics
///
/// If an answer is wrong.
pub fn recipes(data: &[u8]) {
    if let Some((plan, recipe)) = Plan::read(data) {
        plan.ask(&recipe::cook(recipe));
    }
}

/// What to ask about a text.
#[derive(Clone, Copy, Debug)]
struct Plan<'a> {
    op: Op,
    /// The parameters of the operation. The first one is also the number of bytes before the text, in an allocation
    /// that ends with it.
    parameters: [u8; 3],
    /// The lengths of chunks: up to 127, or a multiple of 64. The rest is the last chunk.
    lengths: &'a [u8],
}

impl<'a> Plan<'a> {
    /// The input: the number of the operation; its parameters; the number of lengths, and the lengths; the text.
    fn read(data: &'a [u8]) -> Option<(Self, &'a [u8])> {
        let ([op, first, second, third, count], rest) = data.split_first_chunk()?;
        let (lengths, text) = rest.split_at_checked(usize::from(count % 24))?;
        // The operations on older forms come last, and are not asked.
        let ops = &Op::ALL[..Op::Older as usize];
        let op = ops[usize::from(*op) % ops.len()];
        Some((Self { op, parameters: [*first, *second, *third], lengths }, text))
    }

    fn ask(self, text: &[u8]) {
        // The sanitizer detects a read past the end of an allocation.
        let offset = usize::from(self.parameters[0] % 64);
        let mut bytes = vec![b'<'; offset];
        bytes.reserve_exact(text.len());
        bytes.extend(text);
        let bytes = bytes.into_boxed_slice();
        self.ask_here(&bytes[offset..]);
    }

    fn ask_here(self, text: &[u8]) {
        let [first, second, third] = self.parameters;
        let (chunks, strict) = (cut(text, self.lengths), second % 2 == 0);
        let turns = u32::from_le_bytes([first, second, third, first ^ third]);
        match self.op {
            Op::Verdict => hold(&Question::Verdict(text)),
            Op::Scan => hold(&Question::Scan(text)),
            Op::Replacement => hold(&Question::Replacement(text)),
            Op::Practices => hold(&Question::Practices(pick(&Practice::ALL, second), &chunks)),
            Op::Errors => hold(&Question::Errors(text)),
            Op::Characters => hold(&Question::Characters(text, turns)),
            Op::Boundaries => {
                let places: Vec<usize> = (0..=text.len() + 1).step_by(1 + text.len() / 256).collect();
                hold(&Question::Boundaries(text, &places));
            }
            Op::Encode => hold(&Question::Encode(turns % 0x20_0000)),
            Op::Stream => hold(&Question::Stream(&chunks)),
            Op::StreamVerdict => hold(&Question::StreamVerdict(&steps(&chunks))),
            Op::StrictStream => hold(&Question::StrictStream(&steps(&chunks))),
            Op::Bom => hold(&Question::Bom(pick(&Policy::ALL, second), &chunks)),
            Op::Detect => hold(&Question::Detect(text)),
            Op::Diagnose => hold(&Question::Diagnose(text)),
            Op::Labels => hold(&Question::Labels(text)),
            Op::Read => {
                let (mode, policy) = (pick(&MODES, third), pick(&Policy::ALL, first));
                hold(&Question::Read(&script(&chunks), strict, mode, policy));
            }
            Op::Write => hold(&Question::Write(&steps(&chunks), strict, pick(&SINKS, third))),
            Op::Summary => hold(&Question::Summary(&tree(&chunks, second))),
            Op::Positions => {
                let ends = pick(&[LineEnds::Lf, LineEnds::LfCr, LineEnds::Unicode], second);
                hold(&Question::Positions(&text[..text.len().min(1024)], ends));
            }
            _ => self.convert(text),
        }
    }

    /// The text is the source if it is in bytes; otherwise its characters and errors are.
    fn convert(self, text: &[u8]) {
        let [pair, modes, dst] = self.parameters;
        let (from, to) = pick(&PAIRS, pair);
        let source = if modes & 4 == 0 { units(from, text) } else { encoded(from, text) };
        let (last, replacement) = (modes & 1 == 0, (modes & 2 == 0).then_some(to.replacement()));
        let whole = Call { from, to, source: &source, dst: usize::MAX, last, replacement };
        let needed = convert::answer(&whole).written.len();
        // A fraction of the required length, or that and some units more or fewer.
        let dst = match usize::from(dst) {
            more @ 0..64 => needed + more,
            fewer @ 64..128 => needed.saturating_sub(fewer - 63),
            part => needed * (part - 128) / 128,
        };
        hold(&Question::Convert(&Call { dst, ..whole }));
    }
}

/// Compares every decoder's answer with the reference's.
fn hold(question: &Question<'_>) {
    let mut decoders = vec![Placemat(None)];
    decoders.extend(column::handles().into_iter().map(|handle| Placemat(Some(handle))));
    let all: Vec<&dyn Decoder> =
        std::iter::once(&Std as &dyn Decoder).chain(decoders.iter().map(|one| one as &dyn Decoder)).collect();
    if let Err(failure) = compare(&all, question) {
        panic!("{failure:#?}");
    }
}

#[rustfmt::skip]
const MODES: [ReadMode; 7] = [
    ReadMode::Pieces, ReadMode::Buffered(usize::MAX), ReadMode::Buffered(1), ReadMode::Fill(1),
    ReadMode::Fill(4), ReadMode::Fill(64), ReadMode::Line,
];

const SINKS: [&[Accept]; 3] = [
    &[],
    &[Accept::Bytes(1), Accept::Bytes(70), Accept::Fails(ErrorKind::Interrupted)],
    &[Accept::Fails(ErrorKind::WouldBlock), Accept::Bytes(2)],
];

fn pick<T: Copy>(values: &[T], number: u8) -> T {
    values[usize::from(number) % values.len()]
}

/// The text in chunks of these lengths, and the rest.
pub(crate) fn cut<'a>(text: &'a [u8], lengths: &[u8]) -> Vec<&'a [u8]> {
    let mut left = text;
    let mut chunks = Vec::new();
    for &length in lengths {
        let length = usize::from(length);
        let length = if length < 128 { length } else { 64 * (length - 127) };
        let (chunk, after) = left.split_at(length.min(left.len()));
        chunks.push(chunk);
        left = after;
    }
    chunks.push(left);
    chunks
}

/// The chunks, and another stream.
fn steps<'a>(chunks: &[&'a [u8]]) -> Vec<Step<'a>> {
    let stream = chunks.iter().map(|chunk| Step::Chunk(chunk));
    stream.chain([Step::End, Step::Chunk(b"anew"), Step::End]).collect()
}

/// A reader that returns the chunks. An empty chunk is an error.
fn script<'a>(chunks: &[&'a [u8]]) -> Vec<Give<'a>> {
    let give = |chunk: &&'a [u8]| match chunk {
        [] => Give::Fails(ErrorKind::WouldBlock),
        _ => Give::Bytes(chunk),
    };
    chunks.iter().map(give).collect()
}

/// The chunks, merged in an order that depends on the seed.
fn tree<'a>(chunks: &[&'a [u8]], seed: u8) -> Tree<'a> {
    let mut parts: Vec<Tree<'a>> = chunks.iter().map(|chunk| Tree::Piece(chunk)).collect();
    let mut order = usize::from(seed);
    while parts.len() > 1 {
        let at = order % (parts.len() - 1);
        order = order / 3 + 7 * usize::from(seed) + parts.len();
        let after = parts.remove(at + 1);
        parts[at] = parts[at].clone().merged(after);
    }
    parts.remove(0)
}

/// The units of a source, in little-endian order.
fn units(from: Encoding, bytes: &[u8]) -> Vec<u32> {
    let width = match from {
        Encoding::Utf16 => 2,
        Encoding::Utf32 => 4,
        _ => 1,
    };
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte));
    bytes.chunks_exact(width).map(number).collect()
}

/// The text in the encoding. Invalid sequences become invalid units, if it has any.
fn encoded(from: Encoding, text: &[u8]) -> Vec<u32> {
    if from == Encoding::Utf8 {
        return units(from, text);
    }
    let mut source = Vec::new();
    for chunk in text.utf8_chunks() {
        for character in chunk.valid().chars() {
            source.extend(from.encode(character.encode_utf8(&mut [0; 4])).unwrap_or_default());
        }
        // A surrogate of either half, or a value above 10FFFF, in native units; a part of it in bytes.
        source.extend(chunk.invalid().iter().map(|byte| {
            let bits = u32::from(*byte & 0x7F);
            let above = if bits % 4 == 3 && from == Encoding::Utf32 { 0x11_0000 } else { 0xD800 };
            (above + 16 * bits) & from.largest_unit()
        }));
    }
    source
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

    use placemat_conformance::cases;

    use super::*;

    /// The dictionary of the target `bytes` contains cases, and a block of ASCII.
    #[test]
    fn the_dictionary_has_cases() {
        let dictionary = include_str!("../utf8.dict");
        let mut count = 0;
        for entry in dictionary.lines().filter_map(|line| line.strip_prefix('"')?.strip_suffix('"')) {
            let bytes: Vec<u8> = match entry.strip_prefix("\\x") {
                Some(hex) => hex.split("\\x").map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect(),
                None => entry.bytes().collect(),
            };
            assert!(bytes == [b'a'; 64] || cases::all().any(|case| case.bytes == bytes), "{entry}");
            count += 1;
        }
        assert!(count > 15, "only {count} entries");
    }

    #[test]
    fn texts_are_cut_where_the_input_says() {
        assert_eq!(cut(b"abcdef", b"\x01\x00\x02"), [&b"a"[..], b"", b"bc", b"def"]);
        assert!(Plan::read(b"\x00\x00\x00\x00\x03\x01").is_none());
    }

    /// Tests the seeds on every machine, without a fuzzer. They ask for every operation.
    #[test]
    fn the_seeds_pass() {
        let mut covered = BTreeSet::new();
        for (name, target) in TARGETS {
            let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(name);
            let mut count = 0;
            for file in fs::read_dir(dir).unwrap() {
                let data = fs::read(file.unwrap().path()).unwrap();
                target(&data);
                covered.extend(Plan::read(&data).filter(|_| name != "batch").map(|(plan, _)| plan.op));
                count += 1;
            }
            assert!(count >= 5, "{name}: only {count} seeds");
        }
        assert_eq!(covered.len(), Op::Older as usize, "{covered:?}");
    }
}
