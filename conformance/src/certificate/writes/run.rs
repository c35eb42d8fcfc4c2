//! The run over the windows of five bytes.

use super::expected::{Expected, depends_on_fourth, unit};
use super::lanes::{After, Before, firsts, lanes_of_four};
use super::{Bytes, Characters, FiveBytes, Miswritten, Series, Variant, Writes};
use crate::certificate::contexts::{Contexts, index};
use crate::certificate::{WINDOWS, run::BORDERS};
use crate::random::{Random, mix};

pub(super) struct Run<'a> {
    kernel: &'a dyn Writes,
    contexts: &'a Contexts,
    characters: Characters,
    /// By state.
    after: Vec<After>,
    before: Before,
}

impl<'a> Run<'a> {
    pub(super) fn new(kernel: &'a dyn Writes, contexts: &'a Contexts, characters: Characters) -> Self {
        let after = (0..contexts.states()).map(|state| After::of(contexts, state)).collect();
        Self { kernel, contexts, characters, after, before: Before::new() }
    }

    /// Tries all windows with this b3; returns the number of windows and of contexts.
    pub(super) fn with_third(&self, b3: u8) -> Result<(u64, u64), Miswritten> {
        let (mut windows, mut contexts) = (0, 0);
        let mut fourths = Vec::new();
        for b2 in 0..=255 {
            // With the states that precede b1.
            let all: Vec<(u8, usize)> = (0..=255)
                .filter_map(|b4| Some((b4, self.contexts.state([b4, b3, b2])?)))
                .filter(|(b4, state)| self.is_tried([*b4, b3, b2], *state))
                .collect();
            if all.is_empty() {
                continue;
            }
            for b1 in 0..=255 {
                if self.characters == Characters::Borders && !BORDERS.contains(&b1) {
                    continue;
                }
                fourths.clear();
                let permits = all.iter().filter(|(_, state)| self.after[*state].is_valid[usize::from(b1)]);
                fourths.extend(permits.map(|(b4, _)| *b4));
                let Some(state) = self.contexts.state([b3, b2, b1]).filter(|_| !fourths.is_empty()) else {
                    continue;
                };
                windows += self.after_context(&fourths, [b3, b2, b1], state)?;
                contexts += fourths.len() as u64;
            }
        }
        Ok((windows, contexts))
    }

    /// Whether to try windows that begin like this: the bytes outside the character of b1 must be adjacent to a range
    /// boundary, unless all are tried.
    fn is_tried(&self, [b4, b3, b2]: [u8; 3], state: usize) -> bool {
        let others = match self.characters {
            Characters::AmongAllOthers => 0,
            Characters::Borders => 3,
            // b1 begins a character.
            Characters::Every | Characters::InEveryLane if state == 0 => 3,
            Characters::Every | Characters::InEveryLane => {
                [b2, b3, b4].iter().position(|byte| *byte >= 0xC0).map_or(0, |lead| 2 - lead)
            }
        };
        [b4, b3, b2].iter().take(others).all(|byte| BORDERS.contains(byte))
    }

    /// Tries all windows of these b3 to b1 after each of these b4; returns their number.
    fn after_context(&self, fourths: &[u8], three: [u8; 3], state: usize) -> Result<u64, Miswritten> {
        let [b3, b2, b1] = three;
        let is_end = state == 0;
        // Starts at a different lane for each context.
        #[expect(clippy::cast_possible_truncation, reason = "below 64")]
        let rotation = (mix(index(three) as u64) % WINDOWS as u64) as usize;
        let rotations = match self.characters {
            Characters::InEveryLane => 0..WINDOWS,
            _ => rotation..rotation + 1,
        };
        let mut windows = 0;
        for rotation in rotations {
            let after = &self.after[state].rotated[rotation];
            let mut expected = None;
            for &b4 in fourths {
                if depends_on_fourth(three, is_end) {
                    expected = None;
                }
                let unit = || unit([b4, b3, b2, b1], is_end);
                let (expected, expected_with_four) =
                    expected.get_or_insert_with(|| (Expected::all(unit()), with_four(unit(), rotation)));
                let bytes = [b1, b2, b3, b4];
                let before = self.before.alone(bytes);
                let alone = Series { after: &after.alone, before, expected };
                self.compare(alone, Variant::General)?;
                if bytes.iter().all(|byte| *byte < 0xF0) {
                    self.compare(alone, Variant::OfThree)?;
                }
                windows += (WINDOWS * after.alone.len()) as u64;
                if b4 < 0xF0 && b3 < 0xF0 {
                    for (nth, first) in firsts(rotation).into_iter().enumerate() {
                        let (after, expected) = (&after.with_four[nth], &expected_with_four[nth]);
                        let before = self.before.with_four(bytes, first);
                        self.compare(Series { after, before, expected }, Variant::General)?;
                        windows += (WINDOWS * after.len()) as u64;
                    }
                }
            }
        }
        Ok(windows)
    }

