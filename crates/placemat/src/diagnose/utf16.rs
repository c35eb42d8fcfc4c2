//! UTF-16 without a BOM.

use super::{Diagnosis, Place};

/// Minimum number of units.
const FEWEST: usize = 4;

/// In UTF-16 every other byte is the upper half of a unit, below 09 for Latin, Greek, Cyrillic, Hebrew,
/// Arabic and neighbouring scripts. Text in other encodings has no such bytes (they are controls), and few
/// lower halves are below 09.
pub(super) fn diagnose(place: &Place<'_>) -> Option<Diagnosis> {
    // Whole units, counted from the start of the input.
    let skip = place.from % 2;
    let (units, _) = place.near.get(skip..)?.as_chunks::<2>();
    if units.len() < FEWEST {
        return None;
    }
    let is_upper = |byte: u8| byte < 0x09;
    let share =
        |half: usize| units.iter().filter(|unit| unit.get(half).is_some_and(|o| is_upper(*o))).count();
    let (first, second) = (share(0), share(1));
    let most = |upper: usize, lower: usize| upper * 4 >= units.len() * 3 && lower * 8 <= units.len();
    if most(first, second) {
        Some(Diagnosis::Utf16 { little_endian: false })
    } else if most(second, first) {
        Some(Diagnosis::Utf16 { little_endian: true })
    } else {
        None
    }
}
