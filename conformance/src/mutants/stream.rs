//! Mutants that fail where a stream is cut, or mishandle U+FEFF at its start.

use super::prelude::*;

pub(super) fn mutants() -> Vec<Mutant> {
    let model = ("a decoder that carries what is unfinished", None);
    let all = [model].into_iter().chain(FLAWS.iter().map(|&(name, flaw)| (name, Some(flaw))));
    Mutant::table(Family::Stream, &[Op::Stream], all, |&flaw, question| {
        let Question::Stream(chunks) = *question else { return None };
        let mut stream = Stream { flaw, carried: Vec::new(), late: Vec::new(), ill: false };
        let mut outputs: Vec<Vec<u8>> =
            chunks.iter().enumerate().map(|(nth, chunk)| stream.chunk(chunk, nth == 0)).collect();
        outputs.push(stream.end());
        Some(Answer::Stream(outputs))
    })
}

/// Defines the bugs, and lists them with their names. A bug may depend on a length.
macro_rules! flaws {
    ($($flaw:ident $(($len:ty))? { $($name:literal $(($of:literal))?),* })*) => {
        #[derive(Clone, Copy, PartialEq)]
        enum Flaw {
            $($flaw $(($len))?,)*
        }

        const FLAWS: &[(&str, Flaw)] = &[$($(($name, Flaw::$flaw $(($of))?),)*)*];
    };
}

flaws! {
    ReplacedPerChunk { "each chunk is decoded alone" }
    LostPerChunk { "what is carried is lost at each chunk" }
    EmptyForgets { "an empty chunk clears what is carried (encoding_rs 126)" }
    EmptyEnds { "an empty chunk ends the stream" }
    Lost(usize) { "one byte carried is lost"(1), "two bytes carried are lost"(2), "three bytes carried are lost"(3) }
    Replaced(usize) { "one byte is not carried"(1), "two bytes are not carried"(2), "three bytes are not carried"(3) }
    TailDropped { "the tail is dropped at the end (node 16564)" }
    TailPerByte { "the tail is replaced byte by byte" }
    TailKept { "the tail comes out unchanged" }
    MarkPerChunk { "a byte order mark is stripped from every chunk" }
    MarkAtStart { "a byte order mark is stripped at the start" }
    Late { "the last character waits for the next chunk" }
    LateError { "an error waits for the next chunk" }
    AllAtTheEnd { "everything waits for the end" }
    // Only the lead decides what is carried.
    Structural { "what cannot become a character is carried" }
    BreakerLost { "the byte that breaks a sequence at a cut is lost (WebKit 304181)" }
    BrokenPerByte { "what was carried is replaced byte by byte" }
    BrokenDropped { "what was carried is dropped where it is broken" }
    Collapsed { "one U+FFFD for errors on both sides of a cut" }
    OverAscii { "what is carried survives a run of ASCII" }
    OnlyAtOnce { "a sequence is continued only if the chunk completes it" }
    EndTwice { "the end is replaced twice" }
    LongIsWhole(usize) {
        "the end of a chunk of 64 bytes is not looked at"(63),
        "the end of a chunk of 1024 bytes is not looked at"(1023)
    }
}

use Flaw::*;

const REPLACEMENT: &[u8] = "\u{FFFD}".as_bytes();
const MARK: &[u8] = "\u{FEFF}".as_bytes();

/// A decoder that carries the bytes of an unfinished sequence from chunk to chunk.
struct Stream {
    flaw: Option<Flaw>,
    /// The start of an unfinished sequence.
    carried: Vec<u8>,
    /// Text that should have been put out earlier.
    late: Vec<u8>,
    /// Whether the output so far ends with U+FFFD.
    ill: bool,
}

impl Stream {
    fn has(&self, flaw: Flaw) -> bool {
        self.flaw == Some(flaw)
    }

    fn chunk(&mut self, chunk: &[u8], first: bool) -> Vec<u8> {
        if chunk.is_empty() {
            if self.has(EmptyForgets) {
                self.carried.clear();
            }
            if self.has(EmptyEnds) {
                return self.end();
            }
            return Vec::new();
        }
        let chunk = match chunk.strip_prefix(MARK) {
            Some(rest) if self.has(MarkPerChunk) || first && self.has(MarkAtStart) => rest,
            _ => chunk,
        };
        let mut out = std::mem::take(&mut self.late);
        let chunk = self.join(chunk, &mut out);
        let tail = self.tail(&chunk);
        let (text, tail) = chunk.split_at(chunk.len() - tail);
        let mut text = reference::replaced(text);
        if self.has(Collapsed) && self.ill && text.starts_with(REPLACEMENT) {
            text.drain(..REPLACEMENT.len());
        }
        out.extend(text);
        self.ill = if tail.is_empty() { out.ends_with(REPLACEMENT) } else { false };
        self.carry(tail, &mut out);
        self.hold_back(&mut out);
        out
    }

