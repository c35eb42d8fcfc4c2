//! All short strings, over bytes of a test's choosing or over all that the grammar can tell apart.

use crate::oracle::Oracle;

/// Calls `check` with every string of at most `len` bytes, of which one stands for each class of bytes that are alike
/// to the grammar; the number of strings.
pub fn class_strings(len: usize, check: impl FnMut(&[u8])) -> usize {
    let classes: Vec<u8> = Oracle::get().classes().iter().map(|class| class[0]).collect();
    strings(&classes, len, check)
}

/// Calls `check` with every string of at most `len` of these bytes; the number of strings.
pub fn strings(bytes: &[u8], len: usize, mut check: impl FnMut(&[u8])) -> usize {
    let mut count = 0;
    let mut string = Vec::new();
    for len in 0..=len {
        // The numbers of `len` digits, each of which is a byte.
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
