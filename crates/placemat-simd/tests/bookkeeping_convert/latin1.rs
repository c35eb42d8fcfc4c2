//! A Latin-1 kernel that misbehaves in every way its contract allows, and keeps records.

use placemat_core::{Scan, convert::Progress};
use placemat_simd::convert::{Convert, ConvertLatin1, Decoded, Latin1Frame, Sixteen, Thresholds, Words};
use placemat_simd::validate::{Kernel, short, steps};
use placemat_simd::{BLOCK, Simd, Token, Unit, emulated::Emulated};

use crate::ledger;
use crate::shell::{convert, emulate};

/// The hostile kernel: quick or not, and with its own code for less than a block, or with padded blocks.
#[derive(Clone, Copy)]
pub(crate) struct Hostile<const QUICK: bool, const PARTS: bool>;

/// Its code for blocks, with the defaults of the trait for less.
#[derive(Clone, Copy)]
struct Blocks;

const PLAIN: Emulated<16> = Emulated;
const RUBBISH: u8 = 0xFE;

/// The length of their vectors, which they do not use.
const LANES: usize = 16;

emulate! { [const QUICK: bool, const PARTS: bool] Hostile<QUICK, PARTS>, LANES, Emulated<16> = |_hostile| Emulated }
emulate! { [] Blocks, LANES, Emulated<16> = |_blocks| Emulated }
convert! { [const QUICK: bool, const PARTS: bool] Hostile<QUICK, PARTS>,
Thresholds { latin1_is_quick: QUICK, ..Thresholds::NARROW }, |block| Blocks.is_ascii(block) }
convert! { [] Blocks, Thresholds::NARROW, |block| {
    let is_ascii = block.is_ascii();
    if is_ascii {
        ledger::ascii(block);
    }
    is_ascii
} }

impl<const QUICK: bool, const PARTS: bool> ConvertLatin1 for Hostile<QUICK, PARTS> {
    fn copy<const N: usize>(self, bytes: &[u8; N], dst: &mut [u8; N]) -> bool {
        Blocks.copy(bytes, dst)
    }

    fn encode_latin1(self, block: &[u8; BLOCK], dst: &mut [u8; 2 * BLOCK]) -> usize {
        Blocks.encode_latin1(block, dst)
    }

    fn decode_latin1(self, frame: &Latin1Frame, dst: &mut [u8; BLOCK]) -> Decoded {
        Blocks.decode_latin1(frame, dst)
    }

    fn decode_latin1_partial(self, before: u8, bytes: &[u8], dst: &mut [u8]) -> Option<Progress> {
        if !PARTS {
            return Blocks.decode_latin1_partial(before, bytes, dst);
        }
        let some = PLAIN.decode_latin1_partial(before, bytes, dst);
        let Progress { read, written } = some.unwrap_or_default();
        dst[written..].fill(RUBBISH);
        ledger::converted((bytes, 0), read, false);
        some
    }

    fn encode_latin1_partial(self, bytes: &[u8], dst: &mut [u8]) -> Option<usize> {
        if !PARTS {
            return Blocks.encode_latin1_partial(bytes, dst);
        }
        let some = PLAIN.encode_latin1_partial(bytes, dst);
        let (read, written) = some.map_or((0, 0), |written| (bytes.len(), written));
        dst[written..].fill(RUBBISH);
        ledger::converted((bytes, 0), read, false);
        some
    }
}

impl ConvertLatin1 for Blocks {
    fn copy<const N: usize>(self, bytes: &[u8; N], dst: &mut [u8; N]) -> bool {
        let is_ascii = bytes.is_ascii();
        if is_ascii {
            *dst = *bytes;
            ledger::converted((bytes, 0), N, false);
        } else {
            dst.fill(RUBBISH);
            ledger::vain(N);
        }
        is_ascii
    }

    fn encode_latin1(self, block: &[u8; BLOCK], dst: &mut [u8; 2 * BLOCK]) -> usize {
        let written = PLAIN.encode_latin1(block, dst);
        dst[written..].fill(RUBBISH);
        let padding = padding(block);
        ledger::converted((block, 0), BLOCK - padding, false);
        written
    }

    fn decode_latin1(self, frame: &Latin1Frame, dst: &mut [u8; BLOCK]) -> Decoded {
        let decoded = PLAIN.decode_latin1(frame, dst);
        let padding = padding(&frame[1..]);
        let read = BLOCK - padding;
        // If a lead byte is the last byte, the driver does use the output, although the padding after it is wrong.
        if decoded.wrong.trailing_zeros() as usize >= read {
            dst[decoded.written..].fill(RUBBISH);
            ledger::converted((frame, 1), read, false);
            return decoded;
        }
        dst.fill(RUBBISH);
        ledger::vain(read);
        Decoded { written: BLOCK, ..decoded }
    }
}

/// Counts the zeros at the end, which are padding.
fn padding(bytes: &[u8]) -> usize {
    bytes.iter().rev().take_while(|byte| **byte == 0).count()
}
