//! Candidate inputs with errors where a block decoder changes its mode. [`score`](crate::score) keeps the few that
//! catch a mutant which no other case catches.
//!
//! Block boundaries are those of the [mutants](crate::mutants), for an input at an aligned address: multiples of a
//! chunk; or a first block of 64 bytes, then a chunk of 1024, then chunks of 2048.

use super::prelude::*;
use crate::text::{CHARACTERS, Kind, Text};
use Kind::{Ascii, Four, Low, Nul, Three, Two};

/// A candidate for a case.
#[derive(Clone, Debug)]
pub struct Candidate {
    before: Vec<Text>,
    sequence: Named,
    /// The text after the sequence.
    after: Vec<Text>,
    note: &'static str,
}

fn candidate(before: &[Text], sequence: Named, after: &[Text], note: &'static str) -> Candidate {
    Candidate { before: before.to_vec(), sequence, after: after.to_vec(), note }
}

impl Candidate {
    /// The case. Its name is derived from its recipe.
    #[must_use]
    pub fn case(&self) -> Case {
        let bytes = self.bytes();
        let text = |text: &Text| format!("{}{}-", word(text.kind), text.len);
        let before: String = self.before.iter().filter(|text| text.len > 0).map(text).collect();
        let after: String = self.after.iter().filter(|text| text.len > 0).map(text).collect();
        let id = format!("seam-{before}{}-{after}", self.sequence.id);
        let at: usize = self.before.iter().map(|text| text.len).sum();
        builder::long(id.trim_end_matches('-'), self.note, &bytes, &[at + 1])
    }

    /// The case with only the verdict and the position.
    #[must_use]
    pub fn brief(&self) -> Case {
        let bytes = self.bytes();
        builder::bare("", self.note, &bytes, answers::VERDICT, Vec::new())
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.before.iter().for_each(|text| fill(&mut bytes, *text, true));
        bytes.extend(self.sequence.bytes);
        self.after.iter().for_each(|text| fill(&mut bytes, *text, false));
        bytes
    }
}

/// Fills with characters of one kind. Surplus bytes are ASCII, on the side away from the sequence.
fn fill(bytes: &mut Vec<u8>, Text { kind, len }: Text, before: bool) {
    let character: &[u8] = match kind {
        Ascii | Two | Three | Four => CHARACTERS[kind.width() - 1].as_bytes(),
        Low => b"0",
        Nul => b"\0",
    };
    let (whole, rest) = (character.repeat(len / kind.width()), vec![b'-'; len % kind.width()]);
    let parts = if before { [rest, whole] } else { [whole, rest] };
    bytes.extend(parts.concat());
}

const fn word(kind: Kind) -> &'static str {
    match kind {
        Ascii => "a",
        Two => "two",
        Three => "three",
        Four => "four",
        Low => "digits",
        Nul => "nul",
    }
}

/// Sequences that a mode for shorter characters accepts if it starts after the first part.
const OVER: [Split; 12] = cases::split([
    ("broken-f1-80-80-by-two", 2),
    ("broken-f0-90-80-by-ascii", 2),
    ("broken-f0-90-80-by-ascii", 3),
    ("broken-f1-80-80-by-two", 1),
    ("broken-f1-80-80-by-two", 3),
    ("broken-e1-80-by-5f", 1),
    ("broken-e1-80-by-5f", 2),
    ("broken-e1-by-two", 1),
    ("overlong-nul", 1),
    ("overlong-delete", 1),
    ("u-1f600", 2),
    ("surrogate-d800", 1),
]);

/// Sequences that the end of the input, or ASCII, truncates.
const CUT: [Named; 3] = cases::select(["cut-c3", "cut-e2-82", "cut-f0-9f-98"]);

/// All candidates, the short ones first.
pub fn candidates() -> impl Iterator<Item = Candidate> {
    ends().chain(edges()).chain(runs()).chain(among_ascii()).chain(patience())
}

