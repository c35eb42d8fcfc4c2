//! The fuzzer's octets are the text.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| placemat_fuzz::octets(data));
