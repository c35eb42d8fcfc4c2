//! Backends and the standard library as decoders.

use placemat_core::{Backend, Scan, Validate, locate};

use super::{Answer, Decoder, Fault, Fields, Op, Piece, Question, Unencodable};

/// A [`Backend`] as a decoder.
#[derive(Clone, Copy)]
pub struct OfBackend<'a>(pub &'a dyn Backend);

impl Decoder for OfBackend<'_> {
    fn name(&self) -> &str {
        self.0.info().name()
    }

    fn has(&self, op: Op) -> bool {
        matches!(op, Op::Verdict | Op::Scan)
    }

    fn answer(&self, question: &Question<'_>) -> Option<Answer> {
        Some(match *question {
            Question::Verdict(bytes) => {
                // As `Validate::validate` processes the answer; a row of the suite checks that it still does.
                let scan = self.0.scan(bytes);
                let verdict = match scan {
                    Scan::Clean => Ok(()),
                    Scan::Suspect { from } => locate(bytes, from).map_err(Fault::from),
                };
                Answer::Verdict(verdict, Some(scan))
            }
            Question::Scan(bytes) => {
                Answer::Scan(self.0.validate(bytes).map_err(Fault::from), Some(self.0.scan(bytes)))
            }
            _ => return None,
        })
    }
}

/// The standard library as a decoder. It does not report kinds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Std;

impl Decoder for Std {
    fn name(&self) -> &str {
        "std"
    }

    fn has(&self, op: Op) -> bool {
        matches!(op, Op::Verdict | Op::Replacement | Op::Errors | Op::Encode)
    }

    fn fields(&self, op: Op) -> Fields {
        if op == Op::Errors { Fields::NONE } else { Fields { kind: false, ..Fields::ALL } }
    }

    fn answer(&self, question: &Question<'_>) -> Option<Answer> {
        Some(match *question {
            Question::Verdict(bytes) => {
                let fault = |error: std::str::Utf8Error| Fault {
                    error_len: error.error_len(),
                    ..Fault::at(error.valid_up_to())
                };
                Answer::Verdict(std::str::from_utf8(bytes).map(drop).map_err(fault), None)
            }
            Question::Replacement(bytes) => {
                Answer::Replacement(String::from_utf8_lossy(bytes).into_owned().into_bytes())
            }
            Question::Errors(bytes) => {
                let piece = |chunk: std::str::Utf8Chunk<'_>| Piece {
                    text: chunk.valid().as_bytes().to_vec(),
                    invalid: chunk.invalid().to_vec(),
                    // The standard library reports that there is a fault, without details.
                    fault: (!chunk.invalid().is_empty()).then_some(Fault::at(0)),
                };
                Answer::Errors(bytes.utf8_chunks().map(piece).collect())
            }
            Question::Encode(value) => {
                let encoded = char::from_u32(value).map(|scalar| scalar.to_string().into_bytes());
                Answer::Encode(encoded.ok_or(Unencodable::Unspecified))
            }
            _ => return None,
        })
    }
}