    /// The carried bytes and the chunk, as distorted by the flaw.
    fn join(&mut self, chunk: &[u8], out: &mut Vec<u8>) -> Vec<u8> {
        let carried = std::mem::take(&mut self.carried);
        if carried.is_empty() || self.has(LostPerChunk) {
            return chunk.to_vec();
        }
        let joined = [&carried[..], chunk].concat();
        let broken = reference::subparts(&joined).first() == Some(&(0, carried.len()));
        let completes = reference::read(&joined[..joined.len().min(4)]).is_ok();
        match self.flaw {
            Some(BreakerLost) if broken && chunk.len() > 1 => [&carried[..], &chunk[1..]].concat(),
            Some(BrokenPerByte) if broken => {
                out.extend(REPLACEMENT.repeat(carried.len()));
                chunk.to_vec()
            }
            Some(BrokenDropped) if broken => chunk.to_vec(),
            Some(OverAscii) if chunk.len() >= 16 && chunk[..16].is_ascii() => {
                let ascii = chunk.iter().take_while(|byte| byte.is_ascii()).count();
                out.extend_from_slice(&chunk[..ascii]);
                [&carried[..], &chunk[ascii..]].concat()
            }
            Some(OnlyAtOnce) if !broken && !completes && joined.len() < 4 => {
                out.extend_from_slice(REPLACEMENT);
                chunk.to_vec()
            }
            _ => joined,
        }
    }

    /// The number of bytes at the end to carry.
    fn tail(&self, bytes: &[u8]) -> usize {
        match self.flaw {
            Some(ReplacedPerChunk) => return 0,
            Some(LongIsWhole(len)) if bytes.len() > len => return 0,
            Some(Structural) => {
                let promised = |lead: u8| (lead.leading_ones() as usize).min(4);
                let unfinished = |len: &usize| {
                    let tail = &bytes[bytes.len() - len..];
                    tail[0] >= 0xC0
                        && promised(tail[0]) > *len
                        && tail[1..].iter().all(|byte| (0x80..0xC0).contains(byte))
                };
                return (1..=bytes.len().min(3)).find(unfinished).unwrap_or(0);
            }
            _ => {}
        }
        match reference::subparts(bytes).last() {
            Some(&(at, len)) if at + len == bytes.len() => match reference::read(&bytes[at..]) {
                Err(fault) if fault.error_len.is_none() => len,
                _ => 0,
            },
            _ => 0,
        }
    }

    fn carry(&mut self, tail: &[u8], out: &mut Vec<u8>) {
        match self.flaw {
            Some(Lost(len)) if tail.len() == len => {}
            Some(Replaced(len)) if tail.len() == len => out.extend_from_slice(REPLACEMENT),
            _ => self.carried = tail.to_vec(),
        }
    }

    /// Holds back some of the output.
    fn hold_back(&mut self, out: &mut Vec<u8>) {
        let last = out.iter().rposition(|byte| !(0x80..0xC0).contains(byte)).unwrap_or(0);
        let from = match self.flaw {
            Some(AllAtTheEnd) => 0,
            Some(Late) => last,
            Some(LateError) if out.ends_with(REPLACEMENT) => last,
            _ => return,
        };
        self.late = out.split_off(from);
    }

    fn end(&mut self) -> Vec<u8> {
        let mut out = std::mem::take(&mut self.late);
        let tail = std::mem::take(&mut self.carried);
        match self.flaw {
            _ if tail.is_empty() => {}
            Some(TailDropped) => {}
            Some(TailPerByte) => out.extend(REPLACEMENT.repeat(tail.len())),
            Some(TailKept) => out.extend(tail),
            Some(EndTwice) => out.extend(REPLACEMENT.repeat(2)),
            Some(Collapsed) if self.ill => {}
            _ => out.extend(reference::replaced(&tail)),
        }
        out
    }
}

pub(super) fn bom() -> Vec<Mutant> {
    Mutant::table(Family::Bom, &[Op::Bom], POLICIES, |bytes, question| {
        let Question::Bom(policy, chunks) = *question else { return None };
        Some(Answer::Bom(reference::replaced(&bytes(policy, chunks))))
    })
}

/// The bytes of the text.
type Bytes = fn(Policy, &[&[u8]]) -> Vec<u8>;

fn stripped(bytes: &[u8]) -> Vec<u8> {
    bytes.strip_prefix(MARK).unwrap_or(bytes).to_vec()
}

fn right(policy: Policy, chunks: &[&[u8]]) -> Vec<u8> {
    let bytes = chunks.concat();
    if policy.removes() { stripped(&bytes) } else { bytes }
}

#[rustfmt::skip]
const POLICIES: [(&str, Bytes); 15] = [
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
