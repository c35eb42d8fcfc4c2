//! The crate as a decoder. The suite and the program of the conformance suite ask it.

use placemat_conformance::contract::{
    Answer, Decoder, Older, OlderAnswer, OlderFault, OlderQuestion, Op, Question,
};
use placemat_legacy::{Error, cesu8, mutf8, rfc2279, wtf8};

/// `placemat-legacy`.
pub(crate) struct Legacy;

impl Decoder for Legacy {
    fn name(&self) -> &str {
        "placemat-legacy"
    }

    fn has(&self, op: Op) -> bool {
        op == Op::Older
    }

    fn answer(&self, question: &Question<'_>) -> Option<Answer> {
        /// The answer of a module; all modules have the same functions.
        macro_rules! of {
            ($module:ident, $question:ident) => {
                match $question {
                    OlderQuestion::Validate(bytes) => {
                        OlderAnswer::Verdict($module::validate(bytes).map_err(fault))
                    }
                    OlderQuestion::Values(bytes) => {
                        let values = $module::decode(bytes).map(|item| item.map(u32::from).map_err(fault));
                        OlderAnswer::Values(values.collect())
                    }
                    OlderQuestion::ToUtf8(bytes) => {
                        OlderAnswer::Text($module::to_utf8(bytes).map(String::from).map_err(fault))
                    }
                    OlderQuestion::OfUtf8(text) => OlderAnswer::Bytes($module::from_utf8(text).into()),
                    OlderQuestion::Encode(value) => {
                        let mut buffer = Default::default();
                        let bytes = $module::encode(value, &mut buffer);
                        OlderAnswer::Encoded(bytes.ok().map(<[u8]>::to_vec))
                    }
                }
            };
        }
        let Question::Older(form, asked) = *question else { return None };
        Some(Answer::Older(match form {
            Older::Rfc2279 => of!(rfc2279, asked),
            Older::Cesu8 => of!(cesu8, asked),
            Older::Mutf8 => of!(mutf8, asked),
            Older::Wtf8 => of!(wtf8, asked),
        }))
    }
}

fn fault(error: Error) -> OlderFault {
    let kind = Some(error.kind().name());
    OlderFault { valid_up_to: error.valid_up_to(), error_len: error.error_len(), kind }
}
