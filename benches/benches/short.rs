//! `short/<mix>/<backend or peer>/<longest>`: strings of shuffled lengths.

mod common;

use criterion::Criterion;
use placemat_benches::{loads::Load, texts};

fn main() {
    common::main(|criterion: &mut Criterion| {
        // With the facade in other processes, once for each backend: on short strings its cost would show.
        let contenders = common::contenders(|_| true);
        for mix in &texts::mixes(1) {
            let group = format!("short/{}", mix.name);
            common::bench(criterion, &group, &mix.longest().to_string(), Load::Strings(mix), &contenders);
        }
    });
}
