use std::{ops::Range, rc::Rc};

use placemat_conformance::random::Random;

/// Which bytes raise alarms in which mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Alarms at FF.
    Full,
    /// Alarms at F0 and above.
    Three,
    /// Alarms at E0 and above.
    Two,
    /// Not a mode: "alarms" at bytes that are not ASCII.
    Ascii,
}

impl Mode {
    pub(crate) const ALL: [Self; 4] = [Self::Full, Self::Three, Self::Two, Self::Ascii];

    pub(crate) fn alarms_at(self, byte: u8) -> bool {
        byte >= [0xFF, 0xF0, 0xE0, 0x80][self as usize]
    }
}

/// Bytes, and where each mode raises alarms in them.
#[derive(Clone)]
pub(crate) struct Tape {
    pub(crate) script: String,
    bytes: Rc<[u8]>,
    /// Where a cache line begins in `bytes`, so that offsets in the tape equal address offsets.
    start: usize,
    /// For each byte and each mode, the number of alarms before it.
    alarms: Rc<[Vec<u32>; 4]>,
}

impl Tape {
    /// A tape of at least `len` bytes. The script determines the blocks: ASCII or sequences of two, three or four
    /// bytes, in runs of one to a hundred blocks, some cut off at the end of a block, and occasionally an alarm in
    /// every mode.
    pub(crate) fn new(script: usize, len: usize) -> Self {
        let mut random = Random(script as u64);
        let mut draw = |limit: usize| random.below(limit);
        let mut bytes = vec![];
        let longest = [1, 3, 12, 40, 100][draw(5)];
        // Every fourth script has runs of the lengths in which the driver counts.
        let geometric = script % 4 == 2;
        let lone = [2, 20, 200, 2000][draw(4)];
        while bytes.len() < len {
            let kind = draw(5);
            let run = if geometric { [1, 15, 16, 17, 32, 64, 80][draw(7)] } else { 1 + draw(longest) };
            for nth in 1..=run {
                let mut line: [u8; 64] = match kind {
                    0 | 1 => [b'a'; 64],
                    2 => std::array::from_fn(|i| [0xC3, 0xA9][i % 2]),
                    3 => std::array::from_fn(|i| [0xE2, 0x82, 0xAC, b' '][i % 4]),
                    _ => std::array::from_fn(|i| [0xF0, 0x9F, 0x8D, 0xBD][i % 4]),
                };
                if draw(lone) == 0 && !geometric {
                    // A single sequence somewhere in the block.
                    let place = draw(60);
                    line[place..place + 4]
                        .copy_from_slice([b"\xC3\xA9ab", b"\xE2\x82\xACb", b"\xF0\x9F\x8D\xBD"][draw(3)]);
                }
                if draw([15, 50, 400][script % 3]) == 0 || geometric && nth == run && draw(4) == 0 {
                    // Cut off at the end of the block, by one to three bytes.
                    let cut: &[u8] = [&b"\xC3"[..], b"\xE2", b"\xE2\x82", b"\xF0\x9F\x8D"][draw(4)];
                    line[64 - cut.len()..].copy_from_slice(cut);
                }
                if script % 4 == 3 && draw(60) == 0 {
                    line[draw(64)] = 0xFF;
                }
                bytes.extend(line);
            }
        }
        Self::of(format!("script {script}"), &bytes)
    }

    /// A tape of `blocks` ASCII blocks, except for a character in every eighth, and a sequence cut off at the end of
    /// block number `cut`.
    pub(crate) fn cut_off(cut: usize, blocks: usize) -> Self {
        let mut bytes = vec![b'a'; 64 * blocks];
        for block in bytes.chunks_exact_mut(64).skip(4).step_by(8) {
            block[20..22].copy_from_slice("\u{E9}".as_bytes());
        }
        bytes[64 * cut + 63] = 0xC3;
        Self::of(format!("a tape cut off at block {cut}"), &bytes)
    }

    fn of(script: String, bytes: &[u8]) -> Self {
        let alarms = Mode::ALL.map(|mode| {
            let mut before = vec![0];
            before.extend(bytes.iter().scan(0, |count, &byte| {
                *count += u32::from(mode.alarms_at(byte));
                Some(*count)
            }));
            before
        });
        let mut lines: Rc<[u8]> = std::iter::repeat_n(0, bytes.len() + 64).collect();
        let start = lines.as_ptr().addr().wrapping_neg() % 64;
        if let Some(lines) = Rc::get_mut(&mut lines) {
            lines[start..start + bytes.len()].copy_from_slice(bytes);
        }
        Self { script, bytes: lines, start, alarms: Rc::new(alarms) }
    }

    /// The bytes, which begin at a cache line.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[self.start..][..self.alarms[0].len() - 1]
    }

    /// Whether a mode raises an alarm at any of these bytes.
    pub(crate) fn has(&self, mode: Mode, range: Range<usize>) -> bool {
        let before = &self.alarms[mode as usize];
        before[range.end] > before[range.start]
    }
}
