//! Where the next error is.
//!
//! A kernel reads ahead by some KiB before it says that something is wrong, and not exactly where. That is
//! right for a text without errors, or with few. Where they are dense, one kernel call for each would read
//! everything many times. So after an error the search goes on in small steps, and in larger ones the longer
//! it finds nothing:
//!
//! 1. blocks of 64 bytes, of which a kernel says at once which items are invalid, all of them;
//! 2. stretches that grow.

use placemat_core::{Context, Items, Scan, locate};

use crate::backend_choice::BackendChoice;

/// Bytes before a block that a kernel loads.
pub(super) const REACH: usize = 3;

/// Bytes of a block.
pub(super) const BLOCK: usize = 64;

/// How many bytes are read in blocks before stretches are worth a call.
const NEAR: usize = 4 * BLOCK;

/// The smallest stretch. Kernels say of inputs of this size in which block the error is; of shorter ones only
/// that there is one.
pub(super) const STRETCH: usize = 16 * BLOCK;

/// What is known of the bytes after an error.
#[derive(Clone, Debug)]
pub(super) struct Resume {
    /// Whether there has been an error.
    near: bool,
    /// The first byte of the block that was read last.
    block: usize,
    /// One bit a byte of that block: an invalid item begins there that has not been returned.
    left: u64,
    /// The first byte that has not been read; an item begins there.
    next: usize,
}

impl Resume {
    pub(super) const START: Self = Self { near: false, block: 0, left: 0, next: 0 };

    /// Where the next invalid item begins.
    #[inline]
    pub(super) fn next_error(&mut self, choice: BackendChoice, bytes: &[u8]) -> Option<usize> {
        if self.left == 0 && !self.search(choice, bytes) {
            return None;
        }
        let start = self.block + self.left.trailing_zeros() as usize;
        self.left &= self.left - 1;
        Some(start)
    }

    /// Reads on to the next block with an error; whether there is one.
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

    /// Reads at least so many bytes, or to the next error; whether there is one.
    #[inline]
    fn by_blocks(&mut self, choice: BackendChoice, bytes: &[u8], len: usize) -> bool {
        // What is less than the smallest stretch is not worth a call.
        let left = bytes.len() - self.next;
        let until = if left < len + STRETCH { bytes.len() } else { self.next + len };
        while self.next < until {
            let Some(context) = context(bytes, self.next) else { return self.by_grammar(bytes) };
            let items = choice.items(context);
            (self.block, self.left) = (self.next, items.invalid());
            self.next += items.decided() as usize;
            if self.left != 0 {
                return true;
            }
        }
        false
    }

    /// Reads a block or what is left, item by item: for the ends of an input.
    fn by_grammar(&mut self, bytes: &[u8]) -> bool {
        let end = bytes.len().min(self.next + BLOCK);
        let Err(error) = locate(&bytes[self.next..end], 0) else {
            self.next = end;
            return false;
        };
        let at = self.next + error.valid_up_to();
        // What the end of the block cuts off is left for the next one.
        let is_cut_off = error.error_len().is_none() && end < bytes.len();
        self.next = if is_cut_off { at } else { at + error.error_len().unwrap_or(end - at) };
        (self.block, self.left) = (at, u64::from(!is_cut_off));
        !is_cut_off
    }
}

/// The block at byte `at`, where an item begins, and the bytes before it; `None` near the ends.
#[inline]
pub(super) fn context(bytes: &[u8], at: usize) -> Option<&Context> {
    bytes.get(at.checked_sub(REACH)?..)?.first_chunk()
}

/// Reads a stretch of about so many bytes from `at` on, where an item begins. Returns whether all of it is
/// valid, and how many bytes at the start surely are; an item begins after them, too.
#[inline]
pub(super) fn clean_stretch(choice: BackendChoice, bytes: &[u8], at: usize, stretch: usize) -> (bool, usize) {
    let rest = &bytes[at..];
    // A character that the end would cut in two is left for the next stretch.
    let rest = if stretch < rest.len() { &rest[..lead_before(rest, stretch)] } else { rest };
    match choice.scan(rest) {
        Scan::Clean => (true, rest.len()),
        Scan::Suspect { from } => (false, lead_before(rest, from)),
    }
}

/// The last byte C0..FF among the three before `at`, if there is one; else `at`.
#[inline]
pub(super) fn lead_before(bytes: &[u8], at: usize) -> usize {
    (at.saturating_sub(REACH)..at).rev().find(|&at| bytes[at] >= 0xC0).unwrap_or(at)
}

const _: () = assert!(Items::DECIDED as usize + REACH == BLOCK);
