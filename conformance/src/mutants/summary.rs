//! Mutants that merge wrongly.

use std::collections::BTreeMap;

use placemat_core::ErrorKind;

use super::mutant::{Family, Mutant};
use crate::{
    reading,
    subject::{Fault, Item, Place, Subject, Summarises, Totals, Tree},
};

pub(super) fn models() -> Vec<Mutant> {
    vec![
        mutant("the algebra", None),
        // Look like faults and are none: a head may be longer than it needs to be, since merging cuts it; and
        // after three continuations nothing is pending.
        mutant("four continuations wait", Some(Head(4))),
        mutant("a piece of more than three continuations is undecided", Some(Undecided)),
    ]
}

pub(super) fn mutants() -> Vec<Mutant> {
    FLAWS.iter().map(|&(name, flaw)| mutant(name, Some(flaw))).collect()
}

fn mutant(name: &str, flaw: Option<Flaw>) -> Mutant {
    Mutant {
        family: Family::Summary,
        name: name.to_owned(),
        seen_by: None,
        subject: Box::new(Algebra { flaw }),
    }
}

/// What is wrong.
#[derive(Clone, Copy, PartialEq)]
enum Flaw {
    /// Every piece is judged alone.
    Alone,
    /// A head has so many continuations.
    Head(usize),
    HeadOfNothing,
    Undecided,
    NoSentinel,
    TailLost,
    TailReplaced,
    TailOfWhole,
    LinesStay,
    ColumnsStay,
    ColumnsAdd,
    OffsetsStay,
    ColumnsByOctet,
    BadTwice,
    BadNever,
    BadInner,
    JoinedNotFirst,
    FirstOfEach,
    FirstOfLast,
    Seven,
    JoinedAtTheEnd,
    FeedsTwice,
    EmptyForgets,
    KindsOfRight,
}

use Flaw::*;

const FLAWS: &[(&str, Flaw)] = &[
    ("each piece is judged alone", Alone),
    ("no continuations wait for what is before them", Head(0)),
    ("two continuations wait at most", Head(2)),
    ("the head of a piece before nothing is lost", HeadOfNothing),
    ("what follows the head does not break what is before it", NoSentinel),
    ("the tail is lost where it is not continued", TailLost),
    ("the tail is an error, continued or not", TailReplaced),
    ("the tail of the whole is no error", TailOfWhole),
    ("lines of errors are those of the piece", LinesStay),
    ("columns of errors are those of the piece", ColumnsStay),
    ("columns move in every line", ColumnsAdd),
    ("offsets of errors are those of the piece", OffsetsStay),
    ("columns count octets", ColumnsByOctet),
    ("a line with errors in two pieces counts twice", BadTwice),
    ("a line that is cut has no error", BadNever),
    ("a bad line between two cuts is not counted", BadInner),
    ("an error over a cut is not in the first line", JoinedNotFirst),
    ("the first errors are those of the first piece", FirstOfEach),
    ("the first errors are the last ones", FirstOfLast),
    ("seven first errors", Seven),
    ("errors over a cut come last", JoinedAtTheEnd),
    ("a line feed at the start of a piece counts twice", FeedsTwice),
    ("an empty piece forgets what is before it", EmptyForgets),
    ("kinds are those of the last piece", KindsOfRight),
];

/// The summary of a piece, as octets that wait at either end and totals between them.
struct Algebra {
    flaw: Option<Flaw>,
}

#[derive(Clone, Default)]
struct Summary {
    head: Vec<u8>,
    /// Whether there is anything after the head.
    decided: bool,
    totals: Totals,
    /// Items since the last line feed.
    column: u64,
    bad_first: bool,
    bad_last: bool,
    tail: Vec<u8>,
}

/// What comes after octets that are read.
#[derive(Clone, Copy, PartialEq)]
enum After {
    /// It is not known: what is cut off waits.
    Unknown,
    /// An octet that is no continuation.
    Other,
    /// The end of all.
    End,
}

impl Subject for Algebra {
    fn name(&self) -> &str {
        "summaries"
    }

    crate::claims!(summary: Summarises);
}

impl Summarises for Algebra {
    fn totals(&self, input: &Tree<'_>) -> Totals {
        let whole = input.fold(&|piece| self.of(piece), &|before, after| self.merge(before, after));
        let start = Summary { decided: true, ..Summary::default() };
        let mut whole = self.merge(start, whole);
        let tail = std::mem::take(&mut whole.tail);
        if !self.has(TailOfWhole) {
            self.read(&mut whole, &tail, After::End);
        }
        let Summary { mut totals, bad_first, bad_last, .. } = whole;
        totals.bad_lines += u64::from(bad_first) + u64::from(bad_last && totals.line_feeds > 0);
        totals
    }
}

impl Algebra {
    fn has(&self, flaw: Flaw) -> bool {
        self.flaw == Some(flaw)
    }

    fn of(&self, piece: &[u8]) -> Summary {
        let most = match self.flaw {
            Some(Head(most)) => most,
            Some(Alone) => 0,
            _ => 3,
        };
        let is_continuation = |octet: &&u8| (0x80..0xC0).contains(*octet);
        let head = piece.iter().take(most).take_while(is_continuation).count();
        let (head, rest) = piece.split_at(head);
        let mut summary = Summary { head: head.to_vec(), decided: !rest.is_empty(), ..Summary::default() };
        if self.has(Undecided) && rest.iter().all(|octet| (0x80..0xC0).contains(octet)) {
            summary.decided = false;
        }
        self.read(&mut summary, rest, if self.has(Alone) { After::End } else { After::Unknown });
        summary
    }

