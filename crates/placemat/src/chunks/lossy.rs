//! Converts bytes to text, with U+FFFD for each invalid sequence.
//!
//! Proceeds like [`resume`](super::resume), but handles all errors of a block at once, without their kinds.
//! Pieces of text are copied with a constant size, which may write past the end of the piece; the next piece
//! overwrites the excess.

use alloc::{borrow::Cow, string::String, vec::Vec};
use core::mem::MaybeUninit;

use placemat_core::{Items, Scan, grammar::sequence_at};

use super::Chunks;
use super::resume::{BLOCK, REACH, STRETCH, clean_stretch, lead_before};
use crate::{Replacement, backend_choice::BackendChoice};

/// U+FFFD.
pub(super) const REPLACEMENT: [u8; 3] = *b"\xEF\xBF\xBD";

/// The end of the input that is padded: too few bytes for a copy of constant size from the end of a block.
pub(super) const LAST: usize = 2 * BLOCK;
/// Its length when padded, and the maximum output for it.
pub(super) const LAST_PADDED: usize = LAST + size_of::<Around>();
pub(super) const LAST_DST: usize = REPLACEMENT.len() * LAST + DST;

/// A block, the bytes before it, and enough bytes after it for a copy of constant size from its end.
pub(super) type Around = [u8; REACH + 2 * BLOCK];

/// If no invalid item begins in the last `QUIET` bytes, the last three are valid.
const QUIET: usize = 2 * REACH;

/// Bytes that are copied block by block before a scan of stretches is worth a call.
const COPIED: usize = 128 * BLOCK;

/// Maximum output for one block: U+FFFD for each byte, and a copy of constant size at the end.
pub(super) const DST: usize = REPLACEMENT.len() * BLOCK + BLOCK;

/// Converts `bytes` to text.
pub(crate) fn decode(choice: BackendChoice, bytes: &[u8]) -> Cow<'_, str> {
    match choice.scan(bytes) {
        // SAFETY: a backend of the registry, which is trusted, has found the bytes valid.
        Scan::Clean => Cow::Borrowed(unsafe { core::str::from_utf8_unchecked(bytes) }),
        Scan::Suspect { from } => {
            let text = replaced(choice, bytes, lead_before(bytes, from));
            // SAFETY: the text consists of U+FFFD and of pieces that begin and end at item boundaries and in
            // which a backend of the registry, which is trusted, has found no error.
            Cow::Owned(unsafe { String::from_utf8_unchecked(text) })
        }
    }
}

/// Converts `bytes` to text, with U+FFFD as `replacement` says.
pub(crate) fn decode_with(choice: BackendChoice, bytes: &[u8], replacement: Replacement) -> Cow<'_, str> {
    match replacement {
        Replacement::MaximalSubpart => decode(choice, bytes),
        _ => {
            replace_invalid(Chunks::validated(choice, bytes).with_replacement(replacement), "\u{FFFD}", false)
                .0
        }
    }
}

/// Converts the chunks to text, with `substitute` for each error, or for each run of them. Returns how many it wrote.
pub(crate) fn replace_invalid<'a>(
    chunks: Chunks<'a>, substitute: &str, is_per_run: bool,
) -> (Cow<'a, str>, usize) {
    let len = chunks.bytes.len();
    let (mut text, mut count) = (String::new(), 0);
    for chunk in chunks {
        if chunk.error().is_none() && text.is_empty() {
            return (Cow::Borrowed(chunk.valid()), count);
        }
        if text.is_empty() {
            text.reserve(len + len / 8);
        }
        text.push_str(chunk.valid());
        let is_in_run = count > 0 && chunk.valid().is_empty();
        if chunk.error().is_some() && !(is_per_run && is_in_run) {
            text.push_str(substitute);
            count += 1;
        }
    }
    (Cow::Owned(text), count)
}

/// Converts `bytes`, which are valid before `clean`, an item boundary.
pub(super) fn replaced(choice: BackendChoice, bytes: &[u8], clean: usize) -> Vec<u8> {
    // U+FFFD is longer than most sequences that it replaces; a few of them should not cause a reallocation.
    let mut text = Vec::with_capacity(bytes.len() + bytes.len() / 8 + DST);
    text.extend_from_slice(&bytes[..clean]);
    let mut at = clean;
    while at < REACH && at < bytes.len() {
        at = one_item(bytes, at, &mut text);
    }
    // Whether text, not another error, followed the last errors; predicts that it will again.
    let mut is_sparse = false;
    while bytes.len() - at >= STRETCH {
        let quiet = if is_sparse { QUIET } else { BLOCK };
        at = by_blocks(choice, bytes, at, bytes.len(), quiet, &mut text);
        // No invalid item begins in the last `quiet` bytes before `at`, or the end is near.
        let until = bytes.len().min(at + COPIED);
        if until - at >= STRETCH {
            if let Some(copied) = copy(choice, bytes, at, until, &mut text) {
                at += copied;
                is_sparse = copied > 0;
                if until - at > BLOCK {
                    // There is an error nearby.
                    continue;
                }
            } else {
                // A stretch would still scan too far ahead.
                for _ in 0..3 {
                    at = by_blocks(choice, bytes, at, bytes.len(), BLOCK, &mut text);
                }
            }
        }
        at = by_stretches(choice, bytes, at, &mut text);
    }
    while bytes.len() - at > LAST {
        at = by_blocks(choice, bytes, at, bytes.len(), BLOCK, &mut text);
    }
    text.reserve(LAST_DST);
    let len = text.len();
    let written = write_last::<LAST_PADDED>(choice, bytes, at, text.spare_capacity_mut());
    // SAFETY: `write_last` has written this many bytes there.
    unsafe { text.set_len(len + written) };
    text
}

