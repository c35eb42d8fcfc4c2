//! Where inputs are put: at a chosen address, inside octets that are not theirs.

/// A buffer whose first octet lies at a multiple of 4096, so that `place` decides where chunks end.
///
/// Kernels cut their input at aligned *addresses*. A test that only varies offsets within its slices tests the places
/// that the allocator happens to choose.
pub(super) struct Stage {
    buffer: Vec<u8>,
    base: usize,
}

/// Addresses are given modulo this.
pub(super) const PAGE: usize = 4096;

impl Stage {
    /// A stage for inputs of at most `capacity` octets.
    pub(super) fn new(capacity: usize) -> Self {
        let buffer = vec![0; capacity + 4 * PAGE];
        // Behind the first multiple, lest it be the buffer's very start: there is to be room for a margin before it.
        let base = 2 * PAGE - buffer.as_ptr().addr() % PAGE;
        Self { buffer, base }
    }

    /// `len` octets at an address that is `offset` modulo 4096.
    pub(super) fn place(&mut self, offset: usize, len: usize) -> &mut [u8] {
        let from = self.base + offset % PAGE;
        &mut self.buffer[from..from + len]
    }

    /// The same, with `margin` octets of `around`, repeated, on both sides. Both fit: `margin` is at most 64.
    pub(super) fn surround(&mut self, offset: usize, len: usize, around: &[u8], margin: usize) {
        let from = self.base + offset % PAGE;
        let (before, after) = (from - margin..from, from + len..from + len + margin);
        for range in [before, after] {
            for (octet, &poison) in self.buffer[range].iter_mut().zip(around.iter().cycle()) {
                *octet = poison;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_fit_wherever_the_buffer_lies() {
        let stages: Vec<_> = (0..300).map(|i| Stage::new(i * 17)).collect();
        for mut stage in stages {
            let len = stage.buffer.len() - 4 * PAGE;
            for offset in [0, 4095] {
                stage.surround(offset, len, b"\x80", 64);
            }
        }
    }

    #[test]
    fn places_are_where_they_should_be() {
        let mut stage = Stage::new(100);
        for offset in [0, 1, 63, 64, 4095] {
            assert_eq!(stage.place(offset, 100).as_ptr().addr() % PAGE, offset);
            stage.place(offset, 100).fill(b'a');
            stage.surround(offset, 100, b"\x80\xC3", 64);
            assert!(stage.place(offset, 100).iter().all(|&octet| octet == b'a'));
            let from = stage.base + offset;
            assert_eq!(stage.buffer[from - 1..=from], [0xC3, b'a']);
            assert_eq!(stage.buffer[from + 99..from + 102], [b'a', 0x80, 0xC3]);
        }
    }
}
