//! Recipes of long texts, encoded and converted.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| placemat_fuzz::conversions::recipes(data));
