//! Signatures at the start of streams.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| placemat_fuzz::io::signatures(data));
