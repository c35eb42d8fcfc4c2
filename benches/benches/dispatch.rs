//! `dispatch/<mix>/<facade or backend>/<longest>`: what the facade costs over a direct call.

mod common;

use criterion::Criterion;
use placemat_benches::{loads::Load, plan, texts};

fn main() {
    common::main(|criterion: &mut Criterion| {
        let contenders = common::contenders(plan::is_dispatch);
        let mixes = texts::mixes(1);
        for mix in mixes.iter().filter(|mix| mix.name.ends_with("1..16")) {
            let group = format!("dispatch/{}", mix.name);
            common::bench(criterion, &group, &mix.longest().to_string(), Load::Strings(mix), &contenders);
        }
    });
}
