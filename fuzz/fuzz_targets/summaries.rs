//! Texts validated in pieces.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| placemat_fuzz::pieces::summaries(data));
