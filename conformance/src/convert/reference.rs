use super::encoding::Item;
use crate::contract::{Call, Done, Encoding, Fault, Stop};

/// A decoded source, which can answer many calls.
#[derive(Clone, Debug)]
pub struct Reference {
    items: Vec<Item>,
    len: usize,
}

impl Reference {
    /// Decodes a source.
    pub fn of(encoding: Encoding, source: &[u32]) -> Self {
        Self { items: encoding.items(source), len: source.len() }
    }

    /// The expected answer to a call.
    pub fn answer(&self, call: &Call<'_>) -> Done {
        let mut written = Vec::new();
        for item in &self.items {
            let before = written.len();
            let at = item.offset;
            let stop = match &item.character {
                Ok(character) if call.to.put(*character, &mut written) => None,
                Ok(character) => Some(Stop::Unmappable(*character)),
                Err(Fault { error_len: None, .. }) if !call.last => {
                    return Done { read: at, written, stop: Stop::Incomplete };
                }
                Err(Fault { error_len: len, kind, .. }) => {
                    Some(Stop::Malformed { at, len: *len, kind: kind.clone().unwrap_or_default() })
                }
            };
            if let Some(stop) = stop {
                match call.replacement {
                    Some(replacement) => _ = call.to.put(replacement, &mut written),
                    None => return Done { read: at, written, stop },
                }
            }
            if written.len() > call.dst {
                written.truncate(before);
                return Done { read: at, written, stop: Stop::OutputFull };
            }
        }
        Done { read: self.len, written, stop: Stop::End }
    }

    /// By the number of units read: their number of target units, if a character or a replaced sequence ends there
    /// and nothing before it stops the conversion.
    pub(super) fn ends(&self, to: Encoding, replacement: Option<char>) -> Vec<Option<usize>> {
        let mut ends = vec![None; self.len + 1];
        let mut written = Vec::new();
        ends[0] = Some(0);
        let offsets = self.items.iter().skip(1).map(|item| item.offset).chain([self.len]);
        for (item, end) in self.items.iter().zip(offsets) {
            let is_there = item.character.as_ref().is_ok_and(|character| to.put(*character, &mut written));
            if !is_there && !replacement.is_some_and(|mark| to.put(mark, &mut written)) {
                break;
            }
            ends[end] = Some(written.len());
        }
        ends
    }
}

/// The expected answer to a call.
pub fn answer(call: &Call<'_>) -> Done {
    Reference::of(call.from, call.source).answer(call)
}
