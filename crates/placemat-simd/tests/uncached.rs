//! Uncached inputs, which some kernels validate piece by piece, and others group by group, loading each vector once:
//! no error is missed where pieces or groups meet. (The bookkeeping audits the same loops over emulated vectors.)
//! Emulators run it in rows for kernels.

use placemat::backend;
use placemat_conformance::is_thinned;
use placemat_core::{Scan, locate};

/// More than the shortest input that is validated in pieces.
const LEN: usize = (32 << 20) + 3 * 4096 + 77;

/// The distance between the places of errors, in pieces of 4 KiB.
const APART: usize = 340;

/// Sequences and parts of them, and how many bytes of each are valid.
const PARTS: [(&[u8], usize); 5] =
    [(b"\xFF", 0), (b"\xC3a", 0), (b"\xE2\x82a", 0), (b"\xF0\x9F\x98a", 0), ("\u{1F37D}".as_bytes(), 4)];

/// The offset of the first error, according to `scan`.
fn first_error(bytes: &[u8], scan: impl Fn(&[u8]) -> Scan) -> Option<usize> {
    match scan(bytes) {
        Scan::Clean => None,
        Scan::Suspect { from } => locate(bytes, from).err().map(|error| error.valid_up_to()),
    }
}

fn hold(name: &str, scan: impl Fn(&[u8]) -> Scan) {
    let mut bytes = vec![b'a'; LEN + 64];
    let to_line = bytes.as_ptr().addr().wrapping_neg() % 64;
    for n in (0..(LEN >> 12) / APART).step_by(if is_thinned() { 7 } else { 1 }) {
        // The first piece begins with a cache line.
        let line = 3 + 7 * n % 61;
        let start = (to_line + 64 - line) % 64;
        assert_eq!(first_error(&bytes[start..start + LEN], &scan), None, "{name}: ASCII from {start}");
        let (part, valid) = PARTS[n % PARTS.len()];
        // Pieces begin a multiple of 4 KiB after the first, and groups a block after them.
        let at = line + ((1 + n * APART) << 12) + n / 6 % 2 * 64 - 4 + n % 6;
        bytes[start + at..start + at + part.len()].copy_from_slice(part);
        let expected = (valid < part.len()).then_some(at);
        assert_eq!(first_error(&bytes[start..start + LEN], &scan), expected, "{name}: {part:X?} at {at}");
        bytes[start + at..start + at + part.len()].fill(b'a');
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "it takes long where it is not optimised")]
#[cfg_attr(
    all(target_family = "wasm", not(debug_assertions)),
    ignore = "Node.js crashes after it has passed"
)]
fn backends_validate_long_inputs() {
    for backend in backend::all().iter().filter_map(|entry| entry.get().ok()) {
        hold(backend.info().name(), |bytes| backend.scan(bytes));
    }
}
