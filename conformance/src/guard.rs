//! Memory between two unreadable pages.

#[cfg(unix)]
use std::{io, ptr};

/// Some pages, between two unreadable ones.
pub(crate) struct Guarded {
    base: *mut u8,
    size: usize,
}

/// The size of an unreadable page here: a multiple of that of every system.
const PAGE: usize = 64 << 10;

#[expect(unsafe_code, reason = "only the operating system can make a page unreadable")]
impl Guarded {
    /// Memory for `capacity` bytes.
    #[cfg(unix)]
    pub(crate) fn new(capacity: usize) -> Result<Self, String> {
        let failed = |what: &str| Err(format!("{what}: {}", io::Error::last_os_error()));
        let size = capacity.max(1).next_multiple_of(PAGE);
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: a new anonymous mapping at an address of the system's choice overlaps nothing.
        let base = unsafe { libc::mmap(ptr::null_mut(), size + 2 * PAGE, libc::PROT_NONE, flags, -1, 0) };
        if base == libc::MAP_FAILED {
            return failed("mmap");
        }
        let guarded = Self { base: base.cast(), size };
        let readable = guarded.base.wrapping_add(PAGE).cast();
        // SAFETY: the mapping is `size + 2 * PAGE` bytes long, so these `size` bytes lie inside it; and
        // there is no reference to them yet.
        let status = unsafe { libc::mprotect(readable, size, libc::PROT_READ | libc::PROT_WRITE) };
        if status == 0 { Ok(guarded) } else { failed("mprotect") }
    }

    /// This system has none.
    #[cfg(not(unix))]
    pub(crate) fn new(_capacity: usize) -> Result<Self, String> {
        Err("guard pages are made with mmap and mprotect, which this system does not have".to_owned())
    }

    /// The last `len` bytes before the unreadable page at the end.
    pub(crate) fn at_end(&mut self, len: usize) -> &mut [u8] {
        let size = self.size;
        &mut self.readable()[size - len..]
    }

    /// The first `len` bytes after the unreadable page at the start.
    pub(crate) fn at_start(&mut self, len: usize) -> &mut [u8] {
        &mut self.readable()[..len]
    }

    fn readable(&mut self) -> &mut [u8] {
        let readable = self.base.wrapping_add(PAGE);
        // SAFETY: `new` made `size` bytes from there readable and writable, zeroed by the system; they stay so
        // until `drop`; and the borrow of `self` makes this the only reference to them.
        unsafe { std::slice::from_raw_parts_mut(readable, self.size) }
    }
}

#[cfg(unix)]
#[expect(unsafe_code, reason = "the system unmaps the pages")]
impl Drop for Guarded {
    fn drop(&mut self) {
        // SAFETY: this is the mapping of `new`, with its length, and no borrow of it outlives `self`.
        let status = unsafe { libc::munmap(self.base.cast(), self.size + 2 * PAGE) };
        debug_assert_eq!(status, 0, "munmap of a mapping of ours");
    }
}

#[cfg(all(test, unix))]
#[expect(unsafe_code, reason = "asks the system about addresses that must not be touched")]
mod tests {
    use std::os::fd::AsRawFd as _;

    use super::Guarded;

    #[test]
    fn one_byte_further_is_unreadable() {
        let mut guarded = Guarded::new(5000).unwrap();
        let (first, last) = (guarded.at_start(1).as_ptr(), guarded.at_end(1).as_ptr());
        let (_reader, writer) = std::io::pipe().unwrap();
        // The system reads the byte on our behalf, and returns an error where a load would kill the process.
        let readable = |byte: *const u8| {
            // SAFETY: `write` checks the address itself, and the pipe has space for a byte.
            let written = unsafe { libc::write(writer.as_raw_fd(), byte.cast(), 1) };
            written == 1
        };
        assert!(readable(first) && readable(last));
        assert!(!readable(first.wrapping_sub(1)) && !readable(last.wrapping_add(1)));
    }
}
