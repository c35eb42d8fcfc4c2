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
];
