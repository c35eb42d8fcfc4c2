//! The contract: what a decoder can be asked, and what it answers.
//!
//! A [`Question`] is an operation and its input, an [`Answer`] is what came out, and a [`Decoder`] is anything that
//! answers: a backend, the standard library, a program in another language, a [mutant](crate::mutants) with a known
//! bug. The answers of the [reference](crate::reference) are the right ones. The table in this file is the only list of
//! operations. [`compare`](crate::suite::compare) asks one question; [the suite](crate::suite) asks millions.
//! The chapter "Conformance" of the book has a decoder as an example.

mod adapters;
mod convert;
mod stream;
mod text;

use std::fmt;

use placemat_core::{Scan, convert::portable::LineEnds};

use crate::named;

pub use adapters::{OfBackend, Std};
pub use convert::*;
pub use stream::*;
pub use text::*;

/// Anything that decodes or encodes UTF-8. Its answers may be wrong; the suite detects that.
pub trait Decoder: Sync {
    /// Its name in reports.
    fn name(&self) -> &str;

    /// Whether it has the operation. Rows of the suite about others are reported as not claimed.
    fn has(&self, op: Op) -> bool;

    /// Which fields of a [`Fault`] its answers fill in. The others are not compared.
    fn fields(&self, op: Op) -> Fields {
        _ = op;
        Fields::ALL
    }

