//! Digests of answers, the same on every machine.

use std::hash::{Hash, Hasher};

use crate::random::mix;

/// A [`Hasher`] that does not depend on the machine: it hashes numbers by value, independent of their width and byte
/// order. (One exception: the standard library hashes a slice of numbers wider than a byte by its memory, so answers
/// do not contain such slices.)
pub(crate) struct Digest(u64);

impl Digest {
    /// The digest of an answer, chained to the previous one.
    pub(crate) fn of(before: u64, answer: &impl Hash) -> u64 {
        let mut digest = Self(before);
        answer.hash(&mut digest);
        digest.0
    }
}

impl Hasher for Digest {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = mix(self.0 ^ number);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_isize(&mut self, number: isize) {
        // Sign-extended, so that a discriminant is the same everywhere.
        self.write_u64((number as i64).cast_unsigned());
    }
}
