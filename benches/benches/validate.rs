//! `validate/<text>/<backend or peer>/<size>`: inputs of one size.

mod common;

use criterion::Criterion;
use placemat_benches::{loads::Load, texts};

/// Octets of an input.
const SIZES: [usize; 5] = [64, 256, 1 << 12, 1 << 16, 1 << 20];

fn main() {
    common::main(|criterion: &mut Criterion| {
        // Without the facade in other processes, which is the same facade.
        let contenders = common::contenders(|one| !one.name.contains('@'));
        for text in &texts::generated(1) {
            for size in SIZES {
                let load = Load::Pieces { text, size };
                common::bench(
                    criterion,
                    &format!("validate/{}", text.name),
                    &size.to_string(),
                    load,
                    &contenders,
                );
            }
        }
    });
}
