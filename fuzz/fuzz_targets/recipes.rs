//! The fuzzer's input is a recipe for a text, which may be long.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| placemat_fuzz::recipes(data));
