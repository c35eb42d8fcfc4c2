//! A program that converts and measures links the kernels for it, which proves that `links_validation` would
//! detect them.
#![cfg(all(
    target_os = "linux",
    target_arch = "x86_64",
    not(target_feature = "avx2"),
    not(placemat_backend),
    not(debug_assertions)
))]

mod common;

use placemat::convert::{Converter, Utf8, Utf16};

#[test]
fn conversion_links_its_kernels() {
    let text = "5 \u{20AC}";
    let done = Converter::<Utf8, Utf16>::strict().convert(text.as_bytes(), &mut [0; 8]);
    assert_eq!((done.written, placemat::utf16::len(text)), (3, 3));
    let linked = common::linked();
    for backend in common::compiled() {
        for module in ["token", "convert", "measure"] {
            let name = format!("{backend}::{module}");
            assert!(linked.contains(&name), "{name} is not among {linked:?}");
        }
    }
}
