//! The memory that all contenders read.
//!
//! One region holds the samples of a round, and the same physical pages are mapped into the child processes of some
//! contenders, so no contender reads from better placed or better cached pages than another.

use std::path::{Path, PathBuf};
use std::{fs::File, io};

use memmap2::{MmapMut, MmapOptions};

/// The mapped bytes, and their path for child processes.
pub struct Arena {
    map: MmapMut,
    /// The memory as a file, which must stay open as long as its path is used. Only Linux has both.
    file: Option<(File, PathBuf)>,
}

impl Arena {
    /// A region of `len` bytes, all zero.
    ///
    /// # Errors
    ///
    /// If the system has too little memory.
    pub fn new(len: usize) -> io::Result<Self> {
        let file = nameless_file()?;
        let map = match &file {
            Some((file, _)) => {
                file.set_len(len as u64)?;
                map(file)?
            }
            None => MmapMut::map_anon(len)?,
        };
        Ok(Self { map, file })
    }

    /// Maps the region of another process, by its [`path`](Self::path).
    ///
    /// # Errors
    ///
    /// If that process has ended, or is not this one's parent.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = File::options().read(true).write(true).open(path)?;
        Ok(Self { map: map(&file)?, file: None })
    }

    /// The path of the region for a child process; `None` if the system has none.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(|(_, path)| path.as_path())
    }

    /// The bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.map
    }

    /// The bytes, for writing.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.map
    }
}

/// Anonymous memory that behaves like a file, and its path for this process's children.
#[cfg(target_os = "linux")]
fn nameless_file() -> io::Result<Option<(File, PathBuf)>> {
    use rustix::fs::{MemfdFlags, memfd_create};
    use std::os::fd::AsRawFd as _;
    let file = File::from(memfd_create("interleave", MemfdFlags::CLOEXEC)?);
    let path = format!("/proc/{}/fd/{}", std::process::id(), file.as_raw_fd());
    Ok(Some((file, PathBuf::from(path))))
}

#[cfg(not(target_os = "linux"))]
fn nameless_file() -> io::Result<Option<(File, PathBuf)>> {
    Ok(None)
}

#[expect(unsafe_code, reason = "a mapping is shared with every process that has the file")]
fn map(file: &File) -> io::Result<MmapMut> {
    // SAFETY: the file has no name, so only this process and its children can map it. The parent writes only between
    // the turns of its children: a child reads while the parent waits for its answer, and creates new slices in each
    // turn.
    unsafe { MmapOptions::new().map_mut(file) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_can_be_opened_again() {
        let mut arena = Arena::new(4096).unwrap();
        arena.bytes_mut()[17] = 42;
        if let Some(path) = arena.path() {
            assert_eq!(Arena::open(path).unwrap().bytes()[17], 42);
        }
        assert_eq!(arena.bytes().len(), 4096);
    }
}
