//! The sequence forms that several grammars share, in the order of their lead bytes.

use placemat_core::grammar::{Bytes, Form, TAIL};

/// 00..7F: ASCII.
pub(crate) const ONE: Form = form(0x00, 0x7F, &[]);
/// 80..7FF in two bytes.
pub(crate) const TWO: Form = form(0xC2, 0xDF, &[TAIL]);
/// 800..FFF in three bytes; a second byte below A0 would be overlong.
pub(crate) const THREE_E0: Form = form(0xE0, 0xE0, &[Bytes::new(0xA0, 0xBF), TAIL]);
/// 1000..CFFF in three bytes.
pub(crate) const THREE_E1: Form = form(0xE1, 0xEC, &[TAIL, TAIL]);
/// D000..D7FF in three bytes.
pub(crate) const THREE_ED: Form = form(0xED, 0xED, &[Bytes::new(0x80, 0x9F), TAIL]);
/// D800..DBFF in three bytes: a high surrogate.
pub(crate) const HIGH: Form = form(0xED, 0xED, &[Bytes::new(0xA0, 0xAF), TAIL]);
/// DC00..DFFF in three bytes: a low surrogate.
pub(crate) const LOW: Form = form(0xED, 0xED, &[Bytes::new(0xB0, 0xBF), TAIL]);
/// E000..FFFF in three bytes.
pub(crate) const THREE_EE: Form = form(0xEE, 0xEF, &[TAIL, TAIL]);
/// 10000..3FFFF in four bytes; a second byte below 90 would be overlong.
pub(crate) const FOUR_F0: Form = form(0xF0, 0xF0, &[Bytes::new(0x90, 0xBF), TAIL, TAIL]);

pub(crate) const fn form(first: u8, last: u8, tail: &'static [Bytes]) -> Form {
    Form::new(Bytes::new(first, last), tail)
}
