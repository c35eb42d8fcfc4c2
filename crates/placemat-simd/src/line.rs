use crate::BLOCK;

/// The number of units before the first cache line that begins with a unit. Loading a full line that crosses into the
/// next one takes as long as two loads.
#[inline(always)]
pub(crate) fn to_line<U>(units: &[U]) -> usize {
    units.as_ptr().addr().wrapping_neg() % BLOCK / size_of::<U>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_begins_there() {
        let units = [0_u16; 200];
        for at in 0..=100 {
            let to = to_line(&units[at..]);
            assert!(to < BLOCK / 2);
            assert!(units[at + to..].as_ptr().addr().is_multiple_of(BLOCK));
        }
    }
}
