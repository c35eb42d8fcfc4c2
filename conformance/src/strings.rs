//! All short strings, over given bytes or over one byte of each class of the grammar.

use crate::oracle::Oracle;

/// Calls `check` with every string of at most `len` bytes, one byte for each class of the grammar. Returns the number
/// of strings.
pub fn class_strings(len: usize, check: impl FnMut(&[u8])) -> usize {
    strings(&Oracle::get().representatives(), len, check)
}

/// Calls `check` with every string of at most `len` of these bytes. Returns the number of strings.
pub fn strings(bytes: &[u8], len: usize, mut check: impl FnMut(&[u8])) -> usize {
    let mut count = 0;
    let mut string = Vec::new();
    for len in 0..=len {
        // Counts in numbers of `len` digits, each digit a byte.
        let mut digits = vec![0; len];
        loop {
            string.clear();
            string.extend(digits.iter().map(|&digit: &usize| bytes[digit]));
            check(&string);
            count += 1;
            let Some(place) = digits.iter().position(|&digit| digit + 1 < bytes.len()) else { break };
            digits[..place].fill(0);
            digits[place] += 1;
        }
    }
    count
}
