//! Texts in chunks.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| placemat_fuzz::pieces::streams(data));
