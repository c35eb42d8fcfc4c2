//! The fuzzer's octets are a recipe for a text, which may be long.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Some((plan, recipe)) = placemat_fuzz::Plan::read(data) {
        placemat_fuzz::check(plan, &placemat_fuzz::recipe::cook(recipe));
    }
});
