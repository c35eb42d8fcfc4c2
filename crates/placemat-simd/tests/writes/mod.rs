//! What the lanes of a kernel write, in the form that the certificate needs.

use placemat_conformance::certificate::{FiveBytes, Series, Variant, WINDOWS, Writes};
use placemat_simd::convert::{Lanes, SPARE, ToUtf16};
use placemat_simd::{BLOCK, Operation};

/// A kernel to be certified.
pub(crate) struct Of<K> {
    pub(crate) name: &'static str,
    pub(crate) kernel: K,
}

impl<K: ToUtf16 + Sync> Writes for Of<K> {
    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn written(&self, windows: FiveBytes<'_>, variant: Variant) -> ([u16; WINDOWS], u64) {
        self.kernel.vectorize(Written { windows, variant })
    }

    fn agrees(&self, series: Series<'_>, variant: Variant) -> bool {
        self.kernel.vectorize(Agrees { series, variant })
    }
}

#[derive(Clone, Copy)]
struct Written<'a> {
    windows: FiveBytes<'a>,
    variant: Variant,
}

impl<K: ToUtf16> Operation<K> for Written<'_> {
    type Output = ([u16; WINDOWS], u64);

    #[inline(always)]
    fn run(self, kernel: K) -> Self::Output {
        let [b0, b1, b2, b3, b4] = self.windows;
        let every = u64::MAX >> (BLOCK - K::LANES);
        let (mut units, mut writes) = ([0; WINDOWS + SPARE], 0);
        let mut at = 0;
        while at < BLOCK {
            let b = [
                kernel.load(b0, at),
                kernel.load(b1, at),
                kernel.load(b2, at),
                kernel.load(b3, at),
                kernel.load(b4, at),
            ];
            let lanes = match self.variant {
                Variant::General => kernel.units(b),
                Variant::OfThree => kernel.units_of_three([b[0], b[1], b[2], b[3]]),
            };
            writes |= (lanes.writes & every) << at;
            // All of them, so that the index of each unit is that of its lane.
            kernel.compress_lanes(Lanes { writes: every, ..lanes }, &mut units, at);
            at += K::LANES;
        }
        (units.first_chunk().copied().unwrap_or([0xDEAD; WINDOWS]), writes)
    }
}

struct Agrees<'a> {
    series: Series<'a>,
    variant: Variant,
}

impl<K: ToUtf16> Operation<K> for Agrees<'_> {
    type Output = bool;

    #[inline(always)]
    fn run(self, kernel: K) -> bool {
        let Series { after, before: [b1, b2, b3, b4], expected } = self.series;
        let mut agrees = true;
        for b0 in after {
            let (units, writes) =
                Written { windows: [b0, b1, b2, b3, b4], variant: self.variant }.run(kernel);
            agrees &= expected.is(&units, writes);
        }
        agrees
    }
}
