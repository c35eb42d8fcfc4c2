//! The right answer to every question.

use placemat_core::Scan;

use super::{
    answers, boundaries, detected, encoded, hints, items, labelled, outputs, pieces, positions, read,
    replaced, replaced_by, taken, totals, written, yields,
};
use crate::contract::{Answer, Fault, Question};
use crate::{convert, forms};

/// The right answer. The raw answer of a kernel is one of several that are right: the exact position.
pub fn answer(question: &Question<'_>) -> Answer {
    match *question {
        Question::Verdict(bytes) => Answer::Verdict(read(bytes), None),
        Question::Scan(bytes) => {
            let verdict = read(bytes);
            let suspect = |fault: Fault| Scan::Suspect { from: fault.valid_up_to };
            Answer::Scan(verdict, Some(verdict.map_or_else(suspect, |()| Scan::Clean)))
        }
        Question::Replacement(bytes) => Answer::Replacement(replaced(bytes)),
        Question::Practices(practice, chunks) => Answer::Practices(replaced_by(practice, &chunks.concat())),
        Question::Errors(bytes) => Answer::Errors(pieces(bytes)),
        Question::Characters(bytes, turns) => Answer::Characters(taken(&items(bytes), turns)),
        Question::Boundaries(bytes, places) => Answer::Boundaries(boundaries(bytes, places)),
        Question::Positions(bytes, ends) => Answer::Positions(positions(bytes, ends)),
        Question::Encode(value) => Answer::Encode(encoded(value)),
        Question::Stream(chunks) => Answer::Stream(outputs(chunks)),
        Question::StreamVerdict(steps) => {
            Answer::StreamVerdict(answers(steps).into_iter().map(|(_, verdict)| verdict).collect())
        }
        Question::StrictStream(steps) => Answer::StrictStream(answers(steps)),
        Question::Bom(policy, chunks) => {
            let bytes = chunks.concat();
            let text = if policy.removes() { bytes.strip_prefix(b"\xEF\xBB\xBF") } else { None };
            Answer::Bom(replaced(text.unwrap_or(&bytes)))
        }
        Question::Detect(bytes) => Answer::Detect(detected(bytes)),
        Question::Diagnose(bytes) => Answer::Diagnose(hints(bytes)),
        Question::Labels(label) => {
            let (rfc, whatwg) = labelled(label);
            Answer::Labels(rfc, whatwg)
        }
        Question::Read(script, strict, mode, policy) => {
            Answer::Read(yields(script, strict, mode, policy), None)
        }
        Question::Write(steps, strict, _) => Answer::Write(written(steps, strict), false),
        Question::Summary(tree) => {
            let bytes = tree.fold(&<[u8]>::to_vec, &|before, after| [before, after].concat());
            Answer::Summary(totals(&bytes))
        }
        Question::Convert(call) => Answer::Convert(convert::answer(call)),
        Question::Older(form, question) => Answer::Older(forms::Reference::get(form).right(question)),
    }
}
