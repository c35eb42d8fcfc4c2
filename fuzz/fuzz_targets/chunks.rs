//! All errors of a text, and the text between them.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| placemat_fuzz::pieces::chunks(data));
