use crate::BLOCK;

/// How many units come before the first line of the cache that begins with one. A load of a whole line that reaches into
/// the next one takes as long as two.
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
