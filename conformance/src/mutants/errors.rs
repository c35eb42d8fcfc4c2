//! Mutants that lose their way after the first error.

use placemat_core::ErrorKind;

use super::mutant::{Family, Mutant};
use crate::{
    reading,
    subject::{Fault, FindsErrors, Piece, Subject},
};

pub(super) fn models() -> Vec<Mutant> {
    vec![mutant("the reading's pieces", |_, pieces| pieces)]
}

pub(super) fn mutants() -> Vec<Mutant> {
    FAULTS.iter().map(|&(name, distort)| mutant(name, distort)).collect()
}

fn mutant(name: &str, distort: Distort) -> Mutant {
    Mutant {
        family: Family::Errors,
        name: name.to_owned(),
        seen_by: None,
        subject: Box::new(Distorted { distort }),
    }
}

type Distort = fn(&[u8], Vec<Piece>) -> Vec<Piece>;

/// The reading, and a function that spoils it.
struct Distorted {
    distort: Distort,
}

impl Subject for Distorted {
    fn name(&self) -> &str {
        "errors"
    }

    crate::claims!(errors: FindsErrors);
}

impl FindsErrors for Distorted {
    fn pieces(&self, bytes: &[u8]) -> Vec<Piece> {
        (self.distort)(bytes, reading::pieces(bytes))
    }
}

/// Takes errors for text. `missed` decides from where the error before ends and where this one begins.
fn miss(pieces: Vec<Piece>, missed: impl Fn(usize, usize) -> bool) -> Vec<Piece> {
    let mut left: Vec<Piece> = Vec::new();
    let mut text: Vec<u8> = Vec::new();
    let (mut at, mut resumed) = (0, None);
    for mut piece in pieces {
        let begin = at + piece.text.len();
        at = begin + piece.ill_formed.len();
        text.append(&mut piece.text);
        if piece.fault.is_some() && resumed.is_some_and(|resumed| missed(resumed, begin)) {
            text.append(&mut piece.ill_formed);
            continue;
        }
        resumed = piece.fault.map(|_| at);
        piece.text = std::mem::take(&mut text);
        left.push(piece);
    }
    if !text.is_empty() {
        left.push(Piece { text, ill_formed: Vec::new(), fault: None });
    }
    left
}

/// Other faults, by the number of errors before.
fn change(mut pieces: Vec<Piece>, change: impl Fn(usize, &[u8], Fault) -> Fault) -> Vec<Piece> {
    for (nth, piece) in pieces.iter_mut().enumerate() {
        piece.fault = piece.fault.map(|fault| change(nth, &piece.ill_formed, fault));
    }
    pieces
}

