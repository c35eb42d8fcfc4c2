//! The run over the windows.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::contexts::{Contexts, index};
use super::{Batch, Extent, Lanes, Subject, WINDOWS};
use crate::random::{Random, mix};
use crate::threads::in_parallel;

/// The last byte of each range of the grammar, and the first byte of the next.
pub(super) const BORDERS: [u8; 26] = [
    0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED,
    0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFE, 0xFF,
];

/// The result for a correct step.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The kernel and the mode.
    pub name: String,
    /// The number of windows validated, each lane counted.
    pub windows: u64,
    /// Contexts after which the step may start: all live ones for a full step, otherwise the derived set.
    pub permitted: usize,
    /// The contexts among those that the step's own guard admits.
    pub admitted: usize,
    /// A digest of all verdicts. Steps of the same mode that validate every window alike have the same digest.
    pub digest: u64,
    /// How long it took.
    pub time: Duration,
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:<24} {:>15} windows, {:>9} contexts permitted, {:>9} admitted, digest {:016x}, {:.1} s",
            self.name,
            self.windows,
            self.permitted,
            self.admitted,
            self.digest,
            self.time.as_secs_f64()
        )
    }
}

/// Why a step is incorrect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breach {
    /// A window b3, b2, b1, b0 without an alarm, at which the text is invalid.
    Missed([u8; 4]),
    /// An alarm of a full step in valid text.
    FalseAlarm([u8; 4]),
    /// The guard admits these bytes, but the step validates some text after them incorrectly.
    Guard([u8; 3]),
    /// The verdict on several windows was not the union of the verdicts on each of them.
    Accumulator,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missed(window) => write!(f, "no alarm at {window:02X?}, which no text has"),
            Self::FalseAlarm(window) => write!(f, "an alarm at {window:02X?}, where nothing is wrong"),
            Self::Guard(before) => {
                write!(f, "the guard lets the step start after {before:02X?}, which is not safe")
            }
            Self::Accumulator => f.write_str("an accumulator lost, invented or misplaced an error"),
        }
    }
}

/// Checks a step on every window, and then its guard. The error is the first breach found.
pub fn certify(step: &Subject<'_>, contexts: &Contexts, extent: Extent) -> Result<Certificate, Breach> {
    let begin = Instant::now();
    let all_bytes = (0..64).map(all_bytes).collect();
    let run =
        Run { step, contexts, extent, all_bytes, validated: AtomicU64::new(0), digest: AtomicU64::new(0) };
    run.accumulators()?;
    let permitted = Set::of(|before| contexts.state(before).is_some());
    // One sweep for the verdicts; for a restricted step, further sweeps until the set no longer changes.
    let mut first = true;
    while run.sweep(&permitted, first)? && !step.is_full {
        first = false;
    }
    let mut admitted = 0;
    for before in all_contexts() {
        if contexts.state(before).is_some() && (step.guard)(before) {
            if !permitted.contains(before) {
                return Err(Breach::Guard(before));
            }
            admitted += 1;
        } else if step.is_full && !(step.guard)(before) {
            return Err(Breach::Guard(before));
        }
    }
    Ok(Certificate {
        name: step.name.clone(),
        windows: run.validated.into_inner(),
        permitted: permitted.count(),
        admitted,
        digest: run.digest.into_inner(),
        time: begin.elapsed(),
    })
}

struct Run<'a> {
    step: &'a Subject<'a>,
    contexts: &'a Contexts,
    extent: Extent,
    /// The bytes of the lanes, for each lane that may be the first.
    all_bytes: Vec<AllBytes>,
    validated: AtomicU64,
    digest: AtomicU64,
}

/// All bytes in four parts, one byte per lane.
type AllBytes = [Lanes; 4];

/// The bytes of each part, rotated by `rotation` lanes. Computed once, as this takes longer than validation.
#[expect(clippy::cast_possible_truncation, reason = "below 256")]
fn all_bytes(rotation: u32) -> AllBytes {
    std::array::from_fn(|part| {
        std::array::from_fn(|lane| (part * 64 + (lane + rotation as usize) % 64) as u8)
    })
}