/// Copies text from `at`, an item boundary after three valid bytes, up to the first error or to `until`.
/// Returns the number of bytes copied; it ends at an item boundary.
fn copy(choice: BackendChoice, bytes: &[u8], at: usize, until: usize, text: &mut Vec<u8>) -> Option<usize> {
    text.reserve(until - at);
    let len = text.len();
    let copied = choice.copy(&bytes[at - REACH..until], text.spare_capacity_mut())?;
    let whole = lead_before(&bytes[at..], copied);
    // SAFETY: a backend of the registry, which is trusted, has written at least this many bytes there.
    unsafe { text.set_len(len + whole) };
    Some(whole)
}

/// Copies text from `at`, an item boundary, up to the next error, in stretches of growing length.
fn by_stretches(choice: BackendChoice, bytes: &[u8], mut at: usize, text: &mut Vec<u8>) -> usize {
    let mut stretch = STRETCH;
    while bytes.len() - at >= STRETCH {
        let (clean, read) = clean_stretch(choice, bytes, at, stretch);
        text.extend_from_slice(&bytes[at..at + read]);
        at += read;
        if !clean {
            break;
        }
        stretch = stretch.saturating_mul(4);
    }
    at
}

/// Converts blocks from `at`, an item boundary, up to `limit`. Stops early when no invalid item begins in the
/// last `quiet` bytes of a block, or when too few bytes are left for a copy of constant size. Returns the
/// position where it stopped, an item boundary.
#[inline]
fn by_blocks(
    choice: BackendChoice, bytes: &[u8], mut at: usize, limit: usize, quiet: usize, text: &mut Vec<u8>,
) -> usize {
    let mut is_quiet = false;
    while at < limit
        && !is_quiet
        && let Some(around) =
            bytes.get(at - REACH..).and_then(|rest| rest.first_chunk::<{ size_of::<Around>() }>())
        && let Some(context) = around.first_chunk()
    {
        let items = choice.items(context);
        let end = (items.decided() as usize).min(limit - at);
        text.reserve(DST);
        let len = text.len();
        let written = write(items, around, end, text.spare_capacity_mut());
        // SAFETY: `write` has written this many bytes there.
        unsafe { text.set_len(len + written) };
        at += end;
        is_quiet = items.invalid() >> end.saturating_sub(quiet) == 0;
    }
    at
}

/// Writes the output for the bytes from `at`, an item boundary, to the end, which zeros pad to `PADDED` bytes. Returns its
/// length in bytes.
#[inline]
pub(super) fn write_last<const PADDED: usize>(
    choice: BackendChoice, bytes: &[u8], at: usize, dst: &mut [MaybeUninit<u8>],
) -> usize {
    // The zeros terminate a sequence that is cut off, and are not copied.
    let mut padded = [0; PADDED];
    let before = at.min(REACH);
    let some = &bytes[at - before..];
    padded[REACH - before..][..some.len()].copy_from_slice(some);
    let (len, mut from, mut to) = (bytes.len() - at, 0, 0);
    while from < len
        && let Some(around) = padded.get(from..).and_then(|rest| rest.first_chunk())
        && let Some(context) = around.first_chunk()
    {
        let items = choice.items(context);
        let end = (items.decided() as usize).min(len - from);
        to += write(items, around, end, &mut dst[to..]);
        from += end;
    }
    to
}

/// Writes the output for the first `end` bytes of the block, and returns its length in bytes.
#[inline]
fn write(items: Items, around: &Around, end: usize, dst: &mut [MaybeUninit<u8>]) -> usize {
    let Some(dst) = dst.first_chunk_mut() else { return 0 };
    let (mut from, mut to) = (0, 0);
    let mut left = items.invalid();
    while left != 0 {
        let start = left.trailing_zeros();
        piece(around, from, dst, to);
        to += start as usize - from;
        store(dst, to, REPLACEMENT);
        to += REPLACEMENT.len();
        from = items.end(start) as usize;
        left &= left - 1;
    }
    piece(around, from, dst, to);
    to + end - from
}

