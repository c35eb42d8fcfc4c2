//! The header that is checked in is the one that cbindgen makes.

use std::{env, fs, path::Path};

#[test]
fn header_is_up_to_date() {
    let crate_dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config =
        cbindgen::Config::from_file(crate_dir.join("cbindgen.toml")).expect("cbindgen.toml is valid");
    // Many functions are defined by macros, which cbindgen has the compiler expand: `[parse.expand]` in its file.
    // SAFETY: this is the only test of the program, and no other thread reads the environment.
    unsafe { env::set_var("RUSTC_BOOTSTRAP", "1") };
    let mut made = Vec::new();
    cbindgen::generate_with_config(crate_dir, config).expect("the source is parsed").write(&mut made);
    let made = String::from_utf8(made).expect("a header is text");
    let path = crate_dir.join("include/placemat.h");
    if env::var_os("PLACEMAT_BLESS").is_some() {
        fs::write(&path, &made).expect("the header can be written");
    }
    let checked_in = fs::read_to_string(&path).expect("there is a header");
    assert!(made == checked_in, "run PLACEMAT_BLESS=1 cargo test -p placemat-capi --features header");
    for name in ["placemat_validate_utf8_with_errors", "placemat_stream_feed", "placemat_summary_merge"] {
        assert!(made.contains(name), "{name} is missing");
    }
}
