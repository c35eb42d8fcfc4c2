//! Rows about U+FEFF at the start of the input.

use super::{
    check::{Context, Tester},
    cuts::cut,
    report::Tally,
    report::{chunked, hex},
    spec::rows,
};
use crate::{
    reference, strings,
    subject::{Detects, Form, HandlesBom, Policy},
};

rows! {
    "bom-policies", [847; 2], Bom(policies),
        "U+FEFF at the start, whole or in part, once or twice, cut everywhere, under every policy";
    "bom-detect", [2_801 + 5 + 15 * 256; 2], Detect(detect),
        "U+FEFF of every form, its beginnings, and all bytes that are nearly one";
}

/// Inputs that begin with a signature, or with something similar.
const STARTS: [&[u8]; 12] = [
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

fn policies(context: &Context<'_, &dyn HandlesBom>) -> Result<Tally, String> {
    Ok(context.each(STARTS.len(), |item, tester| {
        for after in [&b""[..], b"z", b"\xEF\xBB\xBFz", b"\xC3\xA9\xFF"] {
            let bytes = [STARTS[item], after].concat();
            for &policy in context.claimed.policies() {
                let removes = matches!(policy, Policy::Ignore | Policy::Strip);
                let text = if removes { bytes.strip_prefix(b"\xEF\xBB\xBF") } else { None }.unwrap_or(&bytes);
                let expected = reference::replaced(text);
                for cuts in 0..1 << bytes.len().saturating_sub(1).min(5) {
                    let chunks = cut(&bytes, cuts);
                    tester.expect(
                        &format!("{policy:?}"),
                        || chunked(&chunks),
                        &expected,
                        |subject| subject.text(policy, &chunks),
                    );
                }
            }
        }
    }))
}

/// All short strings of the bytes of signatures; each signature after a space; and each with one byte replaced by
/// every value.
fn detect(context: &Context<'_, &dyn Detects>) -> Result<Tally, String> {
    Ok(context.once(|tester| {
        strings(&[0x00, 0xBB, 0xBF, 0xEF, 0xFE, 0xFF, b'a'], 4, |bytes| check("short string", bytes, tester));
        for form in Form::ALL {
            let signature = form.signature();
            check("not at the start", &[b" ", &signature[..]].concat(), tester);
            for at in 0..signature.len() {
                for byte in 0..=255 {
                    let mut bytes = [&signature[..], b"text"].concat();
                    bytes[at] = byte;
                    check(&format!("{form:?}, changed"), &bytes, tester);
                }
            }
        }
    }))
}

fn check(what: &str, bytes: &[u8], tester: &mut Tester<&dyn Detects>) {
    // The longest one: FF FE 00 00 begins like UTF-16LE.
    let begins = |form: &Form| bytes.starts_with(&form.signature());
    let expected = Form::ALL.into_iter().filter(begins).max_by_key(|form| form.signature().len());
    tester.expect(what, || hex(bytes, 0), &expected, |subject| subject.detect(bytes));
}
