use crate::{Simd, Unit};

/// Operations on 16-bit words, which conversion needs from a backend. A vector has half as many words as bytes.
pub trait Words: Simd {
    /// Sets every lane to `word`.
    fn word(self, word: u16) -> Self::V;

    /// Addition modulo 10000.
    fn add_words(self, a: Self::V, b: Self::V) -> Self::V;

    /// FFFF where both are equal, else 0.
    fn equal_words(self, a: Self::V, b: Self::V) -> Self::V;

    /// The minimum of unsigned words.
    fn min_words(self, a: Self::V, b: Self::V) -> Self::V;

    /// Shifts each word left by `N` bits.
    fn shift_up<const N: i32>(self, a: Self::V) -> Self::V;

    /// Shifts each word right by `N` bits.
    fn shift_down<const N: i32>(self, a: Self::V) -> Self::V;

    /// Copies the lower byte of each word to its upper byte.
    #[inline(always)]
    fn low_twice(self, a: Self::V) -> Self::V {
        const LOW_TWICE: [u8; 16] = [0, 0, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10, 12, 12, 14, 14];
        self.shuffle(a, self.repeat(&LOW_TWICE))
    }

    /// `a` where the byte of the mask is FF, `b` where it is 0.
    #[inline(always)]
    fn select(self, mask: Self::V, a: Self::V, b: Self::V) -> Self::V {
        self.xor(b, self.and(mask, self.xor(a, b)))
    }

    /// The lower bytes of the words of `a` and then `b`, whose upper bytes must be 0.
    fn pack_words(self, a: Self::V, b: Self::V) -> Self::V;

    /// All bytes in order.
    fn sixteens(self, a: Self::V) -> impl IntoIterator<Item = Sixteen<Self>>;

    /// The words of `a`, each followed by that of `b`, in order.
    fn zip_words(self, a: Self::V, b: Self::V) -> impl IntoIterator<Item = Sixteen<Self>>;

    /// The bytes of `a`, each followed by that of `b`, in order.
    fn zip_bytes(self, a: Self::V, b: Self::V) -> impl IntoIterator<Item = Sixteen<Self>>;
}

/// The sixteen bytes that go through a shuffle.
pub type Sixteen<S> = <<S as Simd>::Sixteen as Simd>::V;

/// Stores the bytes that `row` selects, in its order, which is their order in memory. Where `row` has 80, the byte is
/// unspecified. The destination must have sixteen bytes.
#[inline(always)]
pub fn store_shuffled<S: Simd, U: Unit>(simd: S, bytes: Sixteen<S>, row: &[u8; 16], dst: &mut [U]) {
    let simd = simd.sixteen();
    simd.store(simd.shuffle(bytes, simd.load(row, 0)), dst, 0);
}
