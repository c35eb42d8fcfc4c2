//! What the safe constructor of arrow costs: it validates again what `placemat::batch` has validated.
//!
//! ```sh
//! cargo run --release --example cost
//! ```

use std::{hint::black_box, time::Instant};

use arrow_array::{BinaryArray, StringArray};
use placemat::batch::Column;
use placemat_arrow::{Invalid, string_array};

const ROWS: usize = 16_384;
const ROUNDS: usize = 201;

fn main() {
    println!("nanoseconds a row, {ROWS} rows, median of {ROUNDS} rounds");
    println!("{:20}{:>12}{:>12}{:>14}", "", "validation", "try_new", "string_array");
    let texts = [("ASCII, 20 bytes", "twenty bytes of text"), ("Russian, 40 bytes", "сорок байтов русского")];
    for (name, text) in texts {
        let column = BinaryArray::from_iter_values(std::iter::repeat_n(text, ROWS));
        let (offsets, values) = (column.value_offsets(), column.value_data());
        let alone = median(|| Column::offsets(black_box(offsets), black_box(values)).validate().is_ok());
        let again =
            median(|| StringArray::try_new(column.offsets().clone(), column.values().clone(), None).is_ok());
        let both = median(|| string_array(black_box(&column), Invalid::Error).is_ok());
        println!("{name:20}{alone:12.2}{again:12.2}{both:14.2}");
    }
}

/// The median time of a call, in nanoseconds a row. Panics if the column is invalid.
fn median(mut call: impl FnMut() -> bool) -> f64 {
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        assert!(call(), "the column is valid");
        times.push(start.elapsed().as_nanos());
    }
    times.sort_unstable();
    times[ROUNDS / 2] as f64 / ROWS as f64
}