#[rustfmt::skip]
const FAULTS: &[(&str, Distort)] = &[
    ("only the first error", |_, pieces| pieces.into_iter().take(1).collect()),
    ("eight errors at most", |_, pieces| pieces.into_iter().take(8).collect()),
    ("what comes after the last error is lost", |_, mut pieces| {
        pieces.retain(|piece| piece.fault.is_some());
        pieces
    }),
    ("an empty piece at the end", |_, mut pieces| {
        if pieces.last().is_none_or(|piece| piece.fault.is_some()) {
            pieces.push(Piece { text: Vec::new(), ill_formed: Vec::new(), fault: None });
        }
        pieces
    }),
    ("adjacent errors are one", |_, pieces| {
        let mut joined: Vec<Piece> = Vec::new();
        for mut piece in pieces {
            match joined.last_mut() {
                Some(last) if piece.text.is_empty() && piece.fault.is_some() => last.ill_formed.append(&mut piece.ill_formed),
                _ => joined.push(piece),
            }
        }
        joined
    }),
    ("one error an octet", |_, pieces| {
        let each = |piece: Piece| {
            let octets: Vec<Vec<u8>> = match &piece.ill_formed[..] {
                [] => vec![vec![]],
                octets => octets.iter().map(|&octet| vec![octet]).collect(),
            };
            let mut text = piece.text;
            octets.into_iter().enumerate().map(move |(nth, ill_formed)| Piece {
                text: std::mem::take(&mut text),
                ill_formed,
                fault: piece.fault.map(|fault| Fault { valid_up_to: fault.valid_up_to + nth, ..fault }),
            }).collect::<Vec<_>>()
        };
        pieces.into_iter().flat_map(each).collect()
    }),
    ("an error directly after another is missed", |_, pieces| miss(pieces, |resumed, begin| begin == resumed)),
    ("errors in the three octets after another are missed", |_, pieces| miss(pieces, |resumed, begin| begin < resumed + 3)),
    ("the fourth octet after an error is not judged", |_, pieces| miss(pieces, |resumed, begin| begin == resumed + 3)),
    ("errors in the same 64 octets from the start are missed", |_, pieces| miss(pieces, |resumed, begin| begin / 64 == resumed / 64)),
    ("the last octet of 64 is not judged after an error", |_, pieces| miss(pieces, |_, begin| begin % 64 == 63)),
    ("the first octet of 64 is not judged after an error", |_, pieces| miss(pieces, |_, begin| begin % 64 == 0)),
    ("the octet 64 after an error is not judged", |_, pieces| miss(pieces, |resumed, begin| begin == resumed + 64)),
    ("errors more than 1000 octets after another are missed", |_, pieces| miss(pieces, |resumed, begin| begin > resumed + 1000)),
    ("errors more than 4096 octets after another are missed", |_, pieces| miss(pieces, |resumed, begin| begin > resumed + 4096)),
    ("positions count from the last error", |_, mut pieces| {
        for piece in &mut pieces {
            piece.fault = piece.fault.map(|fault| Fault { valid_up_to: piece.text.len(), ..fault });
        }
        pieces
    }),
    ("positions have eight bits", |_, pieces| change(pieces, |_, _, fault| Fault { valid_up_to: fault.valid_up_to % 256, ..fault })),
    ("positions have twelve bits", |_, pieces| change(pieces, |_, _, fault| Fault { valid_up_to: fault.valid_up_to % 4096, ..fault })),
    ("positions of later errors are one too far", |_, pieces| change(pieces, |nth, _, fault| Fault { valid_up_to: fault.valid_up_to + usize::from(nth > 0), ..fault })),
    ("all errors have the kind of the first", |_, pieces| {
        let first = pieces.first().and_then(|piece| piece.fault).and_then(|fault| fault.kind);
        change(pieces, |_, _, fault| Fault { kind: first, ..fault })
    }),
    ("a continuation after an error is a missing one", |_, pieces| change(pieces, |nth, ill_formed, fault| match ill_formed {
        [0x80..0xC0] if nth > 0 => Fault { kind: Some(ErrorKind::MissingContinuation), ..fault },
        _ => fault,
    })),
    ("later errors have one octet", |_, pieces| change(pieces, |nth, _, fault| Fault { error_len: fault.error_len.map(|len| if nth > 0 { 1 } else { len }), ..fault })),
    ("what is cut off has a length", |_, pieces| change(pieces, |_, ill_formed, fault| Fault { error_len: Some(ill_formed.len()), ..fault })),
    ("what is cut off lacks a continuation", |_, pieces| change(pieces, |_, _, fault| match fault.error_len {
        None => Fault { kind: Some(ErrorKind::MissingContinuation), ..fault },
        Some(_) => fault,
    })),
    ("what is cut off is no error", |_, mut pieces| {
        if pieces.last().is_some_and(|piece| piece.fault.is_some_and(|fault| fault.error_len.is_none())) {
            pieces.pop();
        }
        pieces
    }),
    ("an octet after an error is lost", |_, mut pieces| {
        for piece in pieces.iter_mut().skip(1) {
            if piece.text.first().is_some_and(u8::is_ascii) {
                piece.text.remove(0);
            }
        }
        pieces
    }),
];