impl Run<'_> {
    /// Validates every byte after every permitted context, and removes from the set the contexts after which the step
    /// misses an error, immediately or later. Returns whether it removed any.
    fn sweep(&self, permitted: &Set, first: bool) -> Result<bool, Breach> {
        #[expect(clippy::cast_possible_truncation, reason = "below 256")]
        let sweeps = in_parallel(256, |third| self.sweep_after(third as u8, permitted, first));
        sweeps.into_iter().try_fold(false, |changed, here| Ok(changed | here?))
    }

    fn sweep_after(&self, third: u8, permitted: &Set, first: bool) -> Result<bool, Breach> {
        let mut changed = false;
        let mut digest = 0u64;
        let mut validated = 0;
        for second in 0..=255 {
            for nearest in 0..=255 {
                let before = [third, second, nearest];
                let Some(state) = self.contexts.state(before) else { continue };
                let is_tried =
                    self.extent != Extent::Borders || before.iter().all(|byte| BORDERS.contains(byte));
                if !permitted.contains(before) || !is_tried {
                    continue;
                }
                let rotations = if first && self.extent == Extent::EveryLane { 64 } else { 1 };
                let start = u32::from(third ^ second ^ nearest);
                let before_all = [nearest, second, third].map(|byte| [byte; WINDOWS + 3]);
                let mut alarms = self.alarms(&before_all, start);
                for rotation in 1..rotations {
                    let again = self.alarms(&before_all, start + rotation);
                    if again != alarms {
                        return Err(Breach::Accumulator);
                    }
                    alarms = again;
                }
                validated += 256 * u64::from(rotations);
                if first {
                    for (part, alarms) in alarms.iter().enumerate() {
                        digest = digest.wrapping_add(mix(alarms ^ mix((index(before) * 4 + part) as u64)));
                    }
                }
                if self.step.is_full {
                    self.check_full(before, state, alarms)?;
                } else if self.is_unsafe(before, state, alarms, permitted) {
                    permitted.remove(before);
                    changed = true;
                }
            }
        }
        self.validated.fetch_add(validated, Ordering::Relaxed);
        self.digest.fetch_add(digest, Ordering::Relaxed);
        Ok(changed)
    }

    /// Checks a full step: it raises an alarm where the automaton rejects, and may raise one at an invalid lead.
    fn check_full(&self, before: [u8; 3], state: usize, alarms: [u64; 4]) -> Result<(), Breach> {
        let (rejected, invalid_leads) = (self.contexts.rejected[state], self.contexts.invalid_leads[state]);
        let window = |part: usize, set: u64| {
            #[expect(clippy::cast_possible_truncation, reason = "below 256")]
            let byte = (part * 64) as u8 + set.trailing_zeros() as u8;
            [before[0], before[1], before[2], byte]
        };
        for part in 0..4 {
            let missed = rejected[part] & !alarms[part];
            if missed != 0 {
                return Err(Breach::Missed(window(part, missed)));
            }
            let false_alarms = alarms[part] & !rejected[part] & !invalid_leads[part];
            if false_alarms != 0 {
                return Err(Breach::FalseAlarm(window(part, false_alarms)));
            }
        }
        Ok(())
    }

    /// Whether some byte raises no alarm, but the automaton rejects it or reaches a context that is not permitted.
    fn is_unsafe(
        &self, [_, second, nearest]: [u8; 3], state: usize, alarms: [u64; 4], permitted: &Set,
    ) -> bool {
        let rejected = self.contexts.rejected[state];
        let next = permitted.after(second, nearest);
        (0..4).any(|part| !alarms[part] & (rejected[part] | !next[part]) != 0)
    }

    /// The verdicts on all bytes after a context (b1 to b3 of every window), one bit each.
    fn alarms(&self, before: &[Lanes; 3], rotation: u32) -> [u64; 4] {
        let rotation = rotation % 64;
        let all_bytes = &self.all_bytes[rotation as usize];
        let [b1, b2, b3] = before;
        all_bytes.each_ref().map(|b0| (self.step.verdicts)(&[[b0, b1, b2, b3]]).rotate_left(rotation))
    }

    /// Checks windows that differ from lane to lane, several per accumulator: the result in each lane must be the
    /// same as for each window alone.
    fn accumulators(&self) -> Result<(), Breach> {
        let rounds = if cfg!(debug_assertions) { 200 } else { 20_000 };
        let mut random = Random(1);
        for round in 0..rounds {
            // Most lanes of most batches are valid, so that a verdict in the wrong lane is detected.
            let batches: [[Lanes; 4]; 5] = std::array::from_fn(|_| {
                let mut batch = [[b'a'; WINDOWS + 3]; 4];
                for lane in 0..WINDOWS {
                    if random.below(1 + round % 64) == 0 {
                        for bytes in &mut batch {
                            bytes[lane] = random.pick(&BORDERS);
                        }
                    }
                }
                batch
            });
            let batches: [Batch<'_>; 5] = batches.each_ref().map(<[Lanes; 4]>::each_ref);
            let each = batches.iter().map(|batch| (self.step.verdicts)(&[*batch]));
            if (self.step.verdicts)(&batches) != each.fold(0, |all, one| all | one) {
                return Err(Breach::Accumulator);
            }
            for batch in batches {
                let together = (self.step.verdicts)(&[batch]);
                let lane = random.below(64);
                let alone = batch.map(|bytes| [bytes[lane]; WINDOWS + 3]);
                let expected = if together >> lane & 1 == 0 { 0 } else { u64::MAX };
                if (self.step.verdicts)(&[alone.each_ref()]) != expected {
                    return Err(Breach::Accumulator);
                }
            }
        }
        Ok(())
    }
}

/// A set of contexts, which several threads may shrink concurrently.
struct Set(Vec<AtomicU64>);

impl Set {
    fn of(predicate: impl Fn([u8; 3]) -> bool) -> Self {
        let mut words = vec![0u64; (1 << 24) / 64];
        for before in all_contexts() {
            words[index(before) / 64] |= u64::from(predicate(before)) << (index(before) % 64);
        }
        Self(words.into_iter().map(AtomicU64::new).collect())
    }

    fn contains(&self, before: [u8; 3]) -> bool {
        self.0[index(before) / 64].load(Ordering::Relaxed) >> (index(before) % 64) & 1 != 0
    }

    fn remove(&self, before: [u8; 3]) {
        self.0[index(before) / 64].fetch_and(!(1 << (index(before) % 64)), Ordering::Relaxed);
    }

    /// One bit for each byte, set if the context of these two bytes and that one is in the set.
    fn after(&self, third: u8, second: u8) -> [u64; 4] {
        let start = index([third, second, 0]) / 64;
        std::array::from_fn(|part| self.0[start + part].load(Ordering::Relaxed))
    }

    fn count(&self) -> usize {
        self.0.iter().map(|word| word.load(Ordering::Relaxed).count_ones() as usize).sum()
    }
}

fn all_contexts() -> impl Iterator<Item = [u8; 3]> {
    (0..1u32 << 24).map(|code| {
        let [_, third, second, first] = code.to_be_bytes();
        [third, second, first]
    })
}
