//! The model of a vector kernel: blocks, chunks and modes, in scalar code.
//!
//! Each byte is validated together with the three before it. Text is divided into chunks, from the start of the slice
//! or from the first aligned address in it. A chunk is tried in a restricted mode, if the bytes before it permit, and
//! again in the full mode if that finds an error; the next chunks are then validated directly in the full mode.
//! Blocks of ASCII are skipped if no sequence is pending. The restricted modes and the full one report the leads C0
//! and C1 at different bytes, as real kernels do, which makes the guards delicate.

use placemat_core::{Backend, Info, Scan};

use super::Flaw;

/// A block decoder and its bug.
pub(super) struct Blocks {
    pub(super) flaw: Option<Flaw>,
    /// The size of a chunk, in bytes.
    pub(super) chunk: usize,
    pub(super) grid: Grid,
    /// The number of chunks validated in the full mode after one that needed it.
    pub(super) stay: usize,
    /// The mode that is tried first.
    pub(super) restricted: Mode,
}

/// Where the chunks begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grid {
    /// At the start of the slice.
    Start,
    /// At the first aligned address in it.
    Aligned,
    /// After a first block, at the first aligned address whose window lies inside; sizes grow from 1024 bytes on.
    Growing,
}

/// The text that a mode can validate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Characters of at most two bytes.
    Two,
    /// Characters of at most three bytes.
    Three,
    Full,
}

pub(super) const BLOCK: usize = 64;

/// The first late offset of an input, for bugs that begin late.
const LATE: usize = 32 * 1024;

/// The number of adjacent ASCII chunks after which a kernel expects more.
const MANY: usize = 5;

impl Backend for Blocks {
    fn info(&self) -> &'static Info {
        const INFO: Info = Info::new("blocks", "the model of a vector kernel");
        &INFO
    }

    fn scan(&self, bytes: &[u8]) -> Scan {
        let to_line = BLOCK - bytes.as_ptr().addr() % BLOCK;
        let (first, mut chunk) = match self.grid {
            Grid::Start => (0, self.chunk),
            Grid::Aligned => (to_line % BLOCK, self.chunk),
            Grid::Growing => (to_line.max(3), self.chunk.min(1024)),
        };
        let mut at = first.min(bytes.len());
        if !self.has(Flaw::HeadIgnored) && self.bad(bytes, 0, at, Mode::Full) {
            return Scan::Suspect { from: 0 };
        }
        let mut stay = 0;
        // The number of adjacent ASCII chunks.
        let mut ascii = 0;
        while bytes.len() - at >= chunk {
            let end = at + chunk;
            chunk = self.chunk.min(2 * chunk);
            if self.passes_over(&bytes[at..end], ascii) {
                at = end;
                continue;
            }
            ascii = if bytes[at..end].is_ascii() { ascii + 1 } else { 0 };
            if self.has(Flaw::StretchUnseen) && ascii == MANY {
                // More ASCII may follow.
                at = bytes.len().min(end + 4 * BLOCK);
                continue;
            }
            let skips_guard = self.has(Flaw::GuardNotLate) && at > LATE;
            let restricted = stay == 0 && (skips_guard || self.guard(&before(bytes, at)));
            stay = usize::saturating_sub(stay, 1);
            if restricted && !self.bad(bytes, at, end, self.restricted) {
                at = end;
                continue;
            }
            if restricted && self.has(Flaw::NoSecondTry) {
                return Scan::Suspect { from: at };
            }
            let from = if restricted && self.has(Flaw::SecondTryLate) { at + BLOCK } else { at };
            if self.bad(bytes, from, end, Mode::Full) {
                return Scan::Suspect { from: if self.has(Flaw::FromTooLarge) { end } else { at } };
            }
            if restricted {
                stay = self.stay;
            }
            at = end;
        }
        if self.bad(bytes, at, bytes.len(), Mode::Full) || self.unfinished(bytes) {
            return Scan::Suspect { from: at };
        }
        Scan::Clean
    }
}

impl Blocks {
    pub(super) fn has(&self, flaw: Flaw) -> bool {
        self.flaw == Some(flaw)
    }

