//! Blocks of UTF-16: the bytes of each unit in every lane, next to units of every kind.

use itertools::iproduct;
use placemat_conformance::random::Random;
use placemat_simd::convert::{Class, Dst, FromUtf16, UNITS, Units};

use crate::here::run;

/// How many blocks to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// Units and pairs at the borders between lengths, and every 61st.
    Few,
    /// Every unit and every pair, each in some lanes.
    EveryUnit,
    /// Every unit and every pair in every lane.
    EveryUnitInEveryLane,
}

/// Compares the output for blocks with the expected bytes. Returns the number of blocks.
pub(crate) fn certify<K: FromUtf16>(kernel: K, choice: Choice) -> Result<u64, String> {
    let mut run = Run { kernel, expected: Expected::new(), blocks: 0 };
    run.units(choice)?;
    run.lone_surrogates(choice)?;
    run.pairs(choice)?;
    run.mixed(choice)?;
    Ok(run.blocks)
}

/// A unit of each length.
const NEIGHBOURS: [u16; 4] = [0x61, 0xE9, 0x20AC, 0xFFFF];
const SURROGATES: std::ops::Range<u16> = 0xD800..0xE000;

struct Run<K> {
    kernel: K,
    expected: Expected,
    blocks: u64,
}

impl<K: FromUtf16> Run<K> {
    /// Each unit that is not a surrogate, in even and odd lanes, between neighbours of one kind.
    fn units(&mut self, choice: Choice) -> Result<(), String> {
        let few = |unit: &u16| choice != Choice::Few || *unit < 0x900 || unit.is_multiple_of(61);
        let all: Vec<u16> = (0..=0xFFFF).filter(|unit| !SURROGATES.contains(unit)).filter(few).collect();
        for (units, neighbour, rotation, parity) in
            iproduct!(all.chunks(UNITS / 2), NEIGHBOURS, rotations(choice), [0, 1])
        {
            let mut block = [neighbour; 1 + UNITS + 1];
            for (nth, unit) in units.iter().enumerate() {
                block[1 + parity + 2 * ((nth + rotation) % (UNITS / 2))] = *unit;
            }
            self.compare(&block)?;
        }
        Ok(())
    }

    /// Each unpaired surrogate in each lane, with neighbours of one kind, and next to another surrogate of the same
    /// half.
    fn lone_surrogates(&mut self, choice: Choice) -> Result<(), String> {
        let step = if choice == Choice::Few { 61 } else { 1 };
        for (unit, lane, neighbour) in iproduct!(SURROGATES.step_by(step), 0..UNITS, NEIGHBOURS) {
            let mut block = [neighbour; 1 + UNITS + 1];
            block[1 + lane] = unit;
            self.compare(&block)?;
            // A high one before the other, a low one after it.
            block[if unit < 0xDC00 { lane } else { lane + 2 }] = unit ^ 1;
            self.compare(&block)?;
        }
        Ok(())
    }

    /// Each pair, in even and odd lanes, and across the ends of the block.
    fn pairs(&mut self, choice: Choice) -> Result<(), String> {
        let step = if choice == Choice::Few { 61 } else { 1 };
        let all: Vec<[u16; 2]> = (0..0x10_0000_u32)
            .filter(|bits| bits % step == 0 || (bits & 0x3FF) % 0x3FF == 0 && bits % 7 == 0)
            .map(|bits| {
                [0xD800 + (bits >> 10), 0xDC00 + bits % 0x400].map(|unit| u16::try_from(unit).unwrap())
            })
            .collect();
        for (pairs, rotation, parity) in iproduct!(all.chunks(UNITS / 2), rotations(choice), [0, 1]) {
            // One more than fits into the block: its low surrogate is the unit after the block.
            let mut block = [0x61; 1 + UNITS + 1];
            for (nth, pair) in pairs.iter().enumerate() {
                let at = parity + 2 * ((nth + rotation) % (UNITS / 2));
                block[at..at + 2].copy_from_slice(pair);
            }
            if parity == 0 {
                block[UNITS..].copy_from_slice(&pairs[0]);
            }
            self.compare(&block)?;
        }
        Ok(())
    }

