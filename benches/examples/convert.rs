//! How fast conversion is beside its peers: `cargo run --release -p placemat-benches --features simdutf
//! --example convert -- [DIR]`, where DIR has texts; without it, they are generated. Each line is a text at a
//! mebibyte: gigaoctets of UTF-8 a second, and how many times as fast as the peers (the median of paired
//! rounds). simdutf takes its best kernel, or the one that `SIMDUTF_FORCE_IMPLEMENTATION` names; placemat the
//! backend in `PLACEMAT`, or its best one.

use std::{env, hint::black_box, io, path::PathBuf, time::Instant};

use placemat::{
    backend::{self, Handle},
    convert::{Converter, Utf8, Utf16},
};
use placemat_benches::{run, stats, texts};

const SIZE: usize = 1 << 20;
const ROUNDS: usize = 31;

/// Who converts: a name, and what is run.
type Contender<'a> = (&'a str, Box<dyn FnMut() + 'a>);

fn main() -> io::Result<()> {
    let _ = run::pin();
    let texts = match env::args_os().nth(1) {
        Some(folder) => texts::read_folder(&PathBuf::from(folder))?,
        None => texts::generated(1),
    };
    let name = env::var("PLACEMAT").unwrap_or_else(|_| backend::active().entry.name().to_owned());
    let entry = backend::by_name(&name).map_err(|error| io::Error::other(error.to_string()))?;
    let handle = entry.get().map_err(|error| io::Error::other(error.to_string()))?;
    println!("{name}: GB/s; ratios to each peer");
    for text in &texts {
        let sample = text.sample(SIZE, 1);
        let units: Vec<u16> = sample.encode_utf16().collect();
        report(&format!("{} 8 to 16", text.name), sample.len(), to_utf16(handle, &sample));
        report(&format!("{} 16 to 8", text.name), sample.len(), to_utf8(handle, &units));
    }
    Ok(())
}

fn to_utf16<'a>(handle: Handle, text: &'a str) -> Vec<Contender<'a>> {
    let bytes = text.as_bytes();
    let ours = Converter::<Utf8, Utf16>::strict().by(handle);
    let mut room = vec![0; bytes.len() + 64];
    let mut contenders: Vec<Contender<'a>> =
        vec![("placemat", Box::new(move || _ = black_box(ours.convert(black_box(bytes), &mut room))))];
    #[cfg(feature = "simdutf")]
    {
        let mut room = vec![0; bytes.len() + 64];
        contenders.push((
            "simdutf",
            Box::new(move || _ = black_box(simdutf_to_utf16(black_box(bytes), &mut room))),
        ));
    }
    let mut room = vec![0; bytes.len() + 64];
    contenders.push((
        "encoding_rs",
        Box::new(move || {
            black_box(encoding_rs::mem::convert_utf8_to_utf16(black_box(bytes), &mut room));
        }),
    ));
    contenders
}

fn to_utf8(handle: Handle, units: &[u16]) -> Vec<Contender<'_>> {
    let ours = Converter::<Utf16, Utf8>::strict().by(handle);
    let mut room = vec![0; 3 * units.len() + 64];
    let mut contenders: Vec<Contender<'_>> =
        vec![("placemat", Box::new(move || _ = black_box(ours.convert(black_box(units), &mut room))))];
    #[cfg(feature = "simdutf")]
    {
        let mut room = vec![0; 3 * units.len() + 64];
        contenders
            .push(("simdutf", Box::new(move || _ = black_box(simdutf_to_utf8(black_box(units), &mut room)))));
    }
    let mut room = vec![0; 3 * units.len() + 64];
    contenders.push((
        "encoding_rs",
        Box::new(move || {
            black_box(encoding_rs::mem::convert_utf16_to_utf8(black_box(units), &mut room));
        }),
    ));
    contenders
}

#[cfg(feature = "simdutf")]
fn simdutf_to_utf16(bytes: &[u8], room: &mut [u16]) -> usize {
    // SAFETY: no text has more units than octets, and there is room for that many.
    unsafe { simdutf::convert_utf8_to_utf16(bytes.as_ptr(), bytes.len(), room.as_mut_ptr()) }
}

#[cfg(feature = "simdutf")]
fn simdutf_to_utf8(units: &[u16], room: &mut [u8]) -> usize {
    // SAFETY: no unit becomes more than three octets, and there is room for that many.
    unsafe { simdutf::convert_utf16_to_utf8(units.as_ptr(), units.len(), room.as_mut_ptr()) }
}

/// Runs the contenders in turn, and prints how fast the first is.
fn report(what: &str, octets: usize, mut contenders: Vec<Contender<'_>>) {
    let mut times = vec![Vec::new(); contenders.len()];
    for round in 0..ROUNDS + 2 {
        for turn in 0..contenders.len() {
            let at = (round + turn) % contenders.len();
            let start = Instant::now();
            contenders[at].1();
            if round >= 2 {
                times[at].push(start.elapsed().as_secs_f64());
            }
        }
    }
    let speed = octets as f64 / stats::median(&times[0]) / 1e9;
    print!("{what:24} {speed:6.2}");
    for (at, (peer, _)) in contenders.iter().enumerate().skip(1) {
        let rounds: Vec<f64> = times[at].iter().zip(&times[0]).map(|(theirs, ours)| theirs / ours).collect();
        print!("  {peer} {:5.2}", stats::median(&rounds));
    }
    println!();
}
