//! Compares conversions between all encodings, with every backend, with the model of the conformance package.

#[path = "../../crates/placemat/tests/converter/mod.rs"]
mod converter;

use converter::Subject;
use placemat_conformance::convert::{Call, Converts, Encoding, PAIRS, Reference};

use crate::{for_each_backend, recipe};

/// The bytes after a [`Plan`] are the units of the source, in little-endian order.
///
/// # Panics
///
/// If a result is wrong.
pub fn units(data: &[u8]) {
    let Some((plan, bytes)) = Plan::read(data) else { return };
    let width = match plan.pair().0 {
        Encoding::Utf16 => 2,
        Encoding::Utf32 => 4,
        _ => 1,
    };
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte));
    plan.check(&bytes.chunks_exact(width).map(number).collect::<Vec<u32>>());
}

/// The bytes after a [`Plan`] are a recipe for a long text, which is encoded as the source. Invalid sequences become
/// invalid units, if the encoding has any.
///
/// # Panics
///
/// If a result is wrong.
pub fn recipes(data: &[u8]) {
    let Some((plan, recipe)) = Plan::read(data) else { return };
    let from = plan.pair().0;
    let text = recipe::cook(recipe);
    if from == Encoding::Utf8 {
        return plan.check(&text.iter().map(|byte| u32::from(*byte)).collect::<Vec<u32>>());
    }
    let mut source = Vec::new();
    for chunk in text.utf8_chunks() {
        for character in chunk.valid().chars() {
            source.extend(from.encode(character.encode_utf8(&mut [0; 4])).unwrap_or_default());
        }
        // A surrogate of either half, or a value above 10FFFF, in native units; a part of it in bytes.
        source.extend(chunk.invalid().iter().map(|byte| {
            let bits = u32::from(*byte & 0x7F);
            let above = if bits % 4 == 3 && from == Encoding::Utf32 { 0x11_0000 } else { 0xD800 };
            (above + 16 * bits) & from.largest_unit()
        }));
    }
    plan.check(&source);
}

/// How to convert the source.
#[derive(Clone, Copy, Debug)]
struct Plan {
    /// The pair of encodings.
    pair: u8,
    /// Whether to replace, and whether the source is the last chunk.
    modes: u8,
    /// The length of the destination, as a fraction of the required length, or as that plus some units.
    dst: u8,
}

impl Plan {
    fn read(data: &[u8]) -> Option<(Self, &[u8])> {
        let ([pair, modes, dst], rest) = data.split_first_chunk()?;
        Some((Self { pair: *pair, modes: *modes, dst: *dst }, rest))
    }

    fn pair(self) -> (Encoding, Encoding) {
        PAIRS[usize::from(self.pair) % PAIRS.len()]
    }

    /// Converts with every backend, and compares with the only correct result.
    fn check(self, source: &[u32]) {
        let (from, to) = self.pair();
        let reference = Reference::of(from, source);
        let whole = Call {
            from,
            to,
            source,
            dst: usize::MAX,
            last: self.modes & 1 == 0,
            replacement: (self.modes & 2 == 0).then_some(to.replacement()),
        };
        let needed = reference.answer(&whole).written.len();
        let dst = match usize::from(self.dst) {
            more @ 0..64 => needed + more,
            fewer @ 64..128 => needed.saturating_sub(fewer - 63),
            part => needed * (part - 128) / 128,
        };
        let call = Call { dst, ..whole };
        let expected = reference.answer(&call);
        for_each_backend(|name, backend| {
            let subject = Subject { backend: Some(backend) };
            assert_eq!(subject.convert(&call), expected, "{name}: {call:x?}");
        });
    }
}