    /// Whether the restricted mode may begin after these bytes, the last one first.
    fn guard(&self, [p1, p2, p3]: &[u8; 3]) -> bool {
        let blamed = matches!(p1, 0xC0 | 0xC1) && !self.has(Flaw::GuardForgetsC0);
        let limit = if self.restricted == Mode::Two { 0xE0 } else { 0xF0 };
        let clear = match self.flaw {
            Some(Flaw::NoGuard) => true,
            Some(Flaw::GuardLast) => *p1 < limit,
            Some(Flaw::GuardSecond) => *p2 < limit,
            Some(Flaw::GuardThird) => *p3 < 0xF0,
            Some(Flaw::GuardFirstTwo) => *p1 < limit && *p2 < limit,
            _ => *p1 < limit && *p2 < limit && *p3 < 0xF0,
        };
        clear && !blamed
    }

    /// Whether a flaw skips this chunk as ASCII, after `ascii` chunks of ASCII.
    fn passes_over(&self, chunk: &[u8], ascii: usize) -> bool {
        let (before, rest) = chunk.split_at(chunk.len() - 2 * BLOCK);
        self.has(Flaw::BlockNotCounted) && ascii >= MANY - 1 && before.is_ascii() && rest[BLOCK..].is_ascii()
    }

    /// Whether the bytes `from..to` contain an error, each validated with the three before it.
    fn bad(&self, bytes: &[u8], from: usize, to: usize, mode: Mode) -> bool {
        if self.has(Flaw::AsciiChunkForgets) && bytes[from..to].is_ascii() {
            return false;
        }
        let mut wrong = 0;
        let mut carried = None;
        let (mut at, mut number) = (from, 0);
        let first_forgets = self.has(Flaw::AsciiFirstForgets) && !bytes[from..to].is_ascii();
        // The number of adjacent non-ASCII blocks before this one.
        let mut run = 0;
        while at < to {
            let end = to.min(at + BLOCK);
            let pending = before(bytes, at);
            if bytes[at..end].is_ascii() && (first_forgets && at == from || self.forgets(run, bytes)) {
                // The pending bytes before it are ignored.
            } else if self.skips(&bytes[at..end], &pending) {
                if self.has(Flaw::AsciiCarries) {
                    carried = carried.or(Some(pending));
                }
            } else if !self.leaves_out(number, at, end, to, bytes) {
                let context = carried.take().unwrap_or(pending);
                let found = self.block(bytes, at, end, context, mode);
                match self.flaw {
                    Some(Flaw::ErrorsReset) => wrong = found,
                    Some(Flaw::ErrorsXor) => wrong ^= found & 1,
                    _ => wrong += found,
                }
            }
            run = if bytes[at..end].is_ascii() { 0 } else { run + 1 };
            at = end;
            number += 1;
        }
        wrong > 0
    }

    /// Whether a flaw forgets a pending sequence at the end of a run of this many blocks.
    fn forgets(&self, run: usize, bytes: &[u8]) -> bool {
        // Leading ASCII may be skipped by separate code, which moves the start of the count.
        let from_start = bytes.len() > 2 * BLOCK && !bytes[..2 * BLOCK].is_ascii();
        match self.flaw {
            Some(Flaw::AsciiForgetsGroup) => run >= 16,
            Some(Flaw::AsciiForgetsSixteen) => run == 16 && from_start,
            Some(Flaw::AsciiForgetsFifteen) => run == 15 && from_start,
            _ => false,
        }
    }

    /// Whether this block is skipped because it is ASCII and nothing is pending.
    fn skips(&self, block: &[u8], [p1, p2, p3]: &[u8; 3]) -> bool {
        let complete = match self.flaw {
            Some(Flaw::AsciiForgets | Flaw::AsciiCarries) => true,
            Some(Flaw::AsciiLooksAtLast) => *p1 < 0x80,
            Some(Flaw::AsciiLooksAtLead) => *p1 < 0xC0,
            _ => *p1 < 0xC0 && *p2 < 0xE0 && *p3 < 0xF0,
        };
        let is_ascii = if self.has(Flaw::AsciiByBit40) {
            // Inputs of several chunks use separate code.
            block.len() == BLOCK && block.iter().all(|byte| byte & 0x40 == 0)
        } else {
            block.is_ascii()
        };
        complete && is_ascii
    }