/// Sequences in the last bytes of an input of whole blocks.
fn ends() -> impl Iterator<Item = Candidate> {
    let errors = cases::select(["never-ff", "broken-f0-90-80-by-ascii"]);
    let sequences = errors.into_iter().chain(CUT);
    let whole = iproduct!([128, 1088, 3840, 4160], Kind::LENGTHS, sequences).map(|(len, kind, sequence)| {
        let before = [kind.of(len - sequence.bytes.len())];
        candidate(&before, sequence, &[], "the last bytes of the last block")
    });
    // The bytes of the previous block, if left in a buffer, would complete the truncated sequence.
    let stale = iproduct!([64, 128, 1024, 4096], CUT, 1..6).map(|(len, sequence, more)| {
        let note = "the end cuts a sequence off, soon after a block of continuations";
        candidate(&[Three.of(len), Ascii.of(more)], sequence, &[], note)
    });
    // A single error, with text of every kind after it, which must neither cancel nor overwrite it.
    let twice = iproduct!([1, 64, 127, 1000], [Ascii, Two], CUT).map(|(between, kind, sequence)| {
        let after = [Ascii.of(between), Two.of(1200), Ascii.of(64), Four.of(3000)];
        candidate(&[kind.of(62)], sequence, &after, "one error, and text of every sort after it")
    });
    whole.chain(stale).chain(twice)
}

/// Edges of chunks between every kind of text and ASCII.
fn edges() -> impl Iterator<Item = Candidate> {
    iproduct!([512, 1024, 64 + 1024, 4096], OVER, Kind::LENGTHS).map(|(edge, Split { case, at }, before)| {
        let note = "over the edge of a chunk, between text and ASCII";
        candidate(&[before.of(edge - at)], case, &[Ascii.of(4096 + 200)], note)
    })
}

/// Runs of blocks that end in a sequence truncated by ASCII.
fn runs() -> impl Iterator<Item = Candidate> {
    let texts = [(0, 0), (10, 0), (10, 600)];
    let all = iproduct!([15, 16, 17], [0, 1, 16], [Two, Three], CUT, texts);
    all.map(|(blocks, first, kind, sequence, (early, later))| {
        let early = if early > 0 { Two.of(2) } else { Two.of(0) };
        let run = kind.of(64 * blocks - sequence.bytes.len());
        let before = [early, Ascii.of(64 + 64 * first - early.len), run];
        let after = match later {
            0 => [Ascii.of(4400), Two.of(0), Ascii.of(0)],
            _ => [Ascii.of(later), Two.of(2), Ascii.of(4400)],
        };
        candidate(&before, sequence, &after, "a sequence cut off by ASCII at the end of a run of blocks")
    })
}

/// One byte in long ASCII, after a start of another kind.
fn among_ascii() -> impl Iterator<Item = Candidate> {
    const START: usize = 12;
    const AMONG: [(Named, Kind); 2] =
        [(cases::case("never-ff"), Ascii), (cases::case("lone-continuation"), Low)];
    let errors = iproduct!((8..160).step_by(2), AMONG).map(|(block, (sequence, kind))| {
        let before = [Two.of(START), kind.of(64 + 64 * block + 20 - START)];
        candidate(&before, sequence, &[kind.of(1100)], "one byte among ASCII, after a start that is not")
    });
    // Truncated at the end of the sixtieth block, and of others.
    let ends = iproduct!([60, 120, 180, 240], CUT, [1, 20, 64]).map(|(blocks, sequence, last)| {
        let before = [Two.of(64 * (blocks - 1) + last - sequence.bytes.len())];
        candidate(&before, sequence, &[], "the end cuts a sequence off, in a certain block")
    });
    errors.chain(ends)
}

/// A character of four bytes makes a kernel enter its full mode, which it leaves many chunks later.
fn patience() -> impl Iterator<Item = Candidate> {
    let growing = [14, 16, 17].into_iter().map(|k| 64 + 1024 + 2048 * k);
    let edges = growing.chain([16, 17].into_iter().map(|k| 4096 * k));
    let all = iproduct!(edges, [Four.of(8), Four.of(4096)], OVER, [Two, Three]);
    all.map(|(edge, start, Split { case, at }, kind)| {
        let before = [start, kind.of(edge - start.len - at)];
        candidate(&before, case, &[kind.of(4096 + 200)], "many chunks after a character of four bytes")
    })
}
