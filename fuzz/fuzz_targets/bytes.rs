//! The fuzzer's input is the text.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| placemat_fuzz::bytes(data));
