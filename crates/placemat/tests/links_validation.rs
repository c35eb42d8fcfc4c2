//! A program that only validates links no conversion or measuring kernel.
//!
//! This cannot be checked where symbols are outside the program or kernels may be inlined, nor without
//! optimisation, where debug information contains all names.
#![cfg(all(
    target_os = "linux",
    target_arch = "x86_64",
    not(target_feature = "avx2"),
    not(placemat_backend),
    not(debug_assertions)
))]

mod common;

#[test]
fn validation_alone_links_no_other_family() {
    assert!(placemat::validate("5 \u{20AC}".as_bytes()).is_ok());
    assert!(placemat::from_utf8(b"\xFF").is_err());
    assert_eq!(placemat::from_utf8_lossy(b"a\xFF"), "a\u{FFFD}");
    let expected: Vec<_> = common::compiled().map(|backend| format!("{backend}::token")).collect();
    assert_eq!(common::linked(), expected);
}
