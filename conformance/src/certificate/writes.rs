//! The certificate of conversion to UTF-16: what the lane of every window of five octets writes.

use std::{
    fmt, thread,
    time::{Duration, Instant},
};

use super::{
    contexts::{Contexts, index},
    run::BORDERS,
    windows::WINDOWS,
};
use crate::random::{Random, mix};

/// Sixty-four windows of five octets: octet `i` of array `k` is b`k` of window `i`. The last four octets of
/// each array do not count: the arrays are as long as what the kernels load from.
pub type FiveOctets = [[u8; WINDOWS + 4]; 5];

/// A kernel, as this certificate sees it.
pub trait Writes: Sync {
    /// The name of the kernel, for the report.
    fn name(&self) -> String;

    /// What the lanes write: a unit for each window, and one bit for each window whose lane writes its unit.
    fn written(&self, windows: &FiveOctets) -> ([u16; WINDOWS], u64);
}

/// Which windows are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Characters {
    /// Those whose octets are all next to a border of the grammar.
    Borders,
    /// Every character. The octets before it are next to a border of the grammar; after it are all octets.
    Every,
    /// The same, with each of the octets after it in every lane.
    InEveryLane,
    /// Every window that is a part of well-formed text.
    AmongAllOthers,
}

/// What was tried.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    /// Windows, each lane counted.
    pub windows: u64,
    /// The distinct b4 to b1 of these windows.
    pub contexts: u64,
    /// How long it took.
    pub time: Duration,
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { windows, contexts, time } = self;
        write!(
            f,
            "{windows:>15} windows of five octets, {contexts:>11} contexts, {:.1} s",
            time.as_secs_f64()
        )
    }
}

/// A lane that does not write what it is to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Miswritten {
    /// b4 to b0.
    pub window: [u8; 5],
    /// The window's place among the sixty-four.
    pub lane: usize,
    /// The unit that it is to write, if it is to write.
    pub expected: Option<u16>,
    /// What it wrote.
    pub got: Option<u16>,
}

impl fmt::Display for Miswritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { window, lane, expected, got } = self;
        write!(f, "lane {lane}, which sees {window:02X?}, writes {got:04X?} instead of {expected:04X?}")
    }
}

/// Compares what the lanes of a kernel write with what they are to write.
///
/// Which windows are parts of well-formed text follows from the oracle's automaton; b0 may also be a lead that
/// no sequence can have. A window is tried between
/// others of the same b4 to b1, and once more with lanes of four-octet characters in between: a kernel may
/// treat vectors with and without these in two ways.
///
/// # Errors
///
/// The first lane that was found to be wrong.
pub fn certify_writes(
    kernel: &dyn Writes,
    contexts: &Contexts,
    characters: Characters,
) -> Result<Written, Miswritten> {
    let begin = Instant::now();
    let after = (0..contexts.states()).map(|state| After::of(contexts, state)).collect();
    let run = Run { kernel, contexts, characters, after };
    run.mixed()?;
    let threads = thread::available_parallelism().map_or(1, usize::from).min(16);
    let work = |worker: usize| {
        let mut sum = (0, 0);
        for b4 in (0..=255).skip(worker).step_by(threads) {
            let (windows, contexts) = run.begun_by(b4)?;
            sum = (sum.0 + windows, sum.1 + contexts);
        }
        Ok(sum)
    };
    let sums = if threads == 1 {
        vec![work(0)]
    } else {
        thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|worker| scope.spawn(move || work(worker))).collect();
            let join = |worker: thread::ScopedJoinHandle<'_, _>| {
                worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            workers.into_iter().map(join).collect()
        })
    };
    let mut written = Written { windows: 0, contexts: 0, time: Duration::ZERO };
    for sum in sums {
        let (windows, contexts) = sum?;
        written.windows += windows;
        written.contexts += contexts;
    }
    Ok(Written { time: begin.elapsed(), ..written })
}

