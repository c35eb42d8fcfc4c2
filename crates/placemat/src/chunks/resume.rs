//! Finds the next error.
//!
//! A kernel scans several KiB ahead before it reports an error, and does not report the exact position. That is right
//! for text with few or no errors. With dense errors, one kernel call per error would scan everything many times. After
//! an error the search therefore proceeds in small steps that grow as it finds nothing:
//!
//! 1. blocks of 64 bytes, for which a kernel reports all invalid items at once;
//! 2. stretches of growing length.

use placemat_core::{Context, Items, Scan};

use crate::backend_choice::BackendChoice;

/// Bytes before a block that a kernel loads.
pub(crate) const REACH: usize = 3;

/// Bytes per block.
pub(super) const BLOCK: usize = 64;

/// Bytes that are checked block by block before a scan of stretches is worth a call.
const NEAR: usize = 4 * BLOCK;

/// The smallest stretch. For inputs of this size and larger, kernels report the block with the error; for
/// shorter ones, only that there is an error.
pub(super) const STRETCH: usize = 16 * BLOCK;

/// The state of the search after an error.
#[derive(Clone, Debug)]
pub(super) struct Resume {
    /// Whether the search has started.
    near: bool,
    /// The offset of the last block that was checked.
    block: usize,
    /// One bit per byte of that block: an invalid item begins there that has not been returned yet.
    left: u64,
    /// The offset of the first unchecked byte, an item boundary.
    next: usize,
}

impl Resume {
    pub(super) const START: Self = Self { near: false, block: 0, left: 0, next: 0 };

    /// A search that starts at `next`, an item boundary, near an error.
    #[cfg(feature = "alloc")]
    pub(super) const fn at(next: usize) -> Self {
        Self { near: true, block: 0, left: 0, next }
    }

    /// Returns the offset of the next invalid item.
    #[inline]
    pub(super) fn next_error(&mut self, choice: BackendChoice, bytes: &[u8]) -> Option<usize> {
        if self.left == 0 && !self.search(choice, bytes) {
            return None;
        }
        let start = self.block + self.left.trailing_zeros() as usize;
        self.left &= self.left - 1;
        Some(start)
    }

    /// Advances to the next block with an error. Returns whether there is one.
    fn search(&mut self, choice: BackendChoice, bytes: &[u8]) -> bool {
        if core::mem::replace(&mut self.near, true) && self.by_blocks(choice, bytes, NEAR) {
            return true;
        }
        let mut stretch = if self.next == 0 { usize::MAX } else { STRETCH };
        while self.next < bytes.len() {
            let (clean, read) = clean_stretch(choice, bytes, self.next, stretch);
            self.next += read;
            if !clean && self.by_blocks(choice, bytes, STRETCH) {
                return true;
            }
            stretch = stretch.saturating_mul(4);
        }
        false
    }

    /// Checks at least `len` bytes, or up to the next error. Returns whether there is one.
    #[inline]
    fn by_blocks(&mut self, choice: BackendChoice, bytes: &[u8], len: usize) -> bool {
        // Fewer bytes than the smallest stretch are not worth a call.
        let left = bytes.len() - self.next;
        let until = if left < len + STRETCH { bytes.len() } else { self.next + len };
        while self.next < until {
            let end;
            let context = match context(bytes, self.next) {
                Some(context) => context,
                None => {
                    end = padded(bytes, self.next);
                    &end
                }
            };
            let items = choice.items(context);
            (self.block, self.left) = (self.next, items.invalid());
            self.next = bytes.len().min(self.next + items.decided() as usize);
            if self.left != 0 {
                return true;
            }
        }
        false
    }
}

/// The same near the ends, padded with zeros: those after it terminate a sequence that is cut off.
fn padded(bytes: &[u8], at: usize) -> Context {
    let mut block = [0; size_of::<Context>()];
    let before = at.min(REACH);
    let some = &bytes[at - before..bytes.len().min(at + BLOCK)];
    block[REACH - before..][..some.len()].copy_from_slice(some);
    block
}

/// The block at `at`, an item boundary, and the bytes before it; `None` near the ends.
#[inline]
pub(super) fn context(bytes: &[u8], at: usize) -> Option<&Context> {
    bytes.get(at.checked_sub(REACH)?..)?.first_chunk()
}

/// Scans about `stretch` bytes from `at`, an item boundary. Returns whether they are all valid, and how many
/// leading bytes are known to be; those end at an item boundary, too.
#[inline]
pub(crate) fn clean_stretch(choice: BackendChoice, bytes: &[u8], at: usize, stretch: usize) -> (bool, usize) {
    let rest = &bytes[at..];
    // A character that the end would split is left to the next stretch.
    let rest = if stretch < rest.len() { &rest[..lead_before(rest, stretch)] } else { rest };
    match choice.scan(rest) {
        Scan::Clean => (true, rest.len()),
        Scan::Suspect { from } => (false, lead_before(rest, from)),
    }
}

/// The last position of a byte C0..FF among the three before `at`, or `at` if there is none.
#[inline]
pub(crate) fn lead_before(bytes: &[u8], at: usize) -> usize {
    (at.saturating_sub(REACH)..at).rev().find(|&at| bytes[at] >= 0xC0).unwrap_or(at)
}

const _: () = assert!(Items::DECIDED as usize + REACH == BLOCK);
