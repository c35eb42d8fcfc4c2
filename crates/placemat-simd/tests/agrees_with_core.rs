//! The driver over emulated vectors against the standard library: a quick look. The proof is in the
//! conformance package: the certificate over all windows, and the bookkeeping of the driver.

use placemat_core::{Scan, locate};
use placemat_simd::{emulated::Emulated, validate::scan};

const FILLERS: [&[u8]; 4] = [b"a", "\u{e9}".as_bytes(), "\u{20ac}".as_bytes(), "\u{1f37d}".as_bytes()];

const PIECES: [&[u8]; 16] = [
    b"a",
    b"\xC3\xA9",
    b"\xE2\x82\xAC",
    b"\xF0\x9F\x98\x80",
    b"\x80",
    b"\xC0\xAF",
    b"\xC1",
    b"\xC3",
    b"\xE0\x80\x80",
    b"\xE2\x82",
    b"\xED\xA0\x80",
    b"\xF0\x9F",
    b"\xF1\x80\x80",
    b"\xF4\x90\x80\x80",
    b"\xF5",
    b"\xFF",
];

fn check<const LANES: usize>(bytes: &[u8], what: &str) {
    let found = match scan(Emulated::<LANES>, bytes) {
        Scan::Clean => None,
        Scan::Suspect { from } => {
            Some(locate(bytes, from).expect_err(&format!("a false alarm at {from}: {what}")))
        }
    };
    let expected = core::str::from_utf8(bytes).err();
    assert_eq!(
        found.map(|e| (e.valid_up_to(), e.error_len())),
        expected.map(|e| (e.valid_up_to(), e.error_len())),
        "{what}"
    );
}

/// Every piece at every edge of the driver's making, between every two fillers.
#[test]
fn pieces_between_fillers() {
    for len in [0, 1, 5, 63, 64, 66, 67, 68, 128, 130, 640, 1100, 1800, 3000, 6500] {
        for before in FILLERS {
            for after in FILLERS {
                for piece in PIECES {
                    let mut bytes = before.repeat(len / before.len());
                    bytes.extend(piece);
                    bytes.extend(after.repeat((len / 3 + 70) / after.len()));
                    let what = format!("{piece:x?} after {len} octets of {before:x?}, before {after:x?}");
                    check::<16>(&bytes, &what);
                    check::<64>(&bytes, &what);
                    check::<32>(&bytes[..len / before.len() * before.len() + piece.len()], &what);
                }
            }
        }
    }
}
