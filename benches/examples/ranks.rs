//! Tells whether contenders rank the same on generated and on real text: `cargo run --release -p
//! placemat-benches --features simdutf --example ranks -- DIR [SEED]`, where DIR has files that are named
//! like generated texts. Both texts are measured in the same rounds.

#![forbid(unsafe_code)]

use std::{env, io, path::PathBuf};

use placemat_benches::{
    arena::Arena,
    contenders::{self, Kind, Task},
    interleave::{Cell, Lane},
    loads::Load,
    quiet::Core,
    run,
    stats::{Ratio, median_of},
    texts,
};

const SIZE: usize = 1 << 20;
const ROUNDS: usize = 31;
/// A pair that is no further apart than this, or whose interval contains 1, may change places.
const CLOSE: f64 = 0.05;

fn main() -> io::Result<()> {
    contenders::serve_if_child();
    let folder = env::args_os().nth(1).map(PathBuf::from).ok_or(io::ErrorKind::InvalidInput)?;
    let seed = env::args().nth(2).map_or(Ok(1), |seed| seed.parse()).map_err(io::Error::other)?;
    let _ = run::pin();
    let mut core = Core::listen();
    let mut contenders = contenders::all();
    contenders.retain(|one| one.task == Task::Validate && matches!(one.kind, Kind::Backend | Kind::Peer));
    let generated = texts::generated(seed);
    for real in &texts::read_folder(&folder)? {
        let Some(model) = generated.iter().find(|text| text.name == real.name) else { continue };
        let lanes = |contender| (0..2).map(move |load| Lane { contender, load });
        let cell = Cell {
            loads: [model, real].map(|text| Load::Pieces { text, size: SIZE }).into(),
            lanes: contenders.iter().flat_map(lanes).collect(),
        };
        let measured = cell.run(&mut Arena::new(cell.room())?, &mut core, ROUNDS, seed)?;
        let lane = |contender: usize, load: usize| &measured.times[2 * contender + load];
        let speed = |contender: usize, load: usize| {
            measured.octets[2 * contender + load] / median_of(lane(contender, load))
        };
        let mut order: Vec<_> = (0..contenders.len()).collect();
        order.sort_by(|&a, &b| speed(b, 0).total_cmp(&speed(a, 0)));
        println!("{}: GB/s on the generated and on the real text", real.name);
        for &one in &order {
            println!("  {:18} {:7.2} {:7.2}", contenders[one].name, speed(one, 0), speed(one, 1));
        }
        let apart = |a: usize, b: usize, load: usize| {
            let ratio = Ratio::of(lane(b, load), lane(a, load));
            ratio.differs() && (ratio.median.max(1.0 / ratio.median) - 1.0) > CLOSE
        };
        let (mut pairs, mut inverted) = (0, Vec::new());
        for (i, &a) in order.iter().enumerate() {
            for &b in order[i + 1..].iter().filter(|&&b| apart(a, b, 0) && apart(a, b, 1)) {
                pairs += 1;
                if speed(a, 1) < speed(b, 1) {
                    inverted.push(format!("{} and {}", contenders[a].name, contenders[b].name));
                }
            }
        }
        println!(
            "  {pairs} pairs are apart on both; in another order: {}\n",
            match inverted.len() {
                0 => "none".to_owned(),
                _ => inverted.join(", "),
            }
        );
    }
    Ok(())
}
