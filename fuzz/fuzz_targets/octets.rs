//! The fuzzer's octets are the text.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Some((plan, text)) = placemat_fuzz::Plan::read(data) {
        placemat_fuzz::check(plan, text);
    }
});
