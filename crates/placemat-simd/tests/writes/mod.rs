//! What the lanes of a kernel write, in the form that the certificate needs.

use placemat_conformance::certificate::{FiveBytes, Series, Variant, WINDOWS, Writes};
use placemat_simd::BLOCK;
use placemat_simd::convert::{Lanes, SPARE, ToUtf16};

use crate::here::run;

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
        run(self.kernel, |kernel| written(kernel, windows, variant))
    }

    fn agrees(
        &self, Series { after, before: [b1, b2, b3, b4], expected }: Series<'_>, variant: Variant,
    ) -> bool {
        run(self.kernel, |kernel| {
            let mut agrees = true;
            for b0 in after {
                let (units, writes) = written(kernel, [b0, b1, b2, b3, b4], variant);
                agrees &= expected.is(&units, writes);
            }
            agrees
        })
    }
}

#[inline(always)]
fn written<K: ToUtf16>(kernel: K, windows: FiveBytes<'_>, variant: Variant) -> ([u16; WINDOWS], u64) {
    let every = u64::MAX >> (BLOCK - K::LANES);
    let (mut units, mut writes) = ([0; WINDOWS + SPARE], 0);
    for at in (0..BLOCK).step_by(K::LANES) {
        let [b0, b1, b2, b3, b4] = windows;
        let load = |bytes| kernel.load(bytes, at);
        let b = [load(b0), load(b1), load(b2), load(b3), load(b4)];
        let lanes = match variant {
            Variant::General => kernel.units(b),
            Variant::OfThree => kernel.units_of_three([b[0], b[1], b[2], b[3]]),
        };
        writes |= (lanes.writes & every) << at;
        // All of them, so that the index of each unit is that of its lane.
        kernel.compress_lanes(Lanes { writes: every, ..lanes }, &mut units, at);
    }
    (units.first_chunk().copied().unwrap_or([0xDEAD; WINDOWS]), writes)
}