    /// Its answer. `None` if it does not support this input of an operation that it has.
    fn answer(&self, question: &Question<'_>) -> Option<Answer>;
}

/// Makes the table: an operation, its name, its inputs, and its outputs with their names.
macro_rules! operations {
    ($($(#[$about:meta])* $op:ident $name:literal ($($input:ty),*) -> ($($output:ident: $type:ty),*);)*) => {
        named! {
            /// An operation, with its name in reports.
            pub enum Op {
                $($(#[$about])* $op $name;)*
            }
        }

        /// An operation and its input.
        #[derive(Clone, Copy, Debug)]
        pub enum Question<'a> {
            $($(#[$about])* $op($($input),*),)*
        }

        impl Question<'_> {
            /// The operation.
            pub const fn op(&self) -> Op {
                match self {
                    $(Self::$op(..) => Op::$op,)*
                }
            }
        }

        /// The output of an operation.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum Answer {
            $($(#[$about])* $op($($type),*),)*
        }
    };
}

operations! {
    /// Whether bytes are UTF-8; and the position, length and kind of the first error, where its [`Fields`] include
    /// them. If the decoder is a [`Backend`](placemat_core::Backend), also the raw answer of its kernel.
    Verdict "verdict" (&'a [u8]) -> (verdict: Verdict, scan: Option<Scan>);
    /// The raw answer of a backend's kernel, and what its own `validate` says.
    Scan "scan" (&'a [u8]) -> (verdict: Verdict, scan: Option<Scan>);
    /// Decoding with one U+FFFD for each maximal subpart.
    Replacement "replacement" (&'a [u8]) -> (text: Vec<u8>);
    /// Decoding chunks with as many U+FFFD as other decoders produce. The division into chunks changes nothing.
    Practices "practices" (Practice, &'a [&'a [u8]]) -> (text: Vec<u8>);
    /// Every error, and the text before it. The last piece has no error, and is omitted if it has no text.
    Errors "errors" (&'a [u8]) -> (pieces: Vec<Piece>);
    /// Iteration over characters: item `i` is taken from the back if bit `i % 32` of the number is set, otherwise
    /// from the front.
    Characters "characters" (&'a [u8], u32) -> (items: Vec<Item>);
    /// For each position: whether a character begins or the input ends there, the last such position that is not
    /// after it, and the first that is not before it (or else the length).
    Boundaries "boundaries" (&'a [u8], &'a [usize]) -> (boundaries: Vec<(bool, usize, usize)>);
    /// The UTF-8 of a value, or why it cannot be encoded.
    Encode "encode" (u32) -> (encoded: Result<Vec<u8>, Unencodable>);
    /// Decoding chunks with U+FFFD: the output for each, and finally for the end of the stream.
    Stream "stream" (&'a [&'a [u8]]) -> (outputs: Vec<Vec<u8>>);
    /// Validating chunks: the result after each step. It fails at the first byte that cannot continue the text, and
    /// stays failed up to and including the end of the stream. In a stream a fault always has a length: if the end
    /// truncates a sequence, the number of its bytes.
    StreamVerdict "stream_verdict" (&'a [Step<'a>]) -> (verdicts: Vec<Verdict>);
    /// Decoding chunks up to the first error: the output and the result at each step.
    StrictStream "strict_stream" (&'a [Step<'a>]) -> (steps: Vec<(Vec<u8>, Verdict)>);
    /// Decoding chunks with U+FFFD, and with a policy for U+FEFF at the start (RFC 3629, section 6).
    Bom "bom" (Policy, &'a [&'a [u8]]) -> (text: Vec<u8>);
    /// The encoding whose signature is at the start. FF FE 00 00 is UTF-32LE, not UTF-16LE before U+0000.
    Detect "detect" (&'a [u8]) -> (encoding: Option<Encoding>);
    /// For every error: its offset, and a guess at its cause.
    Diagnose "diagnose" (&'a [u8]) -> (hints: Vec<(usize, Option<Hint>)>);
    /// What a charset label means by RFC 3629 (section 8) and RFC 2279 (section 5), and whether it means UTF-8 by
    /// WHATWG's Encoding Standard (section 4.2).
    Labels "labels" (&'a [u8]) -> (label: Label, is_utf8: bool);
    /// Reading text from a reader that follows a script, strictly or with U+FFFD, and with a policy for U+FEFF at the
    /// start: the results [joined](Yield::joined) up to the end or to invalid text and once more, which must give the
    /// same; and a text that is [improper](Yield::improper) in this mode.
    Read "read" (&'a [Give<'a>], bool, ReadMode, Policy) -> (yields: Vec<Yield>, improper: Option<Vec<u8>>);
    /// Writing text to a [`Sink`] with a script, strictly or with U+FFFD: a chunk until all of it is accepted, and
    /// flushed; or the end. Calls are repeated after an error of the sink. What the sink took and the result at each
    /// step; and whether a sink that accepts everything [got a part](Sink::has_part) of a character.
    Write "write" (&'a [Step<'a>], bool, &'a [Accept]) -> (steps: Vec<(Vec<u8>, Verdict)>, has_part: bool);
    /// The summary of an input that comes in pieces.
    Summary "summary" (&'a Tree<'a>) -> (totals: Totals);
    /// Conversion from or to another encoding.
    Convert "convert" (&'a Call<'a>) -> (done: Done);
    /// For each position up to the end: the characters, the units of UTF-16 and the line ends before it, and the units of
    /// UTF-16 between the last line end and it. `None` inside a character. An invalid sequence counts as U+FFFD.
    Positions "positions" (&'a [u8], LineEnds) -> (positions: Vec<Option<(usize, usize, usize, usize)>>);
    /// Validation, decoding and encoding of an older form of UTF-8.
    Older "older" (Older, OlderQuestion<'a>) -> (answer: OlderAnswer);
}

impl Answer {
    /// Reduces the faults in it to these fields.
    pub fn reduced(mut self, fields: Fields) -> Self {
        let reduce = |fault: &mut Fault| *fault = fields.of(*fault);
        match &mut self {
            _ if fields == Fields::ALL => {}
            Self::Verdict(verdict, _) | Self::Scan(verdict, _) => {
                verdict.as_mut().err().into_iter().for_each(reduce);
            }
            Self::Errors(pieces) => {
                pieces.iter_mut().filter_map(|piece| piece.fault.as_mut()).for_each(reduce);
            }
            Self::Characters(items) => {
                items.iter_mut().filter_map(|item| item.character.as_mut().err()).for_each(reduce);
            }
            Self::StreamVerdict(verdicts) => {
                verdicts.iter_mut().filter_map(|verdict| verdict.as_mut().err()).for_each(reduce);
            }
            Self::StrictStream(steps) => {
                steps.iter_mut().filter_map(|(_, verdict)| verdict.as_mut().err()).for_each(reduce);
            }
            Self::Encode(Err(reason)) if !fields.kind => *reason = Unencodable::Unspecified,
            Self::Convert(Done { stop: Stop::Malformed { kind, .. }, .. }) if !fields.kind => kind.clear(),
            _ => {}
        }
        self
    }
}

/// The start of what it asks, with bytes in hex.
impl fmt::Display for Question<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 1_000;
        let text = match self {
            Self::Labels(label) => format!("{:?}", String::from_utf8_lossy(label)),
            _ => format!("{self:02X?}"),
        };
        let rest = if text.chars().nth(SHOWN).is_some() { " ..." } else { "" };
        write!(f, "{text:.SHOWN$}{rest}")
    }
}

/// The bytes in hex. A long input is cut to the bytes around `focus`.
pub(crate) fn hex(bytes: &[u8], focus: usize) -> String {
    const SHOWN: usize = 12;
    let from = focus.saturating_sub(SHOWN).min(bytes.len());
    let to = bytes.len().min(focus.saturating_add(SHOWN));
    let before = if from > 0 { format!("... [{from}] ") } else { String::new() };
    let after = if to < bytes.len() { " ..." } else { "" };
    let shown: Vec<_> = bytes[from..to].iter().map(|byte| format!("{byte:02X}")).collect();
    format!("{before}{}{after} ({} bytes)", shown.join(" "), bytes.len())
}