    /// Reads octets into what is decided.
    fn read(&self, into: &mut Summary, octets: &[u8], after: After) {
        // An octet that breaks every sequence.
        let breaker: &[u8] = if after == After::Other { b"a" } else { b"" };
        let mut items = reading::items(&[octets, breaker].concat());
        items.truncate(items.len() - breaker.len());
        for Item { offset, character } in items {
            match character {
                Err(Fault { error_len: None, .. }) if after == After::Unknown => {
                    into.tail = octets[offset..].to_vec();
                }
                Err(fault) => into.error(fault, fault.error_len.unwrap_or(octets.len() - offset)),
                Ok(character) => {
                    into.totals.octets += character.len_utf8() as u64;
                    into.totals.characters += 1;
                    into.column += if self.has(ColumnsByOctet) { character.len_utf8() as u64 } else { 1 };
                    if character == '\n' {
                        into.line_feed();
                    }
                }
            }
        }
    }

    fn merge(&self, left: Summary, right: Summary) -> Summary {
        if self.has(EmptyForgets) && !right.decided && right.head.is_empty() {
            return right;
        }
        let (mut whole, right) = (left, right);
        // What waits at the border.
        let waiting =
            if whole.decided { std::mem::take(&mut whole.tail) } else { std::mem::take(&mut whole.head) };
        let joined = match self.flaw {
            Some(TailLost) if right.decided && right.head.is_empty() => right.head.clone(),
            Some(TailReplaced) if whole.decided => {
                self.read(&mut whole, &waiting, After::End);
                right.head.clone()
            }
            Some(HeadOfNothing) if !right.decided => waiting,
            _ => [&waiting[..], &right.head].concat(),
        };
        let mut rest = &joined[..];
        if !whole.decided {
            whole.head = rest[..rest.len().min(3)].to_vec();
            rest = &rest[rest.len().min(3)..];
            whole.decided = right.decided || !rest.is_empty();
        }
        let errors_before = whole.totals.first.len();
        let was_bad = (whole.bad_first, whole.totals.line_feeds);
        let broken = right.decided && !self.has(NoSentinel);
        self.read(&mut whole, rest, if broken { After::Other } else { After::Unknown });
        if self.has(JoinedNotFirst) && was_bad.1 == 0 {
            whole.bad_first = was_bad.0;
        }
        let late =
            if self.has(JoinedAtTheEnd) { whole.totals.first.split_off(errors_before) } else { Vec::new() };
        self.append(&mut whole, right);
        whole.totals.first.extend(late);
        whole.totals.first.truncate(if self.has(Seven) { 7 } else { Totals::FIRST });
        whole
    }

    /// Appends what is decided of the right part.
    fn append(&self, whole: &mut Summary, right: Summary) {
        for mut place in right.totals.first.iter().copied() {
            if !self.has(OffsetsStay) {
                // Its offset counts from the end of its own head, whose octets are in `whole` now.
                place.offset += whole.totals.octets;
            }
            if !self.has(ColumnsStay) && (place.line == 1 || self.has(ColumnsAdd)) {
                place.column += whole.column;
            }
            if !self.has(LinesStay) {
                place.line += whole.totals.line_feeds;
            }
            match self.flaw {
                Some(FirstOfEach) if !whole.totals.first.is_empty() => {}
                Some(FirstOfLast) if whole.totals.first.len() >= Totals::FIRST => {
                    whole.totals.first.remove(0);
                    whole.totals.first.push(place);
                }
                _ => whole.totals.first.push(place),
            }
        }
        let (left_feeds, right_feeds) = (whole.totals.line_feeds, right.totals.line_feeds);
        let joined_is_bad = match self.flaw {
            Some(BadNever) => false,
            _ => whole.bad_last || right.bad_first,
        };
        let mut inner = right.totals.bad_lines;
        if left_feeds > 0 && right_feeds > 0 {
            inner += u64::from(joined_is_bad && !self.has(BadInner));
            inner += u64::from(self.has(BadTwice) && whole.bad_last && right.bad_first);
        }
        if left_feeds == 0 {
            whole.bad_first =
                if self.has(BadNever) { whole.bad_first } else { whole.bad_first || right.bad_first };
        }
        whole.bad_last = if right_feeds == 0 { joined_is_bad } else { right.bad_last };
        whole.column = if right_feeds == 0 { whole.column + right.column } else { right.column };
        whole.totals.bad_lines += inner;
        whole.totals.octets += right.totals.octets;
        whole.totals.characters += right.totals.characters;
        whole.totals.line_feeds +=
            right_feeds + u64::from(self.has(FeedsTwice) && right_feeds > 1 && left_feeds > 0);
        whole.totals.ill_formed_octets += right.totals.ill_formed_octets;
        if self.has(KindsOfRight) && right.decided {
            whole.totals.kinds = BTreeMap::new();
        }
        for (kind, count) in right.totals.kinds {
            *whole.totals.kinds.entry(kind).or_default() += count;
        }
        if right.decided {
            whole.tail = right.tail;
        }
    }
}

impl Summary {
    fn line_feed(&mut self) {
        if self.totals.line_feeds > 0 {
            self.totals.bad_lines += u64::from(self.bad_last);
        }
        self.totals.line_feeds += 1;
        (self.column, self.bad_last) = (0, false);
    }

    fn error(&mut self, fault: Fault, len: usize) {
        let kind = fault.kind.unwrap_or(ErrorKind::Truncated);
        if self.totals.first.len() < Totals::FIRST {
            let (line, column) = (self.totals.line_feeds + 1, self.column + 1);
            self.totals.first.push(Place { offset: self.totals.octets, line, column, len, kind });
        }
        *self.totals.kinds.entry(kind).or_default() += 1;
        self.totals.octets += len as u64;
        self.totals.ill_formed_octets += len as u64;
        self.column += 1;
        self.bad_last = true;
        self.bad_first |= self.totals.line_feeds == 0;
    }
}