    /// Tries windows that differ from lane to lane: no lane may depend on another.
    pub(super) fn mixed(&self) -> Result<(), Miswritten> {
        const CHARACTERS: [&str; 13] = [
            "\0", "A", "\u{7F}", "\u{80}", "\u{E9}", "\u{7FF}", "\u{800}", "\u{20AC}", "\u{D7FF}",
            "\u{E000}", "\u{FFFF}", "\u{1F37D}", "\u{10FFFF}",
        ];
        let mut random = Random(2781);
        for round in 0..if cfg!(debug_assertions) { 2_000 } else { 50_000 } {
            // Every second round is without four-byte characters.
            let (variants, characters): (&[Variant], _) = match round % 2 {
                0 => (&[Variant::General], &CHARACTERS[..]),
                _ => (&[Variant::General, Variant::OfThree], &CHARACTERS[..11]),
            };
            let mut batch = [[b'a'; WINDOWS + 4]; 5];
            let mut expected = Expected::all(Some(u16::from(b'a')));
            let one_in = 1 + random.below(20);
            for lane in 0..WINDOWS {
                if random.below(one_in) > 0 {
                    continue;
                }
                let text: String = (0..6).map(|_| random.pick(characters)).collect();
                let at = random.below(text.len() - 5);
                if let Ok(window) = text.as_bytes()[at..at + 5].try_into() {
                    let [b4, b3, b2, b1, b0] = window;
                    batch.iter_mut().zip([b0, b1, b2, b3, b4]).for_each(|(bytes, byte)| bytes[lane] = byte);
                    expect(&mut expected, lane, window);
                }
            }
            let [after, b1, b2, b3, b4] = &batch;
            let before = [b1, b2, b3, b4];
            for &variant in variants {
                self.compare(
                    Series { after: std::slice::from_ref(after), before, expected: &expected },
                    variant,
                )?;
            }
        }
        Ok(())
    }

    #[inline]
    fn compare(&self, series: Series<'_>, variant: Variant) -> Result<(), Miswritten> {
        if self.kernel.agrees(series, variant) { Ok(()) } else { Err(self.miswritten(series, variant)) }
    }

    /// The first incorrect lane of a series.
    #[cold]
    fn miswritten(&self, series: Series<'_>, variant: Variant) -> Miswritten {
        let [b1, b2, b3, b4] = series.before;
        let wrong = |b0: &Bytes| {
            let windows: FiveBytes<'_> = [b0, b1, b2, b3, b4];
            let (units, writes) = self.kernel.written(windows, variant);
            let got = |lane: usize| (writes >> lane & 1 == 1).then_some(units[lane]);
            let lane = (0..WINDOWS).find(|lane| got(*lane) != series.expected.lane(*lane))?;
            let window = [b4, b3, b2, b1, b0].map(|bytes| bytes[lane]);
            Some(Miswritten { window, lane, variant, expected: series.expected.lane(lane), got: got(lane) })
        };
        series.after.iter().find_map(wrong).expect("a kernel that disagrees writes something else")
    }
}

/// The expected output of lanes with equal windows, except for four-byte windows in some.
fn with_four(unit: Option<u16>, rotation: usize) -> [Expected; 2] {
    firsts(rotation).map(|first| {
        let mut expected = Expected::all(unit);
        for (lane, window) in lanes_of_four(first) {
            expect(&mut expected, lane, window);
        }
        expected
    })
}

/// Expects the output of this window in a lane. The window is valid except at its ends.
fn expect(expected: &mut Expected, lane: usize, [b4, b3, b2, b1, b0]: [u8; 5]) {
    expected.put(lane, unit([b4, b3, b2, b1], b0 & 0xC0 != 0x80));
}
