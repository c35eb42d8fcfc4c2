//! Text through readers and writers.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| placemat_fuzz::io::io(data));
