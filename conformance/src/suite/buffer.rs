//! Places inputs at a chosen address, between surrounding bytes.

/// A buffer that puts inputs at chosen addresses.
///
/// Kernels cut their input at aligned *addresses*. A test that varies only offsets within its slices tests
/// the addresses that the allocator happens to choose.
pub(crate) struct Buffer {
    bytes: Vec<u8>,
    base: usize,
}

/// Addresses are modulo this.
pub(crate) const PAGE: usize = 4096;

impl Buffer {
    /// A buffer for inputs of at most `capacity` bytes.
    pub(crate) fn new(capacity: usize) -> Self {
        let bytes = vec![0; capacity + 4 * PAGE];
        // Not the first multiple, which may be the very start: a margin has to fit before it.
        let base = 2 * PAGE - bytes.as_ptr().addr() % PAGE;
        Self { bytes, base }
    }

    /// `len` bytes at an address that is `address` modulo 4096.
    pub(crate) fn at(&mut self, address: usize, len: usize) -> &mut [u8] {
        let from = self.base + address % PAGE;
        &mut self.bytes[from..from + len]
    }

    /// These bytes at such an address.
    pub(crate) fn put(&mut self, address: usize, bytes: &[u8]) -> &[u8] {
        let place = self.at(address, bytes.len());
        place.copy_from_slice(bytes);
        place
    }

    /// Puts `margin` bytes of `around`, repeated, before and after the bytes of [`at`](Self::at). `margin`
    /// is at most 64.
    pub(crate) fn surround(&mut self, address: usize, len: usize, around: &[u8], margin: usize) {
        let from = self.base + address % PAGE;
        let (before, after) = (from - margin..from, from + len..from + len + margin);
        for range in [before, after] {
            for (byte, &poison) in self.bytes[range].iter_mut().zip(around.iter().cycle()) {
                *byte = poison;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_lie_where_they_should() {
        let mut buffer = Buffer::new(100);
        for address in [0, 1, 63, 64, 4095] {
            assert_eq!(buffer.at(address, 100).as_ptr().addr() % PAGE, address);
            buffer.at(address, 100).fill(b'a');
            buffer.surround(address, 100, b"\x80\xC3", 64);
            assert!(buffer.at(address, 100).iter().all(|&byte| byte == b'a'));
            let from = buffer.base + address;
            assert_eq!(buffer.bytes[from - 1..=from], [0xC3, b'a']);
            assert_eq!(buffer.bytes[from + 99..from + 102], [b'a', 0x80, 0xC3]);
        }
    }
}
