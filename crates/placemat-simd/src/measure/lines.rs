//! Line ends, as bits: one mask for each 64 bytes, in which a bit is set where a line end has its last byte, or CR of CR
//! LF.

use placemat_core::convert::portable::LineEnds;

use super::Measure;
use crate::{BLOCK, validate::or_block};

/// The number of ends of lines in UTF-8: LF, CR, and CR LF as one.
#[inline(always)]
pub fn line_ends<K: Measure>(kernel: K, bytes: &[u8]) -> usize {
    count(kernel, bytes, LineEnds::LfCr)
}

/// The number of ends of lines in UTF-8 by Unicode.
#[inline(always)]
pub fn unicode_line_ends<K: Measure>(kernel: K, bytes: &[u8]) -> usize {
    count(kernel, bytes, LineEnds::Unicode)
}

/// Passes over `skip` line ends, and writes where the lines after the next ones start, until `dst` is full. Returns how
/// many it wrote.
#[inline(always)]
pub fn line_starts<K: Measure>(
    kernel: K, bytes: &[u8], ends: LineEnds, skip: usize, dst: &mut [usize],
) -> usize {
    match ends {
        LineEnds::Lf => starts(kernel, bytes, LineEnds::Lf, skip, dst),
        LineEnds::LfCr => starts(kernel, bytes, LineEnds::LfCr, skip, dst),
        _ => starts(kernel, bytes, LineEnds::Unicode, skip, dst),
    }
}

#[inline(always)]
fn starts<K: Measure>(kernel: K, bytes: &[u8], ends: LineEnds, mut skip: usize, dst: &mut [usize]) -> usize {
    let (mut before, mut at, mut written) = (Before::default(), 0, 0);
    // Four blocks at a time, as long as all of their line ends are passed over.
    while let Some(blocks) = bytes.get(at..).and_then(|rest| rest.first_chunk::<{ 4 * BLOCK }>()) {
        let (mut after, mut found) = (before, 0);
        for block in blocks.as_chunks().0 {
            found += ends_in(kernel, block, ends, &mut after).count_ones() as usize;
        }
        if found > skip {
            break;
        }
        (before, at, skip) = (after, at + 4 * BLOCK, skip - found);
    }
    while at < bytes.len() && written < dst.len() {
        let mut bits = ends_in(kernel, &block(kernel, bytes, at), ends, &mut before);
        let found = bits.count_ones() as usize;
        if found <= skip {
            (skip, bits) = (skip - found, 0);
        }
        while skip > 0 && bits != 0 {
            (skip, bits) = (skip - 1, bits & (bits - 1));
        }
        while bits != 0 {
            let last = at + bits.trailing_zeros() as usize;
            let goes_on = ends != LineEnds::Lf && bytes.get(last..last + 2) == Some(b"\r\n");
            let Some(start) = dst.get_mut(written) else { break };
            *start = last + 1 + usize::from(goes_on);
            written += 1;
            bits &= bits - 1;
        }
        at += BLOCK;
    }
    written
}

#[inline(always)]
fn count<K: Measure>(kernel: K, bytes: &[u8], ends: LineEnds) -> usize {
    let (mut before, mut at, mut count) = (Before::default(), 0, 0);
    while at < bytes.len() {
        count += ends_in(kernel, &block(kernel, bytes, at), ends, &mut before).count_ones() as usize;
        at += BLOCK;
    }
    count
}

/// What may belong to a line end in the next block.
#[derive(Clone, Copy, Default)]
struct Before {
    cr: u64,
    c2: u64,
    e2: u64,
    e80: u64,
}

#[inline(always)]
fn ends_in<K: Measure>(kernel: K, block: &[u8; BLOCK], ends: LineEnds, before: &mut Before) -> u64 {
    let lf = equal(kernel, block, b'\n');
    if ends == LineEnds::Lf {
        return lf;
    }
    let cr = equal(kernel, block, b'\r');
    let found = cr | lf & !(cr << 1 | before.cr >> 63);
    before.cr = cr;
    if ends == LineEnds::LfCr {
        return found;
    }
    let found = found | equal(kernel, block, 0x0B) | equal(kernel, block, 0x0C);
    if !kernel.any_high_bit(or_block(kernel, kernel.splat(0), block, 0)) {
        *before = Before { cr, ..Before::default() };
        return found;
    }
    let [c2, e2, e80] = [equal(kernel, block, 0xC2), equal(kernel, block, 0xE2), equal(kernel, block, 0x80)];
    let next_line = equal(kernel, block, 0x85) & (c2 << 1 | before.c2 >> 63);
    let separators = (equal(kernel, block, 0xA8) | equal(kernel, block, 0xA9))
        & (e80 << 1 | before.e80 >> 63)
        & (e2 << 2 | before.e2 >> 62);
    *before = Before { cr, c2, e2, e80 };
    found | next_line | separators
}

/// The bytes that are this one.
#[inline(always)]
fn equal<K: Measure>(kernel: K, block: &[u8; BLOCK], byte: u8) -> u64 {
    let (mut others, mut at) = (0, 0);
    while at < BLOCK {
        others |= kernel.nonzero(kernel.xor(kernel.load(block, at), kernel.splat(byte))) << at;
        at += K::LANES;
    }
    !others
}

/// A block, with zeros after the last byte.
#[inline(always)]
pub(super) fn block<K: Measure>(kernel: K, bytes: &[u8], at: usize) -> [u8; BLOCK] {
    let rest = bytes.get(at..).unwrap_or_default();
    if let Some(block) = rest.first_chunk() {
        return *block;
    }
    if let Some(block) = kernel.padded(rest) {
        return block;
    }
    let mut block = [0; BLOCK];
    if let Some(start) = block.get_mut(..rest.len()) {
        start.copy_from_slice(rest);
    }
    block
}
