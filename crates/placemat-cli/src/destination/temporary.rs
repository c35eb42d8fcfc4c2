//! A file that gets its name when it is complete and synced to disk.

use std::fs::{File, FileTimes, Metadata};
use std::io::{self, Write};

use super::attributes::{self, Losses};
use super::{backup, interrupt};
use crate::place::{Place, State, pause};

/// A temporary file in the directory of its final name. It is removed if it is not committed, or if a signal ends the
/// process; after SIGKILL it remains, with a name that begins with `.placemat-`.
pub(crate) struct Temporary {
    file: File,
    place: Place,
    /// Its final name.
    target: Place,
    /// The file that it replaces, as it was when it was opened.
    old: Option<State>,
    /// The additional name of the file that it replaces.
    backup: Option<Place>,
    /// Whether the place has nothing but this file.
    is_ours: bool,
}

impl Temporary {
    /// For a file that does not exist, with the default permissions.
    pub(super) fn new(target: Place) -> io::Result<Self> {
        Self::make(target, 0o666, None)
    }

    /// For an existing file, which was in the state `old` when it was opened. Keeps its owner, permissions and extended
    /// attributes.
    pub(super) fn replacing(target: Place, original: &File, old: State, losses: Losses) -> io::Result<Self> {
        let temporary = Self::make(target, 0o600, Some(old))?;
        attributes::keep(&temporary.file, original, losses)?;
        Ok(temporary)
    }

    fn make(target: Place, mode: u16, old: Option<State>) -> io::Result<Self> {
        let mut pending = interrupt::pending();
        let (place, file) = target.temporary(mode)?;
        let temporary = Self { file, place, target, old, backup: None, is_ours: true };
        *pending = Some((temporary.place.clone(), State::of(&temporary.file)?));
        Ok(temporary)
    }

    pub(super) fn set_times(&self, meta: &Metadata) -> io::Result<()> {
        let times = FileTimes::new().set_accessed(meta.accessed()?).set_modified(meta.modified()?);
        self.file.set_times(times)
    }

    /// Keeps the file that it replaces under this name, too.
    pub(super) fn set_backup(&mut self, backup: Place) {
        self.backup = Some(backup);
    }

    /// Renames the file. After a crash, either the old or the complete new contents exist. A file that another program
    /// has changed since it was opened is left as it is.
    pub(super) fn commit(mut self) -> io::Result<()> {
        // This takes long, so what must not have changed is compared afterwards.
        self.file.sync_all()?;
        pause("synced");
        let own = State::of(&self.file)?;
        let mut pending = interrupt::pending();
        if self.place.state()? != own {
            self.is_ours = false;
            return Err(io::Error::other("another program has replaced the temporary file"));
        }
        match self.old.take() {
            // Fails if another program has created a file of this name meanwhile.
            None => self.place.rename_new(&self.target)?,
            Some(old) => {
                if !self.exchange(old, &own)? {
                    self.place.rename(&self.target)?;
                }
            }
        }
        *pending = None;
        self.target.sync_name();
        Ok(())
    }

    /// Replaces the old file, if the system can exchange two files. Closes it, because some systems cannot replace open
    /// files.
    #[expect(clippy::needless_pass_by_value, reason = "it closes the old file")]
    fn exchange(&mut self, old: State, own: &State) -> io::Result<bool> {
        if self.target.state().ok().as_ref() != Some(&old) {
            return Err(changed());
        }
        if let Some(backup) = &self.backup {
            backup::make(&self.target, backup)?;
        }
        pause("compared");
        if !self.place.exchange(&self.target)? {
            return Ok(false);
        }
        pause("exchanged");
        // What another program has written between the comparison and the exchange came back with the old file.
        let is = |place: &Place, state: &State| place.state().is_ok_and(|now| now.has_contents_of(state));
        if is(&self.target, own) {
            if is(&self.place, &old) {
                return self.place.remove().map(|()| true);
            }
            self.place.exchange(&self.target)?;
            if is(&self.place, own) {
                return Err(changed());
            }
        }
        // The other program wrote once more. Both of its versions are kept.
        self.is_ours = false;
        let name = crate::text::shown(self.place.name());
        Err(io::Error::other(format!(
            "another program has written to it at the same time; {name} has another version"
        )))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if self.is_ours
            && let Ok(own) = State::of(&self.file)
            && self.place.state().is_ok_and(|now| now.is(&own))
        {
            let _ = self.place.remove();
        }
    }
}

impl Write for Temporary {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(super) fn changed() -> io::Error {
    io::Error::other("another program has changed it meanwhile; it is left as it is")
}
