//! `error/<text>-<none, start or end>/<backend or peer>/<size>`: what an error costs, by where it is.

mod common;

use criterion::Criterion;
use placemat_benches::{loads::Load, plan, texts};

const SIZE: usize = 1 << 20;

fn main() {
    common::main(|criterion: &mut Criterion| {
        let contenders = common::contenders(plan::judges_here);
        let texts = texts::generated(1);
        for text in texts.iter().filter(|text| ["ascii", "russian", "chinese"].contains(&text.name.as_str()))
        {
            for (place, load) in [
                ("none", Load::Pieces { text, size: SIZE }),
                ("end", Load::LateError { text, size: SIZE }),
                ("start", Load::EarlyError { text, size: SIZE }),
            ] {
                let group = format!("error/{}-{place}", text.name);
                common::bench(criterion, &group, &SIZE.to_string(), load, &contenders);
            }
        }
    });
}
