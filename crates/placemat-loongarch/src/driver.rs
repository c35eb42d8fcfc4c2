//! Which blocks the kernel validates: those of the input, and copies of its beginning.

use placemat_core::Scan;

/// Bytes in a block.
pub(crate) const BLOCK: usize = 64;

/// Bytes before a block that determine what it may begin with.
pub(crate) const BEFORE: usize = 3;

/// Blocks that are validated before the result is looked at.
const RUN: usize = 16;

/// [`placemat_core::Backend::scan`] with a kernel, which says whether whole blocks are valid after the
/// [`BEFORE`] bytes with which its slice begins. Windows have no state, so any block may be validated twice.
#[inline(always)]
pub(crate) fn scan(bytes: &[u8], are_valid: impl Fn(&[u8], usize) -> bool) -> Scan {
    // The beginning, after ASCII. What is shorter than a block ends with ASCII as well.
    let mut copy = [0; BEFORE + BLOCK];
    let head = bytes.len().min(BLOCK);
    copy[BEFORE..][..head].copy_from_slice(&bytes[..head]);
    if !are_valid(&copy, 1) {
        return Scan::Suspect { from: 0 };
    }
    let mut at = head;
    while bytes.len() - at >= BLOCK {
        let blocks = ((bytes.len() - at) / BLOCK).min(RUN);
        if !are_valid(&bytes[at - BEFORE..], blocks) {
            return Scan::Suspect { from: at };
        }
        at += blocks * BLOCK;
    }
    if at == bytes.len() {
        return if at < BLOCK || is_complete(bytes) { Scan::Clean } else { Scan::Suspect { from: at } };
    }
    // The last bytes, followed by ASCII.
    let rest = &bytes[at - BEFORE..];
    copy[..rest.len()].copy_from_slice(rest);
    copy[rest.len()..].fill(0);
    if are_valid(&copy, 1) { Scan::Clean } else { Scan::Suspect { from: at } }
}

/// Whether no character is cut off at the end, where `bytes` are at least three.
pub(crate) fn is_complete(bytes: &[u8]) -> bool {
    matches!(bytes, [.., b3, b2, b1] if *b3 < 0xF0 && *b2 < 0xE0 && *b1 < 0xC0)
}
