use super::encoding::Item;
use crate::contract::{Call, Done, Encoding, Stop};

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
            let stop = match item.what {
                Ok(character) if call.to.put(character, &mut written) => None,
                Ok(character) => Some(Stop::Unmappable(character)),
                Err(fault) if fault.cut_off && !call.last => {
                    return Done { read: item.at, written, stop: Stop::Incomplete };
                }
                Err(fault) => {
                    let len = (!fault.cut_off).then_some(item.end - item.at);
                    Some(Stop::Malformed { at: item.at, len, kind: fault.kind.to_owned() })
                }
            };
            if let Some(stop) = stop {
                match call.replacement {
                    Some(replacement) => _ = call.to.put(replacement, &mut written),
                    None => return Done { read: item.at, written, stop },
                }
            }
            if written.len() > call.dst {
                written.truncate(before);
                return Done { read: item.at, written, stop: Stop::OutputFull };
            }
        }
        Done { read: self.len, written, stop: Stop::End }
    }
}

impl Reference {
    /// By the number of units read: their number of target units, if a character or a replaced sequence ends there
    /// and nothing before it stops the conversion.
    pub(super) fn ends(&self, to: Encoding, replacement: Option<char>) -> Vec<Option<usize>> {
        let mut ends = vec![None; self.len + 1];
        let mut written = Vec::new();
        ends[0] = Some(0);
        for item in &self.items {
            let is_there = item.what.is_ok_and(|character| to.put(character, &mut written));
            if !is_there && !replacement.is_some_and(|mark| to.put(mark, &mut written)) {
                break;
            }
            ends[item.end] = Some(written.len());
        }
        ends
    }
}

/// The expected answer to a call.
pub fn answer(call: &Call<'_>) -> Done {
    Reference::of(call.from, call.source).answer(call)
}