/// Copies `BLOCK` bytes, starting at byte `from` of the block.
#[inline(always)]
fn piece(around: &Around, from: usize, dst: &mut [MaybeUninit<u8>; DST], to: usize) {
    if let Some(piece) = around.get(REACH + from..).and_then(|rest| rest.first_chunk::<BLOCK>()) {
        store(dst, to, *piece);
    }
}

#[inline(always)]
fn store<const N: usize>(dst: &mut [MaybeUninit<u8>; DST], at: usize, bytes: [u8; N]) {
    if let Some(place) = dst.get_mut(at..).and_then(|rest| rest.first_chunk_mut::<N>()) {
        // No `map` and no `zip`: without link-time optimisation they are calls.
        let mut byte = 0;
        while byte < N {
            place[byte].write(bytes[byte]);
            byte += 1;
        }
    }
}

/// Converts one item, and returns the position after it.
fn one_item(bytes: &[u8], at: usize, text: &mut Vec<u8>) -> usize {
    match sequence_at(bytes, at) {
        Ok(end) => {
            text.extend_from_slice(&bytes[at..end]);
            end
        }
        Err(error) => {
            text.extend_from_slice(&REPLACEMENT);
            at + error.error_len().unwrap_or(bytes.len() - at)
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::*;
    use crate::backend;

    /// Text without U+FFFD.
    const TEXT: [&str; 6] = ["a", "text, ", "\u{E9}", "\u{20AC}", "\u{D7FF}", "\u{1F37D}"];
    const INVALID: [&[u8]; 12] = [
        b"\xFF", b"\x80", b"\xC0\xAF", b"\xC3", b"\xE2\x82", b"\xE0\x80\x80", b"\xED\xA0\x80",
        b"\xF0\x9F\x98", b"\xF0\x80\x80\x80", b"\xF4\x90\x80\x80", b"\xF5\x80", b"\xE2",
    ];

    /// Every backend agrees with the standard library on texts with errors at all distances.
    #[test]
    fn agrees_with_the_standard_library() {
        let mut state = 1_u64;
        let mut below = |limit: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            usize::try_from(state % limit as u64).unwrap_or(0)
        };
        let handles = || backend::all().iter().filter_map(|entry| entry.get().ok());
        let mut replaced = 0;
        for round in 0..if cfg!(miri) { 8 } else { 600 } {
            let every = [1, 2, 10, 100, 3000][round % 5];
            let ascii_only = below(3) == 0;
            let len = [20, 200, 3000, if cfg!(miri) { 700 } else { 20_000 }][below(4)];
            let mut bytes = Vec::new();
            while bytes.len() < len {
                if below(every) == 0 {
                    bytes.extend_from_slice(INVALID[below(INVALID.len())]);
                } else {
                    let kinds = if ascii_only { 2 } else { TEXT.len() };
                    bytes.extend_from_slice(TEXT[below(kinds)].as_bytes());
                }
            }
            bytes.truncate(len);
            let bytes = &bytes[below(4)..];
            let expected = String::from_utf8_lossy(bytes);
            replaced += usize::from(matches!(expected, Cow::Owned(_)));
            for handle in handles() {
                let found = decode(BackendChoice::Named(handle), bytes);
                assert_eq!(found, expected, "{}: round {round}", handle.entry().name());
            }
        }
        // Miri has one backend only.
        assert!(handles().count() > usize::from(!cfg!(miri)) && replaced > 3);
    }

    /// Of three pieces, all orders of text and errors.
    #[test]
    #[cfg_attr(miri, ignore = "many strings, in safe code")]
    fn substitutes_are_counted_and_joined() {
        let pieces: Vec<&[u8]> = TEXT.iter().map(|text| text.as_bytes()).chain(INVALID).collect();
        for number in 0..pieces.len().pow(3) {
            let [a, b, c] =
                [1, pieces.len(), pieces.len().pow(2)].map(|step| pieces[number / step % pieces.len()]);
            let bytes = [a, b, c].concat();
            let each = String::from_utf8_lossy(&bytes);
            let mut runs: Vec<char> = each.chars().collect();
            runs.dedup_by(|a, b| *a == '\u{FFFD}' && a == b);
            let runs = String::from_iter(runs);
            let expected =
                |text: &str| (text.replace('\u{FFFD}', "<?>").into(), text.matches('\u{FFFD}').count());
            assert_eq!(crate::replace_invalid(&bytes, Replacement::MaximalSubpart, "<?>"), expected(&each));
            assert_eq!(crate::replace_invalid_runs(&bytes, "<?>"), expected(&runs));
        }
    }
}
