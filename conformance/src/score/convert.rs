//! The conversions of a case, in the form that a converter of code units takes.

use crate::{
    contract::{Answer, Call, Decoder, Done, Encoding, Fields, Op, Question, Stop},
    vectors::{Case, Conversion, Converted, ErrorLen, Kind, conversions},
};

/// A conversion, expanded once for all mutants.
pub(super) struct Expanded {
    from: Encoding,
    to: Encoding,
    source: Vec<u32>,
    replacement: Option<char>,
    /// The expected output.
    written: Vec<u32>,
    right: Converted,
}

/// The conversions of a case: in bytes of both orders, and in native units.
pub(super) fn expanded(case: &Case) -> Vec<Expanded> {
    let in_bytes = conversions(case).into_iter().map(|conversion| {
        let Conversion { from, to, source, replacement, right, .. } = conversion;
        let bytes = |bytes: &[u8]| bytes.iter().map(|&byte| byte.into()).collect::<Vec<u32>>();
        Expanded {
            from,
            to,
            source: bytes(&source),
            replacement,
            written: bytes(&right.output.bytes()),
            right,
        }
    });
    let mut all: Vec<Expanded> = in_bytes.collect();
    let native: Vec<Expanded> = all.iter().filter_map(natively).collect();
    all.extend(native);
    all
}

/// The same in native units, if the bytes are big-endian and have no partial unit.
fn natively(conversion: &Expanded) -> Option<Expanded> {
    let Expanded { from, to, source, replacement, written, right } = conversion;
    let (replacement, right) = (*replacement, right.clone());
    let (wide, is_source) = match (*from, *to) {
        (Encoding::Utf16Be | Encoding::Utf32Be, _) => (*from, true),
        (_, Encoding::Utf16Be | Encoding::Utf32Be) => (*to, false),
        _ => return None,
    };
    let native = if wide == Encoding::Utf16Be { Encoding::Utf16 } else { Encoding::Utf32 };
    let units = |bytes: &[u32]| {
        let units = bytes.chunks_exact(wide.unit_len());
        let rest = units.remainder().len();
        let number = |unit: &[u32]| unit.iter().fold(0, |number, byte| number << 8 | byte);
        (rest == 0).then(|| units.map(number).collect::<Vec<u32>>())
    };
    Some(match is_source {
        true => Expanded {
            from: native,
            to: *to,
            source: units(source)?,
            replacement,
            written: written.clone(),
            right,
        },
        false => Expanded {
            from: *from,
            to: native,
            source: source.clone(),
            replacement,
            written: units(written)?,
            right,
        },
    })
}

/// Whether a converter fails one of the conversions that it supports.
pub(super) fn converts_wrongly(decoder: &dyn Decoder, conversions: &[Expanded]) -> bool {
    let fields = decoder.fields(Op::Convert);
    conversions.iter().any(|conversion| {
        let Expanded { from, to, source, replacement, written, right } = conversion;
        let dst = 4 * source.len() + 4;
        let call = Call { from: *from, to: *to, source, dst, last: true, replacement: *replacement };
        let Some(Answer::Convert(done)) = decoder.answer(&Question::Convert(&call)) else { return false };
        done.written != *written || !stops(&done, right, from.unit_len(), fields)
    })
}

/// Whether an answer stops at the expected position for the expected reason; positions of the expected result are in
/// units of `width` bytes.
fn stops(done: &Done, right: &Converted, width: usize, fields: Fields) -> bool {
    let Converted { position, error_len, kind, .. } = right;
    match &done.stop {
        Stop::End => *error_len == ErrorLen::None,
        Stop::OutputFull | Stop::Incomplete => false,
        Stop::Unmappable(character) => {
            let len = ErrorLen::Units(character.len_utf8());
            *kind == Some(Kind::Unmappable) && done.read == *position && *error_len == len
        }
        Stop::Malformed { at, len, kind: own } => {
            let len = len.map_or(ErrorLen::End, |len| ErrorLen::Units(len / width));
            let named = kind.is_none_or(|kind| {
                let named = |name: &str| own.eq_ignore_ascii_case(&name.replace('-', ""));
                kind != Kind::Unmappable && (!fields.kind || named(kind.name()))
            });
            *at == position * width && len == *error_len && named
        }
    }
}
