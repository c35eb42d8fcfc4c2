//! Population count without the instruction.

/// The number of lanes in each set of eight.
#[expect(clippy::cast_possible_truncation, reason = "at most 8")]
static COUNTS: [u8; 256] = {
    let mut counts = [0; 256];
    let mut set: usize = 0;
    while set < counts.len() {
        counts[set] = set.count_ones() as u8;
        set += 1;
    }
    counts
};

/// [`Simd::count_eight`](crate::Simd::count_eight) by table.
#[inline(always)]
pub(crate) fn count_eight(set: u8) -> usize {
    usize::from(COUNTS[usize::from(set)])
}
