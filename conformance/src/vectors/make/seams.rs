//! Candidate inputs with errors where a block decoder changes its mode. [`score`](crate::score) keeps the few that
//! catch a mutant which no other case catches.
//!
//! Block boundaries are those of the [mutants](crate::mutants), for an input at an aligned address: multiples of a
//! chunk; or a first block of 64 bytes, then a chunk of 1024, then chunks of 2048.

use super::{answers, builder};
use crate::{
    cases::{self, Case as Named, Split},
    text::{CHARACTERS, Kind, Text},
    vectors::Case,
};
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
    let lengths = [128, 1088, 3840, 4160];
    let errors = cases::select(["never-ff", "broken-f0-90-80-by-ascii"]);
    let note = "the last bytes of the last block";
    let whole = lengths.into_iter().flat_map(move |len| {
        Kind::LENGTHS.into_iter().flat_map(move |kind| {
            errors.into_iter().chain(CUT).map(move |sequence| {
                let before = vec![kind.of(len - sequence.bytes.len())];
                Candidate { before, sequence, after: Vec::new(), note }
            })
        })
    });
    // The bytes of the previous block, if left in a buffer, would complete the truncated sequence.
    let stale = [64, 128, 1024, 4096].into_iter().flat_map(|len| {
        CUT.into_iter().flat_map(move |sequence| {
            (1..6).map(move |more| Candidate {
                before: vec![Three.of(len), Ascii.of(more)],
                sequence,
                after: Vec::new(),
                note: "the end cuts a sequence off, soon after a block of continuations",
            })
        })
    });
    // A single error, with text of every kind after it, which must neither cancel nor overwrite it.
    let twice = [1, 64, 127, 1000].into_iter().flat_map(|between| {
        [Ascii, Two].into_iter().flat_map(move |kind| {
            CUT.into_iter().map(move |sequence| Candidate {
                before: vec![kind.of(62)],
                sequence,
                after: vec![Ascii.of(between), Two.of(1200), Ascii.of(64), Four.of(3000)],
                note: "one error, and text of every sort after it",
            })
        })
    });
    whole.chain(stale).chain(twice)
}

/// Edges of chunks between every kind of text and ASCII.
fn edges() -> impl Iterator<Item = Candidate> {
    let edges = [512, 1024, 64 + 1024, 4096];
    edges.into_iter().flat_map(move |edge| {
        OVER.into_iter().flat_map(move |Split { case, at }| {
            Kind::LENGTHS.into_iter().map(move |before| Candidate {
                before: vec![before.of(edge - at)],
                sequence: case,
                after: vec![Ascii.of(4096 + 200)],
                note: "over the edge of a chunk, between text and ASCII",
            })
        })
    })
}

/// Runs of blocks that end in a sequence truncated by ASCII.
fn runs() -> impl Iterator<Item = Candidate> {
    [15, 16, 17].into_iter().flat_map(|blocks| {
        [0, 1, 16].into_iter().flat_map(move |first| {
            [Two, Three].into_iter().flat_map(move |kind| {
                CUT.into_iter().flat_map(move |sequence| {
                    [(0, 0), (10, 0), (10, 600)].into_iter().map(move |(early, later)| {
                        let begins = 64 + 64 * first;
                        let early = if early > 0 { Two.of(2) } else { Two.of(0) };
                        Candidate {
                            before: vec![
                                early,
                                Ascii.of(begins - early.len),
                                kind.of(64 * blocks - sequence.bytes.len()),
                            ],
                            sequence,
                            after: vec![
                                Ascii.of(if later > 0 { later } else { 4400 }),
                                Two.of(if later > 0 { 2 } else { 0 }),
                                Ascii.of(if later > 0 { 4400 } else { 0 }),
                            ],
                            note: "a sequence cut off by ASCII at the end of a run of blocks",
                        }
                    })
                })
            })
        })
    })
}

/// One byte in long ASCII, after a start of another kind.
fn among_ascii() -> impl Iterator<Item = Candidate> {
    const AMONG: [(Named, Kind); 2] =
        [(cases::case("never-ff"), Ascii), (cases::case("lone-continuation"), Low)];
    let errors = (8..160).step_by(2).flat_map(|block| {
        AMONG.into_iter().flat_map(move |(sequence, kind)| {
            [12].into_iter().map(move |start| Candidate {
                before: vec![Two.of(start), kind.of(64 + 64 * block + 20 - start)],
                sequence,
                after: vec![kind.of(1100)],
                note: "one byte among ASCII, after a start that is not",
            })
        })
    });
    // Truncated at the end of the sixtieth block, and of others.
    let ends = [60, 120, 180, 240].into_iter().flat_map(|blocks| {
        CUT.into_iter().flat_map(move |sequence| {
            [1, 20, 64].into_iter().map(move |last: usize| Candidate {
                before: vec![Two.of(64 * (blocks - 1) + last - sequence.bytes.len())],
                sequence,
                after: Vec::new(),
                note: "the end cuts a sequence off, in a certain block",
            })
        })
    });
    errors.chain(ends)
}

/// A character of four bytes makes a kernel enter its full mode, which it leaves many chunks later.
fn patience() -> impl Iterator<Item = Candidate> {
    let growing = [14, 16, 17].into_iter().map(|k| 64 + 1024 + 2048 * k);
    let fixed = [16, 17].into_iter().map(|k| 4096 * k);
    growing.chain(fixed).flat_map(|edge| {
        [Four.of(8), Four.of(4096)].into_iter().flat_map(move |start| {
            OVER.into_iter().flat_map(move |Split { case, at }| {
                [Two, Three].into_iter().map(move |kind| Candidate {
                    before: vec![start, kind.of(edge - start.len - at)],
                    sequence: case,
                    after: vec![kind.of(4096 + 200)],
                    note: "many chunks after a character of four bytes",
                })
            })
        })
    })
}
