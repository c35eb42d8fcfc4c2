//! Speed of `from_utf8` in this build, compared with the standard library, which is always optimised.
//!
//! ```text
//! cargo run -p placemat --example speed
//! cargo run -p placemat --example speed --release
//! ```

use std::hint::black_box;
use std::time::{Duration, Instant};

fn main() {
    println!("backend: {}", placemat::backend::active().entry.name());
    let words = ["\u{706b}\u{661f}\u{662f}", "\u{2014} the ", "\u{41c}\u{430}\u{440}\u{441} ", "planet, "];
    let long: String = (0..60_000).map(|i| words[(i / 7) % 4]).collect();
    for text in ["twenty-four bytes, or so", &long] {
        // Alternately, so that other load on the machine affects both equally.
        let mut best = [Duration::MAX; 2];
        for _ in 0..101 {
            best[0] = best[0].min(time(|| placemat::from_utf8(black_box(text.as_bytes())).is_ok()));
            best[1] = best[1].min(time(|| core::str::from_utf8(black_box(text.as_bytes())).is_ok()));
        }
        let ratio = best[1].as_secs_f64() / best[0].as_secs_f64();
        println!("{:7} bytes: placemat {:?}, std {:?}: {ratio:.2} times", text.len(), best[0], best[1]);
    }
}

fn time(validate: impl Fn() -> bool) -> Duration {
    let start = Instant::now();
    assert!(black_box(validate()));
    start.elapsed()
}
