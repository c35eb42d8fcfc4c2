//! Validates a column of strings in one call, and makes the invalid rows null, as a database would.
//!
//! ```sh
//! cargo run -p placemat --example columns
//! ```

use placemat::batch::{Column, RowError};

fn main() -> Result<(), RowError> {
    // Arrow's layout: all strings in one buffer, and where each row begins.
    let names: [&[u8]; 4] = [b"Zo\xC3\xAB", b"Ren\xE9", b"Anna", b"\xC3"];
    let values = names.concat();
    let mut offsets = vec![0_i32];
    for name in names {
        offsets.push(offsets[offsets.len() - 1] + i32::try_from(name.len()).unwrap_or(i32::MAX));
    }

    if let Err(error) = Column::offsets(&offsets, &values).validate() {
        println!("{error}");
    }
    let mut validity = [0b1111];
    let nulls = Column::offsets(&offsets, &values).nullify(&mut validity)?;
    println!("{nulls} rows are null, validity {:04b}", validity[0]);

    let repaired = Column::offsets(&offsets, &values).repair()?;
    println!("{}", String::from_utf8_lossy(&repaired.values));
    Ok(())
}
