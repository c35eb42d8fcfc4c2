//! Rows about U+FEFF at the start of the input.

use super::{check::Context, cuts::cut, report::Tally, spec::rows};
use crate::{
    contract::{Form, Policy, Question},
    strings,
};

rows! {
    "bom-policies", [847; 2], Bom(policies),
        "U+FEFF at the start, whole or in part, once or twice, cut everywhere, under every policy";
    "bom-detect", [2_801 + 5 + 15 * 256; 2], Detect(detect),
        "U+FEFF of every form, its beginnings, and all bytes that are nearly one";
}

/// Inputs that begin with a signature, or with something similar.
pub(super) const STARTS: [&[u8]; 12] = [
    b"",
    b"\xEF",
    b"\xEF\xBB",
    b"\xEF\xBB\xBF",
    b"\xEF\xBB\xBF\xEF\xBB\xBF",
    b"\xEF\xBB\xBF\xEF\xBB",
    b"\xEF\xBB\xBE",
    b"\xEF\xBBa",
    b"\xEFa",
    b"a\xEF\xBB\xBF",
    b"\xEF\xEF\xBB\xBF",
    b"\xBB\xBF",
];

fn policies(context: &Context<'_>) -> Result<Tally, String> {
    Ok(context.each(STARTS.len(), |item, tester| {
        for after in [&b""[..], b"z", b"\xEF\xBB\xBFz", b"\xC3\xA9\xFF"] {
            let bytes = [STARTS[item], after].concat();
            for policy in Policy::ALL {
                for cuts in 0..1 << bytes.len().saturating_sub(1).min(5) {
                    tester.ask("signature", &Question::Bom(policy, &cut(&bytes, cuts)));
                }
            }
        }
    }))
}

/// All short strings of the bytes of signatures; each signature after a space; and each with one byte replaced by
/// every value.
fn detect(context: &Context<'_>) -> Result<Tally, String> {
    Ok(context.once(|tester| {
        strings(&[0x00, 0xBB, 0xBF, 0xEF, 0xFE, 0xFF, b'a'], 4, |bytes| {
            tester.ask("short string", &Question::Detect(bytes));
        });
        for form in Form::ALL {
            let signature = form.signature();
            tester.ask("not at the start", &Question::Detect(&[b" ", &signature[..]].concat()));
            for at in 0..signature.len() {
                for byte in 0..=255 {
                    let mut bytes = [&signature[..], b"text"].concat();
                    bytes[at] = byte;
                    tester.ask("changed", &Question::Detect(&bytes));
                }
            }
        }
    }))
}
