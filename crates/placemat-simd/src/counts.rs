//! Population count without the instruction.

/// The number of lanes in each set of eight.
static COUNTS: [u8; 256] = {
    let mut counts = [0; 256];
    let mut set: usize = 0;
    while set < counts.len() {
        counts[set] = if set % 2 == 1 { 1 } else { 0 } + counts[set / 2];
        set += 1;
    }
    counts
};

/// [`Simd::count_eight`](crate::Simd::count_eight) by table.
#[inline(always)]
pub(crate) fn count_eight(set: u8) -> usize {
    usize::from(COUNTS[usize::from(set)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_right() {
        for set in 0..=u8::MAX {
            assert_eq!(count_eight(set), set.count_ones() as usize, "{set:b}");
        }
    }
}