    /// Whether a flaw omits the validation of this block.
    fn leaves_out(&self, number: usize, at: usize, end: usize, to: usize, bytes: &[u8]) -> bool {
        match self.flaw {
            Some(Flaw::EverySecond) => number % 2 == 1,
            Some(Flaw::EveryEighth) => number % 8 == 7,
            Some(Flaw::LastOfChunk) => end == to && to < bytes.len(),
            Some(Flaw::TailIgnored) => end - at < BLOCK && at >= BLOCK,
            Some(Flaw::AfterAscii) => at >= BLOCK && bytes[at - BLOCK..at].is_ascii(),
            _ => false,
        }
    }

    /// The number of wrong bytes in the block.
    fn block(&self, bytes: &[u8], at: usize, end: usize, [p1, p2, p3]: [u8; 3], mode: Mode) -> u32 {
        let mut window = u32::from_be_bytes([0, p3, p2, p1]);
        let last = self.has(Flaw::LastByte) && end == bytes.len() && end - at == BLOCK;
        let mut wrong = 0;
        for (lane, &byte) in bytes[at..end - usize::from(last)].iter().enumerate() {
            if lane % 16 == 0 && lane > 0 && self.has(Flaw::LanesCut) {
                window = 0;
            }
            window = window << 8 | u32::from(byte);
            if lane % 16 < 3 && lane > 2 && self.has(Flaw::LanesNotJoined) {
                continue;
            }
            let [b3, b2, b1, b0] = window.to_be_bytes();
            wrong += u32::from(self.byte(mode, b0, b1, b2, b3));
        }
        wrong
    }

    /// Whether `b0` is wrong after `b1`, `b2` and `b3`.
    fn byte(&self, mode: Mode, b0: u8, b1: u8, b2: u8, b3: u8) -> bool {
        let continuation = (0x80..0xC0).contains(&b0);
        let second = matches!(
            (b1, b0),
            (0xE0, 0x80..=0x9F) | (0xED, 0xA0..=0xBF) | (0xF0, 0x80..=0x8F) | (0xF4, 0x90..=0xBF)
        );
        let third = b2 >= 0xE0 && !self.has(Flaw::ThirdForgotten);
        let fourth = b3 >= 0xF0 && !self.has(Flaw::FourthForgotten);
        let (expected, blamed) = match mode {
            Mode::Full => (b1 >= 0xC0 || third || fourth, matches!(b1, 0xC0 | 0xC1 | 0xF5..)),
            Mode::Three => (b1 >= 0xC0 || third, matches!(b0, 0xC0 | 0xC1 | 0xF0..)),
            Mode::Two => (b1 >= 0xC0, matches!(b0, 0xC0 | 0xC1 | 0xE0..)),
        };
        let structure = match self.flaw {
            Some(Flaw::UnexpectedMissed) => expected && !continuation,
            Some(Flaw::MissingMissed) => continuation && !expected,
            _ => continuation != expected,
        };
        structure || second || blamed
    }

    /// Whether the input ends inside a sequence.
    fn unfinished(&self, bytes: &[u8]) -> bool {
        let [p1, p2, p3] = before(bytes, bytes.len());
        match self.flaw {
            Some(Flaw::EndNotSeen) => false,
            Some(Flaw::EndNotSeenInSixtieth) if bytes.len().div_ceil(BLOCK).is_multiple_of(60) => false,
            Some(Flaw::EndSeesOne) => p1 >= 0xC0,
            Some(Flaw::EndSeesTwo) => p1 >= 0xC0 || p2 >= 0xE0,
            Some(Flaw::StaleTail) if bytes.len() > BLOCK => {
                // The last block is in a buffer that still holds the bytes of the previous one.
                let stale = &bytes[bytes.len() - BLOCK..][..3];
                let promised = |lead: u8| lead.leading_ones().min(4) as usize;
                let leads = [p1, p2, p3].into_iter().zip(1..).filter(|(byte, _)| *byte >= 0xC0);
                let missing = leads.map(|(lead, bytes)| promised(lead).saturating_sub(bytes)).max();
                missing.is_some_and(|missing| !stale[..missing].iter().all(|byte| byte & 0xC0 == 0x80))
            }
            _ => p1 >= 0xC0 || p2 >= 0xE0 || p3 >= 0xF0,
        }
    }
}

/// The three bytes before `at`, the last one first; zeros before the start.
fn before(bytes: &[u8], at: usize) -> [u8; 3] {
    [1, 2, 3].map(|back| if at >= back { bytes[at - back] } else { 0 })
}