/// The unit that the lane of b4, b3, b2, b1 is to write in well-formed text, if it is to write. `is_end` says
/// that a character ends with b1.
///
/// What a sequence means is the standard library's knowledge; what becomes of it in UTF-16, RFC 2781's
/// (section 2.1).
fn unit([b4, b3, b2, b1]: [u8; 4], is_end: bool) -> Option<u16> {
    let value = |octets: &[u8]| {
        let mut characters = std::str::from_utf8(octets).ok()?.chars();
        characters.next().filter(|_| characters.next().is_none()).map(u32::from)
    };
    let unit = if is_end {
        let value = value(&[b1])
            .or_else(|| value(&[b2, b1]))
            .or_else(|| value(&[b3, b2, b1]))
            .or_else(|| value(&[b4, b3, b2, b1]))?;
        value.checked_sub(0x1_0000).map_or(value, |bits| 0xDC00 + bits % 0x400)
    } else {
        // The last six bits do not count in the high half of a pair.
        let bits = value(&[b3, b2, b1, 0x80])?.checked_sub(0x1_0000)?;
        0xD800 + bits / 0x400
    };
    u16::try_from(unit).ok()
}

/// The octets that may follow in a state: those of well-formed text, and after them those that doom it. A step
/// need not raise an alarm at a lead that no sequence can have before the octet after it, so the lane before
/// such a lead must be right.
struct After {
    /// How many octets are of well-formed text.
    sound: usize,
    count: usize,
    /// All of them again and again, for as many windows as are needed from any of the first 64 on.
    cycle: Vec<u8>,
}

impl After {
    fn of(contexts: &Contexts, state: usize) -> Self {
        let (deaths, dooms) = (contexts.deaths(state), contexts.dooms(state));
        let is_in = |set: [u64; 4], octet: u8| set[usize::from(octet / 64)] >> (octet % 64) & 1 == 1;
        let follows = |octet: &u8| !is_in(deaths, *octet);
        let (doomed, sound): (Vec<u8>, Vec<u8>) =
            (0..=255).filter(follows).partition(|octet| is_in(dooms, *octet));
        let count = sound.len() + doomed.len();
        let needed = if count == 0 { 0 } else { count + 2 * WINDOWS };
        let cycle = sound.iter().chain(&doomed).copied().cycle().take(needed).collect();
        Self { sound: sound.len(), count, cycle }
    }
}

struct Run<'a> {
    kernel: &'a dyn Writes,
    contexts: &'a Contexts,
    characters: Characters,
    after: Vec<After>,
}

/// A window of the last octet of four, and one of the third: both write, and a kernel may look for them.
const FOUR: [[u8; 5]; 2] = [[0xF0, 0x9F, 0x8D, 0xBD, 0x41], [0x41, 0xF0, 0x9F, 0x8D, 0xBD]];
/// The narrowest vectors.
const NARROWEST: usize = 16;