    /// Random blocks of everything.
    fn mixed(&mut self, choice: Choice) -> Result<(), String> {
        let mut random = Random(16);
        let rounds = if choice == Choice::Few { 20_000 } else { 500_000 };
        for _ in 0..rounds {
            let mut units = Vec::new();
            let sorts = [1, 2, 3, 4, 5, 40][random.below(6)];
            while units.len() < 1 + UNITS + 1 {
                match random.below(sorts) {
                    0 => units.push(0x61 + u16::try_from(random.below(9)).unwrap()),
                    1 => units.push(0xE9),
                    2 => units.push(0x20AC),
                    3 | 6.. => units.extend([0xD83C, 0xDF7D]),
                    4 => units.push(0xFFFF),
                    _ => units.push(0xD800 + u16::try_from(random.below(0x800)).unwrap()),
                }
            }
            let from = random.below(units.len() - UNITS - 1);
            if let Ok(block) = units[from..from + 1 + UNITS + 1].try_into() {
                self.compare(&block)?;
            }
        }
        Ok(())
    }

    /// Checks a block with its own class, each larger one, and without a class, as if it had surrogates.
    fn compare(&mut self, block: &Units) -> Result<(), String> {
        self.blocks += 1;
        let expected = self.expected.block(block);
        let mut inner = [0; UNITS];
        inner.copy_from_slice(&block[1..=UNITS]);
        let own = run(self.kernel, |kernel| kernel.class(&inner));
        let smallest = match inner.iter().max() {
            _ if inner.iter().any(|unit| SURROGATES.contains(unit)) => None,
            Some(0x800..) => Some(Class::Three),
            Some(0x80..) => Some(Class::Two),
            _ => Some(Class::Ascii),
        };
        if own != smallest {
            return Err(format!("{block:x?} is taken for {own:?}"));
        }
        let mut dst = [0xA5; size_of::<Dst>()];
        let plain = run(self.kernel, |kernel| kernel.encode_utf16_plain(&inner, &mut dst));
        let (plain, due) = (plain.map(|count| &dst[..count]), expected.filter(|_| smallest.is_some()));
        if plain != due {
            return Err(format!("{block:x?} without a class: {plain:x?} instead of {due:x?}"));
        }
        let larger = |class: &Class| own.is_some_and(|own| *class >= own);
        let classes = [Class::Ascii, Class::Two, Class::Three].into_iter().filter(larger);
        for class in classes.map(Some).chain([None]) {
            let mut dst = [0xA5; size_of::<Dst>()];
            let count = run(self.kernel, |kernel| match class {
                Some(class) => Some(kernel.encode_utf16(&inner, class, &mut dst)),
                None => kernel.encode_utf16_pairs(block, &mut dst),
            });
            let got = count.map(|count| &dst[..count]);
            if got != expected {
                return Err(format!("{block:x?} as {class:?}: {got:x?} instead of {expected:x?}"));
            }
        }
        Ok(())
    }
}

/// By how many lanes to rotate the contents of a block.
fn rotations(choice: Choice) -> std::ops::Range<usize> {
    0..if choice == Choice::EveryUnitInEveryLane { UNITS / 2 } else { 1 }
}

/// The expected bytes.
struct Expected {
    /// The bytes of each unit that is not a surrogate.
    units: Vec<Vec<u8>>,
    dst: Vec<u8>,
}

impl Expected {
    fn new() -> Self {
        let bytes = |unit| char::from_u32(unit).map(String::from).unwrap_or_default().into_bytes();
        Self { units: (0..=0xFFFF).map(bytes).collect(), dst: Vec::new() }
    }

    /// The bytes of a block; `None` if half of a pair is missing in it or next to it. Two bytes of a pair that
    /// crosses an end of the block belong to the block.
    fn block(&mut self, block: &Units) -> Option<&[u8]> {
        self.dst.clear();
        for at in [0, UNITS] {
            if (0xD800..=0xDBFF).contains(&block[at]) != (0xDC00..=0xDFFF).contains(&block[at + 1]) {
                return None;
            }
        }
        for at in 1..=UNITS {
            let unit = block[at];
            match unit {
                0xD800..=0xDBFF => self.dst.extend(&pair(unit, block[at + 1])?[..2]),
                0xDC00..=0xDFFF => self.dst.extend(&pair(block[at - 1], unit)?[2..]),
                _ => self.dst.extend(&self.units[usize::from(unit)]),
            }
        }
        Some(&self.dst)
    }
}

/// The four bytes of a pair, if it is valid.
fn pair(high: u16, low: u16) -> Option<[u8; 4]> {
    let character = char::decode_utf16([high, low]).next()?.ok()?;
    let mut bytes = [0; 4];
    (character.encode_utf8(&mut bytes).len() == 4).then_some(bytes)
}
