//! Mutants that read text from a reader wrongly.

mod flaw;
mod reader;

use flaw::{FLAWS, Flaw};
use reader::Reader;

use super::mutant::{Family, Mutant};
use crate::subject::{ReadsText, Source, Subject, Way, Yield};

pub(super) fn models() -> Vec<Mutant> {
    vec![mutant("octets so far", None)]
}

pub(super) fn mutants() -> Vec<Mutant> {
    FLAWS.iter().map(|&(name, flaw)| mutant(name, Some(flaw))).collect()
}

fn mutant(name: &str, flaw: Option<Flaw>) -> Mutant {
    Mutant { family: Family::Read, name: name.to_owned(), seen_by: None, subject: Box::new(Model { flaw }) }
}

struct Model {
    flaw: Option<Flaw>,
}

impl Subject for Model {
    fn name(&self) -> &str {
        "reader"
    }

    crate::claims!(read: ReadsText);
}

impl ReadsText for Model {
    fn read(&self, source: Source<'_>, strict: bool, way: Way) -> Vec<Yield> {
        let strict = match self.flaw {
            Some(Flaw::StrictReplaces) => false,
            Some(Flaw::LossyFails) => true,
            Some(Flaw::WholeReplaces) if way == Way::Whole => false,
            _ => strict,
        };
        let mut reader = Reader::new(source, strict, self.flaw);
        let mut yields = Vec::new();
        if way == Way::Whole {
            return reader.whole();
        }
        let (mut ended, mut asked) = (false, 0);
        loop {
            asked += 1;
            let next = match way {
                Way::Append => reader.append(&mut yields),
                Way::Buffered(most) => reader.taken(most, false),
                Way::Fill(room) => reader.taken(room, true),
                Way::Pieces | Way::Whole => reader.taken(usize::MAX, true),
            };
            let is_end = matches!(next, Yield::End | Yield::IllFormed(_));
            yields.push(next);
            // A mutant need not come to an end.
            if (is_end && ended) || asked > 5_000 {
                return yields;
            }
            ended |= is_end;
        }
    }
}
