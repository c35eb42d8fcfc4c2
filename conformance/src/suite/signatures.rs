//! The row about U+FEFF at the start.

use super::{
    check::{Context, Tally},
    cuts::cut,
    report::chunked,
    spec::{Minimum, Run, Spec},
};
use crate::{
    reading,
    subject::{HandlesBom, Policy},
};

pub(super) const ROWS: &[Spec] = &[Spec {
    name: "bom-policies",
    about: "U+FEFF at the start, whole or in part, once or twice, cut everywhere, under every policy",
    minimum: Minimum::always(847),
    run: Run::Bom(policies),
}];

/// Inputs that begin like a signature, or do not.
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
    Ok(context.each(STARTS.len(), |item, asker| {
        for after in [&b""[..], b"z", b"\xEF\xBB\xBFz", b"\xC3\xA9\xFF"] {
            let bytes = [STARTS[item], after].concat();
            for &policy in context.claimed.policies() {
                let removes = matches!(policy, Policy::Ignore | Policy::Strip);
                let text = if removes { bytes.strip_prefix(b"\xEF\xBB\xBF") } else { None }.unwrap_or(&bytes);
                let expected = reading::replaced(text);
                for cuts in 0..1 << bytes.len().saturating_sub(1).min(5) {
                    let chunks = cut(&bytes, cuts);
                    asker.expect(
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
