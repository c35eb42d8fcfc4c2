//! Units of any encoding, converted.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| placemat_fuzz::conversions::units(data));
