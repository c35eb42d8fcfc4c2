//! The older and related forms.

use placemat_legacy::{cesu8, mutf8, rfc2279, wtf8};

use super::bytes::{verdict, with};
use crate::protocol::{Answer, Op};

pub(super) fn answer(op: Op, payload: &[u8]) -> Option<Answer> {
    /// The answer of a module; all modules have the same functions.
    macro_rules! of {
        ($module:ident, decode) => {{
            let error = $module::validate(payload).err();
            let answer = verdict(payload.len(), error.map(|error| (error.valid_up_to(), error.error_len())));
            Some(match $module::to_utf8(payload) {
                Ok(text) => with(answer, vec![text.as_bytes().to_vec()]),
                Err(_) => answer,
            })
        }};
        ($module:ident, encode) => {{
            let text = placemat::from_utf8(payload).ok()?;
            Some(with(verdict(payload.len(), None), vec![$module::from_utf8(text).to_vec()]))
        }};
    }
    match op {
        Op::Rfc2279 => of!(rfc2279, decode),
        Op::Cesu8 => of!(cesu8, decode),
        Op::Mutf8 => of!(mutf8, decode),
        Op::Wtf8 => of!(wtf8, decode),
        Op::ToRfc2279 => of!(rfc2279, encode),
        Op::ToCesu8 => of!(cesu8, encode),
        Op::ToMutf8 => of!(mutf8, encode),
        Op::ToWtf8 => of!(wtf8, encode),
        _ => None,
    }
}