impl Run<'_> {
    /// Tries all windows with this b4; how many these are, and how many contexts.
    fn begun_by(&self, b4: u8) -> Result<(u64, u64), Miswritten> {
        let (mut windows, mut contexts) = (0, 0);
        for (b3, b2) in (0..=255).flat_map(|b3| (0..=255).map(move |b2| (b3, b2))) {
            let Some(state) = self.contexts.state([b4, b3, b2]) else { continue };
            if !self.is_tried([b4, b3, b2], state) {
                continue;
            }
            let after = &self.after[state];
            for &b1 in &after.cycle[..after.sound] {
                if self.characters == Characters::Borders && !BORDERS.contains(&b1) {
                    continue;
                }
                let Some(state) = self.contexts.state([b3, b2, b1]) else { continue };
                windows += self.after_context([b4, b3, b2, b1], state)?;
                contexts += 1;
            }
        }
        Ok((windows, contexts))
    }

    /// Whether windows that begin so are tried: the octets that do not belong to the character of b1 are to
    /// be next to a border, or all of them.
    fn is_tried(&self, [b4, b3, b2]: [u8; 3], state: usize) -> bool {
        let others = match self.characters {
            Characters::AmongAllOthers => 0,
            Characters::Borders => 3,
            // No character is open.
            Characters::Every | Characters::InEveryLane if state == 0 => 3,
            Characters::Every | Characters::InEveryLane => {
                [b2, b3, b4].iter().position(|octet| *octet >= 0xC0).map_or(0, |lead| 2 - lead)
            }
        };
        [b4, b3, b2].iter().take(others).all(|octet| BORDERS.contains(octet))
    }

    /// Tries all windows of these b4 to b1; how many these are.
    fn after_context(&self, octets: [u8; 4], state: usize) -> Result<u64, Miswritten> {
        let After { count, cycle, .. } = &self.after[state];
        let expected = unit(octets, state == 0);
        let [b4, b3, b2, b1] = octets;
        let mut batch: FiveOctets = [0, b1, b2, b3, b4].map(|octet| [octet; WINDOWS + 4]);
        // Any lane may be the first, for each context another.
        let context = u64::from(b4) << 24 | index([b3, b2, b1]) as u64;
        #[expect(clippy::cast_possible_truncation, reason = "below 64")]
        let rotation = (mix(context) % WINDOWS as u64) as usize;
        let rotations = match self.characters {
            Characters::InEveryLane => 0..WINDOWS,
            _ => rotation..rotation + 1,
        };
        let mut windows = 0;
        for rotation in rotations {
            for start in (0..*count).step_by(WINDOWS) {
                batch[0][..WINDOWS].copy_from_slice(&cycle[rotation + start..][..WINDOWS]);
                self.compare(&batch, &[expected; WINDOWS])?;
                windows += WINDOWS as u64;
                if b4 < 0xF0 && b3 < 0xF0 {
                    let mut expected = [expected; WINDOWS];
                    let mut batch = batch;
                    for (nth, lane) in (rotation % NARROWEST..WINDOWS).step_by(NARROWEST).enumerate() {
                        put(&mut batch, &mut expected, lane, FOUR[nth % 2]);
                    }
                    self.compare(&batch, &expected)?;
                    windows += WINDOWS as u64;
                }
            }
        }
        Ok(windows)
    }

    /// Tries windows that differ from lane to lane: no lane may depend on another.
    fn mixed(&self) -> Result<(), Miswritten> {
        const CHARACTERS: [&str; 13] = [
            "\0",
            "A",
            "\u{7F}",
            "\u{80}",
            "\u{E9}",
            "\u{7FF}",
            "\u{800}",
            "\u{20AC}",
            "\u{D7FF}",
            "\u{E000}",
            "\u{FFFF}",
            "\u{1F37D}",
            "\u{10FFFF}",
        ];
        let mut random = Random(2781);
        for _ in 0..if cfg!(debug_assertions) { 2_000 } else { 50_000 } {
            let mut batch: FiveOctets = [[b'a'; WINDOWS + 4]; 5];
            let mut expected = [Some(u16::from(b'a')); WINDOWS];
            let one_in = 1 + random.below(20);
            for lane in 0..WINDOWS {
                if random.below(one_in) > 0 {
                    continue;
                }
                let text: String = (0..6).map(|_| random.pick(&CHARACTERS)).collect();
                let at = random.below(text.len() - 5);
                if let Ok(window) = text.as_bytes()[at..at + 5].try_into() {
                    put(&mut batch, &mut expected, lane, window);
                }
            }
            self.compare(&batch, &expected)?;
        }
        Ok(())
    }

    #[inline]
    fn compare(&self, batch: &FiveOctets, expected: &[Option<u16>; WINDOWS]) -> Result<(), Miswritten> {
        let (units, writes) = self.kernel.written(batch);
        let mut differ = 0;
        for (lane, (unit, expected)) in units.iter().zip(expected).enumerate() {
            let is_written = writes >> lane & 1 == 1;
            differ |=
                u16::from(is_written != expected.is_some()) | expected.map_or(0, |expected| unit ^ expected);
        }
        if differ == 0 {
            return Ok(());
        }
        let got = |lane: usize| (writes >> lane & 1 == 1).then_some(units[lane]);
        let lane = (0..WINDOWS).find(|lane| got(*lane) != expected[*lane]).unwrap_or(0);
        let window = [4, 3, 2, 1, 0].map(|k| batch[k][lane]);
        Err(Miswritten { window, lane, expected: expected[lane], got: got(lane) })
    }
}

/// Puts another window into a lane, with what is to be written there. It is well formed but for its ends.
fn put(batch: &mut FiveOctets, expected: &mut [Option<u16>; WINDOWS], lane: usize, window: [u8; 5]) {
    let [b4, b3, b2, b1, b0] = window;
    for (octets, octet) in batch.iter_mut().zip([b0, b1, b2, b3, b4]) {
        octets[lane] = octet;
    }
    expected[lane] = unit([b4, b3, b2, b1], b0 & 0xC0 != 0x80);
}
