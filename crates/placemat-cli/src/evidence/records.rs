//! UTF-8 with records in an encoding of Chinese, Japanese or Korean among it.

use super::{Counts, MOSTLY, Sample, Share};
use crate::{charset::Charset, text::count};

/// How many bytes of records in the other encoding there must be for one invalid byte elsewhere.
const CLEAR: u64 = 10;

/// The encoding of the lines that are hardly UTF-8, if it is certain, and if nearly all errors are in them.
pub(super) fn other(sample: &Sample) -> Option<Charset> {
    let (bytes, is_whole) = sample.near();
    let end = if is_whole { bytes.len() } else { bytes.iter().rposition(|byte| *byte == b'\n')? };
    // The sample may begin inside a sequence.
    let begun =
        bytes.iter().take(3).take_while(|byte| sample.start != Some(0) && **byte & 0xC0 == 0x80).count();
    let (mut records, mut elsewhere, mut has_utf8) = (Vec::new(), 0, !sample.follows_ascii());
    for line in bytes[begun..end].split_inclusive(|byte| *byte == b'\n') {
        let share = Share::of(line);
        if share.ratio().is_some_and(|ratio| ratio >= MOSTLY) {
            elsewhere += share.invalid;
            has_utf8 = true;
        } else if share.invalid > 0 {
            records.extend_from_slice(line);
        }
    }
    let mut counts = Counts::default();
    counts.extend(0, 0, &records);
    if !has_utf8 || elsewhere * CLEAR > count(records.len()) {
        return None;
    }
    let found = counts.certain(&counts.readings())?.charset;
    (!found.is_single_byte()).then_some(found)
}
