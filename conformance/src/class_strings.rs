//! All short strings that the grammar can tell apart.

use crate::oracle::Oracle;

/// Calls `check` with every string of at most `len` octets, of which one stands for each class of octets that are alike
/// to the grammar; the number of strings.
pub fn class_strings(len: usize, mut check: impl FnMut(&[u8])) -> usize {
    let classes: Vec<u8> = Oracle::get().classes().iter().map(|class| class[0]).collect();
    let mut count = 0;
    let mut string = Vec::new();
    for len in 0..=len {
        // The numbers of `len` digits, each of which is a class.
        let mut digits = vec![0; len];
        loop {
            string.clear();
            string.extend(digits.iter().map(|&digit: &usize| classes[digit]));
            check(&string);
            count += 1;
            let Some(place) = digits.iter().position(|&digit| digit + 1 < classes.len()) else { break };
            digits[..place].fill(0);
            digits[place] += 1;
        }
    }
    count
}
