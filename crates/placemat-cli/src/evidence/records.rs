//! Lines of UTF-8 with records in an encoding of Chinese, Japanese or Korean among them.

use super::{Counts, MOSTLY, Sample, Share};
use crate::charset::Charset;
use crate::text::{continuations, count};

/// The minimum number of bytes in the other encoding for each invalid byte elsewhere.
const RECORD_BYTES_PER_ERROR: u64 = 10;

/// The two-byte encoding of the lines that are not UTF-8, if it is certain and nearly all errors are in these lines.
pub(super) fn two_byte_encoding(sample: &Sample) -> Option<Charset> {
    let (bytes, is_whole) = sample.near();
    let end = if is_whole { bytes.len() } else { bytes.iter().rposition(|byte| *byte == b'\n')? };
    // The sample may begin inside a sequence.
    let begun = if sample.start == Some(0) { 0 } else { continuations(bytes).min(3) };
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
    if !has_utf8 || elsewhere * RECORD_BYTES_PER_ERROR > count(records.len()) {
        return None;
    }
    let found = counts.certain(&counts.readings())?.charset;
    (!found.is_single_byte()).then_some(found)
}
