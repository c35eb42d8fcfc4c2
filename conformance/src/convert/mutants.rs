//! Converters that are wrong on purpose: the proof that the rows can fail.

use super::{
    encoding::Encoding,
    reading::Model,
    subject::{Answer, Call, Converts, Stop},
};

/// A converter with one mistake.
#[derive(Clone, Copy, Debug)]
pub struct Mutant {
    /// What the mistake is.
    pub name: &'static str,
    /// The right answer, with the mistake.
    spoil: fn(&Call<'_>, Answer) -> Answer,
}

impl Converts for Mutant {
    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn convert(&self, call: &Call<'_>) -> Answer {
        (self.spoil)(call, Model.convert(call))
    }
}

/// The mistakes that converters make.
pub const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "big endian for little endian",
        spoil: |call, answer| match call.to {
            Encoding::Utf16Le => Model.convert(&Call { to: Encoding::Utf16Be, ..*call }),
            _ => answer,
        },
    },
    Mutant {
        name: "a pair is 400 too high",
        spoil: |_, mut answer| {
            for unit in &mut answer.written {
                if *unit & 0xFC00 == 0xD800 && *unit < 0xDBFF {
                    *unit += 1;
                }
            }
            answer
        },
    },
    Mutant {
        name: "the high half of a pair is lost where the room ends",
        spoil: |call, mut answer| {
            if call.to == Encoding::Utf16 && answer.written.len() == call.room {
                let last = answer.written.len().saturating_sub(2);
                if answer.written.get(last).is_some_and(|unit| unit & 0xFC00 == 0xD800) {
                    answer.written.remove(last);
                }
            }
            answer
        },
    },
    Mutant {
        name: "a pair is torn where the room ends",
        spoil: |call, mut answer| {
            let larger = Model.convert(&Call { room: call.room + 1, ..*call });
            if call.to == Encoding::Utf16 && larger.written.len() == answer.written.len() + 2 {
                answer.written.push(larger.written[answer.written.len()]);
            }
            answer
        },
    },
    Mutant {
        name: "room is counted in units of the source",
        spoil: |call, answer| {
            if answer.stop == Stop::End && call.source.len() > call.room {
                Answer { read: 0, written: Vec::new(), stop: Stop::OutputFull }
            } else {
                answer
            }
        },
    },
    Mutant {
        name: "a signature is swallowed",
        spoil: |call, mut answer| {
            if call.to.encode("\u{FEFF}").is_some_and(|signature| answer.written.starts_with(&signature)) {
                let signature = call.to.encode("\u{FEFF}").unwrap_or_default().len();
                answer.written.drain(..signature);
            }
            answer
        },
    },
    Mutant {
        name: "a lone high surrogate takes the next unit with it",
        spoil: |_, answer| match answer.stop {
            Stop::Malformed { at, len: Some(len), kind } if kind == "LoneHigh" => {
                Answer { stop: Stop::Malformed { at, len: Some(2 * len), kind }, ..answer }
            }
            _ => answer,
        },
    },
    Mutant {
        name: "an incomplete end is an error in every chunk",
        spoil: |call, answer| match answer.stop {
            Stop::Incomplete => Model.convert(&Call { last: true, ..*call }),
            _ => answer,
        },
    },
    Mutant {
        name: "half a unit at the end is ignored",
        spoil: |call, answer| match (&answer.stop, call.from) {
            (Stop::Malformed { at, len: None, .. }, Encoding::Utf16Le | Encoding::Utf16Be)
                if call.source.len() - at == 1 =>
            {
                Answer { read: call.source.len(), stop: Stop::End, ..answer }
            }
            _ => answer,
        },
    },
    Mutant {
        name: "Latin-1 is cut to eight bits",
        spoil: |call, answer| match answer.stop {
            Stop::Unmappable(character) if answer.written.len() < call.room => {
                let mut written = answer.written;
                written.push(u32::from(character) & 0xFF);
                Answer { read: answer.read + character.len_utf8(), written, stop: Stop::End }
            }
            _ => answer,
        },
    },
    Mutant {
        name: "positions are those of the target",
        spoil: |_, answer| match answer.stop {
            Stop::Malformed { len, kind, .. } => {
                let at = answer.written.len();
                Answer { stop: Stop::Malformed { at, len, kind }, ..answer }
            }
            _ => answer,
        },
    },
    Mutant {
        name: "a full room is the end",
        spoil: |_, answer| match answer.stop {
            Stop::OutputFull => Answer { stop: Stop::End, ..answer },
            _ => answer,
        },
    },
    Mutant {
        name: "the room comes before the error",
        spoil: |call, answer| match answer.stop {
            Stop::Malformed { .. } if answer.written.len() == call.room => {
                Answer { stop: Stop::OutputFull, ..answer }
            }
            _ => answer,
        },
    },
    Mutant {
        name: "a lane writes too much at the end of a block",
        spoil: |call, mut answer| {
            if to_utf16(call) && is_continuation(call.source.get(BLOCK)) && answer.read > BLOCK {
                let before = Model.convert(&Call { source: &call.source[..BLOCK], last: false, ..*call });
                answer.written.insert(before.written.len(), 0xC3);
                answer.written.truncate(call.room);
            }
            answer
        },
    },
    Mutant {
        name: "a row of the table has two units in the wrong order",
        spoil: |call, mut answer| {
            // Eight octets that are four characters.
            let row = call.source.get(..8).is_some_and(|octets| {
                octets.iter().enumerate().all(|(at, octet)| is_continuation(Some(octet)) == (at % 2 == 1))
            });
            if to_utf16(call) && row && answer.written.len() >= 4 {
                answer.written.swap(0, 1);
                answer.written[0] ^= 1;
            }
            answer
        },
    },
    Mutant {
        name: "a block is ASCII if its first octets are",
        spoil: |call, mut answer| {
            let is_taken_for_ascii = |block: &[u32]| {
                block[..BLOCK / 4].iter().all(|octet| *octet < 0x80)
                    && block.iter().any(|octet| *octet >= 0x80)
            };
            if to_utf16(call) && call.source.get(..BLOCK).is_some_and(is_taken_for_ascii) {
                for (unit, octet) in answer.written.iter_mut().zip(&call.source[..BLOCK]) {
                    *unit = *octet;
                }
            }
            answer
        },
    },
    Mutant {
        name: "an error at the start of a block is one further",
        spoil: |_, answer| match answer.stop {
            Stop::Malformed { at, len, kind } if at > 0 && at.is_multiple_of(BLOCK) => {
                Answer { stop: Stop::Malformed { at: at + 1, len, kind }, ..answer }
            }
            _ => answer,
        },
    },
    Mutant {
        name: "what is before an error in a block is lost",
        spoil: |call, answer| match answer.stop {
            Stop::Malformed { at, .. } if at > BLOCK && !at.is_multiple_of(BLOCK) => {
                let start = at / BLOCK * BLOCK;
                let before = Model.convert(&Call { source: &call.source[..start], last: false, ..*call });
                Answer { read: before.read, written: before.written, ..answer }
            }
            _ => answer,
        },
    },
    Mutant {
        name: "the high half of a pair is lost at the start of a block",
        spoil: |call, mut answer| {
            if to_utf16(call) && call.source.get(BLOCK - 3).is_some_and(|octet| *octet >= 0xF0) {
                let before = Model.convert(&Call { source: &call.source[..BLOCK], last: false, ..*call });
                if before.written.len() < answer.written.len() {
                    answer.written.remove(before.written.len());
                }
            }
            answer
        },
    },
    Mutant {
        name: "a full room stops before the last character that fits",
        spoil: |call, answer| match answer.stop {
            Stop::OutputFull if call.room > 8 => Model.convert(&Call { room: call.room - 1, ..*call }),
            _ => answer,
        },
    },
];

/// Octets of a block of vector kernels.
const BLOCK: usize = 64;

fn to_utf16(call: &Call<'_>) -> bool {
    (call.from, call.to) == (Encoding::Utf8, Encoding::Utf16)
}

fn is_continuation(octet: Option<&u32>) -> bool {
    octet.is_some_and(|octet| octet & 0xC0 == 0x80)
}
