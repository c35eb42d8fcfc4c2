//! Puts other bytes at each position of ASCII of each length, at each address, for every backend: short
//! inputs are validated with overlapping loads, which must cover each byte.

use placemat::backend::{self, Backend, Validate};
use placemat_conformance::is_thinned;

/// Includes the length from which on inputs are processed in blocks, and a few blocks more.
const LONGEST: usize = 256;

/// The bytes that are inserted into the ASCII: invalid, truncated or valid.
const PIECES: [&[u8]; 5] = [b"\xFF", b"\x80", b"\xC3", b"\xC3\xA9", b"\xF0\x9F\x98\x80"];

#[test]
fn each_place_is_looked_at() {
    // Without optimisation a call takes a hundred times as long.
    let addresses = if is_thinned() { 61..63 } else { 0..64 };
    let handles: Vec<_> = backend::all().iter().filter_map(|entry| entry.get().ok()).collect();
    let mut buffer = vec![b'a'; LONGEST + 128];
    let aligned = buffer.as_ptr().align_offset(64);
    for address in addresses {
        for len in 0..=LONGEST {
            let range = aligned + address..aligned + address + len;
            agree(&handles, &buffer[range.clone()]);
            for at in 0..len {
                for piece in PIECES {
                    let bytes = &mut buffer[range.clone()];
                    let piece = &piece[..piece.len().min(len - at)];
                    bytes[at..at + piece.len()].copy_from_slice(piece);
                    agree(&handles, bytes);
                    bytes[at..at + piece.len()].fill(b'a');
                }
            }
        }
    }
}

/// Compares dispatched calls and all backends with the standard library.
fn agree(handles: &[backend::Handle], bytes: &[u8]) {
    let expected = core::str::from_utf8(bytes).err().map(|error| (error.valid_up_to(), error.error_len()));
    let found = |error: placemat::Utf8Error| (error.valid_up_to(), error.error_len());
    assert_eq!(placemat::validate(bytes).err().map(found), expected, "{bytes:?}");
    assert_eq!(placemat::is_utf8(bytes), expected.is_none(), "{bytes:?}");
    for handle in handles {
        let answer = handle.validate(bytes).err().map(found);
        assert_eq!(answer, expected, "{}: {bytes:?}", handle.info().name());
    }
}
