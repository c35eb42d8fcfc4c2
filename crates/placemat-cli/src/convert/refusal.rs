//! Why a file is not converted or repaired: the command would destroy its text.

use std::{io, path::Path};

use super::guard::is_mostly_utf8;
use super::guess::{Remembered, Watched};
use super::job::{ALREADY, Job, Known};
use crate::conversion::{self, Fix, Plan};
use crate::{args::OnError, charset::Charset, text::Name};

/// How many invalid bytes are probably text, even if it is not certain in which encoding.
const MANY: u64 = 8;

impl Job<'_> {
    /// Why a file that is not valid UTF-8 must stay as it is: it is text in another encoding, or no text, and each of its
    /// characters would be replaced; or it is mostly UTF-8, which would be encoded twice. Rewinds the input.
    pub(super) fn refusal(self, path: &Path, source: &mut Remembered) -> Option<String> {
        let Plan { from, on_error, fix, .. } = self.plan;
        let changes_file = self.destination.in_place || self.check;
        let replaces = changes_file && from == Charset::Utf8 && on_error != OnError::Fail;
        let encodes = self.known != Known::Nothing && !from.has_utf8() && !from.is_wide();
        if self.force || fix.is_some() || !(replaces || encodes) {
            return None;
        }
        if source.source().file().is_none() {
            if encodes && from.can_be_fallback() {
                source.guard(from);
            }
            return None;
        }
        if encodes {
            let share = source.share()?;
            source.source().rewind().ok()?;
            let whole = (share.invalid == 0).then(|| ALREADY.to_owned());
            return is_mostly_utf8(share, from).then(|| whole.unwrap_or_else(|| self.mixed(path, source)));
        }
        let (hint, share, _) = source.examine(path)?;
        source.source().rewind().ok()?;
        let why = match hint {
            Some(hint) if hint.is_another() => hint.words(),
            None if share.invalid >= MANY && share.invalid > share.valid => format!(
                "most of its bytes above 7F are not UTF-8; try `placemat convert --from ENCODING {}`",
                Name::new(path).in_command()
            ),
            _ => return None,
        };
        Some(format!("{why}; --force replaces its bytes nevertheless"))
    }

    /// What to do about a file that is mostly UTF-8.
    fn mixed(self, path: &Path, source: &mut Remembered) -> String {
        let from = self.plan.from;
        let fallback = Plan { fix: Some(Fix::Fallback(from)), ..Plan::strict(Charset::Utf8, Charset::Utf8) };
        let is_mixed = from.can_be_fallback()
            && conversion::run(fallback, &mut Watched::new(source, false), &mut io::sink())
                .is_ok_and(|tally| tally.changes.damage().is_none());
        let label = from.label();
        let in_place = if self.destination.in_place { "--in-place " } else { "" };
        let input = Name::new(path).in_command();
        let advice = if is_mixed {
            format!("`placemat repair --fallback {label} {in_place}{input}` converts the rest of it")
        } else {
            format!("`placemat check {input}` lists its errors")
        };
        format!("it is mostly UTF-8, which would be encoded twice; {advice}, and --force converts all of it")
    }
}
