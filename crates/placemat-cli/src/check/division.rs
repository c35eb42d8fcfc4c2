//! Large files, which all threads validate together.

use std::fs::File;

use super::Shared;
#[cfg(unix)]
use super::pieces;
use crate::{
    args::BomRule,
    stream::{Stopped, Tally},
};

impl Shared {
    /// The length of a file that all threads have found valid, if it is large enough to be divided.
    #[cfg(unix)]
    pub(super) fn clean_len(&self, file: &File) -> Option<u64> {
        let len = self.len_to_divide(file)?;
        let _lock = self.whole_machine.try_lock().ok()?;
        pieces::are_clean(self.plan(), file, len, &|bytes| self.progress.passed(bytes)).then_some(len)
    }

    #[cfg(not(unix))]
    pub(super) fn clean_len(&self, _: &File) -> Option<u64> {
        None
    }

    /// The length of a file that is large enough to be divided.
    pub(super) fn len_to_divide(&self, file: &File) -> Option<u64> {
        let of = file.metadata().ok()?;
        // Rules and statistics need the text in order.
        let needs_text = self.args.nfc || self.args.bom == BomRule::Forbid || self.style.needs_text();
        // On other systems, reading at an offset would move the file position.
        let divides = cfg!(unix)
            && self.jobs > 1
            && !needs_text
            && of.is_file()
            && of.len() / 2 >= self.args.piece_size.get();
        divides.then_some(of.len())
    }

    #[cfg(unix)]
    fn plan(&self) -> pieces::Plan {
        pieces::Plan { choice: self.choice, jobs: self.jobs, piece: self.args.piece_size.get() }
    }

    /// Counts the errors in the rest, with all threads if they are free.
    #[cfg(unix)]
    pub(super) fn count_rest(
        &self,
        file: Option<&File>,
        tally: &mut Tally,
        buffer: &mut Vec<u8>,
    ) -> Result<(), Stopped> {
        let (Some(from), Some(file)) = (tally.rest, file) else { return Ok(()) };
        let passed = |bytes| self.progress.passed(bytes);
        if let Some(len) = self.len_to_divide(file)
            && let Ok(_lock) = self.whole_machine.try_lock()
            && let Some(counts) = pieces::count_errors(self.plan(), file, from, len, &passed)
        {
            tally.bytes = len;
            tally.errors += counts.errors;
            tally.share.add(counts.share);
            return Ok(());
        }
        let rest = pieces::count_in_order(self.plan(), file, from, buffer, &passed)?;
        tally.bytes = from + rest.bytes;
        tally.errors += rest.errors;
        tally.share.add(rest.share);
        tally.failure = rest.failure;
        Ok(())
    }

    #[cfg(not(unix))]
    pub(super) fn count_rest(
        &self,
        _: Option<&File>,
        tally: &mut Tally,
        _: &mut Vec<u8>,
    ) -> Result<(), Stopped> {
        debug_assert_eq!(tally.rest, None, "no file is divided");
        Ok(())
    }
}
