//! Every error of a text, and what lies between them.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| placemat_fuzz::pieces::chunks(data));
