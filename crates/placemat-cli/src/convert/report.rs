//! Messages about the inputs.

use super::job::{Job, Known};
use crate::conversion::{Changes, Fix, Tally};
use crate::text::{number, warn};
use crate::{args::OnError, charset::Charset};

impl Job<'_> {
    /// Reports the changes, errors and remarks.
    pub(super) fn report(self, name: &str, tally: &Tally, changes: bool) {
        if self.destination.quiet {
            return;
        }
        if let Some(fix) = self.plan.fix {
            self.report_changes(name, &tally.changes, fix);
        } else if self.plan.from != Charset::Utf8 && (self.known == Known::Nothing || self.check && changes) {
            let converted = if self.check { "to be converted" } else { "converted" };
            warn(format_args!("{name}: {converted} from {}", self.plan.from));
        }
        if tally.second_bom {
            warn(format_args!(
                "{name}: another U+FEFF follows the byte order mark; it is a character, and stays"
            ));
        }
        if let Some(char) = tally.undefined {
            let (byte, from) = (u32::from(char), self.plan.from);
            let is = match from {
                Charset::Latin1 => "a control in ISO-8859-1, and mostly a character in windows-1252".into(),
                _ => format!("not defined in {from}"),
            };
            warn(format_args!("{name}: {byte:02X} is {is}; it became U+{byte:04X}"));
        }
        let Some(first) = &tally.first else { return };
        let errors = number(tally.errors, "error", "errors");
        let done = match self.plan.on_error {
            _ if self.check => "to replace",
            OnError::Fail | OnError::Replace => "replaced",
            OnError::Escape => "escaped",
            OnError::Skip => "left out",
        };
        warn(format_args!("{name}: {errors} {done}; the first: {first}"));
        if self.plan.on_error == OnError::Skip {
            warn(format_args!("{name}: {DELETION}"));
        }
    }

    /// Reports how many changes there are, and the first of them.
    fn report_changes(self, name: &str, changes: &Changes, fix: Fix) {
        if changes.doubtful > 0 {
            let runs = number(changes.doubtful, "run", "runs");
            warn(format_args!("{name}: {runs} may be encoded twice; what is in doubt stays"));
        }
        if changes.number == 0 {
            return;
        }
        let done = |is: &'static str, will_be: &'static str| if self.check { will_be } else { is };
        let runs = number(changes.number, "run", "runs");
        let decoded = done("decoded", "to decode");
        warn(match fix {
            Fix::Fallback(charset) => format!("{name}: {runs} of invalid bytes {decoded} as {charset}"),
            Fix::Double(_) => format!("{name}: {runs} of text encoded twice {decoded}"),
            Fix::Remove(_) => {
                let characters = number(changes.number, "character", "characters");
                format!("{name}: {characters} {}", done("removed", "to remove"))
            }
        });
        let became = match fix {
            Fix::Remove(_) => done("was removed", "would be removed"),
            _ => done("became", "would become"),
        };
        for words in changes.words(fix, became) {
            warn(format_args!("{name}:{words}"));
        }
    }
}

/// The risk of `--on-error skip`.
const DELETION: &str = "what stood on both sides of an error is together now and may mean something else; check \
                        the result, not the input (RFC 3629, section 10)";
