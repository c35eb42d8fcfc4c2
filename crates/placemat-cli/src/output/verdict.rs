//! What there is to say about an input as a whole.

use super::{
    folding::Folding,
    totals::{Checked, End},
};
use crate::text::number;

/// One sentence about an input, if there is more to say than its reports did.
pub(super) fn verdict(end: &End, reports: &Folding) -> Option<String> {
    match end {
        End::Binary { listed } => {
            listed.then(|| "binary, not checked (--binary check does it anyway)".to_owned())
        }
        End::Utf16 { hint, .. } => Some(format!("not UTF-8; {}", hint.words())),
        End::Checked(Checked { tally, hint, .. }) => {
            if tally.errors == 0 {
                return hint.as_ref().map(|hint| format!("valid UTF-8, but {}", hint.words()));
            }
            let is_more = tally.errors > reports.covered();
            if hint.is_none() && !is_more {
                return None;
            }
            let mut words = number(tally.errors, "error", "errors");
            if let Some(first) = reports.first() {
                let which = if tally.errors == 1 { "at" } else { "the first at" };
                words.push_str(&format!(", {which} {}:{}", first.line, first.column));
            }
            if let Some(hint) = hint {
                words.push_str("; ");
                words.push_str(&hint.words());
            }
            if is_more {
                words.push_str(" (--max-errors 0 lists all)");
            }
            Some(words)
        }
    }
}
