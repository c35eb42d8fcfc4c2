//! The routes of validation: each is taken, and begins and ends where the constants of the kernel say.

mod here;

use here::on_this_target;
use placemat_core::{Backend, Scan, locate};
use placemat_simd::validate::{Kernel, Route, route, scan};
use placemat_simd::{BLOCK, REACH, emulated::Emulated};

/// The first 128 bytes of an input repeat the first character; the others repeat the second.
type Text = [char; 2];

const ASCII: Text = ['a', 'a'];
const ASCII_HEAD: Text = ['a', '\u{E9}'];
const TWO: Text = ['\u{E9}', '\u{E9}'];
const FOUR: Text = ['\u{1F37D}', 'a'];

/// An input of `len` bytes.
fn input([head, rest]: Text, len: usize) -> Vec<u8> {
    let mut text = head.to_string().repeat(128 / head.len_utf8());
    text += &rest.to_string().repeat(len / rest.len_utf8());
    while !text.is_char_boundary(len) {
        text.insert(0, 'a');
    }
    text.truncate(len);
    text.into_bytes()
}

/// A text, the least length from which it takes another route, the route below that length, and from there on.
fn borders<K: Kernel>() -> Vec<(Text, usize, Route, Route)> {
    let mixed = K::MIXED_MAX_BLOCKS * BLOCK + 1;
    let dense = K::DENSE_MAX_BLOCKS * BLOCK + 1;
    let mut borders = vec![
        (ASCII, BLOCK + REACH, Route::Short, Route::Mixed),
        (TWO, BLOCK + REACH, Route::Short, Route::Mixed),
        (ASCII, mixed, Route::Mixed, Route::Ascii),
        (ASCII_HEAD, mixed, Route::Mixed, Route::Ascii),
        (FOUR, mixed, Route::Mixed, Route::Dense),
    ];
    if K::SPARSE_MAX_RUNS > 0 {
        let sparse = K::SPARSE_MAX_RUNS * 256 + 1;
        borders.extend([
            (TWO, mixed, Route::Mixed, Route::Sparse),
            (FOUR, dense, Route::Dense, Route::Sparse),
            (TWO, sparse, Route::Sparse, Route::Chunks),
            (ASCII_HEAD, sparse, Route::Ascii, Route::Ascii),
        ]);
    } else {
        borders.extend([
            (TWO, mixed, Route::Mixed, Route::Dense),
            (TWO, dense, Route::Dense, Route::Chunks),
            (FOUR, dense, Route::Dense, Route::Chunks),
        ]);
    }
    if K::PREFETCHES {
        borders.extend([
            (TWO, K::PREFETCH_MIN_LEN, Route::Chunks, Route::Chunks),
            (TWO, K::UNCACHED_MIN_LEN, Route::Chunks, Route::Uncached),
            (ASCII, K::UNCACHED_MIN_LEN, Route::Ascii, Route::Uncached),
        ]);
    }
    borders
}

/// Validates inputs just below, at and just above every border, without an error and with one at the beginning, in the
/// middle and at the end.
fn hold<K: Kernel>(name: &str, kernel: K, scan: impl Fn(&[u8]) -> Scan) {
    let mut taken = vec![];
    for (text, border, below, from) in borders::<K>() {
        for (len, expected) in [(border - 1, below), (border, from), (border + 1, from)] {
            let mut bytes = input(text, len);
            let what = format!("{name}: {len} bytes of {text:?}");
            assert_eq!(route(kernel, len, bytes.first_chunk()), expected, "{what}");
            taken.push(expected);
            assert_eq!(scan(&bytes), Scan::Clean, "{what}");
            for at in [0, len / 2, len - 1] {
                let byte = std::mem::replace(&mut bytes[at], 0xFF);
                let error = std::str::from_utf8(&bytes).unwrap_err();
                let Scan::Suspect { from } = scan(&bytes) else { panic!("{what}, an error at {at}") };
                assert_eq!(locate(&bytes, from).unwrap_err().valid_up_to(), error.valid_up_to(), "{what}");
                bytes[at] = byte;
            }
        }
    }
    let exists = [
        (Route::Short, true),
        (Route::Mixed, true),
        (Route::Dense, true),
        (Route::Ascii, true),
        (Route::Chunks, true),
        (Route::Sparse, K::SPARSE_MAX_RUNS > 0),
        (Route::Uncached, K::PREFETCHES),
    ];
    for (route, exists) in exists {
        assert_eq!(taken.contains(&route), exists, "{name}: {route:?}");
    }
}

fn hold_backend<K: Kernel + Backend>(name: &str, kernel: K) {
    hold(name, kernel, |bytes| kernel.scan(bytes));
}

#[test]
fn routes_of_this_target() {
    on_this_target!(hold_backend);
}

#[test]
fn emulated_routes() {
    hold("emulated 16", Emulated::<16>, |bytes| scan(Emulated::<16>, bytes));
    hold("emulated 32", Emulated::<32>, |bytes| scan(Emulated::<32>, bytes));
    hold("emulated 64", Emulated::<64>, |bytes| scan(Emulated::<64>, bytes));
    const { assert!(Emulated::<16>::SPARSE_MAX_RUNS > 0 && Emulated::<16>::PREFETCHES, "it has every route") };
}
